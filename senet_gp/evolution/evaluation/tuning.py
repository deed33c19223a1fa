"""Tuning: a local search for the weights and terms with which expressions regret least.

An expression is a sum of weighted terms, also inside its products (:mod:`senet_gp.trees.sums`). Over the
decisions that the suite ``regret`` has labelled, the search tries other whole weights of each term, one term
after another, as chess programs are tuned. It adds terms and replaces others where that pays for their nodes:
by terms of other individuals, new ones, single words, and similar ones. It drops terms that do not pay. Its
result enters the next population as any other expression.

If size is an objective, the best players of the size classes are tuned in turn, each within its class. So
terms move up and down: a small sum grows into the next class, and a large one loses what saves least.

The suite ``word-sums`` is the baseline of breeding: the best sums of 1, 2, 3 and more words with whole
weights. A sum begins as the best one of a word less, to which the word is added that saves most regret
(greedy search). Then words are replaced by others where that saves regret (exchange), and all weights are
tuned. It uses the decisions that breeding is measured by, newly drawn each time, so both can be compared in
the same processor time. Nothing is bred: the improved sums take the place of all children.

A change is tried on some of the decisions first, and on all only if it is among the best there. Only whole
numbers are summed, and losses in a fixed order, so the result is the same on every machine.
"""

from __future__ import annotations

import random
from collections.abc import Iterable, Iterator, Sequence
from itertools import cycle, islice
from math import gcd
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from primitives.types import MOST, Truth
from primitives.vocabulary import Codes, Node, Vocabulary
from senet_gp.arena.pool import Pool
from senet_gp.engine.cases import Cases, picked
from senet_gp.engine.evaluator import scores_of
from senet_gp.engine.participants import Source
from senet_gp.engine.term_weights import Graded, Sums, best_weight, loss_of
from senet_gp.evolution.configuration.config import ResolvedConfig
from senet_gp.evolution.evaluation.regret import labelled_cases
from senet_gp.evolution.evaluation.suites import Regret, WordSums
from senet_gp.evolution.operators.variation import Operator
from senet_gp.players.champion import classes_up_to
from senet_gp.runtime.streams import Purpose, key_of, part_key
from senet_gp.trees.individual import Individual, random_individual
from senet_gp.trees.sums import Term, Terms, nodes_of, outer_size, size_of, sum_of, terms_of

#: The terms that are tried when individuals are tuned.
TUNING = Purpose(37)
#: The individuals tuned for a generation, each with terms of its own to add.
TUNED = 2
#: The individuals tuned if size is an objective, each within a size class.
_OF_CLASSES = 4
#: Players of fewer nodes need no tuning: breeding tries them all.
_SMALLEST = 4
#: The decisions drawn to tune on, for each one on which a generation is measured. They are drawn each time:
#: individuals that are tuned on the same ones again and again fit these alone, and stop.
_DECISIONS = 2
#: The terms that may be added: those found in other individuals, newly drawn ones, and single words.
_FOUND = 80
_DRAWN = 60
_WORDS = 120
#: The rounds in which they are tried, and the terms similar to present ones that are tried in each.
_ROUNDS = 2
_SIMILAR = 100
#: Factors with more nodes than this are not added.
_LARGEST = 12
#: New terms get no factors with more nodes than this before them.
_LARGEST_OUTER = 4
#: How often new terms stay at the top of the sum.
_AT_THE_TOP = 0.5
#: How often similar terms differ in a number, and how far at most.
_NUMBERS = 0.5
_FURTHEST = 3
#: All weights are multiplied by one of these first, so that they can change by small parts.
_SCALES = (1, 1, 2, 3, 5, 8, 24)
#: How often the best of a size class is tuned, and from how many of the best one is drawn otherwise.
_THE_BEST = 0.6
_NEXT = 8
#: A node must save at least this share of what it saves, at present, on the way to twice the size.
_SHARE_OF_SLOPE = 0.5
#: The most words of a sum of the baseline.
MOST_WORDS = 33
#: The generations after which the sums of the same number of words are improved again.
_TURNS = 4
#: The words that may enter a sum at a time.
_DRAWN_WORDS = 600
#: The factor of their weights, if these stay small, so that they can change by small parts.
_WORD_SCALE = 2
#: The decisions of the first trials, and of the trials that are left; then all are used.
_FEW = (256, 1024)
#: How many trials are left after each of these rounds.
_LEFT = (120, 30)
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


class _Job(NamedTuple):
    """An individual to be tuned.

    Attributes:
        origin: its index in the population.
        limit: the most nodes of the result; 0 for no limit.
        cost: how much regret a decision a node must save.
    """

    origin: int
    limit: int
    cost: float


def tuned(
    suite: Regret,
    config: ResolvedConfig,
    population: Sequence[Individual],
    winners: Sequence[Individual],
    *,
    generation: int,
    pool: Pool,
) -> list[tuple[int, Individual]]:
    """The fittest individuals, tuned on the decisions of a generation, each with the index of its origin."""
    cases = labelled_cases(suite, config, winners, generation, pool)
    return tuned_individuals(population, cases, suite, generation=generation, config=config, pool=pool)


def tuned_individuals(
    population: Sequence[Individual],
    cases: Cases,
    suite: Regret,
    *,
    generation: int,
    config: ResolvedConfig,
    pool: Pool,
) -> list[tuple[int, Individual]]:
    """Tune the fittest individuals of a population; if size is an objective, those of some size classes.

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
    key = key_of(config.seed, TUNING, generation)
    rng = random.Random(part_key(key, TUNED))
    common = drawn_decisions(cases, suite, rng), vocabulary
    if config.several_objectives:
        jobs = list(_of_classes(population, generation, config.size_limit, suite.parsimony, rng))
    else:
        fittest = _fittest_first(population)[:TUNED]
        jobs = [_Job(origin, config.size_limit, suite.parsimony) for origin in fittest]
    sent = []
    for number, job in enumerate(jobs):
        own = random.Random(part_key(key, number))
        new_terms = _new_terms(population, vocabulary, own)
        sent.append((population[job.origin].packed, job, new_terms, own.getrandbits(64)))
    tuned = pool.map(_tuned, sent, shared=common)
    return [
        (job.origin, Individual.from_packed(codes, vocabulary).made(Operator.TUNED))
        for job, codes in zip(jobs, tuned, strict=True)
        if codes != population[job.origin].packed
    ]


def drawn_decisions(cases: Cases, suite: Regret, rng: random.Random) -> GradedDecisions:
    """Some of the labelled decisions, in any order."""
    there = len(cases.begins) - 1
    drawn = rng.sample(range(there), min(there, _DECISIONS * suite.cases))
    return GradedDecisions.of(picked(cases, np.array(drawn, np.int64)))


def _fittest_first(population: Sequence[Individual], most: int = 0) -> list[int]:
    """The indices of different individuals of at most ``most`` nodes, 0 for any number, the fittest first."""
    fitting = [index for index, one in enumerate(population) if not 0 < most < len(one)]
    fitting.sort(key=lambda index: (-population[index].fitness.values[0], len(population[index]), index))
    return list({population[index].packed: index for index in reversed(fitting)}.values())[::-1]


def _of_classes(
    population: Sequence[Individual], generation: int, size_limit: int, least: float, rng: random.Random
) -> Iterator[_Job]:
    """Jobs for the size classes whose turn it is; a node must save at least ``least`` regret."""
    limits = [limit for limit in classes_up_to(size_limit) if limit >= _SMALLEST] or [size_limit]
    for number in range(_OF_CLASSES):
        limit = limits[(generation * _OF_CLASSES + number) % len(limits)]
        fittest = _fittest_first(population, limit)
        if fittest:
            best = population[fittest[0]].fitness.values[0]
            larger = population[_fittest_first(population, 2 * limit)[0]].fitness.values[0]
            cost = max(least, _SHARE_OF_SLOPE * (larger - best) / limit)
            origin = fittest[0] if rng.random() < _THE_BEST else rng.choice(fittest[:_NEXT])
            yield _Job(origin, limit, cost)


def _new_terms(population: Sequence[Individual], vocabulary: Vocabulary, rng: random.Random) -> list[Term]:
    """Terms that may be added, in any order: some of other individuals, some newly drawn, and words."""
    found: dict[Term, None] = {}
    for wanted, drawn in ((_FOUND, False), (_FOUND + _DRAWN, True)):
        for _ in range(10 * wanted):  # a population may have too few
            if len(found) >= wanted:
                break
            one = random_individual(vocabulary, rng) if drawn else rng.choice(population)
            terms = [term for term in terms_of(one.codes, vocabulary) if nodes_of(term[-1]) <= _LARGEST]
            if terms:
                found[rng.choice(terms)] = None
    found |= {(random_word(vocabulary, rng),): None for _ in range(_WORDS)}
    in_any_order = list(found)
    rng.shuffle(in_any_order)
    return in_any_order


def random_word(vocabulary: Vocabulary, rng: random.Random) -> bytes:
    """The codes of a word about the board as a number: its arguments are numbers; of a truth, 2 or 1."""
    word = rng.choice([word for word in vocabulary.primitives if word.reads_board])
    return word_as_number(vocabulary, word.name, [rng.choice(vocabulary.constants) for _ in word.arguments])


def word_as_number(vocabulary: Vocabulary, name: str, arguments: Sequence[int]) -> bytes:
    """The codes of a word with numbers as its arguments; of a truth, of 2 if it holds, else 1."""
    named = vocabulary.node_named
    nodes: list[Node] = [named[name], *(named[str(number)] for number in arguments)]
    if vocabulary.by_name[name].result is Truth:
        nodes = [named["if_then_else"], *nodes, named["2"], named["1"]]
    return vocabulary.codes_of(nodes).tobytes()


def _tuned(
    common: tuple[GradedDecisions, Vocabulary], packed: bytes, job: _Job, new_terms: Sequence[Term], seed: int
) -> bytes:
    """The codes of a tuned expression; those of the expression itself if nothing better is found."""
    decisions, vocabulary = common
    terms = terms_of(np.frombuffer(bytearray(packed), np.int16), vocabulary)
    if not terms:
        return packed
    search = SumSearch(decisions, terms, vocabulary, cost=job.cost, limit=job.limit)
    before, rng = search.loss, random.Random(seed)
    search.scale(rng.choice(_SCALES))
    for part in range(_ROUNDS):
        for trial in search.promising(_trials(search.terms, new_terms[part::_ROUNDS], vocabulary, rng)):
            search.attempt(trial)
        search.tune()
        search.drop()
    codes = search.codes
    cost = job.cost * (len(decisions.graded.begins) - 1)
    saved = before - search.loss + cost * (nodes_of(packed) - len(codes))
    return codes.tobytes() if saved > 0 and not 0 < job.limit < len(codes) else packed


def _trials(
    terms: Terms, new_terms: Sequence[Term], vocabulary: Vocabulary, rng: random.Random
) -> Iterator[Trial]:
    """Changes that may pay: a new term is added or replaces one, and a term is replaced by a similar one."""
    there = list(terms)
    for term in new_terms:
        yield Trial(_put_inside(term, terms, rng))
        yield Trial(_put_inside(term, terms, rng), rng.choice(there))
    for old in rng.choices(there, k=_SIMILAR):
        yield Trial((*old[:-1], _similar(old[-1], vocabulary, rng)), old)


def _put_inside(term: Term, terms: Terms, rng: random.Random) -> Term:
    """In half of the cases, put a term of one factor into a product: one of the sum, or a new one."""
    if len(term) > 1 or rng.random() < _AT_THE_TOP:
        return term
    products = dict.fromkeys(other[:-1] for other in terms if len(other) > 1)
    small = (other for other in terms if len(other) == 1 and nodes_of(other[0]) <= _LARGEST_OUTER)
    outer = rng.choice([*products, *small] or [()])
    return (*outer, *term)


def _similar(factor: bytes, vocabulary: Vocabulary, rng: random.Random) -> bytes:
    """A factor with another symbol of the same type at one node: in half of the cases a number nearby."""
    codes = np.frombuffer(bytearray(factor), np.int16)
    first_constant = len(vocabulary.primitives)
    node_index = rng.randrange(len(codes))
    numbers = np.flatnonzero(codes >= first_constant)
    if numbers.size and rng.random() < _NUMBERS:
        node_index = int(rng.choice(numbers))
        code = int(codes[node_index]) + rng.choice([-1, 1]) * rng.randint(1, _FURTHEST)
        codes[node_index] = min(max(code, first_constant), first_constant + len(vocabulary.constants) - 1)
    else:
        (node,) = vocabulary.decode(codes[node_index : node_index + 1])
        codes[node_index] = vocabulary.codes_of([rng.choice(vocabulary.alike[node.name])])[0]
    return codes.tobytes()


def random_individual_word(vocabulary: Vocabulary, rng: random.Random) -> Individual:
    """An individual of a single word, for the first population."""
    return Individual.from_packed(random_word(vocabulary, rng), vocabulary)


def improved(
    suite: WordSums,
    config: ResolvedConfig,
    population: Sequence[Individual],
    winners: Sequence[Individual],
    *,
    generation: int,
    pool: Pool,
) -> list[tuple[int, Individual]]:
    """As many sums as the population has individuals: the best of each number of words, and copies."""
    vocabulary = population[0].vocabulary
    key = key_of(config.seed, TUNING, generation)
    cases = labelled_cases(suite, config, winners, generation, pool)
    common = drawn_decisions(cases, suite, random.Random(key)), vocabulary, suite.parsimony
    best = _best_of_each_number(population, vocabulary)
    jobs = []
    for words in range(1, MOST_WORDS + 1):
        if words % _TURNS == generation % _TURNS or words not in best:
            begun = [best[number][1] for number in (words, words - 1) if number in best]
            if begun or words == 1:
                jobs.append((words, begun, part_key(key, words)))
    for found in pool.map(_improved, jobs, shared=common):
        words = len(found)
        origin = best.get(words, best.get(words - 1, (0, found)))[0]
        best[words] = origin, found
    made = [
        (origin, shortest_sum(terms, vocabulary).tobytes()) for _, (origin, terms) in sorted(best.items())
    ]
    return [
        (origin, Individual.from_packed(codes, vocabulary).made(Operator.TUNED))
        for origin, codes in islice(cycle(made), len(population))
    ]


def _best_of_each_number(
    population: Sequence[Individual], vocabulary: Vocabulary
) -> dict[int, tuple[int, Terms]]:
    """The fittest sum of each number of words, with its index."""
    best: dict[int, tuple[int, Terms]] = {}
    order = sorted(range(len(population)), key=lambda index: -population[index].fitness.values[0])
    for index in order:
        terms = terms_of(population[index].codes, vocabulary)
        if terms:
            best.setdefault(len(terms), (index, terms))
    return best


def _improved(
    common: tuple[GradedDecisions, Vocabulary, float], words: int, begun: Sequence[Terms], key: int
) -> Terms:
    """The best sum of a number of words that is found from sums of as many words, or of one less."""
    decisions, vocabulary, cost = common
    rng = random.Random(key)
    found: list[tuple[float, int, Terms]] = []
    for number, terms in enumerate(begun or [{}]):
        drawn = [(word,) for word in _drawn_words(vocabulary, rng)]
        search = SumSearch(decisions, terms or {drawn[0]: 1}, vocabulary, cost=cost, limit=0)
        search.scale(_WORD_SCALE)
        if len(search.terms) < words:
            _add(search, drawn)
        _exchange(search, drawn, rng)
        search.tune()
        found.append((search.loss, number, dict(search.terms)))
    same = [one for one in found if len(one[2]) == words]
    return min(same or found)[2]


def _add(search: SumSearch, words: Sequence[Term]) -> None:
    """Add the word that saves most."""
    for trial in search.promising(Trial(word) for word in words):
        if search.attempt(trial):
            return


def _exchange(search: SumSearch, words: Sequence[Term], rng: random.Random) -> None:
    """Replace words by others where that saves regret."""
    there = list(search.terms)
    trials = (Trial(word, rng.choice(there)) for word in words)
    for trial in search.promising(trials):
        search.attempt(trial)


def _drawn_words(vocabulary: Vocabulary, rng: random.Random) -> list[bytes]:
    """Words with numbers as their arguments, each at most once: all without any, and some of the others."""
    found: dict[bytes, None] = {}
    for word in vocabulary.primitives:
        if word.reads_board and not word.arguments:
            found[word_as_number(vocabulary, word.name, [])] = None
    while len(found) < _DRAWN_WORDS:
        before = len(found)
        found |= dict.fromkeys(random_word(vocabulary, rng) for _ in range(_DRAWN_WORDS))
        if len(found) == before:
            break
    return list(found)[:_DRAWN_WORDS]


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
        for term, weight in self.terms.items():
            self._sums += weight * self._values_of(term)
        self.loss = loss_of(self._sums, self._graded)

    @property
    def codes(self) -> Codes:
        """The sum as an expression, (nodes,) int16."""
        return shortest_sum(self.terms, self._vocabulary)

    def scale(self, factor: int) -> None:
        """Multiply all weights, so that they can change by smaller parts."""
        if max(map(abs, self.terms.values())) * factor <= _MOST_WEIGHT:
            self.terms = {term: factor * weight for term, weight in self.terms.items()}
            self._sums *= factor

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
        left = [trial for trial in dict.fromkeys(trials) if trial.new not in self.terms]
        whole = len(self._graded.begins) - 1
        for wanted, most in zip(_FEW, _LEFT, strict=True):
            count = min(wanted, whole)
            few, graded = self._decisions.first(count)
            before = loss_of(self._sums[few], graded)
            found: list[tuple[float, int]] = []
            for index, trial in enumerate(left):
                sums, weights, costs = self._prepared(trial, few)
                values = self._values_of(trial.new, few)
                number, loss = best_weight(sums, values, weights, costs * (count / whole), graded, before)
                if number >= 0:
                    found.append((loss, index))
            left = [left[index] for _, index in sorted(found)[:most]]
        return left

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

    def _is_full(self, more: int) -> bool:
        """Whether ``more`` nodes are too many for the time being."""
        return self._limit > 0 and len(self.codes) + more > self._limit * _SLACK + _MORE

    def _prepared(
        self, trial: Trial, columns: slice = _ALL
    ) -> tuple[Sums, NDArray[np.int64], NDArray[np.float64]]:
        """The sum that a new term enters, the weights that it may have, and what its nodes cost."""
        sums = self._sums[columns]
        used = {abs(weight) for weight in self.terms.values() if abs(weight) <= _MOST_WEIGHT}
        sizes = used.union(_FIRST_WEIGHTS)
        if trial.old is not None:
            own = self.terms[trial.old]
            sums = sums - own * self._values_of(trial.old, columns)
            sizes.update(range(max(1, abs(own) - 3), min(_MOST_WEIGHT, abs(own) + 3) + 1))
        ordered = sorted(sizes)
        weights = np.array([*ordered, *(-size for size in ordered)], np.int64)
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
        for count, most in ((_FEW[-1], _DROPPED), (len(self._graded.begins) - 1, 1)):
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

    def _nodes(self, term: Term, weights: NDArray[np.int64]) -> NDArray[np.float64]:
        """How many nodes the sum has for this term alone, with each of these weights."""
        outers = [term[:count] for count in range(1, len(term))]
        others = [other for other in self.terms if other != term]
        alone = [outer for outer in outers if all(other[: len(outer)] != outer for other in others)]
        shared = sum(map(outer_size, alone))
        # A weight that another term beside it has as well is written once.
        beside = {abs(self.terms[other]) for other in others if other[:-1] == term[:-1]}
        sizes = [
            size_of(term, 1 if abs(one) in beside else one, self._vocabulary) for one in weights.tolist()
        ]
        return np.array(sizes, np.float64) + shared

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
