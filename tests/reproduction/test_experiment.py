"""A small version of the experiment: it ends, goes on where it stopped, and gives the same results."""

from __future__ import annotations

import contextlib
import os
import shutil
import signal
import sys
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import count
from pathlib import Path

import pytest
from fuzz_targets import KEPT
from matplotlib.figure import Figure

from senet_gp.errors import FileError
from senet_gp.evolution.run_directory import RunDirectory
from senet_gp.evolution.seeding import seeds_from_players
from senet_gp.experiments.measuring import measured_file
from senet_gp.experiments.plan import Task
from senet_gp.experiments.running import Processes, path_of_run, play_experiment
from senet_gp.plots import save
from senet_gp.plots.reproduction import draw_reproduction
from senet_gp.reproduction import measuring as measuring_module
from senet_gp.reproduction import results as results_module
from senet_gp.reproduction.experiment import TABLES, begin_or_go_on, collected, play
from senet_gp.reproduction.findings import findings
from senet_gp.reproduction.measuring import PANEL, REFERENCES, SEEDS, read_measured
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


ONE_BY_ONE = Processes.of(jobs=1, workers=1)


@pytest.fixture(scope="module", autouse=True)
def few_games() -> Iterator[None]:
    """Measurements take longest: champions play 2 games where the paper's played 200, and so on."""
    with pytest.MonkeyPatch.context() as fewer:
        for module in (measuring_module, results_module):
            fewer.setattr(module, "PAPER_GAMES", 2)
        fewer.setattr("senet_gp.evolution.run.PANEL_GAMES", 2)
        for most in ("_MAX_TO_CHOOSE", "_MAX_TO_SHOW"):
            fewer.setattr(f"senet_gp.evolution.strength_by_size.{most}", 2)
        yield


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("experiment") / "whole"
    begin_or_go_on(path, TINY)
    play(path, TINY, ONE_BY_ONE)
    return path


@pytest.fixture(scope="module")
def results(played: Path) -> Results:
    return collected(played, TINY)


def tables_of(directory: Path) -> dict[str, bytes]:
    """All tables but that of costs."""
    files = (directory / TABLES).iterdir()
    return {file.name: file.read_bytes() for file in files if file.name != "cost.csv"}


def test_every_table_is_there(played: Path, results: Results) -> None:
    assert {path.stem for path in (played / TABLES).iterdir()} == {
        *("references", "panel", "champions", "seeds", "knockouts", "generations", "cost", "curves")
    }
    pairs = len(REFERENCES) * (len(REFERENCES) - 1) // 2
    assert len(results.references) == pairs
    # The first, every second and the last winner; in the long runs every third.
    measured = {False: [1, 2, 4], True: [1, 3, 6]}
    for run in TINY.tasks():
        assert list(results.curve(run, PANEL)) == measured[is_long(run)]
    # Two champions of each run; those that did not begin with S1 to S8 meet these too.
    assert len(results.champions) == len(TINY.tasks()) * len(PANEL) * 2 * 2 + 4 * len(SEEDS) * 2
    met = {meeting.run.rpartition("-")[0] for meeting in results.champions if meeting.opponent in SEEDS}
    assert met == {"unseeded", "strongly-seeded"}
    assert [trial.games for trial in results.knockouts] == [3] + 3 * [3] + 3 * [9] + 3 * [27]
    assert all(1 <= trial.rank <= 16 for trial in results.knockouts)
    assert len(results.generations) == len(results.cost) == 6 * 4 + 2 * 6


def test_figures_have_the_digits_of_the_tables(played: Path, results: Results) -> None:
    lines = (played / TABLES / "champions.csv").read_text().splitlines()[1:]
    shown = [float(line.split(",")[7]) for line in lines]
    assert shown == [meeting.score for meeting in results.champions[: len(shown)]]


def test_a_run_is_an_ordinary_run(played: Path) -> None:
    for task in TINY.tasks().values():
        run = RunDirectory.open(path_of_run(played, task))
        assert run.has_ended()
        assert run.config == task.config


@pytest.mark.usefixtures("results")
def test_it_goes_on_with_other_numbers_of_processes(played: Path, tmp_path: Path) -> None:
    directory = tmp_path / "half"
    shutil.copytree(played, directory)
    tasks = TINY.tasks()
    measured_file(directory, tasks["unseeded-1"]).unlink()
    for run in ("long-seeded-1", "strongly-seeded-2"):
        measured_file(directory, tasks[run]).unlink()
        shutil.rmtree(path_of_run(directory, tasks[run]))
    shutil.rmtree(directory / TABLES)
    with pytest.raises(FileError, match="does not exist"):
        collected(directory, TINY)
    begin_or_go_on(directory, TINY)
    shown: list[int] = []
    # Spawned processes would not know that these tests play few games.
    play(
        directory,
        TINY,
        Processes.of(jobs="fork:2", workers=None),
        lambda done, _all, _task: shown.append(done),
    )
    assert shown == [5, 6, 7, 8]
    collected(directory, TINY)
    assert tables_of(directory) == tables_of(played)


def test_measurements_that_are_unsound_are_refused(played: Path, tmp_path: Path) -> None:
    directory = tmp_path / "mixed"
    shutil.copytree(played, directory)
    file = measured_file(directory, TINY.tasks()["seeded-1"])
    shutil.copy(measured_file(directory, TINY.tasks()["seeded-2"]), file)
    with pytest.raises(FileError, match="of another run"):
        collected(directory, TINY)
    file.write_text(file.read_text().replace("seeded-2", "seeded-1"))
    with pytest.raises(FileError, match="damaged"):
        read_measured(file)


@pytest.mark.parametrize("inside", ["runs", "runs/unseeded", "measured/unseeded", "results/panel.csv"])
def test_links_out_of_the_directory_are_refused(inside: str, tmp_path: Path) -> None:
    directory, outside = tmp_path / "mine", tmp_path / "theirs"
    begin_or_go_on(directory, TINY)
    outside.mkdir()
    (directory / inside).parent.mkdir(exist_ok=True)
    (directory / inside).symlink_to(outside)
    with pytest.raises(FileError, match="is a link out of this directory"):
        begin(directory)
    assert not list(outside.iterdir())


FILE_EVENTS = {"open", "os.mkdir", "os.rename", "os.link", "os.remove", "os.chmod", "os.listdir"}


class Stopped(Exception):  # noqa: N818
    """The first run has begun."""


def begin(path: Path) -> None:
    """Begin an experiment and the directory of its first run."""

    def stop(*_: object, **__: object) -> None:
        raise Stopped

    begin_or_go_on(path, TINY)
    with pytest.MonkeyPatch.context() as nothing_played:
        nothing_played.setattr("senet_gp.experiments.running.play_run", stop)
        with contextlib.suppress(Stopped):
            play_experiment(path, TINY.experiment(), [first_task()], ONE_BY_ONE)


def first_task() -> Task:
    return TINY.tasks()["unseeded-1"]


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


def test_it_goes_on_wherever_its_beginning_was_killed(tmp_path: Path) -> None:
    for fatal in count(1):
        path = tmp_path / str(fatal)
        killed = is_killed(path, fatal)
        begin(path)
        assert RunDirectory.open(path_of_run(path, first_task())).config == first_task().config
        if not killed:
            break
    assert fatal > 20


def test_another_plan_is_refused(played: Path, tmp_path: Path) -> None:
    for other in (replace(TINY, seed=6), replace(TINY, champion_games=6), replace(TINY, long_generations=7)):
        with pytest.raises(FileError, match="another plan"):
            begin_or_go_on(played, other)
    (tmp_path / "other").write_text("something else")
    with pytest.raises(FileError, match="something else"):
        begin_or_go_on(tmp_path, TINY)


def test_a_reproduction_of_version_0_1_0_is_refused(tmp_path: Path) -> None:
    plan = tmp_path / "plan.json"
    plan.write_bytes((KEPT / "v1" / "reproduction" / "plan.json").read_bytes())
    before = plan.read_bytes()
    with pytest.raises(FileError, match=r"was made by an earlier version.* choose another directory"):
        begin_or_go_on(tmp_path, Plan(seed=1).quick())
    assert [path.name for path in tmp_path.iterdir()] == ["plan.json"]
    assert plan.read_bytes() == before


def test_seeds_and_kinds_of_runs() -> None:
    tasks = Plan().tasks()
    assert len({task.config.seed for task in tasks.values()}) == len(tasks) == 66
    for run, task in tasks.items():
        kind, config = task.variant, task.config
        assert run.rpartition("-")[0] == kind
        group = "V" if kind.startswith("strongly") else "S"
        seeds = seeds_from_players([f"hand:{group}"], config.game_value, config.vocabulary)
        assert config.seed_with == (() if "unseeded" in kind else seeds)
        assert config.generations == (300 if is_long(run) else 33)
    # As in version 0.1.0, so that the figures are the same.
    assert [
        tasks[f"{run}-1"].config.seed for run in ("unseeded", "seeded", "long-unseeded", "long-seeded")
    ] == [*(1, 1001, 2001, 3001)]
    assert tasks["seeded-20"].config.seed == 1020
    assert sum(is_long(run) for run in tasks) == 6


def test_what_is_missing_is_reported() -> None:
    assert Plan(seed=9).missing() == []
    missing = Plan().quick().missing()
    assert "runs: 2 instead of 20" in missing
    assert not any(line.startswith("generations") for line in missing)


def test_a_report_has_every_finding(results: Results) -> None:
    text = report(results, TINY)
    for finding in findings(results):
        assert finding.statement in text
    assert "population: 16 instead of 512" in text


def check_drawn(files: Sequence[Path]) -> None:
    for file in files:
        content = file.read_bytes()
        assert (b"\x89PNG" if file.suffix == ".png" else b"<svg") in content
        assert file.suffix == ".png" or content.count(b"<path") > 5, f"nothing is drawn in {file.name}"


def check_explained(figure: Figure) -> None:
    """Hold that a picture names its axes, and that a legend explains the lines that reach across it."""
    named = [axes for axes in figure.axes if axes.get_label() != "<colorbar>"]
    assert all(axes.get_xlabel() for axes in named)
    alone = [axes for axes in named[1:] if not axes.get_shared_y_axes().joined(named[0], axes)]
    assert all(axes.get_ylabel() for axes in [named[0], *alone])
    legends = [*figure.legends, *(axes.get_legend() for axes in named if axes.get_legend())]
    explained = {text.get_text() for legend in legends for text in legend.get_texts()}
    for axes in named:
        across = [line for line in axes.get_lines() if line.get_transform() != axes.transData]
        # The pale line only separates groups of opponents that the axis names.
        assert {line.get_label() for line in across if line.get_color() != "0.85"} <= explained


def test_pictures_are_drawn(results: Results, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """As SVG alone, which takes half of the time. Each has a title, names its axes and explains its lines."""
    titles = []

    def only_svg(figure: Figure, path: Path) -> None:
        if path.suffix == ".svg":
            save(figure, path)
            titles.append(figure.get_suptitle() or figure.axes[0].get_title())
            check_explained(figure)

    monkeypatch.setattr("senet_gp.plots.reproduction.save", only_svg)
    files = draw_reproduction(results, tmp_path)
    assert len(files) == 16
    check_drawn([file for file in files if file.suffix == ".svg"])
    assert len(set(titles)) == len(titles) == 8
    assert all(len(title.split()) > 3 for title in titles)


@pytest.mark.slow
def test_pictures_are_the_same_each_time(results: Results, tmp_path: Path) -> None:
    files = draw_reproduction(results, tmp_path)
    check_drawn(files)
    first = [file.read_bytes() for file in files]
    assert [file.read_bytes() for file in draw_reproduction(results, tmp_path)] == first
