"""Truths written as comparisons of two numbers."""

from __future__ import annotations

from collections.abc import Iterator

from senet_gp.simplification.expressions import Expression
from senet_gp.simplification.finder import Finder
from senet_gp.simplification.forms import Form


class Comparisons:
    """Writes comparisons of a form with a number, both of whose sides a finder finds."""

    def __init__(self, finder: Finder) -> None:
        self._finder = finder
        self._builder = finder.builder
        self._algebra = finder.builder.algebra

    def above(self, form: Form, threshold: int) -> Iterator[Expression]:
        """That a form exceeds a number."""
        for a, b in self._sides(form, threshold):
            yield self._greater(a, b)

    def not_above(self, form: Form, threshold: int) -> Iterator[Expression]:
        """That a form does not exceed a number."""
        for a, b in self._sides(form, threshold + 1):
            yield self._greater(b, a)

    def equal(self, form: Form, number: int) -> Iterator[Expression]:
        """That a form equals a number, if the vocabulary has a primitive for that."""
        if self._builder.has("equal"):
            for a, b in self._sides(form, number):
                yield self._builder.made("equal", a, b)

    def _greater(self, a: Expression, b: Expression) -> Expression:
        if self._builder.has("greater"):
            return self._builder.made("greater", a, b)
        return self._builder.made("less_than", b, a)

    def _sides(self, form: Form, number: int) -> Iterator[tuple[Expression, Expression]]:
        """Expressions a and b such that a - b is the form less the number: both sides of a comparison."""
        algebra, find = self._algebra, self._finder.number
        positive = algebra.form({m: f for m, f in form.terms.items() if f > 0})
        negative = algebra.form({m: -f for m, f in form.terms.items() if f < 0})
        for left in dict.fromkeys((positive, form, algebra.combined(form, algebra.constant(number), -1))):
            right = algebra.combined(algebra.combined(left, form, -1), algebra.constant(number))
            for moved in (0, 1, -1, -number):
                step = algebra.constant(moved)
                yield find(algebra.combined(left, step)), find(algebra.combined(right, step))
        if negative.terms and not positive.terms:
            yield find(algebra.constant(-number)), find(negative)
