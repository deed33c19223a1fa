"""Where compiled code is kept; what is not used any more is removed, and nothing else."""

from __future__ import annotations

import os
import time
from pathlib import Path

import pytest

from senet_gp.runtime import kernel_cache
from senet_gp.runtime.kernel_cache import UNUSED, base_directory, note_use, why_not_kept


def directory(base: Path, name: str, days_ago: float, *more: str) -> Path:
    """A directory as numba leaves it, last used some days ago."""
    path = base / name
    (path / "engine_0123abcd").mkdir(parents=True)
    for file in ("engine_0123abcd/play-1.py311.nbi", "engine_0123abcd/play-1.py311.1.nbc", *more):
        (path / file).touch()
    used = time.time() - days_ago * 24 * 3600
    os.utime(path, (used, used))
    return path


@pytest.fixture
def ours(tmp_path: Path) -> Path:
    return directory(tmp_path, "kernels-0000000000000000", 100)


def test_using_a_directory_makes_it_young(tmp_path: Path, ours: Path) -> None:
    before = ours.stat().st_mtime
    note_use(ours)
    assert ours.stat().st_mtime > before + 99 * 24 * 3600
    # For another version it is in use.
    note_use(directory(tmp_path, "kernels-1111111111111111", 0))
    assert len(list(ours.rglob("*.nbi"))) == 1


def test_what_is_unused_is_removed(tmp_path: Path, ours: Path) -> None:
    assert UNUSED == 30 * 24 * 3600
    attempt = "engine_0123abcd/play-1.py311.1.nbc.tmp.0a1b2c"
    old = [directory(tmp_path, f"kernels-{n:016x}", 31 + n, attempt) for n in range(1, 4)]
    young = directory(tmp_path, "kernels-aaaaaaaaaaaaaaaa", 29)
    note_use(ours)
    assert not any(path.exists() for path in old)
    assert len(list(young.rglob("*.nb?"))) == 2


@pytest.mark.parametrize("name", ["kernels-mine", "kernels-ABCDEFABCDEFABCD", "other", "kernels-" + "0" * 17])
def test_directories_of_other_names_stay(tmp_path: Path, ours: Path, name: str) -> None:
    other = directory(tmp_path, name, 400)
    note_use(ours)
    assert len(list(other.rglob("*.nb?"))) == 2


def test_what_others_keep_in_them_stays(tmp_path: Path, ours: Path) -> None:
    old = directory(tmp_path, "kernels-1111111111111111", 400, "notes.txt", "engine_0123abcd/notes.nbi.txt")
    (old / "deeper" / "still").mkdir(parents=True)
    (old / "deeper" / "still" / "a.nbi").touch()
    os.utime(old, (0, 0))
    note_use(ours)
    left = {str(path.relative_to(old)) for path in old.rglob("*") if not path.is_dir()}
    assert left == {"notes.txt", "engine_0123abcd/notes.nbi.txt", "deeper/still/a.nbi"}


def test_links_are_not_followed(tmp_path: Path, ours: Path) -> None:
    elsewhere = directory(tmp_path / "elsewhere", "kernels-2222222222222222", 400)
    (tmp_path / "kernels-3333333333333333").symlink_to(elsewhere)
    old = directory(tmp_path, "kernels-1111111111111111", 400)
    (old / "link").symlink_to(elsewhere / "engine_0123abcd")
    os.utime(old, (0, 0))
    note_use(ours)
    assert len(list(elsewhere.rglob("*.nb?"))) == 2


def test_a_directory_that_is_gone_does_no_harm(tmp_path: Path) -> None:
    other = directory(tmp_path, "kernels-1111111111111111", 400)
    note_use(tmp_path / "kernels-0000000000000000")
    assert list(tmp_path.iterdir()) == [other], "it is not made, and without it nothing is judged old"


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
