"""A player that plays perfectly, and hints at what perfect play gets."""

from __future__ import annotations

from typing import Any

from senet_gp.games.board.game import BoardGame
from senet_gp.games.protocol import Decision
from senet_gp.games.solving.perfect import PerfectPlay
from senet_gp.games.solving.retrograde import AllValues
from senet_gp.streams import Streams


class MinimaxPlayer:
    """Rates every move by minimax, win 1, draw 0, loss -1, and plays the first of the best.

    So it never gives away what perfect play would get, and draws nothing.

    Attributes:
        game: the game it plays.
    """

    name = "minimax"
    participant = None

    def __init__(self, game: BoardGame) -> None:
        self.game = game
        self._perfect = PerfectPlay(game)

    def scores(self, decision: Decision) -> list[int]:
        """The rating of each afterstate."""
        return self._perfect.ratings(decision.afterstates)

    def choose(self, decision: Decision, streams: Streams) -> int:  # noqa: ARG002 - it draws nothing
        """The index of the first afterstate of the highest rating."""
        return self.possible(decision)[0]

    def possible(self, decision: Decision) -> list[int]:
        """The indices of the afterstates it may choose: a single one."""
        ratings = self.scores(decision)
        return [ratings.index(max(ratings))]

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickle the game alone: what was found out would be large."""
        return MinimaxPlayer, (self.game,)


class PerfectHints:
    """Says what each move of a small game gets, and how soon, if both play perfectly from then on.

    The quickest win comes first, the slowest loss before quicker ones.

    Attributes:
        game: the game; it must be small enough for all its positions to be known.
    """

    def __init__(self, game: BoardGame) -> None:
        self.game = game
        self._values = AllValues(game)

    def hints(self, decision: Decision) -> list[tuple[int, str]]:
        """The indices of the afterstates, the best first, each with what it gets.

        Raises:
            UsageError: if the game has too many positions.
            KeyboardInterrupt: if the person has asked for it.
        """
        found = self._values.values_of_moves(decision.position, decision.afterstates)
        order = sorted(range(len(found)), key=lambda index: -found[index].rank)
        return [(index, _ENDS[found[index].result].format(_moves(found[index].plies))) for index in order]


_ENDS = {1: "wins in {}", 0: "draws", -1: "loses in {}"}


def _moves(plies: int) -> str:
    """A number of moves of both sides together."""
    return "1 move" if plies == 1 else f"{plies} moves"
