"""One small evolution whose games are played by plain DEAP, in part, or by this program: the same results."""

from __future__ import annotations

import hashlib
import random
import time
from collections.abc import Callable, Sequence
from functools import partial
from statistics import median
from typing import Any

from benchmark import plain_deap
from benchmark.games import WORDS, sources_of

from senet_gp.arena.knockout import knockout
from senet_gp.arena.local_pool import WorkerPool
from senet_gp.evolution.operators.variation import one_point_crossover, subtree_mutation
from senet_gp.games.senet import Senet
from senet_gp.runtime.streams import key_of, part_key
from senet_gp.trees.individual import Individual, random_individual
from senet_gp.trees.text import to_lisp
from studies.pages import table
from studies.work import Study, Work

SEEDS = 3
GENERATIONS = 5
POPULATION = 32
MUTATION_CHANCE = 1 / 8

#: Plays the knockout of a population by a key and a generator of pairs; the ranks, and the number of games.
Evaluate = Callable[[Sequence[Individual], int, random.Random], tuple[Sequence[int], int]]


def _measure(work: Work) -> Any:
    population, generations = work.pick((POPULATION, GENERATIONS), (8, 2))
    runs = [
        {
            name: work.keep(
                f"{name}, seed {seed}, {population} individuals, {generations} generations",
                partial(_evolve, evaluate, seed, population, generations),
            )
            for name, evaluate in WAYS.items()
        }
        for seed in range(1, work.pick(SEEDS, 1) + 1)
    ]
    return {"population": population, "generations": generations, "runs": runs}


def _evolve(evaluate: Evaluate, seed: int, count: int, generations: int) -> dict[str, Any]:
    """Breed some generations; their processor time, and what tells whether two runs are the same."""
    rng = random.Random(seed)
    # Compiled code is loaded before the time begins.
    evaluate([random_individual(WORDS, random.Random(number)) for number in range(4)], 1, random.Random(1))
    begin = time.process_time()
    population = [random_individual(WORDS, rng) for _ in range(count)]
    digest = hashlib.sha256()
    games = 0
    for generation in range(generations):
        key = part_key(key_of(seed), generation)
        ranks, played = evaluate(population, key, random.Random(generation))
        games += played
        digest.update(repr([*zip(map(to_lisp, population), map(int, ranks), strict=True)]).encode())
        population = _children(population, ranks, rng)
    return {"seconds": time.process_time() - begin, "games": games, "digest": digest.hexdigest()}


def _children(population: Sequence[Individual], ranks: Sequence[int], rng: random.Random) -> list[Individual]:
    """The next generation: parents in proportion to rank, crossover, and some mutants."""
    children: list[Individual] = []
    while len(children) < len(population):
        children += one_point_crossover(*rng.choices(population, weights=ranks, k=2), rng=rng)
    return [
        subtree_mutation(child, vocabulary=WORDS, rng=rng)[0] if rng.random() < MUTATION_CHANCE else child
        for child in children[: len(population)]
    ]


def _trees_of_deap(
    population: Sequence[Individual], key: int, rng: random.Random, *, by_kernels: bool
) -> tuple[Sequence[int], int]:
    plain = plain_deap.PlainDeap(by_kernels=by_kernels)
    players = [plain.player(tree) for tree in population]
    rules = plain_deap.compiled_ends_of if by_kernels else plain_deap.ends_of
    result = plain_deap.knockout(players, key=key, rng=rng, rules=rules)
    return result.ranks, result.games


def _ours(population: Sequence[Individual], key: int, rng: random.Random) -> tuple[Sequence[int], int]:
    with WorkerPool(1) as pool:
        result = knockout(sources_of(population), key=key, rng=rng, pool=pool, game=Senet())
    return result.ranks, result.games


#: What plays: DEAP's trees with plain rules and words, these trees with compiled ones, or all compiled.
WAYS: dict[str, Evaluate] = {
    "plain": partial(_trees_of_deap, by_kernels=False),
    "by_kernels": partial(_trees_of_deap, by_kernels=True),
    "ours": _ours,
}


def _blocks(result: Any) -> dict[str, str]:
    runs = result["runs"]
    rows = [
        [
            seed,
            f"{run['plain']['games']:,}",
            *(f"{run[way]['seconds']:.2f}" for way in WAYS),
            "yes" if len({run[way]["digest"] for way in WAYS}) == 1 else "no",
        ]
        for seed, run in enumerate(runs, 1)
    ]

    def times(slow: str, fast: str) -> str:
        return f"{median(run[slow]['seconds'] / run[fast]['seconds'] for run in runs):.1f}"

    head = [
        "seed",
        "games",
        "plain DEAP, s",
        "its trees, compiled rules and words, s",
        "senet-gp, s",
        "same trees and fitness",
    ]
    rules, trees, both = (
        times(*ways) for ways in (("plain", "by_kernels"), ("by_kernels", "ours"), ("plain", "ours"))
    )
    said = (
        f"{result['generations']} generations of {result['population']} individuals, in seconds of one core. "
        f"With compiled rules and words, DEAP's trees are {rules} times as fast. Compiled trees and games are"
        f" {trees} times as fast as these, and {both} times as fast as plain DEAP (medians)."
    )
    return {"plain-deap": f"{said}\n\n{table(head, rows, 0)}"}


STUDY = Study(
    "How much faster is a small evolution than with plain DEAP?",
    2,
    _measure,
    _blocks,
    ("plain-deap",),
    times=True,
)
