"""A small game whose moves are kept in mind, for those who come to the same positions again and again."""

from __future__ import annotations

from functools import lru_cache

from senet_gp.games.board.game import BoardGame, Decision, Position

#: So many positions are kept in mind.
_POSITIONS = 1 << 15


class Rulebook:
    """What can be played where.

    Attributes:
        game: the game.
    """

    def __init__(self, game: BoardGame) -> None:
        self.game = game
        self._candidates = lru_cache(_POSITIONS)(game.afterstates)
        self.swapped = lru_cache(_POSITIONS)(game.swapped)

    def decision(self, seat: int, position: Position) -> Decision:
        """What the player of a seat is asked in a position."""
        return Decision(self.game, seat, position, self._candidates(position))
