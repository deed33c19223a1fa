"""The normal form of the value of an expression: a polynomial with integer coefficients.

Its variables are *atoms*: queries of the board (``my_distance``, whether square 5 is mine), comparisons, and
operations that may saturate, for which ordinary algebra does not hold. A truth is 1 or 0, so it is a
polynomial, too, and logic becomes algebra: "not a" is 1 - a, "a and b" is ab, and "if c then a else b" is
b + c(a - b). Two expressions with the same form have the same value on every board of the game; this proves
every rewriting.

Each form has a range that its value is proven to have. An operation is expanded only if its exact result lies
within the bounds of numbers.
"""

from __future__ import annotations

from typing import NamedTuple

#: The numbers of the atoms that are multiplied, in rising order.
Monomial = tuple[int, ...]
Terms = dict[Monomial, int]

#: The name of the atoms of comparisons: whether a form is greater than an integer.
ABOVE = ">"


class Form:
    """A polynomial over atoms; equal polynomials are the same object.

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
        """Its value if it is constant; else None."""
        if not self.terms:
            return 0
        return self.terms.get(()) if len(self.terms) == 1 else None

    def atoms(self) -> set[int]:
        """The numbers of its atoms."""
        return {number for monomial in self.terms for number in monomial}


class Atom(NamedTuple):
    """A variable.

    Attributes:
        word: the name of its primitive, or ``ABOVE``.
        arguments: the forms of its arguments; squares and numbers of moves are taken modulo their cycle.
        threshold: for ``ABOVE``, the number that the form must exceed.
    """

    word: str
    arguments: tuple[Form, ...] = ()
    threshold: int = 0
