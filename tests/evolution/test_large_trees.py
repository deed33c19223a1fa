"""Trees of 100,000 nodes and of depth 10,000 are bred, played, saved and read back like any other."""

from __future__ import annotations

import random
from pathlib import Path

import pytest
from strategies import nested, random_tree

from primitives import vocabulary_of
from senet_gp.arena.local_pool import WorkerPool
from senet_gp.evolution.configuration.config import Config
from senet_gp.evolution.loop.evolution import Evolution
from senet_gp.evolution.loop.state import State
from senet_gp.evolution.record.run_directory import RunDirectory
from senet_gp.games.registry import game_of
from senet_gp.trees.individual import Individual

WORDS = vocabulary_of(game_of("senet", {"pieces": 1}), "extended")


def large_trees() -> list[Individual]:
    rng = random.Random(1)
    wide = [Individual(random_tree(rng, WORDS, 100_000), WORDS) for _ in range(2)]
    deep = [Individual(nested(rng, WORDS, 10_000), WORDS) for _ in range(2)]
    return [*wide, *deep]


@pytest.mark.slow
@pytest.mark.parametrize(
    ("workers", "options"),
    [
        (1, {}),
        (2, {"crossover": "one-point", "mutation": "mixed", "mutant_share": 0.5, "mutation_chance": 1}),
    ],
)
def test_large_trees_go_all_the_way(tmp_path: Path, workers: int, options: dict[str, object]) -> None:
    config = Config.of(
        game_of("senet", {"pieces": 1}),
        population=4,
        generations=2,
        games=1,
        vocabulary="extended",
        final_games=2,
        **options,
    )
    state = State()
    state.population = large_trees()
    for individual in state.population:
        individual.fitness.values = (1,)
    run = RunDirectory.create(tmp_path / "run", config)
    with run.locked(), WorkerPool(workers) as pool:
        evolution = Evolution(config, pool, state)
        for generation in evolution:
            run.save(generation, state)
        evolution.champion()
        assert generation.record["size_max"] == max(map(len, state.population)) > 10_000
    again = run.load_state()
    assert [list(one) for one in again.population] == [list(one) for one in state.population]
    assert [one.depth for one in again.population] == [one.depth for one in state.population]
