"""A player that looks ahead with another player's evaluation."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from senet_gp.engine.senet_search import WON, Search
from senet_gp.errors import UsageError
from senet_gp.games.senet import Candidate, Decision
from senet_gp.players.player import ExpressionPlayer
from senet_gp.streams import CHOICES, Streams, below

#: Beyond, a single move would take hours.
MOST_TURNS = 3


class SearchPlayer:
    """Expectiminimax: plays what is worth most on average over all throws of the turns that follow.

    How boards are valued, and from whose view, is told in :mod:`senet_gp.engine.senet_search`. Among equals
    one is drawn.

    Attributes:
        turns: how many turns are looked at, one's own included; with 1 the player plays as ``base`` does.
        base: the player whose evaluation is used.
    """

    program = None

    def __init__(self, base: ExpressionPlayer, turns: int) -> None:
        if not 1 <= turns <= MOST_TURNS:
            raise UsageError(f"a search looks at 1 to {MOST_TURNS} turns, not {turns}")
        self.turns = turns
        self.base = base
        self.name = f"search:{turns}:{base.name}"
        self._search = Search(base.program)

    def scores(self, candidates: Sequence[Candidate]) -> list[float]:
        """What each candidate is worth, looking ahead."""
        if self.turns == 1:
            return [float(score) for score in self.base.scores(candidates)]
        return [
            WON if candidate.position.won else self._search.value(candidate.position.turned(), self.turns - 1)
            for candidate in candidates
        ]

    def choose(self, decision: Decision, streams: Streams) -> int:
        """The index of a candidate of the highest value, equal ones being equally likely."""
        scores = np.array(self.scores(decision.candidates))
        best = np.flatnonzero(scores == scores.max())
        return int(best[below(streams, CHOICES, len(best)) if len(best) > 1 else 0])
