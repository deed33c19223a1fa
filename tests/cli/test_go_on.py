"""Runs in scripts: what is printed, runs that are begun and gone on with by one command, their provenance."""

from __future__ import annotations

import json
import os
import platform
import shlex
import signal
from importlib import metadata
from itertools import count
from pathlib import Path

import pytest
from commands import assert_refused, killed_at_flush, run_command
from tiny_runs import TINY, TINY_COMMAND, begun, files_of, to_its_end

from senet_gp.evolution.configuration.config import Config
from senet_gp.evolution.record.provenance import command_of
from senet_gp.evolution.record.run_directory import RunDirectory
from senet_gp.players.champion import Champion, PlayersBySize
from senet_gp.runtime import __version__
from senet_gp.runtime.errors import FileError
from senet_gp.trees.text import to_lisp

GOING_ON = (*TINY_COMMAND, "--workers", "1", "--out", "run", "--go-on")


def everything_in(directory: Path) -> dict[str, bytes]:
    """The files of a run, those that hold times without their content."""
    timed = {"timing.csv", "provenance.json"}
    return {file.name: b"" if file.name in timed else file.read_bytes() for file in directory.iterdir()}


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A run that was begun with ``--go-on`` and not disturbed."""
    place = tmp_path_factory.mktemp("whole")
    done = run_command(*GOING_ON, cwd=place)
    assert done.returncode == 0, done.stderr
    return place / "run"


def test_killed_at_every_other_flush_the_same_command_goes_on(tmp_path: Path, whole: Path) -> None:
    """From an empty directory on, through provenance, configuration, logs and checkpoints to the champion."""
    (tmp_path / "run").mkdir()
    seen = set()
    for number in count(1, 2):
        done = run_command(*GOING_ON, cwd=tmp_path, before=killed_at_flush(number))
        seen.add(tuple(sorted(name for name in everything_in(tmp_path / "run") if name[0] != ".")))
        if done.returncode != -signal.SIGKILL:
            break
    assert done.returncode == 0, done.stderr
    assert everything_in(tmp_path / "run") == everything_in(whole)
    assert number > 10
    without_configuration = {names for names in seen if "config.toml" not in names}
    assert without_configuration == {(), ("provenance.json",)}
    assert any("config.toml" in names and "checkpoint.json" not in names for names in seen)


def test_an_ended_run_is_told_and_not_changed(whole: Path) -> None:
    before = {file: (file.read_bytes(), file.stat().st_mtime_ns) for file in whole.iterdir()}
    done = run_command(*GOING_ON, cwd=whole.parent)
    assert (done.returncode, done.stdout) == (0, "")
    assert done.stderr == "run has ended already; its champion is in run/champion.json\n"
    quiet = run_command(*GOING_ON, "--quiet", cwd=whole.parent)
    assert (quiet.returncode, quiet.stdout, quiet.stderr) == (0, "run\n", "")
    assert {file: (file.read_bytes(), file.stat().st_mtime_ns) for file in whole.iterdir()} == before


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (("--seed", "7"), "run holds a run with other options (seed is 1 there and 7 here): choose"),
        (("--seed", "7", "--population", "12"), "population is 10 there and 12 here"),
        (("--generations", "9"), "let that run have more generations by senet-gp resume"),
        (("--max-nodes", "900"), "max_nodes is 0 there and 900 here"),
    ],
)
def test_a_run_with_other_options_is_refused(whole: Path, options: tuple[str, ...], message: str) -> None:
    assert_refused(run_command(*GOING_ON, *options, cwd=whole.parent), 2, message)


def test_what_is_no_run_is_refused(tmp_path: Path) -> None:
    (tmp_path / "run").mkdir()
    (tmp_path / "run" / "notes.txt").touch()
    message = "run is not a run directory: it holds no config.toml"
    assert_refused(run_command(*GOING_ON, cwd=tmp_path), 1, message)
    assert_refused(run_command(*TINY_COMMAND, "--go-on", cwd=tmp_path), 2, "name it with --out")
    assert [file.name for file in tmp_path.rglob("*")] == ["run", "notes.txt"]


def test_without_it_a_directory_that_exists_is_refused(whole: Path) -> None:
    assert_refused(run_command(*TINY_COMMAND, "--out", "run", cwd=whole.parent), 1, "run already exists")


def test_a_limit_of_growth_stays_that_of_the_beginning(tmp_path: Path) -> None:
    """Or the result would depend on the memory of the computer that goes on."""
    limited = (*GOING_ON, "--when-full", "limit-growth", "--quiet")
    assert run_command(*limited, cwd=tmp_path, before=killed_at_flush(12)).returncode == -signal.SIGKILL
    at_first = RunDirectory.open(tmp_path / "run").config.max_nodes
    done = run_command(*limited, "--memory-limit", "100G", cwd=tmp_path)
    assert (done.returncode, done.stdout, done.stderr) == (0, "run\n", "")
    assert RunDirectory.open(tmp_path / "run").config.max_nodes == at_first > 0


def test_one_of_several_begins_a_run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Another process makes the configuration just before this one would."""
    (tmp_path / "run").mkdir()
    sound = os.link

    def link(beside: str, path: Path) -> None:
        monkeypatch.setattr(os, "link", sound)
        RunDirectory.open_or_create(tmp_path / "run", TINY)
        sound(beside, path)

    monkeypatch.setattr(os, "link", link)
    assert RunDirectory.open_or_create(tmp_path / "run", TINY).config == TINY.resolved()
    assert sorted(file.name for file in (tmp_path / "run").iterdir()) == ["config.toml", "provenance.json"]


def test_json(tmp_path: Path) -> None:
    done = run_command(*TINY_COMMAND, "--json", cwd=tmp_path)
    assert done.returncode == 0
    assert done.stderr == ""
    champion = Champion.read(tmp_path / "runs" / "hexapawn-1" / "champion.json")
    sizes = PlayersBySize.read(tmp_path / "runs" / "hexapawn-1" / "sizes.json")
    assert sizes.front
    told = [
        {
            name: {"share": measured.share, "interval": list(measured.interval)}
            for name, measured in zip(sizes.opponents, one.against, strict=True)
        }
        for one in sizes.front
    ]
    assert json.loads(done.stdout) == {
        "game": "hexapawn",
        "directory": "runs/hexapawn-1",
        "champion": to_lisp(champion.tree),
        "nodes": len(champion.tree),
        "generation": champion.origin["generation"],
        "results": champion.results,
        "sizes": [
            {
                "nodes": len(one.tree),
                **against["the panel"],
                "against": against,
                "expression": to_lisp(one.tree),
            }
            for one, against in zip(sizes.front, told, strict=True)
        ],
    }
    assert_refused(
        run_command(*TINY_COMMAND, "--quiet", "--spar", "human", cwd=tmp_path), 2, "leave out --spar"
    )


def test_run_and_champion_record_where_they_come_from(whole: Path) -> None:
    assert command_of(whole) == "senet-gp " + " ".join(GOING_ON)
    provenance = Champion.read(whole / "champion.json").provenance
    assert provenance["command"] == command_of(whole)
    (session,) = json.loads((whole / "provenance.json").read_text())["sessions"]
    assert (provenance["versions"], provenance["commit"]) == (session["versions"], session["commit"])
    assert provenance["versions"]["senet_gp"] == __version__
    assert provenance["versions"]["python"] == platform.python_version()
    assert provenance["versions"]["numba"] == metadata.version("numba")
    assert Config.from_values(provenance["options"]) == TINY.resolved() == RunDirectory.open(whole).config


def test_a_command_is_recorded_so_that_it_can_be_repeated(tmp_path: Path) -> None:
    typed = (*TINY_COMMAND, "--seed-with", "expr:(sub my_pieces 1)", "--out", "it's a run")
    done = run_command(*typed, cwd=tmp_path, before=killed_at_flush(5))
    assert done.returncode == -signal.SIGKILL
    assert shlex.split(command_of(tmp_path / "it's a run")) == ["senet-gp", *typed]


def test_a_run_whose_record_was_removed_has_no_command(tmp_path: Path) -> None:
    run = begun(tmp_path / "run")
    (run.path / "provenance.json").unlink()
    assert command_of(run.path) == ""
    to_its_end(run)
    champion = Champion.read(run.champion_file)
    assert list(champion.provenance) == ["versions", "commit", "plugins", "command", "options"]
    assert (champion.provenance["plugins"], champion.provenance["command"]) == ([], "")
    assert files_of(run.path) == files_of(to_its_end(begun(tmp_path / "other")))


def test_damaged_provenance_is_told_before_anything_is_played(tmp_path: Path) -> None:
    run = begun(tmp_path / "run")
    (run.path / "provenance.json").write_text("{}")
    with pytest.raises(FileError, match="if you remove it, the run goes on without it"):
        to_its_end(run)
    assert not (run.path / "generations.csv").exists()
