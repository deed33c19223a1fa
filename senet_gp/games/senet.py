"""Senet as objects: positions, moves and the boards that a turn can end in.

Everything here asks the compiled rules in :mod:`senet_gp.games.senet_rules`, which are *the* rules; this
module adds checks, names and text. The rules themselves are told in docs/rules.md.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cache
from typing import NamedTuple

from senet_gp.errors import UsageError
from senet_gp.games import senet_rules as rules
from senet_gp.streams import Streams

NAME = "senet"
SQUARES = rules.SQUARES
MOST_PIECES = rules.MOST_PIECES
TURN_LIMIT = rules.TURN_LIMIT
#: Probability of each throw, in squares to move (four two-sided sticks).
THROW_PROBABILITIES = {1: 4 / 16, 2: 6 / 16, 3: 4 / 16, 4: 1 / 16, 5: 1 / 16}


@dataclass(frozen=True, slots=True)
class Rules:
    """What may be chosen about the rules.

    Attributes:
        pieces: pieces a side, 1 to 7.

    Raises:
        UsageError: if the number of pieces is not from 1 to 7.
    """

    pieces: int = MOST_PIECES

    def __post_init__(self) -> None:
        if type(self.pieces) is not int or not 1 <= self.pieces <= MOST_PIECES:
            raise UsageError(f"Senet is played with 1 to {MOST_PIECES} pieces a side, not {self.pieces}")


class Move(NamedTuple):
    """One throw played by one piece; ``str`` gives ``start+throw``."""

    throw: int
    start: int

    def __str__(self) -> str:
        return f"{self.start}+{self.throw}"


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


@dataclass(frozen=True, slots=True)
class Position:
    """A board seen by one player: ``mine`` and ``theirs`` are masks, bit s standing for square s.

    Raises:
        UsageError: if a mask has bits outside 1 to 30, more than seven pieces, or a square is held twice.
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
        if max(self.mine.bit_count(), self.theirs.bit_count()) > MOST_PIECES:
            raise UsageError(f"a side has at most {MOST_PIECES} pieces")

    @classmethod
    def start(cls, pieces: int = MOST_PIECES) -> Position:
        """The position before the first turn, seen by the player who moves first.

        Raises:
            UsageError: if the number of pieces a side is not from 1 to 7.
        """
        return cls(*rules.starting_masks(Rules(pieces).pieces))

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
        """Whether the player who sees the board has a piece in the water, so that he only throws once."""
        return bool(self.mine >> rules.WATER & 1)

    @property
    def won(self) -> bool:
        """Whether the player who sees the board has borne off all his pieces."""
        return self.mine == 0

    def turned(self) -> Position:
        """The same board seen by the other player."""
        return Position(self.theirs, self.mine)

    def drawing(self, mine: str = "x", theirs: str = "o") -> str:
        """The board as it lies on the table: 10 to 1, below it 11 to 20, below that 30 to 21."""
        text = str(self).replace("x", "\0").replace("o", theirs).replace("\0", mine)
        return "\n".join(" ".join(row) for row in (text[9::-1], text[10:20], text[:19:-1]))


class Candidate(NamedTuple):
    """A board that a turn can end in, still seen by the player who moved.

    ``moves`` is the lexicographically least list of (throw, start) pairs that leads to it; throws that
    were lost leave no pair. ``hits`` counts the enemy pieces hit by these moves.
    """

    position: Position
    moves: tuple[Move, ...]
    hits: int


def unpacked_moves(moves: int) -> tuple[Move, ...]:
    """The moves that the compiled rules pack into four bytes."""
    packed = (moves >> 24 & 255, moves >> 16 & 255, moves >> 8 & 255, moves & 255)
    return tuple(Move(move >> rules.THROW_SHIFT, move & rules.START_MASK) for move in packed if move)


def packed_throws(throws: Sequence[int]) -> int:
    """A multiset of throws as the compiled rules take it.

    Raises:
        UsageError: if there is none, more than four, or one that the sticks cannot show.
    """
    if not 1 <= len(throws) <= rules.MOST_THROWS:
        raise UsageError(f"1 to {rules.MOST_THROWS} throws are played together, not {len(throws)}")
    for throw in throws:
        if throw not in THROW_PROBABILITIES:
            raise UsageError(f"the sticks never show {throw}: throws are 1 to 5")
    return sum(1 << 3 * (throw - 1) for throw in throws)


def unpacked_throws(throws: int) -> tuple[int, ...]:
    """The throws of a packed multiset, in rising order."""
    return tuple(throw for throw in range(1, 6) for _ in range(throws >> 3 * (throw - 1) & 7))


@cache
def _workspace() -> rules.Workspace:
    return rules.new_workspace()


def candidates(position: Position, throws: Sequence[int]) -> list[Candidate]:
    """Every distinct board that playing these throws can end in, sorted by moves; never empty.

    Args:
        position: the board, seen by the player to move, none of whose pieces is in the water.
        throws: one to four throws of 1 to 5 squares, in any order.

    Raises:
        UsageError: if the throws are impossible, the game is over, or a piece of his is in the water.
    """
    packed = packed_throws(throws)
    if position.won or not position.theirs:
        raise UsageError("the game is over: one side has no piece left")
    if position.in_water:
        raise UsageError("a player with a piece in the water has nothing to choose: use rescued()")
    work = _workspace()
    count = rules.end_boards(position.mine, position.theirs, packed, work)
    return [
        Candidate(Position(mine, theirs), unpacked_moves(moves), hits)
        for mine, theirs, moves, hits in work.boards[0, : rules.REST, :count].T.tolist()
    ]


def rescued(position: Position, throw: int) -> Position:
    """The board after the single throw of a player who has a piece in the water.

    Raises:
        UsageError: if he has none there, or the throw is impossible.
    """
    packed_throws([throw])
    if not position.in_water:
        raise UsageError("no piece of the player to move is in the water")
    return Position(int(rules.rescued(position.mine, position.theirs, throw)), position.theirs)


def throw_group(streams: Streams) -> tuple[tuple[int, ...], bool]:
    """The throws that are played together next, in rising order, and whether he throws on after them."""
    throws, again = rules.throw_group(streams)
    return unpacked_throws(throws), bool(again)


def throw_once(streams: Streams) -> int:
    """A single throw, as made by a player with a piece in the water."""
    return int(rules.throw_sticks(streams))
