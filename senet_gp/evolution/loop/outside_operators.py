"""The operators of a run that are not this project's: what is recorded of them, and what they may return.

The result of a run depends on its operators as much as on its configuration. But an operator that a program
registers is a function, which no file can hold, so files keep its name, its arguments and a hash of what it
does: compared by identity while a run is played, by description when it goes on.

A run that goes on with a broken tree ends in files that cannot be read. So the loop calls operators and
evaluations from outside as :func:`guarded` gives them, in this process and in workers: a sentence names the
operator that fails or returns something else than it should. This project's own operators need no check.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from functools import partial
from math import isfinite
from numbers import Real
from types import FunctionType, SimpleNamespace
from typing import Any

from deap import base

from primitives.vocabulary import Vocabulary
from senet_gp.evolution.configuration.config import ResolvedConfig
from senet_gp.evolution.evaluation.evaluators import from_outside, is_ours
from senet_gp.evolution.evaluation.protocol import Evaluation
from senet_gp.runtime.checks import whole_number
from senet_gp.runtime.errors import SenetGpError, UsageError, shortened, shown
from senet_gp.runtime.loaded_code import hash_of, is_from_outside
from senet_gp.runtime.origins import failure_of
from senet_gp.trees.individual import Fitness, Individual, individual_of

#: The aliases of the operators of a run in its toolbox.
ALIASES = (
    *("individual", "population", "evaluate", "reproduce", "select", "mate", "mutate", "clone"),
    *("survive", "improve"),
)
#: The operators that only a first population needs.
OF_THE_FIRST = frozenset({"individual", "population"})
#: The types of arguments whose values are part of a description.
_PLAIN = (bool, int, float, str, type(None))
#: The hash of the code of a function or class in a description.
_HASH = re.compile(r" [0-9a-f]{16}\b")


class OperatorError(SenetGpError):
    """A run cannot continue, since the toolbox lacks an operator with which it was made."""


def operators_of(toolbox: base.Toolbox) -> dict[str, Any]:
    """The operator registered under each alias."""
    return {alias: getattr(toolbox, alias, None) for alias in ALIASES}


def replaced(now: Mapping[str, Any], configured: Mapping[str, Any]) -> dict[str, str]:
    """Descriptions, by alias, of the operators that are not the configured ones.

    An operator is another one if its function, its decoration or a registered argument differs. The same
    function registered again with the same arguments is the same operator.
    """
    return {
        alias: described(now[alias])
        for alias in ALIASES
        if _identity(now[alias]) != _identity(configured[alias])
    }


def _identity(value: Any) -> Any:
    """What tells an operator from others: its function and arguments, of which plain ones count by value."""
    if isinstance(value, partial):
        arguments = (
            *map(_identity, value.args),
            {name: _identity(one) for name, one in value.keywords.items()},
        )
        return _identity(value.func), arguments
    return (type(value), value) if isinstance(value, _PLAIN) else id(value)


def described(operator: Any) -> str:
    """The name of an operator and its registered arguments, the same in every process.

    >>> described(partial(max, key=len, default=3))
    'builtins.max(key=builtins.len, default=3)'

    That of a function from outside this project, its libraries and Python ends in a hash of what it does.
    """
    if isinstance(operator, partial):
        given = [_argument(value) or type(value).__name__ for value in operator.args]
        given += [
            f"{name}={value}" if (value := _argument(argument)) else name
            for name, argument in operator.keywords.items()
        ]
        return f"{described(operator.func)}({', '.join(given)})"
    code, inner = getattr(operator, "__code__", None), getattr(operator, "__wrapped__", None)
    if code is not None and inner is not None:
        # functools.wraps gives a wrapper the name of the function inside, so its own name is in its code.
        return f"{operator.__globals__['__name__']}.{code.co_qualname} around {described(inner)}"
    return f"{name_of(operator)}{_code(_named(operator))}"


def name_of(operator: Any) -> str:
    """The name of an operator as sentences call it: that of its function, without arguments.

    >>> name_of(partial(max, key=len))
    'builtins.max'
    """
    if isinstance(operator, partial):
        return name_of(operator.func)
    named = _named(operator)
    return f"{named.__module__}.{named.__qualname__}"


def _named(operator: Any) -> Any:
    """The function or class whose name tells what an operator is."""
    return operator if hasattr(operator, "__qualname__") else type(operator)


def _code(named: Any) -> str:
    """The hash of a function or class from outside, as the end of its description; else empty."""
    counts = isinstance(named, FunctionType | type) and is_from_outside(named)
    return f" {hash_of(named)}" if counts else ""


def _argument(value: Any) -> str:
    """The description of an argument; empty for objects whose text would hold an address or be long."""
    if isinstance(value, _PLAIN):
        return shown(value)
    return described(value) if callable(value) else ""


def check_operators(needed: Mapping[str, str], present: Mapping[str, str], *, made_by: str = "") -> None:
    """Check that a run continues with the operators with which it was made.

    Args:
        needed: the operators in the run's state, which were not the configured ones.
        present: the operators that are not the configured ones now.
        made_by: the name of the function that registered them, as it is written after ``--operators``.

    Raises:
        OperatorError: if one that is needed is missing.
    """
    others = {
        # Without their hashes, which tell a reader nothing.
        alias: (_HASH.sub("", operator), _HASH.sub("", present.get(alias, "the configured one")))
        for alias, operator in needed.items()
        if alias not in OF_THE_FIRST and present.get(alias) != operator
    }
    if not others:
        return
    if all(was == now for was, now in others.values()):
        remedy = "continue it with that code as it was, or begin a new run"
    elif made_by:
        remedy = f"if you trust this code, continue it with --operators {shortened(made_by)}"
    else:
        remedy = (
            "continue it from Python, with these operators registered in Evolution.toolbox "
            "(docs/extending_deap.md shows how)"
        )
    differences = ", ".join(
        f"the code of {alias}, {was}, has changed" if was == now else f"{alias} was {was} and is {now}"
        for alias, (was, now) in others.items()
    )
    raise OperatorError(f"the run was made with other operators: {differences}; {remedy}")


def noted(before: Mapping[str, str], present: Mapping[str, str]) -> dict[str, str]:
    """The operators in the run's state after a generation that was made with the present ones.

    Those that drew the first population stay as they were.
    """
    first = {alias: operator for alias, operator in before.items() if alias in OF_THE_FIRST}
    return first | {alias: operator for alias, operator in present.items() if alias not in OF_THE_FIRST}


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
    if "individual" in called:  # which the operator population calls
        called.setdefault("population", called["individual"])
    return called


def guarded(
    operators: Mapping[str, Any], called: Mapping[str, str], vocabulary: Vocabulary
) -> SimpleNamespace:
    """The operators of a run as the loop calls them.

    One from outside that fails, or returns something else than it should, is named in a sentence. After any
    evaluation, every individual has a fitness by which it can be selected.

    Args:
        operators: the operator registered under each alias; None where there is none.
        called: how sentences call those from outside, by alias.
        vocabulary: the vocabulary of the run.
    """
    returned = _Returned(vocabulary)
    calls = dict(operators)
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
            returns = f"returns {shown(returned, 40)}, but it must return {_MUST_RETURN[alias]}"
            raise SenetGpError(f"{called} {returns}: {error}") from error

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
        winner, games, turns, self_losses = (
            whole_number(name, getattr(result, name, None), 0)
            for name in ("winner", "games", "turns", "self_losses")
        )
        whole_number("winner", winner, 0, len(population) - 1)
        for individual in population:
            individual_of(self._vocabulary, individual)
        return Evaluation(winner, games, turns, self_losses)

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
    def call(population: Sequence[Individual], *arguments: Any, **options: Any) -> Evaluation:
        result = evaluate(population, *arguments, **options)
        check_fitness(population, called)
        return result

    return call


def check_fitness(population: Sequence[Individual], evaluation: str = "the evaluation") -> None:
    """Check that every individual has a fitness of finite numbers, as many as all others.

    Args:
        population: the individuals.
        evaluation: what has set their fitness, for messages.

    Raises:
        SenetGpError: if one has not.
    """
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
                f"individual {index} has the fitness {given}, but selection needs finite numbers, as many "
                f"for each: {evaluation} must set individual.fitness.values"
            )
