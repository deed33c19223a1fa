"""Boards for a population to be asked about, or to play on from."""

from __future__ import annotations

import random
from collections.abc import Sequence
from functools import lru_cache

import numpy as np

from senet_gp.engine.openings import Places, met_places
from senet_gp.engine.participants import CAREFUL_RANDOM_MOVER, Participant, joined
from senet_gp.engine.results import Indices
from senet_gp.games.board.game import BoardGame
from senet_gp.games.solving.retrograde import graph
from senet_gp.streams import part_keys


@lru_cache(maxsize=8)
def _all_places(game: BoardGame) -> Places:
    """All boards that can come up."""
    positions = graph(game, game.starts())
    return np.array([(position.mine, position.theirs, position.extra) for position in positions], np.int64)


def drawn_indices(end: int, count: int, rng: random.Random) -> Indices:
    """So many indices below ``end``, drawn evenly, with repetitions."""
    return np.array(rng.choices(range(end), k=count), np.int64)


def drawn_places(
    players: Sequence[Participant],
    *,
    count: int,
    openings: int,
    key: int,
    rng: random.Random,
    game: BoardGame,
) -> Places:
    """Draw boards.

    Args:
        players: who has met the boards.
        count: how many boards.
        openings: after at most so many moves against a random mover the players have met the boards; if 0,
            these are drawn among all that can come up.
        key: the key from which those of the openings are derived.
        rng: draws players or boards.
        game: the game, with its parameters.
    """
    if not openings:
        everywhere = _all_places(game)
        return everywhere[drawn_indices(len(everywhere), count, rng)]
    programs = joined([*players, CAREFUL_RANDOM_MOVER])
    meeting = drawn_indices(len(players), count, rng)
    return met_places(programs, meeting, len(players), part_keys(key, count), openings, game)
