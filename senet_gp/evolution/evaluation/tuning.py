"""Tuning: a local search for the weights and terms with which an expression regrets least.

An expression is a sum of weighted terms, also inside its products (:mod:`senet_gp.trees.sums`). Over the
decisions that the suite ``regret`` has labelled, the search tries other whole weights of each term, one term
after another, as chess programs are tuned; it adds terms, from other individuals and new ones, where they pay
for their nodes; it puts similar terms in the place of others; and it drops those that do not pay. What comes
of it is an expression as any other, which enters the next population.

Only whole numbers are summed, and losses in a fixed order, so the result is the same on every machine.
"""

from __future__ import annotations

import random
from collections.abc import Iterable, Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from primitives.types import MOST
from primitives.vocabulary import Vocabulary
from senet_gp.arena.batches import spread
from senet_gp.arena.pool import Pool
from senet_gp.engine.cases import Cases, picked
from senet_gp.engine.evaluator import scores_of
from senet_gp.engine.participants import Source
from senet_gp.engine.term_weights import Graded, Sums, best_weight, loss_of
from senet_gp.evolution.config import Config
from senet_gp.evolution.evaluation.suites import Regret
from senet_gp.runtime.streams import SeedDomain, key_of, part_key
from senet_gp.trees.individual import Individual, Operator, random_individual
from senet_gp.trees.sums import Term, Terms, nodes_of, outer_size, size_of, sum_of, terms_of

#: So many of the fittest individuals are tuned, each with terms of its own to add.
TUNED = 2
#: For each of the decisions on which a generation is measured, so many are drawn to tune on. They are others
#: each time: those who are tuned on the same ones again and again learn them by heart, and stop.
_DECISIONS = 2
#: So many terms that are found in other individuals may be added, and so many that are newly drawn.
_FOUND = 120
_DRAWN = 80
#: The rounds in which they are added, and how many similar terms may come in the place of others in each.
_ROUNDS = 2
_REPLACED = 200
#: The best so many of all these, as some of the decisions tell, are tried on all.
_TRIED = 40
#: Factors with more nodes than this are not added.
_LARGEST = 12
#: New terms get no factors with more nodes than this before them.
_LARGEST_OUTER = 4
#: How often new terms stay at the top of the sum.
_AT_THE_TOP = 0.5
#: How often similar terms differ in a number, and how far at most.
_NUMBERS = 0.5
_FURTHEST = 3
#: Changes are first tried on one of so many decisions.
_SCREENED = 4
#: A sum whose largest weight is smaller is multiplied first, so that weights can change by small parts.
_LARGEST_WEIGHT = 24
#: The changes of a weight that are tried, and the weights of a new term.
_CHANGES = np.array([change for change in range(-12, 13) if change], np.int64)
_FIRST_WEIGHTS = np.array([sign * size for size in (1, 2, 3, 5, 8, 13, 20) for sign in (1, -1)], np.int64)
#: All boards.
_ALL = slice(None)


def tuned_individuals(
    population: Sequence[Individual],
    cases: Cases,
    suite: Regret,
    *,
    generation: int,
    config: Config,
    pool: Pool,
) -> list[tuple[int, Individual]]:
    """Tune the fittest individuals of a population.

    Args:
        population: the individuals, with their fitness.
        cases: labelled decisions.
        suite: the options of the suite: how many cases, and what a node must save.
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
    there = len(cases.begins) - 1
    drawn = random.Random(part_key(key, TUNED)).sample(range(there), min(there, _DECISIONS * suite.cases))
    some = picked(cases, np.array(sorted(drawn), np.int64))
    plan = TuningPlan(some, vocabulary, suite.parsimony, config.size_limit)
    jobs = []
    for number, index in enumerate(fittest):
        rng = random.Random(part_key(key, number))
        jobs.append((population[index].packed, _new_terms(population, vocabulary, rng), rng.getrandbits(64)))
    packed = spread(_tuned, plan, jobs, pool)
    return [
        (index, Individual.from_packed(codes, vocabulary).made(Operator.TUNED))
        for index, codes in zip(fittest, packed, strict=True)
        if codes != population[index].packed
    ]


def _new_terms(population: Sequence[Individual], vocabulary: Vocabulary, rng: random.Random) -> list[Term]:
    """Terms that may be added: some of other individuals, and some newly drawn."""
    found: dict[Term, None] = {}
    for wanted, drawn in ((_FOUND, False), (_FOUND + _DRAWN, True)):
        for _ in range(10 * wanted):  # a population may have too few
            if len(found) >= wanted:
                break
            one = random_individual(vocabulary, rng) if drawn else rng.choice(population)
            terms = [term for term in terms_of(one.codes, vocabulary) if nodes_of(term[-1]) <= _LARGEST]
            if terms:
                found[rng.choice(terms)] = None
    return list(found)


def _tuned(plan: TuningPlan, packed: bytes, new_terms: Sequence[Term], seed: int) -> bytes:
    """The codes of a tuned expression; those of the expression itself if there is nothing to tune."""
    terms = terms_of(np.frombuffer(bytearray(packed), np.int16), plan.vocabulary)
    if not terms:
        return packed
    search = SumSearch(plan, terms)
    before = search.loss
    rng = random.Random(seed)
    for part in range(_ROUNDS):
        trials = [Trial(_put_inside(term, search.terms, rng)) for term in new_terms[part::_ROUNDS]]
        trials += (
            Trial((*old[:-1], _similar(old[-1], plan.vocabulary, rng)), old)
            for old in rng.choices(list(search.terms), k=_REPLACED)
        )
        for trial in search.promising(trials)[:_TRIED]:
            search.attempt(trial)
        search.tune()
        search.drop(plan.size_limit)
    tuned = sum_of(search.terms, plan.vocabulary)
    too_large = 0 < plan.size_limit < len(tuned)
    return packed if search.loss >= before or too_large else tuned.tobytes()


def _put_inside(term: Term, terms: Terms, rng: random.Random) -> Term:
    """In half of the cases, put a term of one factor into a product: one of the sum's, or a new one."""
    if len(term) > 1 or rng.random() < _AT_THE_TOP:
        return term
    products = dict.fromkeys(other[:-1] for other in terms if len(other) > 1)
    small = (other for other in terms if len(other) == 1 and nodes_of(other[0]) <= _LARGEST_OUTER)
    outer = rng.choice([*products, *small] or [()])
    return (*outer, *term)


def _similar(factor: bytes, vocabulary: Vocabulary, rng: random.Random) -> bytes:
    """A factor in which one symbol is another of its type: in half of the cases a number near a number."""
    codes = np.frombuffer(bytearray(factor), np.int16)
    first_constant = len(vocabulary.primitives)
    place = rng.randrange(len(codes))
    numbers = np.flatnonzero(codes >= first_constant)
    if numbers.size and rng.random() < _NUMBERS:
        place = int(rng.choice(numbers))
        index = int(codes[place]) + rng.choice([-1, 1]) * rng.randint(1, _FURTHEST)
        codes[place] = min(max(index, first_constant), first_constant + len(vocabulary.constants) - 1)
    else:
        (node,) = vocabulary.decode(codes[place : place + 1])
        codes[place] = vocabulary.codes_of([rng.choice(vocabulary.alike[node.name])])[0]
    return codes.tobytes()


class Trial(NamedTuple):
    """A change of a sum that may pay.

    Attributes:
        new: a term to be added.
        old: the term in whose place it comes; None if it is one more.
    """

    new: Term
    old: Term | None = None


class TuningPlan(NamedTuple):
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


class SumSearch:
    """A sum that is changed step by step, with its values on the boards after all choices.

    Attributes:
        terms: the weights of the terms.
        loss: the regret in all decisions together.
    """

    def __init__(self, plan: TuningPlan, terms: Terms) -> None:
        cases = plan.cases
        count = int(cases.begins[-1])
        self._vocabulary = plan.vocabulary
        self._boards = cases.boards[:, :count]
        self._graded = Graded(cases.begins, cases.outcomes[:count].astype(np.float64))
        self._cost = plan.cost * (len(cases.begins) - 1)
        factor = max(1, _LARGEST_WEIGHT // max(map(abs, terms.values()), default=1))
        self.terms = {term: factor * weight for term, weight in terms.items()}
        self._sums = np.zeros(count, np.int64)
        self._values: dict[Term, Sums] = {}
        for term, weight in self.terms.items():
            self._sums += weight * self._values_of(term)
        self.loss = loss_of(self._sums, self._graded)

    def tune(self) -> None:
        """Give each term the best of the weights near its own."""
        for term, weight in list(self.terms.items()):
            changes = _CHANGES[weight + _CHANGES != 0]
            costs = self._cost * (self._nodes(term, weight + changes) - self._nodes(term, [weight]))
            number, _ = best_weight(
                self._sums, self._values_of(term), changes, costs, self._graded, self.loss
            )
            if number >= 0:
                self._change(term, int(changes[number]))

    def promising(self, trials: Sequence[Trial]) -> list[Trial]:
        """The trials that pay on some of the decisions, those that save most there first."""
        begins, worth = self._graded
        decisions = max(1, (len(begins) - 1) // _SCREENED)
        few = slice(0, int(begins[decisions]))
        graded = Graded(begins[: decisions + 1], worth[few])
        before = loss_of(self._sums[few], graded)
        found: list[tuple[float, Trial]] = []
        for trial in dict.fromkeys(trials):
            if trial.new not in self.terms:
                sums, weights, costs = self._prepared(trial)
                values = self._values_of(trial.new, few)
                share = decisions / (len(begins) - 1)
                number, loss = best_weight(sums[few], values, weights, costs * share, graded, before)
                if number >= 0:
                    found.append((loss, trial))
        return [trial for _, trial in sorted(found, key=lambda one: one[0])]

    def attempt(self, trial: Trial) -> None:
        """Add a term, perhaps in the place of another, if that pays on all decisions."""
        if trial.new in self.terms or not (trial.old is None or trial.old in self.terms):
            return
        sums, weights, costs = self._prepared(trial)
        values = self._values_of(trial.new)
        number, _ = best_weight(sums, values, weights, costs, self._graded, self.loss)
        if number < 0:
            del self._values[trial.new]  # half a megabyte
            return
        if trial.old is not None:
            self._change(trial.old, -self.terms[trial.old])
        self._change(trial.new, int(weights[number]))

    def _prepared(self, trial: Trial) -> tuple[Sums, NDArray[np.int64], NDArray[np.float64]]:
        """The sum that a new term enters, the weights that it may have, and what its nodes cost."""
        if trial.old is None:
            return self._sums, _FIRST_WEIGHTS, self._cost * self._nodes(trial.new, _FIRST_WEIGHTS)
        weight = self.terms[trial.old]
        sums = self._sums - weight * self._values_of(trial.old)
        weights = (weight + _CHANGES)[weight + _CHANGES != 0]
        more = self._nodes(trial.new, weights) - self._nodes(trial.old, [weight])
        return sums, weights, self._cost * more

    def drop(self, size_limit: int) -> None:
        """Drop the term that saves least a node, as long as it saves too little or the sum is too large.

        Args:
            size_limit: the most nodes of the sum; 0 for no limit.
        """
        while len(self.terms) > 1:
            worth, term = min(
                ((self._loss_without(term) - self.loss) / self._nodes(term, [weight])[0], term)
                for term, weight in self.terms.items()
            )
            if worth >= self._cost and not 0 < size_limit < len(sum_of(self.terms, self._vocabulary)):
                return
            self._change(term, -self.terms[term])

    def _loss_without(self, term: Term) -> float:
        return loss_of(self._sums - self.terms[term] * self._values_of(term), self._graded)

    def _change(self, term: Term, change: int) -> None:
        self._sums += change * self._values_of(term)
        self.loss = loss_of(self._sums, self._graded)
        self.terms[term] = self.terms.get(term, 0) + change
        if not self.terms[term]:
            del self.terms[term]

    def _nodes(self, term: Term, weights: Iterable[int]) -> NDArray[np.float64]:
        """How many nodes the sum has for this term alone, with each of these weights."""
        outers = [term[:count] for count in range(1, len(term))]
        others = [other for other in self.terms if other != term]
        alone = [outer for outer in outers if all(other[: len(outer)] != outer for other in others)]
        shared = sum(map(outer_size, alone))
        return np.array([shared + size_of(term, int(one), self._vocabulary) for one in weights], np.float64)

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
