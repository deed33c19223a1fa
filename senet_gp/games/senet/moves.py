"""Positions of Senet, and the moves that lead from one to the next.

Everything here calls the compiled rules in :mod:`senet_gp.games.senet.rules` and
:mod:`senet_gp.games.senet.turns`, which are the only implementation; this module adds checks, names and text.
docs/rules.md describes the rules.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from senet_gp.games.senet import rules, turns
from senet_gp.games.senet.throws import packed_throws
from senet_gp.runtime.checks import whole_number
from senet_gp.runtime.compiled import kept_per_thread
from senet_gp.runtime.errors import UsageError

SQUARES = rules.SQUARES
MAX_PIECES = rules.MAX_PIECES


class Move(NamedTuple):
    """One throw played by one piece, forward, or backward if no piece can move forward."""

    throw: int
    start: int


@dataclass(frozen=True, slots=True)
class Position:
    """A board as one player sees it: ``mine`` and ``theirs`` are masks, with bit s for square s.

    >>> position = Position.of([1, 3], [2])
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
    def start(cls, pieces: int = MAX_PIECES) -> Position:
        """The position before the first turn, as the first mover sees it.

        Raises:
            UsageError: if the number of pieces a side is not from 1 to 7.
        """
        return cls(*rules.starting_masks(number_of_pieces(pieces)))

    @classmethod
    def of(cls, mine: Iterable[int], theirs: Iterable[int]) -> Position:
        """The position with pieces on these squares.

        Raises:
            UsageError: if a square does not exist, is named twice, or a side has more than seven pieces.
        """
        return cls(_mask(mine), _mask(theirs))

    @classmethod
    def from_text(cls, text: str) -> Position:
        """Read what ``str`` writes: 30 characters for squares 1 to 30, ``x`` mine, ``o`` theirs, ``.`` empty.

        Raises:
            UsageError: if the text is anything else.
        """
        if len(text) != SQUARES or set(text) - set("xo."):
            raise UsageError(f"a Senet position is {SQUARES} characters 'x', 'o' or '.', not {text[:40]!r}")
        return cls.of(
            [square for square, piece in enumerate(text, 1) if piece == "x"],
            [square for square, piece in enumerate(text, 1) if piece == "o"],
        )

    def __str__(self) -> str:
        return "".join(
            "x" if self.mine >> square & 1 else "o" if self.theirs >> square & 1 else "."
            for square in range(1, SQUARES + 1)
        )

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

    def swapped(self) -> Position:
        """The same board seen by the other player."""
        return Position(self.theirs, self.mine)


class Afterstate(NamedTuple):
    """A board that a turn can end in, as the player who moved sees it.

    ``moves`` is the lexicographically least list of (throw, start) pairs that leads to it; lost throws have
    no pair. ``hits`` is the number of enemy pieces hit by these moves.
    """

    position: Position
    moves: tuple[Move, ...]
    hits: int


def afterstates(position: Position, throws: Sequence[int]) -> list[Afterstate]:
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
        Afterstate(Position(mine, theirs), unpacked_moves(moves), hits)
        for mine, theirs, moves, hits in work.boards[: turns.REST, :count].T.tolist()
    ]


def rescued(position: Position, throw: int) -> Position:
    """The board after the single throw of a player who has a piece in the water.

    Raises:
        UsageError: if no piece of theirs is in the water, or the throw is impossible.
    """
    packed_throws([throw])
    if not position.in_water:
        raise UsageError("no piece of the player to move is in the water")
    return Position(int(rules.rescued(position.mine, position.theirs, throw)), position.theirs)


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
