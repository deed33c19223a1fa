"""Expressions as sums of weighted terms, and sums as expressions; any number or truth as an expression.

The functions of sums work on the codes of nodes (:attr:`~senet_gp.trees.individual.Individual.codes`). A
*term* is a product of factors, each the packed codes of a subtree: of one factor where it is added at the
top, of several where it is added inside a product. The terms of ``a + b * (c + 2)`` are ``(a,)``, ``(b, c)``
and ``(b,)``, the last with the weight 2. So an expression is linear in all weights, those inside products
too.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import lru_cache
from itertools import chain
from math import gcd
from typing import Generic, NamedTuple, TypeVar

import numpy as np
from numpy.typing import NDArray

from primitives.types import Number, Truth
from primitives.vocabulary import Codes, Node, Vocabulary
from senet_gp.runtime.errors import UsageError

#: The packed codes of the factors of a product.
Term = tuple[bytes, ...]
#: The weight of each term. A weight is never 0.
Terms = dict[Term, int]

_ADD = "add"
_SUB = "sub"
_MUL = "mul"
_IF = "if_then_else"
#: Products inside more products than this are factors as a whole.
_DEEPEST = 3
Symbol = TypeVar("Symbol")


def why_no_sums(vocabulary: Vocabulary) -> str:
    """What a vocabulary lacks for weighted sums, as part of a sentence; empty if it lacks nothing.

    >>> from primitives import vocabulary_of
    >>> why_no_sums(vocabulary_of("senet"))
    ''
    """
    missing = [word for word in (_ADD, _SUB, _MUL) if word not in vocabulary.by_name]
    if missing:
        return f"the vocabulary {vocabulary.name} lacks {', '.join(missing)}"
    has_numbers = {1, 2} <= set(vocabulary.constants)
    return "" if has_numbers else f"the vocabulary {vocabulary.name} lacks the constants 1 and 2"


def terms_of(codes: Codes, vocabulary: Vocabulary) -> Terms:
    """An expression as a sum of weighted terms, but for a constant, which no choice depends on.

    A choice between two numbers at the top, such as ``(if_then_else contact 9 4)``, is the term
    ``(if_then_else contact 2 1)`` with the weight 5.

    >>> from primitives import vocabulary_of
    >>> from senet_gp.trees.text import from_lisp
    >>> vocabulary = vocabulary_of("senet")
    >>> tree = from_lisp("(sub (mul 3 my_moves) (mul my_pieces (add 4 (mul 2 my_moves))))", vocabulary)
    >>> def word(factor: bytes) -> str:
    ...     return vocabulary.decode(np.frombuffer(factor, np.int16))[0].name
    >>> terms = terms_of(tree.codes, vocabulary)
    >>> [(weight, *map(word, term)) for term, weight in terms.items()]
    [(3, 'my_moves'), (-4, 'my_pieces'), (-2, 'my_pieces', 'my_moves')]

    Args:
        codes: (nodes,) int16, the codes of the expression.
        vocabulary: its vocabulary, which has all that sums need (see :func:`why_no_sums`).
    """
    add, subtract, multiply = (_code_of(word, vocabulary) for word in (_ADD, _SUB, _MUL))
    first_constant = len(vocabulary.primitives)
    ends, has_sum = _shape(codes, vocabulary, add, subtract, multiply)
    found: Terms = {}
    waiting: list[tuple[int, int, Term]] = [(0, 1, ())]
    while waiting:
        begin, weight, outer = waiting.pop()
        code = int(codes[begin])
        term: Term = ()
        if code in {add, subtract, multiply}:
            left, right = begin + 1, ends[begin + 1]
        if code in {add, subtract}:
            waiting += [(right, weight if code == add else -weight, outer), (left, weight, outer)]
        elif code == multiply and codes[left] >= first_constant:
            waiting.append((right, weight * vocabulary.constants[int(codes[left]) - first_constant], outer))
        elif code == multiply and codes[right] >= first_constant:
            waiting.append((left, weight * vocabulary.constants[int(codes[right]) - first_constant], outer))
        elif code == multiply and has_sum[begin] and len(outer) < _DEEPEST:
            # The larger of two sums is taken apart, the other one is a factor.
            inner = max((side for side in (left, right) if has_sum[side]), key=lambda side: ends[side] - side)
            factor = left + right - inner
            waiting.append((inner, weight, (*outer, codes[factor : ends[factor]].tobytes())))
        elif code < first_constant:
            term = (*outer, codes[begin : ends[begin]].tobytes())
        elif outer:
            term, weight = outer, weight * vocabulary.constants[code - first_constant]
        if term:
            term, weight = _unit(term, weight, vocabulary)
            found[term] = found.get(term, 0) + weight
    return {term: weight for term, weight in found.items() if weight}


def _unit(term: Term, weight: int, vocabulary: Vocabulary) -> tuple[Term, int]:
    """A choice between two numbers at the top as one between 2 and 1, and its weight; others as they are."""
    codes = np.frombuffer(term[0], np.int16)
    step = _step_of(codes, vocabulary) if len(term) == 1 else 0
    if not step or vocabulary.constants[0] != 1:
        return term, weight
    return (_with_step(codes, 1, vocabulary).tobytes(),), weight * step


def _step_of(codes: Codes, vocabulary: Vocabulary) -> int:
    """How much more a choice between two numbers is if its condition holds; 0 if codes are none."""
    if _IF not in vocabulary.by_name or codes[0] != _code_of(_IF, vocabulary):
        return 0
    numbers = codes[-2:]
    if numbers.min() < len(vocabulary.primitives) or not _is_whole(codes[1:-2], vocabulary):
        return 0
    return int(numbers[0]) - int(numbers[1])


def _is_whole(codes: Codes, vocabulary: Vocabulary) -> bool:
    """Whether codes are those of one expression, and no more."""
    open_places = 1 + np.cumsum(vocabulary.arities[codes] - 1)
    return bool(len(codes) and open_places[-1] == 0 and (open_places[:-1] > 0).all())


def _with_step(codes: Codes, step: int, vocabulary: Vocabulary) -> Codes:
    """A choice between two numbers whose difference is another one, and the smaller of which is 1."""
    values = (1 + step, 1) if step > 0 else (1, 1 - step)
    return np.concatenate(
        (codes[:-2], [_constant_code(value, vocabulary) for value in values]), dtype=np.int16
    )


def _constant_code(value: int, vocabulary: Vocabulary) -> int:
    return len(vocabulary.primitives) + vocabulary.constants.index(value)


def _shape(
    codes: Codes, vocabulary: Vocabulary, add: int, subtract: int, multiply: int
) -> tuple[list[int], list[bool]]:
    """Where the subtree at each node ends, and whether it is a sum, or a product of one, all of numbers."""
    ends, has_sum = [0] * len(codes), [False] * len(codes)
    arities = vocabulary.arities[codes].tolist()
    for begin in range(len(codes) - 1, -1, -1):
        code, end = int(codes[begin]), begin + 1
        arguments = []
        for _ in range(arities[begin]):
            arguments.append(end)
            end = ends[end]
        ends[begin] = end
        has_sum[begin] = code in {add, subtract} or (
            code == multiply and any(has_sum[argument] for argument in arguments)
        )
    return ends, has_sum


def sum_of(terms: Terms, vocabulary: Vocabulary) -> Codes:
    """A weighted sum as an expression: the terms with positive weights less those with negative ones.

    Terms with the same first factor are added inside a product with it.

    >>> from primitives import vocabulary_of
    >>> from senet_gp.trees.text import from_lisp, to_lisp
    >>> vocabulary = vocabulary_of("senet")
    >>> moves, others, pieces = (
    ...     from_lisp(word, vocabulary).packed for word in ("my_moves", "their_moves", "my_pieces")
    ... )
    >>> codes = sum_of({(moves,): 3, (others,): -1, (pieces, moves): 4, (pieces,): 6}, vocabulary)
    >>> to_lisp(vocabulary.decode(codes))
    '(sub (add (mul 3 my_moves) (mul 2 (mul my_pieces (add 3 (mul 2 my_moves))))) their_moves)'

    Args:
        terms: the weights of the terms; at least one.
        vocabulary: the vocabulary.

    Returns:
        The codes of the expression, (nodes,) int16.
    """
    parts = [_stepped(*part, vocabulary) for part in _weighted(terms, vocabulary)]
    return np.array(_writer(vocabulary).sum_of(parts), np.int16)


def _stepped(weight: int, nodes: tuple[int, ...], vocabulary: Vocabulary) -> tuple[int, tuple[int, ...]]:
    """A part at the top of a sum; the weight of a choice between two numbers becomes their difference."""
    codes = np.array(nodes, np.int16)
    step = weight * _step_of(codes, vocabulary) if nodes else 0
    if step and _has_step(step, vocabulary):
        return 1, tuple(_with_step(codes, step, vocabulary).tolist())
    return weight, nodes


class SumWriter(NamedTuple, Generic[Symbol]):
    """Writes sums of weighted parts as expressions, whose nodes are codes or names, root first.

    Attributes:
        add: the node that adds.
        subtract: the node that subtracts.
        multiply: the node that multiplies.
        number: the nodes of a number.
        nothing: the number that parts are subtracted from where none is added.
    """

    add: Symbol
    subtract: Symbol
    multiply: Symbol
    number: Callable[[int], tuple[Symbol, ...]]
    nothing: int

    def sum_of(self, parts: Iterable[tuple[int, tuple[Symbol, ...]]]) -> tuple[Symbol, ...]:
        """The parts with positive weights less those with negative ones; of the same weight, added first.

        Args:
            parts: the weight and the nodes of each part; a number alone is a weight without nodes.
        """
        groups: dict[int, list[tuple[int, tuple[Symbol, ...]]]] = {}
        for weight, nodes in parts:
            groups.setdefault(abs(weight) if nodes else 0, []).append((weight, nodes))
        positive: list[tuple[Symbol, ...]] = []
        negative: list[tuple[Symbol, ...]] = []
        for size, group in groups.items():
            for weight, nodes in [self._as_one(group)] if size > 1 and len(group) > 1 else group:
                (positive if weight > 0 else negative).append(self._multiple(abs(weight), nodes))
        added = self._added(positive) if positive else self.number(self.nothing)
        return (self.subtract, *added, *self._added(negative)) if negative else added

    def _as_one(self, group: Sequence[tuple[int, tuple[Symbol, ...]]]) -> tuple[int, tuple[Symbol, ...]]:
        """Parts of the same weight, but for its sign, as one part: their sum."""
        sign = 1 if any(weight > 0 for weight, _ in group) else -1
        signs = [(1 if weight * sign > 0 else -1, nodes) for weight, nodes in group]
        return sign * abs(group[0][0]), self.sum_of(signs)

    def _multiple(self, weight: int, nodes: tuple[Symbol, ...]) -> tuple[Symbol, ...]:
        if not nodes:
            return self.number(weight)
        return nodes if weight == 1 else (self.multiply, *self.number(weight), *nodes)

    def _added(self, parts: Sequence[tuple[Symbol, ...]]) -> tuple[Symbol, ...]:
        """The sum of expressions as a balanced tree: deep trees leave crossover few places near the root."""
        if len(parts) == 1:
            return parts[0]
        half = (len(parts) + 1) // 2
        return (self.add, *self._added(parts[:half]), *self._added(parts[half:]))


@lru_cache(maxsize=16)
def _writer(vocabulary: Vocabulary) -> SumWriter[int]:
    """Writes sums of codes.

    All weights are negative at the top alone, where no choice depends on the number that is subtracted from.
    """

    def number(value: int) -> tuple[int, ...]:
        return tuple(vocabulary.codes_of(constant(value, Number, vocabulary)).tolist())

    add, subtract, multiply = (_code_of(word, vocabulary) for word in (_ADD, _SUB, _MUL))
    return SumWriter(add, subtract, multiply, number, nothing=1)


def _weighted(terms: Terms, vocabulary: Vocabulary) -> list[tuple[int, tuple[int, ...]]]:
    """The parts of a sum with their weights: a number, single factors, and products of a factor and a sum."""
    grouped: dict[bytes, Terms] = {}
    parts: list[tuple[int, tuple[int, ...]]] = []
    writer = _writer(vocabulary)
    for term, weight in terms.items():
        if term:
            grouped.setdefault(term[0], {})[term[1:]] = weight
        else:
            parts.append((weight, ()))
    for first, inner in grouped.items():
        factor = tuple(np.frombuffer(first, np.int16).tolist())
        if inner.keys() == {()}:
            parts.append((inner[()], factor))
            continue
        common = gcd(*inner.values()) * (-1 if max(inner.values()) < 0 else 1)
        shared = {rest: weight // common for rest, weight in inner.items()}
        inside = writer.sum_of(_weighted(shared, vocabulary))
        parts.append((common, (writer.multiply, *factor, *inside)))
    return parts


@lru_cache(maxsize=1 << 17)
def size_of(term: Term, weight: int, vocabulary: Vocabulary) -> int:
    """The number of nodes by which a sum is larger that has this term with this weight.

    The factors before the last one do not count: they may stand before other terms as well (see
    :func:`outer_size`).
    """
    factor = (
        0
        if abs(weight) == 1 or _is_stepped(term, weight, vocabulary)
        else 1 + _size_of_number(abs(weight), vocabulary)
    )
    return nodes_of(term[-1]) + factor + 1


def sizes_of(term: Term, most: int, vocabulary: Vocabulary) -> NDArray[np.int64]:
    """What :func:`size_of` says for the weights 0 to ``most``; a weight of 0 counts as 1."""
    factors = _sizes_of_weights(most, vocabulary)
    if _is_stepped(term, 1, vocabulary):
        factors = np.where(np.arange(most + 1) < len(vocabulary.constants), 0, factors)
    return factors + size_of(term, 1, vocabulary)


@lru_cache(maxsize=16)
def _sizes_of_weights(most: int, vocabulary: Vocabulary) -> NDArray[np.int64]:
    sizes = [0, 0, *(1 + _size_of_number(weight, vocabulary) for weight in range(2, most + 1))]
    return np.array(sizes, np.int64)


@lru_cache(maxsize=1 << 14)
def _is_choice(factor: bytes, vocabulary: Vocabulary) -> bool:
    return _step_of(np.frombuffer(factor, np.int16), vocabulary) != 0


def _is_stepped(term: Term, weight: int, vocabulary: Vocabulary) -> bool:
    """Whether a weight takes no nodes, since a choice between two numbers differs by it."""
    return len(term) == 1 and _has_step(weight, vocabulary) and _is_choice(term[0], vocabulary)


def _has_step(step: int, vocabulary: Vocabulary) -> bool:
    """Whether another constant differs from 1 by this."""
    count = len(vocabulary.constants)
    return abs(step) < count and vocabulary.constants == range(1, count + 1)


@lru_cache(maxsize=1 << 12)
def _size_of_number(value: int, vocabulary: Vocabulary) -> int:
    return len(constant(value, Number, vocabulary))


def outer_size(outer: Term) -> int:
    """The number of nodes by which a product with the last of these factors makes an expression larger."""
    return nodes_of(outer[-1]) + 1


def nodes_of(factor: bytes) -> int:
    """The number of nodes of a factor."""
    return len(factor) // np.dtype(np.int16).itemsize


def _code_of(word: str, vocabulary: Vocabulary) -> int:
    return int(vocabulary.codes_of([vocabulary.node_named[word]])[0])


def constant(value: int, kind: type, vocabulary: Vocabulary) -> list[Node]:
    """An expression that has this value on every board.

    No part of a number exceeds the number itself, so nothing saturates, and the translator makes one constant
    of it.

    Args:
        value: the number, or 1 or 0 for a truth.
        kind: the type of the value.
        vocabulary: the vocabulary.

    Raises:
        UsageError: if the vocabulary lacks a word that is needed for it.

    >>> from primitives import vocabulary_of
    >>> from primitives.types import Number
    >>> " ".join(node.name for node in constant(65, Number, vocabulary_of("senet")))
    'add mul 30 2 5'
    """
    constants = vocabulary.constants
    base = max(constants)

    def made(word: str, *arguments: list[Node]) -> list[Node]:
        if word not in vocabulary.node_named:
            raise UsageError(
                f"parts of expressions are replaced by constants, for which the vocabulary "
                f"{vocabulary.name!r} lacks {word!r}: use a player of a vocabulary that has it"
            )
        return [vocabulary.node_named[word], *chain.from_iterable(arguments)]

    def number(part: int) -> list[Node]:
        """A number by its digits in the base of the largest constant."""
        if part == 0 and 0 not in constants:
            return made("sub", made(str(base)), made(str(base)))
        if part in constants or base < 2 or 0 < part < base:
            # It is a terminal, or there are no digits to write it with, or it is a digit that is missing.
            return made(str(part))
        if part < 0:
            return made("sub", number(0), number(-part))
        whole, digit = divmod(part, base)
        multiple = made("mul", made(str(base)), number(whole))
        return made("add", multiple, number(digit)) if digit else multiple

    def truth() -> list[Node]:
        word = "always" if value else "never"
        if word in vocabulary.by_name:
            return made(word)
        # A query or its negation always holds, and both together never do.
        truths = (word.name for word in vocabulary.primitives if word.result is Truth and not word.arguments)
        query = next(truths, word)
        return made("or_" if value else "and_", made(query), made("not_", made(query)))

    return truth() if kind is Truth else number(value)
