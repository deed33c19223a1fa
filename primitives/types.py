"""The types of all expressions, as marker classes.

They are never instantiated. Python's own ``bool`` and ``int`` would not work: a ``bool`` is an ``int``, so
DEAP would use truths as numbers.
"""

#: The greatest number; the least number is its negative.
MOST = 2**31 - 1


class Number:
    """An integer from -MOST to MOST."""


class Square(Number):
    """A number that names a square; any number does, because squares are taken cyclically.

    No word returns a square.
    """


class Truth:
    """True or false."""


def square_named(number: int, squares: int) -> int:
    """The square that a number names on a board of so many squares.

    >>> square_named(5, 30), square_named(31, 30), square_named(0, 30)
    (5, 1, 30)
    """
    return (number - 1) % squares + 1
