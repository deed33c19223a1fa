"""Ways to make the children of a generation, for experiments that compare them: the suite ``search``.

An individual is a sum of terms with integer weights. Kinds of terms are nested: *words* are single words;
*products* may be products of two words; *conditions* may also be words that count double late in the
game. Methods differ in the children alone: all are tested by the same decisions, and the best of each
size survive.

- ``random``: new sums of random terms.
- ``mutation``: a survivor with one random change: of a weight, or a term added, dropped or exchanged.
- ``crossover``: in half of the cases, each term of two survivors with the chance of one half; else mutation.
- ``tuning``: two survivors climb through the size classes by the local search of the preset ``strong``.
- ``greedy``: for each number of terms the best sum of one term less, to which the best term is added; then
  terms are exchanged.

For trees, the mutation ``new`` draws a new one, so a run without crossover searches at random.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from functools import lru_cache, partial
from itertools import cycle, islice
from typing import NamedTuple

from primitives.vocabulary import Vocabulary
from senet_gp.arena.pool import Pool
from senet_gp.evolution.configuration.config import ResolvedConfig
from senet_gp.evolution.configuration.options import option
from senet_gp.evolution.configuration.registration import operator, suite
from senet_gp.evolution.evaluation.regret import labelled_cases
from senet_gp.evolution.evaluation.suites import Regret
from senet_gp.evolution.evaluation.sum_search import GradedDecisions, SumSearch, Trial, shortest_sum
from senet_gp.evolution.evaluation.tuning import drawn_decisions, random_word, times_dearer
from senet_gp.evolution.operators.variation import Operator
from senet_gp.players.champion import classes_up_to
from senet_gp.runtime.streams import Purpose, key_of, part_key
from senet_gp.trees.individual import Individual, random_individual
from senet_gp.trees.sums import Term, Terms, terms_of
from senet_gp.trees.text import from_lisp

SEARCH = Purpose(43)
#: Weights of new terms, and by how much weights change.
_WEIGHTS = (1, 2, 3, 5, 8, 13, 20)
_MOST_WEIGHT = 30
#: In greedy search, the most terms of a sum, and the generations after which each number is improved again.
_MOST_TERMS = 33
_TURNS = 4
#: The terms that are tried at a time, and the rounds of a local search.
_TRIED = 300
_ROUNDS = 2
#: The bounds of phases, in tens of squares that both players together have to go.
_LATEST = range(4, 31)


@suite("search", "as regret, with children of one of several ways to search")
class Search(Regret):
    """The tests of regret, for sums that the suite itself makes."""

    individual = f"{__name__}:random_individual_word"
    improved_by = f"{__name__}:children"
    terms: str = option("words", "kinds of terms: words, products or conditions", kind=str, sample="words")
    method: str = option(
        "mutation",
        "how children are made: random, mutation, crossover, tuning or greedy",
        kind=str,
        sample="mutation",
    )

    @property
    def improves_every(self) -> int:
        """Children are made so for every generation."""
        return 1


def random_individual_word(vocabulary: Vocabulary, rng: random.Random) -> Individual:
    """An individual of a single word, for the first population."""
    return Individual.from_packed(random_word(vocabulary, rng), vocabulary)


@operator("mutation", "new", "a new individual, drawn as those of the first population")
def drawn_anew(_parent: Individual, *, rng: random.Random, vocabulary: Vocabulary) -> tuple[Individual]:
    """A new individual, which has nothing of its parent."""
    return (random_individual(vocabulary, rng),)


#: What draws a new term.
Draw = Callable[[random.Random], Term]
#: The index of a survivor, its number of nodes and its terms.
_Ranked = tuple[int, int, Terms]


class _Ground(NamedTuple):
    """What all searches of a generation share."""

    decisions: GradedDecisions
    vocabulary: Vocabulary
    kinds: str
    cost: float


def children(
    suite: Search,
    config: ResolvedConfig,
    population: Sequence[Individual],
    winners: Sequence[Individual],
    *,
    generation: int,
    pool: Pool,
) -> list[tuple[int, Individual]]:
    """As many children as the population has individuals, each with the index of a parent."""
    vocabulary = population[0].vocabulary
    key = key_of(config.seed, SEARCH, generation)
    rng = random.Random(key)
    sums = [terms_of(one.codes, vocabulary) for one in population]
    draw = partial(random_term, vocabulary, suite.terms)
    if suite.method in ("tuning", "greedy"):
        cases = labelled_cases(suite, config, winners[:-1], generation - 1, pool)
        ground = _Ground(drawn_decisions(cases, suite, rng), vocabulary, suite.terms, suite.parsimony)
        ranked = sorted(range(len(population)), key=lambda index: -population[index].fitness.values[0])
        search = _climbs if suite.method == "tuning" else _greedy
        made = search(
            ground, [(index, len(population[index]), sums[index]) for index in ranked], config, key, pool
        )
        found = list(islice(cycle(made), len(population)))
    else:
        make = {"random": _drawn, "mutation": _mutated, "crossover": _crossed}[suite.method]
        found = [make(sums, draw, config.size_limit, vocabulary, rng) for _ in population]
    return [
        (
            origin,
            Individual.from_packed(shortest_sum(terms, vocabulary).tobytes(), vocabulary).made(
                Operator.TUNED
            ),
        )
        for origin, terms in found
    ]


def random_term(vocabulary: Vocabulary, kinds: str, rng: random.Random) -> Term:
    """A term of one of the kinds: a word alone in half of the cases, else two factors if that may be."""
    word = random_word(vocabulary, rng)
    if kinds == "words" or rng.random() < 0.5:
        return (word,)
    if kinds == "products" or rng.random() < 0.5:
        return random_word(vocabulary, rng), word
    return _phase(vocabulary, rng.choice(_LATEST)), word


@lru_cache(maxsize=256)
def _phase(vocabulary: Vocabulary, tens: int) -> bytes:
    """A factor that is 2 when both players together have fewer than ``10 * tens`` squares to go, else 1."""
    text = f"(if_then_else (less_than (add my_distance their_distance) (mul {tens} 10)) 2 1)"
    return from_lisp(text, vocabulary).packed


def _drawn(
    _sums: Sequence[Terms], draw: Draw, limit: int, vocabulary: Vocabulary, rng: random.Random
) -> tuple[int, Terms]:
    """A new sum of a size that is drawn."""
    wanted = rng.randint(1, limit)
    terms: Terms = {draw(rng): 1}
    while len(shortest_sum(terms, vocabulary)) < wanted:
        terms[draw(rng)] = _weight(rng)
    if len(terms) > 1 and len(shortest_sum(terms, vocabulary)) > limit:
        terms.popitem()
    return 0, terms


def _mutated(
    sums: Sequence[Terms], draw: Draw, limit: int, vocabulary: Vocabulary, rng: random.Random
) -> tuple[int, Terms]:
    """A survivor with a change; one that becomes too large is changed again."""
    while True:
        origin = rng.randrange(len(sums))
        terms = changed(sums[origin], draw, rng)
        if len(shortest_sum(terms, vocabulary)) <= limit:
            return origin, terms


def changed(terms: Terms, draw: Draw, rng: random.Random) -> Terms:
    """A sum with another weight, or with a term more, less or exchanged."""
    terms = dict(terms) or {draw(rng): 1}
    change, old = rng.randrange(4), rng.choice(list(terms))
    if change == 0:
        weight = terms[old] + rng.choice((-1, 1)) * rng.choice((1, 1, 2, 3, 5))
        terms[old] = max(-_MOST_WEIGHT, min(_MOST_WEIGHT, weight)) or -terms[old]
    elif change == 1:
        scale = rng.choice((1, 2, 3)) if max(map(abs, terms.values())) * 3 <= _MOST_WEIGHT else 1
        terms = {term: scale * weight for term, weight in terms.items()} | {draw(rng): _weight(rng)}
    elif change == 2 and len(terms) > 1:
        del terms[old]
    else:
        weight = terms.pop(old)
        terms[draw(rng)] = weight
    return terms


def _crossed(
    sums: Sequence[Terms], draw: Draw, limit: int, vocabulary: Vocabulary, rng: random.Random
) -> tuple[int, Terms]:
    """Terms of two survivors, each of which is taken with a chance of one half; or a mutation."""
    origin, other = rng.randrange(len(sums)), rng.randrange(len(sums))
    both = [*sums[origin].items(), *sums[other].items()]
    terms = dict(item for item in both if rng.random() < 0.5)
    if rng.random() < 0.5 or not terms or len(shortest_sum(terms, vocabulary)) > limit:
        return _mutated(sums, draw, limit, vocabulary, rng)
    return origin, terms


def _weight(rng: random.Random) -> int:
    return rng.choice((-1, 1)) * rng.choice(_WEIGHTS)


def _climbs(
    ground: _Ground, ranked: Sequence[_Ranked], config: ResolvedConfig, key: int, pool: Pool
) -> list[tuple[int, Terms]]:
    """What two climbs through the size classes reach."""
    jobs = [(ranked, config.size_limit, part_key(key, number)) for number in range(2)]
    return [found for climb in pool.map(_climb, jobs, shared=ground) for found in climb]


def _climb(ground: _Ground, ranked: Sequence[_Ranked], most: int, key: int) -> list[tuple[int, Terms]]:
    rng = random.Random(key)
    reached: list[tuple[int, Terms]] = []
    for limit in classes_up_to(most):
        fitting = [(origin, terms) for origin, size, terms in ranked if size <= limit and terms]
        if not fitting or rng.random() < 0.5:
            continue
        best = fitting[0] if rng.random() < 0.6 else rng.choice(fitting[:4])
        origin, terms = reached[-1] if reached and rng.random() < 0.5 else best
        reached.append(
            (origin, _searched(ground, terms, limit, ground.cost * times_dearer(limit, most), rng))
        )
    return reached or [ranked[0][::2]]


def _searched(ground: _Ground, terms: Terms, limit: int, cost: float, rng: random.Random) -> Terms:
    """A sum after a local search."""
    search = SumSearch(ground.decisions, terms, ground.vocabulary, cost=cost, limit=limit)
    search.scale(rng.choice((1, 1, 2, 3, 5, 8, 24)))
    for _ in range(_ROUNDS):
        there = list(search.terms)
        new = [random_term(ground.vocabulary, ground.kinds, rng) for _ in range(_TRIED)]
        trials = [Trial(term, rng.choice([None, *there])) for term in new]
        for trial in search.promising(trials):
            search.attempt(trial)
        search.tune()
        search.drop()
    return dict(search.terms)


def _greedy(
    ground: _Ground, ranked: Sequence[_Ranked], config: ResolvedConfig, key: int, pool: Pool
) -> list[tuple[int, Terms]]:
    """The best sum of each number of terms, a part of which is improved."""
    best: dict[int, tuple[int, Terms]] = {}
    for origin, _, terms in ranked:
        if terms:
            best.setdefault(len(terms), (origin, terms))
    turn = random.Random(key).randrange(_TURNS)
    jobs = []
    for count in range(1, _MOST_TERMS + 1):
        begun = [best[number] for number in (count, count - 1) if number in best]
        if begun and (count % _TURNS == turn or count not in best):
            jobs.append((begun, count, config.size_limit, part_key(key, count)))
    for origin, terms in pool.map(_extended, jobs, shared=ground):
        best[len(terms)] = origin, terms
    return [best[count] for count in sorted(best)]


def _extended(
    ground: _Ground, begun: Sequence[tuple[int, Terms]], count: int, limit: int, key: int
) -> tuple[int, Terms]:
    """The best sum of a number of terms that is found from sums of as many, or of one less."""
    rng = random.Random(key)
    found: list[tuple[float, int, int, Terms]] = []
    for number, (origin, terms) in enumerate(begun):
        drawn = [random_term(ground.vocabulary, ground.kinds, rng) for _ in range(2 * _TRIED)]
        search = SumSearch(ground.decisions, terms, ground.vocabulary, cost=ground.cost, limit=limit)
        search.scale(2)
        if len(search.terms) < count:
            promising = search.promising([Trial(term) for term in drawn])
            next((trial for trial in promising if search.attempt(trial)), None)
        there = list(search.terms)
        for trial in search.promising([Trial(term, rng.choice(there)) for term in drawn]):
            search.attempt(trial)
        search.tune()
        found.append((search.loss, number, origin, dict(search.terms)))
    _, _, origin, terms = min(found)
    return origin, terms
