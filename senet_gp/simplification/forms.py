"""The normal form of what an expression computes: a polynomial with whole coefficients.

Its variables are *atoms*: what the board tells (``my_distance``, whether square 5 is mine), comparisons, and
operations that may saturate, in which ordinary algebra does not hold and which are therefore left whole. A
truth is 1 or 0, so that it is a polynomial too, and logic is algebra: "not a" is 1 - a, "a and b" is ab, and
"if c then a else b" is b + c(a - b). Two expressions with the same form have the same value on every board of
the game; that is the proof of whatever is rewritten.

With each form goes the range that its value is proven to have. An operation is algebra only where its exact
result lies within the bounds of numbers.
"""

from __future__ import annotations

from typing import NamedTuple

#: The numbers of the atoms that are multiplied, in rising order.
Monomial = tuple[int, ...]
Terms = dict[Monomial, int]

#: The word of the atoms that comparisons are made of: whether a form is greater than a whole number.
ABOVE = ">"
#: A turn of Senet has at most four moves, and their numbers are taken cyclically: numbers that differ by the
#: least common multiple of 1, 2, 3 and 4 name the same move.
MOVE_CYCLE = 12


class Form:
    """A polynomial over atoms; equal ones are the same object.

    Attributes:
        terms: the coefficient of each monomial, none of them 0.
        low: a number that the value is never below.
        high: a number that it is never above.
    """

    __slots__ = ("high", "low", "terms")

    def __init__(self, terms: Terms, low: int, high: int) -> None:
        self.terms = terms
        self.low = low
        self.high = high

    @property
    def constant(self) -> int | None:
        """Its value if it is the same on all boards."""
        if not self.terms:
            return 0
        return self.terms.get(()) if len(self.terms) == 1 else None

    def atoms(self) -> set[int]:
        """The numbers of the atoms that stand in it."""
        return {number for monomial in self.terms for number in monomial}


class Atom(NamedTuple):
    """A variable.

    Attributes:
        word: the primitive that it is a value of, or ``ABOVE``.
        arguments: the forms of its arguments; of squares and numbers of moves, what is left of them modulo
            their cycle.
        threshold: of ``ABOVE``, the number that is exceeded.
    """

    word: str
    arguments: tuple[Form, ...] = ()
    threshold: int = 0
