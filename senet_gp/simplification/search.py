"""The search for a short expression of a form.

Every expression is made by :class:`~senet_gp.simplification.expressions.ExpressionBuilder`, which computes
its form, and is accepted only if that is the form searched for. So a mistake in the search can make an
expression longer, but never wrong.

A form is taken apart in several ways (:mod:`~senet_gp.simplification.sums`,
:mod:`~senet_gp.simplification.factoring`, :mod:`~senet_gp.simplification.choices`,
:mod:`~senet_gp.simplification.truths`, :mod:`~senet_gp.simplification.atoms`), expressions of the parts are
searched for in the same way, and the shortest result is kept.
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

#: How many ways to take a form apart are tried, by depth in the search, for a quick and a thorough search.
QUICK = (24, 10, 5, 2)
THOROUGH = (40, 20, 10, 5, 3, 2)


class Search:
    """Searches for short expressions.

    Attributes:
        builder: makes expressions.
        constants: finds expressions of constants.
        effort: how many forms may still be taken apart; at 0 only the simplest way is used.
        divisors: polynomials to try as divisors, because they are factors in the tree.
        conditions: truths to try as conditions, because they are conditions in the tree.
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

    def forget(self) -> None:
        """Free at once what was found: it refers back to the search, which cannot be used any more."""
        self._tried.clear()
        self._sums.forget()
        self.builder.forget()

    def number(self, form: Form) -> Expression:
        """A short expression of a number.

        A form that exceeds the bounds of numbers has none. Then the result has another form, and so has every
        expression made of it, which is therefore rejected.
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
        """A short expression of a truth; if none is found, one of another form, as in :meth:`number`."""
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
        """How many ways to take a form apart are tried at the present depth of the search."""
        return self._ways_tried[min(self._level, len(self._ways_tried)) - 1]

    def _ways(self, form: Form) -> Iterator[Expression | None]:
        """Expressions of a number, found by taking it apart in different ways, the most promising first."""
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
        """The shortest of the known expression and those found that have the right form."""
        for expression in found:
            if expression is not None and expression.form is form:
                best = shorter(best, expression)
        return best

    def _may_go_on(self) -> bool:
        """Whether the search may take another form apart at its present depth."""
        return self.effort > 0 and self._level < len(self._ways_tried)

    def _was_tried(self, form: Form, kind: type) -> bool:
        """Whether a form was already taken apart at least as thoroughly as now, which is noted."""
        key = (form, kind)
        if self._tried.get(key, len(self._ways_tried) + 1) <= self._level:
            return True
        self._tried[key] = self._level
        return False

    def _only_atom(self, form: Form) -> int | None:
        """The atom that a number consists of; None if it is not a single atom."""
        ((monomial, factor), *others) = form.terms.items()
        alone = not others and factor == 1 and len(monomial) == 1
        return monomial[0] if alone and not self.builder.algebra.truths[monomial[0]] else None
