"""Positions of Senet, throws of its four sticks, and the moves that lead from one position to the next.

Everything here calls the compiled rules in :mod:`senet_gp.games.senet.rules` and
:mod:`senet_gp.games.senet.turns`, which are the only implementation; this module adds checks, names and text.
docs/rules.md describes the rules.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from typing import Any, NamedTuple

import numpy as np

from senet_gp.games.dice.rules import Law
from senet_gp.games.protocol import in_signs, squares_in
from senet_gp.games.senet import rules, turns
from senet_gp.runtime.checks import whole_number
from senet_gp.runtime.compiled import kept_per_thread
from senet_gp.runtime.errors import UsageError
from senet_gp.runtime.streams import Streams


def packed_throws(throws: Sequence[int]) -> int:
    """A multiset of throws as the compiled rules take it.

    Raises:
        UsageError: if there is none, more than four, or one that the sticks cannot show.
    """
    if not 1 <= len(throws) <= rules.MAX_THROWS:
        raise UsageError(f"1 to {rules.MAX_THROWS} throws are played together, not {len(throws)}")
    for throw in throws:
        if throw not in rules.THROW_CHANCES:
            raise UsageError(f"the sticks never show {throw}: throws are 1 to 5")
    return sum(1 << 3 * (throw - 1) for throw in throws)


def unpacked_throws(throws: int) -> tuple[int, ...]:
    """The throws of a packed multiset, in rising order."""
    return tuple(throw for throw in range(1, 6) for _ in range(throws >> 3 * (throw - 1) & 7))


def throw_group(streams: Streams, seat: int) -> tuple[tuple[int, ...], bool]:
    """The throws that a player plays together next, in rising order, and whether they throw on afterwards.

    Args:
        streams: the game's random streams.
        seat: 0 for the first mover, 1 for the other.
    """
    throws, again = rules.throw_group(streams, seat)
    return unpacked_throws(throws), bool(again)


def throw_once(streams: Streams, seat: int) -> int:
    """A single throw, as made by a player with a piece in the water."""
    return int(rules.throw_sticks(streams, seat))


@cache
def throw_groups() -> dict[tuple[int, ...], Fraction]:
    """The 55 multisets of throws that can be played together, in rising order, with probabilities.

    >>> groups = throw_groups()
    >>> len(groups), sum(groups.values()) == 1
    (55, True)
    """
    chances: dict[tuple[int, ...], Fraction] = {}

    def throw_on(held: tuple[int, ...], chance: Fraction) -> None:
        for throw, throw_chance in rules.THROW_CHANCES.items():
            now = tuple(sorted((*held, throw)))
            if rules.grants_another(throw) and len(now) < rules.MAX_THROWS:
                throw_on(now, chance * throw_chance)
            else:
                chances[now] = chances.get(now, Fraction(0)) + chance * throw_chance

    throw_on((), Fraction(1))
    return chances


def single_throws() -> dict[tuple[int, ...], Fraction]:
    """The single throws, with probabilities."""
    return {(throw,): chance for throw, chance in rules.THROW_CHANCES.items()}


@cache
def throw_laws() -> tuple[Law, Law]:
    """The laws of the throws: of groups, and of the single throw of a player with a piece in the water."""
    return _law(throw_groups()), _law(single_throws())._replace(chooses=False)


def _law(chances: Mapping[tuple[int, ...], Fraction]) -> Law:
    packed = np.array([packed_throws(throws) for throws in chances], np.int64)
    return Law(packed, np.array([float(chance) for chance in chances.values()]))


SQUARES = rules.SQUARES
MAX_PIECES = rules.MAX_PIECES


class Move(NamedTuple):
    """One throw played by one piece, forward, or backward if no piece can move forward."""

    throw: int
    start: int


@dataclass(frozen=True, slots=True)
class SenetPosition:
    """A board as one player sees it: ``mine`` and ``theirs`` are masks, with bit s for square s.

    >>> position = SenetPosition.of([1, 3], [2])
    >>> position.my_squares, position.swapped().my_squares, position.in_water
    ((1, 3), (2,), False)

    Raises:
        UsageError: if a mask has bits outside 1 to 30 or more than seven pieces, or both have one bit.
    """

    mine: int
    theirs: int

    def __post_init__(self) -> None:
        board = ((1 << SQUARES) - 1) << 1
        if (self.mine | self.theirs) & ~board:
            raise UsageError(f"a Senet board has squares 1 to {SQUARES} only")
        if self.mine & self.theirs:
            raise UsageError(
                f"square {_squares(self.mine & self.theirs)[0]} cannot hold a piece of each side"
            )
        if max(self.mine.bit_count(), self.theirs.bit_count()) > MAX_PIECES:
            raise UsageError(f"a side has at most {MAX_PIECES} pieces")

    @classmethod
    def start(cls, pieces: int = MAX_PIECES) -> SenetPosition:
        """The position before the first turn, as the first mover sees it.

        Raises:
            UsageError: if the number of pieces a side is not from 1 to 7.
        """
        return cls(*rules.starting_masks(number_of_pieces(pieces)))

    @classmethod
    def of(cls, mine: Iterable[int], theirs: Iterable[int]) -> SenetPosition:
        """The position with pieces on these squares.

        Raises:
            UsageError: if a square does not exist, is named twice, or a side has more than seven pieces.
        """
        return cls(_mask(mine), _mask(theirs))

    @classmethod
    def from_text(cls, text: str) -> SenetPosition:
        """Read what ``str`` writes: 30 characters for squares 1 to 30, ``x`` mine, ``o`` theirs, ``.`` empty.

        Raises:
            UsageError: if the text is anything else.
        """
        found = squares_in(text, SQUARES)
        if found is None:
            raise UsageError(f"a Senet position is {SQUARES} characters 'x', 'o' or '.', not {text[:40]!r}")
        return cls.of(*found)

    def __str__(self) -> str:
        return in_signs(self.my_squares, self.their_squares, SQUARES)

    @property
    def my_squares(self) -> tuple[int, ...]:
        """The squares that hold pieces of the player who sees the board, in rising order."""
        return _squares(self.mine)

    @property
    def their_squares(self) -> tuple[int, ...]:
        """The squares that hold pieces of the other player, in rising order."""
        return _squares(self.theirs)

    @property
    def in_water(self) -> bool:
        """Whether the player who sees the board has a piece in the water, and so throws only once."""
        return bool(self.mine >> rules.WATER & 1)

    @property
    def won(self) -> bool:
        """Whether the player who sees the board has borne off all their pieces."""
        return self.mine == 0

    def swapped(self) -> SenetPosition:
        """The same board seen by the other player."""
        return SenetPosition(self.theirs, self.mine)


class SenetAfterstate(NamedTuple):
    """A board that a turn can end in, as the player who moved sees it.

    ``moves`` is the lexicographically least list of (throw, start) pairs that leads to it; lost throws have
    no pair. ``hits`` is the number of enemy pieces hit by these moves.
    """

    position: SenetPosition
    moves: tuple[Move, ...]
    hits: int

    @property
    def result(self) -> int | None:
        """1 if the last piece of the player who moved is off the board, else None."""
        return 1 if self.position.won else None


class Step(NamedTuple):
    """A throw played by a piece: the square that it leaves, and the one it goes to, 0 for off the board."""

    start: int
    target: int
    throw: int
    hits: bool

    @property
    def forward(self) -> bool:
        """Whether the piece goes forward, perhaps off the board."""
        return self.target == 0 or self.target > self.start


class BoardInTurn(NamedTuple):
    """A board in the middle of a turn, with the throws left, in rising order."""

    mine: int
    theirs: int
    left: tuple[int, ...]

    def sources(self, throw: int) -> tuple[int, int]:
        """The squares from which a throw can be played forward, and if there are none, backward."""
        forward = int(rules.forward_sources(self.mine, self.theirs, throw))
        return forward, 0 if forward else int(rules.backward_sources(self.mine, self.theirs, throw))

    def can_play(self, start: int, throw: int) -> bool:
        """Whether the piece on a square can play a throw."""
        forward, backward = self.sources(throw)
        return bool((forward or backward) >> start & 1)

    def played(self, start: int, throw: int) -> tuple[Step, BoardInTurn]:
        """The step of the piece on a square that plays one of the throws left, and the board after it."""
        back = not self.sources(throw)[0]
        mine, theirs, hit = map(int, rules.moved(self.mine, self.theirs, 1 << start, throw, back))
        step = Step(start, square_won(self.mine, mine), throw, bool(hit))
        return step, BoardInTurn(mine, theirs, without(self.left, throw))


def without(throws: Sequence[int], throw: int) -> tuple[int, ...]:
    """The throws that are left when one has been played."""
    left = list(throws)
    left.remove(throw)
    return tuple(left)


def square_won(before: int, after: int) -> int:
    """The square in ``after`` that is not in ``before``; 0 if there is none."""
    return max((after & ~before).bit_length() - 1, 0)


def steps_of(position: SenetPosition, moves: Sequence[Move]) -> list[Step]:
    """The moves in their order, played from a position."""
    board = BoardInTurn(position.mine, position.theirs, tuple(move.throw for move in moves))
    steps = []
    for throw, start in moves:
        step, board = board.played(start, throw)
        steps.append(step)
    return steps


def notation(position: SenetPosition, moves: Sequence[Move]) -> str:
    """The notation of moves: ``9+3 9-1``, with plus for forward and minus for backward; ``-`` for none."""
    words = [f"{step.start}{'+' if step.forward else '-'}{step.throw}" for step in steps_of(position, moves)]
    return " ".join(words) or "-"


def afterstates(position: SenetPosition, throws: Sequence[int]) -> list[SenetAfterstate]:
    """Every distinct board that playing these throws can end in, sorted by moves; at least one.

    Args:
        position: the position as the player to move sees it; none of their pieces may be in the water.
        throws: one to four throws of 1 to 5 squares, in any order.

    Raises:
        UsageError: if the throws are impossible, the game is over, or a piece of the player is in the water.
    """
    packed = packed_throws(throws)
    if position.won or not position.theirs:
        raise UsageError("the game is over: one side has no piece left")
    if position.in_water:
        raise UsageError("a player with a piece in the water has nothing to choose: use rescued()")
    work = _workspace()
    count = turns.end_boards(position.mine, position.theirs, packed, work)
    return [
        SenetAfterstate(SenetPosition(mine, theirs), unpacked_moves(moves), hits)
        for mine, theirs, moves, hits in work.boards[: turns.REST, :count].T.tolist()
    ]


def rescued(position: SenetPosition, throw: int) -> SenetPosition:
    """The board after the single throw of a player who has a piece in the water.

    Raises:
        UsageError: if no piece of theirs is in the water, or the throw is impossible.
    """
    packed_throws([throw])
    if not position.in_water:
        raise UsageError("no piece of the player to move is in the water")
    return SenetPosition(int(rules.rescued(position.mine, position.theirs, throw)), position.theirs)


#: The move of each byte.
_UNPACKED = [Move(byte >> turns.THROW_SHIFT, byte & turns.START_MASK) for byte in range(256)]


def unpacked_moves(moves: int) -> tuple[Move, ...]:
    """The moves that the compiled rules pack into four bytes."""
    return tuple([_UNPACKED[move] for move in moves.to_bytes(4, "big") if move])


def packed_moves(moves: Sequence[Move]) -> int:
    """Moves as the compiled rules pack them."""
    packed = 0
    for index, move in enumerate(moves):
        byte = move.throw << turns.THROW_SHIFT | move.start
        packed |= byte << turns.FIRST_MOVE_SHIFT - turns.MOVE_BITS * index
    return packed


def number_of_pieces(pieces: Any) -> int:
    """The number of pieces a side that Senet can be played with.

    Raises:
        UsageError: if it is not a whole number from 1 to 7.
    """
    return whole_number("the number of pieces a side in Senet", pieces, 1, MAX_PIECES)


def _mask(squares: Iterable[int]) -> int:
    mask = 0
    for square in squares:
        if not 1 <= square <= SQUARES:
            raise UsageError(f"there is no square {square}: Senet's squares are numbered 1 to {SQUARES}")
        if mask >> square & 1:
            raise UsageError(f"square {square} is named twice: a square holds one piece")
        mask |= 1 << square
    return mask


def _squares(mask: int) -> tuple[int, ...]:
    return tuple(square for square in range(1, SQUARES + 1) if mask >> square & 1)


@kept_per_thread()
def _workspace() -> turns.Workspace:
    return turns.new_workspace()
