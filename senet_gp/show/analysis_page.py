"""An analysed game as one HTML page that needs no other file."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

from senet_gp.games.protocol import Game, spoken
from senet_gp.games.registry import titled
from senet_gp.games.wording import wording_of
from senet_gp.insight.game_analysis import GameAnalysis, JudgedChoice
from senet_gp.insight.judges import Grade, wins
from senet_gp.players.human import addressed
from senet_gp.runtime.errors import printable, shortened
from senet_gp.runtime.files import write_whole
from senet_gp.show.pages import SIGNS, drawn_board, html_from

_LONGEST_NAME = 60
#: The size of the chart's own coordinates; the page stretches it.
_WIDTH = 1000
_HEIGHT = 100
#: How long the stroke of a mistake is in it.
_STROKE = 25


def write_analysis_page(analysis: GameAnalysis, file: Path) -> None:
    """Write an analysis as a page into a new file.

    Raises:
        FileError: if the file exists, or cannot be written.
    """
    write_whole(file, page_of(analysis), new=True)


def page_of(analysis: GameAnalysis) -> str:
    """The page of an analysis: HTML with pictures in it, which needs no network and no script."""
    record = analysis.record
    return html_from(
        "analysis",
        title=titled(record.game),
        signs=SIGNS,
        names=[_named(name, record.game) for name in record.players],
        turns=record.turns,
        result=_result(analysis),
        meaning=analysis.meaning,
        analysis=analysis,
        accuracies=analysis.accuracies,
        luck=analysis.luck_told(SIGNS[analysis.side]) if record.game.stochastic else "",
        curve=_curve(analysis),
        marked=list(_marked(analysis)),
        worst=[_position(judged) for judged in analysis.worst],
        rows=[_row(judged, analysis.side) for judged in analysis.choices],
        stochastic=record.game.stochastic,
        grades=list(Grade),
        width=_WIDTH,
        height=_HEIGHT,
    )


def _named(name: str, game: Game) -> str:
    """What a player of a record is called, as at the terminal."""
    return printable(shortened(addressed(name, game), _LONGEST_NAME))


def _result(analysis: GameAnalysis) -> str:
    """How the game ended."""
    record = analysis.record
    ends = {1: f"{SIGNS[0]} won", -1: f"{SIGNS[1]} won", 0: "nobody won", None: "unfinished"}
    return ends[record.outcome] + (", the other resigned" if record.resigned else "")


def _across(analysis: GameAnalysis, number: int) -> float:
    """How far to the right the chance after a number of choices is."""
    return _WIDTH * number / len(analysis.choices)


def _curve(analysis: GameAnalysis) -> str:
    """The points of the chance of the side whose chances are told, from the start on."""
    chances = [analysis.begun, *(judged.chance_of(analysis.side) for judged in analysis.choices)]
    return " ".join(
        f"{_across(analysis, number):.1f},{_HEIGHT * (1 - chance):.1f}"
        for number, chance in enumerate(chances)
    )


def _marked(analysis: GameAnalysis) -> Iterator[dict[str, Any]]:
    """The mistakes, as strokes in the chart: of the side whose chances it has from below."""
    for number, judged in enumerate(analysis.choices, 1):
        if judged.mark:
            own = judged.choice.seat == analysis.side
            edge, end = (_HEIGHT, _HEIGHT - _STROKE) if own else (0, _STROKE)
            yield {"x": f"{_across(analysis, number):.1f}", "from": edge, "to": end}


def _row(judged: JudgedChoice, side: int) -> dict[str, Any]:
    """A row of the table of all choices, with the chances of a seat."""
    choice = judged.choice
    return {
        "turn": choice.turn,
        "sign": SIGNS[choice.seat],
        "throws": " ".join(map(str, choice.decision.throws)),
        "played": judged.move_text(choice.index),
        "chance": judged.word(choice.index) or wins(judged.chance_of(side)),
        "luck": judged.luck_cell,
        "lost": judged.lost_cell,
        "mark": judged.mark,
        "better": judged.better,
    }


def _position(judged: JudgedChoice) -> dict[str, Any]:
    """One of the worst choices, with two boards: what was played, and what was best."""
    decision = judged.choice.decision
    return {
        "turn": judged.choice.turn,
        "sign": SIGNS[decision.seat],
        "throws": spoken(decision.throws),
        "lost": wins(judged.lost),
        "verdict": judged.judgement.verdict,
        "why": judged.why,
        "boards": [
            {
                "caption": f"{what}: {judged.move_text(index)}",
                "picture": drawn_board(decision, index),
            }
            for what, index in (("Played", judged.choice.index), ("Best", judged.best))
        ],
        "choices": [_choice(judged, index) for index in judged.shown],
    }


def _choice(judged: JudgedChoice, index: int) -> dict[str, Any]:
    decision = judged.choice.decision
    remark = wording_of(decision).remark(index)
    moves = judged.move_text(index)
    return {
        "moves": f"{moves} ({remark})" if remark and remark != moves else moves,
        "chance": wins(judged.judgement.chance(index)),
        "known": judged.word(index),
        "played": judged.note(index),
    }
