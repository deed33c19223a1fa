"""Numbers written as products: a form is divided by a factor that several of its terms may have."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from itertools import islice

from senet_gp.simplification.algebra import Algebra
from senet_gp.simplification.expressions import Expression
from senet_gp.simplification.forms import Form
from senet_gp.simplification.quotients import coefficient, common_numbers, divided, nearest
from senet_gp.simplification.sums import Sums


def factored(
    algebra: Algebra, sums: Sums, form: Form, factors: Iterable[Form]
) -> Iterator[Expression | None]:
    """Expressions of a form as a product and a rest.

    Args:
        algebra: makes forms.
        sums: writes the product and the rest.
        form: the form to divide.
        factors: polynomials that are factors in the tree.
    """
    yield from _by_polynomial(algebra, sums, form, factors)
    for number in common_numbers(algebra, form):
        quotient = coefficient(algebra, form, number)
        yield sums.split(form, algebra.alone(number), quotient)
    yield from _by_count(algebra, sums, form)


def _by_polynomial(
    algebra: Algebra, sums: Sums, form: Form, factors: Iterable[Form]
) -> Iterator[Expression | None]:
    """Division by polynomials: the coefficients of atoms, and factors of the tree."""
    for divisor in _divisors(algebra, form, factors):
        seen = set()
        for leading in islice(sorted(divisor.terms, reverse=True), 3):
            if leading:
                multiplier = divided(algebra, form, divisor, leading)
                if multiplier.terms and multiplier not in seen and divisor is not form:
                    seen.add(multiplier)
                    yield sums.split(form, multiplier, divisor)


def _divisors(algebra: Algebra, form: Form, factors: Iterable[Form]) -> list[Form]:
    """The polynomials to try as divisors."""
    divisors: dict[Form, None] = {}
    for number in common_numbers(algebra, form):
        quotient = coefficient(algebra, form, number)
        if len(quotient.terms) > 1:
            divisors[quotient] = None
            constantless = algebra.form({m: f for m, f in quotient.terms.items() if m})
            if len(constantless.terms) > 1:
                divisors[constantless] = None
    atoms = form.atoms()
    for factor in factors:
        if factor.atoms() <= atoms:
            divisors[factor] = None
    return list(divisors)


def _by_count(algebra: Algebra, sums: Sums, form: Form) -> Iterator[Expression | None]:
    """Division by a number that is close to the coefficients of several terms."""
    counts = Counter(abs(factor) for monomial, factor in form.terms.items() if monomial)
    for count in sorted(counts, key=lambda c: (-counts[c], c)):
        if count < 2:
            continue
        for with_constant in (True, False):
            whole = {
                monomial: nearest(factor, count)
                for monomial, factor in form.terms.items()
                if with_constant or monomial
            }
            divisor = algebra.form(whole)
            if len(divisor.terms) > 1:
                yield sums.split(form, algebra.constant(count), divisor)
