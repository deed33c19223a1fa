"""Positions, decisions and moves as JSON, for any game."""

from __future__ import annotations

from typing import Any

from senet_gp.boards.text import changed_squares
from senet_gp.engine.playthrough import Choice
from senet_gp.games.geometry import Geometry
from senet_gp.games.protocol import Decision, Game
from senet_gp.games.wording import spoken, throws_again, wording_of
from senet_gp.serve.recent import Recent

Json = dict[str, Any]
#: So many moves are remembered: those of some ten games.
_MAX_KEPT = 4000


def geometry_json(geometry: Geometry) -> Json:
    """How a board is drawn: its squares with their places and their texts."""
    return {
        "width": geometry.width,
        "height": len(geometry.rows),
        "ways": list(geometry.ways),
        "squares": [
            {
                "square": square,
                "column": column,
                "row": row,
                "label": geometry.label(square),
                "note": geometry.notes.get(square, ""),
                "meaning": geometry.meanings.get(square, ""),
            }
            for square, (column, row) in sorted(geometry.places.items())
        ],
    }


def position_json(game: Game, position: Any, seat: int) -> Json:
    """A position: who stands where, and what is beside the board.

    Args:
        game: the game.
        position: the position.
        seat: the seat of the player whose view it is.
    """
    beside = game.beside(position).items()
    return {
        "text": game.text(position),
        "squares": {str(square): list(seats) for square, seats in game.occupants(position, seat).items()},
        "beside": [
            {"place": place, "pieces": [theirs, mine] if seat else [mine, theirs]}
            for place, (mine, theirs) in beside
        ],
    }


def throws_json(decision: Decision | None) -> Json:
    """What was thrown, also in words, and after what the player throws again."""
    throws = () if decision is None else decision.throws
    return {
        "throws": list(throws),
        "spoken": spoken(throws) if throws else "",
        "again": "" if decision is None else throws_again(decision),
    }


def choices_json(decision: Decision) -> list[Json]:
    """All choices of a decision, in the order in which they are listed."""
    wording = wording_of(decision)
    return [
        {
            "index": index,
            "notation": decision.notation(index),
            "text": wording.told(index),
            "parts": list(wording.parts(index)),
            "steps": steps_of(decision, index),
            "ways": [[list(step) for step in way] for way in wording.ways(index)],
            "remark": wording.remark(index),
            "result": decision.result(index),
            "ends_turn": decision.ends_turn(index),
        }
        for index in wording.order()
    ]


def steps_of(decision: Decision, index: int) -> list[list[int]]:
    """The steps of an afterstate, each from a square to a square; 0 is the hand, or off the board."""
    return [list(step) for step in decision.steps(index)]


class Moves:
    """Tells moves, and remembers the last ones, since a page asks for all moves of a game again and again."""

    def __init__(self) -> None:
        self._told: Recent[Json] = Recent(_MAX_KEPT)

    def json(self, game: Game, choice: Choice, number: int) -> Json:
        """A move that was made.

        Args:
            game: the game.
            choice: the choice.
            number: its number in the game, from 1 on.
        """
        decision = choice.decision
        key = (game, game.text(decision.position), decision.seat, tuple(decision.throws), choice.index)
        told = self._told.get(key)
        if told is None:
            told = _move(choice)
            self._told.keep(key, told)
        return {"number": number, "turn": choice.turn, **told}


def _move(choice: Choice) -> Json:
    """What does not depend on when a move was made."""
    decision, index = choice.decision, choice.index
    wording = wording_of(decision)
    return {
        "seat": choice.seat,
        "throws": list(decision.throws),
        "spoken": spoken(decision.throws) if decision.throws else "",
        "notation": decision.notation(index),
        "text": wording.told(index),
        "remark": wording.remark(index),
        "told": wording.with_remark(index),
        "steps": steps_of(decision, index),
        "options": len(decision.afterstates),
        "forced": len(decision.afterstates) == 1,
        "result": choice.result,
    }


def changed_by(game: Game, choice: Choice) -> list[int]:
    """The squares that hold other pieces after a choice than before, and are not empty."""
    before = (choice.before, choice.seat)
    return sorted(changed_squares(game, before, (choice.played.position, choice.seat)))
