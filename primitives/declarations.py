"""What a word may declare: each operation of the evaluator takes these arguments, and gives that result.

A word that declared otherwise would be evaluated all the same, with whatever lies in memory.
"""

from __future__ import annotations

import inspect
import keyword
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

from primitives import operations as op
from primitives.types import MOST, Number, Truth
from senet_gp.errors import UsageError, printable

if TYPE_CHECKING:
    from primitives.vocabulary import Primitive

#: A board is a mask of 32 bits, of which the lowest stands for no square.
MOST_SQUARES = 31
#: A symbol's code is an ``int16``.
MOST_SYMBOLS = 2**15 - 1


class Signature(NamedTuple):
    """What an operation takes and gives.

    Attributes:
        arguments: the types of its arguments.
        result: the type of its result.
        takes_square: whether its argument is a square.
        takes_parameter: whether it must know something of the game besides.
    """

    arguments: tuple[type, ...]
    result: type
    takes_square: bool = False
    takes_parameter: bool = False


_NUMBERS, _TRUTHS = (Number, Number), (Truth, Truth)
_COUNTED = (
    *(op.MY_PIECES, op.THEIR_PIECES, op.MY_MOVES, op.THEIR_MOVES, op.MY_DISTANCE, op.THEIR_DISTANCE),
    *(op.MY_BARRICADE, op.THEIR_BARRICADE, op.HITS, op.MY_FIRST, op.MY_LAST, op.THEIR_FIRST, op.THEIR_LAST),
    *(op.MY_EXPOSED, op.THEIR_EXPOSED, op.MOVE_FROM, op.MOVE_TO, op.MY_PAWN_MOVES, op.THEIR_PAWN_MOVES),
    op.OWN_LAST_MOVE,
)

#: The operations that a word can be, by number.
SIGNATURES: dict[int, Signature] = {
    **dict.fromkeys((op.ADD, op.SUB, op.MUL), Signature(_NUMBERS, Number)),
    op.IF: Signature((Truth, Number, Number), Number),
    **dict.fromkeys((op.AND, op.OR), Signature(_TRUTHS, Truth)),
    op.NOT: Signature((Truth,), Truth),
    **dict.fromkeys((op.ALWAYS, op.NEVER), Signature((), Truth)),
    **dict.fromkeys((op.LESS, op.EQUAL, op.GREATER), Signature(_NUMBERS, Truth)),
    **dict.fromkeys(
        (op.MINE, op.THEIRS, op.EMPTY, op.PROTECTED), Signature((Number,), Truth, takes_square=True)
    ),
    **dict.fromkeys((op.MOVE_START, op.MOVE_LENGTH), Signature((Number,), Number)),
    **dict.fromkeys((op.I_AM_IN_WATER, op.THEY_ARE_IN_WATER), Signature((), Truth)),
    **dict.fromkeys(_COUNTED, Signature((), Number)),
    **dict.fromkeys(
        (op.OPEN_PLACES, op.OWN_X, op.OWN_Y, op.ENEMY_X, op.ENEMY_Y),
        Signature((), Number, takes_parameter=True),
    ),
}


def check_word(word: Primitive) -> None:
    """Refuse a word that cannot be.

    Raises:
        UsageError: if its name cannot stand in expressions, its operation does not exist or takes something
            else, its range is none, or its meaning takes other arguments.
    """
    _check_name(word.name)
    for kind in (*word.arguments, word.result):
        if kind not in (Number, Truth):
            raise _wrong(word, f"is of type {kind!r}: all types are Number and Truth")
    signature = SIGNATURES.get(word.operation) if type(word.operation) is int else None
    if signature is None:
        raise _wrong(
            word, f"names operation {word.operation!r}, which is no word's: see primitives.operations"
        )
    _check_signature(word, signature)
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
    names = [word.name for word in words]
    for word in names:
        if names.count(word) > 1:
            raise UsageError(f"the vocabulary {name!r} has two words called {word!r}: give one another name")
    if not constants or min(constants) < -MOST or max(constants) > MOST:
        raise UsageError(
            f"the vocabulary {name!r} needs constants, from {-MOST} to {MOST}, and has {constants!r}"
        )
    if type(squares) is not int or not 1 <= squares <= MOST_SQUARES:
        raise UsageError(f"boards have 1 to {MOST_SQUARES} squares, not {squares!r}")
    if len(words) + len(constants) > MOST_SYMBOLS:
        raise UsageError(f"the vocabulary {name!r} has more than {MOST_SYMBOLS} words and constants")


def _wrong(word: Primitive, problem: str) -> UsageError:
    return UsageError(f"the word {word.name!r} {problem}")


def _check_name(name: Any) -> None:
    if not isinstance(name, str) or not name.isidentifier() or keyword.iskeyword(name):
        raise UsageError(
            f"{printable(repr(name))[:60]} cannot be a word's name: a name consists of letters, digits and "
            "underscores, and none of Python's own words is one"
        )


def _check_signature(word: Primitive, signature: Signature) -> None:
    if (word.arguments, word.result) != (signature.arguments, signature.result):
        raise _wrong(
            word,
            f"is {_types(word.arguments, word.result)}, but its operation is "
            f"{_types(signature.arguments, signature.result)}",
        )
    if word.takes_square != signature.takes_square:
        raise _wrong(word, f"must have takes_square={signature.takes_square}, as its operation has")
    reads_board = word.operation >= op.MINE
    if word.reads_board != reads_board:
        raise _wrong(word, f"must have reads_board={reads_board}, as its operation has")
    if signature.takes_parameter != (word.parameter >= 0):
        told = "needs a parameter from 0 on" if signature.takes_parameter else "reads no parameter"
        raise _wrong(word, f"has the parameter {word.parameter}, but its operation {told}")


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
    try:
        inspect.signature(word.meaning).bind(*[None] * count)
    except (TypeError, ValueError):
        raise _wrong(word, f"has a meaning that cannot be called with {count} values") from None


def _types(arguments: Sequence[type], result: type) -> str:
    return f"({', '.join(kind.__name__ for kind in arguments)}) -> {result.__name__}"
