"""The base class of board games in plain Python, of which only the moves and the end are left to write.

Both players see the same board, whose squares are numbered from 1. A position says on which squares the
pieces of each stand. Texts, drawings and the other player's view follow from that.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Sequence
from typing import NamedTuple

from senet_gp.errors import UsageError
from senet_gp.games.plain_small import PlainSmallGame


class Pieces(NamedTuple):
    """A position of a board game in plain Python: the squares of the pieces of either player.

    >>> Pieces(frozenset({1}), frozenset()).both
    frozenset({1})

    Attributes:
        mine: the squares of the player who sees the position.
        theirs: the squares of the other player.
    """

    mine: frozenset[int]
    theirs: frozenset[int]

    @property
    def both(self) -> frozenset[int]:
        """The squares that are not empty."""
        return self.mine | self.theirs

    def moved(self, start: int, target: int) -> Pieces:
        """The position after a piece of mine has gone to a square, where it takes a piece of theirs.

        Args:
            start: the square that it leaves; 0 if it is placed.
            target: the square that it goes to.

        >>> Pieces(frozenset({1}), frozenset({2})).moved(1, 2)
        Pieces(mine=frozenset({2}), theirs=frozenset())
        """
        return Pieces(self.mine - {start} | {target}, self.theirs - {target})


class PlainBoardGame(PlainSmallGame):
    """A board game without chance, with one kind of piece, in plain Python.

    A game brings its ``geometry``, which has squares 1, 2 and so on without a gap, and ``moves``, ``result``
    and :meth:`most_pieces`; ``starts`` if it does not begin with an empty board.
    """

    one_side_a_square = True

    @abstractmethod
    def most_pieces(self) -> int:
        """The largest number of pieces that a player has on the board."""

    def starts(self) -> Sequence[Pieces]:
        """The empty board."""
        return [Pieces(frozenset(), frozenset())]

    def text(self, position: Pieces) -> str:
        """A position square by square: ``x`` mine, ``o`` theirs, ``.`` empty."""
        mine, theirs = position
        squares = range(1, len(self.geometry.places) + 1)
        return "".join("x" if n in mine else "o" if n in theirs else "." for n in squares)

    def position_from(self, text: str) -> Pieces:
        """The position of such a text.

        Raises:
            UsageError: if it is not a position.
        """
        size, most = len(self.geometry.places), self.most_pieces()
        if len(text) != size or set(text) - set("xo.") or max(text.count("x"), text.count("o")) > most:
            raise UsageError(
                f"a position of {self.name} is {size} characters 'x', 'o' or '.', at most {most} of them x "
                f"and {most} o, not {text[:40]!r}"
            )
        mine, theirs = (frozenset(n for n, sign in enumerate(text, 1) if sign == side) for side in "xo")
        return Pieces(mine, theirs)

    def mapped(self, position: Pieces, symmetry: Sequence[int]) -> Pieces:
        """The position that one of the :meth:`symmetries` makes of this one."""
        mine, theirs = (frozenset(symmetry[square - 1] for square in side) for side in position)
        return Pieces(mine, theirs)
