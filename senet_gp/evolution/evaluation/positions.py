"""Boards for a population to be asked about, or to play on from."""

from __future__ import annotations

import random
from collections.abc import Sequence
from functools import lru_cache

import numpy as np

from senet_gp.engine.participants import CAREFUL_RANDOM_MOVER, Participant, joined
from senet_gp.engine.positions import met_positions
from senet_gp.engine.results import Indices, Positions
from senet_gp.games.board.game import BoardGame
from senet_gp.games.protocol import Rules
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
    return np.array(rng.choices(range(end), k=count), np.int64)


def drawn_places(
    players: Sequence[Participant],
    *,
    count: int,
    openings: int,
    key: int,
    rng: random.Random,
    game: Rules,
) -> Positions:
    """Draw boards.

    Args:
        players: who has met the boards.
        count: how many boards.
        openings: after at most so many turns against a random mover the players have met the boards; if 0,
            these are drawn among all that can come up, which only small games can list.
        key: the key from which those of the openings are derived.
        rng: draws players or boards.
        game: the game, with its parameters.
    """
    if not openings:
        everywhere = _all_places(solvable(game, "all its positions to be listed"))
        return everywhere[drawn_indices(len(everywhere), count, rng)]
    programs = joined([*players, CAREFUL_RANDOM_MOVER])
    meeting = drawn_indices(len(players), count, rng)
    return met_positions(programs, meeting, len(players), part_keys(key, count), openings, game)
