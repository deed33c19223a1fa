"""Every option says when it has an effect: elsewhere it changes nothing, and the command line refuses it."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator
from functools import cache
from typing import Any

import pytest
from configs import fitting
from tiny_runs import come_to

from senet_gp.evolution.across_parts import unread
from senet_gp.evolution.config import FIELDS, Config
from senet_gp.evolution.node_budget import PopulationTooLargeError
from senet_gp.evolution.parts import PARTS, classes, usual_part

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
    "parsimony_size": (1.4, 2.0),
    "fitness_first": (True, False),
    "epsilon": (False, True),
    "leaf_chance": (0.1, 1.0),
    "max_nodes": (0, 60),
    "final_games": (2, 40),
    "seed_with": ((), ("1",)),
    "islands": (1, 2),
    "migration": ("ring", "ring"),
    "migrate_every": (5, 2),
    "migrants": (2, 1),
}
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
    "double tournaments": {"game": "trilobite", "selection": "double-tournament", "tournament_size": 3},
    "lexicase": {
        "game": "tictactoe",
        "fitness": "decisions",
        "playout_plies": 9,
        "credit": "table",
        "selection": "lexicase",
    },
    "leaf-biased": {"game": "hexapawn", "crossover": "leaf-biased"},
    "several objectives": {"game": "hexapawn", "objectives": ("score", "nodes"), "selection": "tournament"},
    "mutants only": {"game": "hexapawn", "mutant_share": 1.0},
    "no mutants": {"game": "hexapawn", "mutant_share": 0.0, "mutation_chance": 0.0},
    "all reproduced": {"game": "hexapawn", "elite_share": 1.0, "mutation_chance": 0.0},
}
#: These are the game's own.
GIVEN_BY_THE_KIND = {"game", "parameters", "vocabulary", "seed_with", "fitness", "credit"}


#: An option: the kind of its part, or an empty text, and its name.
Option = tuple[str, str]


@cache
def run_of(kind: str, seed: int, option: Option | None = None) -> Any:
    """The results of a tiny run with one option changed."""
    config = configured(kind, seed)
    try:
        return come_to(with_other(config, option) if option else config, 1)
    except PopulationTooLargeError as error:
        return str(error)


def configured(kind: str, seed: int = 1) -> Config:
    usual = {name: values[0] for name, values in VALUES.items() if name not in GIVEN_BY_THE_KIND}
    return fitting(**{**usual, "seed": seed, **KINDS[kind]}).resolved()


def options_of(config: Config) -> Iterator[Option]:
    """All options that a configuration has."""
    yield from (("", name) for name in FIELDS)
    for kind, part in config.parts().items():
        yield from ((kind, name) for name in part.options())


def with_other(config: Config, option: Option) -> Config:
    """The configuration with another value of an option."""
    kind, name = option
    if name in PARTS:
        (other,) = {*VALUES[name]} - {config.parts()[name].name} or {VALUES[name][0]}
        return dataclasses.replace(config, **{name: usual_part(config.game, name, other)})  # type: ignore[arg-type]
    of = config.parts()[kind] if kind else config
    one, two = VALUES[name]
    changed = dataclasses.replace(of, **{name: two if getattr(of, name) == one else one})
    return dataclasses.replace(config, **{kind: changed}) if kind else changed  # type: ignore[arg-type, return-value]


def changes(kind: str, option: Option) -> bool:
    """Whether an option changes some of a few runs."""
    return any(run_of(kind, seed) != run_of(kind, seed, option) for seed in range(1, 40))


@pytest.mark.slow
@pytest.mark.parametrize("kind", KINDS)
def test_an_option_that_is_not_read_changes_nothing(kind: str) -> None:
    without = unread(configured(kind))
    assert without
    for option in without:
        assert run_of(kind, 1) == run_of(kind, 1, option), option


@pytest.mark.parametrize("kind", ["knockout", "full-games", "decisions", "from-positions", "tournaments"])
def test_an_option_that_is_read_changes_the_run(kind: str) -> None:
    """Every option without effect in one of them says so."""
    # What islands change is in test_islands.py: an Evolution is of one population. Nothing is proven so soon;
    # what until changes is in test_until.py.
    config = configured(kind)
    for option in options_of(config):
        if option[1] not in GIVEN_BY_THE_KIND | {"islands", "until"} and option not in unread(config):
            assert changes(kind, option), option


@pytest.mark.parametrize("option", ["teacher", "teacher_games", "labelled", "refresh", "look_ahead", "cases"])
def test_an_option_of_regret_changes_its_run(option: str) -> None:
    """Nothing is drawn there, so draw_value changes nothing, though the credit reads it."""
    assert ("fitness", option) not in unread(configured("regret"))
    assert changes("regret", ("fitness", option))


def test_tuning_prices_nodes_where_the_credit_does_not() -> None:
    assert ("fitness", "parsimony") not in unread(configured("tuned"))
    assert changes("tuned", ("fitness", "parsimony"))


@pytest.mark.parametrize(
    ("kind", "option"),
    [
        ("double tournaments", ("selection", "parsimony_size")),
        ("double tournaments", ("selection", "fitness_first")),
        ("lexicase", ("selection", "epsilon")),
        ("leaf-biased", ("crossover", "leaf_chance")),
    ],
)
def test_options_of_operators_change_a_run(kind: str, option: Option) -> None:
    assert option not in unread(configured(kind))
    assert changes(kind, option)


def test_every_option_is_tried() -> None:
    assert VALUES.keys() == {*FIELDS, *(name for part in classes() for name in part.options())}
