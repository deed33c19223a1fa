"""Who plays whom, the rules of duels, and how games and duels end.

Pairings and results are arrays with one element for each game or duel. The rules of duels are the same for
every game.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, NamedTuple, Self, TypeVar

import numpy as np
from numpy.typing import NDArray

from senet_gp.runtime.compiled import inlined_kernel, int64, kernel, uint64
from senet_gp.runtime.streams import CHOICES, Streams, below, derived_key, open_streams

Indices = NDArray[np.int64]
Keys = NDArray[np.uint64]
#: Positions as the player to move sees them, (positions, 3) int64: the masks of mine and theirs, and the
#: state, which the squares do not show; 0 in Senet.
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

    outcomes: NDArray[np.int8]  # 1: the first mover won, -1: the second, 0: neither
    turns: NDArray[np.int16]  # how many turns the game took, counting those of both players
    luck: NDArray[np.float32]  # how much luckier the first mover's throws were; 0 without throws
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


#: The part of a duel's key that its own draws come from; its games have the parts from 0 on.
_LOTS = uint64(1 << 32)


@kernel
def open_duel_streams(key: int, streams: Streams) -> None:
    """Set the random streams of the duel that ``key`` names to their beginning."""
    open_streams(derived_key(key, _LOTS), streams)


@kernel
def goes_on(played: int, games: int, lead: int) -> bool:
    """Whether another game is played.

    >>> [goes_on(played, 3, lead=2) for played in (2, 3)], goes_on(2, 3, lead=1), goes_on(3, 3, lead=0)
    ([False, False], True, True)

    Args:
        played: the number of games played.
        games: the largest number of games in the duel, not counting the pair that decides an equal duel.
        lead: by how many points the first player leads, a win counting 1 and a loss -1.
    """
    if played < games:
        return abs(lead) <= games - played
    if played == games:
        return lead == 0
    return played == games + 1


@kernel
def certain_games(played: int, games: int, lead: int) -> int:
    """How many more games are certain to be played, whatever their outcomes.

    The arguments are those of :func:`goes_on`, which must be true. It is drawn who begins these games before
    they are played: where draws are decided by lot, the last of an odd number of games is never one of
    several.
    """
    left = games - played
    if left <= 0:
        return left + 2
    return min(left, (left - abs(lead)) // 2 + 1)


@kernel
def first_begins(played: int, games: int, streams: Streams) -> bool:
    """Whether the first player begins the next game: seats alternate, and are drawn for a last odd game."""
    if played >= games:
        return (played - games) % 2 == 0
    if games % 2 == 1 and played == games - 1 and games > 1:
        return drawn_by_lot(streams) > 0
    return played % 2 == 0


@kernel
def drawn_by_lot(streams: Streams) -> int:
    """1 for the first player or -1 for the second, equally likely."""
    return 1 if below(streams, CHOICES, 2) == 0 else -1


@inlined_kernel
def one_of(count: int, streams: Streams) -> int:
    """The index of one of ``count`` equals, from the stream of choices; for one alone nothing is drawn."""
    return below(streams, CHOICES, count) if count > 1 else 0


@kernel
def best_board(count: int, scores: NDArray[np.int32] | NDArray[np.float64], streams: Streams) -> int:
    """The index of the highest of ``count`` scores; ties are broken by a draw from the stream of choices."""
    best = scores[0]
    for board in range(1, count):
        best = max(best, scores[board])
    equals = 0
    for board in range(count):
        equals += int64(scores[board] == best)
    left = one_of(equals, streams)
    board = 0
    while left or scores[board] != best:
        left -= int64(scores[board] == best)
        board += 1
    return board
