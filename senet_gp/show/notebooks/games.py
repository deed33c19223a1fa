"""Games in notebooks: decisions, choices and records as boards with arrows; matches as tables."""

from __future__ import annotations

from math import isfinite
from typing import Any

from senet_gp.arena.match import MatchReport
from senet_gp.arena.paired_games import RoundRobin
from senet_gp.arena.record import GameRecord
from senet_gp.arena.tournament import Tournament, standings
from senet_gp.engine.playthrough import Choice, throws_text
from senet_gp.games.board_pictures import Diagram, svg_of
from senet_gp.games.protocol import Game
from senet_gp.show.notebooks import image, name_of, rendered

#: At most so many moves of a decision are listed, and the boards of so many choices of a record drawn.
MAX_MOVES, MAX_BOARDS = 12, 6
_MOVERS = ("first", "second")
#: At most this many entrants are shown, the best.
MAX_ENTRANTS = 40


def choice_svg(choice: Choice) -> str | None:
    """The board before a choice, with its moves as arrows; None if the decision does not tell its game."""
    game = getattr(choice.decision, "game", None)
    return None if game is None else _board_before(choice, game)


def decision_html(decision: Any) -> str:
    """The board before a decision, the throws, and the moves to choose from."""
    count = len(decision.afterstates)
    return rendered(
        "decision",
        mover=_MOVERS[decision.seat],
        throws=throws_text(decision.throws),
        count=count,
        moves=[(decision.notation(n), decision.remark(n)) for n in range(min(count, MAX_MOVES))],
        picture=image(svg_of(Diagram(decision.game, decision.position, decision.seat)), "The board."),
    )


def record_html(record: GameRecord) -> str:
    """The result of a game, and the boards of its last choices."""
    shown = record.choices[-MAX_BOARDS:]
    boards = [
        (_turn(choice), image(_board_before(choice, record.game), f"The board before turn {choice.turn}."))
        for choice in shown
    ]
    end = image(svg_of(Diagram(record.game, record.next_position, record.turns % 2)), "The board at the end.")
    return rendered(
        "record",
        game=name_of(record.game),
        record=record,
        result=_result(record),
        left_out=len(record.choices) - len(shown),
        boards=boards,
        end=end,
    )


def _board_before(choice: Choice, game: Game) -> str:
    return svg_of(Diagram(game, choice.before, choice.seat, choice.decision.steps(choice.index)))


def _turn(choice: Choice) -> str:
    thrown = throws_text(choice.decision.throws)
    return f"turn {choice.turn}{', thrown ' * bool(thrown)}{thrown}: {choice.decision.notation(choice.index)}"


def _result(record: GameRecord) -> str:
    if not record.outcome:
        return record.result
    winner, loser = record.players[:: record.outcome]
    return f"{winner} won" + f", {loser} resigned" * record.resigned


def match_html(report: MatchReport) -> str:
    """A match: what each player won, and the share of the first with its interval."""
    return rendered(
        "match",
        report=report,
        rows=list(zip(report.players, (report.measured, report.measured.reversed), strict=True)),
    )


def tournament_html(tournament: Tournament) -> str:
    """The standings of a tournament with its cross table."""
    return round_robin_html(tournament.played)


def round_robin_html(tournament: RoundRobin) -> str:
    """A round robin: the ratings with their intervals, and the points of each pair."""
    table = standings(tournament)
    shown = table[:MAX_ENTRANTS]
    points = tournament.points
    rows = [
        {
            "standing": standing,
            "interval": _in_words(standing.interval),
            "shares": [
                None
                if other is standing
                else f"{100 * points[standing.entrant, other.entrant] / tournament.games:.0f}"
                for other in shown
            ],
        }
        for standing in shown
    ]
    return rendered("tournament", tournament=tournament, rows=rows, left_out=len(table) - len(shown))


def _in_words(interval: tuple[float, float]) -> str:
    low, high = (f"{end:+.0f}" if isfinite(end) else "no bound" for end in interval)
    return f"{low} to {high}" if low != high else low
