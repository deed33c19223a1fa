"""Tuning: the best expressions of every size are improved by a local search, and enter the next population.

Each search changes weights and terms of one expression (:mod:`senet_gp.evolution.evaluation.sum_search`) on
the decisions by which its generation was measured. The next generation is measured by new ones, if these are
labelled for each generation, so what fits the old ones by chance does not survive.

If size is an objective, searches climb: from a small size class to larger ones, at each of which they add
what the additional nodes can say. At some classes they go on from what they have reached, at others from the
best player of that size. A node must save more in a small class than in a large one. Where sums are small, a
search soon finds nothing better near them, so half of the climbs begin afresh there, with a single word.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from math import sqrt
from typing import NamedTuple

import numpy as np

from primitives.types import Truth
from primitives.vocabulary import Node, Vocabulary
from senet_gp.arena.pool import Pool
from senet_gp.engine.cases import Cases, picked
from senet_gp.evolution.configuration.config import ResolvedConfig
from senet_gp.evolution.evaluation.decisions import listed_cases
from senet_gp.evolution.evaluation.regret import labelled_cases
from senet_gp.evolution.evaluation.suites import Regret, lists_decisions
from senet_gp.evolution.evaluation.sum_search import GradedDecisions, SumSearch, Trial
from senet_gp.evolution.operators.variation import Operator
from senet_gp.players.champion import classes_up_to
from senet_gp.runtime.streams import Purpose, key_of, part_key
from senet_gp.trees.individual import Individual, random_individual
from senet_gp.trees.sums import Term, Terms, nodes_of, terms_of

#: The terms that are tried when individuals are tuned.
TUNING = Purpose(37)
#: The individuals tuned for a generation, or the climbs, each with terms of its own to add.
TUNED = 2
#: Players of fewer nodes need no tuning: breeding tries them all.
_SMALLEST = 8
#: Climbs stop at each second size class.
_EVERY = 2
#: How often a climb begins afresh, with a single word, and up to how many nodes it goes on from there only.
_AFRESH = 0.5
_UP_TO = 30
#: How often a climb goes on at a stop from what it has reached, though a player of that size is better.
_GOES_ON = 0.5
#: How often that player is the best one, and from how many of the best it is drawn otherwise.
_THE_BEST = 0.6
_NEXT = 4
#: The decisions drawn to tune on, for each one on which a generation is measured.
_DECISIONS = 2
#: The terms that may be added: those found in other individuals, newly drawn ones, and single words.
_FOUND = 80
_DRAWN = 60
_WORDS = 120
#: The rounds in which they are tried, and the terms similar to present ones that are tried in each.
_ROUNDS = 2
_SIMILAR = 100
#: In sums of at most this many terms each new one is also tried in the place of another; in larger ones less
#: often, since the place that is drawn is hardly ever that of the worst term.
_EXCHANGED = 6
#: Factors with more nodes than this are not added.
_LARGEST = 12
#: New terms get no factors with more nodes than this before them.
_LARGEST_OUTER = 4
#: How often new terms stay at the top of the sum.
_AT_THE_TOP = 0.5
#: How often similar terms differ in a number, and how far at most.
_NUMBERS = 0.5
_FURTHEST = 3
#: Sums with a larger weight are left as they are: the search would count losses for all weights up to it.
_MOST_BEGUN = 1 << 16
#: All weights are multiplied by one of these first, so that they can change by small parts.
_SCALES = (1, 1, 2, 3, 5, 8, 24)


class _Stop(NamedTuple):
    """A place where a climb stops, to look for the best expression of a size.

    Attributes:
        origin: the index in the population of one of the best of that size.
        packed: the codes with which it can begin there.
        limit: the most nodes of the result; 0 for no limit.
        cost: how much regret a decision a node must save.
        goes_on: how often it begins with what the climb has reached instead; always if that is better.
    """

    origin: int
    packed: bytes
    limit: int
    cost: float
    goes_on: float = _GOES_ON


class _Ground(NamedTuple):
    """What all climbs of a generation share."""

    decisions: GradedDecisions
    vocabulary: Vocabulary
    found: list[Term]  # the terms of the population


def tuned(
    suite: Regret,
    config: ResolvedConfig,
    population: Sequence[Individual],
    winners: Sequence[Individual],
    *,
    generation: int,
    pool: Pool,
) -> list[tuple[int, Individual]]:
    """The best individuals, tuned on the decisions of the generation before, each with its origin's index."""
    if lists_decisions(suite.teacher, config.game_value):
        cases = listed_cases(config.game_value, config.vocabulary_value)
    else:
        cases = labelled_cases(suite, config, winners[:-1], generation - 1, pool)
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
        The tuned individuals that differ from those they began as, each with the index of its origin.
    """
    vocabulary = population[0].vocabulary
    key = key_of(config.seed, TUNING, generation)
    rng = random.Random(part_key(key, TUNED))
    ground = _Ground(drawn_decisions(cases, suite, rng), vocabulary, _terms_in(population, vocabulary))
    if config.several_objectives:
        climbs = [_climb(population, config.size_limit, suite.parsimony, rng) for _ in range(TUNED)]
    else:
        climbs = [
            [_Stop(origin, population[origin].packed, config.size_limit, suite.parsimony)]
            for origin in _fittest_first(population)[:TUNED]
        ]
    jobs = [(climb, part_key(key, number)) for number, climb in enumerate(climbs)]
    return [
        (origin, Individual.from_packed(codes, vocabulary).made(Operator.TUNED))
        for results in pool.map(_climbed, jobs, shared=ground)
        for origin, codes in results
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
    different: dict[bytes, int] = {}
    for index in fitting:
        different.setdefault(population[index].packed, index)
    return list(different.values())


def _climb(
    population: Sequence[Individual], size_limit: int, least: float, rng: random.Random
) -> list[_Stop]:
    """A climb through the size classes; in the largest one a node must save at least ``least`` regret."""
    word = random_word(population[0].vocabulary, rng) if rng.random() < _AFRESH else None
    stops = []
    for limit in _limits(size_limit):
        fittest, cost = _fittest_first(population, limit), least * times_dearer(limit, size_limit)
        if word is not None and limit <= _UP_TO:
            stops.append(_Stop((fittest or [0])[0], word, limit, cost, goes_on=1.0))
        elif fittest:
            origin = fittest[0] if rng.random() < _THE_BEST else rng.choice(fittest[:_NEXT])
            stops.append(_Stop(origin, population[origin].packed, limit, cost))
    return stops


def _limits(size_limit: int) -> list[int]:
    """The most nodes at the stops of a climb: each second size class, down from the largest.

    >>> _limits(200)
    [8, 15, 30, 60, 100, 200]
    """
    limits = classes_up_to(size_limit)[::-_EVERY]
    return [limit for limit in reversed(limits) if limit >= _SMALLEST] or [limits[0]]


def times_dearer(limit: int, size_limit: int) -> float:
    """How much more a node must save in a size class than in the largest one.

    What the last nodes of a good player save falls about as fast when players become larger.

    >>> times_dearer(50, 200)
    8.0
    """
    times = (size_limit or classes_up_to(0)[-1]) / limit
    return times * sqrt(times)


def _terms_in(population: Sequence[Individual], vocabulary: Vocabulary) -> list[Term]:
    """The different terms of a population that are small enough to enter other sums."""
    found = dict.fromkeys(term for one in population for term in terms_of(one.codes, vocabulary))
    return [term for term in found if nodes_of(term[-1]) <= _LARGEST]


def _new_terms(found: Sequence[Term], vocabulary: Vocabulary, rng: random.Random) -> list[Term]:
    """Terms that may be added, in any order: some that were found, some newly drawn, and words."""
    new = dict.fromkeys(rng.sample(found, min(_FOUND, len(found))))
    for _ in range(_DRAWN):
        drawn = _terms_in([random_individual(vocabulary, rng)], vocabulary)
        if drawn:
            new[rng.choice(drawn)] = None
    new |= {(random_word(vocabulary, rng),): None for _ in range(_WORDS)}
    in_any_order = list(new)
    rng.shuffle(in_any_order)
    return in_any_order


def random_word(vocabulary: Vocabulary, rng: random.Random) -> bytes:
    """The codes of a word about the board as a number: its arguments are numbers; of a truth, 2 or 1."""
    chooses = "if_then_else" in vocabulary.by_name
    words = [word for word in vocabulary.primitives if word.reads_board and Truth not in word.arguments]
    word = rng.choice([word for word in words if chooses or word.result is not Truth])
    return word_as_number(vocabulary, word.name, [rng.choice(vocabulary.constants) for _ in word.arguments])


def word_as_number(vocabulary: Vocabulary, name: str, arguments: Sequence[int]) -> bytes:
    """The codes of a word with numbers as its arguments; of a truth, of 2 if it holds, else 1."""
    named = vocabulary.node_named
    nodes: list[Node] = [named[name], *(named[str(number)] for number in arguments)]
    if vocabulary.by_name[name].result is Truth:
        nodes = [named["if_then_else"], *nodes, named["2"], named["1"]]
    return vocabulary.codes_of(nodes).tobytes()


def _climbed(ground: _Ground, climb: Sequence[_Stop], seed: int) -> list[tuple[int, bytes]]:
    """What a climb reaches at its stops: the index of the origin, and the codes of what is better than it."""
    rng = random.Random(seed)
    reached: list[tuple[int, bytes]] = []
    for stop in climb:
        origin, begun = stop.origin, stop.packed
        if reached and (
            rng.random() < stop.goes_on
            or ground.decisions.loss(reached[-1][1], ground.vocabulary)
            < ground.decisions.loss(begun, ground.vocabulary)
        ):
            origin, begun = reached[-1]
        found = _tuned(ground, begun, stop, rng)
        if found != begun:
            reached.append((origin, found))
    return reached


def _tuned(ground: _Ground, packed: bytes, stop: _Stop, rng: random.Random) -> bytes:
    """The codes of a tuned expression; those of the expression itself if nothing better is found."""
    decisions, vocabulary, found = ground
    terms = terms_of(np.frombuffer(bytearray(packed), np.int16), vocabulary)
    if not terms or max(map(abs, terms.values())) > _MOST_BEGUN:
        return packed
    search = SumSearch(decisions, terms, vocabulary, cost=stop.cost, limit=stop.limit)
    before, new_terms = search.loss, _new_terms(found, vocabulary, rng)
    search.scale(rng.choice(_SCALES))
    for part in range(_ROUNDS):
        for trial in search.promising(_trials(search.terms, new_terms[part::_ROUNDS], vocabulary, rng)):
            search.attempt(trial)
        search.tune()
        search.drop()
    codes = search.codes
    cost = stop.cost * (len(decisions.graded.begins) - 1)
    saved = before - search.loss + cost * (nodes_of(packed) - len(codes))
    return codes.tobytes() if saved > 0 and not 0 < stop.limit < len(codes) else packed


def _trials(
    terms: Terms, new_terms: Sequence[Term], vocabulary: Vocabulary, rng: random.Random
) -> Iterator[Trial]:
    """Changes that may pay: a new term is added or replaces one, and a term is replaced by a similar one."""
    there = list(terms)
    for term in new_terms:
        yield Trial(_put_inside(term, terms, rng))
        if rng.random() * len(there) < _EXCHANGED:
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
