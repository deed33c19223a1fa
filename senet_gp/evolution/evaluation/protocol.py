"""The parts of an evaluation of fitness: a suite of tests, and a credit, which turns results into fitness.

Between them stand the outcomes, the results of individuals in tests that are the same for all. Suites and
credits are parts of a run (:mod:`senet_gp.evolution.configuration.parts`): for your own, derive a class from
:class:`Suite` or :class:`Credit`, and register it by :func:`suite` or :func:`credit` of
:mod:`senet_gp.evolution`. This module imports neither numba nor numpy until a run begins.
"""

from __future__ import annotations

import dataclasses
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, ClassVar, Protocol, TypeAlias

from senet_gp.evolution.configuration.kinds import CreditAssignment, FitnessEvaluation
from senet_gp.runtime.checks import real_number
from senet_gp.runtime.errors import SenetGpError, UsageError, brief

if TYPE_CHECKING:
    import random

    import numpy as np
    from numpy.typing import NDArray

    from senet_gp.arena.pool import Pool
    from senet_gp.engine.participants import Source
    from senet_gp.trees.individual import Individual

#: The share of the tests as which a game against a person counts where they have no opponents.
_SHARE_OF_A_PERSON = 1 / 20
#: Points by individual and test, (individuals, tests): 1 for a win, 0 for a loss, the draw value for a draw;
#: or the grade of a graded test, where more is better.
Points: TypeAlias = "NDArray[np.float64]"


@dataclass(frozen=True, kw_only=True)
class Outcomes:
    """The results of individuals in the same tests (the interaction matrix of coevolution).

    Each column is one test, the same for all: a game against the same opponent, in the same seat and with the
    same random numbers, or a decision in the same position.

    Attributes:
        values: (individuals, tests), int8 if the tests are games: 1 won, 0 drawn, -1 lost; float64 if they
            are graded: any finite number, where more is better.
        games: the number of games played or decisions made.
        turns: the number of turns of all of them together.
        self_losses: how many of the games a player lost by their own last move.
        per_opponent: the number of tests against one opponent, which is the weight of one more, a person; 0
            if the tests have no opponents.

    Raises:
        SenetGpError: if the values are neither.

    >>> import numpy as np
    >>> values = np.array([[1, 0, -1], [1, 1, -1]], np.int8)
    >>> outcomes = Outcomes(values=values, games=6, turns=50, self_losses=0)
    >>> outcomes.graded, totals_of(outcomes, draw_value=0.5)
    (False, [1.5, 2.0])
    """

    values: NDArray[np.int8] | NDArray[np.float64]
    games: int
    turns: int
    self_losses: int
    per_opponent: int = 0

    def __post_init__(self) -> None:
        import numpy as np

        if self.values.ndim != 2 or self.values.dtype not in {np.dtype(np.int8), np.dtype(np.float64)}:
            raise SenetGpError(
                f"outcomes are an array of {self.values.ndim} dimensions of {self.values.dtype}, but they "
                "must have two, individuals and tests, and be int8 for games or float64 for grades"
            )
        if self.graded and not np.isfinite(self.values).all():
            raise SenetGpError("an outcome is not a finite number: only finite numbers can be compared")
        if not self.graded and self.values.size and not -1 <= self.values.min() <= self.values.max() <= 1:
            raise SenetGpError("an outcome of a game is 1, 0 or -1: for other values, use float64")

    def __repr__(self) -> str:
        individuals, tests = self.values.shape
        return brief(self, f"{individuals:,} individuals", f"{tests:,} tests", f"{self.games:,} games")

    @property
    def graded(self) -> bool:
        """Whether the values are grades of any size, not results of games."""
        return bool(self.values.dtype == "float64")


def points_of(outcomes: NDArray[Any], draw_value: float) -> Points:
    """The points of every individual in every test, float64, with the shape of the outcomes.

    Args:
        outcomes: the values of :class:`Outcomes`; grades are points already.
        draw_value: the points for a draw, where a win is 1.

    >>> import numpy as np
    >>> points_of(np.array([[1, 0, -1]], np.int8), draw_value=0.9)
    array([[1. , 0.9, 0. ]])
    """
    import numpy as np

    draw_value = real_number("draw_value", draw_value, 0, 1)
    if outcomes.dtype == np.float64:
        return outcomes
    # Index -1, a loss, is the last.
    points: Points = np.array([draw_value, 1.0, 0.0])[outcomes]
    return points


def with_one_more_opponent(result: Outcomes, played: Sequence[int], draw_value: float) -> Outcomes:
    """Results to which tests are added: a game of each individual against one more opponent.

    The game counts for as many tests as those against any other opponent, or for a twentieth of all if there
    are no others.

    >>> import numpy as np
    >>> values = np.array([[1, -1, 1, 1], [1, 0, -1, 1]], np.int8)
    >>> result = Outcomes(values=values, games=8, turns=50, self_losses=0, per_opponent=2)
    >>> with_one_more_opponent(result, [-1, 1], draw_value=0.5).values[:, 4:].tolist()
    [[-1, -1], [1, 1]]

    Args:
        result: the results of the other tests.
        played: the outcome of each individual's game: 1 won, 0 drawn, -1 lost or not played.
        draw_value: the points for a draw, where a win is 1.
    """
    import numpy as np

    game = np.array(played, np.int8)[:, np.newaxis]
    own = points_of(game, draw_value) if result.graded else game
    columns = result.per_opponent or max(1, round(_SHARE_OF_A_PERSON * result.values.shape[1]))
    values: NDArray[Any] = np.hstack([result.values, own.repeat(columns, axis=1)])
    return dataclasses.replace(result, values=values)


def totals_of(result: Outcomes, draw_value: float) -> list[float]:
    """The total points of every individual, rounded so that equal totals compare equal."""
    import numpy as np

    values = result.values
    if result.graded:
        points = values.sum(axis=1)
    else:
        points = np.count_nonzero(values == 1, axis=1) + draw_value * np.count_nonzero(values == 0, axis=1)
    totals: list[float] = points.round(6).tolist()
    return totals


class Tests(Protocol):
    """The tests of one generation, or of the final; with another ``number`` they are others of their kind."""

    def run(self, indices: Sequence[int], times: int = 1, number: int = 0) -> Outcomes:
        """Put individuals to new tests, the same for all of them.

        Args:
            indices: the individuals to test, as indices in the population that the tests were opened on.
            times: how many times as many tests as in a generation.
            number: the number of this call within the generation, which names its random streams.
        """


class Suite(FitnessEvaluation):
    """Tests a population; the credit of the run computes fitness from the results.

    Attributes:
        opened_by: does what :meth:`open` does, with the suite as its first argument, as ``module:function``;
            a suite that overrides ``open`` needs none.
    """

    opened_by: ClassVar[str] = ""
    function = "senet_gp.evolution.evaluation.evaluators:evaluate_by_tests"
    credit = "mean"

    def open(
        self,
        config: Any,
        population: Sequence[Individual],
        winners: Sequence[Individual],
        *,
        generation: int | None,
        rng: random.Random,
        pool: Pool,
    ) -> Tests:
        """The tests of a generation.

        Args:
            config: the configuration of the run.
            population: the individuals to test.
            winners: the winners of earlier generations, the last of them.
            generation: the number of the generation, from 1 on; None for the final. There the population is
                the finalists, which take more tests, against one another if the tests have opponents.
            rng: draws opponents and positions.
            pool: where games are played.

        Raises:
            UsageError: if the suite does not say how.
        """
        if not self.opened_by:
            raise UsageError(f"the suite {self.name} opens no tests: let its class define open")
        opens = self.named("opened_by")
        tests: Tests = opens(self, config, population, winners, generation=generation, rng=rng, pool=pool)
        return tests


@dataclass(frozen=True)
class Evaluation:
    """The result of the evaluation of a population, apart from the fitness, which individuals hold.

    Attributes:
        winner: the index of the best individual.
        games: how many games were played.
        turns: how many turns they took.
        self_losses: how many of the games a player lost by their own last move.
        behaviours: for each individual the index of the first one with the same results in all tests that
            every individual took; empty if there are none.
        sparring: the games against a person that count in it, for the log.
    """

    winner: int
    games: int
    turns: int
    self_losses: int
    behaviours: Sequence[int] = field(default=(), repr=False)
    sparring: Sequence[Any] = ()


class Credit(CreditAssignment):
    """Turns results of tests into fitness."""

    def assign(
        self,
        population: Sequence[Individual],
        tests: Tests,
        *,
        reproduced: int,
        key: int,
        rng: random.Random,
    ) -> Evaluation:
        """Run tests as often as needed, set the fitness of every individual, and name the winner.

        Args:
            population: the individuals.
            tests: the tests that they take.
            reproduced: how many individuals at the beginning of the population were reproduced.
            key: the key of the generation's random streams.
            rng: the generator for everything that is not drawn from streams.
        """
        raise NotImplementedError


def evaluation_by(
    population: Sequence[Individual],
    results: Sequence[Outcomes],
    *,
    fitness: Sequence[float],
    winner: int | None = None,
) -> Evaluation:
    """Set the fitness of every individual, and sum up the evaluation.

    Args:
        population: the individuals.
        results: the results of all tests.
        fitness: the fitness of every individual.
        winner: the index of the best individual; by default the smallest of the fittest.

    Raises:
        SenetGpError: if there are not as many values of fitness as individuals.
    """
    if len(fitness) != len(population):
        raise SenetGpError(
            f"there are {len(fitness)} values of fitness for {len(population)} individuals: the credit must "
            "give one for each"
        )
    for individual, value in zip(population, fitness, strict=True):
        individual.fitness.values = (value,)
    return Evaluation(
        winner=most_points(fitness, population) if winner is None else winner,
        games=sum(one.games for one in results),
        turns=sum(one.turns for one in results),
        self_losses=sum(one.self_losses for one in results),
        behaviours=_behaviours(results[0].values, population) if results else (),
    )


def _behaviours(values: NDArray[Any], population: Sequence[Individual]) -> list[int]:
    """For each individual the index of the first one with the same results; none if not all took the same."""
    if len(values) != len(population):
        return []
    # Equal trees behave alike, and rows of different sums do not; only what is left is compared as a whole.
    trees = [individual.packed for individual in population]
    sums = (values.view("int64") if values.dtype == "float64" else values).sum(axis=1, dtype="int64").tolist()
    times = Counter(dict(zip(trees, sums, strict=True)).values())
    known: dict[bytes, tuple[int, int]] = {}
    for index, (tree, total) in enumerate(zip(trees, sums, strict=True)):
        if tree not in known:
            known[tree] = total, hash(values[index].tobytes()) if times[total] > 1 else 0
    first: dict[tuple[int, int], int] = {}
    return [first.setdefault(known[tree], index) for index, tree in enumerate(trees)]


def most_points(totals: Sequence[float], population: Sequence[Individual]) -> int:
    """The index of the individual with the most points in total; among equals, the smallest."""
    return max(range(len(population)), key=lambda index: (totals[index], -len(population[index])))


def sources(individuals: Sequence[Individual]) -> list[Source]:
    """The trees of individuals in the form that is sent to workers."""
    from senet_gp.engine.participants import Source

    return [Source(individual.packed, individual.vocabulary) for individual in individuals]


def key_for(seed: int, generation: int | None) -> int:
    """The key from which all random streams of a generation's evaluation are derived.

    Args:
        seed: the seed of the run.
        generation: the number of the generation; None for the final.
    """
    from senet_gp.runtime.streams import Purpose, key_of

    evaluation, final = Purpose(1), Purpose(2)
    return key_of(seed, final) if generation is None else key_of(seed, evaluation, generation)
