"""Fitness from games that all individuals play on from the same positions, and lexicase selection."""

from __future__ import annotations

import random
from functools import partial

import pytest
from tiny_runs import small_config

from primitives import vocabulary_of
from senet_gp.arena.local_pool import WorkerPool
from senet_gp.engine.participants import RANDOM_MOVER, WIN_TAKING_RANDOM_MOVER
from senet_gp.evolution.evaluation.evaluators import evaluate_by_tests
from senet_gp.evolution.evaluation.final import best_of_winners
from senet_gp.evolution.evaluation.played_games import play_full_games
from senet_gp.evolution.evaluation.protocol import sources
from senet_gp.evolution.loop.evolution import Evolution
from senet_gp.games.registry import game_of
from senet_gp.trees.individual import Individual
from senet_gp.trees.text import from_lisp

small = partial(small_config, fitness="from-positions", games=2, opponents=3, random_games=12)


def test_fitness_is_how_often_one_is_chosen() -> None:
    """An individual that takes the middle first loses less often than one that rates all boards alike."""
    vocabulary = vocabulary_of("tictactoe")
    texts = ("(add 1 (mul 1 2))", "(mul 1 1)", "(if_then_else (mine 5) 2 1)", "(if_then_else (mine 5) 4 3)")
    population = [Individual(from_lisp(text, vocabulary)) for text in texts]
    with WorkerPool(1) as pool:
        config = small("tictactoe", population=4, random_games=400, draw_value=1.0, halving_budget=0)
        evaluation = evaluate_by_tests(population, 1, config=config, rng=random.Random(1), pool=pool)
        best = best_of_winners(population, config=config, pool=pool)
    fitness = [individual.fitness.values[0] for individual in population]
    assert sum(fitness) == pytest.approx(12, abs=1e-3)
    # Of duplicates only one is chosen: reproduced ones come first, then the smallest.
    assert min(fitness[0], fitness[2]) > 1
    assert fitness[1] == fitness[3] == 1e-6
    assert evaluation.winner == 2
    assert best in {2, 3}
    # Three of the population, twice each; there are no winners yet.
    assert evaluation.games == 4 * (3 * 2 + 400)


def test_more_games_decide_which_of_the_best_duplicates_a_third_prefers() -> None:
    """One game that no player loses does not tell them apart, but a hundred more games do."""
    vocabulary = vocabulary_of("tictactoe")
    texts = ("(if_then_else (mine 5) 1 2)", "(if_then_else (mine 5) 2 1)", "(if_then_else (mine 5) 2 3)")
    population = [Individual(from_lisp(text, vocabulary)) for text in texts]
    options = {"opponents": 0, "random_games": 1, "draw_value": 1.0, "start_plies": 1, "seed": 3}
    with WorkerPool(1) as pool:
        for rounds, second, games in ((0, 0, 3), (300, 3, 3 + 3 * 100 + 2 * 150)):
            config = small("tictactoe", population=3, halving_budget=rounds, **options)
            evaluation = evaluate_by_tests(population, 1, config=config, rng=random.Random(1), pool=pool)
            assert evaluation.games == games
            chosen = [individual.fitness.values[0] for individual in population]
            assert chosen == pytest.approx([9 - second, second, 0], abs=1e-3)
            assert evaluation.winner == 0


def test_half_of_the_duplicates_go_on_until_one_is_left() -> None:
    """Of individuals that never differ, the smallest is left."""
    vocabulary = vocabulary_of("tictactoe")
    texts = ["(add 1 (mul 1 2))"] * 4 + ["(mul 1 1)"] + ["(add 1 (mul 1 2))"] * 4
    population = [Individual(from_lisp(text, vocabulary)) for text in texts]
    a_round = 3 * 2 + 12
    with WorkerPool(1) as pool:
        for rounds, preferred, games in ((0, 0, 9), (20, 9, 9 + 9 * 2 + 5 * 4 + 3 * 6 + 2 * 10)):
            config = small("tictactoe", population=9, halving_budget=rounds)
            evaluation = evaluate_by_tests(population, 1, config=config, rng=random.Random(1), pool=pool)
            assert evaluation.games == games * a_round
            assert population[0].fitness.values[0] == pytest.approx(27 - preferred, abs=1e-3)
            assert population[4].fitness.values[0] == pytest.approx(preferred, abs=1e-3)


@pytest.mark.slow
def test_games_from_positions_find_better_players() -> None:
    """In seconds, one that loses less than the best of the first generation."""
    options = {"population": 100, "generations": 20, "random_games": 50, "start_plies": 6, "seed": 3}
    game = game_of("tictactoe")
    with WorkerPool(1) as pool:
        evolution = Evolution(small("tictactoe", draw_value=1.0, **options), pool)
        winners = [generation.winner for generation in evolution]
        entrants = sources([winners[0], winners[-1]])
        result = play_full_games(entrants, [(WIN_TAKING_RANDOM_MOVER, 4000)], key=5, pool=pool, game=game)
    losses = (result.values < 0).mean(axis=1)
    assert losses[1] < 0.8 * losses[0]


@pytest.mark.slow
def test_games_from_positions_find_better_players_of_senet() -> None:
    """They are measured in games from the start, against an opponent that they did not meet."""
    options = {"games": 4, "opponents": 2, "start_plies": 60, "size_limit": 40, "selection": "tournament"}
    config = small("senet", credit="mean", population=120, generations=8, **options)
    with WorkerPool(1) as pool:
        evolution = Evolution(config, pool)
        populations = [list(evolution.state.population) for _ in evolution]
        entrants = sources([*populations[0], *populations[-1]])
        result = play_full_games(entrants, [(RANDOM_MOVER, 20)], key=5, pool=pool, game=config.game_value)
    first, last = result.values.reshape(2, -1).mean(axis=1)
    assert last > first + 0.15
