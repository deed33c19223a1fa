"""Operators are dataclasses: a function and a class that names it add one, and everything else follows."""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray
from own_evaluation import registered
from tiny_runs import come_to

from primitives import vocabulary_of
from senet_gp.arena.pool import SerialPool
from senet_gp.evolution.configuration.config import Config
from senet_gp.evolution.configuration.parts import option
from senet_gp.evolution.evaluation.suites import FullGames
from senet_gp.evolution.loop.evolution import Evolution
from senet_gp.evolution.operators.operators import BestElite, Migration, Mutation, Selection
from senet_gp.evolution.operators.selection import chances
from senet_gp.evolution.run.run import play_run
from senet_gp.runtime.errors import UsageError
from senet_gp.trees.individual import Individual


def truncation(
    population: Sequence[Individual], count: int, *, best: int, rng: random.Random
) -> list[Individual]:
    """Draw evenly among the best so many."""
    order = sorted(population, key=lambda individual: -individual.fitness.values[0])
    return rng.choices(order[:best], k=count)


def chances_in_truncation(weights: NDArray[np.float64], *, best: int) -> NDArray[np.float64]:
    """All of the best have the same chance."""
    shares = np.zeros(len(weights))
    shares[np.argsort(-weights, kind="stable")[:best]] = 1 / best
    return shares


@dataclass(frozen=True)
class Truncation(Selection):
    """Evenly among the best."""

    name = "truncation"
    function = f"{__name__}:truncation"
    chances = chances_in_truncation  # itself, or its dotted name
    best: int = option(3, "how many may become parents", between=(1, 1000))
    note: str = option("", "what neither function asks for")


SMALL: dict[str, Any] = {
    "game": "hexapawn",
    "population": 16,
    "generations": 3,
    "fitness": FullGames(games=2, random_games=4),
}


def test_a_selection_of_ones_own_is_one_like_others() -> None:
    config = Config(**SMALL, selection=Truncation(best=3), elite=BestElite())
    fitness = [1.0, 5.0, 2.0, 4.0, 3.0]
    assert chances(fitness, config) == pytest.approx([0, 1 / 3, 0, 1 / 3, 1 / 3])
    with registered(Truncation):
        assert come_to(config, 1) == come_to(config, 2)
        assert Config.of("hexapawn", selection="truncation", best=2).selection == Truncation(best=2)


def taking_all(
    individual: Individual,
    *,
    vocabulary: Any,
    rng: random.Random,
    mine: float,
    size_limit: int,
    more: int = 7,
) -> tuple[Individual]:
    """A mutation that takes all that a run has, and something with a default."""
    assert (vocabulary, mine, size_limit, more) == (vocabulary_of("hexapawn"), 0.25, 30, 7)
    assert 0 <= rng.random() < 1
    return (individual,)


@dataclass(frozen=True)
class TakingAll(Mutation):
    """Nothing."""

    name = "taking-all"
    function = taking_all
    mine: float = option(0.5, "a number", between=(0.0, 1.0))


def test_an_operator_takes_what_its_parameters_name() -> None:
    config = Config(**SMALL, mutation=TakingAll(mine=0.25), mutant_share=1.0, size_limit=30)
    with registered(TakingAll):
        evolution = Evolution(config, SerialPool())
        evolution.next_generation()
        assert evolution.next_generation().number == 2


@dataclass(frozen=True)
class Nowhere(Selection):
    """Nothing that there is."""

    name = "nowhere"
    function = "nowhere:at_all"


@dataclass(frozen=True)
class NowhereToGo(Migration):
    """Nothing that there is."""

    name = "nowhere-to-go"
    function = "nowhere:at_all"


@dataclass(frozen=True)
class Asking(Selection):
    """Something that no run has."""

    name = "asking"
    function = f"{__name__}:asking"


def asking(population: Sequence[Individual], count: int, *, pressure: float, depth: int) -> object:
    """Ask for what no run has."""


@pytest.mark.parametrize(
    ("parts", "message"),
    [
        (
            {"selection": Nowhere()},
            "the selection nowhere names nowhere:at_all, which cannot",
        ),
        (
            {"migration": NowhereToGo(), "islands": 2},
            "migration nowhere-to-go names nowhere:at_all",
        ),
        (
            {"selection": Asking()},
            "the function of the selection asking takes pressure, depth, which no run has: it can take",
        ),
    ],
)
def test_a_function_that_does_not_fit_is_refused_before_a_run_is_played(
    parts: dict[str, Any], message: str, tmp_path: Path
) -> None:
    with registered(Nowhere, NowhereToGo, Asking), pytest.raises(UsageError, match=message):
        play_run(tmp_path / "run", Config(**SMALL, **parts), pool=SerialPool())


def test_a_selection_of_unknown_chances_says_so() -> None:
    with pytest.raises(UsageError, match="the probabilities of the selection nowhere are unknown: let"):
        chances([1.0, 2.0], Config(selection=Nowhere()))
