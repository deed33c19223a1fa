"""The parts of an expression: its subtrees, how many choices change without each, its terms, what it reads.

Subtrees of equal value are one part. The influence of a part is how many choices change if a constant
replaces it; the terms are what makes up the value of an expression, which is usually a sum.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from primitives.declarations import Primitive
from primitives.types import Number, Square, Truth
from primitives.vocabulary import Codes, Node, Vocabulary
from senet_gp.arena.decisions import Decisions
from senet_gp.engine.participants import ScoredBoards, Source, values_of
from senet_gp.insight.rows import cut
from senet_gp.runtime import interruption
from senet_gp.runtime.errors import Brief
from senet_gp.trees.individual import Individual
from senet_gp.trees.shape import arguments_of, subtree_ends
from senet_gp.trees.sums import constant
from senet_gp.trees.text import needs_parentheses, to_infix, to_lisp

_COMMUTATIVE = {"add", "mul", "and_", "or_", "equal"}
#: Operators that make one chain with others of the same family.
_FAMILY = {"add": "sum", "sub": "sum", "mul": "product", "and_": "all", "or_": "any"}
#: The largest and smallest number of parts that are examined, the nearest to the root first, and the number
#: of nodes that limits it in large expressions.
_MAX_TRIED = 300
_MIN_TRIED = 30
_NODES_TRIED = 400_000
#: How many parts are measured in games.
MAX_LEADING = 10
#: Two parts have the same effect if the choices without them differ in at most this share of those changed.
_ALIKE = 0.1
_SIGNS = {"add": 1, "sub": -1}


@dataclass(frozen=True)
class Subtree:
    """A part of an expression, which may occur several times.

    Attributes:
        occurrences: its occurrences in the order of the nodes, none inside another.
        depth: the smallest distance of an occurrence from the root, in edges.
        kind: the type of its value.
        constant: its value if it does not depend on the board; else None.
        query: its primitive if it is a query of the board; else None.
        square: the square that the query reads, if that is constant; else None.
        in_chain: whether every occurrence is a piece of a longer chain, as a + b is in a + b + c.
    """

    occurrences: tuple[slice, ...]
    depth: int
    kind: type
    constant: int | None
    query: Primitive | None
    square: int | None
    in_chain: bool

    @property
    def size(self) -> int:
        """The number of nodes of its first occurrence."""
        first = self.occurrences[0]
        return int(first.stop - first.start)

    @property
    def times(self) -> int:
        """The number of its occurrences."""
        return len(self.occurrences)


@dataclass(frozen=True)
class Subtrees:
    """All distinct parts of an expression.

    Two subtrees are the same part if they differ only in the order of commutative operands, in how a constant
    is computed, or in how a square is named.

    Attributes:
        distinct: the parts in the order of their first nodes; the whole expression is the first.
        number: for every node, the index in ``distinct`` of the part that begins there.
        arguments: for every node, the nodes that are its arguments.
    """

    distinct: list[Subtree]
    number: list[int]
    arguments: list[tuple[int, ...]]

    @classmethod
    def of(cls, tree: Sequence[Node], vocabulary: Vocabulary) -> Subtrees:
        """The parts of an expression."""
        arguments = arguments_of(tree)
        ends = subtree_ends(arguments)
        depths = _depths(arguments)
        in_chain = _in_chain(tree, arguments)
        values, constants, squares = _values(tree, arguments, vocabulary)
        occurrences: dict[int, list[slice]] = {}
        for begin, value in enumerate(values):
            known = occurrences.setdefault(value, [])
            # Only a constant can stand within another of the same value.
            if not known or begin >= known[-1].stop:
                known.append(slice(begin, ends[begin]))
        order = {value: number for number, value in enumerate(occurrences)}
        distinct = []
        for value, found in occurrences.items():
            first = found[0].start
            word = vocabulary.by_name.get(tree[first].name)
            distinct.append(
                Subtree(
                    tuple(found),
                    min(depths[part.start] for part in found),
                    tree[first].ret,
                    constants.get(value),
                    word if word is not None and word.reads_board else None,
                    squares.get(value),
                    all(in_chain[part.start] for part in found),
                )
            )
        return cls(distinct, [order[value] for value in values], arguments)

    def begins(self, number: int) -> int:
        """The first node of the first occurrence of a part."""
        return int(self.distinct[number].occurrences[0].start)


def replaced(codes: Codes, parts: Sequence[slice], by: Codes) -> Codes:
    """An expression with ``by`` instead of all these parts, which are in order and do not overlap."""
    pieces = []
    end = 0
    for part in parts:
        pieces += [codes[end : part.start], by]
        end = part.stop
    return np.concatenate([*pieces, codes[end:]])


def _depths(arguments: Sequence[tuple[int, ...]]) -> list[int]:
    """For every node, its distance from the root."""
    depths = [0] * len(arguments)
    for index, below in enumerate(arguments):
        for argument in below:
            depths[argument] = depths[index] + 1
    return depths


def _in_chain(tree: Sequence[Node], arguments: Sequence[tuple[int, ...]]) -> list[bool]:
    """For every node, whether it belongs to the same chain as its parent."""
    found = [False] * len(tree)
    for index, below in enumerate(arguments):
        family = _FAMILY.get(tree[index].name)
        for argument in below:
            found[argument] = family is not None and family == _FAMILY.get(tree[argument].name)
    return found


def _values(
    tree: Sequence[Node], arguments: Sequence[tuple[int, ...]], vocabulary: Vocabulary
) -> tuple[list[int], dict[int, int], dict[int, int]]:
    """For every node the number of its value; the values that are constants; the squares of queries."""
    known: dict[Any, int] = {}
    values = [0] * len(tree)
    constants: dict[int, int] = {}
    squares: dict[int, int] = {}
    for index in range(len(tree) - 1, -1, -1):
        node = tree[index]
        word = vocabulary.by_name.get(node.name)
        below = [values[argument] for argument in arguments[index]]
        fixed = [constants[value] for value in below if value in constants]
        constant = square = None
        if word is None:
            constant = node.value
        elif len(fixed) == len(below) and not word.reads_board:
            constant = int(vocabulary.exact_meaning(word)(*fixed))
        elif word.arguments == (Square,) and fixed:
            square = (fixed[0] - 1) % vocabulary.squares + 1
        key: Any
        if constant is not None:
            key = (node.ret is Number, constant)
        elif square is not None:
            key = (node.name, "square", square)
        else:
            key = (node.name, *(sorted(below) if node.name in _COMMUTATIVE else below))
        values[index] = value = known.setdefault(key, len(known))
        if constant is not None:
            constants[value] = constant
        if square is not None:
            squares[value] = square
    return values, constants, squares


def usual_value(decisions: Decisions, part: Source, kind: type) -> int:
    """What replaces a part: its rounded mean in real decisions, or the more frequent truth, 1 or 0."""
    mean = decisions.mean(part)
    return int(mean >= 0.5) if kind is Truth else round(mean)


@dataclass(frozen=True, eq=False, repr=False)
class Influence(Brief):
    """A part of an expression, and the player without it.

    Attributes:
        part: the part.
        codes: its own nodes.
        value: the constant that replaces it: its rounded mean in real decisions, or the more frequent truth.
        without: the nodes of the whole expression with every occurrence of the part replaced.
        changed: the share of real decisions in which other afterstates are best after the replacement.
        vocabulary: the vocabulary.
    """

    part: Subtree
    codes: Codes
    value: int
    without: Codes
    changed: float
    vocabulary: Vocabulary

    @cached_property
    def lisp(self) -> str:
        """The first occurrence of the part in Lisp form."""
        return to_lisp(self.vocabulary.decode(self.codes))

    @cached_property
    def infix(self) -> str:
        """The part with operators, on one line."""
        return in_a_line(self.codes, self.vocabulary)

    @property
    def replacement(self) -> int | bool:
        """The value as a number or a truth."""
        return bool(self.value) if self.part.kind is Truth else self.value


class Influences:
    """Computes the influence of the parts of an expression, each once.

    Attributes:
        subtrees: the parts.
        decisions: the real decisions.
        vocabulary: the vocabulary of the expression.
    """

    def __init__(self, tree: Individual, subtrees: Subtrees, decisions: Decisions) -> None:
        self.subtrees = subtrees
        self.decisions = decisions
        self.vocabulary = tree.vocabulary
        self._codes = tree.codes
        self._best = decisions.best(self.source(tree.codes))
        self._known: dict[int, Influence] = {}

    def source(self, codes: Codes) -> Source:
        """A part, or the expression without one, in the form that scores boards."""
        return Source(codes.tobytes(), self.vocabulary)

    def of(self, number: int) -> Influence:
        """The influence of the part of this number."""
        if number not in self._known:
            interruption.check()
            self._known[number] = self._tried(self.subtrees.distinct[number])
        return self._known[number]

    def _tried(self, part: Subtree) -> Influence:
        decisions, vocabulary = self.decisions, self.vocabulary
        codes = self._codes[part.occurrences[0]]
        if part.constant is not None:
            return Influence(part, codes, part.constant, self._codes, 0.0, vocabulary)
        value = usual_value(decisions, self.source(codes), part.kind)
        without = replaced(
            self._codes, part.occurrences, vocabulary.codes_of(constant(value, part.kind, vocabulary))
        )
        best = decisions.best(self.source(without))
        changed = decisions.differences(self._best, best) / len(decisions)
        return Influence(part, codes, value, without, changed, vocabulary)

    @cached_property
    def tried(self) -> list[Influence]:
        """The influences of the parts nearest to the root, and of the queries of the board nearest to it.

        The whole expression, constant parts and pieces of chains are left out.
        """
        distinct = self.subtrees.distinct
        most = min(_MAX_TRIED, max(_MIN_TRIED, _NODES_TRIED // len(self._codes)))
        parts = [
            number
            for number in range(1, len(distinct))
            if distinct[number].constant is None and not distinct[number].in_chain
        ]
        parts.sort(key=lambda number: distinct[number].depth)
        asking = [number for number in parts if distinct[number].query is not None]
        chosen = set(parts[:most]) | set(asking[:most])
        return [self.of(number) for number in sorted(chosen)]

    def leading(self) -> list[Influence]:
        """The most influential parts in order; of several parts with the same effect, one."""
        found: list[Influence] = []
        choices: list[NDArray[np.int64]] = []
        for influence in sorted(self.tried, key=lambda one: (-one.changed, one.part.size)):
            if len(found) == MAX_LEADING or not influence.changed:
                break
            best = self.decisions.best(self.source(influence.without))
            most = _ALIKE * influence.changed * len(self.decisions)
            if all(self.decisions.differences(best, other) > most for other in choices):
                found.append(influence)
                choices.append(best)
        return found

    def idle(self) -> list[Influence]:
        """The parts that change no choice, and those that compute a constant; none inside another."""
        distinct = self.subtrees.distinct
        constants = [
            self.of(number)
            for number in range(1, len(distinct))
            if distinct[number].constant is not None and distinct[number].size > 1
        ]
        still = [influence for influence in [*self.tried, *constants] if not influence.changed]
        still.sort(key=lambda one: -one.part.size)
        found: list[Influence] = []
        for influence in still:
            if not any(_within(influence.part, other.part) for other in found):
                found.append(influence)
        return found


def _within(part: Subtree, other: Subtree) -> bool:
    """Whether all occurrences of a part are inside another part."""
    return all(
        any(outer.start <= inner.start and inner.stop <= outer.stop for outer in other.occurrences)
        for inner in part.occurrences
    )


def in_a_line(codes: Codes, vocabulary: Vocabulary) -> str:
    """An expression with operators, on one line."""
    words = " ".join(to_infix(vocabulary.decode(codes), vocabulary).split())
    return words.replace("( ", "(").replace(" )", ")")


@dataclass(frozen=True, eq=False, repr=False)
class Term(Brief):
    """A term of an expression.

    Attributes:
        codes: its nodes.
        factor: how often it is added minus how often it is subtracted; 1 if the expression is not a sum.
        vocabulary: the vocabulary.
    """

    codes: Codes
    factor: int
    vocabulary: Vocabulary

    @property
    def infix(self) -> str:
        """The term with operators, on one line, such as ``3 * their_distance``."""
        text = in_a_line(self.codes, self.vocabulary)
        if self.factor == 1:
            return text
        (root,) = self.vocabulary.decode(self.codes[:1])
        inner = f"({text})" if needs_parentheses("mul", 0, root.name) else text
        return f"-{inner}" if self.factor == -1 else f"{self.factor} * {inner}"

    def values(self, boards: ScoredBoards) -> NDArray[np.int64]:
        """Its contribution to the value on each board, (boards,) int64."""
        return self.factor * values_of(Source(self.codes.tobytes(), self.vocabulary), boards)


@dataclass(frozen=True, eq=False, repr=False)
class Terms(Brief):
    """The terms of an expression.

    Attributes:
        all: the terms of a sum, with equal ones combined and without constants; else the arguments of the
            root.
        rest: the constant that the sum adds, if it was the same on all boards of real decisions; None if the
            expression is not a sum, or saturates.
    """

    all: tuple[Term, ...]
    rest: int | None

    @classmethod
    def of(cls, tree: Individual, subtrees: Subtrees, boards: ScoredBoards) -> Terms:
        """The terms of an expression."""
        if tree[0].name not in _SIGNS:
            begins = [begin for begin in subtrees.arguments[0] or (0,) if _varies(begin, subtrees)]
            return cls(tuple(_term(tree, begin, 1) for begin in begins), None)
        factors = _factors(tree, subtrees)
        terms = tuple(
            _term(tree, subtrees.begins(number), factor) for number, factor in factors.items() if factor
        )
        values = values_of(Source(tree.codes.tobytes(), tree.vocabulary), boards)
        left = values - sum(term.values(boards) for term in terms)
        return cls(terms, int(left[0]) if (left == left[0]).all() else None)


def _term(tree: Individual, begin: int, factor: int) -> Term:
    return Term(tree.codes[tree.searchSubtree(begin)], factor, tree.vocabulary)


def _varies(begin: int, subtrees: Subtrees) -> bool:
    return subtrees.distinct[subtrees.number[begin]].constant is None


def _factors(tree: Individual, subtrees: Subtrees) -> dict[int, int]:
    """For every part that a sum adds, by its number, how often it is added minus how often subtracted."""
    factors: dict[int, int] = {}
    waiting = [(0, 1)]
    while waiting:
        begin, sign = waiting.pop()
        name = tree[begin].name
        if name in _SIGNS:
            first, second = subtrees.arguments[begin]
            waiting += [(second, sign * _SIGNS[name]), (first, sign)]
        elif _varies(begin, subtrees):
            number = subtrees.number[begin]
            factors[number] = factors.get(number, 0) + sign
    return factors


#: Longer arguments are not repeated in the meaning of a query.
_LONGEST_ARGUMENT = 30


@dataclass(frozen=True, repr=False)
class Read(Brief):
    """A query of the board in an expression.

    Attributes:
        word: its primitive.
        text: the query with its arguments, as in ``mine(26)``.
        meaning: its meaning in words.
        squares: the squares that its argument names: one if the argument is constant; if it is computed, all
            of them in real decisions; empty if it does not have exactly one argument, a square.
        computed: whether one of its arguments depends on the board.
        influence: how often it occurs, and how many choices change without it.
    """

    word: str
    text: str
    meaning: str
    squares: tuple[int, ...]
    computed: bool
    influence: Influence

    @property
    def told(self) -> str:
        """The meaning, with the squares that were seen where they are computed."""
        seen = f" Seen: {_in_short(self.squares)}." if self.computed and self.squares else ""
        return cut(self.meaning) + seen


def _in_short(squares: Sequence[int]) -> str:
    """Squares as ranges.

    >>> _in_short([1, 2, 3, 26])
    '1 to 3, 26'
    """
    runs: list[list[int]] = []
    for square in squares:
        if runs and runs[-1][1] == square - 1:
            runs[-1][1] = square
        else:
            runs.append([square, square])
    return ", ".join(str(low) if low == high else f"{low} to {high}" for low, high in runs)


def reads_of(influences: Influences) -> list[Read]:
    """The queries of the board in an expression, the most influential first."""
    # The whole expression may be a single query.
    tried = [influences.of(0), *influences.tried]
    asking = [influence for influence in tried if influence.part.query is not None]
    asking.sort(key=lambda one: (-one.changed, -one.part.times, one.infix))
    return [_read(influence, influences) for influence in asking]


def _read(influence: Influence, influences: Influences) -> Read:
    part = influence.part
    word = part.query
    assert word is not None  # noqa: S101 - it asks about the board
    if not word.arguments:
        return Read(word.name, word.name, word.description, (), computed=False, influence=influence)
    arguments = _arguments(part, influences)
    computed = any(argument.constant is None for argument in arguments)
    squares: tuple[int, ...] = ()
    text = influence.infix
    meaning = word.description
    if part.square is not None:
        squares = (part.square,)
        text = f"{word.name}({part.square})"
        meaning = of_square(meaning, str(part.square))
    elif word.arguments == (Square,):
        values = influences.decisions.values(influences.source(influence.codes[1:]))
        squares = tuple(np.unique((values - 1) % influences.vocabulary.squares + 1).tolist())
        inner = influence.infix[len(word.name) + 1 : -1]
        if len(inner) <= _LONGEST_ARGUMENT:
            meaning = of_square(meaning, inner)
    return Read(word.name, text, meaning, squares, computed=computed, influence=influence)


def of_square(meaning: str, square: str) -> str:
    """A meaning that says which square is meant.

    >>> of_square("Whether the named square is empty.", "7"), of_square("How far square n is.", "7")
    ('Whether square 7 is empty.', 'How far square 7 is.')
    """
    return re.sub(r"\b(the named square|square n)\b", f"square {square}", meaning)


def _arguments(part: Subtree, influences: Influences) -> list[Subtree]:
    """The arguments of a query."""
    subtrees = influences.subtrees
    begin: int = part.occurrences[0].start
    return [subtrees.distinct[subtrees.number[argument]] for argument in subtrees.arguments[begin]]
