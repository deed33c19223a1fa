"""Arithmetic: total and exact, on integers that saturate at +-(2^31 - 1)."""

from __future__ import annotations

from primitives import operations
from primitives.declarations import Primitive
from primitives.types import MOST, Number, Truth


def saturated(number: int) -> int:
    """The number, or the bound that it exceeds."""
    return max(-MOST, min(MOST, number))


def add(a: int, b: int) -> int:
    """The sum a + b, saturating."""
    return saturated(a + b)


def sub(a: int, b: int) -> int:
    """The difference a - b, saturating."""
    return saturated(a - b)


def mul(a: int, b: int) -> int:
    """The product a * b, saturating."""
    return saturated(a * b)


def if_then_else(condition: bool, a: int, b: int) -> int:  # noqa: FBT001
    """The number a if the condition is true, else b."""
    return a if condition else b


def less_than(a: int, b: int) -> bool:
    """Whether a < b."""
    return a < b


def greater(a: int, b: int) -> bool:
    """Whether a > b."""
    return a > b


def equal(a: int, b: int) -> bool:
    """Whether a = b."""
    return a == b


_NUMBERS = (Number, Number)

ARITHMETIC = (
    Primitive(add, _NUMBERS, Number, operations.ADD, -MOST, MOST, reads_board=False),
    Primitive(sub, _NUMBERS, Number, operations.SUB, -MOST, MOST, reads_board=False),
    Primitive(mul, _NUMBERS, Number, operations.MUL, -MOST, MOST, reads_board=False),
    Primitive(if_then_else, (Truth, Number, Number), Number, operations.IF, -MOST, MOST, reads_board=False),
)

COMPARISONS = (
    Primitive(less_than, _NUMBERS, Truth, operations.LESS, reads_board=False),
    Primitive(equal, _NUMBERS, Truth, operations.EQUAL, reads_board=False),
)

GREATER = Primitive(greater, _NUMBERS, Truth, operations.GREATER, reads_board=False)
