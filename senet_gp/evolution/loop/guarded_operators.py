"""Operators from outside, as the loop calls them: named if they fail, checked in what they return.

A run that goes on with a broken tree ends in files that cannot be read. So the loop calls operators from
outside as :func:`guarded` gives them, in the process of the run and in workers: a sentence names the operator
that fails or returns something else than it should. This project's own operators need no check.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from math import isfinite
from numbers import Real
from types import SimpleNamespace
from typing import Any

from deap import base

from primitives.vocabulary import Vocabulary
from senet_gp.evolution.configuration.config import ResolvedConfig
from senet_gp.evolution.evaluation.evaluators import from_outside, is_ours
from senet_gp.evolution.evaluation.protocol import Evaluation
from senet_gp.evolution.loop.outside_operators import name_of
from senet_gp.runtime.checks import whole_number
from senet_gp.runtime.errors import SenetGpError, UsageError, shown
from senet_gp.runtime.origins import failure_of
from senet_gp.trees.individual import Fitness, Individual, individual_of


def called_from_outside(
    operators: Mapping[str, Any], replaced: Collection[str], config: ResolvedConfig
) -> dict[str, str]:
    """How sentences call those operators of a run that are from outside, by alias.

    Args:
        operators: the operator registered under each alias.
        replaced: the aliases of those that are not the configured ones.
        config: the configuration of the run, which may name operators, a suite or a credit of plugins.
    """
    called = {
        alias: f"the operator registered as {alias} ({name_of(operator)})"
        for alias, operator in operators.items()
        if alias in replaced or not (operator is None or is_ours(operator))
    }
    if evaluation := from_outside(config):
        called.setdefault("evaluate", evaluation)
    for alias in ("expr", "individual"):  # which the operator population calls
        if alias in called:
            called.setdefault("population", called[alias])
    return called


def guarded(
    operators: Mapping[str, Any], replaced: Collection[str], config: ResolvedConfig
) -> SimpleNamespace:
    """The operators of a run as the loop calls them.

    One from outside that fails, or returns something else than it should, is named in a sentence. After any
    evaluation, every individual has a fitness by which it can be selected.

    Args:
        operators: the operator registered under each alias; None where there is none.
        replaced: the aliases of those that are not the configured ones.
        config: the configuration of the run.
    """
    called = called_from_outside(operators, replaced, config)
    returned, calls = _Returned(config.vocabulary_value), dict(operators)
    for alias in _MUST_RETURN.keys() & called.keys() & operators.keys():
        calls[alias] = _guarded(operators[alias], called[alias], alias, getattr(returned, alias))
    if "evaluate" in calls:
        calls["evaluate"] = _giving_fitness(calls["evaluate"], called.get("evaluate", "the evaluation"))
    return SimpleNamespace(**calls)


def _guarded(
    operator: Callable[..., Any], called: str, alias: str, as_returned: Callable[..., Any]
) -> Callable[..., Any]:
    def call(*arguments: Any, **options: Any) -> Any:
        try:
            returned = operator(*arguments, **options)
        except UsageError as error:
            raise UsageError(f"{called} fails: {error}") from error
        except (SenetGpError, MemoryError):
            raise
        except Exception as error:
            raise SenetGpError(f"{called} {failure_of(error)}") from error
        try:
            return as_returned(returned, *arguments, **options)
        except UsageError as error:
            returns = f"returns {shown(returned, 40)}: {error}; it must return {_MUST_RETURN[alias]}"
            raise SenetGpError(f"{called} {returns}") from error

    return call


_CHILDREN = "a tuple of individuals, such as (child,), of which the first is used"
_CHOSEN = "as many individuals of the population as its argument after the population says"
#: What operators must return, for sentences; methods of :class:`_Returned` check it.
_MUST_RETURN = {
    "population": "a list of as many individuals as its argument n says",
    "clone": "an individual without fitness",
    "mate": _CHILDREN,
    "mutate": _CHILDREN,
    "reproduce": _CHOSEN,
    "select": _CHOSEN,
    "survive": "as many different ones of the individuals that it is given as its argument after them says",
    "improve": "a list of pairs, each of the index of an origin and an individual",
    "evaluate": "an Evaluation (docs/python.md shows one)",
}


class _Returned:
    """Checks what operators have returned: each method takes it, and what the operator of its name was given.

    It returns the same in its usual form, or raises a ``UsageError`` that tells what is wrong with it.
    """

    def __init__(self, vocabulary: Vocabulary) -> None:
        self._vocabulary = vocabulary

    def population(self, drawn: Any, *, n: int) -> list[Individual]:
        return [self._new(individual) for individual in _list_of(drawn, n)]

    def clone(self, copy: Any, _parent: Individual) -> Individual:
        return self._new(copy)

    def mate(self, made: Any, *_parents: Individual) -> tuple[Individual]:
        return (self._new(next(iter(_list_of(made)), None)),)

    mutate = mate

    def select(self, chosen: Any, _population: Any, count: int) -> list[Individual]:
        individuals = _list_of(chosen, count)
        for individual in {id(one): one for one in individuals}.values():
            individual_of(self._vocabulary, individual)
        return individuals

    reproduce = select

    def survive(self, chosen: Any, candidates: Sequence[Individual], count: int) -> list[Individual]:
        individuals = self.select(chosen, candidates, count)
        different = {id(one) for one in individuals} & {id(one) for one in candidates}
        if len(different) != count:
            raise UsageError(f"{len(different)} of them are different ones of these")
        return individuals

    def improve(
        self, improved: Any, population: Sequence[Individual], *_others: Any
    ) -> list[tuple[int, Individual]]:
        return [
            (whole_number("an index", index, 0, len(population) - 1), self._new(individual))
            for index, individual in (_list_of(pair, 2) for pair in _list_of(improved))
        ]

    def evaluate(
        self, result: Any, population: Sequence[Individual], *_others: Any, **_options: Any
    ) -> Evaluation:
        winner = whole_number("winner", getattr(result, "winner", None), 0, len(population) - 1)
        games, turns, self_losses = (
            whole_number(name, getattr(result, name, None), 0) for name in ("games", "turns", "self_losses")
        )
        given = _list_of(getattr(result, "behaviours", ()))
        behaviours = [whole_number("a behaviour", one, 0) for one in given]
        if behaviours:
            _list_of(behaviours, len(population))
        for individual in population:
            individual_of(self._vocabulary, individual)
        return Evaluation(winner, games, turns, self_losses, behaviours)

    def _new(self, given: Any) -> Individual:
        """An individual that is to be evaluated."""
        individual = individual_of(self._vocabulary, given)
        weights = getattr(individual.fitness, "weights", None)
        if weights != Fitness.weights:
            raise UsageError(
                f"an individual has a fitness of its own kind, with the weights {shown(weights)}"
            )
        return individual


def _list_of(returned: Any, count: int | None = None) -> list[Any]:
    if not isinstance(returned, Iterable):
        raise UsageError("that is no list")
    items = list(returned)
    if count is not None and len(items) != count:
        raise UsageError(f"these are {len(items)}, not {count}")
    return items


def _giving_fitness(evaluate: Callable[..., Evaluation], called: str) -> Callable[..., Evaluation]:
    """An evaluation after which every individual has a fitness of finite numbers, as many as all others."""

    def call(population: Sequence[Individual], *arguments: Any, **options: Any) -> Evaluation:
        result = evaluate(population, *arguments, **options)
        weights = getattr(getattr(population[0], "fitness", None), "weights", ())
        for index, individual in enumerate(population):
            fitness = getattr(individual, "fitness", None)
            values = fitness.values if isinstance(fitness, base.Fitness) else None
            if not (
                values
                and getattr(fitness, "weights", ()) == weights
                and len(values) == len(weights)
                and all(isinstance(value, Real) and isfinite(value) for value in values)
            ):
                given = shown(fitness if values is None else values)
                raise SenetGpError(
                    f"individual {index} has the fitness {given}, but selection needs finite numbers, as "
                    f"many for each: {called} must set individual.fitness.values"
                )
        return result

    return call
