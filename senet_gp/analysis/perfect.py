"""Chances from perfect play: what each position of a small game is worth, and how soon it ends."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from senet_gp.analysis.chances import Effort, Ranking
from senet_gp.games.board.afterstates import MAX_SQUARES
from senet_gp.games.protocol import Decision, Game
from senet_gp.games.small import SmallGame, if_solvable
from senet_gp.games.solving.perfect import solved_soon
from senet_gp.games.solving.retrograde import AllValues
from senet_gp.quoting import brief

#: Small games with cycles are always solved; others only if they have at most this many squares.
_MAX_SQUARES_SOLVED = 16


class PerfectChances:
    """Knows the result of every position of a small game under perfect play of both sides.

    >>> from senet_gp.games.small import small_game
    >>> source = PerfectChances(small_game("hexapawn"))
    >>> source.points(source.game.starts(), key=1, games=100).tolist()
    [[0.0]]

    Attributes:
        game: the game; it must be small enough for all its positions to be known.
    """

    name = "perfect play"
    means = "under perfect play of both sides"
    exact = True

    def __init__(self, game: SmallGame) -> None:
        self.game = game
        self._values = AllValues(game)

    def __repr__(self) -> str:
        return brief(self, self.game)

    @classmethod
    def if_soon(cls, game: Game) -> PerfectChances | None:
        """Perfect play of the game, if it is solved within seconds, else None."""
        small = if_solvable(game)
        if small is None or not solved_soon(small, MAX_SQUARES if small.cyclic else _MAX_SQUARES_SOLVED):
            return None
        return cls(small)

    def points(self, positions: Sequence[Any], key: int, games: int) -> NDArray[np.float64]:  # noqa: ARG002
        """The points of the player to move, (positions, 1) float64: 1, ½ or 0."""
        return np.array([[(1 + self._values.value(position)) / 2] for position in positions])

    def ranked(self, decision: Decision, key: int, effort: Effort) -> Ranking:  # noqa: ARG002
        """All afterstates, the best first: quick wins before slow ones, slow losses before quick ones."""
        found = self._values.values_of_moves(decision.position, decision.afterstates)
        best_first = sorted(range(len(found)), key=lambda index: -found[index].rank)
        return Ranking(tuple(best_first), frozenset(best_first[:1]))

    def preferred(self, decision: Decision, key: int) -> int:  # noqa: ARG002
        """The index of the first of the best afterstates."""
        found = self._values.values_of_moves(decision.position, decision.afterstates)
        return max(range(len(found)), key=lambda index: found[index].rank)

    def words(self, decision: Decision) -> list[str]:
        """For each afterstate its result and how many moves it is away, such as ``wins in 3 moves``."""
        found = self._values.values_of_moves(decision.position, decision.afterstates)
        return [_ENDS[value.result].format(_moves(value.plies)) for value in found]


_ENDS = {1: "wins in {}", 0: "draws", -1: "loses in {}"}


def _moves(plies: int) -> str:
    """A number of plies in words."""
    return "1 move" if plies == 1 else f"{plies} moves"
