"""Presets: configurations that ship with the package."""

from __future__ import annotations

import sys
import tomllib
from pathlib import Path

import pytest
from click.testing import CliRunner
from exact_race import ENTRY, ExactRace

import senet_gp
from senet_gp.cli import cli
from senet_gp.evolution.configuration.config import Config
from senet_gp.evolution.configuration.config_files import read_config
from senet_gp.evolution.configuration.effects import unread
from senet_gp.evolution.configuration.presets import preset_values, presets
from senet_gp.evolution.run.precompile import compile_run
from senet_gp.games.registry import GAMES
from senet_gp.runtime.errors import UsageError

SMALL = [
    *("--population", "12", "--cases", "8", "--labelled", "16"),
    *("--final-games", "2", "--size-limit", "20", "--workers", "1", "--quiet"),
]


def test_every_preset_is_a_configuration_and_has_its_line_in_the_help() -> None:
    shown = " ".join(CliRunner().invoke(cli, ["evolve", "--help-all"]).output.split())
    files = (Path(senet_gp.__file__).parent / "evolution" / "configuration" / "presets").glob("*.toml")
    assert {path.stem for path in files} == set(presets()) >= {"paper", "strong"}
    for name, what in presets().items():
        assert f"{name}: {what}" in shown
        values = preset_values(name)
        # For score alone it is another run, for which it names what that needs.
        objectives = [values.get("objectives", ["score"]), ["score"]]
        without = [
            unread(Config.from_values(values | {"objectives": each}).resolved()) for each in objectives
        ]
        for kind, option in without[0].keys() & without[1].keys():
            there = values.get(kind, {}) if kind else values
            assert option not in there, f"{option} of {name} would change nothing"


def test_what_a_run_by_the_clock_needs_is_compiled_before() -> None:
    config = Config.from_values(preset_values("strong") | {"minutes": 1.0})
    compile_run(config)
    weighing = sys.modules["senet_gp.engine.term_weights"]
    assert weighing._count_losses.signatures, "also what tunes"


def test_the_preset_of_the_paper_is_the_default() -> None:
    assert Config.from_values(preset_values("paper")) == Config()


def test_options_that_are_given_override_those_of_a_preset(tmp_path: Path) -> None:
    run = tmp_path / "run"
    given = ["--preset", "strong", "--generations", "3", "--out", str(run), *SMALL]
    result = CliRunner().invoke(cli, ["evolve", "senet", *given], catch_exceptions=False)
    assert (result.exit_code, result.output) == (0, f"{run}\n")
    values = tomllib.loads((run / "config.toml").read_text())
    assert (values["generations"], values["minutes"]) == (3, 0.0)
    assert (values["fitness"]["name"], values["population"]) == ("regret", 12)
    assert read_config(run / "config.toml").vocabulary == preset_values("strong")["vocabulary"]
    timed = [*given[:2], "--minutes", "0.000001", "--out", str(tmp_path / "timed"), *SMALL]
    assert CliRunner().invoke(cli, ["evolve", *timed], catch_exceptions=False).exit_code == 0
    assert tomllib.loads((tmp_path / "timed" / "config.toml").read_text())["generations"] == 1


def test_a_preset_without_a_game_is_for_every_game_that_has_its_fitness(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setitem(GAMES, ExactRace.name, ENTRY)
    values = preset_values("strong", ExactRace.name)
    assert "vocabulary" not in values
    config = Config.layered(values, flat={"game": ExactRace.name}).resolved()
    assert (config.game, config.fitness.name, config.population) == (ExactRace.name, "regret", 60)


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--preset", "storng"], "there is no preset 'storng': there are paper, strong"),
        (
            ["hexapawn", "--preset", "strong"],
            "the preset strong is not for hexapawn, as its fitness regret tunes only in a game with throws",
        ),
        (["hexapawn", "--preset", "paper"], "the preset paper is for senet, not for hexapawn"),
        (["--preset", "strong", "--config", "x.toml"], "--preset and --config both name options"),
        (["--preset", "paper", "--teacher", "hand:HC5"], "--teacher belongs to --fitness regret"),
    ],
)
def test_what_does_not_fit_is_refused(arguments: list[str], message: str) -> None:
    with pytest.raises(UsageError, match=message):
        CliRunner().invoke(cli, ["evolve", *arguments], catch_exceptions=False, standalone_mode=False)
