"""Runs that begin with hand-crafted players."""

from __future__ import annotations

import dataclasses
from pathlib import Path

import pytest

from primitives import vocabulary
from senet_gp.arena.pool import WorkerPool
from senet_gp.errors import FileError, UsageError
from senet_gp.evolution.config import Config
from senet_gp.evolution.loop import Evolution, State
from senet_gp.evolution.run_directory import RunDirectory
from senet_gp.players.hand import SENET_SEEDS
from senet_gp.trees.text import to_lisp

PLAIN = Config(population=12, generations=3, final_games=2)
SEEDED = dataclasses.replace(PLAIN, hand_seeded=True)
SEEDS = [to_lisp(seed.tree(vocabulary("senet"))) for seed in SENET_SEEDS]


def first_population(config: Config) -> tuple[list[str], object]:
    """The first population as text, and where the generator then stands."""
    evolution = Evolution(config, WorkerPool(1))
    population = evolution.toolbox.population(n=config.population)
    return [to_lisp(individual) for individual in population], evolution.state.rng.getstate()


@pytest.mark.parametrize("options", [{}, {"population": 8}, {"vocabulary": "extended", "seed": 7}])
def test_the_seeds_take_the_places_of_the_first_eight(options: dict[str, object]) -> None:
    plain, plain_state = first_population(dataclasses.replace(PLAIN, **options))  # type: ignore[arg-type]
    seeded, seeded_state = first_population(dataclasses.replace(SEEDED, **options))  # type: ignore[arg-type]
    assert seeded[:8] == SEEDS
    assert seeded[8:] == plain[8:]
    assert not set(plain) & set(SEEDS)
    assert seeded_state == plain_state


def test_the_seeds_play_the_first_tournament() -> None:
    with WorkerPool(1) as pool:
        evolution = Evolution(SEEDED, pool)
        evolution.next_generation()
        population = evolution.state.population
        assert [to_lisp(individual) for individual in population[:8]] == SEEDS
        assert all(individual.fitness.valid for individual in population)
        # A second run in the same process begins with individuals of its own.
        again = evolution.toolbox.population(n=12)
    assert not any(individual.fitness.valid for individual in again)


def test_a_population_must_have_room_for_them() -> None:
    with pytest.raises(UsageError, match="population is 7, but it must be at least 8: so many hand-crafted"):
        Config(population=7, hand_seeded=True)
    assert Config(population=8, hand_seeded=True).hand_seeded


@pytest.mark.parametrize("value", [1, 0, "true", None])
def test_it_is_true_or_false(value: object) -> None:
    with pytest.raises(UsageError, match=r"hand_seeded is .*, but it must be true or false"):
        Config.from_values({"hand_seeded": value})


def played(directory: RunDirectory, generations: int) -> None:
    state = directory.load_state()
    with WorkerPool(1) as pool:
        evolution = Evolution(directory.config, pool, state)
        while state.generation < generations:
            directory.save(evolution.next_generation(), state)


def test_a_seeded_run_that_was_stopped_goes_on(tmp_path: Path) -> None:
    whole = RunDirectory.create(tmp_path / "whole", SEEDED)
    played(whole, 3)
    stopped = RunDirectory.create(tmp_path / "stopped", SEEDED)
    for generations in (1, 3):
        again = RunDirectory.open(stopped.path)
        assert again.config == SEEDED
        played(again, generations)
    for name in ("config.toml", "generations.csv", "checkpoint.json"):
        assert (whole.path / name).read_bytes() == (stopped.path / name).read_bytes()


def test_a_seeded_run_is_not_continued_as_one_that_is_not(tmp_path: Path) -> None:
    run = RunDirectory.create(tmp_path / "run", SEEDED)
    played(run, 1)
    for config in (SEEDED, PLAIN):
        other = RunDirectory(run.path, config)
        if config == SEEDED:
            assert isinstance(other.load_state(), State)
        else:
            with pytest.raises(FileError, match="it belongs to another configuration"):
                other.load_state()
