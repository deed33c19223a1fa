"""The knockout tournament."""

from __future__ import annotations

import random
from collections import Counter

import pytest

from primitives import vocabulary_of
from senet_gp.arena import batches
from senet_gp.arena.knockout import knockout
from senet_gp.arena.local_pool import WorkerPool
from senet_gp.engine.participants import RANDOM_MOVER, Source
from senet_gp.games.senet import Senet
from senet_gp.trees.individual import random_individual
from senet_gp.trees.text import from_lisp

QUICK = Senet(pieces=2)


def programs(count: int) -> list[Source]:
    vocabulary, rng = vocabulary_of("senet"), random.Random(count)
    return [Source.of(random_individual(vocabulary, rng), vocabulary) for _ in range(count)]


@pytest.mark.parametrize("entrants", [1, 2, 3, 5, 7, 8, 9, 31, 33, 100])
def test_any_number_of_entrants(entrants: int) -> None:
    with WorkerPool(1) as pool:
        result = knockout(
            [RANDOM_MOVER] * entrants, key=5, rng=random.Random(entrants), pool=pool, game=QUICK
        )
    rounds = (entrants - 1).bit_length()
    assert result.duels == entrants - 1  # each duel puts out one
    ranks = Counter(result.ranks)
    assert ranks.pop(rounds + 1) == 1
    assert result.ranks[result.winner] == rounds + 1
    # From the second round on the number of those left is a power of two.
    assert all(ranks[number] == 2 ** (rounds - number) for number in range(2, rounds + 1))
    assert ranks[1] == entrants - 2 ** (rounds - 1) if rounds else not ranks


def test_no_entrant_is_an_error(pool: WorkerPool) -> None:
    with pytest.raises(ValueError, match="at least one entrant"):
        knockout([], key=1, rng=random.Random(1), pool=pool, game=QUICK)


def test_byes_are_drawn_from_all() -> None:
    """With three entrants each has the bye in a third of the tournaments, and can then lose in round 2."""
    with WorkerPool(1) as pool:
        ranks = [
            tuple(knockout([RANDOM_MOVER] * 3, key=n, rng=random.Random(n), pool=pool, game=Senet(1)).ranks)
            for n in range(900)
        ]
    first_out = Counter(rank.index(1) for rank in ranks)
    winners = Counter(rank.index(3) for rank in ranks)
    assert all(abs(first_out[entrant] - 300) < 5 * 200**0.5 for entrant in range(3))
    assert all(abs(winners[entrant] - 300) < 5 * 200**0.5 for entrant in range(3))


def test_the_better_one_wins_more_often() -> None:
    vocabulary = vocabulary_of("senet")
    good = Source.of(from_lisp("(sub their_distance my_distance)", vocabulary), vocabulary)
    with WorkerPool(1) as pool:
        winners = [
            knockout([RANDOM_MOVER] * 7 + [good], key=n, rng=random.Random(n), pool=pool, game=Senet()).winner
            for n in range(40)
        ]
    assert winners.count(7) >= 30


def test_results_do_not_depend_on_workers_or_batches(monkeypatch: pytest.MonkeyPatch) -> None:
    entrants = programs(45)
    results = []
    for workers, most in [(1, None), (2, None), (7, None), (2, 1), (1, 4_000_000), (2, 1 << 40)]:
        with monkeypatch.context() as patched, WorkerPool(workers) as pool:
            if most:
                patched.setattr(batches, "work_of_a_part", lambda *_, most=most: most)
            rng = random.Random(3)
            results.append(knockout(entrants, key=12, rng=rng, pool=pool, game=Senet(), games=3))
    assert all(result == results[0] for result in results)
