"""Numbers written as choices: ``if_then_else`` with a truth on which they depend."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import islice

from senet_gp.simplification.branches import Branches, branches
from senet_gp.simplification.expressions import Expression
from senet_gp.simplification.finder import Finder
from senet_gp.simplification.forms import Form
from senet_gp.simplification.operations import opposite
from senet_gp.simplification.sums import leading_sign


class Choices:
    """Writes forms as choices between two numbers, whose expressions a finder finds."""

    def __init__(self, finder: Finder) -> None:
        self._finder = finder
        self._builder = finder.builder
        self._algebra = finder.builder.algebra

    def ways(self, form: Form, conditions: Iterable[Form]) -> Iterator[Expression | None]:
        """Expressions of a form that begin with a condition.

        Args:
            form: the form.
            conditions: truths that are conditions in the tree.
        """
        for condition in self._conditions(form, list(conditions)):
            found = branches(self._algebra, form, condition)
            if found is not None:
                yield from self._choices(condition, found)

    def _conditions(self, form: Form, conditions: Iterable[Form]) -> Iterator[Form]:
        """The conditions to try: given truths of the form's atoms, and these atoms themselves."""
        atoms = {number for number in form.atoms() if self._algebra.truths[number]}
        for truth in conditions:
            inside = truth.atoms()
            if len(inside) > 1 and inside <= atoms:
                yield truth
        for number in sorted(atoms):
            yield self._algebra.alone(number)

    def _choices(self, condition: Form, between: Branches) -> Iterator[Expression | None]:
        """A choice between two numbers, with their common terms inside or outside."""
        algebra, made, number = self._algebra, self._builder.made, self._finder.number
        common = algebra.form(
            {m: f for m, f in between.holds.terms.items() if between.fails.terms.get(m) == f}
        )
        own = [algebra.combined(form, common, -1) for form in between]
        inside = [common, algebra.zero, algebra.one]
        inside += [algebra.form({m: f}) for m, f in islice(common.terms.items(), 4)]
        inside += [algebra.scaled(form, -1) for form in own]
        test, otherwise = self._finder.truth(condition), self._finder.truth(opposite(algebra, condition))
        swapped = otherwise.nodes < test.nodes
        test = otherwise if swapped else test
        for kept in islice(dict.fromkeys(inside), self._finder.breadth()):
            outside = algebra.combined(common, kept, -1)
            for sign in (1, -1):
                chosen = [number(algebra.combined(kept, form, sign)) for form in own]
                if swapped:
                    chosen.reverse()
                choice = made("if_then_else", test, *chosen)
                if sign < 0:
                    rest = algebra.combined(outside, kept, 2)
                    yield made("sub", number(rest), choice) if rest.terms else None
                elif outside.terms:
                    yield from self._beside(choice, outside)
                else:
                    yield choice

    def _beside(self, choice: Expression, outside: Form) -> Iterator[Expression | None]:
        """A choice plus other terms."""
        made = self._builder.made
        if outside.constant is not None:
            sign, constant = self._finder.constants.signed(outside.constant)
            yield made("add" if sign > 0 else "sub", choice, constant)
            return
        yield made("add", self._finder.number(outside), choice)
        if leading_sign(outside) < 0:
            yield made("sub", choice, self._finder.number(self._algebra.scaled(outside, -1)))
