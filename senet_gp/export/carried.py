"""What a stand-alone Python file carries: the sources of functions, and of all that they use.

Of this project's own functions everything is known. A function from outside is carried if its file would mean
the same without its module: it may use its arguments, builtins, the standard library, and functions and plain
values of its module.
"""

from __future__ import annotations

import ast
import builtins
import dis
import inspect
import re
import sys
from collections.abc import Callable, Iterator, Sequence
from types import CodeType, FunctionType, ModuleType
from typing import Any, NamedTuple, NoReturn

from primitives.declarations import Primitive
from senet_gp.errors import UsageError
from senet_gp.games.view import Board
from senet_gp.loaded_code import is_plain
from senet_gp.origins import is_of_this_project
from senet_gp.quoting import shortened
from senet_gp.source_texts import definition_of, has_changed, source_of

#: The names that the file itself defines or imports.
_OF_THE_FILE = re.compile(
    "annotations|random|sys|dataclass|Board|board|read|score|CHECKS|check|choose|main|v[0-9]+"
)


class Carried(NamedTuple):
    """Parts of a file.

    Attributes:
        imports: lines that import from the standard library.
        definitions: sources, what is used before what uses it.
    """

    imports: list[str]
    definitions: list[str]


def carried(words: Sequence[Primitive], functions: Sequence[Callable[..., Any]]) -> Carried:
    """The sources of words' meanings and of other functions, and of all that they use, each once.

    Raises:
        UsageError: if a word from outside needs something that a file cannot carry.
    """
    collector = _Collector()
    for word in words:
        collector.word = word
        collector.define(word.name, word.meaning, ours=word.is_ours)
    collector.word = None
    for function in functions:
        collector.define(function.__name__, function, ours=is_of_this_project(function.__module__))
    return Carried(collector.imports, list(collector.sources.values()))


class _Collector:
    """Collects sources; ``word`` is the word for which it does so at present."""

    def __init__(self) -> None:
        self.sources: dict[str, str] = {}
        self.imports: list[str] = []
        self.word: Primitive | None = None
        self._known: dict[str, Any] = {}

    def define(self, name: str, thing: Any, *, ours: bool) -> None:
        """Collect what a name stands for, in code of ours or of others."""
        thing = thing.meaning if isinstance(thing, Primitive) else thing
        if thing is Board and name == "Board":
            return
        if name in self._known:
            if self._known[name] is not thing:
                self._refuse(f"of which the file would hold two different things called {name!r}")
            return
        self._known[name] = thing
        if inspect.isfunction(thing):
            if is_of_this_project(str(thing.__module__)):
                self._define_ours(name, thing)
            else:
                self._check_name(name)
                self._define_from_outside(name, thing)
        elif ours or is_plain(thing):
            self.sources[name] = f"{name} = {thing!r}"
        else:
            self._check_name(name)
            self._import(name, thing)

    def _define_ours(self, name: str, function: Callable[..., Any]) -> None:
        for other in _names_loaded(function.__code__):
            if other in function.__globals__:
                self.define(other, function.__globals__[other], ours=True)
        self.sources[name] = inspect.getsource(function)

    def _define_from_outside(self, name: str, function: FunctionType) -> None:
        source, found = source_of(function), definition_of(function)
        definition = None if found is None else found.node
        why = _why_not(function, definition)
        if why or source is None or not isinstance(definition, ast.FunctionDef):
            self._refuse(f"because {function.__module__}.{function.__qualname__} {why}")
        self._known.setdefault(definition.name, function)
        if self._known[definition.name] is not function:
            self._refuse(f"of which the file would hold two different things called {definition.name!r}")
        for other in _names_loaded(function.__code__):
            if other in function.__globals__:
                self.define(other, function.__globals__[other], ours=False)
        self.sources[definition.name] = source
        if definition.name != name:
            self.sources[name] = f"{name} = {definition.name}"

    def _import(self, name: str, thing: Any) -> None:
        """Import something of the standard library."""
        if isinstance(thing, ModuleType):
            module, line = thing.__name__, f"import {thing.__name__} as {name}"
        else:
            module, called = getattr(thing, "__module__", None) or "", getattr(thing, "__qualname__", "")
            line = f"from {module} import {called} as {name}"
            if getattr(sys.modules.get(module), called, builtins) is not thing:
                module = ""
        if not _is_standard(module):
            self._refuse(f"because it uses {name}, which is {shortened(repr(thing), 40)}")
        self.imports.append(line)

    def _check_name(self, name: str) -> None:
        if _OF_THE_FILE.fullmatch(name):
            self._refuse(f"because the file needs the name {name!r} itself: rename it")

    def _refuse(self, why: str) -> NoReturn:
        called = f"the word {self.word.name!r}" if self.word else "the reader of the game's boards"
        raise UsageError(f"{called} cannot be carried in a Python file that stands alone, {why}")


def _why_not(function: FunctionType, definition: ast.AST | None) -> str:
    """Why the definition alone does not say what a function does; empty if it does."""
    if has_changed(function):
        return "was loaded from a file that has changed since: begin anew, or load it again"
    if not isinstance(definition, ast.FunctionDef):
        return "has no source text that is known, or is not a def"
    if function.__code__.co_freevars:
        closed = ", ".join(function.__code__.co_freevars)
        return f"closes over {closed}: use names of the module instead"
    if hasattr(function, "__wrapped__"):
        return "is changed by a decorator"
    defaults = [*definition.args.defaults, *filter(None, definition.args.kw_defaults)]
    if any(isinstance(node, ast.Name) for default in defaults for node in ast.walk(default)):
        return "has default values that name other things"
    imported = [name for name in _modules_imported(function.__code__) if not _is_standard(name)]
    return f"imports {imported[0]}" if imported else ""


def _is_standard(module: str) -> bool:
    return module.partition(".")[0] in sys.stdlib_module_names


def _names_loaded(code: CodeType) -> list[str]:
    """Names that a function's code looks up among globals, in comprehensions too."""
    names = [str(step.argval) for step in dis.get_instructions(code) if step.opname == "LOAD_GLOBAL"]
    for constant in code.co_consts:
        if isinstance(constant, CodeType):
            names += _names_loaded(constant)
    return names


def _modules_imported(code: CodeType) -> Iterator[str]:
    """The modules that a function's code imports when it runs."""
    yield from (str(step.argval) for step in dis.get_instructions(code) if step.opname == "IMPORT_NAME")
    for constant in code.co_consts:
        if isinstance(constant, CodeType):
            yield from _modules_imported(constant)
