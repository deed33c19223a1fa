"""The source texts of modules as they were loaded, whatever has become of their files since.

A file may be edited after its import, and what :mod:`linecache` has of it may be older or newer than what
plays. So the text of a module is kept when it is loaded, and a text is believed only if Python makes of it
the very code that a function has.
"""

from __future__ import annotations
import __future__

import ast
import inspect
import linecache
import os
import sys
import tokenize
from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping
from functools import lru_cache
from types import CodeType, ModuleType
from typing import Any, NamedTuple

from senet_gp.runtime.origins import is_from_outside, note_plugin

_DEFINITIONS = (ast.FunctionDef, ast.AsyncFunctionDef, ast.Lambda)
#: The texts that each file is known to have had, the last one first.
_TEXTS: dict[str, list[str]] = {}
#: The time and size that a file had when it was last read.
_READ_AT: dict[str, tuple[int, int]] = {}
#: By module, how it was last loaded: another specification each time.
_LOADINGS: dict[str, Any] = {}
#: By module, its text when it was last loaded.
_LOADED: dict[str, str] = {}


class Definition(NamedTuple):
    """Where a function is defined.

    Attributes:
        node: its syntax.
        lines: the lines of the text that it stands in.
    """

    node: ast.AST
    lines: list[str]


def note_loaded(module: str) -> None:
    """Note that a module of others brings something: its text, and those of what it has loaded, are kept."""
    note_plugin(module)
    loading = getattr(sys.modules.get(module), "__spec__", None)
    if is_from_outside(module) and (module not in _LOADINGS or _LOADINGS[module] is not loading):
        keep_texts()


def keep_texts() -> None:
    """Keep the texts of all modules of others that were loaded since this was last called."""
    for name, module in list(sys.modules.items()):
        names = vars(module) if isinstance(module, ModuleType) else {}
        loading = names.get("__spec__")
        # A module that was not loaded is of generated text.
        if (loading is None and name != "__main__") or (name in _LOADINGS and _LOADINGS[name] is loading):
            continue
        _LOADINGS[name] = loading
        file = names.get("__file__")
        if isinstance(file, str) and is_from_outside(name):
            _read(file)
            _LOADED[name] = next(iter(_TEXTS.get(file, ())), "")


def _read(file: str) -> None:
    """Read a file of Python, if it has changed since it was last read."""
    try:
        found = os.stat(file)  # noqa: PTH116 - it takes a path that is none, such as that of a notebook's cell
        at = (found.st_mtime_ns, found.st_size)
        if _READ_AT.get(file) == at:
            return
        with tokenize.open(file) as stream:
            _keep(file, stream.read())
    except (OSError, SyntaxError, UnicodeDecodeError, ValueError):
        return
    _READ_AT[file] = at


def _keep(file: str, text: str) -> None:
    known = _TEXTS.setdefault(file, [])
    if text in known:
        known.remove(text)
    known.insert(0, text)


def text_of(module: str) -> str:
    """The text of a module of others when it was loaded; empty if it is not known.

    >>> text_of("senet_gp.runtime.source_texts")
    ''
    """
    keep_texts()
    return _LOADED.get(module, "")


def definition_of(function: Callable[..., Any]) -> Definition | None:
    """The definition of a function, as it was loaded; None if no text is known that gives its code.

    >>> type(definition_of(definition_of).node).__name__, definition_of(len)
    ('FunctionDef', None)
    """
    code = getattr(inspect.unwrap(function), "__code__", None)
    if not isinstance(code, CodeType):
        return None
    shape = shape_of(code)
    for text in _texts_of(code.co_filename):
        found = _definitions_in(text).get(shape)
        if found is not None:
            return found
    return None


def _texts_of(file: str) -> Iterator[str]:
    """Texts that a file has had."""
    cached = "".join(linecache.getlines(file))
    if cached and cached not in _TEXTS.get(file, ()):
        _keep(file, cached)
    yield from tuple(_TEXTS.get(file, ()))
    before = len(_TEXTS.get(file, ()))
    _read(file)
    if len(_TEXTS.get(file, ())) > before:
        yield _TEXTS[file][0]


def shape_of(code: CodeType) -> tuple[Any, ...]:
    """What a function's code does, wherever it stands: equal code has equal shapes.

    >>> shape_of((lambda n: n + 1).__code__) == shape_of((lambda n: n + 2).__code__)
    False
    """
    # The lowest bits tell of *args and **kwargs; others depend on how a text is compiled.
    counts = (code.co_argcount, code.co_posonlyargcount, code.co_kwonlyargcount, code.co_flags & 0b1111)
    names = (code.co_names, code.co_varnames, code.co_freevars, code.co_cellvars)
    return (code.co_name, counts, code.co_code, names, *map(_constant, code.co_consts))


def _constant(value: Any) -> Any:
    """A constant of code as something that can be compared: 1, 1.0 and True are equal, but not the same."""
    if isinstance(value, CodeType):
        return shape_of(value)
    if isinstance(value, frozenset):
        return ("frozenset", *sorted(map(repr, value)))
    return (type(value).__name__, repr(value))


@lru_cache(maxsize=256)
def _definitions_in(text: str) -> Mapping[tuple[Any, ...], Definition]:
    """All functions that a text defines, by the shapes of their code; empty if Python cannot read it."""
    found: dict[tuple[Any, ...], Definition] = {}
    # A cell of a notebook inherits what an earlier one has imported from the future.
    for inherited in (0, __future__.annotations.compiler_flag):
        try:
            tree, code = ast.parse(text), compile(text, "", "exec", inherited, dont_inherit=True)
        except (SyntaxError, ValueError, RecursionError):
            return {}
        found |= _paired(tree, code, text.splitlines())
    return found


def _paired(tree: ast.AST, code: CodeType, lines: list[str]) -> dict[tuple[Any, ...], Definition]:
    """The definitions in a syntax tree by the shapes of the code that Python has made of them."""
    codes: dict[tuple[str, int], list[CodeType]] = defaultdict(list)
    for one in codes_within(code):
        codes[one.co_name, one.co_firstlineno].append(one)
    nodes: dict[tuple[str, int], list[ast.AST]] = defaultdict(list)
    for node in _nodes_in(tree):
        first = min([node.lineno, *(each.lineno for each in getattr(node, "decorator_list", ()))])
        nodes[getattr(node, "name", "<lambda>"), first].append(node)
    return {
        shape_of(one): Definition(node, lines)
        for place, some in nodes.items()
        # Equal lambdas of a line may have become one.
        if len(some) == len(codes[place])
        for node, one in zip(some, codes[place], strict=True)
    }


def codes_within(code: CodeType) -> Iterator[CodeType]:
    """The code of the functions, comprehensions and classes that stand within a function or a module."""
    for constant in code.co_consts:
        if isinstance(constant, CodeType):
            yield constant
            yield from codes_within(constant)


def _nodes_in(tree: ast.AST) -> Iterator[Any]:
    """The functions in a syntax tree, in the order in which they stand."""
    waiting = [tree]
    while waiting:
        node = waiting.pop()
        if isinstance(node, _DEFINITIONS):
            yield node
        waiting.extend(reversed(list(ast.iter_child_nodes(node))))
