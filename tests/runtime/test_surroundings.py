"""What stops a program from outside is told on import, too; what changes compiled code is kept apart."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from senet_gp.runtime import kernel_cache, surroundings
from senet_gp.runtime.kernel_cache import base_directory, note_use, wanted_directory, why_not_kept
from senet_gp.runtime.surroundings import CHANGING_CODE


@pytest.mark.parametrize(
    ("statement", "variables", "said"),
    [
        ("import senet_gp; senet_gp.play_match", {"NUMBA_DISABLE_JIT": "1"}, "NUMBA_DISABLE_JIT is set"),
        (
            "import senet_gp; senet_gp.play_match",
            {"NUMBA_CACHE_LOCATOR_CLASSES": "x"},
            "NUMBA_CACHE_LOCATOR_CLASSES is set",
        ),
        ("import primitives", {"PYTHONOPTIMIZE": "2"}, "Python runs with -OO or PYTHONOPTIMIZE=2"),
    ],
)
def test_an_import_says_what_stops_it(statement: str, variables: dict[str, str], said: str) -> None:
    done = subprocess.run(
        [sys.executable, "-c", statement],
        capture_output=True,
        text=True,
        check=False,
        env={**os.environ, **variables},
    )
    assert done.stderr.splitlines()[-1].startswith(f"senet_gp.runtime.errors.SenetGpError: {said}")


def test_nothing_stops_us_here() -> None:
    assert list(surroundings.obstacles()) == []


@pytest.mark.parametrize("name", CHANGING_CODE)
def test_other_machine_code_is_kept_elsewhere(monkeypatch: pytest.MonkeyPatch, name: str) -> None:
    usual = wanted_directory()
    monkeypatch.setenv(f"NUMBA_{name}", "1")
    one = wanted_directory()
    monkeypatch.setenv(f"NUMBA_{name}", "../../2")
    other = wanted_directory()
    assert len({usual, one, other}) == 3
    assert one.parent == other.parent == usual


@pytest.fixture
def read_only(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A directory with machine code that this person cannot write."""
    theirs = tmp_path / "theirs"
    monkeypatch.setenv("SENET_GP_CACHE", str(theirs))
    monkeypatch.setattr(kernel_cache.platformdirs, "user_cache_dir", lambda _name: str(tmp_path / "own"))
    (theirs / "kernels-0" / "engine_0").mkdir(parents=True)
    (theirs / "kernels-0" / "engine_0" / "play.nbi").write_text("an index")
    usual = why_not_kept

    def refused(directory: Path) -> str:
        return "Permission denied" if directory.is_relative_to(theirs) else usual(directory)

    monkeypatch.setattr(kernel_cache, "why_not_kept", refused)
    return theirs


def test_a_cache_that_can_only_be_read_begins_one_of_ones_own(
    read_only: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert base_directory() == tmp_path / "own"
    mine = tmp_path / "own" / "kernels-0"
    mine.mkdir(parents=True)
    note_use(mine)
    assert (mine / "engine_0" / "play.nbi").read_text() == "an index"
    told = capsys.readouterr().err
    assert told.startswith(f"senet-gp: compiled code cannot be kept in {read_only} (Permission denied)")
    assert told.count("\n") == 1
    note_use(mine)
    assert capsys.readouterr().err == "", "it is said once"


def test_without_a_directory_of_ones_own_the_one_that_is_wanted_is_named(
    read_only: Path, tmp_path: Path
) -> None:
    (tmp_path / "own").touch()
    assert base_directory() == read_only
