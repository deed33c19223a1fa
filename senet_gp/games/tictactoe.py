"""Tic-tac-toe: crosses and noughts in turn on nine squares, 1 to 9 row by row; three in a line win."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

from senet_gp.games import line_rules
from senet_gp.games.afterstates import Parameters
from senet_gp.games.board_game import BoardGame, Candidate, Position, SignedBoardGame, grid, grid_symmetries
from senet_gp.games.board_rules import LINES

_SIZE = 3


@dataclass(frozen=True)
class TicTacToe(SignedBoardGame):
    """Tic-tac-toe; crosses begin. A move is written as its square."""

    name = "tictactoe"
    title = "Tic-tac-toe"
    rows = grid(_SIZE, _SIZE)
    most_candidates = _SIZE * _SIZE
    most_plies = _SIZE * _SIZE

    @cached_property
    def parameters(self) -> Parameters:
        """The game as the kernels know it."""
        return line_rules.parameters(LINES, _SIZE, _SIZE, _SIZE, gravity=False)

    def starts(self) -> list[Position]:
        """The empty board."""
        return [Position(0, 0)]

    def notation(self, candidate: Candidate, seat: int) -> str:  # noqa: ARG002 - all see the same board
        """The square."""
        return self.label(candidate.target)

    def refusal(self, position: Position) -> str | None:
        """Players move in turn, so they have equally many pieces, or one has one more."""
        return turn_refusal(position)

    def cannot_move(self, position: Position) -> str | None:
        """The game is over, or it is the other's turn."""
        return placing_ended(position, self)

    def symmetries(self) -> list[tuple[int, ...]]:
        """The eight of the square."""
        return grid_symmetries(_SIZE, _SIZE, mirror=True, turn=True)


def placing_ended(position: Position, game: BoardGame) -> str | None:
    """Why the player who sees the board of a game in which lines win cannot place a piece; None if he can."""
    if any(line_rules.has_line(side, game.parameters) for side in (position.mine, position.theirs)):
        return "a line is complete, so the game is over"
    if position.mine.bit_count() + position.theirs.bit_count() == game.squares:
        return "the board is full, so the game is over"
    if position.mine.bit_count() > position.theirs.bit_count():
        return "x has placed a piece more than o, so it is o's turn"
    return None


def turn_refusal(position: Position) -> str | None:
    """Why sides that place pieces in turn cannot have as many as here; None if they can."""
    if abs(position.mine.bit_count() - position.theirs.bit_count()) > 1:
        return "one side has placed two pieces more than the other, but they move in turn"
    return None
