"""Solving single positions of games that cannot repeat, on demand."""

from __future__ import annotations

from senet_gp import interruption
from senet_gp.games.board.game import BoardGame
from senet_gp.games.board.position import Position
from senet_gp.games.solving.alpha_beta_search import LOSS, WIN, advance, begin, bounds, new_line, new_table

_SLICE = 1 << 20  # steps between two checks for an interruption


class AlphaBeta:
    """Finds the values of positions under perfect play, and caches what it finds.

    Attributes:
        game: the game; it must not be cyclic.
    """

    def __init__(self, game: BoardGame) -> None:
        self.game = game
        self._line = new_line(game.most_plies + 1, game.max_afterstates)
        self._table = new_table()

    def value(self, position: Position) -> int:
        """The result for the player to move if both play perfectly: 1, 0 or -1; the game must not be over.

        Raises:
            KeyboardInterrupt: if the user interrupts the program.
        """
        lower, upper = bounds(self._table, position.mine, position.theirs)
        if lower == upper:
            return lower
        self._line.ply[0] = 0
        begin(self.game.compiled_rules, self._line, 0, position.mine, position.theirs, LOSS, WIN)
        while not advance(self.game.compiled_rules, self._table, self._line, _SLICE):
            interruption.check()
        return int(self._line.best[0])
