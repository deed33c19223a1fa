"""Decisions, choices and game records, as boards with arrows."""

from __future__ import annotations

from typing import Any

from senet_gp.arena.record import GameRecord
from senet_gp.boards.diagram import Diagram, svg_of
from senet_gp.engine.playthrough import Choice, throws_text
from senet_gp.games.protocol import Game
from senet_gp.notebooks.page import image, name_of, rendered

#: At most so many moves of a decision are listed, and the boards of so many choices of a record drawn.
MAX_MOVES, MAX_BOARDS = 12, 6
_MOVERS = ("first", "second")


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
