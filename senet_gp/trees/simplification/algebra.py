"""The normal form of the value of an expression, a polynomial with integer coefficients, and its algebra.

Its variables are *atoms*: queries of the board (``my_distance``, whether square 5 is mine), comparisons, and
operations that may saturate, for which ordinary algebra does not hold. A truth is 1 or 0, so it is a
polynomial, too, and logic becomes algebra: "not a" is 1 - a, "a and b" is ab, and "if c then a else b" is
b + c(a - b). Two expressions with the same form have the same value on every board of the game; this proves
every rewriting.

Each form has a range that its value is proven to have. An operation is expanded only if its exact result lies
within the bounds of numbers.

Forms are divided by others, and taken apart into what they are where a truth holds and where it fails.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from math import gcd
from typing import NamedTuple

from primitives.common import saturated
from primitives.types import MOST, Truth
from primitives.vocabulary import Vocabulary

#: The numbers of the atoms that are multiplied, in rising order.
Monomial = tuple[int, ...]
Terms = dict[Monomial, int]

#: The name of the atoms of comparisons: whether a form is greater than an integer.
ABOVE = ">"
#: The largest number of terms of a polynomial, and of factors of a product; larger ones remain operations.
MAX_TERMS = 96
MAX_DEGREE = 12


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


class Algebra:
    """Makes the forms of one vocabulary.

    Attributes:
        vocabulary: the vocabulary.
        atoms: all atoms by number.
        truths: by the number of an atom, whether its value is always 0 or 1.
        written: by the number of an atom, the arguments that it has had in expressions.
    """

    def __init__(self, vocabulary: Vocabulary, exclude: Callable[[Atom, Atom], bool]) -> None:
        """Begin without atoms.

        Args:
            vocabulary: the vocabulary.
            exclude: whether the product of two atoms is known to be 0 on every board.
        """
        self.vocabulary = vocabulary
        self._exclude = exclude
        self.atoms: list[Atom] = []
        self.truths: list[bool] = []
        self.written: list[list[tuple[Form, ...]]] = []
        self._ranges: list[tuple[int, int]] = []
        self._numbers: dict[Atom, int] = {}
        self._forms: dict[frozenset[tuple[Monomial, int]], Form] = {}
        self._product_ranges: dict[Monomial, tuple[int, int]] = {}
        self._products: dict[tuple[Monomial, Monomial], Monomial | None] = {}
        self.zero = self.constant(0)
        self.one = self.constant(1)

    def forget(self) -> None:
        """Forget all forms; the algebra cannot be used any more."""
        for remembered in (self._forms, self._product_ranges, self._products, self._numbers):
            remembered.clear()
        for listed in (self.atoms, self.written):
            listed.clear()

    def form(self, terms: Terms) -> Form:
        """The form with these terms."""
        if 0 in terms.values():
            terms = {monomial: factor for monomial, factor in terms.items() if factor}
        key = frozenset(terms.items())
        known = self._forms.get(key)
        if known is None:
            low = high = 0
            for monomial, factor in terms.items():
                least, most = self._range_of(monomial)
                low += factor * (least if factor > 0 else most)
                high += factor * (most if factor > 0 else least)
            known = self._forms[key] = Form(terms, low, high)
        return known

    def constant(self, number: int) -> Form:
        """The form of a number."""
        return self.form({(): number})

    def combined(self, a: Form, b: Form, factor: int = 1) -> Form:
        """A + factor * b."""
        if not factor or not b.terms:
            return a
        terms = dict(a.terms)
        for monomial, coefficient in b.terms.items():
            terms[monomial] = terms.get(monomial, 0) + factor * coefficient
        return self.form(terms)

    def scaled(self, a: Form, factor: int) -> Form:
        """Factor * a."""
        return self.form({monomial: factor * coefficient for monomial, coefficient in a.terms.items()})

    def product(self, a: Form, b: Form) -> Form | None:
        """A * b; None if it would be too long."""
        if len(a.terms) * len(b.terms) > 64 * MAX_TERMS:
            return None
        terms: Terms = {}
        for monomial_a, factor_a in a.terms.items():
            for monomial_b, factor_b in b.terms.items():
                monomial = self._product(monomial_a, monomial_b)
                if monomial is not None:
                    if len(monomial) > MAX_DEGREE:
                        return None
                    terms[monomial] = terms.get(monomial, 0) + factor_a * factor_b
        return self.if_short(self.form(terms))

    def if_short(self, form: Form) -> Form | None:
        """The form; None if it is too long."""
        return form if len(form.terms) <= MAX_TERMS else None

    def _product(self, a: Monomial, b: Monomial) -> Monomial | None:
        """The product of two monomials; None if it is 0."""
        if not a or not b:
            return a or b
        key = (a, b)
        if key not in self._products:
            self._products[key] = self._reduced(sorted(a + b))
        return self._products[key]

    def _reduced(self, numbers: list[int]) -> Monomial | None:
        """The product with each truth once and only the strictest of comparisons; None if it is 0."""
        kept: list[int] = []
        for number in numbers:
            if self.truths[number] and number in kept:
                continue
            atom = self.atoms[number]
            for place, other in enumerate(kept):
                if self._exclude(atom, self.atoms[other]):
                    return None
                if atom.word == ABOVE and atom._replace(threshold=0) == self.atoms[other]._replace(
                    threshold=0
                ):
                    if atom.threshold > self.atoms[other].threshold:
                        kept[place] = number
                    break
            else:
                kept.append(number)
        return tuple(sorted(kept))

    def _range_of(self, monomial: Monomial) -> tuple[int, int]:
        """The range of a product of atoms."""
        known = self._product_ranges.get(monomial)
        if known is not None:
            return known
        low = high = 1
        for number in dict.fromkeys(monomial):
            least, most = self._ranges[number]
            power = monomial.count(number)
            ends = [least**power, most**power, *([0] if least < 0 < most else [])]
            corners = [low * end for end in ends] + [high * end for end in ends]
            low, high = min(corners), max(corners)
        self._product_ranges[monomial] = low, high
        return low, high

    def known_between(self, form: Form, low: int, high: int) -> Form:
        """The form with a range that its value is now known to have; a constant if it is one number."""
        form.low, form.high = max(form.low, low), min(form.high, high)
        if form.low == form.high and form.constant is None:
            return self.constant(form.low)
        return form

    def atom(self, atom: Atom, low: int, high: int, written: tuple[Form, ...] = ()) -> Form:
        """The form of an atom."""
        number = self._numbers.get(atom)
        if number is None:
            number = self._numbers[atom] = len(self.atoms)
            self.atoms.append(atom)
            word = self.vocabulary.by_name.get(atom.word)
            self.truths.append(word is None or word.result is Truth)
            self.written.append([])
            self._ranges.append((low, high))
        if written and written not in self.written[number] and len(self.written[number]) < 4:
            self.written[number].append(written)
        return self.alone(number)

    def alone(self, number: int) -> Form:
        """The form of the atom with this number."""
        return self.form({(number,): 1})

    def residue(self, form: Form, cycle: int) -> Form:
        """The form with all coefficients modulo the cycle, for a number that is taken modulo it."""
        return self.form({monomial: factor % cycle for monomial, factor in form.terms.items()})


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
