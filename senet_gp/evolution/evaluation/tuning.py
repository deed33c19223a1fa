"""Tuning: a local search for the weights and terms with which expressions regret least.

An expression is a sum of weighted terms, also inside its products (:mod:`senet_gp.trees.sums`). Over the
decisions that the suite ``regret`` has labelled, the search tries other whole weights of each term, one term
after another, as chess programs are tuned; it adds terms, and puts others in the place of those that are
there, where they pay for their nodes: terms of other individuals, new ones, single words, and similar ones;
and it drops those that do not pay. What comes of it is made shorter by proof, and is an expression as any
other, which enters the next population.

If size is an objective, the best players of the size classes are tuned in turn, each within its class. So
terms move up and down: a small sum grows into the next class, and a large one loses what saves least.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from typing import NamedTuple

import numpy as np

from primitives.types import Truth
from primitives.vocabulary import Node, Vocabulary
from senet_gp.arena.batches import spread
from senet_gp.arena.pool import Pool
from senet_gp.engine.cases import Cases, picked
from senet_gp.evolution.config import Config
from senet_gp.evolution.evaluation.suites import Regret
from senet_gp.evolution.evaluation.sum_search import GradedDecisions, SumSearch, Trial
from senet_gp.players.by_size import classes_up_to
from senet_gp.runtime.streams import SeedDomain, key_of, part_key
from senet_gp.trees.individual import Individual, Operator, random_individual
from senet_gp.trees.simplification.proven import equal_in_choice
from senet_gp.trees.sums import Term, Terms, nodes_of, terms_of

#: So many individuals are tuned for a generation, each with terms of its own to add.
TUNED = 2
#: If size is an objective, so many are tuned, each within a size class.
_OF_CLASSES = 4
#: Players of fewer nodes need no tuning: breeding tries them all.
_SMALLEST = 4
#: For each of the decisions on which a generation is measured, so many are drawn to tune on. They are others
#: each time: those who are tuned on the same ones again and again learn them by heart, and stop.
_DECISIONS = 2
#: How many terms may be added: such as are found in other individuals, newly drawn ones, and single words.
_FOUND = 80
_DRAWN = 60
_WORDS = 120
#: The rounds in which they are tried, and how many terms similar to those that are there in each.
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
#: By one of these all weights are multiplied first, so that they can change by small parts.
_SCALES = (1, 1, 2, 3, 5, 8, 24)
#: How often the best of a size class is tuned; else one of so many that are next.
_THE_BEST = 0.6
_NEXT = 8
#: A node must save at least this share of what it saves, at present, on the way to twice the size.
_SHARE_OF_SLOPE = 0.5
#: How hard it is tried to make the results shorter by proof.
_EFFORT = 20


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


def tuned_individuals(
    population: Sequence[Individual],
    cases: Cases,
    suite: Regret,
    *,
    generation: int,
    config: Config,
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
    key = key_of(config.seed, SeedDomain.TUNING, generation)
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
    tuned = spread(_tuned, common, sent, pool)
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
    """The indices of different individuals of at most so many nodes, 0 for any number, the fittest first."""
    fitting = [index for index, one in enumerate(population) if not 0 < most < len(one)]
    fitting.sort(key=lambda index: (-population[index].fitness.values[0], len(population[index]), index))
    return list({population[index].packed: index for index in reversed(fitting)}.values())[::-1]


def _of_classes(
    population: Sequence[Individual], generation: int, size_limit: int, least: float, rng: random.Random
) -> Iterator[_Job]:
    """Jobs for the size classes whose turn it is; a node must save at least so much."""
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
    tree = equal_in_choice(vocabulary.decode(search.codes), vocabulary, _EFFORT).tree
    cost = job.cost * (len(decisions.graded.begins) - 1)
    saved = before - search.loss + cost * (nodes_of(packed) - len(tree))
    return tree.packed if saved > 0 and not 0 < job.limit < len(tree) else packed


def _trials(
    terms: Terms, new_terms: Sequence[Term], vocabulary: Vocabulary, rng: random.Random
) -> Iterator[Trial]:
    """What may pay: new terms beside those of a sum or in the place of one, and similar ones."""
    there = list(terms)
    for term in new_terms:
        yield Trial(_put_inside(term, terms, rng))
        yield Trial(_put_inside(term, terms, rng), rng.choice(there))
    for old in rng.choices(there, k=_SIMILAR):
        yield Trial((*old[:-1], _similar(old[-1], vocabulary, rng)), old)


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
