"""The chances of winning after the afterstates of decisions, estimated by playouts."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from senet_gp.arena.pool import Pool
from senet_gp.engine.play import points_from
from senet_gp.explanation.sampled_decisions import Pairing, SampledDecision
from senet_gp.games.protocol import Decision

#: A worker receives as many decisions at a time as give this many games from one afterstate of each.
_GAMES_A_TASK = 512


class Question(NamedTuple):
    """A decision, and the afterstates whose chances are estimated: the choice, then its rivals."""

    sample: SampledDecision
    afterstates: tuple[int, ...]


def gains(
    pairing: Pairing, questions: Sequence[Question], keys: NDArray[np.uint64], pool: Pool
) -> NDArray[np.float64]:
    """For each question, the chance of the choice minus that of its best rival.

    Args:
        pairing: the player and its partner.
        questions: the decisions, with at least two afterstates each.
        keys: (games,) uint64, the keys of the playouts from each afterstate.
        pool: where they are played.

    Returns:
        (questions,) float64.
    """
    chances = chances_of(pairing, questions, keys, pool)
    return np.array([own - max(rivals) for own, *rivals in chances])


def chances_of(
    pairing: Pairing, questions: Sequence[Question], keys: NDArray[np.uint64], pool: Pool
) -> list[list[float]]:
    """For each question, the estimated share of points after each of its afterstates, where a draw is ½.

    The arguments are those of :func:`gains`.
    """
    size = max(1, _GAMES_A_TASK // len(keys))
    parts = (questions[begin : begin + size] for begin in range(0, len(questions), size))
    return [row for rows in pool.map(_played_on, ((pairing, part, keys) for part in parts)) for row in rows]


def _played_on(
    pairing: Pairing, questions: Sequence[Question], keys: NDArray[np.uint64]
) -> list[list[float]]:
    """The chances of the afterstates of some questions, computed by a worker."""
    return [
        [chance_of(pairing, decision, index, keys) for index in question.afterstates]
        for question in questions
        for decision in [question.sample.decision(pairing.game)]
    ]


def chance_of(pairing: Pairing, decision: Decision, index: int, keys: NDArray[np.uint64]) -> float:
    """The share of points after an afterstate, played on once for each key."""
    result = decision.result(index)
    if result is not None:
        return (1 + result) / 2
    player, partner = pairing.player.participant, pairing.partner.participant
    position = decision.following(index)
    if decision.ends_turn(index):
        return float((1 - points_from(partner, player, pairing.game, position, keys)).mean())
    return float(points_from(player, partner, pairing.game, position, keys).mean())
