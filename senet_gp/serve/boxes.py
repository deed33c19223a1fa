"""Matchboxes as JSON: the beads for each move, the one that was drawn, and what a game would teach."""

from __future__ import annotations

from collections.abc import Sequence
from copy import deepcopy
from typing import Any

from senet_gp.arena.record import GameRecord
from senet_gp.games.protocol import Decision
from senet_gp.games.wording import wording_of
from senet_gp.players.matchbox import MatchboxPlayer


def box_json(
    machine: MatchboxPlayer, decision: Decision, taken: int | None, learned: Sequence[int] | None = None
) -> dict[str, Any]:
    """The box of a machine for a decision.

    Args:
        machine: the machine.
        decision: the decision.
        taken: the index of the bead that was drawn, if one was.
        learned: the weights that the machine would have after it learns from the game, if it has ended.
    """
    wording = wording_of(decision)
    weights = machine.weights(decision)
    return {
        "player": machine.name,
        "weights": [
            {
                "index": index,
                "text": wording.told(index),
                "weight": weights[index],
                "learned": None if learned is None else learned[index],
            }
            for index in wording.order()
        ],
        "taken": taken,
    }


def lesson_of(machine: MatchboxPlayer, record: GameRecord, seat: int) -> list[list[int]] | None:
    """The weights of each decision of a machine after it learns from a game; it does not change.

    Args:
        machine: the machine.
        record: the game.
        seat: the machine's seat.

    Returns:
        For each of its decisions in order, the weight of each afterstate; None if the game has not ended.
    """
    if record.outcome is None:
        return None
    own = [(choice.decision, choice.index) for choice in record.choices if choice.seat == seat]
    taught = deepcopy(machine)
    taught.learn(own, record.outcome * (1 - 2 * seat))
    return [taught.weights(decision) for decision, _ in own]
