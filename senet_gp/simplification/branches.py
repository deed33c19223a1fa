"""The values of a polynomial where a truth holds, and where it fails."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from senet_gp.simplification.algebra import ABOVE, Algebra, Form, Monomial, Terms
from senet_gp.simplification.quotients import divided


class Branches(NamedTuple):
    """Two forms that equal a given form where a truth holds and where it fails.

    Attributes:
        holds: where it holds.
        fails: where it does not.
    """

    holds: Form
    fails: Form


def branches(algebra: Algebra, form: Form, condition: Form) -> Branches | None:
    """A form where a truth holds, and where it fails; None if there is no short form."""
    if len(condition.terms) > 1:
        return _branches_by_division(algebra, form, condition)
    (truths,) = condition.terms
    inside = algebra.product(form, condition)
    if inside is None:
        return None
    terms: Terms = {}
    for monomial, factor in inside.terms.items():
        rest = tuple(number for number in monomial if number not in truths)
        terms[rest] = terms.get(rest, 0) + factor
    holds = algebra.form(terms)
    outside = {m: f for m, f in form.terms.items() if not set(truths) <= set(m)}
    return Branches(holds, algebra.form(outside))


def _branches_by_division(algebra: Algebra, form: Form, condition: Form) -> Branches | None:
    """Like :func:`branches`, for a condition that is a sum."""
    leading = max(condition.terms, key=lambda m: (len(m), m))
    quotient = divided(algebra, form, condition, leading)
    product = algebra.product(quotient, condition)
    if product is None:
        return None
    left = algebra.combined(form, product, -1)
    return Branches(algebra.combined(left, quotient), left)


def branches_of_pair(algebra: Algebra, form: Form, pair: Form) -> Branches:
    """A truth where a :func:`pair of atoms <pairs>` holds, and where it fails."""
    first, second = (m[0] for m in pair.terms if m)
    # If the square is empty both atoms are 0, else one is the opposite of the other. If the equality holds,
    # the first atom is 1 and the second 0, else they are equal.
    if pair.terms.get((), 0) == 1:
        holds = _substituted(form, {first: (0, None), second: (0, None)})
        fails = _substituted(form, {second: (1, first)})
    else:
        holds = _substituted(form, {first: (1, None), second: (0, None)})
        fails = _substituted(form, {second: (0, first)})
    return Branches(algebra.form(holds), algebra.form(fails))


def pairs(algebra: Algebra, numbers: Sequence[int]) -> list[Form]:
    """Truths that combine two of these atoms: that a square is empty, or that two numbers are equal."""
    found = []
    for number in numbers:
        atom = algebra.atoms[number]
        for other_number in numbers:
            other = algebra.atoms[other_number]
            if atom.arguments != other.arguments:
                continue
            if (atom.word, other.word) == ("mine", "theirs"):
                if algebra.product(algebra.alone(number), algebra.alone(other_number)) is not algebra.zero:
                    continue
                found.append(algebra.form({(): 1, (number,): -1, (other_number,): -1}))
            elif atom.word == other.word == ABOVE and atom.threshold + 1 == other.threshold:
                found.append(algebra.form({(number,): 1, (other_number,): -1}))
    return found


def _substituted(form: Form, values: dict[int, tuple[int, int | None]]) -> Terms:
    """The terms of a form in which atoms are replaced by a constant, or 1 or 0 with another atom.

    A value (c, n) is c if n is None; (1, n) is one less atom n, (0, n) is atom n.
    """
    terms: Terms = {}
    for monomial, factor in form.terms.items():
        expanded: list[tuple[Monomial, int]] = [((), factor)]
        for number in monomial:
            constant, other = values.get(number, (0, number))
            if other is None:
                expanded = [(m, f * constant) for m, f in expanded]
                continue
            with_other = [
                (m if other in m and number in values else tuple(sorted((*m, other))), -f if constant else f)
                for m, f in expanded
            ]
            expanded = with_other + (expanded if constant else [])
        for kept, amount in expanded:
            terms[kept] = terms.get(kept, 0) + amount
    return terms
