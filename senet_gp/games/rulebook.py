"""A small game with a cache of its moves, for callers that visit the same positions repeatedly."""

from __future__ import annotations

from functools import lru_cache

from senet_gp.games.protocol import Decision
from senet_gp.games.small import Position, SmallGame

#: The number of positions in the cache.
_POSITIONS = 1 << 15


class Rulebook:
    """The decisions of a game, with a cache.

    Attributes:
        game: the game.
    """

    def __init__(self, game: SmallGame) -> None:
        self.game = game
        self._afterstates = lru_cache(_POSITIONS)(game.afterstates)
        self.swapped = lru_cache(_POSITIONS)(game.swapped)

    def decision(self, seat: int, position: Position) -> Decision:
        """The decision of the player of a seat in a position."""
        return self.game.decision_among(position, seat, self._afterstates(position))
