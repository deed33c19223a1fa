"""Senet's players bred from positions met in games."""

from __future__ import annotations

import dataclasses

import pytest
from tiny_runs import come_to

from senet_gp.arena.local_pool import WorkerPool
from senet_gp.engine.participants import RANDOM_MOVER
from senet_gp.evolution.config import Config
from senet_gp.evolution.evaluation.full_games import play_full_games
from senet_gp.evolution.evaluation.protocol import sources
from senet_gp.evolution.loop import Evolution

SMALL = Config(
    population=60,
    generations=3,
    games=4,
    opponents=2,
    random_games=12,
    cases=24,
    start_plies=60,
    final_games=2,
    size_limit=40,
    selection="tournament",
    fitness="from-positions",
)


@pytest.mark.parametrize(("fitness", "credit"), [("from-positions", "shared"), ("decisions", "lexicase")])
def test_a_run_is_the_same_for_any_number_of_workers(fitness: str, credit: str, pool: WorkerPool) -> None:
    config = dataclasses.replace(SMALL, fitness=fitness, credit=credit)
    once = come_to(config, 1)
    assert len(once[0]) == 3
    assert come_to(config, pool) == once


@pytest.mark.slow
def test_games_from_positions_find_better_players() -> None:
    """They are measured in games from the start, against an opponent that they did not meet."""
    config = dataclasses.replace(SMALL, credit="mean", population=120, generations=8)
    with WorkerPool(1) as pool:
        evolution = Evolution(config, pool)
        populations = [list(evolution.state.population) for _ in evolution]
        entrants = sources([*populations[0], *populations[-1]])
        result = play_full_games(entrants, [(RANDOM_MOVER, 20)], key=5, pool=pool, game=config.game_value)
    first, last = result.values.reshape(2, -1).mean(axis=1)
    assert last > first + 0.15
