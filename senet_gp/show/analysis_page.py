"""An analysed game as one HTML page that needs no other file."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

from senet_gp.games.registry import titled
from senet_gp.insight.game_analysis import GameAnalysis
from senet_gp.insight.rows import SIGNS
from senet_gp.runtime.files import write_whole
from senet_gp.show.pages import html_from

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
        names=analysis.names,
        turns=record.turns,
        result=_result(analysis),
        meaning=analysis.meaning,
        side=analysis.side,
        curve=_curve(analysis),
        marked=list(_marked(analysis)),
        sections=analysis.section().sections,
        width=_WIDTH,
        height=_HEIGHT,
    )


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
