"""The race for the best choice: what leaves it, what is said of its end, against chances that are known."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import sqrt
from types import SimpleNamespace
from typing import Any, cast

import numpy as np
import pytest
from numpy.typing import NDArray

from senet_gp.games.protocol import Decision
from senet_gp.insight.chances import Best, ChanceSource, Effort, best_of
from senet_gp.insight.race import Opinion, raced

EFFORT = Effort(budget=1200, each=256, games=300, shown=3)


@dataclass
class KnownWins:
    """Gives points whose true chances are known; games of one number share half of their luck."""

    chances: Sequence[float]
    ranks: bool = True

    exact = False

    def __post_init__(self) -> None:
        self.played = np.empty((len(self.chances), 0))
        self.asked: list[tuple[int, ...]] = []

    def points(self, positions: Sequence[Any], key: int, games: int) -> NDArray[np.float64]:
        """Points of games of which half have the same luck for all."""
        generator = np.random.default_rng([key, games])
        shared = generator.random(games)
        own = generator.random((len(self.chances), games))
        luck = np.where(generator.random(games) < 0.5, shared, own)
        self.asked.append(tuple(positions))
        return (luck < np.array(self.chances)[:, np.newaxis]).astype(float)[list(positions)]

    def ranked(self, decision: Decision, key: int, effort: Effort) -> Any:
        """A race."""
        return raced(cast("ChanceSource", self), decision, key, effort)

    def decision(self) -> Decision:
        """A decision with as many choices as there are chances."""
        return cast(
            "Decision",
            SimpleNamespace(
                afterstates=range(len(self.chances)),
                result=lambda _: None,
                following=lambda index: index,
                ends_turn=lambda _: False,
            ),
        )

    def best(self, key: int) -> Best:
        """What is found out with this key."""
        return best_of(cast("ChanceSource", self), self.decision(), key, EFFORT)


class Recorded(KnownWins):
    """Keeps the points of all games of a race."""

    def points(self, positions: Sequence[Any], key: int, games: int) -> NDArray[np.float64]:
        """The same points, which are kept."""
        found = super().points(positions, key, games)
        wide = np.full((len(self.chances), games), np.nan)
        wide[list(positions)] = found
        self.played = np.concatenate([self.played, wide], axis=1)
        return found


def is_behind(points: NDArray[np.float64], index: int) -> bool:
    """Whether the 95 % interval of the leader's advance, by the textbook, is above zero at any time."""
    for games in range(2, points.shape[1] + 1):
        played = points[:, :games]
        means = played.mean(axis=1)
        if np.isnan(means[index]):
            return False
        gains = played[int(np.nanargmax(means))] - played[index]
        if gains.mean() > 1.96 * gains.std(ddof=1) / sqrt(games):
            return True
    return False


@pytest.mark.parametrize("key", range(8))
def test_nothing_leaves_a_race_while_its_interval_overlaps_with_the_leader(key: int) -> None:
    source = Recorded([0.2, 0.4, 0.45, 0.5, 0.55, 0.7, 0.72])
    ranking = raced(cast("ChanceSource", source), source.decision(), key, EFFORT)
    assert sorted(ranking.indices) == list(range(7))
    assert set(ranking.indices[: len(ranking.possible)]) == ranking.possible
    dropped = set(range(7)) - ranking.possible
    assert dropped
    assert all(is_behind(source.played, index) for index in dropped)
    # The games go to those that are left.
    assert all(
        set(later) <= set(earlier) for earlier, later in zip(source.asked, source.asked[1:], strict=False)
    )
    assert source.asked[-1] != source.asked[0]


def test_a_race_takes_no_more_games_than_it_may() -> None:
    for count in (2, 7, 300, 3000):
        source = KnownWins([0.5] * count)
        source.points = spent = SpentGames(source)  # type: ignore[method-assign,assignment]
        raced(cast("ChanceSource", source), source.decision(), 1, EFFORT)
        assert spent.games <= EFFORT.budget
        assert spent.games <= EFFORT.each * count


class SpentGames:
    """Counts the games that a source plays."""

    def __init__(self, source: KnownWins) -> None:
        self.games = 0
        self._points = source.points

    def __call__(self, positions: Sequence[Any], key: int, games: int) -> NDArray[np.float64]:
        """The points of the source."""
        self.games += len(positions) * games
        return self._points(positions, key, games)


@pytest.mark.parametrize(
    "chances",
    [
        [0.5] * 2,
        [0.5, 0.52, 0.5, 0.48],
        [0.5, 0.6, 0.4, 0.3],
        [*[0.45] * 20, 0.5],
        [*np.linspace(0.3, 0.6, 12)],
    ],
)
def test_what_is_said_of_the_best_is_true(chances: Sequence[float]) -> None:
    """Over many decisions the best is among those that may be, and a clear best is the best."""
    true = int(np.argmax(chances))
    found = [KnownWins(chances).best(key) for key in range(300)]
    covered = sum(chances[true] in {chances[index] for index in one.possible} for one in found)
    assert covered / len(found) > 0.95
    wrong = sum(not one.close and chances[one.shown[0]] < chances[true] for one in found)
    assert wrong / len(found) < 0.05


def test_a_clear_best_is_said_to_be_clear_and_equals_to_be_close() -> None:
    clear = KnownWins([0.3, 0.6, 0.35])
    assert [clear.best(key).verdict(clear.decision()) for key in range(20)].count(
        "The first of these is clearly the best."
    ) == 20
    alike = KnownWins([0.5, 0.5, 0.5, 0.5])
    told = [alike.best(key).verdict(alike.decision()) for key in range(100)]
    assert told.count("It is too close to call which of these is the best.") >= 99


def test_the_chance_of_the_best_is_not_flattered_by_luck() -> None:
    found = [KnownWins([0.5] * 8).best(key) for key in range(300)]
    mean = np.mean([one.chances.value(one.shown[0]) for one in found])
    assert abs(mean - 0.5) < 3 * 0.5 / sqrt(300 * EFFORT.games)


def test_an_opinion_counts_as_so_many_games() -> None:
    source = KnownWins([0.5, 0.5, 0.5])
    none = EFFORT._replace(budget=0)
    for worth, expected in ((0, {0, 1, 2}), (1000, {0, 1}), (100_000, {0})):
        opinion = Opinion(np.array([0.6, 0.55, 0.3]), worth)
        ranking = raced(cast("ChanceSource", source), source.decision(), 1, none, opinion)
        assert ranking.possible == expected
        assert ranking.indices[0] == 0


@pytest.mark.parametrize("worse", [0.0, 0.05, 0.25, 0.3])
def test_an_opinion_may_be_as_certain_as_it_likes(worse: float) -> None:
    source = KnownWins([1.0, worse])
    for worth in (16, 1000):
        opinion = Opinion(np.array([1.0, worse]), worth)
        ranking = raced(cast("ChanceSource", source), source.decision(), 1, EFFORT, opinion)
        assert ranking.possible == {0}
