"""Tuning: a local search for the weights and terms with which an expression regrets least.

An expression is a sum of weighted terms (:mod:`senet_gp.trees.sums`). Over the decisions that the suite
``regret`` has labelled, the search tries other whole weights of each term, one term after another, as chess
programs are tuned; it adds terms, from other individuals and new ones, where they pay for their nodes; and it
drops those that do not. What comes of it is an expression as any other, which enters the next population.

Only whole numbers are summed, and losses in a fixed order, so the result is the same on every machine.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from primitives.vocabulary import Vocabulary
from senet_gp.arena.pool import Pool
from senet_gp.engine.decisions import Cases
from senet_gp.engine.evaluator import scores_of
from senet_gp.engine.participants import Source
from senet_gp.engine.weighing import Graded, Sums, best_weight, loss_of
from senet_gp.evolution.config import Config
from senet_gp.evolution.evaluation.spread import spread
from senet_gp.seed_domains import SeedDomain
from senet_gp.streams import key_of, part_key
from senet_gp.trees.growth import random_individual
from senet_gp.trees.individual import Individual, Operator
from senet_gp.trees.sums import Terms, size_of, sum_of, terms_of

#: So many of the fittest individuals are tuned, each with terms of its own to add.
TUNED = 4
#: Of so many terms each, found in other individuals and newly drawn, at most some are added in each round.
_FOUND, _DRAWN, _ADDED, _ROUNDS = 60, 40, 3, 2
#: Terms with more nodes than this are not added.
_LARGEST = 12
#: A sum whose largest weight is smaller is multiplied first, so that weights can change by small parts.
_LARGEST_WEIGHT = 24
#: The changes of a weight that are tried, and the weights of a new term.
_CHANGES = np.array([change for change in range(-12, 13) if change], np.int64)
_FIRST_WEIGHTS = np.array([sign * size for size in (1, 2, 3, 5, 8, 13, 20) for sign in (1, -1)], np.int64)


class Plan(NamedTuple):
    """What all tunings of a generation have in common.

    Attributes:
        cases: the labelled decisions.
        vocabulary: the vocabulary of all individuals.
        cost: how much regret a decision a node must save.
        size_limit: the most nodes of the result; 0 for no limit.
    """

    cases: Cases
    vocabulary: Vocabulary
    cost: float
    size_limit: int


def tuned_individuals(
    population: Sequence[Individual], cases: Cases, *, generation: int, config: Config, pool: Pool
) -> list[tuple[int, Individual]]:
    """Tune the fittest individuals of a population.

    Args:
        population: the individuals, with their fitness.
        cases: labelled decisions.
        generation: the number of the generation that the results enter.
        config: the configuration of the run.
        pool: where this is done; it does not change the result.

    Returns:
        The tuned individuals that differ from their origins, each with the index of its origin.
    """
    vocabulary = population[0].vocabulary
    key = key_of(config.seed, SeedDomain.TUNING, generation)
    order = sorted(range(len(population)), key=lambda index: (-population[index].fitness.values[0], index))
    fittest = list({population[index].packed: index for index in reversed(order)}.values())[::-1][:TUNED]
    plan = Plan(cases, vocabulary, config.parsimony, config.size_limit)
    jobs = []
    for number, index in enumerate(fittest):
        rng = random.Random(part_key(key, number))
        jobs.append((population[index].packed, _new_terms(population, vocabulary, rng)))
    packed = spread(_tuned, plan, jobs, pool)
    return [
        (index, Individual.from_packed(codes, vocabulary).made(Operator.TUNED))
        for index, codes in zip(fittest, packed, strict=True)
        if codes != population[index].packed
    ]


def _new_terms(population: Sequence[Individual], vocabulary: Vocabulary, rng: random.Random) -> list[bytes]:
    """Terms that may be added: some of other individuals, and some newly drawn."""
    found: dict[bytes, None] = {}
    for wanted, drawn in ((_FOUND, False), (_FOUND + _DRAWN, True)):
        for _ in range(10 * wanted):  # a population may have too few
            if len(found) >= wanted:
                break
            one = random_individual(vocabulary, rng) if drawn else rng.choice(population)
            terms = [term for term in terms_of(one.codes, vocabulary) if len(term) <= 2 * _LARGEST]
            if terms:
                found[rng.choice(terms)] = None
    return list(found)


def _tuned(plan: Plan, packed: bytes, new_terms: Sequence[bytes]) -> bytes:
    """The codes of a tuned expression; those of the expression itself if there is nothing to tune."""
    terms = terms_of(np.frombuffer(bytearray(packed), np.int16), plan.vocabulary)
    search = _Search(plan, terms)
    if not search.terms:
        return packed
    before = search.loss
    for part in range(_ROUNDS):
        search.add(new_terms[part::_ROUNDS])
        search.tune()
        search.drop(plan.size_limit)
    tuned = sum_of(search.terms, plan.vocabulary)
    too_large = 0 < plan.size_limit < len(tuned)
    return packed if search.loss >= before or too_large else tuned.tobytes()


class _Search:
    """A sum that is changed step by step, with its values on the boards after all choices.

    Attributes:
        terms: the weights of the terms.
        loss: the regret in all decisions together.
    """

    def __init__(self, plan: Plan, terms: Terms) -> None:
        cases = plan.cases
        count = int(cases.begins[-1])
        self._vocabulary = plan.vocabulary
        self._boards = cases.boards[:, :count]
        self._graded = Graded(cases.begins, cases.outcomes[:count].astype(np.float64))
        self._cost = plan.cost * (len(cases.begins) - 1)
        factor = max(1, _LARGEST_WEIGHT // max(map(abs, terms.values()), default=1))
        self.terms = {term: factor * weight for term, weight in terms.items()}
        self._sums = np.zeros(count, np.int64)
        self._values: dict[bytes, Sums] = {}
        for term, weight in self.terms.items():
            self._sums += weight * self._values_of(term)
        self.loss = loss_of(self._sums, self._graded)

    def tune(self) -> None:
        """Give each term the best of the weights near its own."""
        for term, weight in list(self.terms.items()):
            changes = _CHANGES[weight + _CHANGES != 0]
            size = self._size(term, weight)
            self._improve(term, changes, [self._size(term, weight + change) - size for change in changes])

    def add(self, new_terms: Sequence[bytes]) -> None:
        """Add the terms that pay most for their nodes, one after another."""
        gains: list[tuple[float, bytes]] = []
        sizes = {term: [self._size(term, weight) for weight in _FIRST_WEIGHTS] for term in new_terms}
        for term in new_terms:
            if term not in self.terms:
                values, costs = self._values_of(term, keep=False), self._cost * np.array(sizes[term])
                number, loss = best_weight(self._sums, values, _FIRST_WEIGHTS, costs, self._graded, self.loss)
                if number >= 0:
                    gains.append((self.loss - loss, term))
        gains.sort(reverse=True)
        for _, term in gains[:_ADDED]:
            self._improve(term, _FIRST_WEIGHTS, sizes[term])

    def drop(self, size_limit: int) -> None:
        """Drop the term that saves least a node, as long as it saves too little or the sum is too large.

        Args:
            size_limit: the most nodes of the sum; 0 for no limit.
        """
        while len(self.terms) > 1:
            worth, term = min(
                ((self._loss_without(term) - self.loss) / self._size(term, weight), term)
                for term, weight in self.terms.items()
            )
            if worth >= self._cost and not 0 < size_limit < self._nodes:
                return
            self._change(term, -self.terms[term])

    @property
    def _nodes(self) -> int:
        return sum(self._size(term, weight) for term, weight in self.terms.items()) - 1

    def _improve(self, term: bytes, changes: NDArray[np.int64], more_nodes: Sequence[int]) -> None:
        costs = self._cost * np.array(more_nodes, np.float64)
        number, _ = best_weight(self._sums, self._values_of(term), changes, costs, self._graded, self.loss)
        if number >= 0:
            self._change(term, int(changes[number]))

    def _loss_without(self, term: bytes) -> float:
        return loss_of(self._sums - self.terms[term] * self._values_of(term), self._graded)

    def _change(self, term: bytes, change: int) -> None:
        self._sums += change * self._values_of(term)
        self.loss = loss_of(self._sums, self._graded)
        self.terms[term] = self.terms.get(term, 0) + change
        if not self.terms[term]:
            del self.terms[term]

    def _size(self, term: bytes, weight: int) -> int:
        return size_of(term, weight, self._vocabulary)

    def _values_of(self, term: bytes, *, keep: bool = True) -> Sums:
        found = self._values.get(term)
        if found is None:
            program = Source(term, self._vocabulary).program
            found = scores_of(program, self._boards).astype(np.int64)
            if keep:
                self._values[term] = found
        return found
