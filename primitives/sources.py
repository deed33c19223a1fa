"""What functions consist of: their source text, and that of all that they use.

By it words are told apart in files, whatever the version of Python, and carried into exported files.
"""

from __future__ import annotations

import ast
import hashlib
import inspect
import textwrap
from collections.abc import Callable, Iterator
from functools import cache
from types import CodeType, FunctionType
from typing import Any

from primitives.declarations import is_ours

_FUNCTIONS = ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda


def definition_of(function: Callable[..., Any]) -> ast.AST | None:
    """The syntax of a function's definition; None if its source text is not known.

    >>> type(definition_of(definition_of)).__name__, definition_of(len)
    ('FunctionDef', None)
    """
    try:
        tree = ast.parse(textwrap.dedent(inspect.getsource(function)))
    except (OSError, TypeError, SyntaxError):
        return None
    return next((node for node in ast.walk(tree) if isinstance(node, _FUNCTIONS)), None)


def source_of(function: Callable[..., Any]) -> str | None:
    """The text of a function's definition without its decorators; None if it is not known, or a lambda."""
    definition = definition_of(function)
    if not isinstance(definition, ast.FunctionDef):
        return None
    lines = textwrap.dedent(inspect.getsource(function)).splitlines()
    return "\n".join(lines[definition.lineno - 1 : definition.end_lineno]) + "\n"


def names_used(code: CodeType) -> list[str]:
    """The names that a function's code may look up among globals, also within comprehensions, sorted."""
    names = set(code.co_names)
    for constant in code.co_consts:
        if isinstance(constant, CodeType):
            names.update(names_used(constant))
    return sorted(names)


def function_within(thing: Any) -> Any:
    """The Python function of a word or of a kernel; anything else is returned as it is."""
    return getattr(thing, "py_func", getattr(thing, "meaning", thing))


@cache
def hash_of(function: Callable[..., Any]) -> str | None:
    """A hash of what a function computes; None if its source text is not known.

    It depends on the syntax of the function and of all functions that it uses, on the values that these close
    over, and on the constants of their modules. It does not depend on docstrings, comments, layout and
    annotations, on decorators, or on the version of Python. A function of this project counts by its name.

    >>> hash_of(hash_of) == hash_of(source_of), hash_of(len) is None
    (False, True)
    """
    parts: list[str] = []
    waiting, seen = [function], {function}
    while waiting:
        current = waiting.pop()
        if is_ours(current):
            parts.append(current.__qualname__)
            continue
        definition = definition_of(current)
        if definition is None:
            return None
        parts.append(_text(definition))
        for name, thing in things_used(current):
            used = function_within(thing)
            if isinstance(used, FunctionType):
                parts.append(f"{name} = {used.__qualname__}")
                if used not in seen:
                    seen.add(used)
                    waiting.append(used)
            else:
                parts.append(f"{name} = {_value(thing)}")
    return hashlib.sha256("\n".join(parts).encode()).hexdigest()[:16]


def things_used(function: Callable[..., Any]) -> Iterator[tuple[str, Any]]:
    """What a function uses of its module and of the functions around it, by name."""
    known = inspect.unwrap(function)
    closed = inspect.getclosurevars(known).nonlocals
    yield from sorted(closed.items())
    for name in names_used(known.__code__):
        if name in known.__globals__ and name not in closed:
            yield name, known.__globals__[name]


def is_plain(value: Any) -> bool:
    """Whether a value is a number, a truth, a text or a collection of such, which its repr writes.

    >>> is_plain({(1, 2): frozenset({"a"})}), is_plain(object())
    (True, False)
    """
    if type(value) in {bool, int, str, bytes, type(None), range}:
        return True
    if type(value) is float:
        return value - value == 0
    if type(value) is dict:
        return all(is_plain(key) and is_plain(of) for key, of in value.items())
    return type(value) in {tuple, list, set, frozenset} and all(map(is_plain, value))


def _value(thing: Any) -> str:
    """A value as a text that is the same in every process: sets have no order of their own."""
    if isinstance(thing, set | frozenset) and is_plain(thing):
        return f"{type(thing).__name__} of {sorted(map(repr, thing))}"
    if is_plain(thing):
        return repr(thing)
    return getattr(thing, "__qualname__", getattr(thing, "__name__", type(thing).__qualname__))


def _text(node: Any) -> str:
    """Syntax as a text that is the same in all versions of Python, without what has no effect."""
    if isinstance(node, list):
        return f"[{' '.join(map(_text, node))}]"
    if not isinstance(node, ast.AST):
        return repr(node)
    left_out = {"decorator_list", "returns", "annotation", "type_comment", "type_params", "ctx", "kind"}
    parts = []
    for name, value in ast.iter_fields(node):
        if name == "body" and isinstance(node, ast.FunctionDef):
            shown = value[1:] if ast.get_docstring(node) is not None else value
            parts.append(_text(shown))
        elif name not in left_out and value is not None and value != []:
            parts.append(f"{name}={_text(value)}")
    return f"({type(node).__name__} {' '.join(parts)})"
