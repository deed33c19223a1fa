"""The normal form of what an expression computes: a polynomial with whole coefficients.

Its variables are *atoms*: what the board tells (``my_distance``, whether square 5 is mine), comparisons, and
operations that may saturate, in which ordinary algebra does not hold and which are therefore left whole. A
truth is 1 or 0, so that it is a polynomial too, and logic is algebra: "not a" is 1 - a, "a and b" is ab, and
"if c then a else b" is b + c(a - b). What is known of a game (:mod:`senet_gp.simplification.facts`) is used
when atoms are made and multiplied. Two expressions with the same form have the same value on every board of
the game; that is the proof of whatever is rewritten.

With each form goes the range that its value is proven to have. An operation is algebra only where its exact
result lies within the bounds of numbers.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from math import gcd
from typing import ClassVar, NamedTuple

from primitives.arithmetic import saturated
from primitives.types import MOST, Truth
from primitives.vocabulary import Vocabulary

#: The numbers of the atoms that are multiplied, in rising order.
Monomial = tuple[int, ...]
Terms = dict[Monomial, int]

#: A polynomial that would have more terms, or a longer product, is left as an operation.
MOST_TERMS, MOST_DEGREE = 96, 12
#: The word of the atoms that comparisons are made of: whether a form is greater than a whole number.
ABOVE = ">"
#: A turn of Senet has at most four moves, and their numbers are taken cyclically: numbers that differ by the
#: least common multiple of 1, 2, 3 and 4 name the same move.
MOVE_CYCLE = 12


class Form:
    """A polynomial over atoms; equal ones are the same object.

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
        """Its value if it is the same on all boards."""
        if not self.terms:
            return 0
        return self.terms.get(()) if len(self.terms) == 1 else None


class Atom(NamedTuple):
    """A variable.

    Attributes:
        word: the primitive that it is a value of, or ``ABOVE``.
        arguments: the forms of its arguments; of squares and numbers of moves, what is left of them modulo
            their cycle.
        threshold: of ``ABOVE``, the number that is exceeded.
    """

    word: str
    arguments: tuple[Form, ...] = ()
    threshold: int = 0


class Facts:
    """What holds in every game.

    Attributes:
        ranges: values that words can have on these boards, where that is less than their declared range.
        unchanged_words: words that have the same value for all candidates of a decision.
        names: terminals that stand for an atom of another word: its word and square.
    """

    ranges: ClassVar[dict[str, tuple[int, int]]] = {}
    unchanged_words: ClassVar[frozenset[str]] = frozenset()
    names: ClassVar[dict[str, tuple[str, int]]] = {}

    def __init__(self, vocabulary: Vocabulary) -> None:
        self.vocabulary = vocabulary

    def value(
        self,
        algebra: Algebra,
        word: str,
        kept: tuple[Form, ...],  # noqa: ARG002 - others look at it
        written: tuple[Form, ...],
    ) -> Form | None:
        """What a query is in terms of others; None if it stands for itself.

        Args:
            algebra: what makes forms.
            word: the query.
            kept: its arguments, of squares what is left of them modulo the number of squares.
            written: its arguments as they are.
        """
        if word == "empty":
            # What is empty holds no piece of either side, and no square holds two.
            mine, theirs = (algebra.value(side, written) for side in ("mine", "theirs"))
            return algebra.combined(algebra.combined(algebra.one, mine, -1), theirs, -1)
        if word in self.names:
            side, square = self.names[word]
            return algebra.value(side, (algebra.constant(square),))
        return None

    def exclude(self, a: Atom, b: Atom) -> bool:
        """Whether the product of two atoms is 0 on every board."""
        # A square is not held by both sides.
        return {a.word, b.word} == {"mine", "theirs"} and a.arguments == b.arguments

    def unchanged(self, algebra: Algebra, form: Form) -> bool:
        """Whether a form has the same value for all candidates of a decision."""
        return all(
            self._unchanged_atom(algebra, algebra.atoms[number])
            for monomial in form.terms
            for number in monomial
        )

    def _unchanged_atom(self, algebra: Algebra, atom: Atom) -> bool:
        return atom.word in self.unchanged_words and all(
            self.unchanged(algebra, argument) for argument in atom.arguments
        )


class Algebra:
    """Makes forms, for one vocabulary.

    Attributes:
        vocabulary: the words.
        facts: what is known of the game.
        atoms: all atoms, by their numbers.
        truths: by the number of an atom, whether it is 0 or 1.
        written: by the number of an atom, the arguments that it was met with, as they stand in expressions.
    """

    def __init__(self, vocabulary: Vocabulary, facts: Facts) -> None:
        self.vocabulary = vocabulary
        self.facts = facts
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

    # Forms

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
        if len(a.terms) * len(b.terms) > 64 * MOST_TERMS:
            return None
        terms: Terms = {}
        for monomial_a, factor_a in a.terms.items():
            for monomial_b, factor_b in b.terms.items():
                monomial = self._product(monomial_a, monomial_b)
                if monomial is not None:
                    if len(monomial) > MOST_DEGREE:
                        return None
                    terms[monomial] = terms.get(monomial, 0) + factor_a * factor_b
        made = self.form(terms)
        return made if len(made.terms) <= MOST_TERMS else None

    def _product(self, a: Monomial, b: Monomial) -> Monomial | None:
        """The product of two monomials; None if it is 0."""
        if not a or not b:
            return a or b
        key = (a, b)
        if key not in self._products:
            self._products[key] = self._reduced(sorted(a + b))
        return self._products[key]

    def _reduced(self, numbers: list[int]) -> Monomial | None:
        """A product in which a truth stands once and only the strictest of comparisons; None if it is 0."""
        kept: list[int] = []
        for number in numbers:
            if self.truths[number] and number in kept:
                continue
            atom = self.atoms[number]
            for place, other in enumerate(kept):
                if self.facts.exclude(atom, self.atoms[other]):
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
        """The form, whose value is now known to be in a range; a constant if that leaves one number only."""
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
        return self.form({(number,): 1})

    def residue(self, form: Form, cycle: int) -> Form:
        """What is left of a number that is taken cyclically."""
        return self.form({monomial: factor % cycle for monomial, factor in form.terms.items()})

    # Words

    def value(self, word: str, arguments: tuple[Form, ...]) -> Form:
        """The form of a word with arguments."""
        operation = _OPERATIONS.get(word)
        if operation is not None:
            return operation(self, *arguments)
        primitive = self.vocabulary.by_name[word]
        kept = arguments
        if primitive.takes_square:
            kept = (self.residue(arguments[0], self.vocabulary.squares),)
        elif arguments:
            kept = (self.residue(arguments[0], MOVE_CYCLE),)
        known = self.facts.value(self, word, kept, arguments)
        if known is not None:
            return known
        low, high = self.facts.ranges.get(word, (primitive.low, primitive.high))
        return self.atom(Atom(word, kept), low, high, arguments)

    def _arithmetic(self, word: str, exact: Form | None, a: Form, b: Form, ends: Iterable[int]) -> Form:
        """An operation on numbers: its exact value where that is within bounds, else an atom."""
        ends = list(ends)
        low, high = min(ends), max(ends)
        if exact is not None:
            low, high = max(low, exact.low), min(high, exact.high)
            if low >= -MOST and high <= MOST:
                return self.known_between(exact, low, high)
        low, high = saturated(low), saturated(high)
        if low == high:
            return self.constant(low)
        return self.atom(Atom(word, (a, b)), low, high, (a, b))

    def _add(self, a: Form, b: Form) -> Form:
        return self._arithmetic(
            "add", self._short(self.combined(a, b)), a, b, (a.low + b.low, a.high + b.high)
        )

    def _sub(self, a: Form, b: Form) -> Form:
        exact = self._short(self.combined(a, b, -1))
        return self._arithmetic("sub", exact, a, b, (a.low - b.high, a.high - b.low))

    def _mul(self, a: Form, b: Form) -> Form:
        corners = [x * y for x in (a.low, a.high) for y in (b.low, b.high)]
        return self._arithmetic("mul", self.product(a, b), a, b, corners)

    def _short(self, form: Form) -> Form | None:
        return form if len(form.terms) <= MOST_TERMS else None

    def _if(self, condition: Form, a: Form, b: Form) -> Form:
        if condition.constant is not None:
            return a if condition.constant else b
        low, high = min(a.low, b.low), max(a.high, b.high)
        added = self.product(condition, self.combined(a, b, -1))
        made = None if added is None else self._short(self.combined(b, added))
        if made is None:
            return self.atom(Atom("if_then_else", (condition, a, b)), low, high, (condition, a, b))
        return self.known_between(made, low, high)

    def _and(self, a: Form, b: Form) -> Form:
        return self._truth("and_", self.product(a, b), a, b)

    def _or(self, a: Form, b: Form) -> Form:
        both = self.product(a, b)
        made = None if both is None else self._short(self.combined(self.combined(a, b), both, -1))
        return self._truth("or_", made, a, b)

    def _truth(self, word: str, exact: Form | None, a: Form, b: Form) -> Form:
        if exact is None:
            return self.atom(Atom(word, (a, b)), 0, 1, (a, b))
        return self.known_between(exact, 0, 1)

    def _not(self, a: Form) -> Form:
        return self.known_between(self.combined(self.one, a, -1), 0, 1)

    def above(self, form: Form, threshold: int) -> Form:
        """Whether a form is greater than a number.

        All comparisons of a form's multiples, moved by whatever number, are made of the same atoms.
        """
        threshold -= form.terms.get((), 0)
        terms = {monomial: factor for monomial, factor in form.terms.items() if monomial}
        low, high = form.low - form.terms.get((), 0), form.high - form.terms.get((), 0)
        if high <= threshold:
            return self.zero
        if low > threshold:
            return self.one
        divisor = gcd(*terms.values())
        if terms[min(terms)] < 0:
            # N > t, of -N: it is not greater than -t - 1.
            kept = self.form({monomial: -factor // divisor for monomial, factor in terms.items()})
            return self._not(self._above(kept, (-threshold - 1) // divisor))
        kept = self.form({monomial: factor // divisor for monomial, factor in terms.items()})
        return self._above(kept, threshold // divisor)

    def _above(self, form: Form, threshold: int) -> Form:
        if form.high <= threshold:
            return self.zero
        if form.low > threshold:
            return self.one
        if len(form.terms) == 1:
            (monomial,) = form.terms
            if all(self.truths[number] for number in monomial):
                return form
        return self.atom(Atom(ABOVE, (form,), threshold), 0, 1)

    def _greater(self, a: Form, b: Form) -> Form:
        known = 1 if a.low > b.high else 0 if a.high <= b.low else None
        return self.above(self.combined(a, b, -1), 0) if known is None else self.constant(known)

    def _less(self, a: Form, b: Form) -> Form:
        return self._greater(b, a)

    def _equal(self, a: Form, b: Form) -> Form:
        if a.low > b.high or b.low > a.high:
            return self.zero
        difference = self.combined(a, b, -1)
        return self.known_between(
            self.combined(self.above(difference, -1), self.above(difference, 0), -1), 0, 1
        )

    def _always(self) -> Form:
        return self.one

    def _never(self) -> Form:
        return self.zero


_OPERATIONS: Mapping[str, Callable[..., Form]] = {
    "add": Algebra._add,  # noqa: SLF001 - its own class
    "sub": Algebra._sub,  # noqa: SLF001
    "mul": Algebra._mul,  # noqa: SLF001
    "if_then_else": Algebra._if,  # noqa: SLF001
    "and_": Algebra._and,  # noqa: SLF001
    "or_": Algebra._or,  # noqa: SLF001
    "not_": Algebra._not,  # noqa: SLF001
    "less_than": Algebra._less,  # noqa: SLF001
    "greater": Algebra._greater,  # noqa: SLF001
    "equal": Algebra._equal,  # noqa: SLF001
    "always": Algebra._always,  # noqa: SLF001
    "never": Algebra._never,  # noqa: SLF001
}
