"""Who plays whom, and how games and duels end: arrays with one element for each game or duel."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, NamedTuple, Self, TypeVar

import numpy as np
from numpy.typing import NDArray

Indices = NDArray[np.int64]
Keys = NDArray[np.uint64]
#: Positions as the player to move sees them, (positions, 3) int64: the masks of mine and theirs, and what the
#: squares of a game without throws do not show (``extra``); 0 in Senet.
Positions = NDArray[np.int64]


class Pairings(NamedTuple):
    """Who plays whom, one element for each game or duel.

    >>> both_orders = Pairings(np.array([0, 1]), np.array([1, 0]), np.array([7, 7], np.uint64))
    >>> [column.tolist() for column in both_orders.part(np.array([True, False]))]
    [[0], [1], [7]]
    """

    first: Indices  # the index of the player that moves first; in a duel, in its first game
    second: Indices  # the index of the other player
    keys: Keys  # uint64, the key of the game's random streams; in a duel, the key its games' are derived from

    def part(self, chosen: NDArray[np.bool_] | Indices | slice) -> Pairings:
        """Some of them."""
        return Pairings(self.first[chosen], self.second[chosen], self.keys[chosen])


class GameResults(NamedTuple):
    """Results of games, one element for each game.

    >>> GameResults.new(2).outcomes.tolist()
    [0, 0]
    """

    outcomes: NDArray[np.int8]  # 1: the first mover won, -1: the second, 0: nobody
    turns: NDArray[np.int16]  # how many turns the game took, counting those of both players
    luck: NDArray[
        np.float32
    ]  # how much luckier the first mover's throws were than the other's; 0 without throws
    self_losses: NDArray[np.bool_]  # whether the last move itself lost the game: in Pursuit, a repeated move

    @classmethod
    def new(cls, games: int) -> Self:
        """Results to be filled in, all zero."""
        return cls(
            np.zeros(games, np.int8),
            np.zeros(games, np.int16),
            np.zeros(games, np.float32),
            np.zeros(games, np.bool_),
        )


class DuelResults(NamedTuple):
    """Results of duels, one element for each duel."""

    second_won: NDArray[np.bool_]
    games: NDArray[np.int16]  # how many were played: a duel ends when it is decided
    turns: NDArray[np.int32]  # of all its games together
    self_losses: NDArray[np.int16]  # how many of its games were lost by the last move itself

    @classmethod
    def new(cls, duels: int) -> Self:
        """Results to be filled in, all zero."""
        return cls(
            np.zeros(duels, np.bool_),
            np.zeros(duels, np.int16),
            np.zeros(duels, np.int32),
            np.zeros(duels, np.int16),
        )


Results = TypeVar("Results", GameResults, DuelResults)


def put(results: Results, chosen: NDArray[np.bool_] | slice | int, part: Iterable[Any]) -> None:
    """Write the results of some games or duels, or of one, into the results of all.

    Args:
        results: the results of all; they are changed.
        chosen: which elements to write: a mask, a slice, or the index of one.
        part: the columns to write, or for one element its values, in the order of the fields.
    """
    columns: Iterable[tuple[Any, Any]] = zip(results, part, strict=True)
    for column, values in columns:
        column[chosen] = values
