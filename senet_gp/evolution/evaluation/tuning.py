"""Tuning: a local search for the weights and terms with which an expression regrets least.

An expression is a sum of weighted terms, also inside its products (:mod:`senet_gp.trees.sums`). Over the
decisions that the suite ``regret`` has labelled, the search tries other whole weights of each term, one term
after another, as chess programs are tuned; it adds terms, from other individuals and new ones, where they pay
for their nodes; it puts similar terms in the place of others; and it drops those that do not pay. What comes
of it is an expression as any other, which enters the next population.
"""

from __future__ import annotations

import random
from collections.abc import Sequence

import numpy as np

from primitives.vocabulary import Vocabulary
from senet_gp.arena.pool import Pool
from senet_gp.engine.decisions import Cases, picked
from senet_gp.evolution.config import Config
from senet_gp.evolution.evaluation.spread import spread
from senet_gp.evolution.evaluation.sum_search import Plan, SumSearch, Trial
from senet_gp.seed_domains import SeedDomain
from senet_gp.streams import key_of, part_key
from senet_gp.trees.individual import Individual, Operator, random_individual
from senet_gp.trees.sums import Term, Terms, nodes_of, sum_of, terms_of

#: So many of the fittest individuals are tuned, each with terms of its own to add.
TUNED = 2
#: For each of the decisions on which a generation is measured, so many are drawn to tune on. They are others
#: each time: those who are tuned on the same ones again and again learn them by heart, and stop.
_DECISIONS = 2
#: So many terms each, found in other individuals and newly drawn, may be added, in so many rounds; in each
#: round so many similar ones may come in the place of others.
_FOUND, _DRAWN, _ROUNDS, _REPLACED = 120, 80, 2, 200
#: The best so many of all these, as some of the decisions tell, are tried on all.
_TRIED = 40
#: Factors with more nodes than this are not added, and new terms get only smaller ones before them.
_LARGEST, _LARGEST_OUTER = 12, 4
#: How often new terms stay at the top of the sum, how often similar terms differ in a number, and how far.
_AT_THE_TOP, _NUMBERS, _FURTHEST = 0.5, 0.5, 3


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
    there = len(cases.begins) - 1
    drawn = random.Random(part_key(key, TUNED)).sample(range(there), min(there, _DECISIONS * config.cases))
    some = picked(cases, np.array(sorted(drawn), np.int64))
    plan = Plan(some, vocabulary, config.parsimony, config.size_limit)
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


def _tuned(plan: Plan, packed: bytes, new_terms: Sequence[Term], seed: int) -> bytes:
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
