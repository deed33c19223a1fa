"""Boards and choices as JSON: what draws them on the page, and on a page that is given away.

The latter is written where no library of servers is installed, so this module needs none.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from senet_gp.games.protocol import Decision, Game, Geometry, spoken
from senet_gp.games.wording import Wording, wording_of

Json = dict[str, Any]


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


def falls(game: Game) -> bool:
    """Whether pieces are dropped into columns: first one square of each is open, others are free."""
    if game.stochastic or not game.geometry.places:
        return False
    decision = game.decision(game.starts()[0], 0, ())
    made = [list(decision.steps(index)) for index in range(len(decision.afterstates))]
    if any(len(steps) != 1 or steps[0][0] for steps in made):
        return False
    columns = [game.geometry.places[steps[0][1]][0] for steps in made]
    return len(set(columns)) == len(columns) < len(game.geometry.places)


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
        "squares": _squares(game, position, seat),
        "beside": [
            {"place": place, "pieces": [theirs, mine] if seat else [mine, theirs]}
            for place, (mine, theirs) in beside
        ],
    }


def _squares(game: Game, position: Any, seat: int) -> Json:
    """Who stands on each square that is not empty."""
    return {str(square): list(seats) for square, seats in game.occupants(position, seat).items()}


def thrown_json(throws: Sequence[int]) -> Json:
    """What was thrown, also in words."""
    return {"throws": list(throws), "spoken": spoken(throws) if throws else ""}


def choices_json(decision: Decision) -> list[Json]:
    """All choices of a decision, in the order in which they are listed."""
    wording = wording_of(decision)
    ways = [
        [[list(step) for step in way] for way in wording.ways(index)]
        for index in range(len(decision.afterstates))
    ]
    like, boards = _like(decision), _boards_told_apart(decision, ways)
    return [
        {
            "index": index,
            "like": like[index],
            "notation": decision.notation(index),
            "text": wording.move_text(index),
            "parts": list(wording.parts(index)),
            "steps": steps_json(wording, index),
            "ways": ways[index],
            "board": boards.get(index),
            "remark": wording.remark(index),
            "result": decision.result(index),
            "ends_turn": decision.ends_turn(index),
        }
        for index in wording.order()
    ]


def steps_json(wording: Wording, index: int) -> list[list[int]]:
    """The steps of an afterstate as its text has them; 0 is the hand, or off the board."""
    return [list(step) for step in wording.steps(index)]


def _like(decision: Decision) -> list[int]:
    """For each choice the first one that leads to the same: it may be another, or the choice itself."""
    first: dict[Any, int] = {}
    return [
        first.setdefault((after.position, decision.result(index), decision.ends_turn(index)), index)
        for index, after in enumerate(decision.afterstates)
    ]


def _boards_told_apart(decision: Decision, ways: Sequence[Sequence[list[list[int]]]]) -> dict[int, Json]:
    """The boards of choices that the same steps lead to, in another order: who stands on each square."""
    owners: dict[str, set[int]] = {}
    for index, own in enumerate(ways):
        for way in own:
            owners.setdefault(str(sorted(way)), set()).add(index)
    shared = set[int]().union(*(indices for indices in owners.values() if len(indices) > 1))
    return {
        index: _squares(decision.game, decision.afterstates[index].position, decision.seat)
        for index in sorted(shared)
    }


def single_steps_json(decision: Decision, choices: Sequence[Json]) -> list[Json]:
    """Of each step in a turn of several throws: what throws can make it, and whether it is the last."""
    if len(decision.throws) < 2:
        return []
    wording = wording_of(decision)
    steps = {tuple(step) for choice in choices for way in choice["ways"] for step in way}
    return [
        {
            "step": [start, target],
            "throws": list(wording.throws_for(start, target)),
            "last": wording.is_last(start, target),
        }
        for start, target in sorted(steps)
    ]
