"""The steps of a generation, each of which is made of the operators that are registered in a run's toolbox.

What watches a step is put around it here, once: random streams, clocks, improved individuals, games against a
person, checks of operators from outside. So the loop itself reads like the algorithm.

With one objective the children replace their parents. With several, both compete: the objectives are the
score, which is the fitness that the evaluation sets, and the number of nodes, of which fewer are better. A
score is relative to the individuals that are evaluated together, so parents take the tests of the generation
of their children beside them, and survive by these results.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import partial, wraps
from typing import Any, NamedTuple

from deap import base

from senet_gp.arena.pool import Pool
from senet_gp.evolution.configuration.config import ResolvedConfig
from senet_gp.evolution.evaluation.evaluators import is_ours
from senet_gp.evolution.evaluation.sparring import Sparring
from senet_gp.evolution.loop.breeding import Breeding, improving
from senet_gp.evolution.loop.genealogy import REPRODUCED, Candidates, Origin
from senet_gp.evolution.loop.guarded_operators import called_from_outside, guarded
from senet_gp.evolution.loop.logbook import Stopwatch
from senet_gp.evolution.loop.outside_operators import sent_to_workers
from senet_gp.evolution.loop.toolbox import Draws, Stage
from senet_gp.runtime.errors import UsageError
from senet_gp.trees.individual import Individual, WeightedFitness

#: The names under which the seconds of the steps are logged.
BREEDING_TIME, EVALUATING_TIME = "seconds_breeding", "seconds_evaluating"
#: More of the score and fewer nodes are better.
WEIGHTS = (1.0, -1.0)


def steps_of(
    operators: Mapping[str, Any],
    replaced: Mapping[str, str],
    config: ResolvedConfig,
    *,
    draws: Draws,
    pool: Pool,
    stopwatch: Stopwatch,
    sparring: Sparring | None,
    max_nodes: int,
) -> base.Toolbox:
    """A toolbox with the steps of a generation.

    ============  ===================================================================================
    step          what is called
    ============  ===================================================================================
    ``breed``     ``(parents, generation, winners) -> Candidates``: the individuals to evaluate
    ``evaluate``  ``(individuals, generation, winners) -> Evaluation``: sets every individual's fitness
    ``survive``   ``(candidates, winner) -> Survivors``: the population, and the best of it
    ============  ===================================================================================

    Args:
        operators: the operator registered under each alias.
        replaced: descriptions, by alias, of those that are not the configured ones.
        config: the configuration of the run.
        draws: the random streams that operators draw from.
        pool: where children are bred if there are many.
        stopwatch: measures what breeding and evaluating take; a person's games are left out.
        sparring: who spars with individuals, if there is one.
        max_nodes: a population with more nodes raises an error; 0 for no limit.

    Raises:
        UsageError: if games against a person are to count in an evaluation that cannot count them.
    """
    checked = guarded(operators, replaced, config)
    sent = sent_to_workers({alias: operators[alias] for alias in replaced}, draws.rng)
    # What an operator keeps between calls cannot be seen in its code, so some children are bred twice.
    called = {} if sent is None else called_from_outside(operators, replaced, config)
    compared = {
        alias: name
        for alias, name in called.items()
        if alias in {"mate", "mutate"} and not is_ours(operators[alias])
    }
    breeding = Breeding(config, checked, draws, pool, sent=sent, compared=compared, max_nodes=max_nodes)
    steps = base.Toolbox()
    steps.register("breed", breeding.candidates)
    steps.register("evaluate", checked.evaluate)
    steps.register("survive", all_survive)
    if config.fitness.improves_every:
        improve = checked.improve
        steps.decorate("breed", partial(improving, improve=improve, config=config, max_nodes=max_nodes))
    if config.several_objectives:
        steps.decorate("breed", beside_parents)
        many, most = config.population, config.max_nodes
        steps.register("survive", survivors, count=many, most=most, survive=checked.survive)
    steps.decorate("breed", stopwatch.timing(BREEDING_TIME))
    steps.decorate("evaluate", partial(_on_its_stream, draws), stopwatch.timing(EVALUATING_TIME))
    if sparring is not None:
        if not is_ours(operators["evaluate"]):
            raise UsageError(
                "an evaluation from outside, which is not made of tests, cannot count games against a "
                "person: leave out sparring"
            )
        steps.decorate("evaluate", partial(sparring.counting, config=config))
    return steps


def _on_its_stream(draws: Draws, evaluate: Callable[..., Any]) -> Callable[..., Any]:
    """An evaluation that begins on the random stream of its generation, also when it is repeated."""

    def call(population: Any, generation: int, *arguments: Any, **options: Any) -> Any:
        draws.begin(generation, Stage.EVALUATED)
        return evaluate(population, generation, *arguments, **options)

    return call


class Survivors(NamedTuple):
    """The individuals that survive a generation.

    Attributes:
        population: the survivors, in the order in which they were evaluated.
        candidates: the index of each among the individuals that were evaluated.
        origins: how each was made.
        winner: the index of the best of them.
    """

    population: list[Individual]
    candidates: Sequence[int]
    origins: list[Origin]
    winner: int


def all_survive(candidates: Candidates, winner: int) -> Survivors:
    """All individuals that were evaluated, of which the evaluation has named the best."""
    return Survivors(candidates.individuals, range(len(candidates.individuals)), candidates.origins, winner)


def beside_parents(breed: Callable[..., Candidates]) -> Callable[..., Candidates]:
    """A breeding whose children are evaluated beside their parents: copies of these stand before them."""

    @wraps(breed)
    def bred(parents: Sequence[Individual], generation: int, winners: Sequence[Individual]) -> Candidates:
        children = breed(parents, generation, winners)
        copied = [Origin(REPRODUCED, index) for index in range(len(parents))]
        return children._replace(
            individuals=[*map(Individual, parents), *children.individuals],
            origins=[*copied, *children.origins],
        )

    return bred


def survivors(
    candidates: Candidates,
    winner: int,  # noqa: ARG001 - as all_survive
    *,
    count: int,
    most: int = 0,
    survive: Callable[[Sequence[Individual], int], Iterable[Individual]],
) -> Survivors:
    """The individuals that survive, of parents and children.

    The winner is the one with the best score; among equals, the smallest.

    Args:
        candidates: the parents and then the children, with the score as their fitness. Their fitness is
            replaced by one of two values.
        winner: the one that the evaluation has named, which need not survive.
        count: how many survive.
        most: how many nodes they may have in all, which the parents do not exceed; 0 for no limit.
        survive: chooses as many different candidates, such as
            :func:`~senet_gp.evolution.operators.size_control.by_size_class`.
    """
    individuals = candidates.individuals
    for individual in individuals:
        individual.fitness = WeightedFitness(WEIGHTS, (individual.fitness.values[0], len(individual)))
    index_of = {id(individual): index for index, individual in enumerate(individuals)}
    chosen = sorted(index_of[id(individual)] for individual in survive(individuals, count))
    chosen = _within(most, chosen, list(map(len, individuals)))
    population = [individuals[index] for index in chosen]
    best = max(range(count), key=lambda index: (population[index].fitness.wvalues, -index))
    return Survivors(population, chosen, [candidates.origins[index] for index in chosen], best)


def _within(most: int, chosen: Sequence[int], sizes: Sequence[int]) -> list[int]:
    """The survivors, of which the largest give way to the smallest of the others while all exceed the limit.

    Args:
        most: how many nodes they may have; 0 for no limit.
        chosen: the indices of those that were chosen.
        sizes: the nodes of each candidate.
    """
    kept, nodes = set(chosen), sum(sizes[index] for index in chosen)
    others = sorted(set(range(len(sizes))) - kept, key=lambda index: (sizes[index], index))
    for large, small in zip(sorted(chosen, key=lambda index: -sizes[index]), others, strict=False):
        if not most or nodes <= most:
            break
        kept ^= {large, small}
        nodes += sizes[small] - sizes[large]
    return sorted(kept)
