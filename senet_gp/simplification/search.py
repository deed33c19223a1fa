"""The search for a short expression of a form.

Every expression is made by :class:`~senet_gp.simplification.expressions.ExpressionBuilder`, which computes
its form anew, and is taken only if that is the form that was wanted: a mistake in the search could cost
nodes, but never a value.

A form is taken apart in several ways (:mod:`~senet_gp.simplification.sums`,
:mod:`~senet_gp.simplification.factoring`, :mod:`~senet_gp.simplification.choices`,
:mod:`~senet_gp.simplification.truths`, :mod:`~senet_gp.simplification.atoms`), the parts are looked for in
the same way, and the shortest stays.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import islice

from primitives.types import MOST, Number, Truth
from senet_gp.simplification.atoms import words_of_atom
from senet_gp.simplification.choices import Choices
from senet_gp.simplification.constants import Constants
from senet_gp.simplification.expressions import Expression, ExpressionBuilder, shorter
from senet_gp.simplification.factoring import factored
from senet_gp.simplification.forms import Form
from senet_gp.simplification.sums import Sums
from senet_gp.simplification.truths import Truths

#: How many ways to take a form apart are tried, by how deep in the search it was come upon: quickly, or
#: thoroughly.
QUICK = (24, 10, 5, 2)
THOROUGH = (40, 20, 10, 5, 3, 2)


class Search:
    """Looks for short expressions.

    Attributes:
        builder: what makes them.
        constants: what finds those of constants.
        effort: how many forms may still be taken apart; when there is nothing left the plainest way is taken.
        divisors: polynomials that are tried as divisors of others, because the tree has them as factors.
        conditions: truths that are tried as conditions, because the tree has them as such.
    """

    def __init__(self, builder: ExpressionBuilder, effort: int, ways: Sequence[int] = QUICK) -> None:
        self.builder = builder
        self.constants = Constants(builder)
        self.effort = effort
        self.divisors: dict[Form, None] = {
            terminal.form: None
            for terminal in builder.terminals
            if len(terminal.form.terms) > 1 and terminal.node.ret is Number
        }
        self.conditions: dict[Form, None] = {}
        self._ways_tried = ways
        self._tried: dict[tuple[Form, type], int] = {}
        self._level = 0
        self._sums = Sums(self)
        self._choices = Choices(self)
        self._truths = Truths(self)

    def number(self, form: Form) -> Expression:
        """A short expression of a number.

        Of a form that goes beyond the bounds of numbers there is none; then it is one of another form, and so
        is whatever is made of it, which is therefore not taken.
        """
        constant = form.constant
        if constant is not None:
            return self.constants.constant(constant)
        known = self.builder.known(form)
        if form.low < -MOST or form.high > MOST or self._was_tried(form, Number):
            return known or self.constants.zero()
        best = known
        atom = self._only_atom(form)
        if atom is not None:
            best = self._shortest(best, words_of_atom(self, atom), form)
            return best or self.constants.zero()
        best = self._shortest(best, [self._sums.term_by_term(form)], form)
        if self._may_go_on():
            self.effort -= 1
            self._level += 1
            best = self._shortest(best, islice(self._ways(form), self.breadth()), form)
            self._level -= 1
        return shorter(best, self.builder.known(form)) or self.constants.zero()

    def truth(self, form: Form) -> Expression:
        """A short expression of a truth; if none is found, one of another form (see :meth:`number`)."""
        known = self.builder.known(form, Truth)
        if form.constant is not None:
            return known or self._truths.certainty(value=bool(form.constant))
        if self._was_tried(form, Truth):
            return known or self._truths.certainty(value=False)
        best = known
        if best is None or self._may_go_on():
            self.effort -= 1
            self._level += 1
            best = self._shortest(best, self._truths.ways(form), form)
            self._level -= 1
        best = shorter(best, self.builder.known(form, Truth))
        return best or self._truths.certainty(value=False)

    def breadth(self) -> int:
        """How many ways to take a form apart are tried where the search stands."""
        return self._ways_tried[min(self._level, len(self._ways_tried)) - 1]

    def _ways(self, form: Form) -> Iterator[Expression | None]:
        """Expressions of a number, found by taking it apart in different ways; what may be best first."""
        algebra = self.builder.algebra
        negative = self.builder.known(algebra.scaled(form, -1))
        if negative is not None:
            yield self._sums.negated(negative)
        if any(algebra.truths[number] for monomial in form.terms for number in monomial):
            yield from self._choices.ways(form, self.conditions)
        if len(form.terms) > 1:
            yield self._sums.grouped(form)
            yield from factored(algebra, self._sums, form, self.divisors)

    def _shortest(
        self, best: Expression | None, found: Iterable[Expression | None], form: Form
    ) -> Expression | None:
        """The shortest of what is known and what is found, as far as that has the form that was wanted."""
        for expression in found:
            if expression is not None and expression.form is form:
                best = shorter(best, expression)
        return best

    def _may_go_on(self) -> bool:
        """Whether a form may be taken apart where the search stands."""
        return self.effort > 0 and self._level < len(self._ways_tried)

    def _was_tried(self, form: Form, kind: type) -> bool:
        """Whether a form was taken apart before, at least as thoroughly as now; noted that it is."""
        key = (form, kind)
        if self._tried.get(key, len(self._ways_tried) + 1) <= self._level:
            return True
        self._tried[key] = self._level
        return False

    def _only_atom(self, form: Form) -> int | None:
        """The atom of which a number is nothing but the value; None if there is none."""
        ((monomial, factor), *others) = form.terms.items()
        alone = not others and factor == 1 and len(monomial) == 1
        return monomial[0] if alone and not self.builder.algebra.truths[monomial[0]] else None
