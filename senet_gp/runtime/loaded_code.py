"""Hashes of code as it was loaded, by which files and processes tell whether they mean the same.

Code of others may change while a program runs: a file is edited after its import, a module is loaded again, a
cell of a notebook is run again. So nothing of others is known by its name alone, or by what its file says:
what records, compares, caches or sends code does so by its hash, and what its module no longer means by its
name is refused in a sentence.

A hash depends on the syntax of a function or class and of everything of others that it uses: functions,
classes and their bases, kernels, the values that functions close over, and the constants of modules. It does
not depend on docstrings, comments, layout and annotations, on sentences of errors and labels of boards, on
decorators (but on how kernels are compiled), or on the version of Python. What belongs to this project, to
Python or to an installed library counts by its name.

What a hash was made from is remembered, so that asking again costs little; if a name has come to mean
something else since (a module was loaded again, a cell of a notebook was run again), it is made anew.
"""

from __future__ import annotations

import ast
import contextlib
import dataclasses
import hashlib
import inspect
import sys
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Mapping
from enum import Enum
from functools import partial
from importlib import import_module
from operator import attrgetter
from types import CodeType, FunctionType, MethodType, ModuleType
from typing import Any
from weakref import WeakKeyDictionary

from senet_gp.runtime import origins
from senet_gp.runtime.errors import UsageError
from senet_gp.runtime.origins import is_of_this_project
from senet_gp.runtime.source_texts import codes_within, definition_of, note_loaded, shape_of

#: What a class tells people, or Python notes in it: they change nothing of what it does.
_TOLD = frozenset(
    {"title", "rules_text", "refusal", "beside", "_abc_impl", "_is_protocol", "_is_runtime_protocol"}
)
#: The metadata of a field of a dataclass that only tells people something.
TOLD = {"told": True}
_LEFT_OUT = {"decorator_list", "returns", "annotation", "type_comment", "type_params", "ctx", "kind"}
_MISSING = object()
_SCALARS = {bool, int, float, complex, str, bytes, type(None), range}
#: Hashes of functions whose source text is not known are of their code, and begin with this.
_BY_CODE = f"{sys.implementation.cache_tag}:"


class _Known:
    """A hash, and what each name that it depends on meant when it was made.

    Attributes:
        digest: the hash.
        bindings: a mapping, a name, and what the name meant in it.
    """

    def __init__(self, digest: str, bindings: list[tuple[Mapping[str, Any], str, Any]]) -> None:
        self.digest = digest
        self.bindings = list(
            {(id(names), name): (names, name, meant) for names, name, meant in bindings}.values()
        )

    def holds(self) -> bool:
        """Whether every name still means the same."""
        # A generator would take twice as long.
        for names, name, meant in self.bindings:  # noqa: SIM110
            if names.get(name, _MISSING) is not meant:
                return False
        return True


_KNOWN: WeakKeyDictionary[Any, _Known] = WeakKeyDictionary()
#: The content of each kernel when it was first asked for, and perhaps compiled.
_CONTENTS: WeakKeyDictionary[Callable[..., Any], str] = WeakKeyDictionary()


def hash_of(thing: Any) -> str:
    """A hash of what a function, class or kernel of others computes.

    What is of this project counts by its name, which is recorded beside the hash.

    >>> len(hash_of(hash_of))
    16

    Raises:
        UsageError: if it uses something that was defined anew since, so that it would play as it was.
    """
    known = _KNOWN.get(thing)
    if known is None or not known.holds():
        known = _KNOWN[thing] = _walked(thing)
    return known.digest


def agrees(recorded: Any, thing: Any) -> bool:
    """Whether a recorded hash is that of a function or class here; one of code is compared with its code."""
    if isinstance(recorded, str) and recorded.startswith(_BY_CODE):
        return recorded == _Walk(thing, by_code=True).digest()
    return bool(recorded == hash_of(thing))


def is_from_outside(thing: Any) -> bool:
    """Whether a function or class is of others, so that it counts by what it does.

    >>> from random import Random
    >>> is_from_outside(hash_of), is_from_outside(Random)
    (False, False)
    """
    module = getattr(thing, "__module__", None)
    return isinstance(module, str) and origins.is_from_outside(module)


def function_within(thing: Any) -> Any:
    """The Python function of a word or of a kernel; anything else is returned as it is."""
    return getattr(thing, "py_func", getattr(thing, "meaning", thing))


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


def content_of(kernel: Callable[..., Any]) -> str:
    """A hash of everything that a kernel consists of, under which its machine code is kept.

    That is the kernel as it was loaded, every kernel that it calls, and the constants that they name. It is
    empty for kernels of this project, whose machine code is kept under a hash of all their files.

    Raises:
        UsageError: if something that the kernel uses was defined anew since it was compiled.
    """
    if is_of_this_project(kernel.__module__):
        return ""
    content = hash_of(kernel)
    if _CONTENTS.setdefault(kernel, content) != content:
        raise UsageError(
            f"the kernel {kernel.__module__}.{kernel.__qualname__} uses something that was defined anew "
            "since it was compiled: define the kernel anew, too (run its cell again, or load its module "
            "again), or begin anew"
        )
    return content


def _walked(thing: Any) -> _Known:
    walk = _Walk(thing)
    digest = walk.digest()
    if walk.outdated is not None:
        raise UsageError(_outdated(walk.outdated, thing))
    if walk.has_unknown:
        walk = _Walk(thing, by_code=True)
        digest = walk.digest()
    return _Known(digest, walk.bindings)


def _outdated(old: Any, user: Any) -> str:
    """The sentence about something that plays on, although its name means something else now."""
    name = f"{old.__module__}.{old.__qualname__}"
    if old is user:
        return (
            f"{name} has been defined anew, but the old one is still used: make anew what uses it (its "
            "vocabulary, its players, its game, its run), or begin anew"
        )
    return (
        f"{name} has been defined anew, but {user.__module__}.{user.__qualname__} still uses the old one: "
        "define that anew, too (run its cell again, or load its module again), or begin anew"
    )


class _Walk:
    """Goes through all that a function or class uses.

    Args:
        thing: the function, class, word or kernel.
        by_code: whether functions count by their code and not by their syntax.
        notes: whether to note what is outdated.

    Attributes:
        bindings: every name that was looked up, with what it meant.
        has_unknown: whether the source text of a function is not known.
        outdated: a function or class that its module no longer means by its name.
    """

    def __init__(self, thing: Any, *, by_code: bool = False, notes: bool = True) -> None:
        self.bindings: list[tuple[Mapping[str, Any], str, Any]] = []
        self.has_unknown = False
        self.outdated: Any = None
        self._by_code, self._notes = by_code, notes
        self._first = thing
        self._waiting: deque[Any] = deque()
        # Kept here, so that no other thing gets their addresses.
        self._seen: dict[int, Any] = {}
        self._kernels: set[int] = set()
        #: The values within which the walk is at present.
        self._within: set[int] = set()

    def digest(self) -> str:
        """Go through everything."""
        first = self._value(self._first)
        # A function counts by its definition, a kernel also by how it is compiled, which its value tells.
        parts = [first] if hasattr(self._first, "targetoptions") else []
        while self._waiting:
            thing = self._waiting.popleft()
            if not self._counts(thing):
                parts.append(thing.__qualname__)
                continue
            if self._notes:
                self._note_if_outdated(thing)
            parts += self._class(thing) if isinstance(thing, type) else self._function(thing)
        digest = hashlib.sha256("\n".join(parts).encode()).hexdigest()[:16]
        return f"{_BY_CODE}{digest}" if self._by_code else digest

    def _counts(self, thing: Any) -> bool:
        """Whether something counts by what it does; kernels of libraries do, as others contain them."""
        return is_from_outside(thing) or id(thing) in self._kernels

    def _note_if_outdated(self, thing: Any) -> None:
        name, module = thing.__qualname__, sys.modules.get(thing.__module__)
        if module is None or not name.isidentifier():
            return
        now = vars(module).get(name, _MISSING)
        self.bindings += [(sys.modules, thing.__module__, module), (vars(module), name, now)]
        inner = function_within(now)
        while inner is not thing and hasattr(inner, "__wrapped__"):
            inner = inner.__wrapped__
        called = getattr(inner, "__module__", None), getattr(inner, "__qualname__", None)
        if inner is not thing and called == (thing.__module__, name) and _differ(thing, inner):
            self.outdated = self.outdated or thing

    def _function(self, function: Any) -> Iterator[str]:
        known = inspect.unwrap(function)
        definition = None if self._by_code else definition_of(known)
        if definition is None:
            self.has_unknown = True
            yield repr(shape_of(known.__code__))
        else:
            yield syntax_text(definition.node)
        if known.__defaults__ or known.__kwdefaults__:
            yield f"by default {self._value([known.__defaults__, known.__kwdefaults__])}"
        for name, thing in self._used_by(known):
            yield f"{name} = {self._value(thing)}"

    def _used_by(self, function: Any) -> Iterator[tuple[str, Any]]:
        """What a function uses of the functions around it and of modules, by name."""
        closed = dict(zip(function.__code__.co_freevars, function.__closure__ or (), strict=True))
        for name, cell in sorted(closed.items()):
            with contextlib.suppress(ValueError):  # it is empty
                yield name, cell.cell_contents
        names = names_used(function.__code__)
        for name in names:
            if name in closed:
                continue
            if name in function.__globals__:
                yield from self._meant(function.__globals__, name, name, names)
            elif name in sys.modules and origins.is_from_outside(name):
                # The function imports it itself.
                yield from self._in_module(sys.modules[name], name, names)
            else:
                self.bindings.append((function.__globals__, name, _MISSING))

    def _meant(
        self, place: Mapping[str, Any], name: str, path: str, names: list[str]
    ) -> Iterator[tuple[str, Any]]:
        """What a name means; if it means a module, what the other names mean there."""
        thing = place[name]
        self.bindings.append((place, name, thing))
        if isinstance(thing, ModuleType) and origins.is_from_outside(thing.__name__):
            yield from self._in_module(thing, path, names)
        else:
            yield path, thing

    def _in_module(self, module: ModuleType, path: str, names: list[str]) -> Iterator[tuple[str, Any]]:
        if path.count(".") < len(names):
            for name in names:
                if name in vars(module):
                    yield from self._meant(vars(module), name, f"{path}.{name}", names)

    def _class(self, kind: type) -> Iterator[str]:
        for base in kind.__bases__:
            yield f"base {self._value(base)}"
        if dataclasses.is_dataclass(kind):
            for field in dataclasses.fields(kind):
                yield f"field {field.name} = {self._value([field.default, field.default_factory])}"
        for name in sorted(vars(kind)):
            thing = vars(kind)[name]
            if name in _TOLD or (_is_special(name) and not _is_written(thing)):
                continue
            self.bindings.append((vars(kind), name, thing))
            yield f"{name} = {self._value(thing)}"

    def _value(self, thing: Any) -> str:
        """A value as a text that is the same in every process."""
        if isinstance(thing, type):
            self._add(thing)
            return thing.__qualname__
        inner = function_within(thing)
        if isinstance(inner, FunctionType) and not dataclasses.is_dataclass(thing):
            if inner is not thing and not is_of_this_project(str(inner.__module__)):
                self._kernels.add(id(inner))
            self._add(inner)
            # A kernel depends on how it is compiled, too.
            options = getattr(thing, "targetoptions", None)
            return f"{inner.__qualname__} {self._value(dict(options))}" if options else inner.__qualname__
        if isinstance(thing, set | frozenset):
            return f"{type(thing).__name__} of {sorted(map(self._value, thing))}"
        if type(thing) in _SCALARS:
            return repr(thing)
        if isinstance(thing, Enum):
            return f"{type(thing).__qualname__}.{thing.name}"
        return self._composed(thing)

    def _composed(self, thing: Any) -> str:
        """A value that consists of others; where it stands within itself, it is only named."""
        name: str = getattr(thing, "__qualname__", None) or type(thing).__qualname__
        if isinstance(thing, ModuleType):
            return thing.__name__
        if id(thing) in self._within:
            return name
        self._within.add(id(thing))
        try:
            parts = _parts_of(thing)
            return name if parts is None else f"{name}({', '.join(map(self._value, parts))})"
        finally:
            self._within.discard(id(thing))

    def _add(self, thing: Any) -> None:
        if id(thing) not in self._seen:
            self._seen[id(thing)] = thing
            if self._counts(thing):
                self._waiting.append(thing)


def _parts_of(thing: Any) -> Iterable[Any] | None:
    """The values that a value consists of; None if it is not known to consist of any."""
    parts: Iterable[Any] | None = None
    if isinstance(thing, Mapping):
        parts = [part for pair in thing.items() for part in pair]
    elif isinstance(thing, tuple | list | deque):
        parts = [*([] if type(thing).__module__ == "builtins" else [type(thing)]), *thing]
    elif isinstance(thing, partial):
        parts = [thing.func, thing.args, thing.keywords]
    elif isinstance(thing, MethodType | classmethod | staticmethod):
        parts = [thing.__func__]
    elif isinstance(thing, property):
        parts = [thing.fget]
    elif hasattr(thing, "dtype") and hasattr(thing, "tobytes"):
        parts = [str(thing.dtype), getattr(thing, "shape", ()), thing.tobytes()]
    elif dataclasses.is_dataclass(thing):
        fields = (field for field in dataclasses.fields(thing) if not field.metadata.get("told"))
        parts = [type(thing), *(getattr(thing, field.name) for field in fields)]
    elif isinstance(wrapped := getattr(thing, "__wrapped__", getattr(thing, "func", None)), FunctionType):
        parts = [wrapped]
    elif is_from_outside(type(thing)):
        parts = [type(thing), getattr(thing, "__dict__", {})]
    return parts


def _is_special(name: str) -> bool:
    return name.startswith("__") and name.endswith("__")


def _is_written(thing: Any) -> bool:
    """Whether a special attribute of a class is a function that its author wrote, not one that was added."""
    return (
        isinstance(thing, FunctionType)
        and is_from_outside(thing)
        and inspect.unwrap(thing).__code__.co_filename != "<string>"
    )


def _differ(one: Any, other: Any) -> bool:
    """Whether two things of one name do not do the same."""
    if isinstance(one, FunctionType) and isinstance(other, FunctionType):
        return shape_of(one.__code__) != shape_of(other.__code__)
    return _Walk(one, notes=False).digest() != _Walk(other, notes=False).digest()


def names_used(code: CodeType) -> list[str]:
    """The names that a function's code may look up among globals, also within comprehensions, sorted."""
    return sorted({name for one in (code, *codes_within(code)) for name in one.co_names})


def syntax_text(node: Any) -> str:
    """Syntax as a text that is the same in all versions of Python, without what has no effect."""
    if isinstance(node, list):
        return f"[{' '.join(map(syntax_text, node))}]"
    if not isinstance(node, ast.AST):
        return repr(node)
    if isinstance(node, ast.Raise):
        # The sentence that refuses something changes nothing of what is accepted.
        return f"(Raise {syntax_text(node.exc.func if isinstance(node.exc, ast.Call) else node.exc)})"
    parts = []
    for name, value in ast.iter_fields(node):
        if name == "body" and isinstance(node, ast.FunctionDef):
            shown = value[1:] if ast.get_docstring(node) is not None else value
            parts.append(syntax_text(shown))
        elif name not in _LEFT_OUT and value is not None and value != []:
            parts.append(f"{name}={syntax_text(value)}")
    return f"({type(node).__name__} {' '.join(parts)})"


def named(module: str, name: str, digest: str) -> Any:
    """The function or class of this name in this process, which must be the one that another process means.

    Args:
        module: its module.
        name: its name there.
        digest: its hash in the other process.

    Raises:
        UsageError: if it is another one here.
    """
    found = attrgetter(name)(import_module(module))
    # It counts as code from outside there, so it must here, too, where no plugin may have been loaded yet.
    note_loaded(module)
    if not agrees(digest, found):
        raise UsageError(
            f"{module}.{name} is another in a worker process: it was defined anew, or its file has changed, "
            "since the program or its workers began; begin anew, or start new workers"
        )
    return found


def by_hash(thing: FunctionType | type) -> tuple[Callable[..., Any], tuple[str, str, str]] | None:
    """How a function or class of others is pickled: its name and its hash; None for anything else.

    What another process cannot find by this name is left to pickle, which refuses it.
    """
    if not is_from_outside(thing) or "<" in thing.__qualname__:
        return None
    try:
        found = attrgetter(thing.__qualname__)(sys.modules[thing.__module__])
    except (AttributeError, KeyError):
        return None
    return (named, (thing.__module__, thing.__qualname__, hash_of(thing))) if found is thing else None
