"""A perfect player of small games."""

from __future__ import annotations

from typing import Any

from senet_gp.games.protocol import Decision
from senet_gp.games.small import SmallGame
from senet_gp.games.solving.perfect import PerfectPlay
from senet_gp.quoting import brief
from senet_gp.streams import Streams


class MinimaxPlayer:
    """Rates every move by minimax, win 1, draw 0, loss -1, and plays the first of the best.

    Where positions can be repeated, the best are those that win soonest (see ``PerfectPlay.best``).

    So it always gets at least the result of perfect play; it makes no random draws.

    Attributes:
        game: the game it plays.
    """

    name = "minimax"
    participant = None

    def __init__(self, game: SmallGame) -> None:
        self.game = game
        self._perfect = PerfectPlay(game)

    def __repr__(self) -> str:
        return brief(self, self.game)

    def scores(self, decision: Decision) -> list[int]:
        """The rating of each afterstate."""
        return self._perfect.ratings(decision.afterstates)

    def choose(self, decision: Decision, streams: Streams) -> int:  # noqa: ARG002 - it draws nothing
        """The index of the first of the best afterstates."""
        return self.possible(decision)[0]

    def possible(self, decision: Decision) -> list[int]:
        """The indices of the afterstates that it may choose: only one."""
        return [self._perfect.best(decision.position, decision.afterstates)]

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickle the game alone: the cached results would be large."""
        return MinimaxPlayer, (self.game,)
