"""The translation of trees into programs: short lists of instructions over rows of values, one per board.

The translator reads a tree once, from its last node to its root, and makes one instruction for every
*distinct* value (see :mod:`senet_gp.engine.value_numbering`). Then the values that are still needed are given
rows, which are reused after their last use.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple, Never

import numpy as np
from numpy.typing import NDArray

from primitives import operations as op
from primitives.vocabulary import Codes, Node, Vocabulary
from senet_gp.engine.value_numbering import OPERATION, A, B, C, Tables, numbered_values, tables_of
from senet_gp.runtime.compiled import allocating_kernel, kernel
from senet_gp.runtime.errors import UsageError
from senet_gp.trees.individual import whole

#: An instruction is (operation, row of the result, row or immediate a, row b, row c), with -1 for none.
Code = NDArray[np.int32]
#: This many constants of a program, the first ones, have rows of their own, which no other value uses.
CONSTANT_ROWS = 48


class Program(NamedTuple):
    """An expression translated for compiled code, in this process.

    It begins with its constants, which are computed only once per game.
    """

    code: Code  # (instructions, 5), at least one
    rows: int  # how many rows of values it needs

    def __reduce__(self) -> Never:
        """Refuse to be pickled: in another process its operations may have other numbers."""
        raise TypeError("a program is valid in one process only: send the Source of its tree")


def compiles(codes: Codes, vocabulary: Vocabulary) -> bool:
    """Whether every word of a tree, given as the codes of its symbols, has a kernel."""
    return bool((tables_of(vocabulary).operation[codes] >= 0).all())


def translate(tree: Sequence[Node], vocabulary: Vocabulary) -> Program:
    """The program of a tree.

    Raises:
        UsageError: if it is no expression of the vocabulary, or a word has no kernel.
    """
    return translate_codes(whole(tree, vocabulary).codes, vocabulary)


def translate_codes(codes: Codes, vocabulary: Vocabulary) -> Program:
    """The program of a tree given as the codes of its symbols.

    Raises:
        UsageError: if a word has no kernel.
    """
    tables = tables_of(vocabulary)
    if len(vocabulary.without_kernel) and not compiles(codes, vocabulary):
        word = vocabulary.nodes[next(c for c in codes if tables.operation[c] < 0)].name
        raise UsageError(
            f"the word {word!r} has no kernel, and only compiled code can do this: use other words here"
        )
    code, rows = _translated(codes, tables)
    return Program(code, int(rows))


@kernel
def _operand_count(value: NDArray[np.int64]) -> int:
    """How many of the columns A, B and C are values; for a square, B is the number of squares."""
    if value[OPERATION] == op.CONSTANT or value[A] < 0:
        return 0
    if value[OPERATION] == op.SQUARE or value[B] < 0:
        return 1
    return 2 if value[C] < 0 else 3


@allocating_kernel
def _last_uses(values: NDArray[np.int64], root: int) -> NDArray[np.int64]:
    """For each value up to the root, the index of the last value that uses it; -1 if none does."""
    last_use = np.full(root + 1, -1, np.int64)
    last_use[root] = root
    for index in range(root, -1, -1):
        if last_use[index] < 0:
            continue
        for number in range(_operand_count(values[index])):
            operand = values[index, A + number]
            last_use[operand] = max(last_use[operand], index)
    return last_use


@allocating_kernel
def _written_first(
    values: NDArray[np.int64], last_use: NDArray[np.int64], code: Code, row_of: NDArray[np.int64]
) -> tuple[int, int]:
    """Write the constants, then the queries about the board that depend on constants alone.

    The first constants have rows of their own, which are filled once per game. Queries that follow one
    another are better for the processor's branch prediction than scattered ones.

    Returns:
        How many constants have rows of their own, and how many rows there are.
    """
    questions = np.empty(len(row_of), np.int64)
    rows = found = 0
    for index in range(len(row_of)):
        operation = values[index, OPERATION]
        if last_use[index] >= 0 and operation == op.CONSTANT and rows < CONSTANT_ROWS:
            row_of[index] = rows
            _write(code[rows], values[index], rows)
            rows += 1
        elif last_use[index] >= 0 and operation >= op.FIRST_QUERY and values[index, B] < 0:
            operand = values[index, A]
            if operand < 0 or row_of[operand] >= 0:
                questions[found] = index
                found += 1
    constants = rows
    for number in range(found):
        index = questions[number]
        row_of[index] = rows
        _write(code[rows], values[index], rows)
        if values[index, A] >= 0:
            code[rows, 2] = row_of[values[index, A]]
        rows += 1
    return constants, rows


@allocating_kernel
def _translated(codes: Codes, tables: Tables) -> tuple[Code, int]:
    """The instructions of a tree, and how many rows of values they need."""
    values, root = numbered_values(codes, tables)
    last_use = _last_uses(values, root)
    needed = 0
    for index in range(root + 1):
        needed += last_use[index] >= 0
    code = np.empty((needed, 5), np.int32)
    row_of = np.full(root + 1, -1, np.int64)
    constants, rows = _written_first(values, last_use, code, row_of)
    written = rows
    free = np.empty(root + 1, np.int64)
    free_count = 0
    for index in range(root + 1):
        if last_use[index] < 0 or row_of[index] >= 0:
            continue
        # The result's row is chosen before the operands' rows are freed: the operations on rows require that
        # the result has a row of its own.
        if free_count:
            free_count -= 1
            row = free[free_count]
        else:
            row = rows
            rows += 1
        row_of[index] = row
        value, instruction = values[index], code[written]
        written += 1
        _write(instruction, value, row)
        for number in range(_operand_count(value)):
            operand = value[A + number]
            instruction[2 + number] = row_of[operand]
            if last_use[operand] == index and row_of[operand] >= constants:
                last_use[operand] = -2  # freed only once, even if it is an operand twice
                free[free_count] = row_of[operand]
                free_count += 1
    return code, rows


@kernel
def _write(instruction: NDArray[np.int32], value: NDArray[np.int64], row: int) -> None:
    instruction[0], instruction[1] = value[OPERATION], row
    instruction[2], instruction[3], instruction[4] = value[A], value[B], value[C]
