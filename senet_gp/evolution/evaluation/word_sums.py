"""The suite ``word-sums``: the baseline of breeding, the best sums of 1, 2, 3 and more words.

A sum begins as the best one of a word less, to which the word is added that saves most regret (greedy
search). Then words are replaced by others where that saves regret (exchange), and all weights are tuned. It
uses the decisions that breeding is measured by, newly drawn each time, so both can be compared in the same
processor time. Nothing is bred: the improved sums take the place of all children.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from itertools import cycle, islice

from primitives.vocabulary import Vocabulary
from senet_gp.arena.pool import Pool
from senet_gp.evolution.configuration.config import ResolvedConfig
from senet_gp.evolution.evaluation.regret import labelled_cases
from senet_gp.evolution.evaluation.suites import WordSums
from senet_gp.evolution.evaluation.sum_search import GradedDecisions, SumSearch, Trial, shortest_sum
from senet_gp.evolution.evaluation.tuning import TUNING, drawn_decisions, random_word, word_as_number
from senet_gp.evolution.operators.variation import Operator
from senet_gp.runtime.streams import key_of, part_key
from senet_gp.trees.individual import Individual
from senet_gp.trees.sums import Term, Terms, terms_of

#: The most words of a sum.
MOST_WORDS = 33
#: The generations after which the sums of the same number of words are improved again.
_TURNS = 4
#: The words that may enter a sum at a time.
_DRAWN_WORDS = 600
#: The factor of their weights, if these stay small, so that they can change by small parts.
_WORD_SCALE = 2


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
