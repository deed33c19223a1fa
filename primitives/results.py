"""What the meanings of words give, as Python's own numbers and truths.

Meanings from outside this project may give numbers of numpy. Those of eight bits would overflow in the
arithmetic of an expression, where compiled code has wider ones.
"""

from __future__ import annotations

import operator
from collections.abc import Callable, Sequence
from typing import Any

from primitives.declarations import Primitive
from primitives.types import Truth
from senet_gp.checks import kind_of
from senet_gp.errors import UsageError
from senet_gp.quoting import shortened


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
        raise _wrong(word, next(value for value in found if not word.low <= value <= word.high))
    return list(map(bool, found)) if word.result is Truth else found


def exact_meaning(word: Primitive) -> Callable[..., Any]:
    """The meaning of a word, whose values are checked and Python's own if it is from outside."""
    if word.is_ours:
        return word.meaning
    return lambda *given: exact_results(word, [word.meaning(*given)])[0]


def _whole(word: Primitive, value: Any) -> int:
    # Truths first: numpy's are no integers, though its version 1 lets them be used as such, with a warning.
    if kind_of(value) is bool:
        return int(value)
    try:
        return operator.index(value)
    except TypeError:
        raise _wrong(word, value) from None


def _wrong(word: Primitive, value: Any) -> UsageError:
    told = f"the word {word.name!r} has the value {shortened(repr(value))}, but is declared to "
    if word.result is Truth:
        return UsageError(f"{told}be true or false: mend it")
    return UsageError(
        f"{told}have whole numbers from {word.low} to {word.high}: mend it, or its low and high"
    )
