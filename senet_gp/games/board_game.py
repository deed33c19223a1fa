"""What the small games have in common: two sides that move in turn on one board, without chance.

A game with its parameters is a value, an instance of a :class:`BoardGame`; a :class:`Position` is a board
seen by the player to move. How a game is played through is not the business of this layer.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar


@dataclass(frozen=True, slots=True)
class Position:
    """A board, seen by one of the two players: by the player to move, if nothing else is said.

    Attributes:
        mine: the squares of my pieces as a bit mask, bit n for square n, squares counting from 1.
        theirs: those of their pieces.
        extra: what the squares do not show, packed as the game's module says; 0 where there is nothing.
    """

    mine: int
    theirs: int
    extra: int = 0


@dataclass(frozen=True, slots=True)
class Candidate:
    """A move that can be made, and the board it leads to.

    Attributes:
        position: the board after the move, still seen by the player who made it (the afterstate).
        start: the square that the piece came from; 0 where pieces are placed.
        target: the square that it went to, or was placed on.
        result: 1 if the mover has won by it, -1 if he has lost by it, 0 if the game is drawn, None if it goes on.
    """

    position: Position
    start: int
    target: int
    result: int | None


class BoardGame(ABC):
    """The rules of a game with their parameters, which are the fields of a frozen dataclass.

    Attributes:
        name: the game's name on the command line.
        signs: the signs of the first mover and the other in texts and drawings, as (x, o).
    """

    name: ClassVar[str]
    signs: ClassVar[tuple[str, str]] = ("x", "o")

    @property
    @abstractmethod
    def squares(self) -> int:
        """How many squares the board has, numbered from 1."""

    @property
    @abstractmethod
    def most_candidates(self) -> int:
        """No position has more candidates than this."""

    @property
    @abstractmethod
    def most_plies(self) -> int:
        """After so many moves of both sides together a game that has not ended is drawn."""

    @abstractmethod
    def starts(self) -> Sequence[Position]:
        """The positions that a game can start from, all equally likely."""

    @abstractmethod
    def candidates(self, position: Position) -> list[Candidate]:
        """The moves of the player to move, in a fixed order; never none while the game goes on."""

    @abstractmethod
    def turned(self, position: Position) -> Position:
        """The same board seen by the other player."""

    @abstractmethod
    def notation(self, candidate: Candidate) -> str:
        """A move as it is written and read, in the numbering that the game's source uses."""

    @abstractmethod
    def drawing(self, position: Position, mine: str, theirs: str, empty: str) -> str:
        """The board as it lies on the table, seen always from the first mover's place.

        Args:
            position: the board.
            mine: the sign of the pieces of the player whose view ``position`` is.
            theirs: that of the others'.
            empty: that of an empty square.
        """

    @abstractmethod
    def text(self, position: Position) -> str:
        """A position as one short line without blanks, from which :meth:`position_from` reads it back."""

    @abstractmethod
    def position_from(self, text: str) -> Position:
        """The position that a text of :meth:`text` stands for.

        Raises:
            UsageError: if it stands for none; one sentence that says why.
        """

    @abstractmethod
    def symmetries(self) -> list[tuple[int, ...]]:
        """The permutations of squares that leave the rules unchanged, the identity first.

        Each as a tuple whose element n - 1 is the square that square n goes to.
        """
