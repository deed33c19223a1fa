"""Chances from a table of exact chances, of a game whose results depend on throws as well."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Protocol, runtime_checkable

import numpy as np
from numpy.typing import NDArray

from senet_gp.analysis.chances import Effort, Ranking, chances_after
from senet_gp.games.protocol import Decision, Game

_ENDS = {1: "wins", 0: "draws", -1: "loses"}


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
            f"wins {100 * chance:.1f} of 100" if result is None else _ENDS[result]
            for chance, result in zip(self._chances(decision).tolist(), results, strict=True)
        ]

    def _chances(self, decision: Decision) -> NDArray[np.float64]:
        return chances_after(self, decision, range(len(decision.afterstates)), 0, 1).values
