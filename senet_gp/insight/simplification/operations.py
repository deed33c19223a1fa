"""The forms of arithmetic, logic and comparisons.

If the exact result of an operation is short and within the bounds of numbers, it is a polynomial; else the
operation is an atom.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from math import gcd

from primitives.common import saturated
from primitives.types import MOST
from senet_gp.insight.simplification.algebra import ABOVE, Algebra, Atom, Form


def _add(algebra: Algebra, a: Form, b: Form) -> Form:
    exact = algebra.if_short(algebra.combined(a, b))
    return _arithmetic(algebra, Atom("add", (a, b)), exact, (a.low + b.low, a.high + b.high))


def _sub(algebra: Algebra, a: Form, b: Form) -> Form:
    exact = algebra.if_short(algebra.combined(a, b, -1))
    return _arithmetic(algebra, Atom("sub", (a, b)), exact, (a.low - b.high, a.high - b.low))


def _mul(algebra: Algebra, a: Form, b: Form) -> Form:
    corners = [x * y for x in (a.low, a.high) for y in (b.low, b.high)]
    return _arithmetic(algebra, Atom("mul", (a, b)), algebra.product(a, b), corners)


def _arithmetic(algebra: Algebra, whole: Atom, exact: Form | None, ends: Iterable[int]) -> Form:
    """An operation on numbers.

    Args:
        algebra: makes forms.
        whole: the atom to use if it may saturate.
        exact: its exact value, if that is short.
        ends: numbers whose minimum and maximum bound that value.
    """
    ends = list(ends)
    low, high = min(ends), max(ends)
    if exact is not None:
        low, high = max(low, exact.low), min(high, exact.high)
        if low >= -MOST and high <= MOST:
            return algebra.known_between(exact, low, high)
    low, high = saturated(low), saturated(high)
    if low == high:
        return algebra.constant(low)
    return algebra.atom(whole, low, high, whole.arguments)


def _if(algebra: Algebra, condition: Form, a: Form, b: Form) -> Form:
    if condition.constant is not None:
        return a if condition.constant else b
    low, high = min(a.low, b.low), max(a.high, b.high)
    added = algebra.product(condition, algebra.combined(a, b, -1))
    made = None if added is None else algebra.if_short(algebra.combined(b, added))
    if made is None:
        arguments = (condition, a, b)
        return algebra.atom(Atom("if_then_else", arguments), low, high, arguments)
    return algebra.known_between(made, low, high)


def _and(algebra: Algebra, a: Form, b: Form) -> Form:
    return _truth(algebra, Atom("and_", (a, b)), algebra.product(a, b))


def _or(algebra: Algebra, a: Form, b: Form) -> Form:
    both = algebra.product(a, b)
    made = None if both is None else algebra.if_short(algebra.combined(algebra.combined(a, b), both, -1))
    return _truth(algebra, Atom("or_", (a, b)), made)


def _truth(algebra: Algebra, whole: Atom, exact: Form | None) -> Form:
    if exact is None:
        return algebra.atom(whole, 0, 1, whole.arguments)
    return algebra.known_between(exact, 0, 1)


def opposite(algebra: Algebra, a: Form) -> Form:
    """The truth that holds where another does not."""
    return algebra.known_between(algebra.combined(algebra.one, a, -1), 0, 1)


def _above(algebra: Algebra, form: Form, threshold: int) -> Form:
    """Whether a form is greater than a number.

    Comparisons of multiples of a form, plus any constant, all have the same atoms.
    """
    threshold -= form.terms.get((), 0)
    terms = {monomial: factor for monomial, factor in form.terms.items() if monomial}
    low, high = form.low - form.terms.get((), 0), form.high - form.terms.get((), 0)
    if high <= threshold:
        return algebra.zero
    if low > threshold:
        return algebra.one
    divisor = gcd(*terms.values())
    if terms[min(terms)] < 0:
        # N > t, of -N: it is not greater than -t - 1.
        kept = algebra.form({monomial: -factor // divisor for monomial, factor in terms.items()})
        return opposite(algebra, _reduced_above(algebra, kept, (-threshold - 1) // divisor))
    kept = algebra.form({monomial: factor // divisor for monomial, factor in terms.items()})
    return _reduced_above(algebra, kept, threshold // divisor)


def _reduced_above(algebra: Algebra, form: Form, threshold: int) -> Form:
    """Like :func:`_above`, for a form without a constant whose coefficients have no common divisor."""
    if form.high <= threshold:
        return algebra.zero
    if form.low > threshold:
        return algebra.one
    if len(form.terms) == 1:
        (monomial,) = form.terms
        if all(algebra.truths[number] for number in monomial):
            return form
    return algebra.atom(Atom(ABOVE, (form,), threshold), 0, 1)


def _greater(algebra: Algebra, a: Form, b: Form) -> Form:
    known = 1 if a.low > b.high else 0 if a.high <= b.low else None
    return _above(algebra, algebra.combined(a, b, -1), 0) if known is None else algebra.constant(known)


def _less(algebra: Algebra, a: Form, b: Form) -> Form:
    return _greater(algebra, b, a)


def _equal(algebra: Algebra, a: Form, b: Form) -> Form:
    if a.low > b.high or b.low > a.high:
        return algebra.zero
    difference = algebra.combined(a, b, -1)
    not_less, greater = _above(algebra, difference, -1), _above(algebra, difference, 0)
    return algebra.known_between(algebra.combined(not_less, greater, -1), 0, 1)


def _always(algebra: Algebra) -> Form:
    return algebra.one


def _never(algebra: Algebra) -> Form:
    return algebra.zero


#: For each operation by name, a function from the algebra and the forms of its arguments to its form.
OPERATIONS: Mapping[str, Callable[..., Form]] = {
    "add": _add,
    "sub": _sub,
    "mul": _mul,
    "if_then_else": _if,
    "and_": _and,
    "or_": _or,
    "not_": opposite,
    "less_than": _less,
    "greater": _greater,
    "equal": _equal,
    "always": _always,
    "never": _never,
}
