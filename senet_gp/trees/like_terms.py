"""Shorter expressions by adding up like terms: sums and products as polynomials, written again in few nodes.

The value of a sum, a difference or a product is a polynomial over *factors*: words that read the board, and
other functions with their arguments. Like terms are added up in it, and it is written as an expression again,
with common factors before parentheses. Several of these are tried, and the shortest expression is taken.
Truths lose negations that are not needed.

A part that might exceed the bounds of numbers somewhere is a factor as a whole, since ordinary algebra does
not hold there; nor does it become an expression that might exceed them. So parts keep their values.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from itertools import chain
from math import gcd, prod
from typing import NamedTuple

from primitives.types import MOST, Number
from primitives.vocabulary import Node, Vocabulary
from senet_gp.runtime import interruption
from senet_gp.trees.individual import Individual
from senet_gp.trees.sums import SumWriter, constant, why_no_sums
from senet_gp.trees.text import greatest_of

#: The names of the nodes of an expression, root first.
Words = tuple[str, ...]
#: The factors of a product, in order.
Monomial = tuple[Words, ...]
#: The coefficient of each monomial, none of them 0; that of no factors is a number that is added.
Polynomial = dict[Monomial, int]
#: A part of a sum: its coefficient, and the rest of it; a number alone has no rest.
Part = tuple[int, Words]

#: The functions whose values are polynomials of those of their arguments.
_SUMS = frozenset({"add", "sub", "mul"})
#: Products with more terms than this are not multiplied out.
_MOST_TERMS = 60
#: Products of more factors than this are factors as a whole.
_MOST_FACTORS = 12
#: Sums of more terms than this are not divided by others.
_MOST_DIVIDED = 24
#: How many common factors, and how many divisions by the rest of each, are tried, and how often in a row.
_TRIED = 2
_DEEPEST = 2


def with_like_terms(tree: Sequence[Node], vocabulary: Vocabulary) -> Individual:
    """A shorter expression, where like terms can be added up, that is highest for the same afterstates.

    A number that is added to the whole, and a positive one by which it is multiplied, are left out. In a game
    whose programs name the move, values stay the same, since each value names one.

    >>> from primitives import vocabulary_of
    >>> from senet_gp.trees.text import from_lisp, to_lisp
    >>> vocabulary = vocabulary_of("senet")
    >>> tree = from_lisp("(add (sub (mul 2 my_moves) my_pieces) (add my_moves 4))", vocabulary)
    >>> to_lisp(with_like_terms(tree, vocabulary))
    '(sub (mul 3 my_moves) my_pieces)'

    Raises:
        KeyboardInterrupt: if the user interrupts it.
    """
    best = Individual(tree, vocabulary)
    if why_no_sums(vocabulary):
        return best
    adder = _Adder(vocabulary)
    while True:
        words = adder.shortened(best)
        if len(words) >= len(best):
            return best
        best = Individual([vocabulary.node_named[word] for word in words], vocabulary)


class _Subtree(NamedTuple):
    """An expression of which sums are made.

    Attributes:
        words: the expression.
        greatest: a number that its absolute value does not exceed.
        few: its polynomial, in which products of sums are factors.
        many: its polynomial, in which they are multiplied out.
        is_sum: whether it is a sum, a difference or a product that does not exceed the bounds of numbers.
    """

    words: Words
    greatest: int
    few: Polynomial
    many: Polynomial
    is_sum: bool


class _Adder:
    """Adds up like terms in expressions of one vocabulary."""

    def __init__(self, vocabulary: Vocabulary) -> None:
        self._vocabulary = vocabulary
        self._writer = SumWriter("add", "sub", "mul", cache(self._number), nothing=0)

    def _number(self, value: int) -> Words:
        return tuple(node.name for node in constant(value, Number, self._vocabulary))

    def shortened(self, tree: Sequence[Node]) -> Words:
        """The shortest expression that is found."""
        stack: list[_Subtree] = []
        for node in reversed(tree):
            interruption.check()
            stack.append(self._subtree(node, [stack.pop() for _ in range(node.arity)]))
        whole = stack.pop()
        tried = [whole.few, whole.many]
        if tree[0].ret is Number and not self._vocabulary.game.named_moves:
            tried = [alike for polynomial in tried for alike in _alike(polynomial)]
        return self._shortest(self._finished(whole), tried)

    def _subtree(self, node: Node, arguments: Sequence[_Subtree]) -> _Subtree:
        """A node with its arguments."""
        greatest = greatest_of(node.name, [argument.greatest for argument in arguments], self._vocabulary)
        is_sum = node.name in _SUMS and greatest <= MOST
        parts = [argument.words if is_sum else self._finished(argument) for argument in arguments]
        words = _without_negations(node.name, parts)
        if is_sum:
            few = self._polynomial(node.name, [argument.few for argument in arguments], most_terms=0)
            many = self._polynomial(
                node.name, [argument.many for argument in arguments], most_terms=_MOST_TERMS
            )
        elif node.ret is Number and node.name not in self._vocabulary.by_name:
            few = many = {(): int(node.name)} if int(node.name) else {}
        else:
            few = many = {(words,): 1}
        return _Subtree(words, min(greatest, MOST), few, many, is_sum)

    def _finished(self, subtree: _Subtree) -> Words:
        """The shortest expression of a subtree that is found."""
        return self._shortest(subtree.words, [subtree.few, subtree.many]) if subtree.is_sum else subtree.words

    def _shortest(self, words: Words, polynomials: Iterable[Polynomial]) -> Words:
        """The shortest expression no part of which might exceed the bounds of numbers."""
        for shorter in sorted(map(self._written, polynomials), key=len):
            if len(shorter) < len(words) and self._stays_within_bounds(shorter):
                return shorter
        return words

    def _polynomial(self, name: str, arguments: Sequence[Polynomial], *, most_terms: int) -> Polynomial:
        """The polynomial of a sum, a difference or a product."""
        if name != "mul":
            return _added(arguments[0], arguments[1], 1 if name == "add" else -1)
        sizes = [len(argument) for argument in arguments]
        factors = sum(max(map(len, argument), default=0) for argument in arguments)
        if factors <= _MOST_FACTORS and (min(sizes) <= 1 or prod(sizes) <= most_terms):
            return _product(arguments[0], arguments[1])
        return {tuple(sorted(map(self._written, arguments))): 1}

    def _stays_within_bounds(self, words: Words) -> bool:
        stack: list[int] = []
        for word in reversed(words):
            arity = self._vocabulary.node_named[word].arity
            stack.append(greatest_of(word, [stack.pop() for _ in range(arity)], self._vocabulary))
            if stack[-1] > MOST:
                return False
        return True

    def _written(self, polynomial: Polynomial) -> Words:
        """A polynomial as an expression."""
        return self._writer.sum_of(self._parts(polynomial))

    def _parts(self, polynomial: Polynomial, depth: int = 0) -> list[Part]:
        """The parts of a sum, with common factors before parentheses."""
        parts: list[Part] = []
        while True:
            count = Counter(factor for monomial in polynomial for factor in set(monomial))
            common = [factor for factor in count if count[factor] > 1]
            if not common:
                return parts + [(weight, self._product(monomial)) for monomial, weight in polynomial.items()]
            common.sort(key=lambda factor: ((count[factor] - 1) * (len(factor) + 1), factor), reverse=True)
            if depth < _DEEPEST and len(polynomial) <= _MOST_DIVIDED:
                splits = chain.from_iterable(_splits(polynomial, factor) for factor in common[:_TRIED])
                tried = [[self._part(split), *self._parts(split.rest, depth + 1)] for split in splits]
                return parts + min(tried, key=lambda parts: len(self._writer.sum_of(parts)))
            split = _common_factor(polynomial, common[0])
            parts.append(self._part(split))
            polynomial = split.rest

    def _part(self, split: _Split) -> Part:
        return split.weight, ("mul", *self._written(split.outer), *self._written(split.inner))

    def _product(self, monomial: Monomial) -> Words:
        """A product of factors; nothing for a number alone."""
        return tuple(["mul"] * (len(monomial) - 1)) + tuple(word for factor in monomial for word in factor)


def _alike(polynomial: Polynomial) -> Iterator[Polynomial]:
    """Polynomials that are greatest where this one is, without what choices do not depend on."""
    kept = {monomial: weight for monomial, weight in polynomial.items() if monomial}
    divisor = gcd(*kept.values()) or 1
    kept = {monomial: weight // divisor for monomial, weight in kept.items()}
    # A number that is added may make the expression shorter: 1 - a has fewer nodes than the negative of a.
    yield from (kept, kept | {(): 1})


def _without_negations(word: str, arguments: Sequence[Words]) -> Words:
    """A word with its arguments: a truth negated twice is itself, and a choice needs no negated condition."""
    if word == "not_" and arguments[0][0] == "not_":
        return arguments[0][1:]
    if word == "if_then_else" and arguments[0][0] == "not_":
        (_, *condition), holds, fails = arguments
        return (word, *condition, *fails, *holds)
    return (word, *chain.from_iterable(arguments))


class _Split(NamedTuple):
    """A polynomial as weight * outer * inner + rest."""

    weight: int
    outer: Polynomial
    inner: Polynomial
    rest: Polynomial


def _common_factor(polynomial: Polynomial, factor: Words) -> _Split:
    """A polynomial with this factor before parentheses."""
    quotient: Polynomial = {}
    rest: Polynomial = {}
    for monomial, weight in polynomial.items():
        if factor in monomial:
            index = monomial.index(factor)
            quotient[monomial[:index] + monomial[index + 1 :]] = weight
        else:
            rest[monomial] = weight
    common = gcd(*quotient.values()) * (-1 if max(quotient.values()) < 0 else 1)
    inner = {monomial: weight // common for monomial, weight in quotient.items()}
    return _Split(common, {(factor,): 1}, inner, rest)


def _splits(polynomial: Polynomial, factor: Words) -> Iterator[_Split]:
    """Ways to write a polynomial with this factor, and with it and something added to it."""
    split = _common_factor(polynomial, factor)
    yield split
    weight, outer, inner, _ = split
    for divisor in (inner, {monomial: own for monomial, own in inner.items() if monomial}):
        if len(divisor) > 1:
            left = _added(polynomial, _product(outer, divisor), -weight)
            for multiplier, times in _multipliers(left, divisor, weight):
                more = {multiplier: times}
                rest = _added(left, _product(more, divisor), -weight)
                yield _Split(weight, outer | more, divisor, rest)


def _multipliers(polynomial: Polynomial, divisor: Polynomial, weight: int) -> list[tuple[Monomial, int]]:
    """Multiples of a divisor that have the most terms in common with a polynomial."""
    found: Counter[tuple[Monomial, int]] = Counter()
    for monomial, own in polynomial.items():
        for leading, part in divisor.items():
            multiplier = _without(monomial, leading)
            if multiplier is not None and not own % (part * weight):
                found[multiplier, own // (part * weight)] += 1
    return [multiple for multiple, _ in found.most_common(_TRIED)]


def _without(monomial: Monomial, part: Monomial) -> Monomial | None:
    """A monomial divided by another; None if it is not a multiple of it."""
    left = list(monomial)
    for factor in part:
        if factor not in left:
            return None
        left.remove(factor)
    return tuple(left)


def _added(a: Polynomial, b: Polynomial, weight: int) -> Polynomial:
    """A + weight * b."""
    found = dict(a)
    for monomial, own in b.items():
        found[monomial] = found.get(monomial, 0) + weight * own
    return {monomial: own for monomial, own in found.items() if own}


def _product(a: Polynomial, b: Polynomial) -> Polynomial:
    found: Polynomial = {}
    for monomial, weight in a.items():
        for other, own in b.items():
            both = tuple(sorted(monomial + other))
            found[both] = found.get(both, 0) + weight * own
    return {monomial: weight for monomial, weight in found.items() if weight}
