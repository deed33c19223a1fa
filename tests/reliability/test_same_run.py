"""The same seed gives the same run: for any number of workers, in any batches, and at any time."""

from __future__ import annotations

import dataclasses
import os
import subprocess
import sys
from pathlib import Path

import pytest
from golden_runs import golden_run, noted
from thinned import thinned
from tiny_runs import TINY, TINY_COMMAND, begun, files_of, to_its_end

from senet_gp.arena import batches
from senet_gp.evolution.configuration.config import Config
from senet_gp.evolution.loop import breeding
from senet_gp.games.registry import GAMES

#: As many individuals as workers breed; of fewer, this process would breed each.
HEXAPAWN = dataclasses.replace(TINY, population=130, generations=3)
SENET = Config(population=130, generations=3, final_games=2, vocabulary="extended")

both = pytest.mark.parametrize("config", [HEXAPAWN, SENET], ids=["hexapawn", "senet"])


@both
def test_for_any_number_of_workers_and_again(tmp_path: Path, config: Config) -> None:
    assert config.population >= breeding._FEW_CHILDREN
    played = [
        files_of(to_its_end(begun(tmp_path / str(number), config), workers))
        for number, workers in enumerate((1, 2, 3, 2))
    ]
    assert all(files == played[0] for files in played)


@pytest.fixture(scope="module")
def usual_files(tmp_path_factory: pytest.TempPathFactory) -> dict[str, dict[str, bytes]]:
    """The files of a run of each game with two workers."""
    place = tmp_path_factory.mktemp("usual")
    return {
        config.game: files_of(to_its_end(begun(place / config.game, config), 2))
        for config in (HEXAPAWN, SENET)
    }


@both
@pytest.mark.parametrize(
    ("most_work", "part", "least", "little"),
    thinned(
        [(1, 0.6, 0.1, 0), (1_000_000, 0.6, 0.1, 0), (1 << 50, 1.0, 1.0, 0), (1 << 30, 0.1, 0.01, 0)],
        kept=(0, 3),
    ),
    ids=["one by one", "few", "all at once", "smaller and smaller"],
)
def test_for_any_batches(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    usual_files: dict[str, dict[str, bytes]],
    config: Config,
    most_work: int,
    part: float,
    least: float,
    little: int,
) -> None:
    monkeypatch.setattr(batches, "_MAX_WORK", most_work)
    monkeypatch.setattr(batches, "_MIN_WORK", 1)
    monkeypatch.setattr(batches, "_PART_OF_THE_REST", part)
    monkeypatch.setattr(batches, "_MIN_PART", least)
    monkeypatch.setattr(batches, "LITTLE_WORK", little)
    for workers in (1, 3):
        files = files_of(to_its_end(begun(tmp_path / str(workers), config), workers))
        assert files == usual_files[config.game]


@pytest.mark.usefixtures("whole_end")
def test_with_any_hash_seed(tmp_path: Path) -> None:
    usual = files_of(to_its_end(begun(tmp_path / "usual")))
    subprocess.run(
        [sys.executable, "-m", "senet_gp", *TINY_COMMAND, "--quiet", "--out", "other", "--workers", "3"],
        cwd=tmp_path,
        env=os.environ | {"PYTHONHASHSEED": "4294967295"},
        check=True,
    )
    assert files_of(tmp_path / "other") == usual


def test_every_game_has_a_golden_run() -> None:
    without = {*GAMES, "senet, extended"} - set(noted())
    assert not without, f"note the run of each by: python tests/support/golden_runs.py NAME: {without}"


@pytest.mark.parametrize("name", noted())
def test_runs_are_as_noted(name: str) -> None:
    assert golden_run(name) == noted()[name], (
        f"the same seed gives another run of {name} than was noted. If that is not meant, look for what "
        "draws or plays otherwise, from the first generation that differs. If it is, say in HISTORY.md that "
        "results change, and note the new ones by: python tests/support/golden_runs.py"
    )
