"""Exact chances: of a small game under perfect play, and how soon it ends; of others by a table of chances.

Such a table is of a game whose results depend on throws as well.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Protocol, runtime_checkable

import numpy as np
from numpy.typing import NDArray

from senet_gp.analysis.chances import Effort, Ranking, chances_after
from senet_gp.games.board.afterstates import MAX_SQUARES
from senet_gp.games.protocol import Decision, Game
from senet_gp.games.small import SmallGame, if_solvable
from senet_gp.games.solving.perfect import solved_soon
from senet_gp.games.solving.retrograde import AllValues
from senet_gp.quoting import brief

_CERTAIN = {1: "wins", 0: "draws", -1: "loses"}
#: Small games with cycles are always solved; others only if they have at most this many squares.
_MAX_SQUARES_SOLVED = 16
_ENDS = {1: "wins in {}", 0: "draws", -1: "loses in {}"}


@runtime_checkable
class KnowsChances(Protocol):
    """A player that knows the chances of all positions under perfect play."""

    @property
    def name(self) -> str:
        """The player as it is written on the command line."""

    def chances_to_move(self, positions: Sequence[Any]) -> NDArray[np.float64]:
        """The chances of the player to move, before a throw, (positions,) float64."""


@dataclass(frozen=True)
class KnownChances:
    """Knows the chance of winning in every position, if both sides play perfectly.

    >>> from senet_gp.players.parsing import player_from_text
    >>> from senet_gp.games.registry import game_of
    >>> game = game_of("senet", {"pieces": 1})
    >>> source = KnownChances(player_from_text("minimax", game), game)
    >>> source.points(game.starts(), key=1, games=100).round(3).tolist()
    [[0.537]]

    Attributes:
        player: the player who knows them.
        game: the game, with its parameters.
    """

    player: KnowsChances
    game: Game

    name = "perfect play"
    means = "under perfect play of both sides"
    exact = True

    def points(self, positions: Sequence[Any], key: int, games: int) -> NDArray[np.float64]:  # noqa: ARG002
        """The chances of the player to move, (positions, 1) float64."""
        return self.player.chances_to_move(positions)[:, np.newaxis]

    def ranked(self, decision: Decision, key: int, effort: Effort) -> Ranking:  # noqa: ARG002
        """All afterstates, the best first."""
        best_first = np.argsort(-self._chances(decision), kind="stable").tolist()
        return Ranking(tuple(best_first), frozenset(best_first[:1]))

    def preferred(self, decision: Decision, key: int) -> int:  # noqa: ARG002
        """The index of the first of the best afterstates."""
        return int(np.argmax(self._chances(decision)))

    def words(self, decision: Decision) -> list[str]:
        """For each afterstate its chance, such as ``wins 53.7 of 100``, or its result if the game is over."""
        results = [decision.result(index) for index in range(len(decision.afterstates))]
        return [
            f"wins {100 * chance:.1f} of 100" if result is None else _CERTAIN[result]
            for chance, result in zip(self._chances(decision).tolist(), results, strict=True)
        ]

    def _chances(self, decision: Decision) -> NDArray[np.float64]:
        return chances_after(self, decision, range(len(decision.afterstates)), 0, 1).values


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


def _moves(plies: int) -> str:
    """A number of plies in words."""
    return "1 move" if plies == 1 else f"{plies} moves"
