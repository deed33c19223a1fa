"""The operators of a run, registered in a DEAP toolbox, where each can be replaced."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from functools import partial
from typing import Any

from deap import base, gp

from senet_gp.arena.pool import Pool
from senet_gp.evolution import selection, variation
from senet_gp.evolution.config import Config
from senet_gp.evolution.draws import Draws
from senet_gp.runtime.errors import UsageError, brief
from senet_gp.trees.individual import Individual
from senet_gp.trees.text import from_lisp


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
                "nothing: use the mutation constant, which draws a constant anew"
            )
        super().register(alias, function, *args, **kargs)

    def __repr__(self) -> str:
        return brief(self, *(name for name, value in vars(self).items() if callable(value) and name != "map"))


def toolbox_for(config: Config, *, draws: Draws, pool: Pool) -> base.Toolbox:
    """A toolbox with the operators that a configuration names.

    ==============  ===================================================================================
    alias           what is called
    ==============  ===================================================================================
    ``individual``  ``() -> Individual``: draws one individual
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
    toolbox.register("individual", config.fitness.named("individual"), vocabulary, rng)
    seeds = [from_lisp(text, vocabulary) for text in config.seed_with]
    toolbox.register("population", _drawn, toolbox, draws, seeds)
    toolbox.register("evaluate", config.fitness.named("function"), config=config, rng=rng, pool=pool)
    if config.fitness.improves_every:
        toolbox.register("improve", config.fitness.improve, config=config, pool=pool)
    config.elite.register(toolbox, config, rng)
    config.selection.register(toolbox, config, rng)
    if config.several_objectives:
        toolbox.decorate("select", partial(selection.within_classes, rng=rng))
        toolbox.register("survive", selection.by_size_class)
    return toolbox


def breeding_operators(toolbox: base.Toolbox, config: Config, rng: random.Random) -> None:
    """Register the operators that make children: ``clone``, ``mate`` and ``mutate``."""
    toolbox.register("clone", Individual)
    config.crossover.register(toolbox, config, rng)
    config.mutation.register(toolbox, config, rng)
    limits = []
    if config.size_limit:
        limits.append(partial(variation.limited, max_nodes=config.size_limit))
    if config.depth_limit:
        limits.append(partial(variation.limited_in_depth, max_depth=config.depth_limit))
    for alias in ("mate", "mutate"):
        toolbox.decorate(alias, *limits)


def _drawn(toolbox: base.Toolbox, draws: Draws, seeds: Sequence[Individual], n: int) -> list[Individual]:
    """The first population: the seeds, and ``n`` less as many that the operator ``individual`` draws.

    All ``n`` are drawn, so those that are not replaced by seeds are the same as without any.
    """
    key = draws.children(1)
    population = []
    for place in range(n):
        draws.begin_child(key, place)
        population.append(toolbox.individual())
    return [*map(Individual, seeds), *population[len(seeds) :]]
