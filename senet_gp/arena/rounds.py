"""The round that fitness can come from: all play the same opponents, in both seats, on the same lots."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from senet_gp.arena.batches import play_games
from senet_gp.arena.pool import Pool
from senet_gp.engine.participants import Chooser
from senet_gp.games.protocol import Rules
from senet_gp.streams import part_keys


class SharedResult(NamedTuple):
    """What entrants came to in games, or cases, that are the same for all.

    The same column of all rows is the same game, against the same opponent, in the same seat, on the same
    lots; or the same case.
    """

    outcomes: NDArray[np.int8]  # (entrants, games): 1 where the entrant won, -1 where he lost, else 0
    turns: int  # of all games together
    own_losses: int  # how many games were lost by their last move itself


def play_round(
    entrants: Sequence[Chooser],
    opponents: Sequence[tuple[Chooser, int]],
    *,
    key: int,
    pool: Pool,
    rules: Rules,
) -> SharedResult:
    """Play every entrant against every opponent; the entrant moves first in every other game.

    Args:
        entrants: who is measured.
        opponents: against whom, and in how many games each.
        key: the key of the round, from which those of its games are derived.
        pool: where the games are played.
        rules: the game, with its parameters.
    """
    against = np.repeat(np.arange(len(opponents)), [games for _, games in opponents])
    games = len(against)
    own = np.repeat(np.arange(len(entrants)), games)
    other = np.tile(len(entrants) + against, len(entrants))
    begins = np.tile(np.arange(games) % 2 == 0, len(entrants))
    results = play_games(
        pool,
        [*entrants, *(opponent for opponent, _ in opponents)],
        np.where(begins, own, other),
        np.where(begins, other, own),
        np.tile(part_keys(key, games), len(entrants)),
        rules,
    )
    outcomes = np.where(begins, results.outcomes, -results.outcomes).reshape(len(entrants), games)
    return SharedResult(outcomes, int(results.turns.sum()), int(results.own_losses.sum()))
