"""How a word is declared, and what may be: what its operation or its kernel takes, and gives.

A word that declared otherwise would be evaluated all the same, with whatever lies in memory.
"""

from __future__ import annotations

import inspect
import keyword
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple, cast

from primitives import operations as op
from primitives.query import COLUMNS, Query
from primitives.types import MOST, Number, Square, Truth
from senet_gp.errors import UsageError, printable

#: A board is a mask of 32 bits, of which the lowest stands for no square.
MAX_SQUARES = 31
#: An instruction of the evaluator has room for so many.
MAX_ARGUMENTS = 3
#: A symbol's code is an ``int16``.
MAX_SYMBOLS = 2**15 - 1


class Signature(NamedTuple):
    """What an operation of the evaluator's own takes and gives."""

    arguments: tuple[type, ...]
    result: type


_NUMBERS, _TRUTHS = (Number, Number), (Truth, Truth)

#: The operations that a word can be, by number.
SIGNATURES: dict[int, Signature] = {
    **dict.fromkeys((op.ADD, op.SUB, op.MUL), Signature(_NUMBERS, Number)),
    op.IF: Signature((Truth, Number, Number), Number),
    **dict.fromkeys((op.AND, op.OR), Signature(_TRUTHS, Truth)),
    op.NOT: Signature((Truth,), Truth),
    **dict.fromkeys((op.ALWAYS, op.NEVER), Signature((), Truth)),
    **dict.fromkeys((op.LESS, op.EQUAL, op.GREATER), Signature(_NUMBERS, Truth)),
    **dict.fromkeys((op.MINE, op.THEIRS, op.EMPTY), Signature((Square,), Truth)),
}


@dataclass(frozen=True)
class Primitive:
    """One word of a vocabulary.

    Attributes:
        meaning: what it computes, in plain Python: a function of the arguments, preceded by what words see of
            the game (of ours, a :class:`~senet_gp.games.view.Board`) if ``reads_board``. Its name is the
            primitive's name and its docstring what people are told.
        arguments: the types of its arguments, three at most: ``Number``, ``Square`` (a number that names a
            square) or ``Truth``.
        result: the type of its result, ``Number`` or ``Truth``.
        compiled: what does the same in compiled code: a :class:`~primitives.query.Query`, or one of the
            evaluator's own :mod:`~primitives.operations`. A word without is played in plain Python, which is
            much slower.
        low: the least value it can have on any board (of operations: given by the arguments).
        high: the greatest.
        reads_board: whether it is a query about the board, or pure arithmetic or logic.

    Raises:
        UsageError: if there cannot be such a word (see :func:`check_word`).
    """

    meaning: Callable[..., Any]
    arguments: tuple[type, ...]
    result: type
    compiled: Query | int | None = None
    low: int = 0
    high: int = 1
    reads_board: bool = True

    def __post_init__(self) -> None:
        object.__setattr__(self, "arguments", tuple(self.arguments))
        check_word(self)

    @property
    def name(self) -> str:
        """The word as it stands in expressions."""
        name: str = getattr(self.meaning, "__name__", "")
        return name

    @property
    def types(self) -> tuple[type, ...]:
        """The types of its arguments as DEAP knows them, to which a square is a number."""
        return tuple(Number if kind is Square else kind for kind in self.arguments)

    @property
    def takes_square(self) -> bool:
        """Whether an argument of it is a square."""
        return Square in self.arguments

    @property
    def description(self) -> str:
        """What people are told about it."""
        return (self.meaning.__doc__ or "").strip()

    @property
    def signature(self) -> tuple[Any, ...]:
        """What it is known by: its name, types and range, and what answers it."""
        compiled = self.compiled
        answered = (
            (compiled.source, compiled.columns, compiled.constants)
            if isinstance(compiled, Query)
            else (compiled,)
        )
        kinds = tuple(kind.__name__ for kind in (*self.arguments, self.result))
        return (self.name, self.meaning.__module__, kinds, self.low, self.high, self.reads_board, answered)


def check_word(word: Primitive) -> None:
    """Refuse a word that cannot be.

    Raises:
        UsageError: if its name cannot stand in expressions, it takes more than three arguments, its
            operation or kernel takes something else, its range is none, or its meaning takes other arguments.
    """
    _check_name(word.name)
    for kind in word.arguments:
        if kind not in (Number, Square, Truth):
            raise _wrong(word, f"is of type {kind!r}: arguments are of type Number, Square or Truth")
    if word.result not in (Number, Truth):
        raise _wrong(word, f"is of type {word.result!r}: a word gives a Number or a Truth")
    if len(word.arguments) > MAX_ARGUMENTS:
        raise _wrong(word, f"takes {len(word.arguments)} arguments: {MAX_ARGUMENTS} are the most")
    if isinstance(word.compiled, Query):
        _check_query(word, word.compiled)
    elif word.compiled is not None:
        _check_operation(word)
    _check_range(word)
    _check_meaning(word)


def check_words(name: str, words: Sequence[Primitive], constants: range, squares: int) -> None:
    """Refuse a vocabulary that cannot be.

    Args:
        name: the vocabulary's name.
        words: its words.
        constants: its constants.
        squares: how many squares its boards have.

    Raises:
        UsageError: if two words have one name, or there are constants or squares that cannot be.
    """
    if len(words) + len(constants) > MAX_SYMBOLS:
        raise UsageError(f"the vocabulary {name!r} has more than {MAX_SYMBOLS} words and constants")
    names = [word.name for word in words]
    for word in names:
        if names.count(word) > 1:
            raise UsageError(f"the vocabulary {name!r} has two words called {word!r}: give one another name")
    if not constants or min(constants) < -MOST or max(constants) > MOST:
        raise UsageError(
            f"the vocabulary {name!r} needs constants, from {-MOST} to {MOST}, and has {constants!r}"
        )
    least = int(any(Square in word.arguments for word in words))
    if type(squares) is not int or not least <= squares <= MAX_SQUARES:
        raise UsageError(f"boards have {least} to {MAX_SQUARES} squares, not {squares!r}")


def _wrong(word: Primitive, problem: str) -> UsageError:
    return UsageError(f"the word {word.name!r} {problem}")


def _check_name(name: Any) -> None:
    if not isinstance(name, str) or not name.isidentifier() or keyword.iskeyword(name):
        raise UsageError(
            f"{printable(repr(name))[:60]} cannot be a word's name: a name consists of letters, digits and "
            "underscores, and none of Python's own words is one"
        )


def _check_operation(word: Primitive) -> None:
    signature = SIGNATURES.get(word.compiled) if type(word.compiled) is int else None
    if signature is None:
        raise _wrong(
            word,
            f"names operation {word.compiled!r}, which is no word's: give it a Query with a kernel, or None",
        )
    if (word.arguments, word.result) != (signature.arguments, signature.result):
        raise _wrong(
            word,
            f"is {_types(word.arguments, word.result)}, but its operation is "
            f"{_types(signature.arguments, signature.result)}",
        )
    reads_board = cast("int", word.compiled) >= op.MINE
    if word.reads_board != reads_board:
        raise _wrong(word, f"must have reads_board={reads_board}, as its operation has")
    certain = {op.ALWAYS: 1, op.NEVER: 0}.get(cast("int", word.compiled))
    if certain is not None and (word.low, word.high) != (certain, certain):
        raise _wrong(word, f"must have low={certain} and high={certain}, the one value of its operation")


def _check_query(word: Primitive, query: Query) -> None:
    for column in query.columns:
        if column not in COLUMNS:
            raise _wrong(word, f"takes {column!r} of the board, which has {', '.join(COLUMNS)}")
    for constant in query.constants:
        if type(constant) is not int or not -MOST <= constant <= MOST:
            raise _wrong(word, f"takes the constant {constant!r}: constants are whole numbers of 32 bits")
    if word.reads_board != bool(query.columns):
        reads = "does" if query.columns else "does not"
        raise _wrong(
            word, f"must have reads_board={bool(query.columns)}, for its kernel {reads} read the board"
        )
    operands = len(word.arguments) + len(query.constants)
    if operands > MAX_ARGUMENTS:
        raise _wrong(word, f"takes {operands} arguments and constants together: {MAX_ARGUMENTS} are the most")
    _check_kernel(word, query, len(query.columns) + operands)


def _check_kernel(word: Primitive, query: Query, count: int) -> None:
    if not hasattr(query.kernel, "py_func"):
        raise _wrong(word, "has a kernel that is not compiled: decorate it with senet_gp.compiled.kernel")
    if not _can_be_called(query.function, count):
        raise _wrong(word, f"has a kernel that cannot be called with {count} values")
    if len(inspect.signature(query.function).parameters) != count:
        raise _wrong(word, f"has a kernel of other than {count} parameters: leave none to its default")
    if query.function.__closure__:
        # Machine code is kept under the kernel's name and file, which do not tell such values.
        names = ", ".join(query.function.__code__.co_freevars)
        raise _wrong(
            word, f"has a kernel that takes {names} from around it: give numbers to its Query as constants"
        )


def _check_range(word: Primitive) -> None:
    least, most = (-MOST, MOST) if word.result is Number else (0, 1)
    if not all(isinstance(bound, int) for bound in (word.low, word.high)) or not (
        least <= word.low <= word.high <= most
    ):
        raise _wrong(
            word,
            f"cannot have values from {word.low!r} to {word.high!r}: the least comes first, and a "
            f"{word.result.__name__} is from {least} to {most}",
        )


def _check_meaning(word: Primitive) -> None:
    count = len(word.arguments) + word.reads_board
    if not _can_be_called(word.meaning, count):
        raise _wrong(word, f"has a meaning that cannot be called with {count} values")


def _can_be_called(function: Callable[..., Any], count: int) -> bool:
    """Whether a function takes so many values."""
    try:
        inspect.signature(function).bind(*[None] * count)
    except (TypeError, ValueError):
        return False
    return True


def _types(arguments: Sequence[type], result: type) -> str:
    return f"({', '.join(kind.__name__ for kind in arguments)}) -> {result.__name__}"
