"""The cache of compiled code."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import numba
import pytest
from commands import assert_refused

from senet_gp.arena.games import warm_up
from senet_gp.games.registry import game_of
from senet_gp.runtime import compiled
from senet_gp.runtime.compiled import (
    CACHE_DIRECTORY,
    int64,
    kept_per_thread,
    kernel,
    kernel_sources,
    source_digest,
)
from senet_gp.runtime.streams import key_of

_PROGRAM = "from senet_gp.runtime.streams import key_of; print(key_of(1, 2, 3))"


def run(cache: Path) -> subprocess.CompletedProcess[str]:
    environment = {**os.environ, "SENET_GP_CACHE": str(cache)}
    return subprocess.run(
        [sys.executable, "-c", _PROGRAM], env=environment, capture_output=True, text=True, check=True
    )


def test_compiled_code_is_kept_and_found_again(tmp_path: Path) -> None:
    first = run(tmp_path / "cache")
    kept = {file: file.stat().st_mtime_ns for file in (tmp_path / "cache").rglob("*.nbc")}
    assert kept
    assert run(tmp_path / "cache").stdout == first.stdout
    assert {file: file.stat().st_mtime_ns for file in (tmp_path / "cache").rglob("*.nbc")} == kept


def test_a_cache_that_cannot_be_written_is_a_warning(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    blocked = tmp_path / "file"
    blocked.touch()
    monkeypatch.setenv("XDG_CACHE_HOME", str(blocked))  # where one's own would be kept instead
    done = run(blocked / "cache")
    assert done.stdout == f"{key_of(1, 2, 3)}\n"
    # Where compiling takes long, a line says so.
    (warning,) = [line for line in done.stderr.splitlines() if not line.startswith("Compiling ")]
    assert "set SENET_GP_CACHE to a directory that can be written" in warning


def test_the_directory_is_named_after_the_sources_of_kernels(tmp_path: Path) -> None:
    """In a copy each of them is changed in turn; what is no kernel's source changes no name."""
    root = Path(compiled.__file__).parents[2]
    for file in (*map(Path, kernel_sources()), root / "senet_gp" / "games" / "board_pictures.py"):
        (tmp_path / file.relative_to(root)).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(file, tmp_path / file.relative_to(root))
    assert CACHE_DIRECTORY is not None
    names = {source_digest(kernel_sources(tmp_path))}
    assert names == {CACHE_DIRECTORY.name.removeprefix("kernels-")}
    for count, file in enumerate(map(Path, kernel_sources(tmp_path)), 1):
        with file.open("a") as source:
            source.write("# changed\n")
        names.add(source_digest(kernel_sources(tmp_path)))
        assert len(names) == count + 1, file
    (tmp_path / "senet_gp" / "games" / "board_pictures.py").write_text("")
    assert source_digest(kernel_sources(tmp_path)) in names
    (tmp_path / "senet_gp" / "games" / "new.py").write_text(
        "@kernel\ndef doubled(number): return 2 * number\n"
    )
    assert source_digest(kernel_sources(tmp_path)) not in names


def test_versions_of_numba_share_no_machine_code(monkeypatch: pytest.MonkeyPatch) -> None:
    before = source_digest(kernel_sources())
    monkeypatch.setattr("numba.__version__", "0.1.2")
    assert source_digest(kernel_sources()) != before


@pytest.mark.parametrize("name", compiled.CHANGING_CODE)
def test_other_settings_of_numba_share_no_machine_code(monkeypatch: pytest.MonkeyPatch, name: str) -> None:
    usual = source_digest(kernel_sources())
    monkeypatch.setitem(vars(numba.config), name, 2)
    assert source_digest(kernel_sources()) != usual


def test_kernels_are_plain_functions_of_numbers() -> None:
    @kernel
    def twice(number: int) -> int:
        return int64(number) * 2

    assert twice(21) == 42


def test_threads_have_different_buffers() -> None:
    """Kernels run without the global lock, so two threads must not write into the same one."""
    buffer = kept_per_thread()(bytearray)
    with ThreadPoolExecutor(1) as other:
        others = [other.submit(buffer).result() for _ in range(2)]
    assert buffer() is buffer()
    assert others[0] is others[1] is not buffer()


def test_damaged_compiled_code_is_reported_in_one_sentence(tmp_path: Path) -> None:
    warm_up(game_of("senet"))
    assert CACHE_DIRECTORY is not None
    shutil.copytree(CACHE_DIRECTORY, tmp_path / CACHE_DIRECTORY.name)
    for index in tmp_path.rglob("*.nbi"):
        index.write_bytes(index.read_bytes()[:50])
    done = subprocess.run(
        [sys.executable, "-m", "senet_gp", "match", "senet", "random", "random", "--games", "2"],
        # From another directory, so that it is this process's package, whose code is kept under its path.
        cwd=tmp_path,
        env={**os.environ, "SENET_GP_CACHE": str(tmp_path)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert_refused(done, 1, "remove that directory")


def test_kernels_can_be_typed_at_a_prompt() -> None:
    """They are in no file, so their code is not kept."""
    text = (
        "from senet_gp.runtime.compiled import kernel\n@kernel\ndef one(mine): return mine & 1\nprint(one(3))"
    )
    done = subprocess.run([sys.executable, "-c", text], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout, done.stderr) == (0, "1\n", "")
