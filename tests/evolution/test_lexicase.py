"""Lexicase selection, and the credit of its name."""

from __future__ import annotations

import random
from functools import partial

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tiny_runs import small_config

from primitives import vocabulary_of
from senet_gp.arena.local_pool import WorkerPool
from senet_gp.evolution.evaluation.evaluators import evaluate_by_tests
from senet_gp.evolution.operators.lexicase_selection import lexicase
from senet_gp.trees.individual import Individual
from senet_gp.trees.text import from_lisp

small = partial(
    small_config, "tictactoe", fitness="full-games", credit="lexicase", games=2, opponents=3, random_games=12
)


def population_of(game: str, *texts: str) -> list[Individual]:
    return [Individual(from_lisp(text, vocabulary_of(game))) for text in texts]


@settings(max_examples=40, deadline=None)
@given(seed=st.integers(0, 10**6), individuals=st.integers(1, 140), cases=st.integers(1, 12))
def test_no_individual_beats_a_chosen_one_everywhere(seed: int, individuals: int, cases: int) -> None:
    rng = np.random.default_rng(seed)
    points = rng.integers(-1, 2, (individuals, cases), np.int8)
    chosen = lexicase(points, 20, key=seed)
    assert (lexicase(points, 20, key=seed) == chosen).all()
    for index in chosen.tolist():
        at_least = (points >= points[index]).all(axis=1)
        assert not (at_least & (points > points[index]).any(axis=1)).any()


def test_lexicase_draws_evenly_among_equals() -> None:
    counts = np.bincount(lexicase(np.ones((130, 5), np.int8), 13_000, key=4), minlength=130)
    assert counts.min() > 50
    assert counts.max() < 160


def test_fitness_is_how_often_one_is_chosen() -> None:
    texts = ("(add 1 (mul 1 0))", "(mul 1 1)", "(add own_last_move 1)", "(add 1 (add 0 own_last_move))")
    population = population_of("pursuit", *texts)
    config = small_config("pursuit", population=4, cases=24)
    with WorkerPool(1) as pool:
        evaluation = evaluate_by_tests(population, 1, config=config, rng=random.Random(1), pool=pool)
    fitness = [individual.fitness.values[0] for individual in population]
    assert sum(fitness) == pytest.approx(12, abs=1e-3)
    # Of individuals with the same outcome in every case, only the reproduced or else the smallest is chosen.
    assert fitness[1] == fitness[3] == 1e-6
    # An individual that always makes the same move loses wherever it has just made this move.
    assert evaluation.winner == 2
    assert evaluation.games == 4 * 24
    assert 0 < evaluation.self_losses < 2 * 24


def test_more_games_decide_which_of_the_best_duplicates_a_third_prefers() -> None:
    """One game that no player loses does not tell them apart, but a hundred more games do."""
    texts = ("(if_then_else (mine 5) 1 2)", "(if_then_else (mine 5) 2 1)", "(if_then_else (mine 5) 2 3)")
    population = population_of("tictactoe", *texts)
    options = {"opponents": 0, "random_games": 1, "draw_value": 1.0, "seed": 2}
    with WorkerPool(1) as pool:
        for rounds, second, games in ((0, 0, 3), (300, 3, 3 + 3 * 100 + 2 * 150)):
            config = small(population=3, halving_budget=rounds, **options)
            evaluation = evaluate_by_tests(population, 1, config=config, rng=random.Random(1), pool=pool)
            assert evaluation.games == games
            chosen = [individual.fitness.values[0] for individual in population]
            assert chosen == pytest.approx([9 - second, second, 0], abs=1e-3)


def test_half_of_the_duplicates_go_on_until_one_is_left() -> None:
    """Of individuals that never differ, the smallest is left."""
    texts = ["(add 1 (mul 1 2))"] * 4 + ["(mul 1 1)"] + ["(add 1 (mul 1 2))"] * 4
    population = population_of("tictactoe", *texts)
    a_round = 3 * 2 + 12
    with WorkerPool(1) as pool:
        for rounds, preferred, games in ((0, 0, 9), (20, 9, 9 + 9 * 2 + 5 * 4 + 3 * 6 + 2 * 10)):
            config = small(population=9, halving_budget=rounds)
            evaluation = evaluate_by_tests(population, 1, config=config, rng=random.Random(1), pool=pool)
            assert evaluation.games == games * a_round
            assert population[0].fitness.values[0] == pytest.approx(27 - preferred, abs=1e-3)
            assert population[4].fitness.values[0] == pytest.approx(preferred, abs=1e-3)
