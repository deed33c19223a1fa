"""Expressions of sums of products."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache

from senet_gp.simplification.expressions import Expression, shorter
from senet_gp.simplification.finder import Finder
from senet_gp.simplification.forms import Form, Monomial, Terms

#: A part of a sum: its coefficient, and the forms that are multiplied.
Part = tuple[int, tuple[Form, ...]]


class Sums:
    """Writes forms as sums, whose parts' expressions a finder finds."""

    def __init__(self, finder: Finder) -> None:
        self._finder = finder
        self._builder = finder.builder
        self._algebra = finder.builder.algebra
        # The same few are asked for again and again.
        self._factors = cache(self._factors_of)
        self._is_truth = cache(self._is_product_of_truths)

    def forget(self) -> None:
        """Forget what was found."""
        self._factors.cache_clear()
        self._is_truth.cache_clear()

    def term_by_term(self, form: Form) -> Expression | None:
        """Each monomial as a product, times its coefficient; None if a shorter expression is known."""
        return self._sum(form, [(factor, self._factors(monomial)) for monomial, factor in form.terms.items()])

    def grouped(self, form: Form) -> Expression | None:
        """The sum with terms of equal coefficients grouped; None if there are none, or a shorter is known."""
        groups: dict[int, Terms] = {}
        for monomial, factor in form.terms.items():
            groups.setdefault(abs(factor) if monomial else 0, {})[monomial] = factor
        parts: list[Part] = []
        for count, terms in groups.items():
            if count > 1 and len(terms) > 1:
                whole = {monomial: factor // count for monomial, factor in terms.items()}
                parts.append((count, (self._algebra.form(whole),)))
            else:
                parts += [(factor, self._factors(monomial)) for monomial, factor in terms.items()]
        return self._sum(form, parts) if len(parts) < len(form.terms) else None

    def split(self, form: Form, multiplier: Form, divisor: Form) -> Expression | None:
        """Multiplier * divisor + rest; None if the rest is too long, or a shorter expression is known."""
        product = self._algebra.product(multiplier, divisor)
        if product is None:
            return None
        rest = self._algebra.combined(form, product, -1)
        if len(rest.terms) >= len(form.terms) + 1:
            return None
        constant = multiplier.constant
        parts: list[Part] = [(1, (multiplier, divisor)) if constant is None else (constant, (divisor,))]
        if rest.terms:
            parts.append((1, (rest,)) if rest.constant is None else (rest.constant, ()))
        return self._sum(form, parts)

    def negated(self, expression: Expression, levels: int = 6) -> Expression:
        """A short expression of the negative; the sign is carried down at most ``levels`` levels."""
        made, zero = self._builder.made, self._finder.constants.zero
        form = self._algebra.scaled(expression.form, -1)
        best = self._builder.known(form)
        word, arguments = expression.node.name, expression.arguments
        if form.constant is not None:
            return self._finder.constants.constant(form.constant)
        if word == "sub":
            best = shorter(best, made("sub", arguments[1], arguments[0]))
        elif levels and word in {"mul", "add"}:
            for one, other in (arguments, arguments[::-1]):
                negative = self.negated(one, levels - 1)
                best = shorter(best, made("mul" if word == "mul" else "sub", negative, other))
        elif levels and word == "if_then_else":
            negatives = [self.negated(argument, levels - 1) for argument in arguments[1:]]
            best = shorter(best, made(word, arguments[0], *negatives))
        best = shorter(best, made("sub", zero(), expression))
        best = shorter(best, made("mul", expression, self._finder.constants.constant(-1)))
        if best is None:
            raise AssertionError("every number can be negated")
        return best

    def _factors_of(self, monomial: Monomial) -> tuple[Form, ...]:
        """The factors of a monomial: its atoms, with the conjunction of its truths as one factor."""
        truths = tuple(number for number in monomial if self._algebra.truths[number])
        factors = [self._algebra.alone(number) for number in monomial if number not in truths]
        return (*factors, *([self._algebra.form({truths: 1})] if truths else []))

    def _sum(self, form: Form, parts: Sequence[Part]) -> Expression | None:
        """The sum of parts; None as soon as it is longer than the shortest known expression of the form."""
        added: list[Expression] = []
        taken: list[Expression] = []
        nodes = len(parts) - 1
        for count, factors in parts:
            sign, expression = self._part(count, factors)
            (added if sign > 0 else taken).append(expression)
            nodes += expression.nodes
            known = self._builder.known(form)
            if known is not None and nodes > known.nodes:
                return None
        if not added:
            # The negative of one of them is added: the one that this makes longer by the least.
            negatives = [self.negated(expression) for expression in taken]
            best = min(range(len(taken)), key=lambda index: negatives[index].nodes - taken[index].nodes)
            added.append(negatives[best])
            del taken[best]
        return self._builder.summed(added, taken)

    def _part(self, count: int, factors: Sequence[Form]) -> tuple[int, Expression]:
        """The sign of a part of a sum, and the part without its sign."""
        constants = self._finder.constants
        if not factors:
            return constants.signed(count)
        sign = 1 if count > 0 else -1
        count = abs(count)
        made = self._builder.made
        product: Expression | None = None
        condition: Expression | None = None
        for factor in factors:
            if self._is_truth(factor):
                condition = self._finder.truth(factor)
                continue
            if factor.high <= 0 or leading_sign(factor) < 0:
                sign, factor = -sign, self._algebra.scaled(factor, -1)  # noqa: PLW2901
            expression = self._finder.number(factor)
            product = expression if product is None else made("mul", product, expression)
        if product is None:
            product = constants.constant(count)
        elif count != 1:
            product = made("mul", constants.constant(count), product)
        if condition is not None:
            product = made("if_then_else", condition, product, constants.zero())
        return sign, product

    def _is_product_of_truths(self, form: Form) -> bool:
        """Whether a form is a product of truths."""
        if len(form.terms) != 1:
            return False
        ((monomial, factor),) = form.terms.items()
        return factor == 1 and bool(monomial) and all(self._algebra.truths[number] for number in monomial)


def leading_sign(form: Form) -> int:
    """A number whose sign distinguishes a form that is not constant from its negative."""
    factors = [factor for monomial, factor in form.terms.items() if monomial]
    positive = sum(factor > 0 for factor in factors)
    negative = len(factors) - positive
    if positive != negative:
        return positive - negative
    return form.terms[min(monomial for monomial in form.terms if monomial)]
