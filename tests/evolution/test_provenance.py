"""Runs and experiments record what they were played by, and no file of theirs names a place of a machine."""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from tiny_runs import TINY, begun, play_until, to_its_end
from written_files import written

from senet_gp.cli.output import typed
from senet_gp.evolution.configuration.config import Config
from senet_gp.evolution.configuration.config_files import read_config
from senet_gp.evolution.record import provenance
from senet_gp.evolution.record.provenance import RunSession, provenance_in, provenance_of_champion, session_in
from senet_gp.evolution.record.run_directory import RunDirectory
from senet_gp.experiments.experiment import experiment
from senet_gp.experiments.plan import Plan
from senet_gp.experiments.plan_file import begin_or_go_on, read_recorded
from senet_gp.runtime.errors import FileError
from senet_gp.runtime.machine import processor, processor_seconds

GIT = shutil.which("git") or "git"


def sessions_in(directory: Path) -> list[RunSession]:
    found = provenance_in(directory)
    assert found is not None
    return found.sessions


def test_sessions_in_the_same_surroundings_add_up(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    run = begun(tmp_path / "run")
    assert sessions_in(run.path) == []
    spent = iter([1.0, 4.0, 10.0, 12.5])
    monkeypatch.setattr(provenance, "processor_seconds", lambda: next(spent))
    play_until(run, 2)
    (first,) = sessions_in(run.path)
    assert (first.workers, first.versions, first.processor) == (1, provenance.versions(), processor())
    assert first.processor_seconds == 3
    play_until(run, 3)
    (both,) = sessions_in(run.path)
    assert both == first.with_seconds(5.5)
    monkeypatch.undo()
    to_its_end(run, workers=2)
    before, last = sessions_in(run.path)
    assert (before, last.workers) == (both, 2)
    to_its_end(run)  # which has ended: nothing is played
    assert sessions_in(run.path) == [before, last]


def test_what_fails_is_not_hidden_by_a_record_that_cannot_be_written(tmp_path: Path) -> None:
    run = begun(tmp_path / "run")

    def failing() -> None:
        with session_in(run.path, 1):
            (run.path / "provenance.json").write_text("{}")
            raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        failing()
    with pytest.raises(FileError, match="if you remove it, the run goes on without it"):
        failing()


def test_a_record_that_was_removed_is_not_made_again(tmp_path: Path) -> None:
    run = begun(tmp_path / "run")
    (run.path / "provenance.json").unlink()
    to_its_end(run)
    assert not (run.path / "provenance.json").exists()


def test_the_commit_is_that_of_a_checkout(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def git(*words: str) -> str:
        who = ("-c", "user.name=A", "-c", "user.email=a@b.c", "-c", "commit.gpgsign=false")
        done = subprocess.run([GIT, *who, *words], cwd=tmp_path, capture_output=True, text=True, check=True)
        return done.stdout.strip()

    monkeypatch.setattr(provenance, "_ROOT", tmp_path)
    find = provenance.commit.__wrapped__
    assert find() == ""
    git("init", "--quiet")
    assert find() == ""  # nothing is committed yet
    (tmp_path / "file").write_text("1")
    git("add", ".")
    git("commit", "--quiet", "-m", "a file")
    git("tag", "v1")
    assert find() == git("rev-parse", "HEAD")
    (tmp_path / "file").write_text("2")
    changed = f"{git('rev-parse', 'HEAD')}-dirty"
    monkeypatch.setenv("GIT_DIR", "/nowhere")
    assert find() == changed
    monkeypatch.setenv("PATH", "")
    assert find() == ""


def test_processor_time_counts_processes_that_were_started() -> None:
    before = processor_seconds()
    subprocess.run([sys.executable, "-c", "sum(range(3_000_000))"], check=True)
    assert processor_seconds() > before


@pytest.mark.parametrize(
    ("argument", "recorded"),
    [
        ("runs/a", "runs/a"),
        ("HERE/runs/a", "runs/a"),
        ("/elsewhere/nets/a.json", "a.json"),
        ("net:/elsewhere/nets/a.json", "net:a.json"),
        ("--out=/elsewhere/run", "--out=run"),
        ("dask://node:8786", "dask://node:8786"),
        ("expr:(sub my_pieces 1)", "expr:(sub my_pieces 1)"),
    ],
)
def test_a_command_names_no_place(
    argument: str, recorded: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "argv", ["/bin/senet-gp", "evolve", argument.replace("HERE", str(tmp_path))])
    assert typed().removeprefix("senet-gp evolve ").strip("'") == recorded


def taught(file: Path) -> Config:
    return Config.of("senet", parameters={"pieces": 2}, fitness="regret", teacher=f"net:{file}").resolved()


def test_files_of_a_run_name_others_as_seen_from_there(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    study = tmp_path / "study"
    (study / "nets").mkdir(parents=True)
    shutil.copy(written() / "network.json", study / "nets" / "mine.json")
    config = taught(study / "nets" / "mine.json")
    run = RunDirectory.create(study / "runs", config)
    text = (run.path / "config.toml").read_text()
    assert 'teacher = "net:../nets/mine.json#' in text
    assert str(tmp_path) not in text
    monkeypatch.chdir("/")
    assert RunDirectory.open(run.path).config == config
    assert read_config(run.path / "config.toml").resolved() == config
    champions: Any = provenance_of_champion(config, "")["options"]
    assert champions["fitness"]["teacher"].startswith("net:mine.json#")
    # Both are moved together.
    shutil.move(study, tmp_path / "moved")
    moved = RunDirectory.open(tmp_path / "moved" / "runs").config
    assert f"net:{tmp_path / 'moved' / 'nets' / 'mine.json'}#" in moved.flat()["fitness.teacher"]
    moved.check_files()


def test_a_file_in_a_home_is_named_as_seen_from_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    home = tmp_path / "home" / "anna"
    home.mkdir(parents=True)
    monkeypatch.setenv("HOME", str(home))
    shutil.copy(written() / "network.json", home / "mine.json")
    config = taught(home / "mine.json")
    run = RunDirectory.create(tmp_path / "run", config)
    assert 'teacher = "net:~/mine.json#' in (run.path / "config.toml").read_text()
    assert RunDirectory.open(run.path).config == config


def test_a_plan_names_files_as_seen_from_the_experiment(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    shutil.copy(written() / "network.json", tmp_path / "mine.json")
    levels = {"teacher": ["network", f"net:{tmp_path / 'mine.json'}"]}
    plan = Plan.of({"parameters": {"pieces": 2}, "fitness": "regret", "vary": {"fitness": levels}}, seeds=1)
    directory = tmp_path / "experiment"
    begin_or_go_on(directory, plan, "senet-gp experiment plan.toml")
    monkeypatch.chdir("/")
    assert read_recorded(directory).variants == plan.variants
    assert begin_or_go_on(directory, plan) == ""
    for file in directory.iterdir():
        assert str(tmp_path) not in file.read_text()
    assert [plan.levels_of(name) for name in plan.variants] == [
        {"teacher": "network"},
        {"teacher": "net:mine.json"},
    ]
    found = provenance_in(directory)
    assert found is not None
    assert found.command == "senet-gp experiment plan.toml"


def test_an_experiment_records_its_sessions(tmp_path: Path) -> None:
    values = {name: of for name, of in TINY.as_values().items() if name not in {"migration", "parameters"}}
    plan = {**json.loads(json.dumps(values)), "variants": {"a": {}}}
    for seeds in (1, 2):
        experiment(plan, seeds=seeds, out=tmp_path / "out", jobs=1, games=2)
    (session,) = sessions_in(tmp_path / "out")
    runs = [sessions_in(tmp_path / "out" / "runs" / "a" / str(seed)) for seed in (1, 2)]
    assert [len(sessions) for sessions in runs] == [1, 1]
    assert (
        session.processor_seconds >= sum(one.processor_seconds for sessions in runs for one in sessions) - 0.1
    )
