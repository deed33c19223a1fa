"""A run that is extended ends as if it had been so long from the start."""

from __future__ import annotations

import dataclasses
import subprocess
from pathlib import Path

import pytest
from commands import run_command
from tiny_runs import TINY, begun, files_of, play_until, to_its_end

from senet_gp.evolution.configuration.config import Config
from senet_gp.evolution.record.run_directory import RunDirectory
from senet_gp.players.champion import Champion
from senet_gp.runtime.errors import FileError, UsageError

SENET = Config(population=16, generations=4, final_games=2, vocabulary="extended")


def for_generations(config: Config, generations: int) -> Config:
    return dataclasses.replace(config, generations=generations)


def resumed(path: Path, *options: str) -> subprocess.CompletedProcess[str]:
    return run_command("resume", str(path), "--quiet", *options)


@pytest.mark.parametrize("config", [TINY, SENET], ids=["hexapawn", "senet"])
@pytest.mark.parametrize("steps", [[2, 4], [1, 2, 3, 4]])
def test_an_ended_run_goes_on(tmp_path: Path, config: Config, steps: list[int]) -> None:
    whole = to_its_end(begun(tmp_path / "whole", config))
    run = begun(tmp_path / "run", for_generations(config, steps[0]))
    for generations in steps:
        run.extend(generations)
        assert not run.has_ended()
        to_its_end(run)
        assert run.has_ended()
    assert files_of(run.path) == files_of(whole)


@pytest.mark.parametrize("first", [3, 30])
def test_a_stopped_run_is_made_longer_or_shorter(tmp_path: Path, first: int) -> None:
    whole = to_its_end(begun(tmp_path / "whole"))
    run = play_until(begun(tmp_path / "run", for_generations(TINY, first)), 2)
    run.extend(4)
    assert files_of(to_its_end(RunDirectory.open(run.path))) == files_of(whole)


def test_on_the_command_line(tmp_path: Path) -> None:
    whole = to_its_end(begun(tmp_path / "whole"))
    path = to_its_end(begun(tmp_path / "run", for_generations(TINY, 2)))
    assert resumed(path, "--generations", "4", "--workers", "2").returncode == 0
    assert files_of(path) == files_of(whole)
    for options in ((), ("--generations", "4")):
        done = resumed(path, *options)
        assert (done.returncode, done.stderr.count("\n")) == (0, 1)
        assert "has ended already" in done.stderr
    done = resumed(path, "--generations", "3")
    assert (done.returncode, done.stderr.count("\n")) == (2, 1)
    assert f"3 generations are fewer than the 4 that {path} has played" in done.stderr
    assert files_of(path) == files_of(whole)


def test_a_run_cannot_have_less_generations_than_are_played(tmp_path: Path) -> None:
    run = play_until(begun(tmp_path / "run"), 3)
    before = files_of(run.path)
    for generations, message in ((2, "2 generations are fewer than the 3"), (0, "must be from 1")):
        with pytest.raises(UsageError, match=message):
            run.extend(generations)
    assert files_of(run.path) == before


def test_the_champion_stays_until_there_is_the_new_one(tmp_path: Path) -> None:
    run = begun(tmp_path / "run", for_generations(TINY, 2))
    before = Champion.read(to_its_end(run) / "champion.json")
    run.extend(4)
    again = RunDirectory.open(run.path)
    assert again.config.generations == 4
    assert not again.has_ended()
    assert Champion.read(again.champion_file) == before
    to_its_end(again)
    assert Champion.read(again.champion_file).origin["generations"] == 4


def test_who_opened_a_run_before_it_was_extended_plays_all_of_it(tmp_path: Path) -> None:
    run = begun(tmp_path / "run", for_generations(TINY, 2))
    other = RunDirectory.open(run.path)
    run.extend(4)
    to_its_end(other)
    assert other.config.generations == 4
    assert other.has_ended()


def test_a_damaged_champion_is_not_taken_for_an_end(tmp_path: Path) -> None:
    run = begun(tmp_path / "run")
    whole = files_of(to_its_end(run))
    run.champion_file.write_bytes(whole["champion.json"][:-20])
    with pytest.raises(FileError, match=r"champion file.*; if you remove it, senet-gp resume makes it again"):
        run.has_ended()
    run.champion_file.unlink()
    assert files_of(to_its_end(run)) == whole
