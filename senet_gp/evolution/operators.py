"""Which of a toolbox's operators are others than the configured ones, and what they are called.

A run is made by its operators as much as by its configuration, but an operator of somebody's own is a
function, which no file can hold: what is kept is its name, and what it is given.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from typing import Any

from deap import base

from senet_gp.errors import SenetGpError
from senet_gp.quoting import shortened

#: The aliases of the operators of a run in its toolbox.
ALIASES = ("individual", "population", "evaluate", "reproduce", "select", "mate", "mutate", "clone")
#: A run that has a population goes on without these.
OF_THE_FIRST = frozenset({"individual", "population"})
#: What is told of an argument is its value if it is one of these.
_PLAIN = (bool, int, float, str, type(None))


class OperatorError(SenetGpError):
    """A run cannot go on, since the toolbox lacks an operator that it was made with."""


def operators_of(toolbox: base.Toolbox) -> dict[str, Any]:
    """What is registered under each alias of an operator."""
    return {alias: getattr(toolbox, alias, None) for alias in ALIASES}


def replaced(now: Mapping[str, Any], configured: Mapping[str, Any]) -> dict[str, str]:
    """The operators that are not the configured ones, by alias, each with its description.

    It is another operator if it is another function, decorated or not, or if an argument that was registered
    with it is another. The same function registered again with the same arguments is the same.
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
    """The name of an operator, and what was registered with it: the same in every process.

    >>> described(partial(max, key=len, default=3))
    'builtins.max(key=builtins.len, default=3)'
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
        # A decorator that is polite gives its function the name of what it decorates.
        return f"{operator.__globals__['__name__']}.{code.co_qualname} around {described(inner)}"
    named = operator if hasattr(operator, "__qualname__") else type(operator)
    return f"{named.__module__}.{named.__qualname__}"


def _argument(value: Any) -> str:
    """What is told of an argument beside its name; of what has an address, or is long, nothing."""
    if isinstance(value, _PLAIN):
        return shortened(repr(value))
    return described(value) if callable(value) else ""


def check_operators(needed: Mapping[str, str], present: Mapping[str, str]) -> None:
    """Hold that a run goes on with the operators that it was made with.

    Args:
        needed: the operators that were not the configured ones, as the run's state has them.
        present: those that are not now.

    Raises:
        OperatorError: if one that is needed is not there.
    """
    others = [
        f"{alias} was {operator} and is {present.get(alias, 'the configured one')}"
        for alias, operator in needed.items()
        if alias not in OF_THE_FIRST and present.get(alias) != operator
    ]
    if others:
        raise OperatorError(
            f"the run was made with operators of its own: {', '.join(others)}; go on from Python, with them "
            "registered in Evolution.toolbox (docs/evolution.md shows how)"
        )


def still_needed(operators: Mapping[str, str], *, breeds: bool) -> dict[str, str]:
    """Those of a run's operators that it still needs.

    Args:
        operators: those that were not the configured ones, as the run's state has them.
        breeds: whether a generation is still to be made; else only the champion is to be chosen, which the
            evaluation does.
    """
    return {alias: operator for alias, operator in operators.items() if breeds or alias == "evaluate"}


def noted(before: Mapping[str, str], present: Mapping[str, str]) -> dict[str, str]:
    """The operators that are not the configured ones, once another generation is made with the present ones.

    The first population stays what it was drawn by.
    """
    first = {alias: operator for alias, operator in before.items() if alias in OF_THE_FIRST}
    return first | {alias: operator for alias, operator in present.items() if alias not in OF_THE_FIRST}
