"""Every option says when it has an effect: elsewhere it changes nothing, and the command line refuses it."""

from __future__ import annotations

import dataclasses
from functools import cache
from typing import Any

import pytest
from tiny_runs import come_to

from senet_gp.evolution.config import Config
from senet_gp.evolution.node_budget import PopulationTooLargeError

#: Of every option two values.
VALUES: dict[str, tuple[Any, Any]] = {
    "game": ("hexapawn", "trilobite"),
    "parameters": ({}, {"width": 4}),
    "vocabulary": ("paper", "extended"),
    "population": (10, 12),
    "generations": (6, 3),
    "minutes": (0.0, 1e-9),
    "until": ("generations", "proven"),
    "games": (2, 3),
    "seed": (1, 2),
    "fitness": ("full-games", "knockout"),
    "credit": ("shared", "lexicase"),
    "opponents": (1, 3),
    "teacher": ("self", "hand:HC5"),
    "teacher_games": (10, 40),
    "labelled": (16, 24),
    "refresh": (1, 25),
    "look_ahead": (False, True),
    "tune": (0, 2),
    "random_games": (4, 8),
    "cases": (8, 16),
    "playout_plies": (1, 9),
    "start_plies": (0, 2),
    "counterexamples": (0.0, 0.5),
    "halving_budget": (0, 64),
    "objectives": (("score",), ("score", "nodes")),
    "noise": (0.0, 1.0),
    "draw_value": (0.5, 1.0),
    "parsimony": (0.0, 1.0),
    "selection": ("proportional", "tournament"),
    "tournament_size": (1, 9),
    "crossover": ("one-point", "paper"),
    "elite": ("best", "proportional"),
    "elite_share": (0.3, 0.6),
    "mutation": ("mixed", "subtree"),
    "mutation_chance": (0.5, 0.0),
    "mutant_share": (0.5, 0.1),
    "size_limit": (0, 5),
    "depth_limit": (0, 2),
    "operator_options": ({"leaf_chance": 0.1}, {"leaf_chance": 1.0}),
    "max_nodes": (0, 60),
    "final_games": (2, 40),
    "seed_with": ((), ("1",)),
    "islands": (1, 2),
    "migrate_every": (5, 2),
    "migrants": (2, 1),
}
OPTIONS = [option.name for option in dataclasses.fields(Config)]
#: Where fitness comes from, and what makes options of breeding unread.
KINDS: dict[str, dict[str, Any]] = {
    "knockout": {"game": "senet", "parameters": {"pieces": 1}, "fitness": "knockout"},
    "full-games": {"game": "tictactoe", "fitness": "full-games"},
    # A game ends after one choice, so no playout is played.
    "decisions": {"game": "tictactoe", "fitness": "decisions", "playout_plies": 9},
    "from-positions": {"game": "tictactoe", "fitness": "from-positions"},
    "regret": {"game": "senet", "parameters": {"pieces": 2}, "fitness": "regret", "generations": 8},
    "tuned": {
        "game": "senet",
        "parameters": {"pieces": 2},
        "fitness": "regret",
        "generations": 3,
        "credit": "lexicase",
        "tune": 1,
        "parsimony": 1e-6,
    },
    "tournaments": {"game": "trilobite", "selection": "tournament"},
    "leaf-biased": {"game": "hexapawn", "crossover": "leaf-biased"},
    "several objectives": {"game": "hexapawn", "objectives": ("score", "nodes"), "selection": "tournament"},
    "mutants only": {"game": "hexapawn", "mutant_share": 1.0},
    "no mutants": {"game": "hexapawn", "mutant_share": 0.0, "mutation_chance": 0.0},
    "all reproduced": {"game": "hexapawn", "elite_share": 1.0, "mutation_chance": 0.0},
}
#: These are the game's own.
GIVEN_BY_THE_KIND = {"game", "parameters", "vocabulary", "seed_with", "fitness", "credit"}


@cache
def run_of(kind: str, seed: int, option: str = "") -> Any:
    """The results of a tiny run with one option changed."""
    config = configured(kind, seed)
    if option:
        config = dataclasses.replace(config, **other(config, option))
    try:
        return come_to(config, 1)
    except PopulationTooLargeError as error:
        return str(error)


def configured(kind: str, seed: int = 1) -> Config:
    usual = {name: values[0] for name, values in VALUES.items() if name not in GIVEN_BY_THE_KIND}
    return Config(**{**usual, "seed": seed, **KINDS[kind]})


def other(config: Config, option: str) -> dict[str, Any]:
    one, two = VALUES[option]
    return {option: two if getattr(config, option) == one else one}


def changes(kind: str, option: str) -> bool:
    """Whether an option changes some of a few runs."""
    return any(run_of(kind, seed) != run_of(kind, seed, option) for seed in range(1, 40))


@pytest.mark.slow
@pytest.mark.parametrize("kind", KINDS)
def test_an_option_that_is_not_read_changes_nothing(kind: str) -> None:
    unread = [option for option in OPTIONS if configured(kind).missing_for(option)]
    assert unread
    for option in unread:
        assert run_of(kind, 1) == run_of(kind, 1, option), option


@pytest.mark.parametrize("kind", ["knockout", "full-games", "decisions", "from-positions", "tournaments"])
def test_an_option_that_is_read_changes_the_run(kind: str) -> None:
    """Every option without effect in one of them has a condition."""
    # What islands change is in test_islands.py: an Evolution is of one population. Nothing is proven so soon;
    # what until changes is in test_until.py.
    for option in set(OPTIONS) - GIVEN_BY_THE_KIND - {"islands", "until"}:
        if configured(kind).missing_for(option) is None:
            assert changes(kind, option), option


@pytest.mark.parametrize("option", ["teacher", "teacher_games", "labelled", "refresh", "look_ahead", "cases"])
def test_an_option_of_regret_changes_its_run(option: str) -> None:
    """Nothing is drawn there, so draw_value changes nothing, though the credit reads it."""
    assert configured("regret").missing_for(option) is None
    assert changes("regret", option)


def test_tuning_prices_nodes_where_the_credit_does_not() -> None:
    assert configured("tuned").missing_for("parsimony") is None
    assert changes("tuned", "parsimony")


def test_options_of_operators_change_a_run_that_reads_them() -> None:
    assert configured("leaf-biased").missing_for("operator_options") is None
    assert changes("leaf-biased", "operator_options")


def test_every_option_is_tried() -> None:
    assert list(VALUES) == OPTIONS
