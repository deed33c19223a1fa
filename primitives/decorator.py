"""The decorator that makes a word of a function."""

from __future__ import annotations

import inspect
from collections.abc import Callable
from typing import Any

from primitives.declarations import Primitive
from primitives.query import COLUMNS, Query
from primitives.types import Truth
from senet_gp.errors import UsageError
from senet_gp.source_texts import note_loaded


def primitive(
    result: type,
    *arguments: type,
    low: int | None = None,
    high: int | None = None,
    compiled: Callable[..., Any] | Query | None = None,
    reads_board: bool = True,
) -> Callable[[Callable[..., Any]], Primitive]:
    """Make a word of a function, whose name is the word and whose docstring is its meaning for people.

    >>> from primitives import Board, Number, Square, Truth
    >>> @primitive(Number, low=0, high=31)
    ... def my_spread(board: Board) -> int:
    ...     "How many squares lie between my first and my last piece."
    ...     return max(board.mine) - min(board.mine) if board.mine else 0
    >>> @primitive(Truth, Square)
    ... def shared_row(board: Board, n: int) -> bool:
    ...     "Whether a piece of mine stands in the row of square n."
    ...     return any((square - 1) // board.width == (n - 1) // board.width for square in board.mine)
    >>> my_spread.name, shared_row.name
    ('my_spread', 'shared_row')
    >>> my_spread(Board(frozenset({3, 9}), frozenset()))
    6

    Args:
        result: what it gives, ``Number`` or ``Truth``.
        *arguments: the types of its arguments, at most three: ``Number``, ``Square`` or ``Truth``. A square
            arrives as a number from 1 to the number of squares.
        low: the least number that it gives on any board; a truth needs none.
        high: the greatest number.
        compiled: the same as a kernel, a function decorated with :func:`senet_gp.compiled.kernel`. Its first
            parameters are those columns of the board that it needs, by their names (``mine``, ``theirs``,
            ``moves``, ``extra``); the others are the word's arguments. A kernel that needs constants of the
            game is given in a :class:`~primitives.query.Query`. Without a kernel the word is played in plain
            Python, which takes hundreds of times as long.
        reads_board: whether the function's first parameter is the board.

    Returns:
        A function that makes the :class:`~primitives.declarations.Primitive`, which can be called like the
        function itself.

    Raises:
        UsageError: if the function has no docstring, a number has no range, or the declaration is
            inconsistent (see :func:`primitives.declarations.check_word`).
    """

    def declared(meaning: Callable[..., Any]) -> Primitive:
        if getattr(meaning, "__module__", "") is None:
            # What exec makes in a namespace without a name belongs to the program itself.
            meaning.__module__ = "__main__"
        note_loaded(getattr(meaning, "__module__", ""))
        name = getattr(meaning, "__name__", repr(meaning))
        if not (getattr(meaning, "__doc__", None) or "").strip():
            raise UsageError(
                f"the word {name!r} has no docstring: say in one what it tells of the board, for people"
            )
        if result is not Truth and (low is None or high is None):
            raise UsageError(f"the word {name!r} gives numbers: declare their range with low= and high=")
        query = compiled if isinstance(compiled, Query) or compiled is None else _query_of(name, compiled)
        return Primitive(
            meaning,
            arguments,
            result,
            query,
            low=0 if low is None else low,
            high=1 if high is None else high,
            reads_board=reads_board,
        )

    return declared


def _query_of(word: str, kernel: Callable[..., Any]) -> Query:
    """The query of a kernel that names the columns of the board by its parameters."""
    function = getattr(kernel, "py_func", None)
    if function is None:
        raise UsageError(
            f"the word {word!r} has compiled={kernel!r}, which is not a kernel: decorate it with "
            "senet_gp.compiled.kernel, or leave compiled= out"
        )
    parameters = list(inspect.signature(function).parameters)
    columns = [name for name in parameters if name in COLUMNS]
    if parameters[: len(columns)] != columns:
        raise UsageError(
            f"the kernel of the word {word!r} takes {', '.join(parameters)}: put the columns of the board, "
            f"{', '.join(columns)}, before the arguments"
        )
    return Query(kernel, *columns)
