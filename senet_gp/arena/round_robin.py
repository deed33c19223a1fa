"""Everybody against everybody."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations

import numpy as np
from numpy.typing import NDArray

from senet_gp.arena.batches import play_games
from senet_gp.arena.pool import WorkerPool
from senet_gp.engine.program import Program
from senet_gp.games.senet import Rules
from senet_gp.streams import part_keys


def round_robin(
    programs: Sequence[Program], *, key: int, pool: WorkerPool, rules: Rules, games: int
) -> NDArray[np.float64]:
    """Play every pair, half of the games with each of the two moving first.

    Args:
        programs: the entrants.
        key: the key of the tournament, from which those of its games are derived.
        pool: where the games are played.
        rules: pieces a side.
        games: games a pair, an even number.

    Returns:
        A square array: points of the entrant of the row against that of the column, a draw counting half.

    Raises:
        ValueError: if the number of games is odd.
    """
    if games % 2:
        raise ValueError(f"{games} games cannot be shared equally between two seats")
    points = np.zeros((len(programs), len(programs)))
    pairs = np.array(list(combinations(range(len(programs)), 2)), np.int64).reshape(-1, 2)
    one = np.repeat(pairs[:, 0], games)
    other = np.repeat(pairs[:, 1], games)
    turned = np.arange(len(one)) % 2 == 1
    first, second = np.where(turned, other, one), np.where(turned, one, other)
    if len(first):
        results = play_games(pool, programs, first, second, part_keys(key, len(first)), rules)
        np.add.at(points, (first, second), (1 + results.outcomes) / 2)
        np.add.at(points, (second, first), (1 - results.outcomes) / 2)
    return points
