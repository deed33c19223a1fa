"""Division of polynomials over atoms, with integer coefficients."""

from __future__ import annotations

from collections import Counter

from senet_gp.simplification.algebra import Algebra, Form, Monomial, Terms


def common_numbers(algebra: Algebra, form: Form) -> list[int]:
    """The atoms, except truths, that occur several times, the most frequent first."""
    count: Counter[int] = Counter()
    for monomial in form.terms:
        count.update(monomial)
    return [number for number, times in count.most_common() if times > 1 and not algebra.truths[number]]


def coefficient(algebra: Algebra, form: Form, number: int) -> Form:
    """The coefficient of an atom in a form."""
    terms: Terms = {}
    for monomial, factor in form.terms.items():
        if number in monomial:
            place = monomial.index(number)
            terms[monomial[:place] + monomial[place + 1 :]] = factor
    return algebra.form(terms)


def divided(algebra: Algebra, form: Form, divisor: Form, leading: Monomial) -> Form:
    """The quotient of two polynomials by a given leading term of the divisor; there may be any remainder."""
    quotient = algebra.zero
    rest = form
    factor = divisor.terms[leading]
    done: set[Monomial] = set()
    for _ in range(2 * len(form.terms)):
        for monomial in sorted(rest.terms, reverse=True):
            other = _without(monomial, leading)
            if other is None or other in done:
                continue
            times = nearest(rest.terms[monomial], factor)
            if times:
                break
        else:
            break
        done.add(other)
        step = algebra.form({other: times})
        product = algebra.product(step, divisor)
        if product is None:
            break
        quotient = algebra.combined(quotient, step)
        rest = algebra.combined(rest, product, -1)
    return quotient


def nearest(number: int, divisor: int) -> int:
    """The integer nearest to a quotient; of two equally near ones, the one nearer to 0.

    >>> nearest(7, 2), nearest(-7, 2), nearest(8, 3)
    (3, -3, 3)
    """
    whole, rest = divmod(abs(number), abs(divisor))
    whole += 2 * rest > abs(divisor)
    return whole if (number > 0) == (divisor > 0) else -whole


def _without(monomial: Monomial, part: Monomial) -> Monomial | None:
    """A monomial divided by another; None if it is not a multiple of it."""
    left = list(monomial)
    for number in part:
        if number not in left:
            return None
        left.remove(number)
    return tuple(left)
