"""Boards for a population to be asked about, or to play on from."""

from __future__ import annotations

import random
from collections.abc import Sequence
from functools import lru_cache
from itertools import repeat, starmap
from typing import Any

import numpy as np

from senet_gp.arena.pool import Pool
from senet_gp.engine.participants import SAFE_RANDOM_MOVER, Participant, joined
from senet_gp.engine.positions import met_positions
from senet_gp.engine.results import Indices, Keys, Positions
from senet_gp.evolution.evaluation.spread import NODE_TIME, RULES_TIME, cut, spread
from senet_gp.games.board.game import BoardGame
from senet_gp.games.protocol import Game
from senet_gp.games.small import solvable
from senet_gp.games.solving.retrograde import graph
from senet_gp.streams import part_keys


@lru_cache(maxsize=8)
def _all_places(game: BoardGame) -> Positions:
    """All boards that can come up."""
    positions = graph(game, game.starts())
    return np.array([(position.mine, position.theirs, position.extra) for position in positions], np.int64)


def drawn_indices(end: int, count: int, rng: random.Random) -> Indices:
    """So many indices below ``end``, drawn evenly, with repetitions."""
    # As rng.choices draws them, but without a list of them.
    parts = np.fromiter(starmap(rng.random, repeat((), count)), np.float64, count)
    return (parts * end).astype(np.int64)


def drawn_places(
    players: Sequence[Participant],
    *,
    count: int,
    start_plies: int,
    key: int,
    rng: random.Random,
    game: Game,
    pool: Pool,
) -> Positions:
    """Draw boards.

    Args:
        players: who has met the boards.
        count: how many boards.
        start_plies: after at most so many turns against a random mover the players have met the boards; if 0,
            these are drawn among all that can come up, which only small games can list.
        key: the key from which those of the games are derived.
        rng: draws players or boards.
        game: the game, with its parameters.
        pool: where these games are played.
    """
    if not start_plies:
        everywhere = _all_places(solvable(game, "all its positions to be listed"))
        return everywhere[drawn_indices(len(everywhere), count, rng)]
    meeting = drawn_indices(len(players), count, rng)
    # The boards of one player stay together, so that a batch needs few players.
    order = np.argsort(meeting, kind="stable")
    meeting, keys = meeting[order], part_keys(key, count)[order]
    sizes = np.array([player.size for player in players], np.int64)
    work = (1 + start_plies // 2) * (RULES_TIME + NODE_TIME * sizes[meeting])

    def batch(part: slice) -> tuple[Any, ...]:
        first = int(meeting[part.start])
        met_by = players[first : int(meeting[part.stop - 1]) + 1]
        return met_by, meeting[part] - first, keys[part]

    places = np.empty((count, 3), np.int64)
    batches = map(batch, cut(work, pool.workers))
    places[order] = np.concatenate(spread(_met, (start_plies, game), batches, pool))
    return places


def _met(common: tuple[int, Game], players: Sequence[Participant], meeting: Indices, keys: Keys) -> Positions:
    start_plies, game = common
    programs = joined([*players, SAFE_RANDOM_MOVER])
    return met_positions(programs, meeting, len(players), keys, start_plies, game)
