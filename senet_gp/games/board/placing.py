"""What games have in common in which pieces are placed in turn and lines win: tic-tac-toe and trilobite."""

from __future__ import annotations

from senet_gp.games.board import lines
from senet_gp.games.board.game import BoardGame, Position


def placing_ended(position: Position, game: BoardGame) -> str | None:
    """Why a game in which pieces are placed and lines win is over at a board; None if it goes on."""
    if any(lines.has_line(side, game.numbers) for side in (position.mine, position.theirs)):
        return "a line is complete, so the game is over"
    if position.mine.bit_count() + position.theirs.bit_count() == game.squares:
        return "the board is full, so the game is over"
    return None


def with_mover_first(position: Position, game: BoardGame) -> Position:
    """A board of a game in which pieces are placed in turn, as the player to move sees it.

    Whoever has placed a piece more than the other has just moved. So it does not matter whether ``position``
    is seen by the player to move or by who moves first in the game, though these may see different boards.
    """
    if position.mine.bit_count() > position.theirs.bit_count():
        return game.turned(position)
    return position


def turn_refusal(position: Position) -> str | None:
    """Why sides that place pieces in turn cannot have as many as here; None if they can."""
    if abs(position.mine.bit_count() - position.theirs.bit_count()) > 1:
        return "one side has placed two pieces more than the other, but they move in turn"
    return None
