"""Truths written as conjunctions, disjunctions, negations and comparisons."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations

from primitives.types import Truth
from senet_gp.simplification.atoms import residues, words_of_atom
from senet_gp.simplification.branches import branches, branches_of_pair, pairs
from senet_gp.simplification.comparisons import Comparisons
from senet_gp.simplification.expressions import Expression
from senet_gp.simplification.finder import Finder
from senet_gp.simplification.forms import ABOVE, Form
from senet_gp.simplification.operations import opposite
from senet_gp.trees.constants import constant_truth


class Truths:
    """Writes truths, whose parts' expressions a finder finds."""

    def __init__(self, finder: Finder) -> None:
        self._finder = finder
        self._builder = finder.builder
        self._algebra = finder.builder.algebra
        self._comparisons = Comparisons(finder)

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
                yield from words_of_atom(self._finder, monomial[0])
                return
        other = opposite(algebra, form)
        known = self._builder.known(other, Truth)
        if known is None and len(other.terms) == 1:
            known = self._finder.truth(other)
        if known is not None:
            yield self._builder.made("not_", known)
        atoms = sorted(form.atoms())
        if len(form.terms) == 2 and len(atoms) == 1 and algebra.atoms[atoms[0]].word == ABOVE:
            compared = algebra.atoms[atoms[0]]
            yield from self._comparisons.not_above(compared.arguments[0], compared.threshold)
            return
        literals = [algebra.alone(number) for number in atoms] + pairs(algebra, atoms)
        for literal in literals[: self._finder.breadth()]:
            if len(literal.terms) == 1:
                yield from self._by_atom(form, literal)
            elif form is literal:
                yield from self._pair(literal)
            else:
                yield from self._by_pair(form, literal)

    def _by_atom(self, form: Form, literal: Form) -> Iterator[Expression]:
        """Expressions by cases: a single atom holds or fails."""
        made, truth = self._builder.made, self._finder.truth
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
        test, other = self._finder.truth(pair), self._finder.truth(without)
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
                yield self._builder.made(word, condition, self._finder.truth(left))

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
            yield self._builder.made("empty", self._finder.number(form))
