"""``senet-gp doctor --compile``: compiling everything before many processes begin."""

from __future__ import annotations

import contextlib
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from commands import assert_refused, run_command

from senet_gp.cli import doctor_compile
from senet_gp.evolution import precompile
from senet_gp.games.solving.kernels import expand
from senet_gp.runtime.compiled import CACHE_DIRECTORY
from senet_gp.runtime.files import locked
from senet_gp.runtime.kernel_cache import LOCK

#: As numba names its files.
PYTHON = f"py{sys.version_info.major}{sys.version_info.minor}"
#: In a new process: what a game needs, and what then is still compiled or loaded by commands that play it.
FRESH = """
import contextlib, gc, io, sys
from numba.core.dispatcher import Dispatcher
from senet_gp.runtime import compiled
from senet_gp.evolution.precompile import compile_game
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
tiny = "--population 8 --generations 2 --games 2 --final-games 2 --workers 1"
for line in (
    f"evolve hexapawn {tiny} --out run",
    f"evolve hexapawn {tiny} --fitness from-positions --halving-budget 2 --out from",
    f"evolve hexapawn {tiny} --fitness knockout --objectives score,nodes --out knockout",
    "match hexapawn search:2+:run minimax --games 4 --workers 1",
    "table hexapawn",
    "table hexapawn --tree",
    "verdict hexapawn run",
):
    with contextlib.redirect_stdout(io.StringIO()):
        cli.main(line.split(), standalone_mode=False)
print(known() - before)
"""


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
    lines = done.stderr.splitlines()
    assert lines[0] == "tictactoe ..."
    assert lines[1].startswith("tictactoe: 0 new functions, ")
    assert lines[2] == "trilobite ..."


@pytest.mark.slow
def test_what_is_missing_is_compiled_and_counted(tmp_path: Path) -> None:
    """In a cache of its own, since other tests write into the usual one meanwhile."""
    assert CACHE_DIRECTORY is not None
    run_command("doctor", "--compile", "hexapawn")
    cache = tmp_path / CACHE_DIRECTORY.name
    with contextlib.suppress(shutil.Error):
        shutil.copytree(CACHE_DIRECTORY, cache)

    def compiled() -> str:
        command = [sys.executable, "-m", "senet_gp", "doctor", "--compile", "hexapawn"]
        own = os.environ | {"SENET_GP_CACHE": str(tmp_path)}
        done = subprocess.run(command, capture_output=True, text=True, check=True, env=own, cwd=tmp_path)
        return done.stdout

    # Generated functions have files in the cache, so these are compiled again. The directory is not that of a
    # checkout, whose files are others than those that are tested.
    compiled()
    assert compiled() == f"everything was there; the cache is {cache}\n"
    # There may be what other versions of the file were compiled to.
    kept = next((cache / Path(expand._cache.cache_path).name).glob(f"kernels.expand-*.{PYTHON}.*nbc"))
    kept.unlink()
    assert compiled().startswith("1 function compiled in ")
    assert kept.exists()


def test_a_second_process_waits_for_the_first() -> None:
    assert CACHE_DIRECTORY is not None
    (CACHE_DIRECTORY / LOCK).touch()

    def impatient() -> None:
        doctor_compile._PATIENCE = 0

    with locked(CACHE_DIRECTORY / LOCK, "compiled by another test"):
        done = run_command("doctor", "--compile", "tictactoe", before=impatient)
    assert (done.returncode, done.stdout) == (1, "")
    said, refused = done.stderr.splitlines()
    assert said == "another process compiles already: waiting for its end ..."
    assert "wait for its end, or set SENET_GP_CACHE to another directory" in refused


def test_what_cannot_be_kept_or_is_no_game_is_refused_in_one_sentence(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    nowhere = {"SENET_GP_CACHE": str(tmp_path / "file" / "cache"), "XDG_CACHE_HOME": str(tmp_path / "file")}
    done = run_command("doctor", "--compile", environment=nowhere)
    assert_refused(done, 1, "(Not a directory): set SENET_GP_CACHE to a directory that can be written")
    assert_refused(run_command("doctor", "--compile", "chess"), 2, "there is no game 'chess'")
