"""Random boards of Senet, on which expressions are compared: they are too many to list."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from senet_gp.games.senet.rules import MAX_PIECES, MAX_THROWS, SQUARES
from senet_gp.games.senet.turns import MOVE_BITS, THROW_SHIFT


def random_boards(number: int, rng: np.random.Generator) -> NDArray[np.uint32]:
    """Random boards with any pieces and moves; the other player has at least one piece.

    Returns:
        (4, boards) uint32: the masks of mine and theirs, packed moves, and hits.
    """
    order = np.argsort(rng.random((number, SQUARES)), axis=1) + 1
    mine = rng.integers(0, MAX_PIECES + 1, number)
    theirs = rng.integers(1, MAX_PIECES + 1, number)
    place = np.arange(SQUARES)
    bits = np.uint32(1) << order.astype(np.uint32)
    is_mine = place < mine[:, None]
    is_theirs = ~is_mine & (place < (mine + theirs)[:, None])
    moves = np.zeros(number, np.uint32)
    count = rng.integers(0, MAX_THROWS + 1, number)
    for move in range(MAX_THROWS):
        byte = rng.integers(1, 6, number) << THROW_SHIFT | rng.integers(1, SQUARES + 1, number)
        shift = MOVE_BITS * (MAX_THROWS - 1 - move)
        moves |= np.where(move < count, byte << shift, 0).astype(np.uint32)
    return np.stack(
        [
            np.where(is_mine, bits, 0).sum(axis=1).astype(np.uint32),
            np.where(is_theirs, bits, 0).sum(axis=1).astype(np.uint32),
            moves,
            rng.integers(0, MAX_THROWS + 1, number).astype(np.uint32),
        ]
    )
