"""The steps of a generation, each of which is made of the operators that are registered in a run's toolbox.

What watches a step is put around it here, once: random streams, clocks, the node budget, games against a
person, checks of operators from outside. So the loop itself reads like the algorithm.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from typing import Any

from deap import base

from senet_gp.arena.pool import Pool
from senet_gp.evolution.configuration.config import ResolvedConfig
from senet_gp.evolution.evaluation.evaluators import is_ours
from senet_gp.evolution.evaluation.sparring import Sparring
from senet_gp.evolution.loop.breeding import Breeding, improving
from senet_gp.evolution.loop.guarded_operators import called_from_outside, guarded
from senet_gp.evolution.loop.logbook import Stopwatch
from senet_gp.evolution.loop.outside_operators import sent_to_workers
from senet_gp.evolution.loop.survival import all_survive, beside_parents, survivors
from senet_gp.evolution.loop.toolbox import Draws, Stage
from senet_gp.runtime.errors import UsageError

#: The names under which the seconds of the steps are logged.
BREEDING, EVALUATING = "seconds_breeding", "seconds_evaluating"


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
        sparring: the partner of the finalists, if there is one.
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
        most = config.max_nodes or max_nodes
        steps.decorate("breed", partial(improving, improve=checked.improve, config=config, max_nodes=most))
    if config.several_objectives:
        steps.decorate("breed", beside_parents)
        steps.register("survive", survivors, count=config.population, survive=checked.survive)
    steps.decorate("breed", stopwatch.timing(BREEDING))
    steps.decorate("evaluate", partial(_on_its_stream, draws), stopwatch.timing(EVALUATING))
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
