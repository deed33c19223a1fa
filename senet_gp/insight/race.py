"""A race of afterstates: games are played on from all that may be the best.

It ends when one is left, or the games are spent. An afterstate leaves it only if the leader is certainly
better: all intervals of all differences in a race hold together. So whatever is left at its end may be the
best, and whoever shows less than that has to say so.

Before games are played on, the network that comes with a game may be asked. In Senet the choices of a
decision often differ by less than hundreds of games can tell, and a network that looks ahead orders them
better than thousands do. Differences of its chances are right to 0.7 wins of 100 (root mean square, in
decisions with more than 20 choices, against the games of ``hand:HC5``); where gaps are larger than 5, to 1 or
2. Without looking ahead they are right to 0.8, and to 1.5 where gaps are larger than 3. An opinion counts as
fewer games than that, so that it leaves room for doubt.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from statistics import NormalDist
from typing import NamedTuple, cast

import numpy as np
from numpy.typing import NDArray

from senet_gp.games.protocol import Decision, Game
from senet_gp.insight.chances import ChanceSource, Difference, Effort, Ranking, chances_after
from senet_gp.players.network import KIND, shipped_network
from senet_gp.players.parsing import player_from_text
from senet_gp.players.player import ScoringPlayer
from senet_gp.players.search import SearchPlayer
from senet_gp.runtime.streams import part_key

#: The first look is after this many games from each afterstate, every further one after twice as many.
_FIRST_LOOK = 16
#: How likely it is at most that the best afterstate leaves the race.
_RISK = 0.025
#: The mean square of a difference between the points of two independent games that are won as often as lost.
_SQUARE = 0.5
#: How many games an opinion is worth, with looking ahead and without.
_WORTH_AHEAD = 8000
_WORTH = 1000
#: With more choices than these the network does not look ahead, which would take too long.
_MAX_AHEAD = 200
#: For so many games the network is kept.
_MAX_KEPT = 8


class Opinion(NamedTuple):
    """What a judge thinks of the afterstates of a decision before any game is played on.

    Attributes:
        chances: (afterstates,) float64, the chances of winning of the player who decides.
        worth: how many games from each afterstate tell as much about their differences.
    """

    chances: NDArray[np.float64]
    worth: int


def raced(
    source: ChanceSource, decision: Decision, key: int, effort: Effort, opinion: Opinion | None = None
) -> Ranking:
    """The afterstates of a decision, the best first, and which of them may be the best.

    Args:
        source: what plays games on.
        decision: the decision.
        key: the key of the games.
        effort: how many games are played.
        opinion: what is thought of the afterstates beforehand; it counts like games.
    """
    count = len(decision.afterstates)
    race = _Race(opinion or Opinion(np.zeros(count), 0), effort)
    for number, games in enumerate(race.rounds()):
        chances = chances_after(source, decision, race.left, part_key(key, number), games)
        race.add(np.broadcast_to(chances.points, (len(race.left), games)))
    return Ranking(race.best_first, frozenset(race.left))


class _Race:
    """The state of a race.

    Attributes:
        left: the indices of the afterstates that are left.
    """

    def __init__(self, opinion: Opinion, effort: Effort) -> None:
        count = len(opinion.chances)
        self.left = list(range(count))
        self._dropped: list[int] = []  # the last first
        self._opinion, self._effort = opinion, effort
        self._points = np.empty((count, 0))
        self._limit = NormalDist().inv_cdf(1 - _RISK / (count * self._looks))
        self._drop()

    @property
    def _looks(self) -> int:
        """How often the race is looked at, at most: before the first game, and at each doubling."""
        return 2 + int(np.log2(max(1, self._effort.each / _FIRST_LOOK)))

    def rounds(self) -> Iterator[int]:
        """How many further games are played from each afterstate that is left, round by round."""
        budget = self._effort.budget
        while len(self.left) > 1:
            played = self._points.shape[1]
            games = min(max(played, _FIRST_LOOK), self._effort.each - played, budget // len(self.left))
            if games < 1:
                return
            budget -= games * len(self.left)
            yield games

    def add(self, points: NDArray[np.float64]) -> None:
        """Take the points of a round, (left, games) float64, and drop what is certainly not the best."""
        self._points = np.concatenate([self._points, points], axis=1)
        self._drop()

    @property
    def best_first(self) -> tuple[int, ...]:
        """All afterstates, the best first: those that are left, then those that were dropped last."""
        return (*(self.left[row] for row in self._order), *self._dropped)

    @property
    def _order(self) -> list[int]:
        """The rows of those that are left, the best first."""
        order: list[int] = np.argsort(-self._sums, kind="stable").tolist()
        return order

    @property
    def _opinions(self) -> NDArray[np.float64]:
        """What is thought of those that are left."""
        return self._opinion.chances[self.left]

    @property
    def _sums(self) -> NDArray[np.float64]:
        """For each that is left, its points, those in the games that the opinion is worth among them."""
        sums: NDArray[np.float64] = self._points.sum(axis=1) + self._opinion.worth * self._opinions
        return sums

    def _drop(self) -> None:
        """Drop the afterstates that are certainly worse than the leader; a handful of games says nothing."""
        if self._points.shape[1] + self._opinion.worth < _FIRST_LOOK:
            return
        order = self._order
        behind = [row for row in order if self._is_behind(row, order[0])]
        self._dropped[:0] = [self.left[row] for row in behind]
        kept = [row for row in range(len(self.left)) if row not in behind]
        self.left = [self.left[row] for row in kept]
        self._points = self._points[kept]

    def _is_behind(self, row: int, leader: int) -> bool:
        """Whether the interval of the leader's advance leaves no doubt."""
        gains = self._points[leader] - self._points[row]
        worth, thought = self._opinion.worth, float(self._opinions[leader] - self._opinions[row])
        # No mean of squares is below the square of the mean. It matters where one wins and the other loses.
        advance = Difference.matched(
            total=float(gains.sum()) + worth * thought,
            squares=float((gains**2).sum()) + worth * max(_SQUARE, thought**2),
            count=len(gains) + worth,
        )
        return advance.value > self._limit * advance.error


def judge_of(game: Game) -> str | None:
    """The network that judges decisions of a game, as a text; None if none comes with it.

    >>> from senet_gp.games.registry import game_of
    >>> judge_of(game_of("senet")), judge_of(game_of("hexapawn"))
    ('search:2:net', None)
    """
    return None if shipped_network(game) is None else f"search:2:{KIND}"


def opinion_of(judge: str, game: Game, decision: Decision) -> Opinion:
    """What a network, as a text, thinks of the afterstates of a decision."""
    player = _judge(judge, game)
    if isinstance(player, SearchPlayer) and len(decision.afterstates) <= _MAX_AHEAD:
        return Opinion(np.array(player.scores(decision)), _WORTH_AHEAD)
    return Opinion(np.array(network_of(judge, game).scores(decision)), _WORTH)


def network_of(judge: str, game: Game) -> ScoringPlayer:
    """The network by which a judge, as a text, looks at boards."""
    player = _judge(judge, game)
    return player.base if isinstance(player, SearchPlayer) else player


@lru_cache(_MAX_KEPT)
def _judge(judge: str, game: Game) -> ScoringPlayer:
    return cast("ScoringPlayer", player_from_text(judge, game))
