"""Queries: the kernels that compute words in compiled code, and their inputs."""

from __future__ import annotations

import hashlib
import inspect
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from importlib import import_module
from pathlib import Path
from types import FunctionType, ModuleType
from typing import Any

import numpy as np

from senet_gp.compiled import is_own_source
from senet_gp.quoting import brief

#: The columns of a board that a kernel can take: masks of 32 bits, bit n for square n, of the pieces of both
#: players; the moves just made, packed; and what the squares do not show.
COLUMNS = ("mine", "theirs", "moves", "extra")


@dataclass(frozen=True, init=False)
class Query:
    """A kernel that computes a word, one board at a time.

    It is called with some columns of the board, then with the values of the word's arguments, then with
    constants, all of them ``int64``, and returns a number, or a truth as 0 or 1. It must agree with the
    word's plain meaning on every reachable board. Kernels without branches and without loops of unknown
    length become vector instructions.

    Args:
        kernel: a function compiled by :func:`senet_gp.compiled.kernel` or a similar decorator.
        takes: names of :data:`COLUMNS`, in the order of the kernel's parameters, and then numbers: constants
            of the game that the kernel needs, such as the width of the board.

    >>> from senet_gp.games.senet import queries
    >>> Query(queries.mobility, "theirs", "mine").columns
    ('theirs', 'mine')
    """

    kernel: Callable[..., Any]
    columns: tuple[str, ...]
    constants: tuple[int, ...]

    def __init__(self, kernel: Callable[..., Any], *takes: str | int) -> None:
        object.__setattr__(self, "kernel", kernel)
        object.__setattr__(self, "columns", tuple(each for each in takes if isinstance(each, str)))
        object.__setattr__(self, "constants", tuple(each for each in takes if not isinstance(each, str)))

    def __repr__(self) -> str:
        return brief(self, self.function.__name__, *self.columns, *self.constants)

    @property
    def function(self) -> Callable[..., Any]:
        """The Python function of the kernel."""
        function: Callable[..., Any] = getattr(self.kernel, "py_func", self.kernel)
        return function

    @property
    def source(self) -> str:
        """The origin of the kernel, with a hash of its content if it is not one of this package."""
        function = self.function
        return f"{function.__module__}:{function.__qualname__} {_content_of(function)}".rstrip()

    @property
    def is_ours(self) -> bool:
        """Whether the kernel is defined in one of this package's files of kernels."""
        return not _content_of(self.function)

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickle the kernel's name, by which another process finds its own kernel."""
        function = self.function
        return _query_named, (function.__module__, function.__qualname__, *self.columns, *self.constants)


def _query_named(module: str, name: str, *takes: str | int) -> Query:
    return Query(getattr(import_module(module), name), *takes)


@cache
def _content_of(function: Callable[..., Any]) -> str:
    """A hash of everything that a kernel consists of; "" for kernels of this package.

    That is the file, or in a notebook the text, of the kernel and of every kernel that it calls, and the
    constants that it names. The kernels of this package are cached under a hash of all their files.
    """
    if is_own_source(Path(function.__code__.co_filename)):
        return ""
    parts: list[bytes] = []
    waiting, seen = [function], {function}
    while waiting:
        current = waiting.pop()
        parts.append(_text_of(current))
        for name in current.__code__.co_names:
            named = current.__globals__.get(name)
            called = getattr(named, "py_func", None)
            if isinstance(called, FunctionType) and called not in seen:
                seen.add(called)
                waiting.append(called)
            elif isinstance(named, ModuleType):
                parts.append(_file_of(named))
            elif isinstance(named, bool | int | float | tuple | np.ndarray | np.generic):
                parts.append(repr(named).encode())
    return hashlib.sha256(b"\0".join(parts)).hexdigest()[:16]


def _text_of(function: Callable[..., Any]) -> bytes:
    """The file of a function, else its source text, else its code."""
    try:
        file = Path(inspect.getfile(function))
        return file.read_bytes() if file.exists() else inspect.getsource(function).encode()
    except (OSError, TypeError):
        return function.__code__.co_code + repr(function.__code__.co_consts).encode()


def _file_of(module: ModuleType) -> bytes:
    """The file of a module, whose constants a kernel may name."""
    try:
        return Path(module.__file__ or "").read_bytes()
    except OSError:
        return b""
