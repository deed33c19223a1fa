"""A local search for the weights and terms of a sum with which choices lose least.

An expression is a sum of weighted terms, also inside its products (:mod:`senet_gp.trees.sums`). Over labelled
decisions the search tries other whole weights of each term, one term after another, as chess programs are
tuned. It adds terms and replaces others where that pays for their nodes, and drops terms that do not pay.

A change is tried on some of the decisions first, and on all only if it is among the best there. Only whole
numbers are summed, and losses in a fixed order, so the result is the same on every machine.
"""

from __future__ import annotations

from collections.abc import Iterable
from math import gcd
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from primitives.types import MOST
from primitives.vocabulary import Codes, Vocabulary
from senet_gp.engine.cases import Cases
from senet_gp.engine.evaluator import scores_of
from senet_gp.engine.participants import Source
from senet_gp.engine.term_weights import Graded, Sums, best_weight, loss_of
from senet_gp.trees.sums import Term, Terms, nodes_of, outer_size, size_of, sizes_of, sum_of

#: The decisions of the first trials, and how many trials are left after them; then all decisions are used.
#: On 256 decisions most of what a term saves is chance: those that seem best there are hardly better.
_FEW = 2048
_LEFT = 40
#: The changes of a weight that are tried, and the weights of a new term.
_CHANGES = np.array([sign * size for size in (1, 2, 3, 5, 8, 12) for sign in (1, -1)], np.int64)
_FIRST_WEIGHTS = (1, 2, 3, 5, 8, 13, 20)
#: The terms of least worth on some of the decisions, one of which is dropped.
_DROPPED = 3
#: The largest weight: larger ones take more nodes, and are hard to remember.
_MOST_WEIGHT = 30
#: The factor and the summand by which a sum may exceed its limit of nodes until terms are dropped.
_SLACK = 1.3
_MORE = 3
#: All boards.
_ALL = slice(None)


class Trial(NamedTuple):
    """A change of a sum that may pay.

    Attributes:
        new: a term to be added.
        old: the term that it replaces; None if it is added.
    """

    new: Term
    old: Term | None = None


class GradedDecisions(NamedTuple):
    """Labelled decisions, and what programs see after each of their choices."""

    boards: NDArray[np.uint32]
    graded: Graded

    @classmethod
    def of(cls, cases: Cases) -> GradedDecisions:
        """The decisions of some cases."""
        count = int(cases.begins[-1])
        return cls(cases.boards[:, :count], Graded(cases.begins, cases.outcomes[:count].astype(np.float64)))

    def loss(self, packed: bytes, vocabulary: Vocabulary) -> float:
        """What the choices of an expression lose in all decisions together."""
        scores = scores_of(Source(packed, vocabulary).program, self.boards)
        return loss_of(scores.astype(np.int64), self.graded)

    def first(self, count: int) -> tuple[slice, Graded]:
        """The columns of the first ``count`` decisions, and these decisions."""
        begins, worth = self.graded
        begins = begins[: count + 1]
        few = slice(0, int(begins[-1]))
        return few, Graded(begins, worth[few])


def shortest_sum(terms: Terms, vocabulary: Vocabulary) -> Codes:
    """A sum that chooses as these terms do, whose weights have no common factor, (nodes,) int16."""
    common = gcd(*terms.values())
    return sum_of({term: weight // common for term, weight in terms.items()}, vocabulary)


class SumSearch:
    """A sum of weighted terms, with its values on the boards after all choices.

    Args:
        decisions: the labelled decisions.
        terms: the terms to begin with; at least one.
        vocabulary: their vocabulary.
        cost: how much regret a decision a node must save.
        limit: the most nodes of the result; 0 for no limit.

    Attributes:
        terms: the weights of the terms.
        loss: the regret in all decisions together.
    """

    def __init__(
        self, decisions: GradedDecisions, terms: Terms, vocabulary: Vocabulary, *, cost: float, limit: int
    ) -> None:
        self._vocabulary, self._limit = vocabulary, limit
        self._boards, self._graded = decisions
        self._decisions = decisions
        self._cost = cost * (len(self._graded.begins) - 1)
        self.terms = dict(terms)
        self._sums = np.zeros(self._boards.shape[1], np.int64)
        self._values: dict[Term, Sums] = {}
        # What follows from the terms; None after they have changed.
        self._codes: Codes | None = None
        self._weights: NDArray[np.int64] | None = None
        for term, weight in self.terms.items():
            self._sums += weight * self._values_of(term)
        self.loss = loss_of(self._sums, self._graded)

    @property
    def codes(self) -> Codes:
        """The sum as an expression, (nodes,) int16."""
        if self._codes is None:
            self._codes = shortest_sum(self.terms, self._vocabulary)
        return self._codes

    def scale(self, factor: int) -> None:
        """Multiply all weights, so that they can change by smaller parts."""
        if max(map(abs, self.terms.values())) * factor <= _MOST_WEIGHT:
            self.terms = {term: factor * weight for term, weight in self.terms.items()}
            self._sums *= factor
            self._codes = self._weights = None

    def tune(self) -> None:
        """Give each term the best of the weights near its own."""
        for term, weight in list(self.terms.items()):
            used = [*map(abs, self.terms.values())]
            weights = np.unique([*(weight + _CHANGES), *used, *(-one for one in used)])
            weights = weights[
                (weights != weight) & (weights != 0) & (np.abs(weights) <= max(_MOST_WEIGHT, abs(weight)))
            ]
            costs = self._cost * (self._nodes(term, weights) - self._nodes(term, np.array([weight])))
            number, _ = best_weight(
                self._sums, self._values_of(term), weights - weight, costs, self._graded, self.loss
            )
            if number >= 0:
                self._change(term, int(weights[number]) - weight)

    def promising(self, trials: Iterable[Trial]) -> list[Trial]:
        """The trials that save most on some of the decisions, the best first."""
        untried = [trial for trial in dict.fromkeys(trials) if trial.new not in self.terms]
        whole = len(self._graded.begins) - 1
        count = min(_FEW, whole)
        few, graded = self._decisions.first(count)
        before = loss_of(self._sums[few], graded)
        found: list[tuple[float, int]] = []
        for index, trial in enumerate(untried):
            sums, weights, costs = self._prepared(trial, few)
            values = self._values_of(trial.new, few)
            number, loss = best_weight(sums, values, weights, costs * (count / whole), graded, before)
            if number >= 0:
                found.append((loss, index))
        return [untried[index] for _, index in sorted(found)[:_LEFT]]

    def attempt(self, trial: Trial) -> bool:
        """Add a term or replace one, if that pays on all decisions; return whether it did."""
        if trial.new in self.terms or not (trial.old is None or trial.old in self.terms):
            return False
        if trial.old is None and self._is_full(nodes_of(trial.new[-1])):
            return False
        sums, weights, costs = self._prepared(trial)
        values = self._values_of(trial.new)
        number, _ = best_weight(sums, values, weights, costs, self._graded, self.loss)
        if number < 0:
            del self._values[trial.new]  # half a megabyte
            return False
        if trial.old is not None:
            self._change(trial.old, -self.terms[trial.old])
        self._change(trial.new, int(weights[number]))
        return True

    @property
    def _first_weights(self) -> NDArray[np.int64]:
        """The weights that a new term may have: some usual ones, and those of other terms."""
        if self._weights is None:
            sizes = {abs(weight) for weight in self.terms.values() if abs(weight) <= _MOST_WEIGHT}
            sizes.update(_FIRST_WEIGHTS)
            self._weights = np.array([*sizes, *(-size for size in sizes)], np.int64)
            self._weights.sort()
        return self._weights

    def _is_full(self, more: int) -> bool:
        """Whether ``more`` nodes are too many for the time being."""
        return self._limit > 0 and len(self.codes) + more > self._limit * _SLACK + _MORE

    def _prepared(
        self, trial: Trial, columns: slice = _ALL
    ) -> tuple[Sums, NDArray[np.int64], NDArray[np.float64]]:
        """The sum that a new term enters, the weights that it may have, and what its nodes cost."""
        sums, weights = self._sums[columns], self._first_weights
        if trial.old is not None:
            own = self.terms[trial.old]
            sums = sums - own * self._values_of(trial.old, columns)
            near = range(max(1, abs(own) - 3), min(_MOST_WEIGHT, abs(own) + 3) + 1)
            weights = np.union1d(weights, np.array([*near, *(-size for size in near)], np.int64))
        nodes = self._nodes(trial.new, weights)
        if trial.old is not None:
            nodes = nodes - self._nodes(trial.old, np.array([self.terms[trial.old]]))
        return sums, weights, self._cost * nodes

    def drop(self) -> None:
        """Drop the term that saves least a node, as long as it saves too little or the sum is too large."""
        while len(self.terms) > 1:
            worth, term = self._worth_least()
            if worth >= self._cost and not 0 < self._limit < len(self.codes):
                return
            self._change(term, -self.terms[term])

    def _worth_least(self) -> tuple[float, Term]:
        """The term that saves least a node, and what it saves."""
        left = list(self.terms)
        for count, most in ((_FEW, _DROPPED), (len(self._graded.begins) - 1, 1)):
            columns, graded = self._decisions.first(count)
            sums = self._sums[columns]
            before = loss_of(sums, graded)
            found = []
            for term in left:
                weight = self.terms[term]
                loss = loss_of(sums - weight * self._values_of(term)[columns], graded)
                found.append(((loss - before) / self._nodes(term, np.array([weight]))[0], term))
            found = sorted(found)[:most]
            left = [term for _, term in found]
        return found[0]

    def _change(self, term: Term, change: int) -> None:
        self._sums += change * self._values_of(term)
        self.loss = loss_of(self._sums, self._graded)
        self.terms[term] = self.terms.get(term, 0) + change
        if not self.terms[term]:
            del self.terms[term]
        self._codes = self._weights = None

    def _nodes(self, term: Term, weights: NDArray[np.int64]) -> NDArray[np.float64]:
        """How many nodes the sum has for this term alone, with each of these weights."""
        outers = [term[:count] for count in range(1, len(term))]
        others = [other for other in self.terms if other != term]
        alone = [outer for outer in outers if all(other[: len(outer)] != outer for other in others)]
        sizes = np.abs(weights)
        # A weight that another term beside it has as well is written once.
        for size in {abs(self.terms[other]) for other in others if other[:-1] == term[:-1]}:
            sizes[sizes == size] = 1
        if sizes.max() > _MOST_WEIGHT:
            nodes = np.array([size_of(term, size, self._vocabulary) for size in sizes.tolist()])
        else:
            nodes = sizes_of(term, _MOST_WEIGHT, self._vocabulary)[sizes]
        return (nodes + sum(map(outer_size, alone))).astype(np.float64)

    def _values_of(self, term: Term, columns: slice = _ALL) -> Sums:
        """The values of a term on the boards; those on all boards are kept."""
        known = self._values.get(term)
        if known is not None:
            return known[columns]
        program = Source(term[-1], self._vocabulary).program
        found: Sums = scores_of(program, self._boards[:, columns]).astype(np.int64)
        if len(term) > 1:
            # As programs compute, within the numbers that they have.
            found = np.clip(found * self._values_of(term[:-1], columns), -MOST, MOST)
        if columns == _ALL:
            self._values[term] = found
        return found
