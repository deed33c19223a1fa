"""``senet-gp doctor``: what is there, and what it advises; compiling before many processes begin."""

from __future__ import annotations

import contextlib
import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from commands import assert_refused, run_command

from senet_gp.cli import doctor
from senet_gp.evolution.run import precompile
from senet_gp.games.solving.kernels import advance
from senet_gp.runtime.compiled import CACHE_DIRECTORY
from senet_gp.runtime.files import locked
from senet_gp.runtime.kernel_cache import LOCK, base_directory

#: As numba names its files.
PYTHON = f"py{sys.version_info.major}{sys.version_info.minor}"
#: In a new process: what a game needs, and what then is still compiled or loaded by commands that play it.
FRESH = """
import contextlib, gc, io, sys
from numba.core.dispatcher import Dispatcher
from senet_gp.runtime import compiled
from senet_gp.evolution.run.precompile import compile_game
from senet_gp.cli import cli
from senet_gp.games.registry import game_of

def known():
    functions = [each for each in gc.get_objects() if isinstance(each, Dispatcher)]
    return {(each.py_func.__qualname__, str(taken)) for each in functions for taken in each.overloads} | {
        (each.native_name, "") for each in compiled._KEPT
    }

compile_game(game_of("hexapawn"))
before = known()
assert len(before) > 20, len(before)
tiny = "--population 8 --generations 2 --final-games 2 --workers 1"
for line in (
    f"evolve hexapawn {tiny} --games 2 --out run",
    f"evolve hexapawn {tiny} --fitness regret --credit lexicase --out regret",
    f"evolve hexapawn {tiny} --games 2 --fitness knockout --objectives score,nodes --out knockout",
    "match hexapawn search:2+:run minimax --games 4 --workers 1",
    "table hexapawn",
    "table hexapawn --tree",
    "verdict hexapawn run",
):
    with contextlib.redirect_stdout(io.StringIO()):
        cli.main(line.split(), standalone_mode=False)
print(known() - before)
"""


def test_what_is_there_is_told() -> None:
    done = run_command("doctor", "--json", environment={"NUMBA_NUM_THREADS": "1"})
    told = json.loads(done.stdout)
    found = {row["what"]: row["found"] for row in told["findings"]}
    assert "numpy" in found["packages"]
    assert "NUMBA_NUM_THREADS=1" in found["settings"]
    assert found["speed"].endswith(f"usual are {doctor.USUAL_GAMES:,}")
    assert (done.returncode, told["off"]) == (0, 0)


def test_what_is_off_is_said(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(doctor, "_GAMES", 2)
    needs = ["numpy>=1", "not-there>=1", "neither; extra == 'dask'"]
    monkeypatch.setattr(doctor.metadata, "requires", lambda _name: needs)
    (tmp_path / "file").touch()
    monkeypatch.setenv("SENET_GP_CACHE", str(tmp_path / "file" / "cache"))
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "file"))
    with pytest.raises(SystemExit, match="1"):
        doctor.doctor.main([], standalone_mode=False)
    told = capsys.readouterr().out
    assert "\n  run pip install 'not-there>=1'\n" in told
    assert "\nextra dask: not installed\n" in told
    assert "(Not a directory)\n  set SENET_GP_CACHE to" in told


def test_afterwards_nothing_is_left_to_compile(tmp_path: Path) -> None:
    done = subprocess.run(
        [sys.executable, "-c", FRESH], capture_output=True, text=True, check=True, cwd=tmp_path
    )
    assert done.stdout == "set()\n"


def test_it_tells_game_by_game() -> None:
    def quick() -> None:
        precompile.compile_game = lambda _game: None

    done = run_command("doctor", "--compile", "tictactoe", "trilobite", "tictactoe", before=quick)
    assert done.returncode == 0
    assert [line.partition(":")[0] for line in done.stderr.splitlines()[1:]] == ["tictactoe", "trilobite"]
    assert done.stdout.startswith(f"compiled code: kept in {base_directory()}, ")


@pytest.mark.slow
def test_what_is_missing_is_compiled(tmp_path: Path) -> None:
    """In a cache of its own, since other tests write into the usual one meanwhile."""
    assert CACHE_DIRECTORY is not None
    run_command("doctor", "--compile", "hexapawn")
    cache = tmp_path / CACHE_DIRECTORY.name
    with contextlib.suppress(shutil.Error):
        shutil.copytree(CACHE_DIRECTORY, cache)

    def kept() -> set[Path]:
        command = [sys.executable, "-m", "senet_gp", "doctor", "--compile", "hexapawn"]
        own = os.environ | {"SENET_GP_CACHE": str(tmp_path)}
        subprocess.run(command, capture_output=True, check=True, env=own, cwd=tmp_path)
        return set(cache.rglob("*.nbc"))

    # Generated functions have files in the cache, so these are compiled again. The directory is not that of a
    # checkout, whose files are others than those that are tested.
    before = kept()
    assert kept() == before
    # There may be what other versions of the file were compiled to.
    one = next((cache / Path(advance._cache.cache_path).name).glob(f"kernels.advance-*.{PYTHON}.*nbc"))
    one.unlink()
    assert kept() == before


def test_a_second_process_waits_for_the_first() -> None:
    lock = base_directory() / LOCK
    lock.touch()

    def impatient() -> None:
        doctor._PATIENCE = 0

    with locked(lock, "compiled by another test"):
        done = run_command("doctor", "--compile", "tictactoe", before=impatient)
    assert (done.returncode, done.stdout) == (1, "")
    said, refused = done.stderr.splitlines()
    assert said == "compiling, or waiting for another process that does ..."
    assert "wait for its end, or set SENET_GP_CACHE to another directory" in refused


def test_what_cannot_be_kept_or_is_no_game_is_refused_in_one_sentence(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    nowhere = {"SENET_GP_CACHE": str(tmp_path / "file" / "cache"), "XDG_CACHE_HOME": str(tmp_path / "file")}
    done = run_command("doctor", "--compile", environment=nowhere)
    assert_refused(done, 1, "(Not a directory): set SENET_GP_CACHE to a directory that can be written")
    assert_refused(run_command("doctor", "--compile", "chess"), 2, "there is no game 'chess'")
