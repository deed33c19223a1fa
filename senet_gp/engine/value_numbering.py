"""Value numbering: the distinct values of a tree, so that equal subtrees are computed once.

For each value the table holds the range of results on any board. A range of one number is a constant, an
overflow that the range excludes needs no check, and a branch that cannot be taken is dropped. All of this is
exact under saturating arithmetic.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from primitives import operations as op
from primitives.types import MOST
from primitives.vocabulary import Codes
from senet_gp.engine.symbol_tables import NOTHING, Tables
from senet_gp.runtime.compiled import allocating_kernel, int64, kernel

#: The columns of a table of values, an array of int64: an operation, its up to three operands (-1 for none),
#: and the least and the greatest result on any board. Operands are the indices of values; a constant has its
#: number in column A, and a square has the number of squares in column B.
OPERATION, A, B, C, LOW, HIGH = range(6)


@kernel
def _saturated(number: int) -> int:
    return max(-MOST, min(MOST, number))


@kernel
def _value(
    values: NDArray[np.int64],
    slots: NDArray[np.int32],
    count: NDArray[np.int64],
    operation: int,
    a: int,
    b: int,
    c: int,
    low: int,
    high: int,
) -> int:
    """The index of this value, which is added unless it is there; a range of one number makes a constant."""
    if low == high:
        operation, a, b, c = op.CONSTANT, low, -1, -1
    mask = slots.size - 1
    slot = (operation * 0x1E3779B97F4A7C15) ^ (a * 0x3F58476D1CE4E5B9) ^ (b * 0x14D049BB133111EB)
    slot ^= c * 0x2545F4914F6CDD1D
    slot = (slot ^ (slot >> 31)) & mask
    while slots[slot] >= 0:
        known = values[slots[slot]]
        if known[OPERATION] == operation and known[A] == a and known[B] == b and known[C] == c:
            return int64(slots[slot])
        slot = (slot + 1) & mask
    index = count[0]
    count[0] += 1
    slots[slot] = index
    value = values[index]
    value[OPERATION], value[A], value[B], value[C] = operation, a, b, c
    value[LOW], value[HIGH] = low, high
    return int64(index)


@kernel
def _arithmetic(  # noqa: C901, PLR0911 - one case an identity
    values: NDArray[np.int64],
    slots: NDArray[np.int32],
    count: NDArray[np.int64],
    operation: int,
    a: int,
    b: int,
) -> int:
    """The sum, difference or product of two values."""
    low_a, high_a = values[a, LOW], values[a, HIGH]
    low_b, high_b = values[b, LOW], values[b, HIGH]
    b_is_zero = low_b == 0 and high_b == 0
    a_is_zero = low_a == 0 and high_a == 0
    if operation == op.SUB:
        if b_is_zero:
            return a
        if a == b:
            return _value(values, slots, count, op.CONSTANT, 0, -1, -1, 0, 0)
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
    return _value(values, slots, count, operation, a, b, -1, _saturated(low), _saturated(high))


@kernel
def _logic(
    values: NDArray[np.int64],
    slots: NDArray[np.int32],
    count: NDArray[np.int64],
    operation: int,
    a: int,
    b: int,
) -> int:
    """The conjunction or disjunction of two truths."""
    low_a, high_a = values[a, LOW], values[a, HIGH]
    low_b, high_b = values[b, LOW], values[b, HIGH]
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
    return _value(values, slots, count, operation, min(a, b), max(a, b), -1, low, high)


@kernel
def _comparison(
    values: NDArray[np.int64],
    slots: NDArray[np.int32],
    count: NDArray[np.int64],
    operation: int,
    a: int,
    b: int,
) -> int:
    """Whether one number is less than, or equal to, another."""
    low_a, high_a = values[a, LOW], values[a, HIGH]
    low_b, high_b = values[b, LOW], values[b, HIGH]
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
    return _value(values, slots, count, operation, a, b, -1, low, high)


@kernel
def _choice(
    values: NDArray[np.int64],
    slots: NDArray[np.int32],
    count: NDArray[np.int64],
    condition: int,
    a: int,
    b: int,
) -> int:
    """One of two numbers, by a condition."""
    if values[condition, LOW] == 1 or a == b:
        return a
    if values[condition, HIGH] == 0:
        return b
    low = min(values[a, LOW], values[b, LOW])
    high = max(values[a, HIGH], values[b, HIGH])
    return _value(values, slots, count, op.IF, condition, a, b, low, high)


@kernel
def _constant(
    values: NDArray[np.int64], slots: NDArray[np.int32], count: NDArray[np.int64], number: int
) -> int:
    return _value(values, slots, count, op.CONSTANT, number, -1, -1, number, number)


@kernel
def _operand(
    values: NDArray[np.int64],
    slots: NDArray[np.int32],
    count: NDArray[np.int64],
    argument: int,
    squares: int,
    constant: int,
) -> int:
    """One operand of a word's kernel: an argument, the square that an argument names, or a constant."""
    if argument < 0:
        return -1 if constant == NOTHING else _constant(values, slots, count, constant)
    if squares == 0:
        return argument
    low, high = values[argument, LOW], values[argument, HIGH]
    if low == high:
        return _constant(values, slots, count, (low - 1) % squares + 1)
    if low < 1 or high > squares:
        return _value(values, slots, count, op.SQUARE, argument, squares, -1, 1, squares)
    return argument


@allocating_kernel
def values_of(  # noqa: C901 - one case a kind of operation
    codes: Codes, tables: Tables
) -> tuple[NDArray[np.int64], int]:
    """All distinct values of a tree: their table, and the index of the root's value.

    The arguments of a value come before it.
    """
    most = tables.most_values * codes.size
    values = np.empty((most, 6), np.int64)
    size = 16
    while size <= most:
        size *= 2
    slots = np.full(size, -1, np.int32)
    count = np.zeros(1, np.int64)
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
            result = _constant(values, slots, count, tables.immediate[symbol])
        elif operation in (op.ADD, op.SUB, op.MUL):
            result = _arithmetic(values, slots, count, operation, a, b)
        elif operation == op.IF:
            result = _choice(values, slots, count, a, b, c)
        elif operation in (op.AND, op.OR):
            result = _logic(values, slots, count, operation, a, b)
        elif operation == op.NOT:
            low, high = 1 - values[a, HIGH], 1 - values[a, LOW]
            result = _value(values, slots, count, op.NOT, a, -1, -1, low, high)
        elif operation == op.GREATER:
            result = _comparison(values, slots, count, op.LESS, b, a)
        elif operation in (op.LESS, op.EQUAL):
            result = _comparison(values, slots, count, operation, a, b)
        else:
            # A query about the board.
            if tables.takes_more[symbol]:
                a = _operand(values, slots, count, a, tables.squares[symbol, 0], tables.constants[symbol, 0])
                b = _operand(values, slots, count, b, tables.squares[symbol, 1], tables.constants[symbol, 1])
                c = _operand(values, slots, count, c, tables.squares[symbol, 2], tables.constants[symbol, 2])
            low, high = tables.low[symbol], tables.high[symbol]
            result = _value(values, slots, count, operation, a, b, c, low, high)
        stack[top] = result
        top += 1
    return values, stack[0]
