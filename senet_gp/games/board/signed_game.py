"""Small games whose positions are written square by square."""

from __future__ import annotations

from abc import abstractmethod

from senet_gp.errors import UsageError
from senet_gp.games.board.game import BoardGame
from senet_gp.games.board.position import Position
from senet_gp.games.board.squares import mask_of


class SignedBoardGame(BoardGame):
    """A game whose positions are written square by square: ``x`` mine, ``o`` theirs, ``.`` empty."""

    @abstractmethod
    def refusal(self, position: Position) -> str | None:
        """Why a position is impossible, as the end of a sentence; None if it is possible."""

    def text(self, position: Position) -> str:
        """A position as the signs of its squares, from square 1 on, as the player to move sees it."""
        return "".join(
            "x" if position.mine >> square & 1 else "o" if position.theirs >> square & 1 else "."
            for square in range(1, self.squares + 1)
        )

    def position_from(self, text: str) -> Position:
        """The position that a text of :meth:`text` stands for.

        Raises:
            UsageError: if it stands for none; one sentence that says why.
        """
        if len(text) != self.squares or set(text) - set("xo."):
            raise UsageError(
                f"a position of {self.name} is {self.squares} characters 'x', 'o' or '.', not {text[:40]!r}"
            )
        position = Position(
            *(mask_of(square for square, sign in enumerate(text, 1) if sign == side) for side in "xo")
        )
        reason = self.refusal(position)
        if reason:
            raise UsageError(f"{text!r} is not a position of {self.name}: {reason}")
        return position
