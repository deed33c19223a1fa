"""What individuals come to in tests that are the same for all, and what is counted of it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from senet_gp.errors import SenetGpError
from senet_gp.trees.individual import Individual

#: Points by individual and test, (individuals, tests): 1 for a game won, 0 for one lost, something between
#: for one drawn; or whatever a test is graded by, the more the better.
Points = NDArray[np.float64]


@dataclass(frozen=True, kw_only=True)
class Outcomes:
    """What individuals came to in tests that are the same for all (coevolution's interaction matrix).

    A column is the same test for all: a game against the same opponent, in the same seat, on the same lots,
    or a question about the same board.

    Attributes:
        values: (individuals, tests), int8 where the tests are games: 1 won, 0 drawn, -1 lost; float64 where
            they are graded: any finite number, the more the better.
        games: how many games were played, or questions asked.
        turns: how many turns they took, all together.
        self_losses: how many of the games were lost by the last move itself.

    Raises:
        SenetGpError: if the values are neither.
    """

    values: NDArray[np.int8] | NDArray[np.float64]
    games: int
    turns: int
    self_losses: int

    def __post_init__(self) -> None:
        if self.values.ndim != 2 or self.values.dtype not in {np.dtype(np.int8), np.dtype(np.float64)}:
            raise SenetGpError(
                f"outcomes are an array of {self.values.ndim} dimensions of {self.values.dtype}, but they "
                "have to be of two, individuals and tests, of int8 for games or of float64 where graded"
            )
        if self.graded and not np.isfinite(self.values).all():
            raise SenetGpError("an outcome is no finite number: nothing can be chosen by what is not")
        if not self.graded and self.values.size and not -1 <= self.values.min() <= self.values.max() <= 1:
            raise SenetGpError("an outcome of a game is 1, 0 or -1: where there are others, give float64")

    @property
    def graded(self) -> bool:
        """Whether the values are grades of any size, not results of games."""
        return self.values.dtype == np.float64


def points_of(outcomes: NDArray[Any] | int, draw_value: float) -> Points:
    """The points of every individual in every test, always float64; of a single game likewise.

    Args:
        outcomes: the values of :class:`Outcomes`; grades are points already.
        draw_value: what a draw counts, a win counting 1.
    """
    if isinstance(outcomes, np.ndarray) and outcomes.dtype == np.float64:
        return outcomes
    # A loss is -1, the last.
    points: Points = np.array([draw_value, 1.0, 0.0])[outcomes]
    return points


def check_summable(result: Outcomes) -> None:
    """Hold, for credits that add points up, that none is negative: shares of such make no sense.

    Raises:
        SenetGpError: if one is.
    """
    if result.graded and (result.values < 0).any():
        raise SenetGpError(
            f"a graded outcome is {result.values.min()}, but to be added up they must be 0 at least: grade "
            "from 0 up, or use --credit lexicase"
        )


def totals_of(result: Outcomes, draw_value: float) -> list[float]:
    """The points of every individual in all tests; rounded, so that those with equally many are equal."""
    values = result.values
    if result.graded:
        points = values.sum(axis=1)
    else:
        points = np.count_nonzero(values == 1, axis=1) + draw_value * np.count_nonzero(values == 0, axis=1)
    totals: list[float] = points.round(6).tolist()
    return totals


def compared(outcomes: NDArray[Any] | int, draw_value: float) -> NDArray[Any]:
    """What two individuals differ in if one of them has more points in a test: grades, or results of games.

    A draw that counts as much as a win is one, and so is one that counts as little as a loss.

    Args:
        outcomes: the values of :class:`Outcomes`, or a single result of a game.
        draw_value: what a draw counts, a win counting 1.
    """
    values = np.asarray(outcomes)
    if values.dtype == np.float64 or 0 < draw_value < 1:
        return values
    return np.where(values == 0, np.int8(1 if draw_value else -1), values)


def by_seniority(population: Sequence[Individual], past_winners: int = 0) -> list[int]:
    """All indices: first those below ``past_winners``, then the smallest; of equals, the first."""
    sizes = [0] * past_winners + [len(individual) for individual in population[past_winners:]]
    return sorted(range(len(population)), key=sizes.__getitem__)


def alike_as(index: int, traits: NDArray[Any]) -> NDArray[np.bool_]:
    """Who has the same row of traits as an individual, (individuals,)."""
    same: NDArray[np.bool_] = (traits == traits[index]).all(axis=1)
    return same


def others_of_alike(order: Sequence[int], traits: NDArray[Any]) -> list[int]:
    """The indices, in this order, of all but the first of those with equal rows of traits."""
    kept: set[bytes] = set()
    others = []
    for index in order:
        own = traits[index].tobytes()
        if own in kept:
            others.append(index)
        kept.add(own)
    return others
