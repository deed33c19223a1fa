"""A small version of the experiment: it ends, goes on where it stopped, and gives the same results."""

from __future__ import annotations

import contextlib
import os
import signal
import sys
from collections.abc import Iterator
from dataclasses import replace
from itertools import count
from pathlib import Path

import pytest
from fuzz_targets import KEPT

from senet_gp.arena.local_pool import WorkerPool
from senet_gp.errors import FileError
from senet_gp.evolution.seeding import seeds_from_players
from senet_gp.plots.reproduction import draw_reproduction
from senet_gp.reproduction import experiment as experiment_module
from senet_gp.reproduction import results as results_module
from senet_gp.reproduction.experiment import PANEL, REFERENCES, SEEDS, Experiment
from senet_gp.reproduction.findings import findings
from senet_gp.reproduction.plan import Plan, is_long
from senet_gp.reproduction.report import report
from senet_gp.reproduction.results import Results

TINY = Plan(
    seed=5,
    population=16,
    generations=4,
    runs=2,
    panel_every=2,
    panel_games=2,
    reference_games=2,
    champion_games=4,
    long_runs=1,
    long_generations=6,
    long_panel_every=3,
    ranked_populations=1,
    knockouts=3,
)


@pytest.fixture(scope="module", autouse=True)
def few_games() -> Iterator[None]:
    """Champions play 20 games where the paper's played 200, which takes longest."""
    with pytest.MonkeyPatch.context() as fewer:
        for module in (experiment_module, results_module):
            fewer.setattr(module, "PAPER_GAMES", 20)
        yield


class Stopped(Exception):  # noqa: N818
    """A task is left."""


def play(experiment: Experiment, most: int | None = None) -> None:
    """Do the next tasks; ``most`` of them, or all."""
    for task in [task for task in experiment.tasks() if not task.done][:most]:
        task.work(lambda _share: None)
        assert task.done


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("experiment") / "whole"
    with WorkerPool(1) as pool:
        experiment = Experiment.begin_or_go_on(path, TINY, pool)
        play(experiment)
        experiment.collect()
    return path


def test_every_table_is_there(played: Path) -> None:
    results = Results.load(played / "results")
    pairs = len(REFERENCES) * (len(REFERENCES) - 1) // 2
    assert len(results.references) == pairs
    # The first, every second and the last winner; in the long runs every third.
    measured = {False: [1, 2, 4], True: [1, 3, 6]}
    for run in TINY.configs():
        assert list(results.curve(run, PANEL)) == measured[is_long(run)]
    # Two champions of each run; those that did not begin with S1 to S8 meet these too.
    assert len(results.champions) == len(TINY.configs()) * len(PANEL) * 2 * 2 + 4 * len(SEEDS) * 2
    met = {meeting.run.rpartition("-")[0] for meeting in results.champions if meeting.opponent in SEEDS}
    assert met == {"unseeded", "strongly-seeded"}
    assert [trial.games for trial in results.knockouts] == [3] + 3 * [3] + 3 * [9] + 3 * [27]
    assert all(1 <= trial.rank <= 16 for trial in results.knockouts)
    assert len(results.generations) == len(results.cost) == 6 * 4 + 2 * 6


def test_it_can_be_stopped_and_goes_on_with_other_workers(played: Path, tmp_path: Path) -> None:
    with WorkerPool(2) as pool:
        play(Experiment.begin_or_go_on(tmp_path / "half", TINY, pool), most=4)
    with WorkerPool(1) as pool:
        experiment = Experiment.begin_or_go_on(tmp_path / "half", TINY, pool)
        assert [task.done for task in experiment.tasks()][:5] == [True, True, True, True, False]
        play(experiment)
        experiment.collect()
    for name in ("references", "panel", "champions", "knockouts", "generations"):
        file = f"results/{name}.csv"
        assert (tmp_path / "half" / file).read_bytes() == (played / file).read_bytes()


def test_a_run_is_not_played_again_from_its_beginning(tmp_path: Path) -> None:
    def stop_in_the_middle(share: float) -> None:
        if share >= 0.5:
            raise Stopped

    shares: list[float] = []
    with WorkerPool(1) as pool:
        experiment = Experiment.begin_or_go_on(tmp_path / "run", TINY, pool)
        run = next(task for task in experiment.tasks() if task.title == "run unseeded-1")
        with pytest.raises(Stopped):
            run.work(stop_in_the_middle)
        assert not run.done
        run.work(shares.append)
        assert run.done
    assert shares == [0.75, 1.0]


FILE_EVENTS = {"open", "os.mkdir", "os.rename", "os.link", "os.remove", "os.chmod", "os.listdir"}


def begin(path: Path) -> None:
    """Begin an experiment and its first run, and play this for a generation."""

    def stop(_share: float) -> None:
        raise Stopped

    with WorkerPool(1) as pool:
        experiment = Experiment.begin_or_go_on(path, TINY, pool)
        run = next(task for task in experiment.tasks() if task.title == "run unseeded-1")
        with contextlib.suppress(Stopped):
            run.work(stop)


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


def test_it_goes_on_wherever_its_beginning_was_killed(played: Path, tmp_path: Path) -> None:
    header_and_first = (played / "runs" / "unseeded-1" / "generations.csv").read_text().split("\n")[:2]
    for fatal in count(1):
        path = tmp_path / str(fatal)
        killed = is_killed(path, fatal)
        begin(path)
        log = (path / "runs" / "unseeded-1" / "generations.csv").read_text().split("\n")
        assert log[:2] == header_and_first
        if not killed:
            break
    assert fatal > 20


def test_another_plan_is_refused(played: Path, tmp_path: Path) -> None:
    with WorkerPool(1) as pool:
        with pytest.raises(FileError, match="another plan"):
            Experiment.begin_or_go_on(played, replace(TINY, seed=6), pool)
        (tmp_path / "other").write_text("something else")
        with pytest.raises(FileError, match="something else"):
            Experiment.begin_or_go_on(tmp_path, TINY, pool)


def test_two_at_a_time_are_refused(played: Path) -> None:
    with WorkerPool(1) as pool:
        experiment = Experiment.begin_or_go_on(played, TINY, pool)
        with experiment.locked(), pytest.raises(FileError, match="another process"), experiment.locked():
            pass


def test_seeds_and_kinds_of_runs() -> None:
    configs = Plan().configs()
    assert len({config.seed for config in configs.values()}) == len(configs) == 66
    for run, config in configs.items():
        group = "V" if run.startswith("strongly") else "S"
        seeds = seeds_from_players([f"hand:{group}"], config.game_value, config.vocabulary)
        assert config.seed_with == (() if "unseeded" in run else seeds)
    # As in version 0.1.0, whose experiments go on.
    assert [configs[f"{run}-1"].seed for run in ("unseeded", "seeded", "long-unseeded", "long-seeded")] == [
        *(1, 1001, 2001, 3001)
    ]
    assert sum(is_long(run) for run in configs) == 6


def test_an_experiment_of_before_goes_on_with_the_new_kind_of_runs(tmp_path: Path) -> None:
    """Version 0.1.0 knew two kinds."""
    (tmp_path / "plan.json").write_bytes((KEPT / "v1" / "reproduction" / "plan.json").read_bytes())
    (tmp_path / "references.csv").touch()
    with WorkerPool(1) as pool:
        experiment = Experiment.begin_or_go_on(tmp_path, Plan(seed=1).quick(), pool)
    tasks = list(experiment.tasks())
    assert [task.title for task in tasks if task.done] == ["references, all against all"]
    assert sum(task.title.startswith("run ") for task in tasks) == 8


def test_what_is_missing_is_reported() -> None:
    assert Plan(seed=9).missing() == []
    missing = Plan().quick().missing()
    assert "runs: 2 instead of 20" in missing
    assert not any(line.startswith("generations") for line in missing)


def test_report_and_pictures(played: Path, tmp_path: Path) -> None:
    results = Results.load(played / "results")
    text = report(results, TINY)
    for finding in findings(results):
        assert finding.statement in text
    assert "population: 16 instead of 512" in text
    files = draw_reproduction(results, tmp_path)
    assert len(files) == 16
    first = [file.read_bytes() for file in files]
    for file, content in zip(files, first, strict=True):
        assert (b"\x89PNG" if file.suffix == ".png" else b"<svg") in content
        assert file.suffix == ".png" or content.count(b"<path") > 5, f"nothing is drawn in {file.name}"
    assert [file.read_bytes() for file in draw_reproduction(results, tmp_path)] == first
