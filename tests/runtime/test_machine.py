"""What a process may use of the machine, and where it refuses to begin."""

from __future__ import annotations

import os
import resource
import subprocess
import sys
from pathlib import Path

import pytest
from patience import PATIENCE

from senet_gp.arena.workers import Workers
from senet_gp.evolution.loop.node_budget import usual_limit
from senet_gp.runtime import machine
from senet_gp.runtime.errors import SenetGpError

MIB = 1 << 20


@pytest.fixture
def groups(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A directory of control groups; the file ``own`` beside it says which are this process's."""
    monkeypatch.setattr(machine, "_OWN_GROUPS", tmp_path / "own")
    monkeypatch.setattr(machine, "_GROUPS", tmp_path / "groups")
    monkeypatch.setattr(machine, "_bound_cores", lambda: 64)
    return tmp_path


def write(place: Path, own: str, files: dict[str, str]) -> None:
    (place / "own").write_text(own)
    for name, text in files.items():
        (place / "groups" / name).parent.mkdir(parents=True, exist_ok=True)
        (place / "groups" / name).write_text(f"{text}\n")


@pytest.mark.parametrize(
    ("own", "files", "expected"),
    [
        ("0::/a/b\n", {"a/b/memory.max": "max", "a/memory.max": "7000", "memory.max": "9000"}, 7000),
        ("0::/\n", {"memory.max": "5000"}, 5000),
        ("4:memory:/x\n0::/\n", {"memory/memory.limit_in_bytes": "6000", "memory/x/y": ""}, 6000),
        ("4:cpu:/x\n0::/../..\n", {"memory.max": "max"}, 10**9),
        ("", {}, 10**9),
    ],
)
def test_control_groups_limit_memory(
    groups: Path, monkeypatch: pytest.MonkeyPatch, own: str, files: dict[str, str], expected: int
) -> None:
    write(groups, own, files)
    monkeypatch.setattr("psutil.virtual_memory", lambda: type("", (), {"total": 10**9, "available": 10**9}))
    assert machine.available_memory() == expected
    assert usual_limit() == max(expected // 2, 512 * MIB)
    assert machine.free_memory() <= expected


@pytest.mark.parametrize(
    ("own", "files", "expected"),
    [
        ("0::/a/b\n", {"a/b/cpu.max": "max 100000", "a/cpu.max": "250000 100000"}, 3),
        ("0::/\n", {"cpu.max": "400000 200000"}, 2),
        ("0::/\n", {"cpu.max": "1000 100000"}, 1),
        ("0::/\n", {"cpu.max": "9900000 100000"}, 64),
        ("0::/\n", {"cpu.max": "nonsense"}, 64),
        ("0::/\n", {"cpu.max": "100000 0"}, 64),
        (
            "3:cpu,cpuacct:/docker/x\n",
            {"cpu/cpu.cfs_quota_us": "500000", "cpu/cpu.cfs_period_us": "100000"},
            5,
        ),
        ("3:cpu:/\n", {"cpu/cpu.cfs_quota_us": "-1", "cpu/cpu.cfs_period_us": "100000"}, 64),
        ("3:cpu:/\n", {"cpu/cpu.cfs_quota_us": "100000"}, 64),
        ("", {}, 64),
    ],
)
def test_control_groups_limit_cores(groups: Path, own: str, files: dict[str, str], expected: int) -> None:
    write(groups, own, files)
    assert machine.available_cores() == expected
    assert Workers.of(None).count == Workers.of("spawn").count == expected


@pytest.mark.parametrize(
    ("variables", "said"),
    [
        ({"NUMBA_DISABLE_JIT": "1"}, "NUMBA_DISABLE_JIT is set"),
        ({"NUMBA_CACHE_LOCATOR_CLASSES": "InTreeCacheLocator"}, "NUMBA_CACHE_LOCATOR_CLASSES is set"),
        ({"PYTHONOPTIMIZE": "2"}, "Python runs with -OO or PYTHONOPTIMIZE=2"),
    ],
)
def test_an_import_says_what_stops_it(variables: dict[str, str], said: str) -> None:
    done = subprocess.run(
        [sys.executable, "-c", "import senet_gp; senet_gp.play_match"],
        capture_output=True,
        text=True,
        check=False,
        env={**os.environ, **variables},
    )
    assert done.stderr.splitlines()[-1].startswith(f"senet_gp.runtime.errors.SenetGpError: {said}")


on_linux = pytest.mark.skipif(sys.platform != "linux", reason="others do not keep to such a limit")


@on_linux
@pytest.mark.parametrize(
    ("arguments", "mebibytes"), [("match senet random random", 200), ("export hand:S8", 390)]
)
def test_too_little_address_space_is_a_sentence(tmp_path: Path, arguments: str, mebibytes: int) -> None:
    """With 390 MiB the import of numba's parts does not end, whatever signal comes."""

    def limit() -> None:
        resource.setrlimit(resource.RLIMIT_AS, (mebibytes << 20, mebibytes << 20))

    done = subprocess.run(
        [sys.executable, "-m", "senet_gp", *arguments.split()],
        cwd=tmp_path, capture_output=True, text=True, check=False, timeout=PATIENCE, preexec_fn=limit,
    )  # fmt: skip
    assert (done.returncode, done.stdout, done.stderr.count("\n")) == (1, "", 1)
    assert f"the limit of address space is {mebibytes} MiB, but " in done.stderr
    assert "raise it with ulimit -v " in done.stderr
    if mebibytes > 200:
        return
    for help_needs_little in (["--version"], [arguments.split(maxsplit=1)[0], "--help"]):
        command = [sys.executable, "-m", "senet_gp", *help_needs_little]
        subprocess.run(command, check=True, capture_output=True, preexec_fn=limit)


@on_linux
def test_the_least_is_enough_and_grows_with_the_threads(monkeypatch: pytest.MonkeyPatch) -> None:
    """One thread takes 640 MiB, each further one 80 more."""
    now = resource.RLIM_INFINITY
    monkeypatch.setattr(resource, "getrlimit", lambda _what: (now, now))
    machine.check()
    monkeypatch.setattr("os.sched_getaffinity", lambda _pid: set(range(4)))
    for threads, least in (("1", 640), ("3", 800), ("64", 880), ("", 880), ("none", 880)):
        monkeypatch.setenv("OPENBLAS_NUM_THREADS", threads)
        monkeypatch.delenv("OMP_NUM_THREADS", raising=False)
        now = least << 20
        machine.check()
        now -= 1 << 20
        with pytest.raises(SenetGpError, match=f"but {least} MiB are needed"):
            machine.check()
