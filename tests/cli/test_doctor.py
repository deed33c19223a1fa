"""``senet-gp doctor``: what is there, and what it advises."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from commands import run_command

from senet_gp.cli import doctor


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
        doctor.command.main([], standalone_mode=False)
    told = capsys.readouterr().out
    assert "\n  run pip install 'not-there>=1'\n" in told
    assert "\nextra dask: not installed; if you need it: pip install neither\n" in told
    assert "(Not a directory)\n  set SENET_GP_CACHE to" in told
