"""The operators of a run that are not this project's: which they are, what is recorded, and what they return.

The result of a run depends on its operators as much as on its configuration. But an operator that a program
registers is a function, which no file can hold, so files keep its name, its arguments and a hash of what it
does: compared by identity while a run is played, by description when it goes on.

A run that goes on with a broken tree ends in files that cannot be read. So what an operator or an evaluation
from outside returns is checked where it is called, in this process or in a worker, and the sentence names it.
This project's own operators need no check.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from math import isfinite
from numbers import Real
from types import FunctionType
from typing import Any, NamedTuple, NoReturn

from deap import base

from primitives.vocabulary import Vocabulary
from senet_gp.evolution.configuration.config import ResolvedConfig
from senet_gp.evolution.evaluation.evaluators import from_outside
from senet_gp.evolution.operators.variation import are_children
from senet_gp.runtime.checks import whole_number
from senet_gp.runtime.errors import SenetGpError, UsageError, shortened, shown
from senet_gp.runtime.loaded_code import hash_of, is_from_outside
from senet_gp.runtime.origins import failure_of, is_of_this_project
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
_OF_EVALUATIONS = ("winner", "games", "turns", "self_losses")


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
    return {alias: described(now[alias]) for alias in ALIASES if not _same(now[alias], configured[alias])}


def _same(one: Any, other: Any) -> bool:
    if one is other:
        return True
    if not (isinstance(one, partial) and isinstance(other, partial)):
        return False
    return (
        one.func is other.func
        and len(one.args) == len(other.args)
        and one.keywords.keys() == other.keywords.keys()
        and all(map(_same_argument, one.args, other.args))
        and all(_same_argument(value, other.keywords[name]) for name, value in one.keywords.items())
    )


def _same_argument(one: Any, other: Any) -> bool:
    return one is other or (isinstance(one, _PLAIN) and type(one) is type(other) and bool(one == other))


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
    named = operator if hasattr(operator, "__qualname__") else type(operator)
    return f"{named.__module__}.{named.__qualname__}{_code(named)}"


def name_of(operator: Any) -> str:
    """The name of an operator as sentences call it: that of its function, without arguments.

    >>> name_of(partial(max, key=len))
    'builtins.max'
    """
    if isinstance(operator, partial):
        return name_of(operator.func)
    named = operator if hasattr(operator, "__qualname__") else type(operator)
    return f"{named.__module__}.{named.__qualname__}"


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
        alias: (operator, present.get(alias, "the configured one"))
        for alias, operator in needed.items()
        if alias not in OF_THE_FIRST and present.get(alias) != operator
    }
    if not others:
        return
    changed = all(_without_code(was) == _without_code(now) for was, now in others.values())
    if changed:
        remedy = "continue it with that code as it was, or begin a new run"
    elif made_by:
        remedy = f"if you trust this code, continue it with --operators {shortened(made_by)}"
    else:
        remedy = (
            "continue it from Python, with these operators registered in Evolution.toolbox "
            "(docs/extending_deap.md shows how)"
        )
    differences = ", ".join(_difference(alias, was, now) for alias, (was, now) in others.items())
    raise OperatorError(f"the run was made with other operators: {differences}; {remedy}")


def _difference(alias: str, was: str, now: str) -> str:
    was, now = _without_code(was), _without_code(now)
    return f"the code of {alias}, {was}, has changed" if was == now else f"{alias} was {was} and is {now}"


def _without_code(description: str) -> str:
    """A description without its hashes, which tell a reader nothing."""
    return _HASH.sub("", description)


def still_needed(operators: Mapping[str, str], *, breeds: bool) -> dict[str, str]:
    """The operators of a run's state that the run still needs.

    Args:
        operators: the operators in the run's state.
        breeds: whether more generations follow; if not, only the champion is to be chosen, which needs only
            the evaluation.
    """
    return {alias: operator for alias, operator in operators.items() if breeds or alias == "evaluate"}


def noted(before: Mapping[str, str], present: Mapping[str, str]) -> dict[str, str]:
    """The operators in the run's state after a generation that was made with the present ones.

    Those that drew the first population stay as they were.
    """
    first = {alias: operator for alias, operator in before.items() if alias in OF_THE_FIRST}
    return first | {alias: operator for alias, operator in present.items() if alias not in OF_THE_FIRST}


class Breeders(NamedTuple):
    """The operators that make children, each of which returns one individual."""

    clone: Callable[[Individual], Individual]
    mate: Callable[[Individual, Individual], Individual]
    mutate: Callable[[Individual], Individual]


@dataclass(frozen=True)
class Outside:
    """The operators of a run that are from outside.

    Attributes:
        called: by alias, how sentences call each.
        vocabulary: the vocabulary of the run.
    """

    called: Mapping[str, str]
    vocabulary: Vocabulary

    @classmethod
    def of(cls, operators: Mapping[str, Any], others: Collection[str], config: ResolvedConfig) -> Outside:
        """Those among the operators of a run.

        Args:
            operators: the operator registered under each alias.
            others: the aliases of those that are not the configured ones.
            config: the configuration of the run, which may name operators, a suite or a credit of plugins.
        """
        called = {
            alias: f"the operator registered as {alias} ({name_of(operator)})"
            for alias, operator in operators.items()
            if alias in others or not (operator is None or is_ours(operator))
        }
        evaluation = from_outside(config)
        if evaluation:
            called.setdefault("evaluate", evaluation)
        return cls(called, config.vocabulary_value)

    def breeders(self, toolbox: base.Toolbox) -> Breeders:
        """The operators of a toolbox that make children, checked where they are from outside."""
        clone = partial(self._copied, toolbox.clone) if "clone" in self.called else toolbox.clone
        mate, mutate = (
            partial(self._child, getattr(toolbox, alias), alias)
            if alias in self.called
            else partial(_first_of, getattr(toolbox, alias))
            for alias in ("mate", "mutate")
        )
        return Breeders(clone, mate, mutate)

    def makers(self, toolbox: base.Toolbox) -> frozenset[str]:
        """The aliases of the operators of a toolbox that make children and are not this project's."""
        return frozenset(
            alias
            for alias in ("mate", "mutate")
            if alias in self.called and not is_ours(getattr(toolbox, alias))
        )

    def refuse_memory(self, alias: str) -> NoReturn:
        """Refuse an operator that has made two children of the same parents and the same random numbers."""
        raise SenetGpError(
            f"{self.called.get(alias, alias)} makes another child when it is called again, so the run would "
            "depend on the number of workers: let it keep nothing between calls, and draw from evolution.rng"
        )

    def call(self, alias: str, operator: Callable[..., Any], *arguments: Any, **options: Any) -> Any:
        """What an operator returns; if it is from outside and fails, the sentence names it.

        Raises:
            SenetGpError: if it fails.
        """
        try:
            return operator(*arguments, **options)
        except UsageError as error:
            if alias in self.called:
                raise UsageError(f"{self.called[alias]} fails: {error}") from error
            raise
        except (SenetGpError, MemoryError):
            raise
        except Exception as error:
            if alias not in self.called:
                raise
            raise SenetGpError(f"{self.called[alias]} {failure_of(error)}") from error

    def chosen(self, found: Any, count: int, alias: str) -> list[Individual]:
        """What an operator has chosen, if it is as many individuals as it was asked for."""
        if alias not in self.called:
            return list(found)
        chosen = list(found) if isinstance(found, Iterable) else []
        if len(chosen) != count or not all(isinstance(one, Individual) for one in chosen):
            what = f"{len(chosen)} objects" if isinstance(found, Iterable) else shown(found, 40)
            self._refuse(
                alias,
                f"{what}, but it was asked for {count} individuals of the population: return as many as its "
                "argument after the population says",
            )
        for one in {id(one): one for one in chosen}.values():
            self._check_tree(one, alias)
        return chosen

    def surviving(self, found: Any, candidates: Sequence[Individual], count: int) -> list[Individual]:
        """The survivors, if they are as many different candidates as were asked for."""
        chosen = self.chosen(found, count, "survive")
        if "survive" in self.called:
            different = {id(one) for one in chosen} & {id(one) for one in candidates}
            if len(different) != count:
                self._refuse(
                    "survive",
                    f"{len(different)} different ones of the individuals that it was given, but it was asked "
                    f"for {count}",
                )
        return chosen

    @property
    def drawn_by(self) -> str:
        """The alias of the operator that draws the first population."""
        return "population" if "population" in self.called else "individual"

    def population(self, found: Any, count: int) -> list[Individual]:
        """The first population, if it is one."""
        alias = self.drawn_by
        if alias not in self.called:
            return list(found)
        if not isinstance(found, Iterable):
            self._refuse(alias, f"{shown(found, 40)}, but a population is a list of individuals")
        drawn = list(found)
        if len(drawn) != count:
            self._refuse(alias, f"{len(drawn)} individuals, but the population of this run has {count}")
        for one in drawn:
            self._check_new(one, alias)
        return drawn

    def improved(self, found: Any, population: Sequence[Individual]) -> list[tuple[int, Individual]]:
        """What an operator has improved, each with the index of its origin."""
        if "improve" not in self.called:
            return list(found)
        pairs = list(found) if isinstance(found, Iterable) else [found]
        if not all(isinstance(pair, (tuple, list)) and len(pair) == 2 for pair in pairs):
            self._refuse(
                "improve",
                f"{shown(found, 40)}, but it must be a list of pairs, each of an index and an individual",
            )
        for _, one in pairs:
            self._check_new(one, "improve")
        last = len(population) - 1
        origin = f"the index of an origin that {self.called['improve']} returns"
        return [(whole_number(origin, index, 0, last), one) for index, one in pairs]

    def check_evaluation(self, result: Any, population: Sequence[Individual]) -> None:
        """Check an evaluation, and what it has left of the population.

        Raises:
            SenetGpError: if something is missing or cannot be, or an individual has no proper fitness.
        """
        if "evaluate" in self.called:
            called = self.called["evaluate"]
            missing = [name for name in _OF_EVALUATIONS if not hasattr(result, name)]
            if missing:
                self._refuse(
                    "evaluate",
                    f"{shown(result)}, which has no {', '.join(missing)}: it must return an "
                    "Evaluation (docs/python.md shows one)",
                )
            for name in _OF_EVALUATIONS:
                highest = len(population) - 1 if name == "winner" else None
                whole_number(f"{name}, as {called} returns it,", getattr(result, name), 0, highest)
            for one in population:
                self._check_tree(one, "evaluate")
        check_fitness(population, self.called.get("evaluate", "the evaluation"))

    def check_state(self, individuals: Iterable[Any]) -> None:
        """Check the individuals of a state with which a run goes on."""
        for one in individuals:
            self._check_tree(one, "")

    def _child(self, operator: Callable[..., Any], alias: str, *parents: Individual) -> Individual:
        """The first of the children that an operator has made."""
        made = self.call(alias, operator, *parents)
        if not are_children(made):
            self._refuse(
                alias,
                f"{_kind(made)}, but it must return a tuple of individuals, such as (child,), of which the "
                "first is used",
            )
        child: Individual = made[0]
        self._check_new(child, alias)
        return child

    def _copied(self, operator: Callable[..., Any], parent: Individual) -> Individual:
        copy: Individual = self.call("clone", operator, parent)
        self._check_new(copy, "clone")
        return copy

    def _check_new(self, one: Any, alias: str) -> None:
        """Check an individual that is to be evaluated."""
        self._check_tree(one, alias)
        weights = getattr(getattr(one, "fitness", None), "weights", None)
        if weights != Fitness.weights:
            self._refuse(
                alias,
                "an individual with a fitness of its own kind, but its fitness is still to be set: return it "
                "as Individual(nodes, vocabulary) makes it",
            )

    def _check_tree(self, one: Any, alias: str) -> None:
        """Check that something is an individual of the run, and its tree whole."""
        try:
            individual_of(self.vocabulary, one)
        except UsageError as error:
            self._refuse(alias, f"no whole individual of the run: {error}")

    def _refuse(self, alias: str, what: str) -> NoReturn:
        who = f"{self.called[alias]} returns" if alias else "the state of the run holds"
        raise SenetGpError(f"{who} {what}")


def is_ours(operator: Any) -> bool:
    """Whether an operator, and everything that it is wrapped around, is of this project."""
    if isinstance(operator, partial):
        return is_ours(operator.func)
    # functools.wraps gives a wrapper the module of the function inside, so its own is in its globals.
    module = getattr(operator, "__globals__", {}).get("__name__") or getattr(operator, "__module__", None)
    inner = getattr(operator, "__wrapped__", None)
    return is_of_this_project(str(module)) and (inner is None or is_ours(inner))


def _first_of(operator: Callable[..., Any], *parents: Individual) -> Individual:
    child: Individual = operator(*parents)[0]
    return child


def _kind(made: object) -> str:
    if isinstance(made, (tuple, list)) and not isinstance(made, Individual):
        inside = ", ".join(sorted({type(one).__name__ for one in made}))
        return f"a {type(made).__name__} of {inside}" if inside else f"an empty {type(made).__name__}"
    return "None" if made is None else f"a single {type(made).__name__}"


def check_fitness(population: Sequence[Individual], evaluation: str = "the evaluation") -> None:
    """Check that every individual has a fitness of finite numbers, as many as all others.

    Args:
        population: the individuals.
        evaluation: what has set their fitness, for messages.

    Raises:
        SenetGpError: if one has not.
    """
    weights = getattr(getattr(population[0], "fitness", None), "weights", None)
    for index, individual in enumerate(population):
        fitness = getattr(individual, "fitness", None)
        if not isinstance(fitness, base.Fitness):
            raise SenetGpError(
                f"individual {index} has the fitness {shown(fitness)}, but it is no Fitness: "
                f"{evaluation} must set individual.fitness.values"
            )
        values = fitness.values
        if not values:
            raise SenetGpError(
                f"individual {index} has no fitness: {evaluation} must set that of every individual"
            )
        if fitness.weights != weights or len(values) != len(weights):
            raise SenetGpError(
                f"individual {index} has {len(values)} fitness values with the weights {fitness.weights}, "
                f"and individual 0 has the weights {weights}: {evaluation} must set as many values for all"
            )
        for value in values:
            if not (isinstance(value, Real) and isfinite(value)):
                raise SenetGpError(
                    f"individual {index} has the fitness {shortened(value)}, but selection needs finite "
                    f"numbers: mend what {evaluation} sets"
                )
