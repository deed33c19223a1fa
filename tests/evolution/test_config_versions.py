"""Configurations of version 1, in which fitness had one name for its suite and its credit."""

from __future__ import annotations

import dataclasses
from pathlib import Path

import pytest
from commands import run_command

from senet_gp.errors import FileError, UsageError
from senet_gp.evolution.checkpoint_files import digest_of
from senet_gp.evolution.config import Config
from senet_gp.evolution.config_files import as_toml, read_config
from senet_gp.evolution.evaluation.registry import RENAMED, SUITES
from senet_gp.evolution.run_directory import RunDirectory

#: The digests by which checkpoints of runs with such files were identified before version 2.
DIGESTS = {
    "": "a1116d56d4740b3d6b21054a056f111726cd28a10828e6c24a2dfcd725753f9c",
    'game = "hexapawn"': "a5b450e4e050b836e8388c32efe4bccec93008f801d8bc0ef9def49131197a79",
    'game = "tictactoe"\ndeciding_rounds = 64': (
        "702160fdabeea8602a1cfd95610e915675011449f761e1934ff9c9468f654d5b"
    ),
    'game = "pursuit"': "b982f716289dbe4e0875623ac93aa5575b04ee278fe8066fc6ce47c2119aceaa",
    'game = "trilobite"\none_of_alike = true': (
        "2280ea9c75e1294bdc5d7784385c833edab78dfb32f97d5660de9c07d3ef7393"
    ),
    'fitness = "round"\nopponents = 2': "365c288a5ecf422b9e94d1b05ee2fdaacd057b5fb753ec461d2bfb9c741469b6",
    'game = "tictactoe"\nfitness = "cases"\ncases = 9': (
        "7dfd25db3c86b2e31349aff47758aee2bab636de106b7efcdc3e8d36bc413809"
    ),
    'game = "pursuit"\nfitness = "endings"\nopenings = 5\ndeciding_rounds = 9': (
        "a85e9342624adac05acaa1222173b01136c388cce622b70e12dc702e43c07c98"
    ),
    'game = "hexapawn"\nfitness = "knockout"': (
        "8893d0f726056066ce0d21534872e3fc11140d3976956de6128ddc99dd776fd2"
    ),
}


def run_with(directory: Path, text: str) -> RunDirectory:
    directory.mkdir()
    (directory / "config.toml").write_text(text)
    return RunDirectory.open(directory)


@pytest.mark.parametrize("text", DIGESTS)
def test_checkpoints_are_identified_as_before(text: str, tmp_path: Path) -> None:
    run = run_with(tmp_path / "run", f"config_version = 1\n{text}\n")
    assert digest_of(run.config) == DIGESTS[text]
    # The file that this version writes says the same.
    assert "\nconfig_version = 2\n" in as_toml(run.config)
    again = run_with(tmp_path / "again", as_toml(run.config))
    assert again.config == run.config
    assert digest_of(again.config) == DIGESTS[text]


def test_another_credit_makes_another_run() -> None:
    usual = Config(game="tictactoe")
    digests = {
        digest_of(dataclasses.replace(usual, **values))
        for values in ({}, {"credit": "shared"}, {"fitness": "full-games"}, {"halving_budget": 7})
    }
    assert len(digests) == 4
    # Where fitness comes from a knockout nothing reads it.
    knockout = Config()
    other = dataclasses.replace(knockout, credit="lexicase")
    assert digest_of(other) == digest_of(knockout)


@pytest.mark.parametrize(("old", "new"), RENAMED.items())
def test_old_names_are_read_in_old_files_alone(old: str, new: str, tmp_path: Path) -> None:
    for number, text in enumerate(("config_version = 1\n", "")):
        file = tmp_path / f"{number}.toml"
        for name in (old, new):
            file.write_text(f'{text}game = "tictactoe"\nfitness = "{name}"\n')
            config = read_config(file)
            assert (config.fitness, config.credit) == (new, SUITES[new].credit)
    file.write_text(f'config_version = 2\nfitness = "{old}"\n')
    with pytest.raises(FileError, match=f"fitness is '{old}', which is now called {new}: give that name"):
        read_config(file)
    with pytest.raises(UsageError, match=f"now called {new}"):
        Config(fitness=old)


def test_old_names_are_refused_on_the_command_line(tmp_path: Path) -> None:
    done = run_command("evolve", "hexapawn", "--fitness", "round", cwd=tmp_path)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr == "senet-gp: fitness is 'round', which is now called full-games: give that name.\n"
    done = run_command("evolve", "hexapawn", "--credit", "round", cwd=tmp_path)
    assert done.returncode == 2
    assert "credit is 'round', but it must be one of shared, lexicase" in done.stderr
