"""Operators and evaluations from outside: what they return is checked before the run goes on with it.

A run that goes on with a broken tree ends in files that cannot be read. So each result is looked at where the
operator is called, in this process or in a worker, and the sentence names the operator. This package's own
operators need no check.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any, NamedTuple, NoReturn

from deap import base

from primitives import vocabulary_of
from primitives.vocabulary import Vocabulary
from senet_gp.evolution.config import Config
from senet_gp.evolution.evaluation.evaluators import from_outside
from senet_gp.evolution.evaluation.values import check_fitness
from senet_gp.evolution.operators import name_of
from senet_gp.evolution.variation import are_children
from senet_gp.runtime.checks import whole_number
from senet_gp.runtime.errors import SenetGpError, UsageError, shortened
from senet_gp.runtime.origins import failure_of, is_of_this_project
from senet_gp.trees.individual import Fitness, Individual

_OF_EVALUATIONS = ("winner", "games", "turns", "self_losses")


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
    def of(cls, operators: Mapping[str, Any], others: Collection[str], config: Config) -> Outside:
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
        return cls(called, vocabulary_of(config.game_value, config.vocabulary))

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
            what = f"{len(chosen)} objects" if isinstance(found, Iterable) else shortened(repr(found), 40)
            self._refuse(
                alias,
                f"{what}, but it was asked for {count} individuals of the population: return as many as its "
                "argument after the population says",
            )
        for one in {id(one): one for one in chosen}.values():
            self._check_tree(one, alias)
        return chosen

    @property
    def drawn_by(self) -> str:
        """The alias of the operator that is answerable for the first population."""
        return "population" if "population" in self.called else "individual"

    def population(self, found: Any, count: int) -> list[Individual]:
        """The first population, if it is one."""
        alias = self.drawn_by
        if alias not in self.called:
            return list(found)
        if not isinstance(found, Iterable):
            self._refuse(alias, f"{shortened(repr(found), 40)}, but a population is a list of individuals")
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
                f"{shortened(repr(found), 40)}, but it must be a list of pairs, each of an index and an "
                "individual",
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
                    f"{shortened(repr(result))}, which has no {', '.join(missing)}: it must return an "
                    "Evaluation (docs/extending_runs.md shows one)",
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
        if not isinstance(one, Individual):
            self._refuse(alias, f"{shortened(repr(one), 40)} where an Individual should stand")
        if one.vocabulary is not self.vocabulary:
            self._refuse(
                alias,
                f"an individual of {one.vocabulary!r}, but the run's vocabulary is {self.vocabulary!r}: make "
                "it with vocabulary_of(config.game_value, config.vocabulary)",
            )
        try:
            one.checked()
        except UsageError as error:
            self._refuse(alias, f"a broken tree: {error}")

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
