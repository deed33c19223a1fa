"""Fitness from games of all individuals against the same opponents."""

from __future__ import annotations

import random
from functools import partial

import numpy as np
import pytest
from tiny_runs import small_config

from primitives import vocabulary_of
from senet_gp.arena.local_pool import WorkerPool
from senet_gp.engine.participants import RANDOM_MOVER, SAFE_RANDOM_MOVER, Noisy, Source
from senet_gp.evolution.evaluation.evaluators import evaluate_by_tests
from senet_gp.evolution.evaluation.final import best_of_winners
from senet_gp.evolution.evaluation.played_games import play_full_games
from senet_gp.evolution.loop.evolution import Evolution
from senet_gp.games.registry import game_of
from senet_gp.trees.individual import Individual
from senet_gp.trees.text import from_lisp

PURSUIT = vocabulary_of("pursuit")
#: Never repeats itself and mostly escapes, but does not try to capture.
_AWAY_X = "(if_then_else (greater enemy_x own_x) 0 1)"
_AWAY_Y = "(if_then_else (greater enemy_y own_y) 2 3)"
FLEEING = f"(if_then_else (greater 2 own_last_move) {_AWAY_Y} {_AWAY_X})"
REPEATING = "(mul 1 1)"


small = partial(small_config, fitness="full-games", credit="shared", random_games=8)


def tree(text: str) -> Individual:
    return from_lisp(text, PURSUIT)


def test_all_play_the_same_games() -> None:
    """Equal entrants have equal rows, whatever is drawn in their games."""
    programs = [Source.of(tree(text), PURSUIT) for text in (FLEEING, REPEATING, FLEEING)]
    opponents = [(Noisy(programs[1], 0.5), 5), (SAFE_RANDOM_MOVER, 20), (RANDOM_MOVER, 20)]
    with WorkerPool(2) as pool:
        result = play_full_games(programs, opponents, key=3, pool=pool, game=game_of("pursuit"))
    assert result.values.shape == (3, 45)
    assert (result.values[0] == result.values[2]).all()
    # A random mover repeats itself sooner or later; a safe random mover does not.
    assert (result.values[0, 25:] == 1).any()
    assert result.values[1].sum() < 0 < result.self_losses


def test_a_safe_random_mover_never_loses_by_its_own_move() -> None:
    with WorkerPool(1) as pool:
        result = play_full_games(
            [SAFE_RANDOM_MOVER], [(SAFE_RANDOM_MOVER, 300)], key=1, pool=pool, game=game_of("pursuit")
        )
    assert result.self_losses == 0
    assert set(np.unique(result.values)) >= {-1, 1}


def test_noise_has_the_chance_that_is_asked_for() -> None:
    """A player that always repeats itself loses by its first own move, or by a second equal one."""
    repeating = Source.of(tree(REPEATING), PURSUIT)
    careful = Source.of(tree(FLEEING), PURSUIT)
    shares = []
    for chance in (0.0, 0.5, 1.0):
        with WorkerPool(1) as pool:
            result = play_full_games(
                [careful], [(Noisy(repeating, chance), 200)], key=2, pool=pool, game=game_of("pursuit")
            )
        shares.append(result.self_losses / 200)
    assert shares[0] == 1.0
    assert shares[0] > shares[1] > shares[2] == 0.0


def test_points_are_shared_and_the_winner_has_most() -> None:
    population = [tree(text) for text in (REPEATING, FLEEING, REPEATING, REPEATING)]
    config = small("pursuit", population=4, opponents=0, random_games=40, draw_value=0.9)
    with WorkerPool(1) as pool:
        evaluation = evaluate_by_tests(population, 1, config=config, rng=random.Random(1), pool=pool)
        best = best_of_winners(population, config=config, pool=pool)
    fitness = [individual.fitness.values[0] for individual in population]
    assert evaluation.winner == best == 1
    assert fitness[0] == fitness[2] == fitness[3] < fitness[1] <= 40
    assert evaluation.games == 4 * 40


def test_the_smaller_of_equals_is_fitter() -> None:
    population = [tree(f"(add 0 {FLEEING})"), tree(FLEEING)]
    config = small("pursuit", population=2, opponents=0)
    with WorkerPool(1) as pool:
        evaluation = evaluate_by_tests(population, 1, config=config, rng=random.Random(1), pool=pool)
    assert evaluation.winner == 1
    assert population[0].fitness.values < population[1].fitness.values


def test_a_node_costs_what_is_asked_for() -> None:
    for price in (0.0, 0.01):
        population = [tree(f"(add 0 {FLEEING})"), tree(FLEEING)]
        config = small("pursuit", population=2, opponents=0, parsimony=price)
        with WorkerPool(1) as pool:
            evaluate_by_tests(population, 1, config=config, rng=random.Random(1), pool=pool)
        larger, smaller = (individual.fitness.values[0] for individual in population)
        ratio = (1 + price * len(population[0])) / (1 + price * len(population[1]))
        assert smaller / larger == pytest.approx(ratio, rel=1e-6)


def test_the_share_of_games_lost_by_a_repeated_move_is_logged() -> None:
    with WorkerPool(1) as pool:
        shares = [generation.record["self_losses"] for generation in Evolution(small("pursuit"), pool)]
        assert "self_losses" not in next(iter(Evolution(small("hexapawn"), pool))).record
    assert all(0 <= share <= 1 for share in shares)
    assert shares[0] > 0
