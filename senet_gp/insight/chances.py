"""The chances of winning after the afterstates of a decision, from any source that knows those of positions.

A source answers for positions; it may play games on from them, look them up, or compute them. What it answers
are samples of points, so that differences between afterstates, which are played on with the same throws, are
known better than the chances themselves.

:func:`best_of` finds the best choices of a decision; hints, on a page or at a terminal, and analyses ask it
alone. A decision has keys of its own, which depend on nothing but the seed, the position and the throws. So
whoever asks about it gets the same numbers.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from decimal import ROUND_HALF_UP, Decimal
from hashlib import sha256
from math import sqrt
from typing import Any, NamedTuple, Protocol

import numpy as np
from numpy.typing import NDArray

from senet_gp.engine.measurement import Z95, error_of, wilson
from senet_gp.games.protocol import Decision, Game
from senet_gp.runtime.errors import brief
from senet_gp.runtime.streams import SeedDomain, key_of, part_key

#: What is this many standard errors above zero is beyond doubt, also among the hundred choices of a game.
_BEYOND_DOUBT = 3
#: The parts of the key of a decision: the games that find the best choices, those that measure them, and the
#: choice of the player whose games these are.
_FOUND, _MEASURED, _PREFERRED = range(3)


class Effort(NamedTuple):
    """How many games find the best afterstates of a decision, and then measure them.

    Attributes:
        budget: about how many games the race of all afterstates takes
            (:func:`~senet_gp.insight.race.raced`).
        each: the most games of the race from one afterstate.
        games: the number of new games from each of the best, which give its chance.
        shown: how many of the best are measured.
    """

    budget: int
    each: int
    games: int
    shown: int


class Ranking(NamedTuple):
    """The afterstates of a decision, the best first.

    Attributes:
        indices: their indices, the best first.
        possible: those of which any may be the best; the first alone if the chances are known.
    """

    indices: tuple[int, ...]
    possible: frozenset[int]


class ChanceSource(Protocol):
    """What says how likely it is that a game is won from a position."""

    @property
    def game(self) -> Game:
        """The game, with its parameters."""

    @property
    def name(self) -> str:
        """The player whose games these are, or how the chances are known, in a few words."""

    @property
    def means(self) -> str:
        """What the chances are chances of: the end of a sentence that begins with "the chance of winning"."""

    @property
    def exact(self) -> bool:
        """Whether the chances are known and not estimated."""

    def points(self, positions: Sequence[Any], key: int, games: int) -> NDArray[np.float64]:
        """Samples of the points of the player to move, whose mean is their chance.

        Args:
            positions: positions before any throw, as the player to move sees them.
            key: the key of the games. The games of one number have the same throws from all positions.
            games: how many samples are wanted.

        Returns:
            (positions, games) float64 from 0 to 1, where a draw is ½; (positions, 1) if the chances are
            known.
        """

    def ranked(self, decision: Decision, key: int, effort: Effort) -> Ranking:
        """The best afterstates, the best first, and which of them may be the best."""

    def preferred(self, decision: Decision, key: int) -> int:
        """The index of the afterstate that is played where the chances assume that the game goes on."""

    def words(self, decision: Decision) -> Sequence[str]:
        """For each afterstate what is known besides its chance, such as ``wins in 3 moves``; or nothing."""


class Difference(NamedTuple):
    """How much one chance is above another.

    >>> Difference(0.1, 0.02).certain
    True
    """

    value: float
    error: float  # the standard error

    @property
    def interval(self) -> tuple[float, float]:
        """The 95 % confidence interval."""
        return self.value - Z95 * self.error, self.value + Z95 * self.error

    @property
    def certain(self) -> bool:
        """Whether the first chance is above the other beyond doubt: by three standard errors."""
        return self.value > _BEYOND_DOUBT * self.error

    @property
    def doubtful(self) -> bool:
        """Whether the first chance may not be above the other: the interval reaches zero."""
        return self.error > 0 and self.interval[0] <= 0

    @property
    def close(self) -> bool:
        """Whether it is too close to call which chance is above the other: the interval contains zero."""
        return self.doubtful and self.interval[1] >= 0

    @classmethod
    def matched(cls, total: float, squares: float, count: float) -> Difference:
        """The mean of differences between games on the same throws.

        A pair that differs either way is added to them, each by half, since few games may not differ at all
        (Agresti and Min, "Simple improved confidence intervals for comparing matched proportions", 2005).

        >>> Difference.matched(total=0, squares=24, count=98)
        Difference(value=0.0, error=0.05)

        Args:
            total: the sum of the differences.
            squares: the sum of their squares.
            count: how many there are.
        """
        more = count + 2
        variance = (squares + 1) / more - (total / more) ** 2
        return cls(total / count, sqrt(variance / more))


@dataclass(frozen=True, eq=False)
class Chances:
    """The chances of winning after some afterstates.

    >>> chances = Chances((4, 7), np.array([[1.0, 0.0, 1.0, 1.0], [1.0, 1.0, 1.0, 1.0]]), (False, True))
    >>> chances.values.tolist(), chances.interval(7)
    ([0.75, 1.0], (1.0, 1.0))

    Attributes:
        indices: the indices of the afterstates.
        points: (afterstates, games) float64, the points in each game of the player who decides; or one
            column.
        certain: for each afterstate, whether its chance is known and not estimated.
    """

    indices: tuple[int, ...]
    points: NDArray[np.float64]
    certain: tuple[bool, ...]

    def __repr__(self) -> str:
        shown = (f"{index}: {value:.2f}" for index, value in zip(self.indices, self.values, strict=True))
        return brief(self, f"{self.points.shape[1]} games", *shown)

    @property
    def values(self) -> NDArray[np.float64]:
        """The chances, (afterstates,) float64: the mean share of points."""
        means: NDArray[np.float64] = self.points.mean(axis=1)
        return means

    def value(self, index: int) -> float:
        """The chance after the afterstate with this index."""
        return float(self.points[self.indices.index(index)].mean())

    def interval(self, index: int) -> tuple[float, float]:
        """The 95 % confidence interval of a chance; of width 0 if it is known."""
        row = self.indices.index(index)
        points = self.points[row]
        if self.certain[row]:
            return float(points.mean()), float(points.mean())
        return wilson(float(points.sum()), len(points))

    def error(self, index: int) -> float:
        """The standard error of a chance."""
        return error_of(self.interval(index))

    def difference(self, index: int, other: int) -> Difference:
        """How much the chance after one afterstate is above that after another.

        The games of both have the same throws, so their differences are the sample
        (:meth:`Difference.matched`).
        """
        row, against = self.indices.index(index), self.indices.index(other)
        gains = self.points[row] - self.points[against]
        if row == against or (self.certain[row] and self.certain[against]):
            return Difference(float(gains.mean()), 0.0)
        return Difference.matched(float(gains.sum()), float((gains**2).sum()), len(gains))


def chances_after(
    source: ChanceSource, decision: Decision, indices: Sequence[int], key: int, games: int
) -> Chances:
    """The chances of the player who decides, after some afterstates.

    Args:
        source: what knows the chances of positions.
        decision: the decision.
        indices: the indices of the afterstates.
        key: the key of the games.
        games: how many games are played on from each afterstate, if the source plays games.
    """
    results = [decision.result(index) for index in indices]
    open_rows = [row for row, result in enumerate(results) if result is None]
    columns, sampled = 1, np.empty((0, 1))
    if open_rows:
        sampled = source.points([decision.following(indices[row]) for row in open_rows], key, games)
        columns = sampled.shape[1]
    points = np.empty((len(indices), columns))
    for row, result in enumerate(results):
        if result is not None:
            points[row] = (1 + result) / 2
    for row, found in zip(open_rows, sampled, strict=True):
        points[row] = 1 - found if decision.ends_turn(indices[row]) else found
    certain = tuple(source.exact or result is not None for result in results)
    return Chances(tuple(indices), points, certain)


class Best(NamedTuple):
    """The best choices of a decision.

    Attributes:
        shown: the indices of the best choices: the best, then the others by their chances. They were found by
            other games than those that measure them, so their chances are not flattered by luck.
        chances: the chances after these choices, and after others that were asked for.
        possible: the choices of which any may be the best, shown or not.
    """

    shown: tuple[int, ...]
    chances: Chances
    possible: frozenset[int]

    @property
    def close(self) -> frozenset[int]:
        """The choices, besides the best, for which it is too close to call whether they are better."""
        return self.possible - {self.shown[0]}

    def verdict(self, decision: Decision) -> str:
        """Whether one choice is clearly the best, or it is too close to call; nothing without a choice."""
        if len(decision.afterstates) == 1:
            return ""
        if not self.close:
            return "The first of these is clearly the best."
        if self.close.isdisjoint(self.shown):
            return "The first of these is the best of them, but one that is not shown may be as good."
        return "It is too close to call which of these is the best."


def key_of_decision(source: ChanceSource, decision: Decision, seed: int) -> int:
    """The key of the games that are played on from a decision."""
    text = f"{source.game.text(decision.position)} {' '.join(map(str, decision.throws))}"
    digest = int.from_bytes(sha256(text.encode()).digest()[:8], "little")
    return part_key(key_of(seed, SeedDomain.CHANCES), digest)


def best_of(
    source: ChanceSource, decision: Decision, key: int, effort: Effort, also: Sequence[int] = ()
) -> Best:
    """The best choices of a decision, with their chances.

    Args:
        source: what knows, or estimates, the chances.
        decision: the decision.
        key: the key of its games (:func:`key_of_decision`).
        effort: how many games.
        also: further choices whose chances are asked for.
    """
    ranking = source.ranked(decision, part_key(key, _FOUND), effort)
    shown = ranking.indices if source.exact else ranking.indices[: effort.shown]
    chances = measured(source, decision, list(dict.fromkeys([*shown, *also])), key, effort)
    first, *others = shown
    shown = (first, *sorted(others, key=lambda index: -chances.value(index)))
    doubtful = {index for index in chances.indices if chances.difference(shown[0], index).doubtful}
    settled = set(chances.indices) - doubtful - {shown[0]}
    return Best(shown, chances, ranking.possible - settled)


def measured(
    source: ChanceSource, decision: Decision, indices: Sequence[int], key: int, effort: Effort
) -> Chances:
    """The chances of choices by new games, which are the same whichever choices they are asked with."""
    return chances_after(source, decision, indices, part_key(key, _MEASURED), effort.games)


def preferred(source: ChanceSource, decision: Decision, key: int) -> int:
    """The choice that is made where the chances assume that the game goes on."""
    return source.preferred(decision, part_key(key, _PREFERRED))


def wins(chance: float) -> str:
    """A chance in wins of 100; a half is rounded up, as on the page in the browser.

    >>> wins(0.736), wins(0.525)
    ('74', '53')
    """
    return str(rounded(chance))


def rounded(chance: float) -> int:
    """A chance, or a difference of chances, in whole wins of 100; a half is rounded away from zero."""
    return int(Decimal(100 * chance).quantize(Decimal(1), ROUND_HALF_UP))


def signed(chance: float) -> str:
    """A difference of chances in wins of 100, with its sign.

    >>> signed(0.081), signed(-0.002)
    ('+8', '0')
    """
    return f"{rounded(chance):+d}" if rounded(chance) else "0"


def chance_text(chance: float, interval: tuple[float, float]) -> str:
    """A chance in wins of 100, with its interval.

    >>> chance_text(0.526, (0.495, 0.557)), chance_text(1.0, (1.0, 1.0))
    ('53 wins of 100 (50 to 56)', '100 wins of 100, certainly')
    """
    low, high = interval
    if low == high:
        return f"{wins(low)} wins of 100, certainly"
    return f"{wins(chance)} wins of 100 ({wins(low)} to {wins(high)})"
