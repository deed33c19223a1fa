"""Configurations."""

from __future__ import annotations

import copy
import dataclasses
from pathlib import Path

import pytest

from senet_gp.evolution.config import Config, defaults_of
from senet_gp.evolution.config_files import as_toml, read_config, read_values
from senet_gp.evolution.evaluation.registry import SUITES
from senet_gp.games.registry import GAMES
from senet_gp.runtime.errors import FileError, UsageError


def test_the_defaults_are_the_papers() -> None:
    config = Config()
    assert (config.population, config.generations, config.games, config.size_limit) == (512, 30, 3, 0)
    assert (config.elite_share, config.mutation_chance) == (1 / 8, 1 / 8)
    assert (config.selection, config.crossover, config.elite, config.vocabulary) == (
        *("proportional", "paper", "proportional", "paper"),
    )


def test_what_is_written_reads_back(tmp_path: Path) -> None:
    config = Config(population=33, elite="best", mutation_chance=0.3, vocabulary="extended", seed=2**63 - 1)
    file = tmp_path / "config.toml"
    file.write_text(as_toml(config))
    assert Config.from_values(read_values(file)) == config
    assert all(f"\n{field.name} = " in as_toml(config) for field in dataclasses.fields(Config))


@pytest.mark.parametrize(
    ("values", "message"),
    [
        ({"population": 0}, "population is 0, but it must be from 1 to 1000000"),
        ({"population": "many"}, "population is 'many', but it must be a whole number"),
        ({"population": True}, "population is True, but it must be a whole number"),
        ({"population": 2.5}, "population is 2.5, but it must be a whole number"),
        ({"seed": -1}, "seed is -1"),
        ({"mutation_chance": 1.5}, "mutation_chance is 1.5, but it must be from 0.0 to 1.0"),
        ({"mutation_chance": float("nan")}, "mutation_chance is nan"),
        ({"crossover": "two-point"}, "crossover is 'two-point', but it must be one of paper, one-point"),
        ({"vocabulary": "huge"}, "senet has no vocabulary 'huge': it has paper, extended, rich"),
        ({"game": "chess"}, "there is no game 'chess'"),
        ({"parameters": {"pieces": 8}}, "pieces a side in Senet is 8, but it must be from 1 to 7"),
        ({"final_games": 3}, "it must be even"),
        (
            {"popluation": 5},
            "there is no option 'popluation': the options are cases, counterexamples, credit, crossover, ",
        ),
    ],
)
def test_bad_values_are_refused(values: dict[str, object], message: str) -> None:
    with pytest.raises(UsageError, match=message):
        Config.from_values(values)


@pytest.mark.parametrize("game", GAMES)
def test_options_that_are_not_given_are_the_games(game: str, tmp_path: Path) -> None:
    """However the configuration is made."""
    config = Config(game=game)
    (tmp_path / "some.toml").write_text(f'game = "{game}"\n')
    assert config == Config.from_values({"game": game}) == read_config(tmp_path / "some.toml")
    own = {name: getattr(config, name) for name in defaults_of(game)}
    assert own == defaults_of(game)
    assert config.credit == (SUITES[config.fitness].credit or "")
    assert config.fitness == own.get("fitness", "knockout")
    # What is given goes before.
    given = Config(game=game, population=16, selection="tournament", generations=2)
    assert (given.population, given.selection, given.generations) == (16, "tournament", 2)
    assert given.elite_share == config.elite_share


def test_a_replaced_game_keeps_the_other_options() -> None:
    """But for the words, which belong to a game."""
    config = dataclasses.replace(Config(population=16), game="hexapawn", vocabulary="")
    assert (config.fitness, config.population, config.final_games) == ("knockout", 16, 100)
    assert copy.deepcopy(config) == config


def test_whole_numbers_are_numbers_too() -> None:
    assert repr(Config(mutation_chance=1).mutation_chance) == "1.0"


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("population = ", "is not a TOML file"),
        ("a = " + "[" * 5000, "is nested too deeply"),
    ],
)
def test_bad_files_are_refused(tmp_path: Path, text: str, message: str) -> None:
    file = tmp_path / "config.toml"
    file.write_text(text)
    with pytest.raises(FileError, match=message):
        read_values(file)
    with pytest.raises(FileError, match="does not exist"):
        read_values(tmp_path / "nothing.toml")
