"""The operators that take the place of a run's configured ones: what is recorded, and where they may breed.

The result of a run depends on its operators as much as on its configuration. But an operator that a program
registers is a function, which no file can hold, so files keep its name, its arguments and a hash of what it
does: compared by identity while a run is played, by description when it goes on.

An operator is sent to workers if it is certain to do the same there. With any other operator all children are
bred in the process of the run.
"""

from __future__ import annotations

import random
import re
import sys
from collections.abc import Mapping
from functools import partial
from types import BuiltinFunctionType, FunctionType
from typing import Any

from deap import base

from primitives.vocabulary import Vocabulary
from senet_gp.evolution.configuration.recorded_code import HOW_TO_ACCEPT
from senet_gp.runtime.errors import SenetGpError, shortened, shown
from senet_gp.runtime.module_hashes import hash_of

#: The aliases of the operators of a run in its toolbox.
ALIASES = (
    *("expr", "individual", "population", "evaluate", "reproduce", "select", "mate", "mutate", "clone"),
    *("survive", "improve"),
)
#: The operators that only a first population needs.
OF_THE_FIRST = frozenset({"expr", "individual", "population"})
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

    That of a function from outside this project, its libraries and Python ends in the hash of its module.
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
    """The hash of the module of a function or class, as the end of its description; empty without one."""
    hashed = hash_of(str(named.__module__))
    return f" {hashed}" if hashed else ""


def _argument(value: Any) -> str:
    """The description of an argument; empty for objects whose text would hold an address or be long."""
    if isinstance(value, _PLAIN):
        return shown(value)
    return described(value) if callable(value) else ""


def check_needed(needed: Mapping[str, str], present: Mapping[str, str], *, made_by: str = "") -> None:
    """Check that a run continues with the operators with which it was made.

    Args:
        needed: the operators in the run's state, which were not the configured ones.
        present: the operators that are not the configured ones now.
        made_by: the name of the function that registered them, as it is written after ``--operators``.

    Raises:
        OperatorError: if one that is needed is missing.
    """
    others = {
        alias: (without_code(operator), without_code(present.get(alias, "the configured one")))
        for alias, operator in needed.items()
        if alias not in OF_THE_FIRST and not _agree(operator, present.get(alias))
    }
    if not others:
        return
    if all(was == now for was, now in others.values()):
        remedy = f"go on with that code as it was, or accept it as it is now ({HOW_TO_ACCEPT})"
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


def _agree(was: str, now: str | None) -> bool:
    """Whether two descriptions are of the same operator, as far as hashes are known."""
    return now is not None and was in {now, without_code(now)}


def without_code(description: str) -> str:
    """A description without its hashes, which tell a reader nothing."""
    return _HASH.sub("", description)


def noted(before: Mapping[str, str], present: Mapping[str, str]) -> dict[str, str]:
    """The operators in the run's state after a generation that was made with the present ones.

    Those that drew the first population stay as they were.
    """
    first = {alias: operator for alias, operator in before.items() if alias in OF_THE_FIRST}
    return first | {alias: operator for alias, operator in present.items() if alias not in OF_THE_FIRST}


def sent_to_workers(registered: Mapping[str, Any], rng: random.Random) -> dict[str, Any] | None:
    """The registered operators that workers need to breed; None if one may do something else there.

    Args:
        registered: the registered operators that are not the configured ones, by alias.
        rng: the generator of the run.
    """
    if "clone" in registered:
        return None
    sent = {alias: registered[alias] for alias in ("mate", "mutate") if alias in registered}
    return sent if all(travels(operator, rng) for operator in sent.values()) else None


def travels(operator: Any, rng: random.Random) -> bool:
    """Whether an operator does the same in every process, drawing from this generator or Python's own.

    This is known of functions that a module holds under their own name, registered with no other arguments
    than this generator, other such functions, a vocabulary, numbers and texts. It is not known of methods, of
    functions of the main program, and of operators with a generator of their own.
    """
    if isinstance(operator, partial):
        arguments = (operator.func, *operator.args, *operator.keywords.values())
        return all(travels(argument, rng) for argument in arguments)
    if isinstance(operator, FunctionType | BuiltinFunctionType):
        module = sys.modules.get(str(operator.__module__))
        found = getattr(module, operator.__qualname__, None)
        return found is operator and operator.__module__ != "__main__"
    return operator is rng or isinstance(operator, (*_PLAIN, Vocabulary))
