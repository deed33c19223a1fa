"""The translation of trees into programs: short lists of instructions over rows of values, one per board.

The translator reads a tree once, from its last node to its root, and makes one instruction for every
*distinct* value, so that equal subtrees are computed once. Then the values that are still needed are given
rows, which are reused after their last use.

For each value a table holds the range of results on any board. A range of one number is a constant, an
overflow that the range excludes needs no check, and a branch that cannot be taken is dropped. All of this is
exact under saturating arithmetic.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple, Never

import numpy as np
from numpy.typing import NDArray

from primitives import operations as op
from primitives.declarations import Query
from primitives.types import MAX_ARGUMENTS, MOST, Square
from primitives.vocabulary import Codes, Node, Vocabulary
from senet_gp.engine.queries import compile_operations, operations_of
from senet_gp.runtime.compiled import allocating_kernel, int64, kernel
from senet_gp.runtime.errors import UsageError
from senet_gp.trees.individual import whole

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


#: The columns of a table of values, an array of int64: an operation, its up to three operands (-1 for none),
#: and the least and the greatest result on any board. Operands are the indices of values; a constant has its
#: number in column A, and a square has the number of squares in column B.
OPERATION, A, B, C, LOW, HIGH = range(6)


@kernel
def _saturated(number: int) -> int:
    return max(-MOST, min(MOST, number))


class DistinctValues(NamedTuple):
    """The distinct values of a tree that are known so far."""

    table: NDArray[np.int64]  # (values, 6)
    slots: NDArray[np.int32]  # the indices of values by their hash; -1 where there is none
    size: NDArray[np.int64]  # (1,): how many there are


@kernel
def _value(found: DistinctValues, operation: int, a: int, b: int, c: int, low: int, high: int) -> int:
    """The index of this value, which is added unless it is there; a range of one number makes a constant."""
    if low == high:
        operation, a, b, c = op.CONSTANT, low, -1, -1
    slots = found.slots
    mask = slots.size - 1
    slot = (operation * 0x1E3779B97F4A7C15) ^ (a * 0x3F58476D1CE4E5B9) ^ (b * 0x14D049BB133111EB)
    slot ^= c * 0x2545F4914F6CDD1D
    slot = (slot ^ (slot >> 31)) & mask
    while slots[slot] >= 0:
        known = found.table[slots[slot]]
        if known[OPERATION] == operation and known[A] == a and known[B] == b and known[C] == c:
            return int64(slots[slot])
        slot = (slot + 1) & mask
    index = found.size[0]
    found.size[0] += 1
    slots[slot] = index
    value = found.table[index]
    value[OPERATION], value[A], value[B], value[C] = operation, a, b, c
    value[LOW], value[HIGH] = low, high
    return int64(index)


@kernel
def _arithmetic(  # noqa: C901, PLR0911 - one case an identity
    found: DistinctValues,
    operation: int,
    a: int,
    b: int,
) -> int:
    """The sum, difference or product of two values."""
    low_a, high_a = found.table[a, LOW], found.table[a, HIGH]
    low_b, high_b = found.table[b, LOW], found.table[b, HIGH]
    b_is_zero = low_b == 0 and high_b == 0
    a_is_zero = low_a == 0 and high_a == 0
    if operation == op.SUB:
        if b_is_zero:
            return a
        if a == b:
            return _value(found, op.CONSTANT, 0, -1, -1, 0, 0)
        low, high = low_a - high_b, high_a - low_b
        saturating = op.SUB_SATURATING
    elif operation == op.ADD:
        if b_is_zero:
            return a
        if a_is_zero:
            return b
        low, high = low_a + low_b, high_a + high_b
        saturating = op.ADD_SATURATING
    else:
        if low_b == 1 and high_b == 1:
            return a
        if low_a == 1 and high_a == 1:
            return b
        corner_1, corner_2 = low_a * low_b, low_a * high_b
        corner_3, corner_4 = high_a * low_b, high_a * high_b
        low = min(corner_1, corner_2, corner_3, corner_4)
        high = max(corner_1, corner_2, corner_3, corner_4)
        saturating = op.MUL_SATURATING
    if operation != op.SUB and a > b:
        a, b = b, a
    if low < -MOST or high > MOST:
        operation = saturating
    return _value(found, operation, a, b, -1, _saturated(low), _saturated(high))


@kernel
def _logic(
    found: DistinctValues,
    operation: int,
    a: int,
    b: int,
) -> int:
    """The conjunction or disjunction of two truths."""
    low_a, high_a = found.table[a, LOW], found.table[a, HIGH]
    low_b, high_b = found.table[b, LOW], found.table[b, HIGH]
    # A constant truth either decides the result or leaves the other operand as it is.
    neutral = 1 if operation == op.AND else 0
    if a == b or (low_b == high_b and low_b == neutral):
        return a
    if low_a == high_a and low_a == neutral:
        return b
    if operation == op.AND:
        low, high = min(low_a, low_b), min(high_a, high_b)
    else:
        low, high = max(low_a, low_b), max(high_a, high_b)
    return _value(found, operation, min(a, b), max(a, b), -1, low, high)


@kernel
def _comparison(
    found: DistinctValues,
    operation: int,
    a: int,
    b: int,
) -> int:
    """Whether one number is less than, or equal to, another."""
    low_a, high_a = found.table[a, LOW], found.table[a, HIGH]
    low_b, high_b = found.table[b, LOW], found.table[b, HIGH]
    low, high = 0, 1
    if operation == op.LESS:
        if a == b or low_a >= high_b:
            high = 0
        elif high_a < low_b:
            low = 1
    elif a == b or (low_a == high_a and low_b == high_b and low_a == low_b):
        low = 1
    elif high_a < low_b or high_b < low_a:
        high = 0
    if operation == op.EQUAL and a > b:
        a, b = b, a
    return _value(found, operation, a, b, -1, low, high)


@kernel
def _choice(
    found: DistinctValues,
    condition: int,
    a: int,
    b: int,
) -> int:
    """One of two numbers, by a condition."""
    if found.table[condition, LOW] == 1 or a == b:
        return a
    if found.table[condition, HIGH] == 0:
        return b
    low = min(found.table[a, LOW], found.table[b, LOW])
    high = max(found.table[a, HIGH], found.table[b, HIGH])
    return _value(found, op.IF, condition, a, b, low, high)


@kernel
def _constant(found: DistinctValues, number: int) -> int:
    return _value(found, op.CONSTANT, number, -1, -1, number, number)


@kernel
def _operand(
    found: DistinctValues,
    argument: int,
    squares: int,
    constant: int,
) -> int:
    """One operand of a word's kernel: an argument, the square that an argument names, or a constant."""
    if argument < 0:
        return -1 if constant == NOTHING else _constant(found, constant)
    if squares == 0:
        return argument
    low, high = found.table[argument, LOW], found.table[argument, HIGH]
    if low == high:
        return _constant(found, (low - 1) % squares + 1)
    if low < 1 or high > squares:
        return _value(found, op.SQUARE, argument, squares, -1, 1, squares)
    return argument


@allocating_kernel
def numbered_values(  # noqa: C901 - one case a kind of operation
    codes: Codes, tables: Tables
) -> tuple[NDArray[np.int64], int]:
    """All distinct values of a tree: their table, and the index of the root's value.

    The arguments of a value come before it.
    """
    most = tables.most_values * codes.size
    size = 16
    while size <= most:
        size *= 2
    found = DistinctValues(np.empty((most, 6), np.int64), np.full(size, -1, np.int32), np.zeros(1, np.int64))
    stack = np.empty(codes.size, np.int64)
    top = 0
    for position in range(codes.size - 1, -1, -1):
        symbol = codes[position]
        operation = tables.operation[symbol]
        arity = tables.arity[symbol]
        # The first argument was read last, so it is on top of the stack.
        a = stack[top - 1] if arity > 0 else -1
        b = stack[top - 2] if arity > 1 else -1
        c = stack[top - 3] if arity > 2 else -1
        top -= arity
        if operation == op.CONSTANT:
            result = _constant(found, tables.immediate[symbol])
        elif operation in (op.ADD, op.SUB, op.MUL):
            result = _arithmetic(found, operation, a, b)
        elif operation == op.IF:
            result = _choice(found, a, b, c)
        elif operation in (op.AND, op.OR):
            result = _logic(found, operation, a, b)
        elif operation == op.NOT:
            low, high = 1 - found.table[a, HIGH], 1 - found.table[a, LOW]
            result = _value(found, op.NOT, a, -1, -1, low, high)
        elif operation == op.GREATER:
            result = _comparison(found, op.LESS, b, a)
        elif operation in (op.LESS, op.EQUAL):
            result = _comparison(found, operation, a, b)
        else:
            # A query about the board.
            if tables.takes_more[symbol]:
                a = _operand(found, a, tables.squares[symbol, 0], tables.constants[symbol, 0])
                b = _operand(found, b, tables.squares[symbol, 1], tables.constants[symbol, 1])
                c = _operand(found, c, tables.squares[symbol, 2], tables.constants[symbol, 2])
            low, high = tables.low[symbol], tables.high[symbol]
            result = _value(found, operation, a, b, c, low, high)
        stack[top] = result
        top += 1
    return found.table, stack[0]


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


def compile_words(vocabulary: Vocabulary) -> None:
    """Compile the kernels of all words of a vocabulary, or load them.

    Raises:
        UsageError: if the kernel of a word cannot be compiled, or cannot answer.
    """
    compile_operations(tables_of(vocabulary).operation)


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
    compile_operations(tables.operation[codes])
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
