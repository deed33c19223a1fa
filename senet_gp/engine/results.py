"""What compiled games and matches come to, for all games alike."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, NamedTuple, Self, TypeVar

import numpy as np
from numpy.typing import NDArray

Indices = NDArray[np.int64]
Keys = NDArray[np.uint64]
#: Positions as the player to move sees them, (positions, 3): the masks of mine and theirs, and what else is
#: to be known of a board without throws (``extra``); 0 in Senet.
Positions = NDArray[np.int64]


class GameResults(NamedTuple):
    """Results of games, one element a game."""

    outcomes: NDArray[np.int8]  # 1: the first mover won, -1: the second, 0: nobody
    turns: NDArray[np.int16]  # how many turns it took, one player's turn counting one
    luck: NDArray[np.float32]  # luck of the first mover in throwing, less that of the other; 0 without throws
    self_losses: NDArray[np.bool_]  # lost by the last move itself: in Pursuit, by repeating one's move

    @classmethod
    def new(cls, games: int) -> Self:
        """Results to be filled."""
        return cls(
            np.zeros(games, np.int8),
            np.zeros(games, np.int16),
            np.zeros(games, np.float32),
            np.zeros(games, np.bool_),
        )


class DuelResults(NamedTuple):
    """Results of matches, one element a match."""

    second_won: NDArray[np.bool_]
    games: NDArray[np.int16]  # how many were played: a match ends when it is decided
    turns: NDArray[np.int32]  # of all its games together
    self_losses: NDArray[np.int16]  # how many of its games were lost by the last move itself

    @classmethod
    def new(cls, matches: int) -> Self:
        """Results to be filled."""
        return cls(
            np.zeros(matches, np.bool_),
            np.zeros(matches, np.int16),
            np.zeros(matches, np.int32),
            np.zeros(matches, np.int16),
        )


Results = TypeVar("Results", GameResults, DuelResults)


def put(results: Results, chosen: NDArray[np.bool_] | slice | int, part: Iterable[Any]) -> None:
    """Write the results of some of the games or matches, or of one, among those of all.

    Args:
        results: those of all.
        chosen: which they are.
        part: their columns, or the row of one, in the order of the fields.
    """
    columns: Iterable[tuple[Any, Any]] = zip(results, part, strict=True)
    for column, values in columns:
        column[chosen] = values
