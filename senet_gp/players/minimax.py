"""A player that plays perfectly."""

from __future__ import annotations

from typing import Any

from senet_gp.games.board_game import BoardGame
from senet_gp.games.perfect import PerfectPlay
from senet_gp.games.rules import Decision
from senet_gp.streams import Streams


class MinimaxPlayer:
    """Rates every move by minimax, win 1, draw 0, loss -1, and plays the first of the best.

    So it never gives away what perfect play would get, and draws nothing.

    Attributes:
        game: the game it plays.
    """

    name = "minimax"
    program = None

    def __init__(self, game: BoardGame) -> None:
        self.game = game
        self._perfect = PerfectPlay(game)

    def scores(self, decision: Decision) -> list[int]:
        """The rating of each candidate."""
        return self._perfect.ratings(decision.candidates)

    def choose(self, decision: Decision, streams: Streams) -> int:  # noqa: ARG002 - it draws nothing
        """The index of the first candidate of the highest rating."""
        return self.possible(decision)[0]

    def possible(self, decision: Decision) -> list[int]:
        """The indices of the candidates it may choose: a single one."""
        ratings = self.scores(decision)
        return [ratings.index(max(ratings))]

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickle the game alone: what was found out would be large."""
        return MinimaxPlayer, (self.game,)
