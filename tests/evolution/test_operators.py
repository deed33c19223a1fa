"""Operators are functions: a decorator adds one, and everything else follows."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from deap import tools
from numpy.typing import NDArray
from own_evaluation import registered, taken_out
from tiny_runs import come_to

from primitives import vocabulary_of
from senet_gp.arena.pool import SerialPool
from senet_gp.evolution.configuration.config import Config
from senet_gp.evolution.configuration.options import option
from senet_gp.evolution.configuration.registration import operator, part
from senet_gp.evolution.evaluation.suites import FullGames
from senet_gp.evolution.loop.evolution import Evolution
from senet_gp.evolution.run.run import play_run
from senet_gp.runtime.errors import UsageError
from senet_gp.trees.individual import Individual, random_individual


def chances_in_truncation(weights: NDArray[np.float64], *, best: int) -> NDArray[np.float64]:
    """All of the best have the same chance."""
    shares = np.zeros(len(weights))
    shares[np.argsort(-weights, kind="stable")[:best]] = 1 / best
    return shares


@operator("selection", "truncation", "evenly among the best", chances=chances_in_truncation)
def truncation(
    population: Sequence[Individual],
    count: int,
    *,
    rng: random.Random,
    best: int = option(3, "how many may become parents", between=(1, 1000)),
    note: str = option("", "what nothing depends on"),  # noqa: ARG001
) -> list[Individual]:
    """Draw evenly among a number of the best."""
    order = sorted(population, key=lambda individual: -individual.fitness.values[0])
    return rng.choices(order[:best], k=count)


Truncation = taken_out("selection", "truncation")


SMALL: dict[str, Any] = {
    "game": "hexapawn",
    "population": 16,
    "generations": 3,
    "fitness": FullGames(games=2, random_games=4),
}


def test_a_selection_of_ones_own_is_one_like_others() -> None:
    config = Config(**SMALL, selection=Truncation(best=3), elite=part("best"))
    fitness = [1.0, 5.0, 2.0, 4.0, 3.0]
    assert config.selection.chances_of(fitness) == pytest.approx([0, 1 / 3, 0, 1 / 3, 1 / 3])
    with registered(Truncation):
        assert come_to(config, 1) == come_to(config, 2)
        assert Config.of("hexapawn", selection="truncation", best=2).selection == part("truncation", best=2)


def test_an_operator_stays_a_function_whose_options_have_their_defaults() -> None:
    population = [random_individual(vocabulary_of("hexapawn"), random.Random(seed)) for seed in range(9)]
    for value, individual in enumerate(population):
        individual.fitness.values = (value,)
    drawn = truncation(population, 40, rng=random.Random(1))
    assert set(map(id, drawn)) == set(map(id, population[-3:]))


@operator("mutation", "taking-all", "nothing")
def taking_all(
    individual: Individual,
    *,
    vocabulary: Any,
    rng: random.Random,
    size_limit: int,
    mine: float = option(0.5, "a number", between=(0.0, 1.0)),
    more: int = 7,
) -> tuple[Individual]:
    """A mutation that takes all that a run has, and something with a default."""
    assert (vocabulary, mine, size_limit, more) == (vocabulary_of("hexapawn"), 0.25, 30, 7)
    assert 0 <= rng.random() < 1
    return (individual,)


TakingAll = taken_out("mutation", "taking-all")


def test_an_operator_takes_what_its_parameters_name() -> None:
    config = Config(**SMALL, mutation=TakingAll(mine=0.25), mutant_share=1.0, size_limit=30)
    with registered(TakingAll):
        evolution = Evolution(config, SerialPool())
        evolution.next_generation()
        assert evolution.next_generation().number == 2


TURNS: list[int] = []


@operator("migration", "swap", "to the next island and back")
def swap(
    populations: list[list[Any]],
    migrants: int,
    selection: Callable[..., Any],
    replacement: Callable[..., Any],
    *,
    turns: int = option(1, "how many islands further", between=(1, 9)),
) -> None:
    """Move migrants as DEAP does, and note its option."""
    TURNS.append(turns)
    tools.migRing(populations, migrants, selection, replacement)


Swap = taken_out("migration", "swap")


def test_a_migration_has_options_of_its_own(tmp_path: Path) -> None:
    with registered(Swap):
        migration = part("swap", turns=4, migrate_every=1, migrants=1)
        config = Config(**SMALL | {"generations": 2}, islands=2, migration=migration)
        play_run(tmp_path / "run", config, pool=SerialPool())
    assert set(TURNS) == {4}


@pytest.mark.parametrize("kind", ["selection", "elite", "crossover", "mutation", "migration"])
def test_a_function_that_takes_what_no_run_has_is_refused(kind: str) -> None:
    def asking(a: Any, b: Any, c: Any, d: Any, *, pressure: float, depth: int) -> object:
        """Ask for what no run has."""

    with pytest.raises(UsageError, match=rf"the {kind} asking takes .*pressure, depth, which no run has: it"):
        operator(kind, "asking", "nothing")(asking)


def test_an_option_is_given_by_name() -> None:
    def positional(individual: Any, share: float = option(0.5, "a share")) -> object:
        """Take an option as a second individual."""

    with pytest.raises(UsageError, match=r"the option share of .*positional must be given by name"):
        operator("mutation", "positional", "nothing")(positional)


def test_a_selection_of_unknown_chances_says_so() -> None:
    with pytest.raises(UsageError, match="the probabilities of the selection double-tournament are unknown"):
        part("double-tournament").chances_of([1.0, 2.0])
