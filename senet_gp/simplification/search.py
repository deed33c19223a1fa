"""The search for a short expression of a form.

Every expression is made by :class:`~senet_gp.simplification.expressions.Workshop`, which computes its form
anew, and is taken only if that is the form that was wanted: a mistake in the search could cost nodes, but
never a value.

Numbers are sums of products. A polynomial is taken apart in several ways (by a common factor, an atom, a
sub-polynomial that divides it, a condition), the parts are looked for in the same way, and the shortest
stays.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from functools import cache
from itertools import islice, product

from primitives.types import MOST, Number, Truth
from senet_gp.simplification.expressions import Expression, Workshop, shorter
from senet_gp.simplification.forms import ABOVE, MOVE_CYCLE, Form, Monomial

#: How many ways to take a form apart are tried, by how deep in the search it was come upon: quickly, or
#: thoroughly.
QUICK = (24, 10, 5, 2)
THOROUGH = (40, 20, 10, 5, 3, 2)
#: Constants are looked for among sums and products of at most so many.
_MOST_CONSTANTS = 3
_GREATEST_CONSTANT = 100_000

#: A part of a sum: how often it is taken, and the forms that are multiplied.
Part = tuple[int, tuple[Form, ...]]


class Search:
    """Looks for short expressions.

    Attributes:
        workshop: what makes them.
        effort: how many forms may still be taken apart; when there is nothing left the plainest way is taken.
        divisors: polynomials that are tried as divisors of others, because the tree has them as factors.
        conditions: truths that are tried as conditions, because the tree has them as such.
    """

    def __init__(self, workshop: Workshop, effort: int, ways: Sequence[int] = QUICK) -> None:
        self.workshop = workshop
        self.effort = effort
        self._ways_tried = ways
        self._algebra = workshop.algebra
        self._tried: dict[tuple[Form, type], int] = {}
        self._level = 0
        self._recipes = _recipes(workshop.vocabulary.constants)
        self.divisors: dict[Form, None] = {}
        self.conditions: dict[Form, None] = {}
        for terminal in workshop.terminals:
            if len(terminal.form.terms) > 1 and terminal.node.ret is Number:
                self.divisors[terminal.form] = None

    # Numbers

    def number(self, form: Form) -> Expression:
        """A short expression of a number.

        Of a form that goes beyond the bounds of numbers there is none; then it is one of another form, and so
        is whatever is made of it, which is therefore not taken.
        """
        constant = form.constant
        if constant is not None:
            return self._constant(constant)
        known = self.workshop.known(form)
        if form.low < -MOST or form.high > MOST:
            return known or self._zero()
        if self._was_tried(form, Number):
            return known or self._zero()
        best = known
        if self._is_atom(form):
            for way in self._atom(next(iter(form.terms))[0]):
                best = shorter(best, self._checked(way, form))
            return best or self._zero()
        best = shorter(best, self._checked(self._plain(form), form))
        if self.effort > 0 and self._level < len(self._ways_tried):
            self.effort -= 1
            self._level += 1
            for way in islice(self._ways(form), self._ways_tried[self._level - 1]):
                best = shorter(best, self._checked(way, form))
            self._level -= 1
        return shorter(best, self.workshop.known(form)) or self._zero()

    def _most_ways(self) -> int:
        """How many ways are tried where the search stands."""
        return self._ways_tried[min(self._level, len(self._ways_tried)) - 1]

    def _was_tried(self, form: Form, kind: type) -> bool:
        """Whether a form was taken apart before, at least as thoroughly as now; noted that it is."""
        key = (form, kind)
        if self._tried.get(key, len(self._ways_tried) + 1) <= self._level:
            return True
        self._tried[key] = self._level
        return False

    def _checked(self, expression: Expression | None, form: Form) -> Expression | None:
        return expression if expression is not None and expression.form is form else None

    def _constant(self, number: int) -> Expression:
        """A short expression of a number that is the same on all boards."""
        known = self.workshop.known(self._algebra.constant(number))
        if known is not None and known.nodes <= 3:
            return known
        if abs(number) > MOST:
            return self._zero()
        found = known
        if number in self._recipes:
            word, a, b = self._recipes[number]
            found = shorter(found, self.workshop.made(word, self._constant(a), self._constant(b)))
        else:
            found = shorter(found, self._long_constant(number))
        return found or self._zero()

    def _long_constant(self, number: int) -> Expression:
        """A large number, digit by digit in the greatest base."""
        base = max(self.workshop.vocabulary.constants)
        if number < 0:
            return self._difference(self._constant(-number))
        made = self.workshop.made
        if number == MOST:
            square = made("mul", made(str(base)), made(str(base)))
            while square.form.constant != MOST:
                square = made("mul", square, square)
            return square
        whole, rest = divmod(number, base)
        top = made("mul", made(str(base)), self._constant(whole))
        return made("add", top, self._constant(rest)) if rest else top

    def _difference(self, expression: Expression) -> Expression:
        return self.workshop.made("sub", self._zero(), expression)

    def _zero(self) -> Expression:
        known = self.workshop.known(self._algebra.zero)
        if known is None:
            one = self.workshop.made(str(max(self.workshop.vocabulary.constants)))
            known = self.workshop.made("sub", one, one)
        return known

    # Sums

    def _plain(self, form: Form) -> Expression | None:
        """Term by term."""
        return self._sum([(factor, self._factors(monomial)) for monomial, factor in form.terms.items()])

    def _factors(self, monomial: Monomial) -> tuple[Form, ...]:
        """The atoms of a monomial; its truths are one factor, their conjunction."""
        truths = tuple(number for number in monomial if self._algebra.truths[number])
        factors = [self._algebra.form({(number,): 1}) for number in monomial if number not in truths]
        return (*factors, *([self._algebra.form({truths: 1})] if truths else []))

    def _is_atom(self, form: Form) -> bool:
        """Whether a form is a single atom, and a number."""
        ((monomial, factor), *others) = form.terms.items()
        return not others and factor == 1 and len(monomial) == 1 and not self._algebra.truths[monomial[0]]

    def _is_truth(self, form: Form) -> bool:
        """Whether a form is a product of truths."""
        if len(form.terms) != 1:
            return False
        ((monomial, factor),) = form.terms.items()
        return factor == 1 and bool(monomial) and all(self._algebra.truths[number] for number in monomial)

    def _sum(self, parts: Sequence[Part]) -> Expression | None:
        """The sum of parts."""
        made = self.workshop.made
        added: list[Expression] = []
        taken: list[Expression] = []
        for count, factors in parts:
            sign, expression = self._part(count, factors)
            (added if sign > 0 else taken).append(expression)
        if not added:
            # One of them is added with its sign changed, whichever that makes least longer.
            turned = [self._negated(expression) for expression in taken]
            best = min(range(len(taken)), key=lambda place: turned[place].nodes - taken[place].nodes)
            added.append(turned[best])
            del taken[best]
        total = added[0]
        for expression in added[1:]:
            total = made("add", total, expression)
        for expression in taken:
            total = made("sub", total, expression)
        return total

    def _part(self, count: int, factors: Sequence[Form]) -> tuple[int, Expression]:
        """A part of a sum without its sign, and the sign."""
        sign = 1 if count > 0 else -1
        count = abs(count)
        made = self.workshop.made
        if not factors:
            return self._signed_constant(sign * count)
        product: Expression | None = None
        condition: Expression | None = None
        for factor in factors:
            if self._is_truth(factor):
                condition = self.truth(factor)
                continue
            if factor.high <= 0 or self._leading(factor) < 0:
                sign, factor = -sign, self._algebra.scaled(factor, -1)  # noqa: PLW2901
            expression = self.number(factor)
            product = expression if product is None else made("mul", product, expression)
        if product is None:
            product = self._constant(count)
        elif count != 1:
            product = made("mul", self._constant(count), product)
        if condition is not None:
            product = made("if_then_else", condition, product, self._zero())
        return sign, product

    def _signed_constant(self, number: int) -> tuple[int, Expression]:
        positive, negative = self._constant(number), self._constant(-number)
        return (1, positive) if positive.nodes <= negative.nodes else (-1, negative)

    def _leading(self, form: Form) -> int:
        """A number whose sign tells a form from its negative."""
        factors = [factor for monomial, factor in form.terms.items() if monomial]
        positive = sum(factor > 0 for factor in factors)
        negative = len(factors) - positive
        if positive != negative:
            return positive - negative
        return form.terms[min(monomial for monomial in form.terms if monomial)]

    def _negated(self, expression: Expression, levels: int = 6) -> Expression:
        """A short expression of the negative."""
        made = self.workshop.made
        form = self._algebra.scaled(expression.form, -1)
        best = self.workshop.known(form)
        word, arguments = expression.node.name, expression.arguments
        if form.constant is not None:
            return self._constant(form.constant)
        if word == "sub":
            best = shorter(best, made("sub", arguments[1], arguments[0]))
        elif levels and word in {"mul", "add"}:
            for one, other in (arguments, arguments[::-1]):
                turned = self._negated(one, levels - 1)
                best = shorter(best, made("mul" if word == "mul" else "sub", turned, other))
        elif levels and word == "if_then_else":
            branches = [self._negated(argument, levels - 1) for argument in arguments[1:]]
            best = shorter(best, made(word, arguments[0], *branches))
        best = shorter(best, self._difference(expression))
        best = shorter(best, made("mul", expression, self._constant(-1)))
        if best is None:
            raise AssertionError("every number can be negated")
        return best

    # Ways to take a number apart

    def _ways(self, form: Form) -> Iterator[Expression | None]:
        """Expressions of a form, found by taking it apart in different ways; what may be best first."""
        yield from self._by_known(form)
        if any(self._algebra.truths[number] for monomial in form.terms for number in monomial):
            yield from self._by_condition(form)
        if len(form.terms) == 1:
            return
        yield self._grouped(form)
        yield from self._by_divisor(form)
        yield from self._by_atom(form)
        yield from self._by_count(form)

    def _by_known(self, form: Form) -> Iterator[Expression | None]:
        """With its sign changed, if that is known."""
        known = self.workshop.known(self._algebra.scaled(form, -1))
        if known is not None:
            yield self._negated(known)

    def _atom(self, number: int) -> Iterator[Expression | None]:
        """Expressions of an atom: its word, with arguments that were met or are equal modulo the cycle."""
        atom = self._algebra.atoms[number]
        if atom.word == ABOVE:
            yield from self._comparisons(atom.arguments[0], atom.threshold)
            return
        made = self.workshop.made
        node = self.workshop.vocabulary.node_named[atom.word]
        written = list(self._algebra.written[number])
        if len(atom.arguments) == 1:
            written += [(form,) for form in self._residues(atom.word, atom.arguments[0])]
        if not written:
            yield made(atom.word)
        for arguments in written:
            yield made(
                atom.word,
                *(
                    self.truth(argument) if kind is Truth else self.number(argument)
                    for argument, kind in zip(arguments, node.args, strict=True)
                ),
            )

    def _residues(self, word: str, form: Form) -> list[Form]:
        """Numbers that are this one modulo the cycle in which a word takes them."""
        takes_square = self.workshop.vocabulary.by_name[word].takes_square
        cycle = self.workshop.vocabulary.squares if takes_square else MOVE_CYCLE
        constants = self.workshop.vocabulary.constants
        constant = form.terms.get((), 0)
        around = {m: f - cycle if 2 * f > cycle else f for m, f in form.terms.items() if m}
        found = []
        for near in (constant, constant - cycle, constant + cycle):
            if not around and near not in constants:
                continue
            found.append(self._algebra.form(around | {(): near}))
        return found

    def _grouped(self, form: Form) -> Expression | None:
        """What is taken equally often, together."""
        groups: dict[int, dict[Monomial, int]] = {}
        for monomial, factor in form.terms.items():
            groups.setdefault(abs(factor) if monomial else 0, {})[monomial] = factor
        parts: list[Part] = []
        for count, terms in groups.items():
            if count > 1 and len(terms) > 1:
                whole = {monomial: factor // count for monomial, factor in terms.items()}
                parts.append((count, (self._algebra.form(whole),)))
            else:
                parts += [(factor, self._factors(monomial)) for monomial, factor in terms.items()]
        return self._sum(parts) if len(parts) < len(form.terms) else None

    def _split(self, form: Form, multiplier: Form, divisor: Form) -> Expression | None:
        """Multiplier * divisor + what is left."""
        product = self._algebra.product(multiplier, divisor)
        if product is None:
            return None
        rest = self._algebra.combined(form, product, -1)
        if len(rest.terms) >= len(form.terms) + 1:
            return None
        parts: list[Part] = [self._scaled_part(multiplier, divisor)]
        if rest.terms:
            parts.append(self._rest(rest))
        return self._sum(parts)

    def _scaled_part(self, multiplier: Form, divisor: Form) -> Part:
        if multiplier.constant is not None:
            return multiplier.constant, (divisor,)
        return 1, (multiplier, divisor)

    def _rest(self, form: Form) -> Part:
        if form.constant is not None:
            return form.constant, ()
        return 1, (form,)

    def _by_divisor(self, form: Form) -> Iterator[Expression | None]:
        """By dividing it by polynomials: what stands with an atom, and factors of the tree."""
        divisors: dict[Form, None] = {}
        for number in self._common(form):
            quotient = self._quotient(form, number)
            if len(quotient.terms) > 1:
                divisors[quotient] = None
                constantless = self._algebra.form({m: f for m, f in quotient.terms.items() if m})
                if len(constantless.terms) > 1:
                    divisors[constantless] = None
        atoms = {number for monomial in form.terms for number in monomial}
        for divisor in self.divisors:
            if {number for monomial in divisor.terms for number in monomial} <= atoms:
                divisors[divisor] = None
        for divisor in divisors:
            seen = set()
            for leading in islice(sorted(divisor.terms, reverse=True), 3):
                if leading:
                    multiplier = self._divided(form, divisor, leading)
                    if multiplier.terms and multiplier not in seen and divisor is not form:
                        seen.add(multiplier)
                        yield self._split(form, multiplier, divisor)

    def _common(self, form: Form) -> list[int]:
        """The atoms that stand in more than one term, or more than once; those in most terms first."""
        count: Counter[int] = Counter()
        for monomial in form.terms:
            count.update(monomial)
        return [
            number for number, times in count.most_common() if times > 1 and not self._algebra.truths[number]
        ]

    def _quotient(self, form: Form, number: int) -> Form:
        """What an atom is multiplied by."""
        terms: dict[Monomial, int] = {}
        for monomial, factor in form.terms.items():
            if number in monomial:
                place = monomial.index(number)
                terms[monomial[:place] + monomial[place + 1 :]] = factor
        return self._algebra.form(terms)

    def _divided(self, form: Form, divisor: Form, leading: Monomial) -> Form:
        """The quotient of two polynomials, by a leading term that is given; it may leave anything."""
        quotient = self._algebra.zero
        rest = form
        factor = divisor.terms[leading]
        done: set[Monomial] = set()
        for _ in range(2 * len(form.terms)):
            for monomial in sorted(rest.terms, reverse=True):
                other = _without(monomial, leading)
                if other is None or other in done:
                    continue
                times = _nearest(rest.terms[monomial], factor)
                if times:
                    break
            else:
                break
            done.add(other)
            step = self._algebra.form({other: times})
            product = self._algebra.product(step, divisor)
            if product is None:
                break
            quotient = self._algebra.combined(quotient, step)
            rest = self._algebra.combined(rest, product, -1)
        return quotient

    def _by_atom(self, form: Form) -> Iterator[Expression | None]:
        """By an atom that is common to several terms."""
        for number in self._common(form):
            quotient = self._quotient(form, number)
            yield self._split(form, self._algebra.form({(number,): 1}), quotient)

    def _by_count(self, form: Form) -> Iterator[Expression | None]:
        """By a number that is nearly how often several terms are taken."""
        counts = Counter(abs(factor) for monomial, factor in form.terms.items() if monomial)
        for count in sorted(counts, key=lambda c: (-counts[c], c)):
            if count < 2:
                continue
            for with_constant in (True, False):
                whole = {
                    monomial: _nearest(factor, count)
                    for monomial, factor in form.terms.items()
                    if with_constant or monomial
                }
                divisor = self._algebra.form(whole)
                if len(divisor.terms) > 1:
                    yield self._split(form, self._algebra.constant(count), divisor)

    # Conditions

    def _by_condition(self, form: Form) -> Iterator[Expression | None]:
        """By a truth on which it depends."""
        for condition in self._conditions(form):
            branches = self._branches(form, condition)
            if branches is not None:
                yield from self._choices(condition, *branches)

    def _conditions(self, form: Form) -> Iterator[Form]:
        atoms = {number for monomial in form.terms for number in monomial if self._algebra.truths[number]}
        for truth in list(self.conditions):
            inside = {number for monomial in truth.terms for number in monomial}
            if len(inside) > 1 and inside <= atoms:
                yield truth
        for number in sorted(atoms):
            yield self._algebra.form({(number,): 1})

    def _branches(self, form: Form, condition: Form) -> tuple[Form, Form] | None:
        """What a form is where a condition holds, and where it does not; None if that is not easily said."""
        algebra = self._algebra
        if len(condition.terms) == 1:
            (truths,) = condition.terms
            inside = algebra.product(form, condition)
            if inside is None:
                return None
            terms: dict[Monomial, int] = {}
            for monomial, factor in inside.terms.items():
                rest = tuple(number for number in monomial if number not in truths)
                terms[rest] = terms.get(rest, 0) + factor
            holds = algebra.form(terms)
            if len(truths) == 1:
                return holds, algebra.form({m: f for m, f in form.terms.items() if truths[0] not in m})
            outside = {m: f for m, f in form.terms.items() if not set(truths) <= set(m)}
            return holds, algebra.form(outside)
        leading = max(condition.terms, key=lambda m: (len(m), m))
        quotient = self._divided(form, condition, leading)
        product = algebra.product(quotient, condition)
        if product is None:
            return None
        left = algebra.combined(form, product, -1)
        return algebra.combined(left, quotient), left

    def _choices(self, condition: Form, holds: Form, fails: Form) -> Iterator[Expression | None]:
        """A choice between two numbers, with what is common to both inside or outside."""
        algebra = self._algebra
        common = algebra.form({m: f for m, f in holds.terms.items() if fails.terms.get(m) == f})
        inside = [common, algebra.zero, algebra.one]
        inside += [algebra.form({m: f}) for m, f in islice(common.terms.items(), 4)]
        for form in (holds, fails):
            own = algebra.combined(form, common, -1)
            inside.append(algebra.scaled(own, -1))
        test, otherwise = self.truth(condition), self.truth(algebra.value("not_", (condition,)))
        swapped = otherwise.nodes < test.nodes
        test = otherwise if swapped else test
        for kept in islice(dict.fromkeys(inside), self._most_ways()):
            outside = algebra.combined(common, kept, -1)
            for sign in (1, -1):
                branches = [self.number(self._moved(form, common, kept, sign)) for form in (holds, fails)]
                if swapped:
                    branches.reverse()
                choice = self.workshop.made("if_then_else", test, *branches)
                if sign < 0:
                    rest = algebra.combined(outside, kept, 2)
                    yield self.workshop.made("sub", self.number(rest), choice) if rest.terms else None
                elif outside.terms:
                    yield from self._beside(choice, outside)
                else:
                    yield choice

    def _moved(self, form: Form, common: Form, kept: Form, sign: int) -> Form:
        """What stands in a branch of a choice that is added (sign 1), or taken away."""
        own = self._algebra.combined(form, common, -1)
        return self._algebra.combined(kept, own, sign)

    def _beside(self, choice: Expression, outside: Form) -> Iterator[Expression | None]:
        made = self.workshop.made
        if outside.constant is not None:
            sign, constant = self._signed_constant(outside.constant)
            yield made("add" if sign > 0 else "sub", choice, constant)
            return
        yield made("add", self.number(outside), choice)
        if self._leading(outside) < 0:
            yield made("sub", choice, self.number(self._algebra.scaled(outside, -1)))

    # Truths

    def truth(self, form: Form) -> Expression:
        """A short expression of a truth; if none is found, one of another form (see :meth:`number`)."""
        known = self.workshop.known(form, Truth)
        if form.constant is not None:
            return known or self._certainty(value=bool(form.constant))
        if self._was_tried(form, Truth):
            return known or self._certainty(value=False)
        best = known
        if best is None or (self.effort > 0 and self._level < len(self._ways_tried)):
            self.effort -= 1
            self._level += 1
            for way in self._truth_ways(form):
                best = shorter(best, self._checked(way, form))
            self._level -= 1
        best = shorter(best, self.workshop.known(form, Truth))
        return best or self._certainty(value=False)

    def _certainty(self, *, value: bool) -> Expression:
        """A truth that is the same on all boards."""
        made = self.workshop.made
        word = "always" if value else "never"
        if self.workshop.has(word):
            return made(word)
        one, other = made("i_am_in_water"), made("they_are_in_water")
        never = made("and_", one, other)
        return made("not_", never) if value else never

    def _truth_ways(self, form: Form) -> Iterator[Expression | None]:
        made, algebra = self.workshop.made, self._algebra
        if len(form.terms) == 1:
            ((monomial, factor),) = form.terms.items()
            if factor == 1 and len(monomial) == 1:
                yield from self._atom(monomial[0])
                return
        opposite = algebra.value("not_", (form,))
        known = self.workshop.known(opposite, Truth)
        if known is None and len(opposite.terms) == 1:
            known = self.truth(opposite)
        if known is not None:
            yield made("not_", known)
        atoms = sorted({number for monomial in form.terms for number in monomial})
        if len(form.terms) == 2 and len(atoms) == 1 and algebra.atoms[atoms[0]].word == ABOVE:
            yield from self._refusals(atoms[0])
            return
        literals = [algebra.form({(number,): 1}) for number in atoms]
        literals += self._made_of(atoms)
        for literal in literals[: self._most_ways()]:
            yield from self._by_literal(form, literal)

    def _made_of(self, atoms: Sequence[int]) -> list[Form]:
        """Truths that are sums of two of the atoms, or differences: that a square is empty, an equality."""
        algebra = self._algebra
        found = []
        for number in atoms:
            atom = algebra.atoms[number]
            for other_number in atoms:
                other = algebra.atoms[other_number]
                if atom.arguments != other.arguments:
                    continue
                if (atom.word, other.word) == ("mine", "theirs"):
                    found.append(algebra.form({(): 1, (number,): -1, (other_number,): -1}))
                elif atom.word == other.word == ABOVE and atom.threshold + 1 == other.threshold:
                    found.append(algebra.form({(number,): 1, (other_number,): -1}))
        return found

    def _by_literal(self, form: Form, literal: Form) -> Iterator[Expression | None]:
        """By whether a simpler truth holds."""
        algebra, made = self._algebra, self.workshop.made
        opposite = algebra.value("not_", (literal,))
        if len(literal.terms) > 1:
            yield from self._equal_or_empty(form, literal)
            return
        inside = algebra.product(form, literal)
        if inside is None:
            return
        ((truth,),) = literal.terms
        holds = algebra.form({tuple(n for n in m if n != truth): f for m, f in inside.terms.items()})
        fails = algebra.form({m: f for m, f in form.terms.items() if truth not in m})
        if not fails.terms:
            yield made("and_", self.truth(literal), self.truth(holds))
        elif holds.constant == 1:
            yield made("or_", self.truth(literal), self.truth(fails))
        elif not holds.terms:
            yield made("and_", self.truth(opposite), self.truth(fails))
        elif fails.constant == 1:
            yield made("or_", self.truth(opposite), self.truth(holds))
        else:
            one = made("and_", self.truth(literal), self.truth(holds))
            yield made("or_", one, made("and_", self.truth(opposite), self.truth(fails)))

    def _equal_or_empty(self, form: Form, literal: Form) -> Iterator[Expression | None]:
        """A truth made of two atoms: alone, or with what is left where it holds or does not."""
        algebra, made = self._algebra, self.workshop.made
        if form is literal:
            yield from self._literal(literal)
            return
        numbers = [m[0] for m in literal.terms if m]
        empty = literal.terms.get((), 0) == 1
        # Where the square is empty both atoms are 0, else one is the other's opposite; of an equality the
        # first is 1 and the second 0, else they are alike.
        first, second = numbers
        if empty:
            holds = _substituted(form, {first: (0, None), second: (0, None)})
            fails = _substituted(form, {second: (1, first)})
        else:
            holds = _substituted(form, {first: (1, None), second: (0, None)})
            fails = _substituted(form, {second: (0, first)})
        test = self.truth(literal)
        other = algebra.value("not_", (literal,))
        for word, condition, left in (
            ("and_", test, algebra.form(holds)),
            ("or_", test, algebra.form(fails)),
            ("and_", self.truth(other), algebra.form(fails)),
            ("or_", self.truth(other), algebra.form(holds)),
        ):
            if (
                left.constant is None
                and left is not form
                and left.low >= 0
                and len(left.terms) < len(form.terms)
            ):
                yield made(word, condition, self.truth(left))

    def _literal(self, literal: Form) -> Iterator[Expression | None]:
        (first, second) = (self._algebra.atoms[m[0]] for m in literal.terms if m)
        if first.word == ABOVE:
            lower = min(first.threshold, second.threshold)
            if self.workshop.has("equal"):
                for a, b in self._sides(first.arguments[0], lower + 1):
                    yield self.workshop.made("equal", a, b)
            return
        (argument,) = first.arguments
        for form in self._residues("mine", argument):
            yield self.workshop.made("empty", self.number(form))

    # Comparisons

    def _comparisons(self, form: Form, threshold: int) -> Iterator[Expression | None]:
        """That a form exceeds a number."""
        for a, b in self._sides(form, threshold):
            yield self._greater(a, b)

    def _refusals(self, number: int) -> Iterator[Expression | None]:
        """That a form does not exceed a number."""
        atom = self._algebra.atoms[number]
        for a, b in self._sides(atom.arguments[0], atom.threshold + 1):
            yield self._greater(b, a)

    def _greater(self, a: Expression, b: Expression) -> Expression:
        if self.workshop.has("greater"):
            return self.workshop.made("greater", a, b)
        return self.workshop.made("less_than", b, a)

    def _sides(self, form: Form, number: int) -> Iterator[tuple[Expression, Expression]]:
        """Expressions a and b such that a - b is the form less the number: both sides of a comparison."""
        algebra = self._algebra
        positive = algebra.form({m: f for m, f in form.terms.items() if f > 0})
        negative = algebra.form({m: -f for m, f in form.terms.items() if f < 0})
        for left in dict.fromkeys((positive, form, algebra.combined(form, algebra.constant(number), -1))):
            right = algebra.combined(algebra.combined(left, form, -1), algebra.constant(number))
            for moved in (0, 1, -1, -number):
                step = algebra.constant(moved)
                yield self.number(algebra.combined(left, step)), self.number(algebra.combined(right, step))
        if negative.terms and not positive.terms:
            yield self.number(algebra.constant(-number)), self.number(negative)


@cache
def _recipes(constants: range) -> dict[int, tuple[str, int, int]]:
    """How numbers are made of a few constants: the last operation, and what it is done to."""
    layers: list[list[int]] = [list(constants)]
    found: dict[int, tuple[str, int, int]] = {}
    for count in range(2, _MOST_CONSTANTS + 1):
        layers.append([])
        for first in range(1, count):
            for a, b in product(layers[first - 1], layers[count - first - 1]):
                for word, number in (("add", a + b), ("sub", a - b), ("mul", a * b)):
                    if abs(number) <= _GREATEST_CONSTANT and number not in found and number not in constants:
                        found[number] = word, a, b
                        layers[-1].append(number)
    return found


def _without(monomial: Monomial, part: Monomial) -> Monomial | None:
    """A monomial divided by another; None if it is no multiple."""
    left = list(monomial)
    for number in part:
        if number not in left:
            return None
        left.remove(number)
    return tuple(left)


def _nearest(number: int, divisor: int) -> int:
    """The whole number nearest to a quotient, of two as near the one that is nearer to 0."""
    whole, rest = divmod(abs(number), abs(divisor))
    whole += 2 * rest > abs(divisor)
    return whole if (number > 0) == (divisor > 0) else -whole


def _substituted(form: Form, values: dict[int, tuple[int, int | None]]) -> dict[Monomial, int]:
    """The terms of a form in which atoms are replaced by a constant, or 1 or 0 with another atom.

    A value (c, n) is c if n is None; (1, n) is one less atom n, (0, n) is atom n.
    """
    terms: dict[Monomial, int] = {}
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
