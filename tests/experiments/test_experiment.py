"""Experiments are the same however they are played: stopped, killed, in shards, with any jobs and workers."""

from __future__ import annotations

import contextlib
import csv
import json
import os
import shutil
import signal
import sys
import time
from itertools import count, product
from pathlib import Path
from typing import Any

import pytest
from commands import assert_refused, become, import_all, run_command
from tiny_runs import play_until, result_in

from senet_gp.evolution.configuration.config import Config
from senet_gp.evolution.record.run_directory import RunDirectory
from senet_gp.experiments.experiment import collected, experiment
from senet_gp.experiments.plan import Budget, Plan
from senet_gp.experiments.plan_file import begin_or_go_on
from senet_gp.experiments.running import Processes, _play_alone, path_of_run, play_experiment
from senet_gp.runtime.errors import FileError, UsageError
from senet_gp.show.experiment_page import _options

VALUES: dict[str, Any] = {
    "game": "hexapawn",
    "population": 8,
    "generations": 5,
    "final_games": 4,
    "fitness": {"name": "full-games", "games": 2, "random_games": 4},
    "variants": {"shared": {}, "lexicase": {"credit": "lexicase"}},
}
PLAN = """
game = "hexapawn"
population = 8
generations = 5
final_games = 4
[fitness]
name = "full-games"
games = 2
random_games = 4
[variants.shared]
[variants.lexicase]
credit = "lexicase"
"""


def table_of(directory: Path) -> bytes:
    return (directory / "runs.csv").read_bytes()


def rows_in(directory: Path) -> list[dict[str, str]]:
    with (directory / "runs.csv").open(encoding="utf-8") as file:
        return list(csv.DictReader(file))


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """An experiment of two variants with two seeds each, played without interruption by one process."""
    directory = tmp_path_factory.mktemp("played") / "out"
    experiment(VALUES, seeds=2, out=directory, jobs=1, games=2)
    return directory


@pytest.fixture
def plan_file(tmp_path: Path) -> Path:
    file = tmp_path / "plan.toml"
    file.write_text(PLAN, encoding="utf-8")
    return file


def command_of(plan: Path, *more: str) -> list[str]:
    return ["experiment", str(plan), "--seeds", "2", "--games", "2", "--out", str(plan.parent / "out"), *more]


def test_rows_are_those_of_the_table(played: Path) -> None:
    rows = experiment(VALUES, seeds=2, out=played, jobs=1, games=2)
    written = rows_in(played)
    assert [(row["variant"], row["seed"]) for row in rows] == [
        *(("shared", 1), ("shared", 2), ("lexicase", 1), ("lexicase", 2)),
    ]
    for row, line in zip(rows, written, strict=True):
        assert {name: str(value) for name, value in row.items()} | {"version": "2"} == line
        assert row["generations"] == 5
        assert 0 <= row["score"] <= 1
        assert row["first"] in {-1, 0, 1}


def test_factors_have_columns_and_paths_lead_to_runs(tmp_path: Path) -> None:
    vary = {"game": ["hexapawn", "tictactoe"], "credit": ["shared", "mean"], "generations": [1, 2]}
    values = {name: value for name, value in VALUES.items() if name not in {"variants", *vary}}
    rows = experiment(values | {"vary": vary}, seeds=1, out=tmp_path / "out", jobs=1, games=2)
    assert [(row["game"], row["credit"], row["vary.generations"]) for row in rows] == [
        *product(vary["game"], vary["credit"], vary["generations"]),
    ]
    assert [row["generations"] for row in rows] == [1, 2] * 4
    assert "variant" not in rows[0]
    for row in rows_in(tmp_path / "out"):
        assert RunDirectory.open(tmp_path / "out" / row["path"]).config.game == row["game"]


def test_no_file_names_a_place_of_this_machine(played: Path) -> None:
    for file in played.rglob("*.*"):
        if file.is_file():
            assert str(played.parent).encode() not in file.read_bytes(), file


def test_a_run_is_an_ordinary_run(played: Path, tmp_path: Path) -> None:
    run = RunDirectory.open(played / "runs" / "lexicase" / "2")
    assert run.has_ended()
    done = run_command(
        *("evolve", "--config", str(run.path / "config.toml"), "--out", str(tmp_path / "again")),
        *("--workers", "1", "--quiet"),
    )
    assert done.returncode == 0, done.stderr
    for name in ("champion.json", "generations.csv", "config.toml"):
        assert result_in(tmp_path / "again" / name) == result_in(run.path / name)


def test_scores_are_means_over_opponents_of_games_that_the_run_never_played(played: Path) -> None:
    row = rows_in(played)[0]
    against = {name: float(value) for name, value in row.items() if name.startswith("against ")}
    assert list(against) == [
        "against random",
        *(f"against random-tree:{n}" for n in range(1, 9)),
        "against minimax",
    ]
    assert float(row["score"]) == pytest.approx(sum(against.values()) / 10, abs=1e-6)


def test_shards_with_other_numbers_of_processes_give_the_same(played: Path, plan_file: Path) -> None:
    ways = (("3/3", "--jobs", "2"), ("1/3", "--workers", "2"), ("2/3", "--jobs", "1"))
    for number, (shard, *processes) in enumerate(ways):
        done = run_command(*command_of(plan_file, "--shard", shard, *processes))
        assert done.returncode == 0, done.stderr
        assert (" left to other shards" in done.stdout) == (number < 2)
        assert (f" {' '.join(processes)}\n" in done.stdout) == (number < 2)
    assert table_of(plan_file.parent / "out") == table_of(played)
    told = run_command(*command_of(plan_file, "--json"))
    found = json.loads(told.stdout)
    assert (found["runs"], found["directory"]) == (4, str(plan_file.parent / "out"))
    assert [set(variant) >= {"name", "median", "interval"} for variant in found["variants"]] == [True, True]
    assert set(found["comparisons"][0]) >= {"a", "b", "effect", "interval", "p"}
    assert "with 2 runs a variant no p of 1, corrected by Holm, can be below 0.33" in told.stderr
    assert "4 of 4 runs played fewer than 10 generations" in told.stderr


@pytest.mark.skipif(not hasattr(os, "fork"), reason="there is no SIGKILL")
def test_an_experiment_that_is_killed_goes_on_with_other_numbers_of_processes(
    played: Path, plan_file: Path
) -> None:
    import_all()
    ways = (("--jobs", "2"), ("--workers", "2"), ("--jobs", "1"))
    for number, seconds in enumerate((0.15, 0.5, 0.8)):
        with Path(os.devnull).open("r+b") as null:
            pid = os.fork()
            if not pid:
                become(command_of(plan_file, *ways[number]), None, (null.fileno(),) * 3)
        time.sleep(seconds)
        os.kill(pid, signal.SIGKILL)
        os.waitpid(pid, 0)
    done = run_command(*command_of(plan_file, "--jobs", "2"))
    assert done.returncode == 0, done.stderr
    assert table_of(plan_file.parent / "out") == table_of(played)


FILE_EVENTS = {"open", "os.mkdir", "os.rename", "os.link", "os.remove", "os.chmod", "os.listdir"}
BEGUN = Plan.of(VALUES, seeds=1, games=2)


class Stopped(Exception):  # noqa: N818
    """The first run has begun."""


def begin(path: Path) -> None:
    """Begin an experiment and the directory of its first run."""

    def stop(*_: object, **__: object) -> None:
        raise Stopped

    begin_or_go_on(path, BEGUN)
    with pytest.MonkeyPatch.context() as nothing_played:
        nothing_played.setattr("senet_gp.experiments.running.play_run", stop)
        with contextlib.suppress(Stopped):
            play_experiment(path, BEGUN, list(BEGUN.tasks()), Processes.of(1, 1))


def is_killed(path: Path, fatal: int) -> bool:
    """Begin in another process, which kills itself before its n-th operation on the directory, if any."""
    child = os.fork()
    if not child:
        operations = count(1)

        def kill(event: str, arguments: tuple[object, ...]) -> None:
            if event in FILE_EVENTS and str(arguments[0]).startswith(str(path)) and next(operations) == fatal:
                os.kill(os.getpid(), signal.SIGKILL)

        sys.addaudithook(kill)
        with contextlib.suppress(BaseException):
            begin(path)
            os._exit(0)
        os._exit(1)
    code = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
    assert code in {0, -signal.SIGKILL}
    return code != 0


@pytest.mark.skipif(not hasattr(os, "fork"), reason="there is no SIGKILL")
def test_it_goes_on_wherever_its_beginning_was_killed(tmp_path: Path) -> None:
    task = next(BEGUN.tasks())
    for fatal in count(1):
        path = tmp_path / str(fatal)
        killed = is_killed(path, fatal)
        begin(path)
        assert RunDirectory.open(path_of_run(path, task)).config == task.config
        if not killed:
            break
    assert fatal > 20


@pytest.mark.parametrize("inside", ["runs", "measured"])
def test_links_out_of_the_directory_are_refused(inside: str, tmp_path: Path) -> None:
    directory, outside = tmp_path / "mine", tmp_path / "theirs"
    begin_or_go_on(directory, BEGUN)
    outside.mkdir()
    (directory / inside).symlink_to(outside)
    with pytest.raises(FileError, match="is a link out of this directory"):
        begin(directory)
    assert not list(outside.iterdir())


def test_more_seeds_play_only_the_new_runs(played: Path, tmp_path: Path) -> None:
    directory = tmp_path / "out"
    shutil.copytree(played, directory)
    before = (directory / "runs" / "shared" / "1" / "champion.json").stat().st_mtime_ns
    shown: list[tuple[int, int]] = []
    rows = experiment(
        VALUES,
        seeds=3,
        out=directory,
        jobs=1,
        games=2,
        show=lambda done, runs, _task: shown.append((done, runs)),
    )
    assert shown == [(4, 6), (5, 6), (6, 6)]
    assert len(rows) == 6
    assert (directory / "runs" / "shared" / "1" / "champion.json").stat().st_mtime_ns == before
    old = table_of(played).splitlines()
    assert set(old) < set(table_of(directory).splitlines())


def test_games_are_a_budget_that_runs_spend_alike_also_if_they_are_stopped(tmp_path: Path) -> None:
    plan = Plan.of(
        {name: value for name, value in VALUES.items() if name != "generations"},
        seeds=1,
        budget=Budget(max_games=500),
        games=2,
    )
    whole, stopped = tmp_path / "whole", tmp_path / "stopped"
    for directory in (whole, stopped):
        begin_or_go_on(directory, plan)
    task = next(plan.tasks())
    # As it is when the run was killed just before its budget was spent.
    run = RunDirectory.open_or_create(path_of_run(stopped, task), task.config)
    play_until(run, 2)
    for directory in (whole, stopped):
        play_experiment(directory, plan, list(plan.tasks()), Processes.of(1, 1))
        runs = collected(directory, plan)
        for row in runs:
            each = [one.games for one in RunDirectory.open(directory / row.path).logs.played()]
            assert row.games == sum(each)
            # A generation more or less would be further from the budget; all cost about the same.
            assert abs(row.games - 500) <= 0.6 * each[-1]
    assert table_of(whole) == table_of(stopped)


def test_processor_time_is_a_budget_of_runs_with_one_process(tmp_path: Path) -> None:
    values = VALUES | {"variants": {"shared": {}}, "generations": 1_000_000}
    plan = Plan.of(values, seeds=1, budget=Budget(max_seconds=0.2), games=2)
    begin_or_go_on(tmp_path / "out", plan)
    with pytest.raises(UsageError, match="use --jobs instead of --workers"):
        play_experiment(tmp_path / "out", plan, list(plan.tasks()), Processes.of(None, 2))
    play_experiment(tmp_path / "out", plan, list(plan.tasks()), Processes.of(1, 1))
    (run,) = collected(tmp_path / "out", plan)
    assert 1 <= run.generations < 1_000_000
    assert run.seconds is not None
    assert run.seconds < 5
    cost = (tmp_path / "out" / "cost.csv").read_text(encoding="utf-8")
    assert cost.splitlines()[1].startswith(f"{run.path},{run.seconds},")


@pytest.mark.parametrize(("budget", "compiled"), [({"max_seconds": 0.2}, True), ({"max_games": 50}, False)])
def test_runs_compile_before_their_seconds_begin(
    budget: dict[str, float], compiled: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Else the first run of a process has a generation or two, and counts in medians like the others."""
    note = tmp_path / "compiled"

    def compile_run(config: Config) -> None:
        assert not (tmp_path / "out" / "runs" / "shared" / "1" / "timing.csv").exists()
        note.write_text(str(config.seed))

    monkeypatch.setattr("senet_gp.experiments.running.compile_run", compile_run)
    plan = Plan.of(VALUES | {"variants": {"shared": {}}}, seeds=1, budget=Budget(**budget), games=2)
    begin_or_go_on(tmp_path / "out", plan)
    play_experiment(tmp_path / "out", plan, list(plan.tasks()), Processes.of(1, 1))
    assert note.exists() == compiled


def test_a_run_that_was_changed_meanwhile_is_refused(played: Path, tmp_path: Path) -> None:
    directory = tmp_path / "out"
    shutil.copytree(played, directory)
    shutil.rmtree(directory / "measured")
    RunDirectory.open(directory / "runs" / "shared" / "1").extend(9)
    with pytest.raises(UsageError, match="was extended to 9 generations"):
        experiment(VALUES, seeds=2, out=directory, jobs=1, games=2)


def test_a_damaged_measurement_is_refused_and_made_again_once_removed(played: Path, tmp_path: Path) -> None:
    directory = tmp_path / "out"
    shutil.copytree(played, directory)
    file = directory / "measured" / "shared" / "1.json"
    file.write_text(file.read_text(encoding="utf-8").replace("random", "radnom"), encoding="utf-8")
    with pytest.raises(FileError, match=r"1\.json"):
        experiment(VALUES, seeds=2, out=directory, jobs=1, games=2)
    file.unlink()
    experiment(VALUES, seeds=2, out=directory, jobs=1, games=2)
    assert table_of(directory) == table_of(played)


def test_opponents_that_a_first_population_began_with_do_not_count(tmp_path: Path) -> None:
    race = "(sub their_distance my_distance)"
    small = {
        "game": "senet",
        "population": 4,
        "generations": 1,
        "final_games": 2,
        "fitness": {"games": 1},
        "variants": {"plain": {}, "seeded": {"seed_with": [race]}},
    }
    rows = experiment(small, seeds=1, out=tmp_path / "out", jobs=1, games=2)
    against = {name: share for name, share in rows[0].items() if name.startswith("against ")}
    assert list(against)[-1] == "against hand:HC5"
    counted = [share for name, share in against.items() if name != f"against expr:{race}"]
    assert len(counted) == len(against) - 1
    assert rows[0]["score"] == pytest.approx(sum(counted) / len(counted), abs=1e-6)


@pytest.mark.parametrize(
    ("more", "sentence"),
    [
        (["--jobs", "2", "--workers", "2"], "leave out --jobs or --workers"),
        (["--shard", "4/3"], "is not a shard, such as 1/3"),
        (["--max-games", "9", "--max-seconds", "1"], "name only one of them"),
    ],
)
def test_impossible_options_are_refused(plan_file: Path, more: list[str], sentence: str) -> None:
    assert_refused(run_command(*command_of(plan_file, *more)), 2, sentence)


def test_the_page_needs_nothing_else_and_shows_names_as_text(played: Path, plan_file: Path) -> None:
    directory = plan_file.parent / "out"
    shutil.copytree(played, directory)
    shutil.rmtree(directory / "runs" / "shared" / "2")
    done = run_command(*command_of(plan_file, "--jobs", "1"))
    assert done.returncode == 0, done.stderr
    assert "1 run of the table cannot be found, such as runs/shared/2: what was measured stays" in done.stderr
    assert "shared with" in done.stdout
    page = (directory / "index.html").read_text(encoding="utf-8")
    assert "default-src 'none'" in page
    assert "shared with lexicase" in page
    assert page.count('<img src="data:image/svg+xml;base64,') == 1
    assert "http" not in page.replace("http-equiv", "")


def test_the_page_tells_in_which_options_variants_differ() -> None:
    values = VALUES | {
        "vary": {"elite_share": [0.2, 0.4]},
        "variants": {
            "few": {"fitness": {"opponents": 3}},
            "decisions": {"fitness": "regret", "selection": "proportional"},
            "sharp": {"credit": "lexicase", "selection": {"name": "tournament", "tournament_size": 2}},
        },
    }
    told = _options(Plan.of(values, seeds=2, budget=Budget(max_games=9)))
    assert told["names"][:2] == ["few,elite_share=0.2", "few,elite_share=0.4"]
    assert told["seeds"] == ["1 to 2"] * 6
    assert {name: of[::2] for name, of in told["differing"].items()} == {
        "elite_share": ["0.2", "0.2", "0.2"],
        "fitness": ["full-games", "regret", "full-games"],
        "fitness.games": ["2", "", "2"],
        "fitness.opponents": ["3", "", "4"],
        "fitness.random_games": ["4", "", "4"],
        "credit": ["shared", "mean", "lexicase"],
        "selection": ["tournament", "proportional", "tournament"],
        "selection.tournament_size": ["8", "", "2"],
    }
    same = {row.name: row for group in told["same"] for row in group}
    assert not same.keys() & {"seed", "generations", "elite_share", "fitness.opponents"}
    assert same["fitness"].value == "full-games or regret"
    assert same["fitness"].help.startswith("full-games: games from the start")
    assert same["final_games"].value == "4"


def test_a_worker_that_does_not_see_the_directory_says_so(tmp_path: Path) -> None:
    with pytest.raises(FileError, match=r"a worker on .* does not see .*elsewhere: begin the experiment in"):
        _play_alone((), tmp_path / "elsewhere", BEGUN, 0, next(BEGUN.tasks()))
