"""The terms that make up the value of an expression, which is usually a sum."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from primitives.vocabulary import Codes, Vocabulary
from senet_gp.engine.participants import Source
from senet_gp.engine.scored_boards import ScoredBoards, values_of
from senet_gp.explanation.influence import in_a_line
from senet_gp.explanation.subtrees import Subtrees
from senet_gp.quoting import brief
from senet_gp.trees.individual import Individual

_SIGNS = {"add": 1, "sub": -1}


@dataclass(frozen=True, eq=False)
class Term:
    """A term of an expression.

    Attributes:
        codes: its nodes.
        factor: how often it is added minus how often it is subtracted; 1 if the expression is not a sum.
        vocabulary: the vocabulary.
    """

    codes: Codes
    factor: int
    vocabulary: Vocabulary

    def __repr__(self) -> str:
        return brief(self, f"{self.factor:+d} times", f"size {len(self.codes)}")

    @property
    def infix(self) -> str:
        """The term with operators, on one line, such as ``3 * their_distance``."""
        text = in_a_line(self.codes, self.vocabulary)
        if self.factor == 1:
            return text
        inner = f"({text})" if " " in text else text
        return f"-{inner}" if self.factor == -1 else f"{self.factor} * {inner}"

    def values(self, boards: ScoredBoards) -> NDArray[np.int64]:
        """Its contribution to the value on each board, (boards,) int64."""
        return self.factor * values_of(Source(self.codes.tobytes(), self.vocabulary), boards)


@dataclass(frozen=True, eq=False)
class Terms:
    """The terms of an expression.

    Attributes:
        all: the terms of a sum, with equal ones combined and without constants; else the arguments of the
            root.
        rest: the constant that the sum adds, if it was the same on all boards of real decisions; None if the
            expression is not a sum, or saturates.
    """

    all: tuple[Term, ...]
    rest: int | None

    def __repr__(self) -> str:
        return brief(self, f"{len(self.all)} terms", f"rest {self.rest}")

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
