"""Perfect play in any small game."""

from __future__ import annotations

from collections.abc import Sequence

from senet_gp.games.board.game import BoardGame
from senet_gp.games.board.position import Afterstate, Position
from senet_gp.games.solving.alpha_beta import AlphaBeta
from senet_gp.games.solving.retrograde import AllValues


class PerfectPlay:
    """Rates moves by their results if both players play perfectly afterwards.

    A cyclic game is solved completely at the first call; in other games only what is needed is searched, so
    they may be large. Results are cached.

    Attributes:
        game: the game.
    """

    def __init__(self, game: BoardGame) -> None:
        self.game = game
        self._solver = AllValues(game) if game.cyclic else AlphaBeta(game)

    def value(self, position: Position) -> int:
        """The result for the player to move: 1 a win, 0 a draw, -1 a loss; the game must not be over.

        Raises:
            KeyboardInterrupt: if the user interrupts the program.
        """
        return self._solver.value(position)

    def ratings(self, afterstates: Sequence[Afterstate]) -> list[int]:
        """The result of each move for the player who makes it."""
        return [
            -self.value(self.game.swapped(afterstate.position))
            if afterstate.result is None
            else afterstate.result
            for afterstate in afterstates
        ]
