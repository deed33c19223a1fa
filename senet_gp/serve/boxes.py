"""Matchboxes as JSON: the beads for each move, and the one that was drawn."""

from __future__ import annotations

from typing import Any

from senet_gp.games.protocol import Decision
from senet_gp.games.wording import wording_of
from senet_gp.players.matchbox import MatchboxPlayer


def box_json(machine: MatchboxPlayer, decision: Decision, taken: int | None) -> dict[str, Any]:
    """The box of a machine for a decision.

    Args:
        machine: the machine.
        decision: the decision.
        taken: the index of the bead that was drawn, if one was.
    """
    wording = wording_of(decision)
    weights = machine.weights(decision)
    return {
        "player": machine.name,
        "weights": [
            {"index": index, "text": wording.told(index), "weight": weights[index]}
            for index in wording.order()
        ],
        "taken": taken,
    }
