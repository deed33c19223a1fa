"""The kinds of parts: what a configuration knows of a selection, a credit and so on.

Operators are functions (:func:`senet_gp.evolution.configuration.registration.operator`), from each of which a
class is made here that holds its options. Evaluations and credits are classes; what they do with results of
tests is in :mod:`senet_gp.evolution.evaluation.protocol`.
"""

from __future__ import annotations

import inspect
import random
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from importlib import import_module
from math import inf
from typing import TYPE_CHECKING, Any, ClassVar

from senet_gp.evolution.configuration.common_options import CommonOptions
from senet_gp.evolution.configuration.options import option
from senet_gp.evolution.configuration.parts import PARTS, Part
from senet_gp.runtime.errors import UsageError
from senet_gp.runtime.registries import resolved

if TYPE_CHECKING:
    from senet_gp.arena.pool import Pool
    from senet_gp.trees.individual import Individual


class BreedingOperator(Part):
    """An operator of breeding: a function, and values of its options.

    Attributes:
        function: the function.
        given: how many arguments its caller passes to it, the first ones.
        takes: the names of its other parameters: of its options, and of what it takes from the run.
    """

    function: ClassVar[Callable[..., Any]]
    given: ClassVar[int]
    takes: ClassVar[tuple[str, ...]] = ()

    def arguments(self, config: CommonOptions, rng: random.Random | None = None) -> dict[str, Any]:
        """What its function takes besides what its caller passes, by the names of its parameters.

        Args:
            config: the configuration of the run.
            rng: the generator of all operators, which a migration does not have.
        """
        run = {"rng": rng, "vocabulary": config.vocabulary_value}
        has = {**config.common(), **run, **self.as_values()}
        return {name: has[name] for name in self.takes}

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickle the name and the options, since the class is made where its function is defined."""
        return _made_again, (type(self).__module__, self.kind, self.name, self.as_values())


def _made_again(module: str, kind: str, name: str, options: Mapping[str, Any]) -> Part:
    import_module(module)
    return PARTS[kind][name](**options)


class Selection(BreedingOperator):
    """How parents are chosen: a function of the population and of how many to choose.

    Attributes:
        chances: computes the probability of every individual to be drawn, from the fitness values, an array,
            and those of its options that it names. Games against a person during a run (``--spar``) need it;
            None if the probabilities are unknown.
        by_order: whether it depends only on the order of the fitness values, not on their differences.
        by_table: whether it needs the points of each test, as the credit ``table`` gives them.
    """

    kind = "selection"
    given = 2
    chances: ClassVar[Callable[..., Any] | None] = None
    by_order: ClassVar[bool] = True
    by_table: ClassVar[bool] = False

    def chances_of(self, fitness: Sequence[float]) -> list[float]:
        """The exact probability of every individual to be drawn as a parent, in each draw.

        >>> from senet_gp.evolution import part
        >>> part("proportional", kind="selection").chances_of([1.0, 3.0])
        [0.25, 0.75]

        Args:
            fitness: the fitness of every individual.

        Raises:
            UsageError: if the selection does not name the function of its probabilities.
        """
        import numpy as np

        if self.chances is None:
            raise UsageError(
                f"the probabilities of the selection {self.name} are unknown: register it with chances=…, or "
                "use another selection"
            )
        named = inspect.signature(self.chances).parameters
        options = {name: value for name, value in self.as_values().items() if name in named}
        found: list[float] = self.chances(np.array(fitness, np.float64), **options).tolist()
        return found


class Elite(BreedingOperator):
    """Which individuals are reproduced: a function of the population and of how many to choose."""

    kind = "elite"
    given = 2


class Initialisation(BreedingOperator):
    """How an individual of the first population is drawn: a function that returns it, or its nodes."""

    kind = "initialisation"
    given = 0

    def check(self, config: CommonOptions) -> None:  # noqa: ARG002
        """Check that depths that it draws from are in order."""
        depths = self.as_values()
        least, most = depths.get("min_depth", 0), depths.get("max_depth", inf)
        if least > most:
            raise UsageError(
                f"min_depth is {least}, but it must be at most max_depth, which is {most}: change one of them"
            )


class Crossover(BreedingOperator):
    """How two parents are crossed: a function of both that returns children."""

    kind = "crossover"
    given = 2


class Mutation(BreedingOperator):
    """How an individual is mutated: a function of it that returns the mutant."""

    kind = "mutation"
    given = 1


@dataclass(frozen=True, repr=False)
class Migration(BreedingOperator):
    """How individuals migrate between islands: a function with the arguments of DEAP's ``migRing``."""

    kind = "migration"
    given = 4
    migrate_every: int = option(5, "generations between migrations", between=(1, 1_000_000))
    migrants: int = option(
        2,
        "best individuals of an island, copies of which replace the worst of another",
        between=(1, 500_000),
    )


#: The kinds of operators by name.
OPERATORS: Mapping[str, type[BreedingOperator]] = {
    base.kind: base for base in (Initialisation, Selection, Elite, Crossover, Mutation, Migration)
}


class FitnessEvaluation(Part):
    """Sets the fitness of a population. Nearly all of them are suites of tests; the knockout is not.

    Attributes:
        function: evaluates a population, as ``module:function``; it is registered in the toolbox as
            ``evaluate``, with the configuration, the generator and the pool.
        individual: draws an individual of the first population from the vocabulary and a generator, as
            ``module:function``; empty if the run's initialisation does.
        improved_by: does what :meth:`improve` does, with the evaluation as its first argument, as
            ``module:function``; one that overrides ``improve`` needs none.
        credit: the name of the usual credit; None if it sets fitness itself, without one.
        crowned: how its champion was found, as the end of a sentence; ``{generation}`` stands for the
            generation that the champion won.
        counted: what its tests are called where their number is told.
        tells_apart: whether its tests tell players of different sizes apart better than as many games would,
            so that they choose the best player of each size when the run ends.
        final_by_matches: whether a round robin of the last winners chooses the champion, as after knockouts,
            and not further tests.
    """

    kind = "fitness"
    function: ClassVar[str]
    individual: ClassVar[str] = ""
    improved_by: ClassVar[str] = ""
    credit: ClassVar[str | None] = None
    crowned: ClassVar[str] = "was the best of generation {generation}"
    counted: ClassVar[str] = "games"
    tells_apart: ClassVar[bool] = False
    final_by_matches: ClassVar[bool] = False

    @property
    def ends_in_round_robin(self) -> bool:
        """Whether a round robin of the last winners chooses the champion."""
        return self.credit is None or self.final_by_matches

    @property
    def improves_every(self) -> int:
        """The generations between which it improves individuals; 0 for never."""
        return 0

    @property
    def looks_back(self) -> int:
        """How many more of the last winners it needs than the final does."""
        return 0

    @classmethod
    def named(cls, attribute: str) -> Callable[..., Any]:
        """The function that an attribute of the class names, as ``module:function``."""
        found: Callable[..., Any] = resolved(getattr(cls, attribute), f"the evaluation {cls.name}")
        return found

    def improve(
        self,
        population: Sequence[Individual],
        generation: int,
        winners: Sequence[Individual],
        *,
        config: Any,
        pool: Pool,
    ) -> list[tuple[int, Individual]]:
        """Make new individuals for the next generation, if it does at all (``improves_every``).

        Args:
            population: the individuals of the generation before, with their fitness.
            generation: the number of the generation that the new ones enter.
            winners: the winners of earlier generations.
            config: the configuration of the run.
            pool: where this is done; it does not change the result.

        Returns:
            The new individuals, each with the index of its origin.
        """
        improve = self.named("improved_by")
        found: list[tuple[int, Individual]] = improve(
            self, config, population, winners, generation=generation, pool=pool
        )
        return found


@dataclass(frozen=True, repr=False)
class CreditAssignment(Part):
    """Turns results of tests into fitness.

    Attributes:
        gives_table: whether the fitness is a list, whose first value is followed by the points in each test.
    """

    kind = "credit"
    gives_table: ClassVar[bool] = False
    draw_value: float = option(
        0.5, "the points for a draw, where a win is 1 and a loss is 0", between=(0.0, 1.0)
    )
