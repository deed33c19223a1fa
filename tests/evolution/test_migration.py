"""Who migrates between islands, compared with an oracle that knows neither DEAP nor rankings of places."""

from __future__ import annotations

import dataclasses
import random
from itertools import combinations, pairwise
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from primitives import vocabulary_of
from senet_gp.evolution.configuration.config import Config
from senet_gp.evolution.loop.genealogy import IndividualIds
from senet_gp.evolution.loop.islands import (
    NO_ROOM,
    Migrant,
    MigrantRow,
    island_config,
    migrants_between,
    migrants_in,
    migrates_after,
    next_stop,
    rows_for,
    settled,
)
from senet_gp.evolution.loop.state import State
from senet_gp.evolution.record.run_logs import LogFiles
from senet_gp.games.registry import game_of
from senet_gp.runtime.errors import FileError, SenetGpError, UsageError
from senet_gp.runtime.logs import Log
from senet_gp.trees.individual import Individual, WeightedFitness, random_individual
from senet_gp.trees.text import from_lisp, to_lisp

HEXAPAWN = vocabulary_of(game_of("hexapawn"))


def config_for(islands: int, population: int, migrants: int) -> Config:
    return Config.of("hexapawn", islands=islands, population=population, migrants=migrants)


def states_of(
    islands: int, population: int, seed: int, *, distinct: int = 1000, grades: int = 4
) -> list[State]:
    """Islands whose individuals are often equal, in expression or fitness."""
    rng = random.Random(seed)
    kinds = [random_individual(HEXAPAWN, rng) for _ in range(min(distinct, 40))]
    found = []
    for _ in range(islands):
        individuals = [Individual(rng.choice(kinds)) for _ in range(population)]
        for individual in individuals:
            individual.fitness.values = (float(rng.randrange(grades)),)
        found.append(State(5, individuals, [(5, rng.choice(individuals))]))
    return found


def oracle(states: list[State], migrants: int) -> set[tuple[int, int, int, int]]:
    """(from, individual, to, place) of every migrant, by picking the best and the worst one after another."""
    count, found = len(states), set()

    def value(island: int, index: int) -> tuple[float, int, int]:
        tree = states[island].population[index]
        return tree.fitness.values[0], -len(tree), -index

    def taken_in_turn(island: int) -> list[int]:
        left, order = set(range(len(states[island].population))), []
        won = to_lisp(states[island].winners[-1][1])
        alike = [index for index in left if to_lisp(states[island].population[index]) == won]
        order.append(max(alike, key=lambda index: value(island, index)))
        left.remove(order[0])
        while left:
            order.append(max(left, key=lambda index: value(island, index)))
            left.remove(order[-1])
        return order

    orders = [taken_in_turn(island) for island in range(count)]
    for to in range(count):
        worst = orders[to][::-1]
        origin = (to - 1) % count
        # Of the worst that are replaced, the best migrant replaces the one that ranks highest.
        places = worst[:migrants][::-1]
        found |= {(origin, orders[origin][n], to, place) for n, place in enumerate(places)}
    return found


@settings(max_examples=30, deadline=None)
@given(
    islands=st.integers(2, 5),
    migrants=st.integers(1, 4),
    more=st.integers(0, 9),
    seed=st.integers(0, 10**6),
    distinct=st.integers(1, 12),
)
def test_migrants_are_those_of_an_independent_oracle(
    islands: int, migrants: int, more: int, seed: int, distinct: int
) -> None:
    population = 2 * migrants + more
    states = states_of(islands, population, seed, distinct=distinct)
    config = config_for(islands, population, migrants)
    found = migrants_between(states, config)
    moved = {(one.origin - 1, one.individual, one.island - 1, one.place) for one in found}
    assert moved == oracle(states, migrants)
    assert len(found) == len(moved) == islands * migrants
    for number, state in enumerate(states):
        new = settled(state, [one for one in found if one.island == number + 1])
        # The winner is never replaced, and neither is who migrates.
        stay = {place for _, _, island, place in moved if island == number}
        assert not stay & {index for island, index, _, _ in moved if island == number}
        assert to_lisp(state.winners[-1][1]) in map(to_lisp, new.population)
        assert len(new.population) == population
        assert len(state.population) == population


def test_an_equal_expression_elsewhere_is_not_replaced_in_place_of_the_worst() -> None:
    """DEAP's migRing looks for the individual to be replaced by its value."""
    own = [from_lisp("(sub my_moves 1)", HEXAPAWN) for _ in range(4)]
    for index, individual in enumerate(own):
        individual.fitness.values = (10.0 - index,)
    other = [from_lisp("(add my_moves 2)", HEXAPAWN) for _ in range(4)]
    for individual in other:
        individual.fitness.values = (1.0,)
    states = [State(5, own, [(5, own[0])]), State(5, other, [(5, other[0])])]
    places = {one.place for one in migrants_between(states, config_for(2, 4, 2)) if one.island == 1}
    assert places == {2, 3}


def test_migrants_keep_their_fitness_with_the_weights_of_the_island() -> None:
    states = states_of(2, 6, 1)
    for state in states:
        for individual in state.population:
            individual.fitness = WeightedFitness((1.0, -1.0), (0.5, len(individual)))
    migrants = migrants_between(states, config_for(2, 6, 1))
    new = settled(states[0], migrants[:1])
    assert new.population[migrants[0].place].fitness.values == migrants[0].tree.fitness.values
    assert new.population[migrants[0].place].fitness.weights == (1.0, -1.0)
    plain = states_of(2, 6, 1)[0]
    with pytest.raises(SenetGpError, match="has a fitness of 2 values, but the individuals there have 1"):
        settled(plain, migrants[:1])


@settings(max_examples=15, deadline=None)
@given(seed=st.integers(0, 10**6), more=st.integers(0, 60))
def test_migrants_that_do_not_fit_into_the_node_budget_stay_away(seed: int, more: int) -> None:
    states = states_of(3, 8, seed)
    limit = more + max(sum(map(len, state.population)) for state in states)
    free = config_for(3, 8, 2)
    everybody = migrants_between(states, free)
    found = migrants_between(states, dataclasses.replace(free, max_nodes=limit))
    assert [one[:3] for one in sorted(found)] == [one[:3] for one in sorted(everybody)]
    for number, state in enumerate(states, 1):
        came = [one for one in found if one.island == number]
        new = settled(state, came)
        nodes = sum(map(len, new.population))
        assert nodes <= limit
        for one in came:
            if one.place == NO_ROOM:
                (wanted,) = (
                    other.place
                    for other in everybody
                    if (other.island, other.origin, other.individual)
                    == (one.island, one.origin, one.individual)
                )
                assert new.population[wanted] is state.population[wanted]


@given(
    every=st.integers(1, 9),
    before=st.integers(1, 30),
    more=st.integers(0, 30),
)
def test_a_run_that_is_extended_stops_at_the_migrations_and_last_generations_of_one_that_is_not(
    every: int, before: int, more: int
) -> None:
    def stops(config: Config, played: int = 0) -> list[int]:
        found = []
        while played < config.generations:
            played = next_stop(config, played)
            found.append(played)
        return found

    short = Config.of("hexapawn", islands=2, migrate_every=every, generations=before)
    long = Config.of("hexapawn", islands=2, migrate_every=every, generations=before + more)
    whole = stops(long)
    extended = stops(short) + stops(long, before)
    assert whole[-2:] == extended[-2:]
    migrations = [generation for generation in range(before + more + 1) if migrates_after(long, generation)]
    assert set(migrations) <= set(whole) & set(extended)
    assert all(one < two for one, two in pairwise(whole))


def test_seeds_of_islands_differ_and_do_not_depend_on_how_many_there_are() -> None:
    few = [island_config(config_for(3, 40, 2), number) for number in (1, 2, 3)]
    many = [island_config(config_for(9, 40, 2), number) for number in range(1, 10)]
    assert few == many[:3]
    assert len({one.seed for one in many} | {1}) == 10
    for one, other in combinations(few, 2):
        assert one.seed != other.seed


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"islands": 0}, "islands is 0, but it must be from 1 to 1000"),
        ({"islands": 2, "migrants": 3, "population": 5}, "population is 5, but it must be at least 6"),
        ({"islands": 2, "migrate_every": 0}, "migrate_every is 0, but it must be from 1"),
    ],
)
def test_impossible_islands_are_refused(options: dict[str, Any], message: str) -> None:
    with pytest.raises(UsageError, match=message):
        Config.of("hexapawn", **options)


Logged = tuple[Log[MigrantRow], Config, dict[int, list[Migrant]]]


@pytest.fixture
def logged(tmp_path: Path) -> Logged:
    """Two migrations in a log: the log, the configuration and the migrants."""
    config = dataclasses.replace(config_for(3, 10, 2), generations=20)
    first = migrants_between(states_of(3, 10, 1), config)
    second = [one._replace(generation=10) for one in migrants_between(states_of(3, 10, 2), config)]
    log = LogFiles(tmp_path).migrants
    for migrants in (first, second):
        log.append(rows_for(migrants, IndividualIds(config.population, islands=config.islands)))
    return log, config, {5: first, 10: second}


def plain(migrants: list[Migrant]) -> list[tuple[object, ...]]:
    return [(*one[:-1], to_lisp(one.tree), one.tree.fitness.values) for one in migrants]


def test_the_log_of_migrants_reads_back(logged: Logged) -> None:
    log, config, migrations = logged
    found = migrants_in(log, config)
    assert {number: plain(migrants) for number, migrants in found.items()} == {
        number: plain(migrants) for number, migrants in migrations.items()
    }


def test_rows_that_a_killed_run_left_are_cut_off(logged: Logged) -> None:
    log, config, _ = logged
    whole = log.path.read_text()
    lines = whole.splitlines(keepends=True)
    header, first = lines[0], "".join(lines[:7])
    for end in range(0, len(whole), 23):
        log.path.write_text(whole[:end])
        found = migrants_in(log, config)
        log.cut_back(max(found, default=0))
        assert list(found) == [5][: end >= len(first)]
        assert log.path.read_text() == (first if found else header if end >= len(header) else "")


@pytest.mark.parametrize(
    ("column", "value"),
    [
        (0, "6"),
        (1, "4"),
        (1, "0"),
        (2, "-1"),
        (3, "x"),
        (4, "10"),
        (4, "-2"),
        (5, "nan"),
        (5, "[["),
        (6, "(sub 1)"),
    ],
)
def test_an_unsound_log_of_migrants_is_refused(logged: Logged, column: int, value: str) -> None:
    log, config, _ = logged
    lines = log.path.read_text().splitlines()
    cells = lines[2].split(",")
    cells[column] = value
    log.path.write_text("\n".join([*lines[:2], ",".join(cells), *lines[3:]]) + "\n")
    with pytest.raises(
        FileError, match=r"migrations.csv is damaged: .* \(the run cannot go on, but it can be played again"
    ):
        migrants_in(log, config)
