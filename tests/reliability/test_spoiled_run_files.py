"""Something else in the place of a run's file: each verb refuses it before anything changes, or completes."""

from __future__ import annotations

import os
import shutil
import stat
from collections.abc import Callable
from dataclasses import replace
from itertools import product
from pathlib import Path

import pytest
from thinned import thinned
from tiny_runs import TINY, begun, to_its_end

from senet_gp.cli import cli
from senet_gp.evolution.configuration.registration import part
from senet_gp.evolution.record.run_directory import FILES, RunDirectory
from senet_gp.runtime.errors import SenetGpError

_OF_RIGHTS = ("read-only", "unreadable")
ISLANDS = replace(TINY, islands=2, migration=part("ring", migrate_every=2))
#: The files of a run, and those of an island; some are there only if something else stands in their place.
PLACES = {"run": FILES, "islands": [*FILES, "islands", "islands/1", *(f"islands/1/{name}" for name in FILES)]}


def _directory(path: Path) -> None:
    path.mkdir()


def _full(path: Path) -> None:
    path.symlink_to("/dev/full")


def _read_only(path: Path) -> None:
    path.chmod(0o444)


def _unreadable(path: Path) -> None:
    path.chmod(0o222)


SPOILED: dict[str, Callable[[Path], object]] = {
    "directory": _directory,
    "pipe": os.mkfifo,
    "full device": _full,
    "read-only": _read_only,
    "unreadable": _unreadable,
}
#: What is asked, by whether the run has ended before.
ASKED = {
    "resume run --quiet --workers 1": False,
    "resume run --generations 5 --quiet --workers 1": True,
    "report run --games 2 --simplify none --workers 1 --json": True,
    "evolve hexapawn --config run/config.toml --out run --go-on --quiet --workers 1": False,
    "evolve hexapawn --config run/config.toml --out run --quiet --workers 1": True,
}


@pytest.fixture(scope="module")
def runs(tmp_path_factory: pytest.TempPathFactory) -> dict[tuple[str, bool], Path]:
    """Runs of one population and of islands, which have ended, or have not."""
    made = {}
    for kind, config in (("run", TINY), ("islands", ISLANDS)):
        ended = to_its_end(begun(tmp_path_factory.mktemp(kind) / "run", config))
        made[kind, True] = ended
        stopped = shutil.copytree(ended, tmp_path_factory.mktemp(kind) / "run")
        RunDirectory.open(stopped).extend(config.generations + 2)
        made[kind, False] = stopped
    return made


def _state(directory: Path) -> dict[str, tuple[int, bytes]]:
    """All that is in a directory; what cannot be read has no content."""
    found = {}
    for path in sorted(directory.rglob("*")):
        status = path.lstat()
        readable = stat.S_ISREG(status.st_mode) and os.access(path, os.R_OK)
        found[str(path.relative_to(directory))] = status.st_mode, path.read_bytes() if readable else b""
    return found


@pytest.mark.parametrize("asked", ASKED)
@pytest.mark.parametrize("spoiled", SPOILED)
@pytest.mark.parametrize("kind", thinned(list(PLACES), kept=[0]))
def test_what_stands_in_the_place_of_a_file_is_refused_before_anything_is_changed(
    runs: dict[tuple[str, bool], Path],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    kind: str,
    spoiled: str,
    asked: str,
) -> None:
    if spoiled in _OF_RIGHTS and not os.geteuid():
        pytest.skip("no file keeps root out")
    monkeypatch.chdir(tmp_path)
    for name in PLACES[kind]:
        run = shutil.copytree(runs[kind, ASKED[asked]], tmp_path / "run")
        _spoil(run / name, spoiled)
        before = _state(run)
        try:
            cli.main(asked.split(), standalone_mode=False)
        except SenetGpError:
            assert _state(run) == before, name
        else:
            assert spoiled in _OF_RIGHTS, name
        shutil.rmtree(run)


def _spoil(place: Path, how: str) -> None:
    """Put something else into the place of a file, or of a directory; or take its rights."""
    if how in _OF_RIGHTS:
        if place.is_file():
            SPOILED[how](place)
        return
    if place.is_dir():
        shutil.rmtree(place)
    place.unlink(missing_ok=True)
    # An island is no file: a directory may well stand there.
    if how != "directory" or place.name in FILES:
        SPOILED[how](place)
    else:
        place.touch()


def _others(_text: str) -> str:
    return "no,such\nline"


def _with_no_such_word(text: str) -> str:
    return text.replace("my_", "no_")


@pytest.mark.parametrize("name", FILES)
@pytest.mark.parametrize("kind", thinned(list(PLACES), kept=[0]))
def test_a_damaged_file_stops_a_run_before_anything_is_changed_and_what_is_said_of_it_holds(
    runs: dict[tuple[str, bool], Path], tmp_path: Path, monkeypatch: pytest.MonkeyPatch, kind: str, name: str
) -> None:
    monkeypatch.chdir(tmp_path)
    asked = ["resume", "run", "--generations", "7", "--quiet", "--workers", "1"]
    places = ("run",) if kind == "run" else ("run", "run/islands/1")
    for place, damaged in product(places, (_others, _with_no_such_word)):
        run = shutil.copytree(runs[kind, False], tmp_path / "run")
        spoiled = Path(place, name)
        spoiled.write_text(damaged(spoiled.read_text("utf-8") if spoiled.exists() else ""), encoding="utf-8")
        before = _state(run)
        try:
            cli.main(asked, standalone_mode=False)
        except SenetGpError as error:
            assert _state(run) == before
            if "if you remove it" in str(error):
                spoiled.unlink()
                cli.main(asked, standalone_mode=False)
                assert RunDirectory.open(run).has_ended()
        shutil.rmtree(run)
