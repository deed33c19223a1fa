"""The kernels of words: numbered, put together into one function, and called by its address.

Each word with a kernel has a number, its operation in programs, given out when a vocabulary is first
translated. Words that become known together are answered by one function whose text is generated: for each of
them a loop over boards, in which its kernel is. Numbers and addresses hold in this process and in those
forked from it; only trees travel.
"""

from __future__ import annotations

import inspect
from collections.abc import Sequence
from functools import cache
from typing import Any, cast

import numpy as np
from numba import types
from numba.core.errors import NumbaError
from numpy.typing import NDArray

from primitives import Vocabulary, vocabularies
from primitives.operations import FIRST_QUERY
from primitives.query import Query
from senet_gp.compiled import address_of
from senet_gp.engine.vectors import BLOCK, INSTRUCTION_WIDTH, STRIDE
from senet_gp.errors import UsageError
from senet_gp.games.registry import GAMES
from senet_gp.generated import function_from

#: So many words with kernels can be known in one process.
MOST_QUERIES = 4096
_ADDRESS, _NUMBER = range(2)
#: By operation: the address of the function that answers it, and its number there. What has been compiled
#: keeps the address of this array, so it is never replaced.
_TABLE: NDArray[np.int64] = np.zeros((FIRST_QUERY + MOST_QUERIES, 2), np.int64)
_OPERATIONS: dict[Query, int] = {}

_HEAD = f"""\
from numba import carray
from senet_gp.compiled import int64

def answer(code_at, begin, end, table_at, width, values_at, mine_at, theirs_at, moves_at, extra_at):
    code, table = carray(code_at, (end, {INSTRUCTION_WIDTH})), carray(table_at, (1,))
    # Parts of it are taken, which end where it is said to end; so it is said to be long.
    values = carray(values_at, (1 << 40,))
    mine, theirs = carray(mine_at, (1,)), carray(theirs_at, (1,))
    moves, extra = carray(moves_at, (1,)), carray(extra_at, (1,))
    # There are whole blocks: a compiler that knows makes loops without a rest.
    width = width // {BLOCK} * {BLOCK}
    for instruction in range(begin, end):
        number = table[2 * code[instruction, 0] + 1]
        out = values[int64(code[instruction, 1]) * {STRIDE} :]
        a = values[max(int64(code[instruction, 2]), 0) * {STRIDE} :]
        b = values[max(int64(code[instruction, 3]), 0) * {STRIDE} :]
        c = values[max(int64(code[instruction, 4]), 0) * {STRIDE} :]
"""


def table_address() -> int:
    """Where the table of all words' kernels stands."""
    return int(_TABLE.ctypes.data)


def operations_of(vocabulary: Vocabulary) -> list[int | None]:
    """The operation of each word of a vocabulary; None of one that compiled code does not know.

    Raises:
        UsageError: if there are too many words with kernels in this process, or a kernel cannot answer.
    """
    return [_operation(word.compiled, vocabulary) for word in vocabulary.primitives]


def _operation(compiled: Query | int | None, vocabulary: Vocabulary) -> int | None:
    if not isinstance(compiled, Query):
        return compiled
    if compiled not in _OPERATIONS:
        _learn(_unknown_of(vocabulary))
    return _OPERATIONS[compiled]


def _unknown_of(vocabulary: Vocabulary) -> list[Query]:
    """The queries that are not known yet, of this vocabulary and, if it is one of them, of all of its game's.

    So the vocabularies of a game share one function whichever is used first.
    """
    game = vocabularies(vocabulary.rules) if vocabulary.game in GAMES else {}
    together = [*game.values()] if vocabulary in game.values() else [vocabulary]
    queries = {
        word.compiled: None
        for each in together
        for word in each.primitives
        if isinstance(word.compiled, Query)
    }
    return [query for query in queries if query not in _OPERATIONS]


def _learn(queries: Sequence[Query]) -> None:
    """Number these queries, and compile or load what answers them.

    Raises:
        UsageError: if there are too many, or a kernel cannot answer.
    """
    if len(_OPERATIONS) + len(queries) > MOST_QUERIES:
        raise UsageError(
            f"this process knows {MOST_QUERIES} words with kernels, which is the most: start anew"
        )
    for query in queries:
        if not query.is_ours:
            _check_kernel(query)
    address = _compiled(tuple(queries))
    for number, query in enumerate(queries):
        operation = FIRST_QUERY + len(_OPERATIONS)
        _TABLE[operation, _ADDRESS], _TABLE[operation, _NUMBER] = address, number
        _OPERATIONS[query] = operation


def _check_kernel(query: Query) -> None:
    """Refuse a kernel that cannot be compiled, or gives what is no whole number and no truth."""
    function, kernel = query.function, cast("Any", query.kernel)
    taken = (types.int64,) * len(inspect.signature(function).parameters)
    try:
        kernel.compile(taken)
    except NumbaError as error:
        told = next((line.strip() for line in reversed(str(error).splitlines()) if line.strip()), "")
        raise UsageError(f"the kernel {function.__qualname__} cannot be compiled: {told}") from error
    given = kernel.overloads[taken].signature.return_type
    if not isinstance(given, types.Integer | types.Boolean):
        raise UsageError(
            f"the kernel {function.__qualname__} gives a value of type {given}: let it give a whole number "
            "or a truth"
        )


def _operands(query: Query) -> str:
    """The rows of values that a kernel takes behind the columns of the board."""
    return "abc"[: len(inspect.signature(query.function).parameters) - len(query.columns)]


@cache
def _compiled(queries: tuple[Query, ...]) -> int:
    """The address of a function that answers these queries."""
    branches: list[str] = []
    for number, query in enumerate(queries):
        taken = ", ".join(
            [f"int64({column}[i])" for column in query.columns]
            + [f"int64({operand}[i])" for operand in _operands(query)]
        )
        branches.append(
            f"        {'elif' if branches else 'if'} number == {number}:  # {query.source}\n"
            f"            for i in range(width):\n"
            f"                out[i] = query_{number}({taken})\n"
        )
    kernels = {f"query_{number}": query.kernel for number, query in enumerate(queries)}
    answer = function_from(_HEAD + "".join(branches), "answer", **kernels)
    numbers, masks, longs = map(types.CPointer, (types.int32, types.uint32, types.int64))
    count = types.int64
    return address_of(answer, types.void(numbers, count, count, longs, count, numbers, *[masks] * 4))
