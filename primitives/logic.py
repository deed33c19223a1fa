"""Logic on truths. The names end with an underscore because the bare words are keywords of Python."""

from __future__ import annotations

from primitives import operations
from primitives.declarations import Primitive
from primitives.types import Truth


def and_(a: bool, b: bool) -> bool:  # noqa: FBT001
    """Whether both are true."""
    return a and b


def or_(a: bool, b: bool) -> bool:  # noqa: FBT001
    """Whether at least one is true."""
    return a or b


def not_(a: bool) -> bool:  # noqa: FBT001
    """Whether it is false."""
    return not a


def always() -> bool:
    """True."""
    return True


def never() -> bool:
    """False."""
    return False


LOGIC = (
    Primitive(and_, (Truth, Truth), Truth, operations.AND, reads_board=False),
    Primitive(or_, (Truth, Truth), Truth, operations.OR, reads_board=False),
    Primitive(not_, (Truth,), Truth, operations.NOT, reads_board=False),
)

#: For games without a Truth query of their own that takes no argument: truths need a terminal.
CERTAINTIES = (
    Primitive(always, (), Truth, operations.ALWAYS, 1, 1, reads_board=False),
    Primitive(never, (), Truth, operations.NEVER, 0, 0, reads_board=False),
)
