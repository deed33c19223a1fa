"""The credits, which turn results of tests into fitness: ``shared``, ``mean``, ``table`` and ``lexicase``.

The first three add up the points of an individual in all tests. Such a sum hides rare skills; lexicase
selection compares individuals test by test instead, and fitness is the number of times that it chooses one.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Sequence
from functools import partial
from typing import TYPE_CHECKING, Any, Self

from senet_gp.evolution.configuration.common_options import CommonOptions
from senet_gp.evolution.configuration.options import option
from senet_gp.evolution.configuration.registration import credit
from senet_gp.evolution.evaluation.protocol import (
    Credit,
    Evaluation,
    Outcomes,
    Tests,
    evaluation_by,
    most_points,
    points_of,
    totals_of,
)
from senet_gp.runtime.errors import SenetGpError

if TYPE_CHECKING:
    import random

    import numpy as np
    from numpy.typing import NDArray

    from senet_gp.trees.individual import Individual

#: Added to every fitness, since selection in proportion to fitness needs positive numbers.
MIN_FITNESS = 1e-6
#: How many parents are selected for each individual of the population.
SELECTIONS_EACH = 3
#: The part of a generation's key for the selections that prefer the winner of the halving.
_PREFERRING = 11


@credit("mean", "the mean of the points in all tests")
class MeanCredit(Credit):
    """The mean of the points in all tests.

    This is the most common form of fitness. Parsimony lowers it with every node. The winner has the most
    points; among equals, the smallest wins.
    """

    parsimony: float = option(
        1e-4,
        "pressure against size: fitness is divided by 1 + parsimony * nodes",
        between=(0.0, 1.0),
        sample=0.0,
    )

    def assign(
        self,
        population: Sequence[Individual],
        tests: Tests,
        *,
        reproduced: int,  # noqa: ARG002 - the same for all credits
        key: int,  # noqa: ARG002
        rng: random.Random,  # noqa: ARG002
    ) -> Evaluation:
        """Set every individual's fitness to what its points in all tests are worth."""
        result = tests.run(range(len(population)))
        check_summable(result)
        totals = totals_of(result, self.draw_value)
        evaluation = evaluation_by(
            population,
            [result],
            winner=most_points(totals, population),
            fitness=parsimonious(self._worth(result, totals), population, self.parsimony),
        )
        self._tell_tests(population, result)
        return evaluation

    def resolved(self, config: CommonOptions) -> Self:
        """Without parsimony if size is an objective of its own."""
        return dataclasses.replace(self, parsimony=0.0) if config.several_objectives else self

    def unread(self, config: CommonOptions) -> dict[str, str]:
        """Parsimony, if size is an objective of its own."""
        return {"parsimony": "--objectives score"} if config.several_objectives else {}

    def _worth(self, result: Outcomes, totals: Sequence[float]) -> list[float]:
        """What the points of each individual are worth."""
        return [total / result.values.shape[1] for total in totals]

    def _tell_tests(self, population: Sequence[Individual], result: Outcomes) -> None:
        """Give individuals their points in each test, if the credit does."""


@credit("shared", "the points of each test are divided among all individuals that score in it")
class SharedCredit(MeanCredit):
    """The points of each test are divided among all individuals that score in it.

    So a test that few pass is worth more to each of them, which keeps the population diverse (competitive
    fitness sharing; Rosin and Belew, "New methods for competitive coevolution", Evolutionary Computation 5,
    1997). A test in which all together score less than one point is not divided. The winner has the most
    points before they are shared; among equals, the smallest wins.
    """

    def _worth(self, result: Outcomes, totals: Sequence[float]) -> list[float]:  # noqa: ARG002
        import numpy as np

        points = points_of(result.values, self.draw_value)
        # The maximum avoids division by zero where no individual scores in a test.
        shares: list[float] = (points / np.maximum(points.sum(axis=0), 1)).sum(axis=1).tolist()
        return shares


@credit("table", "the mean of the points, and the points in each test for the selection lexicase")
class TableCredit(MeanCredit):
    """The mean of the points, and the points in each test for the selection lexicase.

    Fitness is a list. The first value is the mean of all points, as the credit ``mean`` gives it; the points
    in each test follow, from which the selection ``lexicase`` chooses parents. Operators that compare single
    numbers see the first.
    """

    gives_table = True

    def _tell_tests(self, population: Sequence[Individual], result: Outcomes) -> None:
        from senet_gp.trees.individual import WeightedFitness

        points = points_of(result.values, self.draw_value).tolist()
        for individual, own in zip(population, points, strict=True):
            values = [*individual.fitness.values, *own]
            individual.fitness = WeightedFitness((1.0,) * len(values), values)


@credit("lexicase", "the number of times that lexicase selection chooses an individual")
class LexicaseCredit(Credit):
    """The number of times that lexicase selection chooses an individual.

    The winner has the most points. Of individuals with the same result in every test only one can be chosen:
    a reproduced one, or else the smallest. If it were always the smallest, a perfect player would be lost as
    soon as the tests of one generation miss the faults of a smaller one.

    Late in a run, many individuals often tie for the best. With ``halving_budget``, the tied individuals take
    further tests, and the better half goes on, with more tests the fewer are left, until one is left
    (successive halving; Jamieson and Talwalkar, "Non-stochastic best arm identification and hyperparameter
    optimization", AISTATS 2016). More points decide, and among equals the smaller size. Halving finds faults
    that the tests of a generation do not show. A third of the selections prefers the one that is left to all
    others with the same points. The other selections choose among all individuals that differ in any outcome,
    even if the outcomes are worth the same points; this keeps several different parents.

    In graded tests, individuals within epsilon of the best count as equal to it
    (:mod:`~senet_gp.evolution.operators.lexicase_selection`).
    """

    halving_budget: int = option(
        0,
        "ties for the best are broken by successive halving: in each round the tied individuals share this "
        "many times a generation's tests, and the better half goes on; 0 for no halving",
        between=(0, 100_000),
    )

    def assign(
        self,
        population: Sequence[Individual],
        tests: Tests,
        *,
        reproduced: int,
        key: int,
        rng: random.Random,
    ) -> Evaluation:
        """Set every individual's fitness to the number of times that it is chosen.

        Selection draws from the stream of ``key``; ``rng`` breaks ties of points and size in the halving.
        """
        from senet_gp.evolution.operators.lexicase_selection import epsilons_of
        from senet_gp.runtime.streams import part_key

        results: list[Outcomes] = [tests.run(range(len(population)))]
        outcomes = results[0].values
        points = compared(outcomes, self.draw_value)
        totals = totals_of(results[0], self.draw_value)
        order = by_seniority(population, reproduced)
        epsilons = epsilons_of(points) if results[0].graded else None
        times = partial(_times_chosen, points=points, epsilons=epsilons)
        if self.halving_budget:
            alike = _alike_as_the_best(points, totals)
            preferred, further = self._left_of(alike, population, tests, rng)
            results += further
            preferring = [preferred, *(index for index in order if index != preferred)]
            counts = times(order, outcomes, each=SELECTIONS_EACH - 1, key=key)
            counts += times(preferring, points, each=1, key=part_key(key, _PREFERRING))
        else:
            counts = times(order, points, each=SELECTIONS_EACH, key=key)
        return evaluation_by(
            population,
            results,
            # Of individuals with equally many points, the one that is chosen most often.
            winner=max(range(len(population)), key=lambda index: (totals[index], counts[index])),
            fitness=[count + MIN_FITNESS for count in counts.tolist()],
        )

    def _left_of(
        self, alike: Sequence[int], population: Sequence[Individual], tests: Tests, rng: random.Random
    ) -> tuple[int, list[Outcomes]]:
        """The winner of successive halving among tied individuals, and the results of all its tests."""
        left, results = list(alike), list[Outcomes]()
        rng.shuffle(left)
        left.sort(key=lambda index: len(population[index]))
        while len(left) > 1:
            times = max(1, self.halving_budget // len(left))
            results.append(tests.run(left, times, len(results) + 1))
            left = _better_half(left, totals_of(results[-1], self.draw_value))
        return left[0], results


def _times_chosen(
    order: Sequence[int],
    traits: NDArray[Any],
    *,
    points: NDArray[Any],
    epsilons: NDArray[np.float64] | None,
    each: int,
    key: int,
) -> NDArray[np.int64]:
    """How often each individual is chosen, (individuals,) int64, in ``each`` selections for each of them.

    Of individuals with equal rows of traits, only the first in the order can be chosen.
    """
    import numpy as np

    from senet_gp.evolution.operators.lexicase_selection import lexicase

    fit = np.setdiff1d(np.arange(len(order)), duplicates(order, traits))
    chosen = fit[lexicase(points[fit], each * len(order), key=key, epsilons=epsilons)]
    return np.bincount(chosen, minlength=len(order))


def _alike_as_the_best(points: NDArray[Any], totals: Sequence[float]) -> list[int]:
    """The indices of the individuals with the same points in every test as the first of the best in total."""
    import numpy as np

    best = points[max(range(len(points)), key=totals.__getitem__)]
    alike: list[int] = np.flatnonzero((points == best).all(axis=1)).tolist()
    return alike


def _better_half(indices: Sequence[int], totals: Sequence[float]) -> list[int]:
    """The half of the indices with the most points, in their order; among equals, the first."""
    ranks = sorted(range(len(indices)), key=lambda rank: -totals[rank])
    return [indices[rank] for rank in sorted(ranks[: (len(indices) + 1) // 2])]


def check_summable(result: Outcomes) -> None:
    """Check that no grade is negative, for credits that add points up.

    Raises:
        SenetGpError: if one is.
    """
    if result.graded and (result.values < 0).any():
        raise SenetGpError(
            f"a graded outcome is {result.values.min()}, but this credit adds grades up, so they must be at "
            "least 0: grade from 0 up, or use --credit lexicase"
        )


def compared(outcomes: NDArray[Any], draw_value: float) -> NDArray[Any]:
    """The outcomes in a form that differs exactly where points differ.

    If a draw counts as much as a win, draws become wins; if it counts nothing, they become losses.

    Args:
        outcomes: the values of :class:`Outcomes`.
        draw_value: the points for a draw, where a win is 1.

    >>> import numpy as np
    >>> compared(np.array([1, 0, -1], np.int8), draw_value=1.0)
    array([ 1,  1, -1], dtype=int8)
    """
    import numpy as np

    if outcomes.dtype == np.float64 or 0 < draw_value < 1:
        return outcomes
    return np.where(outcomes == 0, np.int8(1 if draw_value else -1), outcomes)


def by_seniority(population: Sequence[Individual], reproduced: int = 0) -> list[int]:
    """All indices: first those below ``reproduced``, then the smallest; of equals, the first."""
    sizes = [0] * reproduced + [len(individual) for individual in population[reproduced:]]
    return sorted(range(len(population)), key=sizes.__getitem__)


def duplicates(order: Sequence[int], traits: NDArray[Any]) -> list[int]:
    """The indices of all duplicates: of each group with equal rows of traits, all but the first in the order.

    >>> import numpy as np
    >>> duplicates([2, 1, 0], np.array([[1, 0], [0, 0], [1, 0]]))
    [0]
    """
    kept: set[bytes] = set()
    others = []
    for index in order:
        own = traits[index].tobytes()
        if own in kept:
            others.append(index)
        kept.add(own)
    return others


def parsimonious(points: Sequence[float], population: Sequence[Individual], parsimony: float) -> list[float]:
    """Fitness from points, lowered with every node, so that of equals the smallest is the fittest.

    Args:
        points: the points of every individual.
        population: the individuals.
        parsimony: the cost of a node: points are divided by 1 + parsimony * nodes.
    """
    # Rounded, since the last digits of sums may differ from machine to machine.
    return [
        round(MIN_FITNESS + own / (1 + parsimony * len(individual)), 9)
        for individual, own in zip(population, points, strict=True)
    ]
