"""What a process may use of the machine: control groups of either version limit cores and memory."""

from __future__ import annotations

from pathlib import Path

import pytest

from senet_gp.arena.workers import Workers
from senet_gp.evolution.node_budget import usual_limit
from senet_gp.runtime import machine

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
