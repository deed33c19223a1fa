"""The types of all expressions, as marker classes.

They are never instantiated. Python's own ``bool`` and ``int`` would not work: a ``bool`` is an ``int``, so
DEAP would use truths as numbers.
"""

from zlib import crc32

# These two are compiled into kernels.
#: The greatest number; the least number is its negative.
MOST = 2**31 - 1
#: No function has more arguments: an instruction of the evaluator holds this many.
MAX_ARGUMENTS = 3


class _Kind(type):
    """The class of the types, with which they have the same hashes in every process.

    DEAP's crossovers choose from a set of types, whose order follows the hashes. Those of usual classes are
    their addresses.
    """

    def __hash__(cls) -> int:
        return crc32(cls.__name__.encode())


class Number(metaclass=_Kind):
    """An integer from -MOST to MOST."""


class Square(Number):
    """A number that names a square; any number does, because squares are taken cyclically.

    No word returns a square.
    """


class Truth(metaclass=_Kind):
    """True or false."""


def square_named(number: int, squares: int) -> int:
    """The square that a number names on a board with this number of squares.

    >>> square_named(5, 30), square_named(31, 30), square_named(0, 30)
    (5, 1, 30)
    """
    return (number - 1) % squares + 1
