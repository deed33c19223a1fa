"""The base class of games in which pieces are placed in turn and a line wins: tic-tac-toe and trilobite."""

from __future__ import annotations

from senet_gp.games.board import lines
from senet_gp.games.board.game import SignedBoardGame
from senet_gp.games.board.position import Afterstate, Position


class PlacingGame(SignedBoardGame):
    """A game in which the players place one piece each in turn, and the first to complete a line wins.

    A move is written as the square that the piece is placed on.
    """

    rules_module = "senet_gp.games.board.lines"

    def starts(self) -> list[Position]:
        """The empty board."""
        return [Position(0, 0)]

    def notation(self, afterstate: Afterstate, seat: int) -> str:  # noqa: ARG002 - all see the same board
        """The square."""
        return self.geometry.label(afterstate.target)

    def refusal(self, position: Position) -> str | None:
        """The players move in turn, so they have equally many pieces, or one has one more."""
        if abs(position.mine.bit_count() - position.theirs.bit_count()) > 1:
            return "one side has placed two pieces more than the other, but they move in turn"
        return None

    def cannot_move(self, position: Position) -> str | None:
        """A line is complete, or the board is full."""
        if any(lines.has_line(side, self.numbers) for side in (position.mine, position.theirs)):
            return "a line is complete, so the game is over"
        if position.mine.bit_count() + position.theirs.bit_count() == self.squares:
            return "the board is full, so the game is over"
        return None

    def position_as_written(self, text: str) -> Position:
        """The position as the player to move sees it; x in the text may be this player or the first mover.

        The text is unambiguous: a player with more pieces has just moved.

        Raises:
            UsageError: if the text is not a position; the message is one sentence that says why.
        """
        position = self.position_from(text)
        if position.mine.bit_count() > position.theirs.bit_count():
            return self.swapped(position)
        return position
