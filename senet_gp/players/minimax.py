"""A perfect player of small games, and hints from perfect play."""

from __future__ import annotations

from typing import Any

from senet_gp.games.protocol import Decision
from senet_gp.games.small import SmallGame
from senet_gp.games.solving.perfect import PerfectPlay
from senet_gp.games.solving.retrograde import AllValues
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


class PerfectHints:
    """Tells the result of each move in a small game, and how soon, if both play perfectly afterwards.

    The quickest win comes first, and a slow loss before a quick one.

    Attributes:
        game: the game; it must be small enough for all its positions to be known.
    """

    def __init__(self, game: SmallGame) -> None:
        self.game = game
        self._values = AllValues(game)

    def __repr__(self) -> str:
        return brief(self, self.game)

    def hints(self, decision: Decision) -> list[tuple[int, str]]:
        """The indices of the afterstates, the best first, each with its result in words.

        Raises:
            UsageError: if the game has too many positions.
            KeyboardInterrupt: if the user interrupts the program.
        """
        found = self._values.values_of_moves(decision.position, decision.afterstates)
        order = sorted(range(len(found)), key=lambda index: -found[index].rank)
        return [(index, _ENDS[found[index].result].format(_moves(found[index].plies))) for index in order]


_ENDS = {1: "wins in {}", 0: "draws", -1: "loses in {}"}


def _moves(plies: int) -> str:
    """A number of plies in words."""
    return "1 move" if plies == 1 else f"{plies} moves"
