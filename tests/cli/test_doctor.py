"""``senet-gp doctor``: what it finds, and what it advises."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from commands import run_command

from senet_gp.cli import doctor


def test_what_is_there_is_told() -> None:
    done = run_command("doctor", "--json")
    told = json.loads(done.stdout)
    found = {row["what"]: row["found"] for row in told["findings"]}
    assert "numpy" in found["packages"]
    assert found["speed"].endswith(f"usual are {doctor.USUAL_GAMES:,}")
    assert told["off"] == sum(bool(row["advice"]) for row in told["findings"])
    assert done.returncode == bool(told["off"])


def test_what_is_off_is_said(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(doctor, "_GAMES", 2)
    monkeypatch.setattr(doctor, "USUAL_GAMES", 10**9)
    monkeypatch.setattr(doctor, "available_memory", lambda: 1 << 29)
    monkeypatch.setattr(doctor.metadata, "requires", lambda _name: ["numpy>=99.1", "nobody-has-this>=1"])
    (tmp_path / "file").touch()
    monkeypatch.setenv("SENET_GP_CACHE", str(tmp_path / "file" / "cache"))
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "file"))
    monkeypatch.setenv("NUMBA_OPT", "0")
    advice = {finding.what: finding.advice for finding in doctor.findings()}
    assert "is older than 99.1" in advice["packages"]
    assert "nobody-has-this is missing" in advice["packages"]
    assert "set SENET_GP_CACHE" in advice["compiled code"]
    assert "--memory-limit" in advice["memory"]
    assert "unset NUMBA_OPT" in advice["numba"]
    assert "less than half" in advice["speed"]
