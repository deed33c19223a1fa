"""Parts are registered where they stand, and chosen by their names.

An operator of breeding is a function whose keyword arguments are its options; an evaluation of fitness and a
credit are classes whose fields are. A decorator registers each, so that configurations, files and the command
line accept its name and its options. A module can do it whenever it is loaded, also one from outside.

In Python, :func:`part` chooses a part as the command line does.
"""

from __future__ import annotations

import copy
import dataclasses
import inspect
from collections.abc import Callable, Mapping
from difflib import get_close_matches
from typing import Any, TypeVar, dataclass_transform

from senet_gp.evolution.configuration.common_options import COMMON
from senet_gp.evolution.configuration.kinds import (
    OPERATORS,
    BreedingOperator,
    CreditAssignment,
    FitnessEvaluation,
)
from senet_gp.evolution.configuration.option_advice import advice
from senet_gp.evolution.configuration.parts import PARTS, Part, class_of, kinds_with, owners_of
from senet_gp.games.registry import DEFAULT_GAME
from senet_gp.runtime.errors import UsageError, printable, shown

#: What an operator can take from a run, besides options.
_OF_THE_RUN = {"rng", "vocabulary"}
_F = TypeVar("_F", bound=Callable[..., Any])
_C = TypeVar("_C", bound=type[Part])
#: Where a function keeps its options, which its signature has no longer once it is registered.
_OPTIONS = "senet_gp_options"


def operator(
    kind: str,
    name: str,
    summary: str,
    *,
    chances: Callable[..., Any] | None = None,
    by_order: bool = True,
    by_table: bool = False,
) -> Callable[[_F], _F]:
    """Register a function as an operator of breeding.

    The function takes individuals first, and then what its parameters name: ``rng``, ``vocabulary``, options
    of all runs, such as ``size_limit``, and options of its own, which are keyword arguments declared by
    :func:`option`. It stays a function, whose options have their defaults if it is called directly::

        @operator("selection", "truncation", "evenly among the best")
        def truncation(population, count, *, rng, kept_share=option(0.5, "the share that is drawn from")):
            ...

    ==================  =================================================================================
    kind                what it is called with, and returns
    ==================  =================================================================================
    ``initialisation``  nothing: an individual of the first population, or a list of its nodes
    ``selection``       ``(population, count)``: parents, a list
    ``elite``           ``(population, count)``: the individuals that are reproduced, a list
    ``crossover``       ``(a, b)``: children, a tuple of which the first is used
    ``mutation``        ``(individual)``: a tuple of the mutant
    ``migration``       as DEAP's ``migRing``: ``(populations, migrants, selection, replacement)``
    ==================  =================================================================================

    Args:
        kind: one of these.
        name: its name.
        summary: what it does, in a few words that help texts show.
        chances: of a selection, a function of the fitness values, an array, and of those of its options that
            it names: the probability of every individual to be drawn. Games against a person during a run
            (``--spar``) need it.
        by_order: of a selection, whether it depends only on the order of the fitness values.
        by_table: of a selection, whether it needs the points of each test, which the credit ``table`` gives.

    Raises:
        UsageError: if there is no such kind, the name is not a simple word or that of another part, an option
            has a name that is taken, or the function takes what no run has.
    """
    if kind not in OPERATORS:
        raise UsageError(f"kind is {shown(kind)}, but it must be one of {', '.join(OPERATORS)}")
    base = OPERATORS[kind]
    about: dict[str, Any] = {"by_order": by_order, "by_table": by_table} if kind == "selection" else {}
    if chances is not None:
        about["chances"] = staticmethod(chances)

    def registered(function: _F) -> _F:
        parameters = inspect.signature(function).parameters
        options = _options_of(function, parameters)
        made = type(
            function.__name__,
            (base,),
            {
                "__module__": function.__module__,
                "__qualname__": function.__qualname__,
                "__doc__": function.__doc__,
                "function": staticmethod(function),
                "__annotations__": {name: one.metadata["kind"] for name, one in options.items()},
                **options,
                **about,
            },
        )
        cls = _described(made, name, summary)
        cls.takes = _taken_by(parameters, cls)
        PARTS[kind].add(name, cls)
        return function

    return registered


def _options_of(
    function: Callable[..., Any], parameters: Mapping[str, inspect.Parameter]
) -> Mapping[str, dataclasses.Field[Any]]:
    """The options of a function; in its signature their defaults take their places."""
    kept: dict[str, dataclasses.Field[Any]] = vars(function).setdefault(_OPTIONS, {})
    for name, parameter in parameters.items():
        if isinstance(parameter.default, dataclasses.Field):
            if parameter.kind is not parameter.KEYWORD_ONLY:
                raise UsageError(
                    f"the option {name} of {function.__qualname__} must be given by name: write * before it"
                )
            kept[name] = parameter.default
            function.__kwdefaults__[name] = parameter.default.default  # type: ignore[index]
    # A description belongs to one class.
    return {name: copy.copy(described) for name, described in kept.items()}


def _taken_by(parameters: Mapping[str, inspect.Parameter], cls: type[BreedingOperator]) -> tuple[str, ...]:
    """The names of what a function takes besides the arguments that its caller passes.

    Raises:
        UsageError: if it needs something that no run has.
    """
    known = {*_OF_THE_RUN, *COMMON, *cls.options()}
    further = [*parameters.values()][cls.given :]
    named = [each for each in further if each.kind not in {each.VAR_KEYWORD, each.VAR_POSITIONAL}]
    missing = [each.name for each in named if each.default is each.empty and each.name not in known]
    if missing:
        raise UsageError(
            f"the function of the {cls.kind} {cls.name} takes {', '.join(missing)}, which no run has: it can "
            "take rng, vocabulary, options of its own and those of all runs"
        )
    return tuple(each.name for each in named if each.name in known)


@dataclass_transform(frozen_default=True)
def suite(name: str, summary: str) -> Callable[[_C], _C]:
    """Register a class as an evaluation of fitness, and make it a dataclass whose fields are its options.

    It derives from :class:`~senet_gp.evolution.evaluation.protocol.Suite`, or from another suite.

    Args:
        name: its name.
        summary: what it does, in a few words that help texts show.

    Raises:
        UsageError: if the class is no suite, the name is not a simple word or that of another part, or an
            option is not declared by :func:`option` or has a name that is taken.
    """
    return lambda cls: _registered(cls, FitnessEvaluation, "Suite", name, summary)


@dataclass_transform(frozen_default=True)
def credit(name: str, summary: str) -> Callable[[_C], _C]:
    """Register a class as a credit, and make it a dataclass whose fields are its options.

    It derives from :class:`~senet_gp.evolution.evaluation.protocol.Credit`, or from another credit.

    Args:
        name: its name.
        summary: what it does, in a few words that help texts show.

    Raises:
        UsageError: as :func:`suite` says it.
    """
    return lambda cls: _registered(cls, CreditAssignment, "Credit", name, summary)


def _registered(cls: _C, base: type[Part], of: str, name: str, summary: str) -> _C:
    if not issubclass(cls, base):
        raise UsageError(f"{shown(cls)} is no {PARTS[base.kind].kind}: derive a class from {of}")
    PARTS[base.kind].add(name, _described(cls, name, summary))
    return cls


def _described(cls: type[Any], name: str, summary: str) -> type[Any]:
    """A class as a part: with its name, what it does, and options of its own.

    Raises:
        UsageError: if it has no name, or an option is none or has a name that is taken.
    """
    called = f"the {PARTS[cls.kind].kind} {name}"
    PARTS[cls.kind].check_name(name)
    # To make a dataclass takes long, and without options of its own a class is what its base is.
    if vars(cls).get("__annotations__") and "__dataclass_fields__" not in vars(cls):
        cls = dataclasses.dataclass(frozen=True, repr=False)(cls)
    cls.name, cls.summary = name, printable(" ".join(summary.split()))
    cls.__repr__ = Part.__repr__  # type: ignore[assignment]
    for option, described in cls.options().items():
        if "help" not in described.metadata:
            raise UsageError(f"the option {option} of {called} has no help: declare it by option(...)")
        if option in {*COMMON, *PARTS}:
            raise UsageError(f"{called} cannot have an option {option}, which all runs have: rename it")
        if option in _OF_THE_RUN or any(_has_another(base, option) for base in cls.__mro__[1:]):
            raise UsageError(
                f"{called} cannot have an option {option}, which is something else there: rename it"
            )
    return cls


def _has_another(base: type, name: str) -> bool:
    """Whether a base class of parts has an attribute of this name that is no option."""
    return issubclass(base, Part) and hasattr(base, name) and name not in base.options()


def part(name: str, /, *, kind: str | None = None, **options: Any) -> Any:
    """A part of a run by its name, as on the command line.

    >>> part("tournament", tournament_size=3)
    part('tournament', tournament_size=3)
    >>> part("tournament", cases=3)
    Traceback (most recent call last):
    senet_gp.runtime.errors.UsageError: cases belongs to --fitness regret: give it to that part
    >>> part("lexicase")  # doctest: +NORMALIZE_WHITESPACE
    Traceback (most recent call last):
    senet_gp.runtime.errors.UsageError: lexicase is the name of a credit and of a selection: add
    kind='credit' or kind='selection'

    Args:
        name: its name.
        kind: its kind, such as ``selection``; needed only if parts of several kinds have this name.
        **options: its options by name. Others have their defaults.

    Returns:
        A value that can be compared and printed; :class:`Config` takes it.

    Raises:
        UsageError: if there is no such part or option, or a value does not fit.
    """
    if kind is not None and kind not in PARTS:
        raise UsageError(f"kind is {shown(kind)}, but it must be one of {', '.join(PARTS)}")
    kinds = kinds_with(name) if isinstance(name, str) and kind is None else [kind or ""]
    if len(kinds) > 1:
        article = [f"of {'an' if one[0] in 'aeiou' else 'a'} {PARTS[one].kind}" for one in kinds]
        ways = " or ".join(f"kind={one!r}" for one in kinds)
        raise UsageError(f"{name} is the name {' and '.join(article)}: add {ways}")
    if not kinds or not kinds[0]:
        names = list(dict.fromkeys(one for rows in PARTS.values() for one in rows))
        near = get_close_matches(str(name), names, n=1)
        advised = f"did you mean {near[0]}?" if near else f"the parts are {', '.join(names)}"
        raise UsageError(f"there is no part {shown(name)}: {advised}")
    cls = class_of(kinds[0], name)
    for option in options:
        if option not in cls.options():
            # Of an option that nothing has, the advice lists those of this part.
            run: dict[str, Any] = {"game": DEFAULT_GAME, kinds[0]: {"name": name}}
            known = option in COMMON or option in PARTS or owners_of(option)
            own: dict[str, Any] = {} if known else {"table": kinds[0], "run": run}
            raise UsageError(advice(option, called=option, **own))
    return cls(**options)
