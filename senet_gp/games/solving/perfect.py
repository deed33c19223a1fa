"""Perfect play in any small game; in those that cannot repeat, single positions are solved on demand."""

from __future__ import annotations

from collections.abc import Sequence
from typing import cast

from senet_gp.games.board.game import BoardGame
from senet_gp.games.small import Afterstate, Position, SmallGame
from senet_gp.games.solving.alpha_beta_search import LOSS, WIN, advance, begin, bounds, new_line, new_table
from senet_gp.games.solving.retrograde import AllValues, has_at_most
from senet_gp.runtime import interruption

_SLICE = 1 << 20  # steps between two checks for an interruption
#: A game without kernels is solved within seconds if it has at most this many positions.
_MAX_POSITIONS = 20_000


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


def solved_soon(game: SmallGame, squares: int) -> bool:
    """Whether a game is solved within seconds: on at most so many squares, or with few positions to list.

    Args:
        game: the game.
        squares: the bound for games with kernels.
    """
    return len(game.geometry.places) <= squares if game.family else has_at_most(game, _MAX_POSITIONS)


class PerfectPlay:
    """Rates moves by their results if both players play perfectly afterwards.

    A game that is cyclic or has no kernels is solved completely at the first call; in other games only what
    is needed is searched, so they may be large. Results are cached.

    Attributes:
        game: the game.
    """

    def __init__(self, game: SmallGame) -> None:
        self.game = game
        self._all = AllValues(game) if game.cyclic or not game.family else None
        self._solver = self._all or AlphaBeta(cast("BoardGame", game))

    def value(self, position: Position) -> int:
        """The result for the player to move: 1 a win, 0 a draw, -1 a loss; the game must not be over.

        Raises:
            KeyboardInterrupt: if the user interrupts the program.
        """
        return self._solver.value(position)

    def best(self, position: Position, afterstates: Sequence[Afterstate]) -> int:
        """The index of the first of the best moves.

        In a game that is solved completely the best moves are those that win soonest, or lose latest: where
        positions can be repeated, a player that takes any winning move may never win.
        """
        if self._all is None:
            ratings = self.ratings(afterstates)
        else:
            ratings = [value.rank for value in self._all.values_of_moves(position, afterstates)]
        return ratings.index(max(ratings))

    def ratings(self, afterstates: Sequence[Afterstate]) -> list[int]:
        """The result of each move for the player who makes it."""
        return [
            -self.value(self.game.swapped(afterstate.position))
            if afterstate.result is None
            else afterstate.result
            for afterstate in afterstates
        ]
