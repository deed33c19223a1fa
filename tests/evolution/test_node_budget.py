"""Bounded memory: how many nodes fit, and what becomes of a run that would have more."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable
from functools import cache, partial
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from primitives import vocabulary_of
from senet_gp.arena.local_pool import WorkerPool
from senet_gp.evolution.configuration.config import Config
from senet_gp.evolution.evaluation.evaluators import evaluate_by_knockout
from senet_gp.evolution.evaluation.protocol import Evaluation
from senet_gp.evolution.loop.evolution import Evolution
from senet_gp.evolution.loop.node_budget import (
    INDIVIDUAL,
    MAX_NODES,
    NODE,
    PROGRAM,
    NodeBudget,
    PopulationTooLargeError,
    max_nodes,
)
from senet_gp.evolution.loop.state import State
from senet_gp.evolution.record.run_directory import RunDirectory
from senet_gp.evolution.run.run import RunHooks, play_run
from senet_gp.games.registry import GAMES, game_of
from senet_gp.runtime.errors import UsageError
from senet_gp.trees.individual import Individual
from senet_gp.trees.text import from_lisp

WORDS = vocabulary_of("senet")
MIB = 1 << 20
#: Trees grow by half in every generation, for the largest are the fittest.
GROWING = Config.of(
    game_of("senet", {"pieces": 1}),
    population=24,
    generations=16,
    games=1,
    crossover="one-point",
    selection="tournament",
    elite="best",
    final_games=2,
)


@cache
def tree_of(pairs: int) -> Individual:
    """A sum, with twice as many nodes and one."""
    text = "(add my_distance " * pairs + "my_distance" + ")" * pairs
    return from_lisp(text, WORDS)


def test_a_limit_is_a_number_of_nodes() -> None:
    assert max_nodes(PROGRAM + 100 * (INDIVIDUAL + NODE), 100) == 100
    assert max_nodes(PROGRAM + 100 * INDIVIDUAL + 24_000, 100) == 1000
    assert max_nodes(1 << 50, 100) == MAX_NODES
    with pytest.raises(UsageError, match=r"a memory limit of 200MiB is too low: .* needs at least 257MiB"):
        max_nodes(200 * MIB, 100)


def test_a_checkpoint_of_the_most_nodes_can_be_read_back() -> None:
    vocabulary = (vocabulary_of(game_of(game)) for game in GAMES)
    longest = max(
        len(name)
        for vocabulary in (*vocabulary, vocabulary_of("senet", "extended"))
        for name in vocabulary.by_name
    )
    # Each with a space and two parentheses, and half as many again for the last winners.
    assert (longest + 3) * MAX_NODES * 1.5 < 1 << 30


def taken_by(budget: NodeBudget, child: Individual, parent: Individual) -> Individual:
    """The child, or what stands in for it."""
    stand_in = budget.stand_in_for(child, parent)
    return child if stand_in is None else stand_in


sizes = st.lists(st.integers(0, 30), min_size=1, max_size=12)


@given(sizes, st.data())
def test_a_population_never_outgrows_its_room(parents: list[int], data: st.DataObject) -> None:
    trees = [tree_of(pairs) for pairs in parents]
    total = sum(map(len, trees))
    limit = total + data.draw(st.integers(0, 100))
    budget = NodeBudget(trees, limit=limit, stop=limit)
    bred = [
        taken_by(budget, tree_of(data.draw(st.integers(0, 90))), data.draw(st.sampled_from(trees)))
        for _ in trees
    ]
    assert sum(map(len, bred)) <= limit


@given(sizes, st.data())
def test_within_the_node_budget_nothing_is_changed(parents: list[int], data: st.DataObject) -> None:
    trees = [tree_of(size) for size in parents]
    children = [tree_of(data.draw(st.integers(0, 90))) for _ in trees]
    most = sum(map(len, trees)) + sum(map(len, children))
    for limit, stop in ((0, 0), (most, 0), (0, most), (most, most)):
        budget = NodeBudget(trees, limit=limit, stop=stop)
        assert [taken_by(budget, child, trees[0]) for child in children] == children
        assert budget.refused == 0


def test_small_children_make_room_for_large_ones() -> None:
    trees = [tree_of(pairs) for pairs in (4, 5, 6, 7)]  # 9, 11, 13, 15 nodes, 12 on average
    budget = NodeBudget(trees, limit=48, stop=0)
    small, large = tree_of(3), tree_of(8)  # 7 and 17
    assert taken_by(budget, large, trees[1]) == trees[1]  # 11, so that 37 are left for three
    assert [taken_by(budget, child, trees[1]) for child in (small, large)] == [small, large]  # 13 are left
    assert taken_by(budget, large, trees[3]) == trees[1]  # the second of the three that fit
    assert budget.refused == 2


def _largest_first(population: list[Individual], *rest: Any, play: Callable[..., Evaluation]) -> Evaluation:
    result = play(population, *rest)
    order = sorted(population, key=len)
    for place, individual in enumerate(order):
        individual.fitness.values = (1 + 5 * place // len(order),)
    return result


def grow(evolution: Evolution) -> None:
    """Let trees grow by half in every generation."""
    play = partial(evaluate_by_knockout, config=evolution.config, rng=evolution.rng, pool=evolution.pool)
    evolution.toolbox.register("evaluate", _largest_first, play=play)


def growing(config: Config, pool: WorkerPool, state: State | None = None, most: int = 0) -> Evolution:
    evolution = Evolution(config, pool, state, max_nodes=most)
    grow(evolution)
    return evolution


def nodes_of(evolution: Evolution) -> int:
    return sum(map(len, evolution.state.population))


def test_growth_without_a_limit_explodes_and_with_one_stays(pool: WorkerPool) -> None:
    free, limited = (
        growing(GROWING, pool),
        growing(dataclasses.replace(GROWING, max_nodes=3000), WorkerPool(1)),
    )
    refused = 0
    for one, other in zip(free, limited, strict=True):
        refused += other.refused
        assert nodes_of(limited) <= 3000
        if not refused:
            assert one.record == other.record
    assert nodes_of(free) > 10_000
    assert nodes_of(limited) > 2000
    assert refused > 0
    again = growing(dataclasses.replace(GROWING, max_nodes=3000), pool)
    assert [one.record for one in again][-1] == other.record, "the same for any number of workers"


def test_a_full_run_stops_as_it_was_and_goes_on_as_if_growth_had_been_limited(
    pool: WorkerPool, tmp_path: Path
) -> None:
    run = RunDirectory.create(tmp_path / "run", GROWING)
    records: list[dict[str, Any]] = []
    room_for_3000 = PROGRAM + 24 * INDIVIDUAL + 3000 * NODE

    def play() -> None:
        play_run(
            run,
            pool=pool,
            hooks=RunHooks(prepare=grow, on_generation=lambda generation: records.append(generation.record)),
            memory_limit=room_for_3000,
        )

    with pytest.raises(PopulationTooLargeError) as refused:
        play()
    assert str(refused.value).startswith("the next population would have about 3,")
    assert str(refused.value).endswith("but its budget is 3,000")
    played = len(records)
    state = run.read_state()
    assert state.generation == played >= 2
    assert sum(map(len, state.population)) <= 3000
    with pytest.raises(PopulationTooLargeError, match=str(refused.value)):
        play()  # the state is as it was, so the same is bred again
    assert len(records) == played

    run.limit_growth(3000)
    run.limit_growth(4000)  # the lower limit stays
    assert (
        RunDirectory.open(tmp_path / "run").config == dataclasses.replace(GROWING, max_nodes=3000).resolved()
    )
    play()
    whole = growing(run.config, WorkerPool(1))
    assert records == [generation.record for generation in whole]
    assert run.read_state().population == whole.state.population
    assert run.has_ended()


def test_a_full_run_goes_on_where_there_is_more_memory(pool: WorkerPool, tmp_path: Path) -> None:
    run = RunDirectory.create(tmp_path / "run", GROWING)
    with pytest.raises(PopulationTooLargeError):
        play_run(
            run,
            pool=pool,
            hooks=RunHooks(prepare=grow),
            memory_limit=PROGRAM + 24 * INDIVIDUAL + 3000 * NODE,
        )
    with pytest.raises(UsageError, match="a memory limit of 1MiB is too low"):
        play_run(run, pool=pool, hooks=RunHooks(prepare=grow), memory_limit=1 << 20)
    play_run(run, pool=pool, hooks=RunHooks(prepare=grow))
    whole = growing(GROWING, WorkerPool(1))
    assert len(list(whole)) == GROWING.generations
    assert run.read_state().population == whole.state.population


def test_survivors_of_parents_and_children_fit_the_limit(pool: WorkerPool) -> None:
    free = Config.of(
        "hexapawn", population=50, generations=8, objectives=("score", "nodes"), fitness="full-games"
    )

    def largest(config: Config) -> int:
        evolution = Evolution(config, pool)
        return max(nodes_of(evolution) for _ in evolution)

    assert largest(free) > 900
    assert largest(dataclasses.replace(free, max_nodes=900)) <= 900


def test_a_first_population_that_is_too_large_is_refused(pool: WorkerPool) -> None:
    with pytest.raises(PopulationTooLargeError, match="budget is 30"):
        growing(GROWING, pool, most=30).next_generation()
    refused = r"the first population has \d+ nodes, but max_nodes is 30: begin another run, with"
    with pytest.raises(UsageError, match=refused):
        growing(dataclasses.replace(GROWING, max_nodes=30), pool).next_generation()


def test_a_run_with_less_memory_than_its_population_takes_is_refused(pool: WorkerPool) -> None:
    evolution = growing(GROWING, pool)
    while nodes_of(evolution) < 3000:
        evolution.next_generation()
    limited = growing(dataclasses.replace(GROWING, max_nodes=2000), pool, evolution.state)
    with pytest.raises(
        PopulationTooLargeError, match=f"{nodes_of(evolution):,} nodes, but its budget is 2,000"
    ):
        limited.next_generation()
