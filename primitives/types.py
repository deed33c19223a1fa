"""The two types of all expressions, as marker classes.

They are never instantiated. Python's own ``bool`` and ``int`` would not do: a ``bool`` is an ``int``, so
DEAP would put truths where numbers belong.
"""


class Number:
    """An integer from -(2^31 - 1) to 2^31 - 1."""


class Truth:
    """True or false."""
