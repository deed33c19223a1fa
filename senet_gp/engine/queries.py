"""The kernels of words: each has a number, is put into a function, and is called by its address.

Each word with a kernel gets a number, its operation in programs, when a vocabulary is first translated. A
function with a generated text computes it: a loop over boards around the kernel. It is compiled when a
program first uses the word. Numbers and addresses are valid in this process and in its forks, so only trees
are sent to other processes.
"""

from __future__ import annotations

import inspect
import threading
from collections.abc import Callable, Hashable
from functools import partial
from typing import Any, cast

import numpy as np
from numba import types
from numba.core.errors import NumbaError
from numpy.typing import NDArray

from primitives import Vocabulary
from primitives.declarations import COLUMN_NAMES, STATE, Query
from primitives.operations import FIRST_QUERY
from senet_gp.engine.vectors import BLOCK, INSTRUCTION_WIDTH, STRIDE
from senet_gp.games.dice.features import AGAIN
from senet_gp.runtime.compiled import address_of, function_from, why_not_compiled
from senet_gp.runtime.errors import UsageError
from senet_gp.runtime.kernel_contents import content_of

#: The largest number of words with kernels in one process.
MAX_QUERIES = 4096
#: By operation: the address of the function that computes it. Compiled code keeps the address of this array,
#: so the array is never replaced. It is 0 for a function that is not compiled yet, 1 for what needs none.
_TABLE: NDArray[np.int64] = np.zeros(FIRST_QUERY + MAX_QUERIES, np.int64)
_TABLE[:FIRST_QUERY] = 1
_OPERATIONS: dict[Hashable, int] = {}
#: By operation: what compiles its function, or loads it, and returns the address.
_MADE_BY: dict[int, Callable[[], int]] = {}
#: Threads that meet the same new word give it one number.
_NUMBERING = threading.RLock()

# This and the numbers in it are compiled into kernels.
_TEXT = f"""\
from numba import carray
from senet_gp.runtime.compiled import int64

def answer(code_at, values_at, width, boards_at, length):
    # {{source}}
    code, values = carray(code_at, ({INSTRUCTION_WIDTH},)), carray(values_at, (1 << 40,))
    boards = carray(boards_at, ({len(COLUMN_NAMES)}, length))
    # There are whole blocks: a compiler that knows makes loops without a rest.
    width = width // {BLOCK} * {BLOCK}
    out = values[int64(code[1]) * {STRIDE} :]
{{rows}}
    for i in range(width):
        out[i] = query({{taken}})
"""


def table_address() -> int:
    """The address of the table of the functions that compute words."""
    return int(_TABLE.ctypes.data)


def operations_of(vocabulary: Vocabulary) -> list[int | None]:
    """The operation of each word of a vocabulary; None for a word without a kernel.

    Raises:
        UsageError: if there are too many words with kernels in this process.
    """
    return [
        operation_at(word.compiled, partial(_checked, word.compiled))
        if isinstance(word.compiled, Query)
        else word.compiled
        for word in vocabulary.primitives
    ]


def operation_at(what: Hashable, address: Callable[[], int]) -> int:
    """The number of an operation that is computed by a function with an address of its own.

    Before a program with it runs, :func:`compile_operations` is called.

    Args:
        what: identifies the operation in this process.
        address: makes the function and returns its address; the function is called as those of words are:
            with the instruction, the values, how many lanes there are, the boards, and the distance between
            the columns of the boards.

    Raises:
        UsageError: if there are too many operations in this process.
    """
    with _NUMBERING:
        if what in _OPERATIONS:
            return _OPERATIONS[what]
        if len(_OPERATIONS) == MAX_QUERIES:
            raise UsageError(
                f"one process can use at most {MAX_QUERIES} words with kernels: start a new process"
            )
        operation = _OPERATIONS[what] = FIRST_QUERY + len(_OPERATIONS)
        _MADE_BY[operation] = address
        return operation


def compile_operations(operations: NDArray[np.int64]) -> None:
    """Compile the functions of operations, or load them, unless this process has done so.

    Raises:
        UsageError: if the kernel of a word cannot be compiled, or cannot answer.
    """
    # There is none for nearly all trees. The operation of a word without a kernel is negative.
    for operation in operations[_TABLE[operations] == 0].tolist():
        with _NUMBERING:
            if operation in _MADE_BY and not _TABLE[operation]:
                _TABLE[operation] = _MADE_BY[operation]()


def _checked(query: Query) -> int:
    """The address of a function that computes a query, whose kernel is checked before if it is not ours."""
    if not query.is_ours:
        _check_kernel(query)
    return _compiled(query)


def _check_kernel(query: Query) -> None:
    """Refuse a kernel that cannot be compiled, or that returns neither a whole number nor a truth."""
    function, kernel = query.function, cast("Any", query.kernel)
    taken = (types.int64,) * len(inspect.signature(function).parameters)
    try:
        kernel.compile(taken)
    except NumbaError as error:
        raise UsageError(
            f"the kernel {function.__qualname__} cannot be compiled: {why_not_compiled(error)}"
        ) from error
    given = kernel.overloads[taken].signature.return_type
    if not isinstance(given, types.Integer | types.Boolean):
        raise UsageError(
            f"the kernel {function.__qualname__} returns a value of type {given}, but must return a whole "
            "number or a truth"
        )


def _compiled(query: Query) -> int:
    """The address of a function that computes a query."""
    operands = range(len(inspect.signature(query.function).parameters) - len(query.columns))
    rows = [f"{column} = boards[{COLUMN_NAMES.index(column)}]" for column in query.columns]
    rows += [f"operand_{n} = values[int64(code[{2 + n}]) * {STRIDE} :]" for n in operands]
    # Networks alone see the bit that tells that the player throws again.
    bits = {STATE: f" & {AGAIN - 1}"}
    taken = [f"int64({column}[i]){bits.get(column, '')}" for column in query.columns]
    taken += [f"int64(operand_{n}[i])" for n in operands]
    text = _TEXT.format(
        source=f"{query.source} {content_of(query.kernel)}".rstrip(),
        rows="\n".join(f"    {row}" for row in rows),
        taken=", ".join(taken),
    )
    answer = function_from(text, "answer", query=query.kernel)
    numbers, masks = map(types.CPointer, (types.int32, types.uint32))
    return address_of(answer, types.void(numbers, numbers, types.int64, masks, types.int64))
