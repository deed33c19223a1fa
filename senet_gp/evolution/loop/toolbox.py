"""The operators of a run, registered in a DEAP toolbox, and the random numbers that they draw.

Each child has its own random stream, identified by seed, generation and index. The choice of parents and the
evaluation of a generation have streams of their own, too. So a child is the same in whichever process it is
bred, and no state of a generator has to be saved. All operators draw from one generator, which is seeded at
the beginning of each stream.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from enum import IntEnum
from functools import partial
from typing import Any, Self

from deap import base, gp

from primitives.vocabulary import Vocabulary
from senet_gp.arena.pool import Pool
from senet_gp.evolution.configuration.config import ResolvedConfig
from senet_gp.evolution.configuration.kinds import BreedingOperator
from senet_gp.evolution.operators import size_control
from senet_gp.runtime.errors import UsageError, brief
from senet_gp.runtime.streams import Purpose, key_of, part_key
from senet_gp.trees.individual import Individual, whole
from senet_gp.trees.text import from_lisp

#: The first population, breeding, and the pairs, opponents and positions of an evaluation.
BREEDING = Purpose(6)


class Toolbox(base.Toolbox):  # type: ignore[misc]
    """DEAP's toolbox, which tells the names of its operators, and refuses one that would do nothing."""

    def register(self, alias: str, function: Callable[..., Any], *args: Any, **kargs: Any) -> None:
        """Register an operator, as in DEAP.

        Raises:
            UsageError: if it is ``gp.mutEphemeral``, which finds nothing to change in our trees.
        """
        if function is gp.mutEphemeral:
            raise UsageError(
                "gp.mutEphemeral changes ephemeral constants, and these trees have none, so it would do "
                "nothing: use the mutation constant, which draws another constant"
            )
        super().register(alias, function, *args, **kargs)

    def __repr__(self) -> str:
        return brief(self, *(name for name, value in vars(self).items() if callable(value) and name != "map"))


def toolbox_for(config: ResolvedConfig, *, draws: Draws, pool: Pool) -> base.Toolbox:
    """A toolbox with the operators that a configuration names.

    ==============  ===================================================================================
    alias           what is called
    ==============  ===================================================================================
    ``expr``        ``() -> list``: draws the nodes of an individual, as the initialisation does
    ``individual``  ``() -> Individual``: draws one individual by ``expr``
    ``population``  ``(n=count) -> list``: draws the first population
    ``evaluate``    ``(population, generation, winners) -> Evaluation``: sets every individual's fitness
    ``reproduce``   ``(population, count) -> list``: individuals that go on to the next generation
    ``select``      ``(population, count) -> list``: parents
    ``mate``        ``(a, b) -> tuple``: children, of which the first is used
    ``mutate``      ``(individual) -> tuple``: one mutated individual
    ``clone``       ``(individual) -> Individual``: a copy of a parent, without fitness
    ``survive``     ``(candidates, count) -> list``: of parents and children, those that survive, as
                    ``tools.selNSGA2`` chooses them; only in runs of several objectives
    ``improve``     ``(population, generation, winners) -> list``: new individuals, each with the index of
                    its origin in the population before; only in runs whose evaluation improves
    ==============  ===================================================================================

    Args:
        config: the configuration.
        draws: the random streams, whose generator all operators share.
        pool: where games are played.
    """
    vocabulary, rng = config.vocabulary_value, draws.rng
    toolbox = Toolbox()
    breeding_operators(toolbox, config, rng)
    if config.fitness.individual:
        toolbox.register("expr", config.fitness.named("individual"), vocabulary, rng)
    else:
        register(toolbox, "expr", config.initialisation, config, rng)
    toolbox.register("individual", drawn_individual, toolbox, vocabulary)
    seeds = [from_lisp(text, vocabulary) for text in config.seed_with]
    toolbox.register("population", _drawn, toolbox, draws, seeds)
    toolbox.register("evaluate", config.fitness.named("function"), config=config, rng=rng, pool=pool)
    if config.fitness.improves_every:
        toolbox.register("improve", config.fitness.improve, config=config, pool=pool)
    register(toolbox, "reproduce", config.elite, config, rng)
    register(toolbox, "select", config.selection, config, rng)
    if config.several_objectives:
        toolbox.decorate("select", partial(size_control.within_classes, rng=rng))
        toolbox.register("survive", size_control.by_size_class)
    return toolbox


def register(
    toolbox: base.Toolbox, alias: str, operator: BreedingOperator, config: ResolvedConfig, rng: random.Random
) -> None:
    """Register an operator of a configuration, with its options and what it takes from the run."""
    toolbox.register(alias, operator.function, **operator.arguments(config, rng))


def breeding_operators(toolbox: base.Toolbox, config: ResolvedConfig, rng: random.Random) -> None:
    """Register the operators that make children: ``clone``, ``mate`` and ``mutate``."""
    toolbox.register("clone", Individual)
    register(toolbox, "mate", config.crossover, config, rng)
    register(toolbox, "mutate", config.mutation, config, rng)
    within = []
    if config.size_limit:
        within.append(partial(size_control.limited, max_nodes=config.size_limit))
    if config.depth_limit:
        within.append(partial(size_control.limited_in_depth, max_depth=config.depth_limit))
    for alias in ("mate", "mutate"):
        toolbox.decorate(alias, *within)


def drawn_individual(toolbox: base.Toolbox, vocabulary: Vocabulary) -> Individual:
    """An individual whose nodes the operator ``expr`` draws.

    Raises:
        UsageError: if they are no expression of the vocabulary.
    """
    return whole(toolbox.expr(), vocabulary)


def _drawn(toolbox: base.Toolbox, draws: Draws, seeds: Sequence[Individual], n: int) -> list[Individual]:
    """The first population of ``n``: the seeds, and individuals drawn by the operator ``individual``.

    All ``n`` are drawn, so those that are not replaced by seeds are the same as without any.
    """
    key = draws.children(1)
    population = []
    for index in range(n):
        draws.begin_child(key, index)
        population.append(toolbox.individual())
    return [*map(Individual, seeds), *population[len(seeds) :]]


class Stage(IntEnum):
    """The stages of a generation with a stream each; each child has a further one, below ``CHILDREN``."""

    REPRODUCED = 0
    SELECTED = 1
    EVALUATED = 2
    CHILDREN = 3


class Draws:
    """The generator of a run, and its streams.

    Args:
        seed: the run's seed.

    Attributes:
        rng: the generator that operators draw from.
        seeds_global: whether Python's global generator, from which DEAP's operators draw, is seeded as well.

    >>> draws = Draws(seed=1)
    >>> draws.begin(generation=3, stage=Stage.SELECTED)
    >>> first = draws.rng.random()
    >>> draws.begin(generation=3, stage=Stage.SELECTED)
    >>> draws.rng.random() == first
    True
    """

    def __init__(self, seed: int) -> None:
        self.rng = random.Random(seed)
        self.seeds_global = False
        self._seed = seed

    def __repr__(self) -> str:
        return brief(self, f"seed {self._seed}")

    @classmethod
    def of_children(cls, rng: random.Random, *, seeds_global: bool) -> Self:
        """The streams of children alone, for a worker."""
        draws = cls(0)
        draws.rng, draws.seeds_global = rng, seeds_global
        return draws

    def begin(self, generation: int, stage: Stage) -> None:
        """Begin the stream of a stage of a generation."""
        self._begin(self._key(generation, stage))

    def begin_child(self, key: int, index: int) -> None:
        """Begin the stream of the child at this index, given the key of the generation's children."""
        self._begin(part_key(key, index))

    def children(self, generation: int) -> int:
        """The key of the children of a generation, as :meth:`begin_child` takes it."""
        return self._key(generation, Stage.CHILDREN)

    def _key(self, generation: int, stage: Stage) -> int:
        return key_of(self._seed, BREEDING, generation, stage)

    def _begin(self, key: int) -> None:
        self.rng.seed(key)
        if self.seeds_global:
            random.seed(key)

    @contextmanager
    def seeding_global(self, *, needed: bool) -> Iterator[None]:
        """Seed Python's global generator as well while this context lasts, and restore it afterwards.

        Args:
            needed: whether some operator may draw from it; if not, it is not touched.
        """
        self.seeds_global = needed
        before = random.getstate() if needed else None
        try:
            yield
        finally:
            self.seeds_global = False
            if before is not None:
                random.setstate(before)
