"""Runs that are limited in minutes."""

from __future__ import annotations

import contextlib
from pathlib import Path
from typing import Any

import pytest
from commands import run_command

from senet_gp.arena.pool import SerialPool
from senet_gp.evolution.configuration.common_options import MAX_GENERATIONS
from senet_gp.evolution.configuration.config import Config
from senet_gp.evolution.loop.evolution import Evolution
from senet_gp.evolution.loop.islands import migrants_in
from senet_gp.evolution.loop.state import Ending, Generation
from senet_gp.evolution.record.run_directory import RunDirectory
from senet_gp.evolution.run.run import RunHooks, play_run
from senet_gp.experiments.experiment import experiment
from senet_gp.players.champion import Champion
from senet_gp.runtime.errors import FileError

TINY: dict[str, Any] = {"game": "hexapawn", "population": 12, "games": 2, "final_games": 2}


def test_a_run_ends_when_its_minutes_have_passed_and_is_one_of_so_many_generations(tmp_path: Path) -> None:
    config = Config.of(**TINY, minutes=0.002)
    assert config.generations == MAX_GENERATIONS
    champion = play_run(tmp_path / "timed", config, pool=SerialPool())
    run = RunDirectory.open(tmp_path / "timed")
    played = run.config.generations
    assert champion.origin["generations"] == played < MAX_GENERATIONS
    assert (run.config.minutes, run.has_ended()) == (0.0, True)
    assert run.seconds(1) >= 0.11, "times are rounded in the log"
    other = play_run(tmp_path / "counted", Config.of(**TINY, generations=played), pool=SerialPool())
    assert other.origin == champion.origin
    for name in ("config.toml", "generations.csv", "sizes.csv", "checkpoint.json"):
        assert (tmp_path / "timed" / name).read_text() == (tmp_path / "counted" / name).read_text(), name
    # The same command again finds it ended.
    RunDirectory.open_or_create(tmp_path / "timed", config)


def test_a_run_that_ends_early_is_prepared_once_and_crowned_behind_its_lock(tmp_path: Path) -> None:
    prepared: list[int] = []

    def finish(champion: Champion) -> Champion:
        run = RunDirectory.open(tmp_path / "run")
        assert (run.config.generations, run.config.minutes) == (1, 0.0)
        with pytest.raises(FileError, match="is being played by another process"), run.locked():
            pytest.fail("it is locked already")
        return champion

    hooks = RunHooks(prepare=lambda evolution: prepared.append(evolution.state.generation), finish=finish)
    play_run(tmp_path / "run", Config.of(**TINY, minutes=1e-9), pool=SerialPool(), hooks=hooks)
    assert prepared == [0]
    with RunDirectory.open(tmp_path / "run").locked():
        """It is free again."""


def test_the_time_before_a_stop_counts(tmp_path: Path) -> None:
    class StoppedError(Exception):
        pass

    def stop(_generation: Any) -> None:
        raise StoppedError

    config = Config.of(**TINY, minutes=60.0)
    with pytest.raises(StoppedError):
        play_run(tmp_path / "run", config, pool=SerialPool(), hooks=RunHooks(on_generation=stop))
    timing = tmp_path / "run" / "timing.csv"
    header, row = timing.read_text().splitlines()
    number, _breeding, _evaluating, *rest = row.split(",")
    timing.write_text("\n".join([header, ",".join([number, "3599", "0.5", *rest]), ""]))
    minutes: list[Any] = []

    def shorten(evolution: Evolution) -> None:
        assert evolution.seconds == 3599.5
        evolution.seconds += 1.0

    play_run(
        tmp_path / "run", pool=SerialPool(), hooks=RunHooks(prepare=shorten, on_generation=minutes.append)
    )
    assert RunDirectory.open(tmp_path / "run").config.generations == 1
    assert minutes == []


@pytest.mark.parametrize(
    ("game", "limits", "announced", "over"),
    [
        ("hexapawn", ["--minutes", "0.00001"], "1e-05 minutes", True),
        ("hexapawn", ["--minutes", "60", "--generations", "1"], "60 minutes or 1 generation", False),
        # It would end with a winner that is proven.
        ("tictactoe", ["--fitness", "full-games", "--minutes", "0.00001"], "1e-05 minutes", True),
    ],
)
def test_only_a_run_whose_time_is_over_says_so(
    tmp_path: Path, game: str, limits: list[str], announced: str, over: bool
) -> None:
    tiny = [f"--{name.replace('_', '-')}={value}" for name, value in TINY.items() if name != "game"]
    done = run_command("evolve", game, *tiny, *limits, "--workers", "1", cwd=tmp_path)
    assert done.returncode == 0, done.stderr
    assert f"{announced}, " in done.stdout
    assert ("The time was over after 1 generation (" in done.stdout) is over


ISLANDS: dict[str, Any] = {**TINY, "islands": 3, "migrate_every": 3}


def test_islands_stop_together_when_the_minutes_have_passed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def stop(generation: Generation) -> None:
        if generation.number == 6:
            raise KeyboardInterrupt

    config, stopping = Config.of(**ISLANDS, minutes=60.0), RunHooks(on_generation=stop)
    with pytest.raises(KeyboardInterrupt):
        play_run(tmp_path / "timed", config, pool=SerialPool(), hooks=stopping)
    monkeypatch.setattr(RunDirectory, "seconds", lambda _run, _workers: 3599.9)
    told: list[tuple[int, int, bool]] = []
    begun: list[int] = []
    hooks = RunHooks(
        on_begin=lambda _config, played: begun.append(played),
        on_generation=lambda one: told.append((one.number, one.island, one.last)),
    )
    champion = play_run(tmp_path / "timed", pool=SerialPool(), hooks=hooks)
    run = RunDirectory.open(tmp_path / "timed")
    played = run.config.generations
    assert begun == [3]
    assert told[-1][0] == played
    assert told[-1][2]
    assert not any(last for number, _, last in told if number < played)
    assert played % 3 == 0 or played % 5 == 0
    assert (run.config.minutes, run.has_ended(), champion.origin["generations"]) == (0.0, True, played)
    play_run(tmp_path / "counted", Config.of(**ISLANDS, generations=played), pool=SerialPool())
    logs = ("generations.csv", "checkpoint.json")
    for name in ("config.toml", "migrations.csv", *(f"islands/{n}/{log}" for n in (1, 2, 3) for log in logs)):
        assert (tmp_path / "timed" / name).read_text() == (tmp_path / "counted" / name).read_text(), name


@pytest.mark.parametrize(("stopped", "last"), [(0, 3), (3, 5), (5, 5)])
def test_islands_end_where_nobody_has_migrated_yet(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, stopped: int, last: int
) -> None:
    """Also if the minutes are over at once, and after a stop between a migration and what follows it."""

    def stop(evolution: Evolution) -> None:
        if 0 < stopped == evolution.state.generation:
            raise KeyboardInterrupt

    # A test before this one in the same process may have left another handler.
    monkeypatch.setattr("senet_gp.runtime.interruption.may_be_raised", lambda: True)
    config = Config.of(**ISLANDS, minutes=60.0 if stopped else 1e-9)
    with contextlib.suppress(KeyboardInterrupt):
        play_run(tmp_path / "run", config, pool=SerialPool(), hooks=RunHooks(prepare=stop))
    monkeypatch.setattr(RunDirectory, "seconds", lambda _run, _workers: 3600.0)
    play_run(tmp_path / "run", pool=SerialPool())
    run = RunDirectory.open(tmp_path / "run")
    assert run.config.generations == last
    assert set(migrants_in(run.logs.migrants, run.config)) == set(range(3, last, 3))


@pytest.mark.parametrize(
    ("minutes", "last", "why"), [(60.0, [False, True], Ending.GENERATIONS), (1e-9, [True], Ending.MINUTES)]
)
def test_generations_and_minutes_can_both_limit_a_run(minutes: float, last: list[bool], why: Ending) -> None:
    evolution = Evolution(Config.of(**TINY, minutes=minutes, generations=2), SerialPool())
    assert evolution.ended is None
    assert [generation.last for generation in evolution] == last
    assert evolution.ended is why


def test_an_experiment_of_minutes_goes_on(tmp_path: Path) -> None:
    plan = {**Config.of(**TINY).as_values(), "variants": {"timed": {"minutes": 1e-6}}}
    first = experiment(plan, seeds=1, out=tmp_path / "experiment", jobs=1, games=2)
    assert [row["generations"] for row in first] == [1]
    assert experiment(plan, seeds=1, out=tmp_path / "experiment", jobs=1, games=2) == first
