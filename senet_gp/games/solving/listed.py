"""The exact values of all positions of a game without throws whose rules are kernels, in compiled code.

Positions are listed from the starts on, found again by a hash table, and numbered as they are met. They are
valued as by :func:`senet_gp.games.solving.perfect.values`: after one sweep all wins and losses in one ply are
known, after the next those in two. What is never won or lost is a draw.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple, Self

import numpy as np
from numpy.typing import NDArray

from senet_gp.games.board.game import Afterstate, BoardGame, Position
from senet_gp.games.board.rules import (
    EXTRA,
    GOES_ON,
    MINE,
    THEIRS,
    BoardRules,
    Boards,
    Results,
    successors,
    swapped,
)
from senet_gp.games.small import Value
from senet_gp.runtime import interruption
from senet_gp.runtime.compiled import int64, kernel, uint64
from senet_gp.runtime.errors import UsageError

#: More positions than this would need too much memory.
MOST_LISTED = 5_000_000
#: The positions for which there is room at first, and whose choices are listed between two interruptions.
_ROOM = 1 << 12
_AT_ONCE = 1 << 16
#: The slots of the hash table for each position for which there is room; both are powers of two.
_SLOTS_EACH = 2
#: What a choice leads to that ends the game: this and the result, a sum that is always negative.
ENDED = -2
_SPREAD = uint64(0x9E3779B97F4A7C15)
_HIGH = uint64(32)
#: Longer wins are not told apart.
_MOST_PLIES = 32_000


class ListedBoards(NamedTuple):
    """Positions, and what their choices lead to."""

    boards: NDArray[np.int64]  # (room, 3): as the player to move sees them
    slots: NDArray[np.int32]  # (2 * room,): the position in each slot of the hash table, or -1
    begins: NDArray[np.int64]  # (room + 1,): where the choices of each position begin
    following: NDArray[np.int32]  # (choices,): the position after each choice; ``result - 2`` if none
    counts: NDArray[np.int64]  # (2,): the positions, and how many of them have their choices listed

    @classmethod
    def new(cls, room: int, choices: int) -> Self:
        """A listing with room for positions and choices, in which there are none yet."""
        return cls(
            np.empty((room, 3), np.int64),
            np.full(_SLOTS_EACH * room, -1, np.int32),
            np.zeros(room + 1, np.int64),
            np.empty(choices, np.int32),
            np.zeros(2, np.int64),
        )


@kernel
def _slot_of(listing: ListedBoards, mine: int, theirs: int, extra: int) -> int:
    """The slot of a board, or the empty one that it would take."""
    key = ((uint64(mine) << _HIGH) ^ uint64(theirs)) * _SPREAD
    key = (key ^ (key >> _HIGH) ^ uint64(extra)) * _SPREAD
    slot = int64(key >> _HIGH) & (listing.slots.size - 1)
    while True:
        number = listing.slots[slot]
        if number < 0:
            return slot
        board = listing.boards[number]
        if board[0] == mine and board[1] == theirs and board[2] == extra:
            return slot
        slot = (slot + 1) & (listing.slots.size - 1)


@kernel
def number_of(listing: ListedBoards, mine: int, theirs: int, extra: int) -> int:
    """The number of a position; -1 if it is not listed."""
    return int64(listing.slots[_slot_of(listing, mine, theirs, extra)])


@kernel
def listed(listing: ListedBoards, mine: int, theirs: int, extra: int) -> int:
    """The number of a position, which is listed if it was not."""
    slot = _slot_of(listing, mine, theirs, extra)
    if listing.slots[slot] < 0:
        number = listing.counts[0]
        board = listing.boards[number]
        board[0], board[1], board[2] = mine, theirs, extra
        listing.slots[slot] = number
        listing.counts[0] = number + 1
    return int64(listing.slots[slot])


@kernel
def list_again(listing: ListedBoards, boards: NDArray[np.int64]) -> None:
    """List positions with the same numbers as where they come from."""
    for number in range(len(boards)):
        listed(listing, boards[number, 0], boards[number, 1], boards[number, 2])


@kernel
def follow(rules: BoardRules, listing: ListedBoards, boards: Boards, results: Results, most: int) -> None:
    """List the choices of the next positions, at most this many, as long as there is room."""
    counts = listing.counts
    for _ in range(most):
        number, room = counts[1], results.size
        end = listing.begins[number]
        if (
            number == counts[0]
            or counts[0] + room > len(listing.boards)
            or end + room > len(listing.following)
        ):
            return
        mine, theirs, extra = listing.boards[number, 0], listing.boards[number, 1], listing.boards[number, 2]
        count = successors(rules, mine, theirs, extra, boards, results)
        for choice in range(count):
            after = ENDED + int64(results[choice])
            if results[choice] == GOES_ON:
                board = swapped(
                    rules,
                    int64(boards[MINE, choice]),
                    int64(boards[THEIRS, choice]),
                    int64(boards[EXTRA, choice]),
                )
                after = listed(listing, board[0], board[1], board[2])
            listing.following[end + choice] = after
        listing.begins[number + 1] = end + count
        counts[1] = number + 1


@kernel
def sweep(listing: ListedBoards, plies: NDArray[np.int16], depth: int) -> int:
    """Value the positions that are won or lost in ``depth`` plies; returns how many there are.

    Args:
        listing: the positions.
        plies: (positions,) int16: the plies to a win, negative to a loss; 0 where neither is known.
        depth: the number of plies; what takes fewer is valued already.
    """
    found = 0
    for number in range(listing.counts[0]):
        if plies[number]:
            continue
        won, lost = False, True
        for choice in range(listing.begins[number], listing.begins[number + 1]):
            after = listing.following[choice]
            # What was found in this sweep counts in the next one.
            value = int64(plies[after]) if after >= 0 else int64(0)
            if after == ENDED + 1 or (value < 0 and -value < depth):
                won = True
                break
            lost = lost and (after == ENDED - 1 or 0 < value < depth)
        if won or lost:
            plies[number] = depth if won else -depth
            found += 1
    return found


class _Known(NamedTuple):
    """Positions whose values are known."""

    listing: ListedBoards
    plies: NDArray[np.int16]  # (positions,): the plies to a win, negative to a loss; 0 for a draw


class ListedValues:
    """The values of all positions of a game, which are found at the first call.

    Threads may share it, and whoever asks may be interrupted: what is known takes the place of what was known
    only when it is complete.

    Attributes:
        game: the game.
    """

    def __init__(self, game: BoardGame) -> None:
        self.game = game
        self._known = _Known(ListedBoards.new(_ROOM, _ROOM * game.max_afterstates), np.zeros(0, np.int16))

    def value(self, position: Position) -> int:
        """The result for the player to move if both play perfectly: 1, 0 or -1; the game must not be over."""
        return self._value_of(position).result

    def values_of_moves(self, position: Position, afterstates: Sequence[Afterstate]) -> list[Value]:
        """The value of each move for the player to move.

        Args:
            position: a position in which the game is not over.
            afterstates: the possible moves there.

        Raises:
            UsageError: if the game has too many positions.
            KeyboardInterrupt: if the user interrupts the program.
        """
        self._value_of(position)
        return [
            Value(after.result, abs(after.result))
            if after.result is not None
            else self._value_of(self.game.swapped(after.position)).before()
            for after in afterstates
        ]

    def _value_of(self, position: Position) -> Value:
        board, known = (position.mine, position.theirs, position.extra), self._known
        number = number_of(known.listing, *board)
        if number < 0:
            known = self._known = self._found([*self.game.starts(), position])
            number = number_of(known.listing, *board)
        plies = int(known.plies[number])
        return Value((plies > 0) - (plies < 0), abs(plies))

    def find(self, positions: Sequence[Position]) -> None:
        """List all positions that can be reached from some, and value all that are listed."""
        self._known = self._found(positions)

    def _found(self, positions: Sequence[Position]) -> _Known:
        most = self.game.max_afterstates
        boards, results = np.zeros((4, most), np.uint32), np.empty(most, np.int8)
        listing = self._with_room(self._known.listing, len(positions))
        for position in positions:
            listed(listing, position.mine, position.theirs, position.extra)
        while listing.counts[1] < listing.counts[0]:
            interruption.check()
            before = listing.counts[1]
            follow(self.game.compiled_rules, listing, boards, results, _AT_ONCE)
            self.game.check_listed()
            if listing.counts[1] == before:
                listing = self._with_room(listing, len(listing.boards))
        plies = np.zeros(listing.counts[0], np.int16)
        depth = 1
        while depth < _MOST_PLIES and sweep(listing, plies, depth):
            interruption.check()
            depth += 1
        return _Known(listing, plies)

    def _with_room(self, old: ListedBoards, more: int) -> ListedBoards:
        """A copy of a listing, with room for so many more positions.

        Raises:
            UsageError: if there are too many positions.
        """
        positions, done = old.counts.tolist()
        room = len(old.boards)
        if positions > MOST_LISTED and room < positions + more:
            raise UsageError(f"{self.game.name} has more than {MOST_LISTED} positions: take a smaller board")
        while room < positions + more:
            room *= 2
        new = ListedBoards.new(room, room * self.game.max_afterstates)
        list_again(new, old.boards[:positions])
        new.begins[: done + 1] = old.begins[: done + 1]
        new.following[: old.begins[done]] = old.following[: old.begins[done]]
        new.counts[1] = done
        return new
