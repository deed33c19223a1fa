"""Every child has a random stream of its own: it does not depend on where it is bred, or what with."""

from __future__ import annotations

import copy
import dataclasses
import itertools
import operator
import random
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from deap import gp
from tiny_runs import files_of

from primitives import vocabulary_of
from senet_gp.arena.local_pool import WorkerPool
from senet_gp.arena.pool import Pool, SerialPool
from senet_gp.evolution.configuration.config import Config
from senet_gp.evolution.configuration.registration import part
from senet_gp.evolution.loop import breeding
from senet_gp.evolution.loop.breeding import as_individuals
from senet_gp.evolution.loop.evolution import Evolution
from senet_gp.evolution.loop.node_budget import PopulationTooLargeError
from senet_gp.evolution.loop.outside_operators import travels
from senet_gp.evolution.loop.toolbox import Draws, Stage
from senet_gp.evolution.operators.variation import hoist_mutation, subtree_mutation
from senet_gp.evolution.record.run_directory import RunDirectory
from senet_gp.runtime.errors import SenetGpError
from senet_gp.trees.individual import Individual
from senet_gp.trees.text import to_lisp

PAPER = Config.of(
    "senet",
    population=20,
    generations=4,
    games=1,
    parameters={"pieces": 1},
    seed=8,
    final_games=2,
    log="individuals",
)
MIXED = Config.of(
    "hexapawn",
    population=20,
    generations=4,
    games=2,
    random_games=4,
    seed=8,
    crossover="one-point",
    mutation="varied",
    mutant_share=0.5,
    mutation_chance=0.5,
    elite="best",
    size_limit=40,
)
FULL = dataclasses.replace(PAPER, generations=12, max_nodes=200)


@pytest.fixture(autouse=True)
def however_few(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let workers breed even the smallest populations."""
    monkeypatch.setattr(breeding, "_FEW_CHILDREN", 0)
    monkeypatch.setattr(breeding, "_CHILD_TIME", 1_000_000)


@pytest.fixture
def bred_away(monkeypatch: pytest.MonkeyPatch) -> Iterator[list[int]]:
    """How many children were bred by workers, batch by batch."""
    counts: list[int] = []

    def counted(parts: Any, words: Any) -> Any:
        counts.extend(len(part.depths) for part in parts)
        return as_individuals(parts, words)

    monkeypatch.setattr(breeding, "as_individuals", counted)
    return iter([counts])


def played(
    config: Config, pool: Pool, path: Path, change: Callable[[Evolution], Any] = id
) -> dict[str, bytes]:
    """The files of a run, without times, and its last population."""
    run = RunDirectory.create(path, config)
    with run.locked():
        evolution = Evolution(config, pool, run.load_state())
        change(evolution)
        for generation in evolution:
            run.save(generation, evolution.state)
    return files_of(path) | {"last": repr([to_lisp(tree) for tree in evolution.state.population]).encode()}


@pytest.mark.parametrize(
    ("config", "ways"),
    # Spawned workers take long to begin, and what they do is the same for all.
    [
        *((config, ["2", "3"]) for config in (PAPER, MIXED, FULL)),
        pytest.param(MIXED, ["spawn:2"], marks=pytest.mark.slow),
    ],
    ids=["paper", "mixed", "full", "spawned"],
)
def test_a_run_is_the_same_wherever_its_children_are_bred(
    tmp_path: Path,
    config: Config,
    ways: list[str],
    bred_away: Iterator[list[int]],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    expected = played(config, SerialPool(), tmp_path / "alone")
    (counts,) = bred_away
    assert not counts
    for workers in ways:
        with WorkerPool(workers) as pool:
            assert played(config, pool, tmp_path / workers.replace(":", "-")) == expected
        assert sum(counts) == config.population * (config.generations - 1)
        assert len(counts) >= 2 * (config.generations - 1), "in several batches"
        counts.clear()
    monkeypatch.setattr(breeding, "_FEW_CHILDREN", 1000)
    with WorkerPool(2) as pool:
        assert played(config, pool, tmp_path / "few") == expected
    assert not counts


def test_children_are_refused_in_the_order_of_their_places_wherever_they_are_bred(tmp_path: Path) -> None:
    individuals = played(FULL, SerialPool(), tmp_path / "run")["individuals.csv"].decode()
    assert ",no-room," in individuals, "some found no room"
    growing = dataclasses.replace(PAPER, crossover=part("one-point"), generations=30, population=24)
    told = []
    for workers in (1, 2):
        with WorkerPool(workers) as pool:
            evolution = Evolution(growing, pool, max_nodes=400)
            with pytest.raises(PopulationTooLargeError) as refused:
                list(evolution)
            told.append((str(refused.value), evolution.state.generation))
    assert told[0] == told[1]


def mutated_by(mutation: Callable[..., Any], **options: Any) -> Callable[[Evolution], None]:
    return lambda evolution: evolution.toolbox.register("mutate", mutation, rng=evolution.rng, **options)


def deaps_own(evolution: Evolution) -> None:
    """Operators that draw from Python's own generator."""
    evolution.toolbox.register("mutate", gp.mutShrink)
    evolution.toolbox.register("select", lambda population, count: random.choices(population, k=count))


def by_a_closure(evolution: Evolution) -> None:
    def mutate(individual: Individual) -> tuple[Individual]:
        return hoist_mutation(individual, rng=evolution.rng)

    evolution.toolbox.register("mutate", mutate)


CALLS = itertools.count()


def counting(individual: Individual, rng: random.Random) -> tuple[Individual]:
    """What it keeps changes no child."""
    next(CALLS)
    return hoist_mutation(individual, rng=rng)


def naming(individual: Individual, rng: random.Random) -> tuple[Individual]:
    """Its children tell the log a word of their own."""
    (child,) = hoist_mutation(individual, rng=rng)
    return (child.made("mine"),)


def remembering(individual: Individual, rng: random.Random) -> tuple[Individual]:
    """Its children depend on how often this process has called it."""
    del rng
    return hoist_mutation(individual, rng=random.Random(next(CALLS)))


def crossing(first: Individual, second: Individual, rng: random.Random) -> tuple[Individual, ...]:
    """As a crossover, which this process alone remembers."""
    del second
    return remembering(first, rng)


@pytest.mark.parametrize("workers", [1, 2])
@pytest.mark.parametrize(("alias", "operator"), [("mutate", remembering), ("mate", crossing)])
def test_an_operator_whose_memory_changes_its_children_is_refused(
    alias: str, operator: Callable[..., Any], workers: int
) -> None:
    config = dataclasses.replace(PAPER, generations=40, mutation_chance=0.2)
    with WorkerPool(workers) as pool:
        evolution = Evolution(config, pool)
        evolution.toolbox.register(alias, operator, rng=evolution.rng)
        with pytest.raises(SenetGpError) as refused:
            list(evolution)
    told = str(refused.value)
    assert f"registered as {alias} ({operator.__module__}.{operator.__name__}) makes another child" in told
    assert "let it keep nothing between calls, and draw from its argument rng, or from evolution.rng" in told


def with_a_memory(evolution: Evolution) -> None:
    """An operator that must not be copied: what it draws depends on what it has drawn."""
    evolution.toolbox.register("mutate", hoist_mutation, rng=random.Random(7))


@pytest.mark.parametrize(
    ("change", "away"),
    [
        (mutated_by(hoist_mutation), True),
        (mutated_by(counting), True),
        (mutated_by(naming), True),
        (mutated_by(subtree_mutation, vocabulary=vocabulary_of("senet")), True),
        (deaps_own, True),
        (by_a_closure, False),
        (with_a_memory, False),
        (lambda evolution: evolution.toolbox.register("clone", copy.copy), False),
    ],
    ids=["own", "counting", "naming", "with a vocabulary", "DEAP's", "closure", "own generator", "clone"],
)
def test_operators_of_ones_own_breed_elsewhere_if_they_are_the_same_there(
    tmp_path: Path, change: Callable[[Evolution], Any], bred_away: Iterator[list[int]], *, away: bool
) -> None:
    (counts,) = bred_away
    config = dataclasses.replace(PAPER, mutation_chance=1.0, mutant_share=0.5)
    expected = played(config, SerialPool(), tmp_path / "alone", change)
    random.seed(99)  # whatever has been drawn elsewhere in the program
    with WorkerPool(2) as pool:
        assert played(config, pool, tmp_path / "two", change) == expected
    assert bool(counts) == away
    configured = played(config, SerialPool(), tmp_path / "configured")
    assert expected["checkpoint.json"] != configured["checkpoint.json"]


def test_pythons_own_generator_is_left_as_it_was(tmp_path: Path) -> None:
    random.seed(3)
    before = random.getstate()
    played(PAPER, SerialPool(), tmp_path / "configured")
    played(PAPER, SerialPool(), tmp_path / "own", deaps_own)
    assert random.getstate() == before


def test_what_travels_is_the_same_everywhere() -> None:
    rng = random.Random(1)
    assert travels(hoist_mutation, rng)
    assert travels(partial(hoist_mutation, rng=rng), rng)
    assert travels(partial(subtree_mutation, vocabulary=vocabulary_of("senet"), rng=rng), rng)
    assert travels(partial(max, 3, "x", None, key=len), rng)
    assert not travels(partial(hoist_mutation, rng=random.Random(1)), rng)
    assert not travels(lambda tree: tree, rng)
    assert not travels(operator.itemgetter(0), rng)
    assert not travels(partial(hoist_mutation, rng=rng, parts=[1]), rng)
    renamed = partial(hoist_mutation).func
    elsewhere = type(renamed)(renamed.__code__, renamed.__globals__, "hoist_mutation")
    assert not travels(elsewhere, rng), "another function of the same name"


def test_every_stream_of_a_run_begins_elsewhere() -> None:
    draws = Draws(5)
    begun = set()

    def noted() -> None:
        begun.add(tuple(draws.rng.random() for _ in range(2)))

    for generation in range(1, 6):
        for stage in (Stage.REPRODUCED, Stage.SELECTED, Stage.EVALUATED):
            draws.begin(generation, stage)
            noted()
        key = draws.children(generation)
        for place in range(40):
            draws.begin_child(key, place)
            noted()
    assert len(begun) == 5 * 43
    other = Draws(6)
    other.begin(1, Stage.REPRODUCED)
    assert (other.rng.random(), other.rng.random()) not in begun
