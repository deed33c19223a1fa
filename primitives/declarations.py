"""The declaration of a word: its meaning, its kernel, and the checks of both and of the values it gives.

Without these checks a wrong declaration would make compiled code read arbitrary memory. Meanings from outside
this project may give numbers of numpy; they become Python's own, since those of eight bits would overflow in
the arithmetic of an expression, where compiled code has wider ones.
"""

from __future__ import annotations

import inspect
import keyword
import operator
from collections.abc import Callable, Sequence
from dataclasses import dataclass, fields
from importlib import import_module
from operator import attrgetter
from typing import Any, NamedTuple

from primitives import operations as op
from primitives.types import MAX_ARGUMENTS, MOST, Number, Square, Truth
from senet_gp.runtime.checks import kind_of, whole_number
from senet_gp.runtime.errors import UsageError, brief, printable, shown
from senet_gp.runtime.module_hashes import note_loaded
from senet_gp.runtime.origins import is_of_this_project

#: The column that only boards of games with throws have.
STATE = "state"
#: The columns of a board that a kernel can take: masks of 32 bits, bit n for square n, of the pieces of both
#: players; the moves just made, packed; what the squares do not show, or in games with throws what the moves
#: did; and only in games with throws the state, such as pieces in hand.
COLUMN_NAMES = ("mine", "theirs", "moves", "extra", STATE)
#: A board is a mask of 32 bits, the lowest of which is no square.
MAX_SQUARES = 31
#: A symbol's code is an ``int16``.
MAX_SYMBOLS = 2**15 - 1


_BY_NAME = {inspect.Parameter.POSITIONAL_OR_KEYWORD, inspect.Parameter.KEYWORD_ONLY}


class Operation(NamedTuple):
    """An operation that is built into the evaluator, and the word that is compiled to it."""

    number: int
    arguments: tuple[type, ...]
    result: type
    low: int = 0
    high: int = 1


_NUMBERS = (Number, Number)
_TRUTHS = (Truth, Truth)
#: The operations of words, by their names.
OPERATIONS = {
    "add": Operation(op.ADD, _NUMBERS, Number, -MOST, MOST),
    "sub": Operation(op.SUB, _NUMBERS, Number, -MOST, MOST),
    "mul": Operation(op.MUL, _NUMBERS, Number, -MOST, MOST),
    "if_then_else": Operation(op.IF, (Truth, Number, Number), Number, -MOST, MOST),
    "and_": Operation(op.AND, _TRUTHS, Truth),
    "or_": Operation(op.OR, _TRUTHS, Truth),
    "not_": Operation(op.NOT, (Truth,), Truth),
    "always": Operation(op.ALWAYS, (), Truth, 1, 1),
    "never": Operation(op.NEVER, (), Truth, 0, 0),
    "less_than": Operation(op.LESS, _NUMBERS, Truth),
    "equal": Operation(op.EQUAL, _NUMBERS, Truth),
    "greater": Operation(op.GREATER, _NUMBERS, Truth),
    "mine": Operation(op.MINE, (Square,), Truth),
    "theirs": Operation(op.THEIRS, (Square,), Truth),
    "empty": Operation(op.EMPTY, (Square,), Truth),
}
#: The operations with a notation of their own, whose names belong to them alone.
NAMES = {name for name, operation in OPERATIONS.items() if operation.number < op.MINE}


@dataclass(frozen=True, init=False)
class Query:
    """A kernel that computes a word, one board at a time.

    It is called with some columns of the board, then with the values of the word's arguments, then with
    constants, all of them ``int64``, and returns a number, or a truth as 0 or 1. It must agree with the
    word's plain meaning on every reachable board. Kernels without branches and without loops of unknown
    length become vector instructions.

    Args:
        kernel: a function compiled by :func:`senet_gp.runtime.compiled.kernel` or a similar decorator.
        takes: some :data:`COLUMN_NAMES`, in the order of the kernel's parameters, and then numbers: constants
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
        """The dotted name of the kernel."""
        function = self.function
        return f"{function.__module__}:{function.__qualname__}"

    @property
    def is_ours(self) -> bool:
        """Whether the kernel is defined in one of this package's files of kernels."""
        return is_of_this_project(self.function.__module__)

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickle the kernel's name, by which another process finds its own kernel."""
        function = self.function
        return _query_named, (function.__module__, function.__qualname__, *self.columns, *self.constants)


def _query_named(module: str, name: str, *takes: str | int) -> Query:
    return Query(getattr(import_module(module), name), *takes)


@dataclass(frozen=True)
class Primitive:
    """One word of a vocabulary: a function or a terminal.

    >>> def double(number: int) -> int:
    ...     "Twice the number."
    ...     return 2 * number
    >>> word = Primitive(double, (Number,), Number, low=-MOST, high=MOST, reads_board=False)
    >>> word.name, word.description, word.reads_board
    ('double', 'Twice the number.', False)
    >>> word(21)
    42

    Attributes:
        meaning: what the word computes, in plain Python. If ``reads_board``, its first parameter is the view
            of the board (in the games of this package, a :class:`~senet_gp.games.protocol.Board`); then come
            the arguments, and then :attr:`numbers`. Its docstring is the word's description. Calling the word
            calls it.
        arguments: the types of its arguments, at most three: ``Number``, ``Square`` (a number that names a
            square) or ``Truth``.
        result: the type of its result, ``Number`` or ``Truth``.
        compiled: the same in compiled code: a :class:`Query`, or the number of the built-in operation of its
            name. A word without it is played in plain Python, which is much slower.
        low: the least value that the word can have on any board; operations compute it from their arguments.
        high: the greatest value.
        reads_board: whether it is a query about the board; otherwise it is arithmetic or logic.
        name: the word as it is written in expressions; by default the name of its meaning.

    Raises:
        UsageError: if the declaration is inconsistent (see :func:`check_word`).
    """

    meaning: Callable[..., Any]
    arguments: tuple[type, ...]
    result: type
    compiled: Query | int | None = None
    low: int = 0
    high: int = 1
    reads_board: bool = True
    name: str = ""

    def __post_init__(self) -> None:
        object.__setattr__(self, "name", self.name or getattr(self.meaning, "__name__", ""))
        object.__setattr__(self, "arguments", tuple(self.arguments))
        for bound in ("low", "high"):
            name = f"{bound} of the word {self.name!r}"
            object.__setattr__(self, bound, whole_number(name, getattr(self, bound)))
        check_word(self)

    def __repr__(self) -> str:
        kinds = " ".join(kind.__name__ for kind in self.arguments)
        takes = f"{kinds} -> " if kinds else ""
        return brief(self, self.name, f"{takes}{self.result.__name__}", f"{self.low} to {self.high}")

    def __call__(self, *given: Any) -> Any:
        """The word's value on a board, if it reads one, and for its arguments."""
        return self.meaning(*given)

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickle the name of a word that stands in a module, else its parts."""
        module, name = getattr(self.meaning, "__module__", ""), getattr(self.meaning, "__qualname__", "")
        try:
            if _word_named(module, name) is self:
                return _word_named, (module, name)
        except (ImportError, AttributeError, ValueError):
            pass
        return Primitive, tuple(getattr(self, field.name) for field in fields(self))

    @property
    def is_ours(self) -> bool:
        """Whether it is declared in this project, which then knows more of it than its declaration says."""
        return is_of_this_project(str(self.meaning.__module__))

    @property
    def numbers(self) -> tuple[str, ...]:
        """The parameters of its meaning after the arguments: names of whole numbers of the game.

        They are parameters of the game, or other attributes of its class. Parameters with a default are not
        among them.
        """
        try:
            parameters = list(inspect.signature(self.meaning).parameters.values())
        except (TypeError, ValueError):
            return ()
        after = parameters[len(self.arguments) + self.reads_board :]
        return tuple(one.name for one in after if one.default is one.empty and one.kind in _BY_NAME)

    @property
    def types(self) -> tuple[type, ...]:
        """The types of its arguments for DEAP, for which a square is a number."""
        return tuple(Number if kind is Square else kind for kind in self.arguments)

    @property
    def takes_square(self) -> bool:
        """Whether one of its arguments is a square."""
        return Square in self.arguments

    @property
    def description(self) -> str:
        """What the word means, for people."""
        return (self.meaning.__doc__ or "").strip()

    @property
    def signature(self) -> tuple[Any, ...]:
        """What identifies it: its name, types and range, and its operation or kernel."""
        compiled = self.compiled
        answered = (
            (compiled.source, compiled.columns, compiled.constants)
            if isinstance(compiled, Query)
            else (compiled,)
        )
        kinds = tuple(kind.__name__ for kind in (*self.arguments, self.result))
        return (self.name, self.meaning.__module__, kinds, self.low, self.high, self.reads_board, answered)


def _word_named(module: str, name: str) -> Any:
    return attrgetter(name)(import_module(module))


def check_word(word: Primitive) -> None:
    """Refuse a word whose declaration is inconsistent.

    Raises:
        UsageError: if its name cannot be written in expressions or belongs to an operation, it has more than
            three arguments, its range is impossible, or its operation, kernel or meaning takes other
            arguments than it declares.
    """
    _check_name(word.name)
    declared = (word.compiled, word.arguments, word.result, word.low, word.high)
    is_operation = declared == OPERATIONS.get(word.name)
    if word.name in NAMES and not is_operation:
        raise _wrong(word, "has the name of a built-in operation, which is written in its own way: rename it")
    for kind in word.arguments:
        if kind not in (Number, Square, Truth):
            raise _wrong(word, f"has an argument of type {kind!r}: use Number, Square or Truth")
    if word.result not in (Number, Truth):
        raise _wrong(word, f"returns type {word.result!r}: a word returns a Number or a Truth")
    if len(word.arguments) > MAX_ARGUMENTS:
        raise _wrong(word, f"takes {len(word.arguments)} arguments, but at most {MAX_ARGUMENTS} are allowed")
    if isinstance(word.compiled, Query):
        _check_query(word, word.compiled)
    elif word.compiled is not None and not is_operation:
        raise _wrong(
            word, f"names the operation {word.compiled!r}, which words cannot use: give it a Query, or None"
        )
    _check_range(word)
    _check_meaning(word)


def check_words(
    name: str, words: Sequence[Primitive], constants: range, squares: int, *, masks: bool
) -> None:
    """Refuse an impossible vocabulary.

    Args:
        name: the vocabulary's name.
        words: its words.
        constants: its constants.
        squares: how many squares its boards have.
        masks: whether its boards are masks, which compiled code reads.

    Raises:
        UsageError: if two words have the same name, or the constants or the number of squares are impossible.
    """
    # A range may be too long to have a length.
    if len(words) + len(constants[: MAX_SYMBOLS + 1]) > MAX_SYMBOLS:
        raise UsageError(f"the vocabulary {name!r} has more than {MAX_SYMBOLS} words and constants")
    names = [word.name for word in words]
    for word in names:
        if names.count(word) > 1:
            raise UsageError(f"the vocabulary {name!r} has two words called {word!r}: rename one of them")
    if not constants or min(constants) < -MOST or max(constants) > MOST:
        raise UsageError(
            f"the vocabulary {name!r} needs constants between {-MOST} and {MOST}, but has {shown(constants)}"
        )
    takers = [word.name for word in words if word.takes_square]
    if takers and not squares:
        raise UsageError(
            f"the word {takers[0]!r} takes a Square, but the vocabulary {name!r} has squares=0: "
            "give the game a geometry, or let the word take a Number"
        )
    if squares < 0 or (masks and squares > MAX_SQUARES):
        raise UsageError(f"boards have 0 to {MAX_SQUARES} squares, not {squares}")


def _wrong(word: Primitive, problem: str) -> UsageError:
    return UsageError(f"the word {word.name!r} {problem}")


def _check_name(name: Any) -> None:
    # A constant is written as _5 in calls.
    possible = isinstance(name, str) and name.isidentifier() and not name.lstrip("_").isdecimal()
    if not possible or keyword.iskeyword(name):
        raise UsageError(
            f"{printable(repr(name))[:60]} cannot be a word's name: a name consists of letters, digits and "
            "underscores, and is neither a keyword of Python nor a number such as _5"
        )


def _check_query(word: Primitive, query: Query) -> None:
    if not hasattr(query.kernel, "py_func"):
        raise _wrong(
            word,
            f"has compiled={query.kernel!r}, which is not a kernel: decorate it with "
            "senet_gp.runtime.compiled.kernel, or leave compiled= out",
        )
    for column in query.columns:
        if column not in COLUMN_NAMES:
            raise _wrong(word, f"takes the column {column!r}, but a board has {', '.join(COLUMN_NAMES)}")
    for constant in query.constants:
        if not -MOST <= constant <= MOST:
            raise _wrong(word, f"takes the constant {constant!r}: constants are whole numbers of 32 bits")
    if word.reads_board != bool(query.columns):
        reads = "does" if query.columns else "does not"
        raise _wrong(
            word, f"must have reads_board={bool(query.columns)}, because its kernel {reads} read the board"
        )
    operands = len(word.arguments) + len(query.constants)
    if operands > MAX_ARGUMENTS:
        raise _wrong(
            word, f"has {operands} arguments and constants, but at most {MAX_ARGUMENTS} are possible"
        )
    _check_kernel(word, query, len(query.columns) + operands)


def _check_kernel(word: Primitive, query: Query, count: int) -> None:
    if len(inspect.signature(query.function).parameters) != count:
        raise _wrong(word, f"has a kernel that does not take exactly {count} values, without defaults")
    if query.function.__closure__:
        # Machine code is cached under the kernel's name and file, which do not show such values.
        names = ", ".join(query.function.__code__.co_freevars)
        raise _wrong(
            word, f"has a kernel that closes over {names}: pass numbers to its Query as constants instead"
        )


def _check_range(word: Primitive) -> None:
    least, most = (-MOST, MOST) if word.result is Number else (0, 1)
    if not least <= word.low <= word.high <= most:
        raise _wrong(
            word,
            f"cannot have values from {word.low!r} to {word.high!r}: the first must not be greater, and a "
            f"{word.result.__name__} is between {least} and {most}",
        )


def _check_meaning(word: Primitive) -> None:
    count = len(word.arguments) + word.reads_board
    if not _can_be_called(word.meaning, count, word.numbers):
        raise _wrong(word, f"has a meaning that cannot be called with {count} values")


def _can_be_called(function: Callable[..., Any], count: int, names: Sequence[str] = ()) -> bool:
    """Whether a function can be called with this many values, and with parameters of these names."""
    try:
        inspect.signature(function).bind(*[None] * count, **dict.fromkeys(names))
    except (TypeError, ValueError):
        return False
    return True


def exact_results(word: Primitive, given: Sequence[Any]) -> list[int]:
    """The values of a word from outside as Python's own, in its declared range.

    >>> import numpy as np
    >>> from primitives import Number, primitive
    >>> @primitive(Number, low=0, high=100)
    ... def crowd(board: object) -> int:
    ...     "How many there are."
    ...     return 100
    >>> exact_results(crowd, [np.int8(100), True])
    [100, 1]

    Args:
        word: the word.
        given: what its meaning has given.

    Raises:
        UsageError: if a value is of another kind or out of range; compiled code and simplification rely on
            that not to occur.
    """
    found = [value if type(value) is int else _whole(word, value) for value in given]
    if found and not (word.low <= min(found) and max(found) <= word.high):
        raise _wrong_value(word, next(value for value in found if not word.low <= value <= word.high))
    return list(map(bool, found)) if word.result is Truth else found


def _whole(word: Primitive, value: Any) -> int:
    # Truths first: numpy's are no integers, though its version 1 lets them be used as such, with a warning.
    if kind_of(value) is bool:
        return int(value)
    try:
        return operator.index(value)
    except TypeError:
        raise _wrong_value(word, value) from None


def _wrong_value(word: Primitive, value: Any) -> UsageError:
    told = f"the word {word.name!r} has the value {shown(value)}, but is declared to "
    if word.result is Truth:
        return UsageError(f"{told}be true or false: mend it")
    return UsageError(
        f"{told}have whole numbers from {word.low} to {word.high}: mend it, or its low and high"
    )


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
        compiled: the same as a kernel, a function decorated with :func:`senet_gp.runtime.compiled.kernel`.
            Its first parameters are those columns of the board that it needs, by their names (``mine``,
            ``theirs``, ``moves``, ``extra`` or, with throws, ``state``); the others are the word's arguments.
            A kernel that needs constants of the game is given in a :class:`Query`. Without a kernel the word
            is played in plain Python, which takes hundreds of times as long.
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
    if not hasattr(kernel, "py_func"):
        return Query(kernel)  # which is refused
    parameters = list(inspect.signature(kernel.py_func).parameters)
    columns = [name for name in parameters if name in COLUMN_NAMES]
    if parameters[: len(columns)] != columns:
        raise UsageError(
            f"the kernel of the word {word!r} takes {', '.join(parameters)}: put the columns of the board, "
            f"{', '.join(columns)}, before the arguments"
        )
    return Query(kernel, *columns)
