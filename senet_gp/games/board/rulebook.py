"""A small game with a cache of its decisions, for callers that visit the same positions repeatedly."""

from __future__ import annotations

from functools import lru_cache

from senet_gp.games.board.game import BoardGame, Decision
from senet_gp.games.board.position import Position

#: The number of positions in the cache.
_POSITIONS = 1 << 15


class Rulebook:
    """The decisions of a game, with a cache.

    Attributes:
        game: the game.
    """

    def __init__(self, game: BoardGame) -> None:
        self.game = game
        self._candidates = lru_cache(_POSITIONS)(game.afterstates)
        self.swapped = lru_cache(_POSITIONS)(game.swapped)

    def decision(self, seat: int, position: Position) -> Decision:
        """The decision of the player of a seat in a position."""
        return Decision(self.game, seat, position, self._candidates(position))
