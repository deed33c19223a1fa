"""Operators are rows: a function and a row add one, and everything else follows."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray
from tiny_runs import come_to

from senet_gp.arena.pool import SerialPool
from senet_gp.evolution.config import Config
from senet_gp.evolution.loop import Evolution
from senet_gp.evolution.operator_rows import CROSSOVERS, OPERATORS, OperatorRow, register_operator
from senet_gp.evolution.selection import chances
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


ROW = OperatorRow(
    made=f"{__name__}:truncation",
    help="evenly among the best",
    takes={"best": "tournament_size"},
    chances=f"{__name__}:chances_in_truncation",
)


@pytest.fixture
def registered() -> Iterator[None]:
    """A user's own selection, under a name."""
    register_operator("selection", "truncation", ROW)
    yield
    del OPERATORS["selection"]["truncation"]


@pytest.mark.usefixtures("registered")
def test_a_selection_of_ones_own_is_a_configuration_like_others() -> None:
    config = Config(
        game="hexapawn",
        population=16,
        generations=3,
        games=2,
        random_games=4,
        selection="truncation",
        tournament_size=3,
        elite="best",
    )
    assert config.missing_for("tournament_size") is None
    assert come_to(config, 1) == come_to(config, 2)
    fitness = [1.0, 5.0, 2.0, 4.0, 3.0]
    assert chances(fitness, config) == pytest.approx([0, 1 / 3, 0, 1 / 3, 1 / 3])
    assert Config.from_values({"game": "hexapawn", "selection": "truncation"}).selection == "truncation"


def double(individual: Individual, *, vocabulary: object, rng: object) -> tuple[Individual]:  # noqa: ARG001
    """Needs both that a run provides."""
    return (individual,)


@pytest.mark.parametrize(
    ("parts", "problem"),
    [
        ({"given": ("vocabulary",)}, "missing a required .*'rng'.*let given, takes and own name all that"),
        ({"given": ()}, "given is \\(\\)"),
        (
            {"given": ("vocabulary", "rng"), "takes": {"size": "tournament_size"}},
            "unexpected .*'size'",
        ),
    ],
)
def test_a_row_that_does_not_fit_its_function_is_refused(parts: dict[str, Any], problem: str) -> None:
    register_operator("mutation", "double", OperatorRow(made=f"{__name__}:double", help="-", **parts))
    try:
        config = Config.from_values({"game": "hexapawn", "mutation": "double"})
        with pytest.raises(
            UsageError, match=f"the mutation double cannot be called as its row says.*{problem}"
        ):
            Evolution(config, SerialPool())
    finally:
        del OPERATORS["mutation"]["double"]
    with pytest.raises(UsageError, match="given names 'game', but a run provides rng and vocabulary alone"):
        OperatorRow(made="a:b", help="-", given=("game",))


def test_what_is_registered_must_be_new() -> None:
    with pytest.raises(UsageError, match="there is no operator 'mating'"):
        register_operator("mating", "x", ROW)
    with pytest.raises(UsageError, match="another crossover with the name paper"):
        register_operator("crossover", "paper", CROSSOVERS["one-point"])


def test_a_row_that_names_nothing_is_refused_when_it_is_used() -> None:
    OPERATORS["selection"]["nowhere"] = OperatorRow(made="senet_gp.nowhere:at_all", help="nothing")
    try:
        config = Config(game="hexapawn", population=8, generations=1, selection="nowhere")
        with pytest.raises(UsageError, match="which cannot be imported"):
            come_to(config, 1)
        with pytest.raises(UsageError, match=r"the probabilities of the selection .* are unknown"):
            chances([1.0, 2.0], config)
    finally:
        del OPERATORS["selection"]["nowhere"]
