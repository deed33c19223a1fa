"""The search for a short expression of a form.

Every expression is made by :class:`~senet_gp.trees.simplification.expressions.ExpressionBuilder`, which
computes its form, and is accepted only if that is the form searched for. So a mistake in the search can make
an expression longer, but never wrong.

A form is taken apart in several ways, into terms, factors, choices and parts of truths. Expressions of the
parts are searched for in the same way, and the shortest result is kept.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from itertools import combinations, islice

from primitives.types import MOST, Number, Truth
from senet_gp.trees.simplification.algebra import (
    ABOVE,
    Branches,
    Form,
    Monomial,
    Terms,
    branches,
    branches_of_pair,
    coefficient,
    common_numbers,
    divided,
    nearest,
    opposite,
    pairs,
)
from senet_gp.trees.simplification.expressions import Constants, Expression, ExpressionBuilder, shorter
from senet_gp.trees.sums import constant_truth

#: A part of a sum: its coefficient, and the forms that are multiplied.
Part = tuple[int, tuple[Form, ...]]
#: How many ways to take a form apart are tried, by depth in the search, for a quick and a thorough search.
QUICK = (24, 10, 5, 2)
THOROUGH = (40, 20, 10, 5, 3, 2)


class Writer:
    """Writes forms of one kind; the search finds the expressions of their parts."""

    def __init__(self, search: FormSearch) -> None:
        self._search = search
        self._builder = search.builder
        self._algebra = search.builder.algebra


class ComparisonWriter(Writer):
    """Writes comparisons of a form with a number."""

    def above(self, form: Form, threshold: int) -> Iterator[Expression]:
        """That a form exceeds a number."""
        for a, b in self._sides(form, threshold):
            yield self._greater(a, b)

    def not_above(self, form: Form, threshold: int) -> Iterator[Expression]:
        """That a form does not exceed a number."""
        for a, b in self._sides(form, threshold + 1):
            yield self._greater(b, a)

    def equal(self, form: Form, number: int) -> Iterator[Expression]:
        """That a form equals a number, if the vocabulary has a primitive for that."""
        if self._builder.has("equal"):
            for a, b in self._sides(form, number):
                yield self._builder.made("equal", a, b)

    def _greater(self, a: Expression, b: Expression) -> Expression:
        if self._builder.has("greater"):
            return self._builder.made("greater", a, b)
        return self._builder.made("less_than", b, a)

    def _sides(self, form: Form, number: int) -> Iterator[tuple[Expression, Expression]]:
        """Expressions a and b such that a - b is the form less the number: both sides of a comparison."""
        algebra, find = self._algebra, self._search.number
        positive = algebra.form({m: f for m, f in form.terms.items() if f > 0})
        negative = algebra.form({m: -f for m, f in form.terms.items() if f < 0})
        for left in dict.fromkeys((positive, form, algebra.combined(form, algebra.constant(number), -1))):
            right = algebra.combined(algebra.combined(left, form, -1), algebra.constant(number))
            for moved in (0, 1, -1, -number):
                step = algebra.constant(moved)
                yield find(algebra.combined(left, step)), find(algebra.combined(right, step))
        if negative.terms and not positive.terms:
            yield find(algebra.constant(-number)), find(negative)


def words_of_atom(search: FormSearch, number: int) -> Iterator[Expression]:
    """Expressions of an atom: its primitive with known arguments, or with ones equal modulo the cycle."""
    builder = search.builder
    atom = builder.algebra.atoms[number]
    if atom.word == ABOVE:
        yield from ComparisonWriter(search).above(atom.arguments[0], atom.threshold)
        return
    node = builder.node(atom.word)
    written = list(builder.algebra.written[number])
    if len(atom.arguments) == 1:
        written += [(form,) for form in residues(builder, atom.word, atom.arguments[0])]
    if not written:
        yield builder.made(atom.word)
    for arguments in written:
        yield builder.made(
            atom.word,
            *(
                search.truth(argument) if kind is Truth else search.number(argument)
                for argument, kind in zip(arguments, node.args, strict=True)
            ),
        )


def residues(builder: ExpressionBuilder, word: str, form: Form) -> list[Form]:
    """Forms that are equal to this one modulo the cycle in which a primitive takes its argument, if any."""
    primitive = builder.vocabulary.by_name.get(word)
    cycle = builder.facts.cycle(primitive, primitive.arguments[0]) if primitive else 0
    if not cycle:
        return []
    constants = builder.vocabulary.constants
    constant = form.terms.get((), 0)
    around = {m: f - cycle if 2 * f > cycle else f for m, f in form.terms.items() if m}
    found = []
    for near in (constant, constant - cycle, constant + cycle):
        if not around and near not in constants:
            continue
        found.append(builder.algebra.form(around | {(): near}))
    return found


class SumWriter(Writer):
    """Writes forms as sums."""

    def __init__(self, search: FormSearch) -> None:
        super().__init__(search)
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

    def factored(self, form: Form, factors: Iterable[Form]) -> Iterator[Expression | None]:
        """Expressions of a form as a product and a rest.

        Args:
            form: the form to divide.
            factors: polynomials that are factors in the tree.
        """
        yield from self._by_polynomial(form, factors)
        for number in common_numbers(self._algebra, form):
            quotient = coefficient(self._algebra, form, number)
            yield self._split(form, self._algebra.alone(number), quotient)
        yield from self._by_count(form)

    def _by_polynomial(self, form: Form, factors: Iterable[Form]) -> Iterator[Expression | None]:
        """Division by polynomials: the coefficients of atoms, and factors of the tree."""
        for divisor in self._divisors(form, factors):
            seen = set()
            for leading in islice(sorted(divisor.terms, reverse=True), 3):
                if leading:
                    multiplier = divided(self._algebra, form, divisor, leading)
                    if multiplier.terms and multiplier not in seen and divisor is not form:
                        seen.add(multiplier)
                        yield self._split(form, multiplier, divisor)

    def _divisors(self, form: Form, factors: Iterable[Form]) -> list[Form]:
        """The polynomials to try as divisors."""
        divisors: dict[Form, None] = {}
        for number in common_numbers(self._algebra, form):
            quotient = coefficient(self._algebra, form, number)
            if len(quotient.terms) > 1:
                divisors[quotient] = None
                constantless = self._algebra.form({m: f for m, f in quotient.terms.items() if m})
                if len(constantless.terms) > 1:
                    divisors[constantless] = None
        atoms = form.atoms()
        return list(divisors | {factor: None for factor in factors if factor.atoms() <= atoms})

    def _by_count(self, form: Form) -> Iterator[Expression | None]:
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
                divisor = self._algebra.form(whole)
                if len(divisor.terms) > 1:
                    yield self._split(form, self._algebra.constant(count), divisor)

    def _split(self, form: Form, multiplier: Form, divisor: Form) -> Expression | None:
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
        made, zero = self._builder.made, self._search.constants.zero
        form = self._algebra.scaled(expression.form, -1)
        best = self._builder.known(form)
        word, arguments = expression.node.name, expression.arguments
        if form.constant is not None:
            return self._search.constants.constant(form.constant)
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
        best = shorter(best, made("mul", expression, self._search.constants.constant(-1)))
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
        constants = self._search.constants
        if not factors:
            return constants.signed(count)
        sign = 1 if count > 0 else -1
        count = abs(count)
        made = self._builder.made
        product: Expression | None = None
        condition: Expression | None = None
        for factor in factors:
            if self._is_truth(factor):
                condition = self._search.truth(factor)
                continue
            if factor.high <= 0 or leading_sign(factor) < 0:
                sign, factor = -sign, self._algebra.scaled(factor, -1)  # noqa: PLW2901
            expression = self._search.number(factor)
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


class ChoiceWriter(Writer):
    """Writes forms as choices between two numbers."""

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
        algebra, made, number = self._algebra, self._builder.made, self._search.number
        common = algebra.form(
            {m: f for m, f in between.holds.terms.items() if between.fails.terms.get(m) == f}
        )
        own = [algebra.combined(form, common, -1) for form in between]
        inside = [common, algebra.zero, algebra.one]
        inside += [algebra.form({m: f}) for m, f in islice(common.terms.items(), 4)]
        inside += [algebra.scaled(form, -1) for form in own]
        test, otherwise = self._search.truth(condition), self._search.truth(opposite(algebra, condition))
        swapped = otherwise.nodes < test.nodes
        test = otherwise if swapped else test
        for kept in islice(dict.fromkeys(inside), self._search.breadth()):
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
            sign, constant = self._search.constants.signed(outside.constant)
            yield made("add" if sign > 0 else "sub", choice, constant)
            return
        yield made("add", self._search.number(outside), choice)
        if leading_sign(outside) < 0:
            yield made("sub", choice, self._search.number(self._algebra.scaled(outside, -1)))


class TruthWriter(Writer):
    """Writes truths."""

    def __init__(self, search: FormSearch) -> None:
        super().__init__(search)
        self._comparisons = ComparisonWriter(search)

    def certainty(self, *, value: bool) -> Expression:
        """A constant truth."""
        builder = self._builder
        both = None if builder.has("always" if value else "never") else self._excluding_queries()
        if both is None:
            return constant_truth(builder.vocabulary, builder.made, value=value)
        never = builder.made("and_", *both)
        return builder.made("not_", never) if value else never

    def _excluding_queries(self) -> tuple[Expression, Expression] | None:
        """The first two queries that never both hold, by the facts of the game; None if there are none."""
        truths = (query for query in self._builder.terminals if query.node.ret is Truth)
        for one, other in combinations(truths, 2):
            if self._algebra.product(one.form, other.form) is self._algebra.zero:
                return one, other
        return None

    def ways(self, form: Form) -> Iterator[Expression]:
        """Expressions of a truth that is not constant."""
        algebra = self._algebra
        if len(form.terms) == 1:
            ((monomial, factor),) = form.terms.items()
            if factor == 1 and len(monomial) == 1:
                yield from words_of_atom(self._search, monomial[0])
                return
        other = opposite(algebra, form)
        known = self._builder.known(other, Truth)
        if known is None and len(other.terms) == 1:
            known = self._search.truth(other)
        if known is not None:
            yield self._builder.made("not_", known)
        atoms = sorted(form.atoms())
        if len(form.terms) == 2 and len(atoms) == 1 and algebra.atoms[atoms[0]].word == ABOVE:
            compared = algebra.atoms[atoms[0]]
            yield from self._comparisons.not_above(compared.arguments[0], compared.threshold)
            return
        literals = [algebra.alone(number) for number in atoms] + pairs(algebra, atoms)
        for literal in literals[: self._search.breadth()]:
            if len(literal.terms) == 1:
                yield from self._by_atom(form, literal)
            elif form is literal:
                yield from self._pair(literal)
            else:
                yield from self._by_pair(form, literal)

    def _by_atom(self, form: Form, literal: Form) -> Iterator[Expression]:
        """Expressions by cases: a single atom holds or fails."""
        made, truth = self._builder.made, self._search.truth
        other = opposite(self._algebra, literal)
        found = branches(self._algebra, form, literal)
        if found is None:
            return
        holds, fails = found
        if not fails.terms:
            yield made("and_", truth(literal), truth(holds))
        elif holds.constant == 1:
            yield made("or_", truth(literal), truth(fails))
        elif not holds.terms:
            yield made("and_", truth(other), truth(fails))
        elif fails.constant == 1:
            yield made("or_", truth(other), truth(holds))
        else:
            one = made("and_", truth(literal), truth(holds))
            yield made("or_", one, made("and_", truth(other), truth(fails)))

    def _by_pair(self, form: Form, pair: Form) -> Iterator[Expression]:
        """Expressions by cases: a truth of two atoms holds or fails, if that leaves a simpler form."""
        without = opposite(self._algebra, pair)
        holds, fails = branches_of_pair(self._algebra, form, pair)
        test, other = self._search.truth(pair), self._search.truth(without)
        for word, condition, left in (
            ("and_", test, holds),
            ("or_", test, fails),
            ("and_", other, fails),
            ("or_", other, holds),
        ):
            if (
                left.constant is None
                and left is not form
                and left.low >= 0
                and len(left.terms) < len(form.terms)
            ):
                yield self._builder.made(word, condition, self._search.truth(left))

    def _pair(self, pair: Form) -> Iterator[Expression]:
        """A truth of two atoms: that a form equals a number, or that a square is empty."""
        first, second = (self._algebra.atoms[m[0]] for m in pair.terms if m)
        (argument,) = first.arguments
        if first.word == ABOVE:
            yield from self._comparisons.equal(argument, min(first.threshold, second.threshold) + 1)
            return
        if not self._builder.has("empty"):
            return
        for form in residues(self._builder, "mine", argument):
            yield self._builder.made("empty", self._search.number(form))


class FormSearch:
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
        self._sums = SumWriter(self)
        self._choices = ChoiceWriter(self)
        self._truths = TruthWriter(self)

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
            yield from self._sums.factored(form, self.divisors)

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
