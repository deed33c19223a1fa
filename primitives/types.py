"""The types of all expressions, as marker classes.

They are never instantiated. Python's own ``bool`` and ``int`` would not do: a ``bool`` is an ``int``, so
DEAP would put truths where numbers belong.
"""

#: The greatest number there is; the least is its negative.
MOST = 2**31 - 1


class Number:
    """An integer from -MOST to MOST."""


class Square(Number):
    """A number that names a square: any does, for squares are taken cyclically. No word gives one."""


class Truth:
    """True or false."""
