"""Queries: the kernels that compute words in compiled code, and their inputs."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from importlib import import_module
from typing import Any

from senet_gp.checks import whole_number
from senet_gp.kernel_content import content_of
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

    Raises:
        UsageError: if a constant is no whole number.

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
        constants = (each for each in takes if not isinstance(each, str))
        object.__setattr__(self, "constants", tuple(whole_number("a constant", each) for each in constants))

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
        return f"{function.__module__}:{function.__qualname__} {content_of(function)}".rstrip()

    @property
    def is_ours(self) -> bool:
        """Whether the kernel is defined in one of this package's files of kernels."""
        return not content_of(self.function)

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickle the kernel's name, by which another process finds its own kernel."""
        function = self.function
        return _query_named, (function.__module__, function.__qualname__, *self.columns, *self.constants)


def _query_named(module: str, name: str, *takes: str | int) -> Query:
    return Query(getattr(import_module(module), name), *takes)
