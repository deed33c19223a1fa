"""What the translator knows about each symbol of a vocabulary: its operation, its arguments and its range."""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from primitives import operations as op
from primitives.declarations import Query
from primitives.types import MAX_ARGUMENTS, Square
from primitives.vocabulary import Vocabulary
from senet_gp.engine.queries import operations_of

#: Marks the absence of a constant; no constant is as small.
NOTHING = -(1 << 62)


class Tables(NamedTuple):
    """What the translator knows about each symbol of a vocabulary, indexed by the symbol's code."""

    arity: NDArray[np.int64]
    operation: NDArray[np.int64]  # -1 for a word without a kernel
    immediate: NDArray[np.int64]  # a constant's value
    low: NDArray[np.int64]
    high: NDArray[np.int64]
    takes_more: NDArray[np.bool_]  # whether an argument is a square, or constants follow
    # (symbols, 3): for an argument that is a square, the number of squares; else 0
    squares: NDArray[np.int64]
    # (symbols, 3): the constants after the arguments, else ``NOTHING``
    constants: NDArray[np.int64]
    most_values: int  # the most values a symbol makes: its own, and one for each square and constant


@lru_cache(maxsize=256)
def tables_of(vocabulary: Vocabulary) -> Tables:
    """What the translator knows about each symbol of a vocabulary, in this process.

    Raises:
        UsageError: if there are too many words with kernels in this process.
    """
    words, numbers = vocabulary.primitives, list(vocabulary.constants)
    symbols = len(words) + len(numbers)
    squares = np.zeros((symbols, MAX_ARGUMENTS), np.int64)
    constants = np.full((symbols, MAX_ARGUMENTS), NOTHING, np.int64)
    for code, word in enumerate(words):
        for place, kind in enumerate(word.arguments):
            squares[code, place] = vocabulary.squares if kind is Square else 0
        if isinstance(word.compiled, Query):
            begin = len(word.arguments)
            constants[code, begin : begin + len(word.compiled.constants)] = word.compiled.constants
    more = (squares > 0).sum(axis=1) + (constants != NOTHING).sum(axis=1)
    operations = [-1 if operation is None else operation for operation in operations_of(vocabulary)]
    return Tables(
        arity=np.array([len(word.arguments) for word in words] + [0] * len(numbers), np.int64),
        operation=np.array(operations + [op.CONSTANT] * len(numbers), np.int64),
        immediate=np.array([0] * len(words) + numbers, np.int64),
        low=np.array([word.low for word in words] + numbers, np.int64),
        high=np.array([word.high for word in words] + numbers, np.int64),
        squares=squares,
        takes_more=more > 0,
        most_values=1 + int(more.max()),
        constants=constants,
    )
