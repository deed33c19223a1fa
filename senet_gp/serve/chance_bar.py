"""The bar of chances beside the board: who is ahead, as fast as a game is watched."""

from __future__ import annotations

from senet_gp.arena.record import GameRecord
from senet_gp.runtime.errors import printable
from senet_gp.serve.advice import hints_in
from senet_gp.serve.game_json import decision_at
from senet_gp.serve.requests import Json

#: The chance of the first mover at the end of a game.
_OUTCOMES = {1: 1.0, 0: 0.5, -1: 0.0}


def chance_json(record: GameRecord, after: int) -> Json:
    """The chance of the first mover after a number of choices, if the player to move then chooses best.

    Raises:
        Refused: if the game has fewer.
    """
    if record.outcome is not None and after == len(record.choices):
        return {"first": _OUTCOMES[record.outcome], "exact": True, "means": "the game is over"}
    decision, _made = decision_at(record, after)
    with hints_in(record) as hints:
        found = hints.judged(decision)
    chance = found.chance(found.best)
    return {
        "first": 1 - chance if decision.seat else chance,
        "exact": found.exact,
        "means": printable(hints.judge.means),
    }
