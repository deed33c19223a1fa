"""The operators of a toolbox that replace configured ones, and their descriptions.

The result of a run depends on its operators as much as on its configuration. But an operator that a program
registers is a function, which no file can hold, so files keep its name and its arguments.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import partial
from types import FunctionType
from typing import Any

from deap import base

from senet_gp.runtime.errors import SenetGpError, shortened
from senet_gp.runtime.loaded_code import hash_of, is_from_outside

#: The aliases of the operators of a run in its toolbox.
ALIASES = (
    *("individual", "population", "evaluate", "reproduce", "select", "mate", "mutate", "clone"),
    "improve",
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
    """The hash of a function or class of others, as the end of its description; else empty."""
    counts = isinstance(named, FunctionType | type) and is_from_outside(named)
    return f" {hash_of(named)}" if counts else ""


def _argument(value: Any) -> str:
    """The description of an argument; empty for objects whose text would hold an address or be long."""
    if isinstance(value, _PLAIN):
        return shortened(repr(value))
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
