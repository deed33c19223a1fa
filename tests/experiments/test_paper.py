"""A small version of the experiment of 1995: it goes on where it stopped, and its runs stay as they are."""

from __future__ import annotations

import json
import math
import shutil
import tomllib
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any

import pytest
from commands import run_command
from matplotlib.figure import Figure

from senet_gp.cli.experiment_view import tell_statements
from senet_gp.evolution.run_directory import RunDirectory
from senet_gp.evolution.seeding import resolved_seeds
from senet_gp.experiments import measured_runs, paper, paper_findings
from senet_gp.experiments.experiment import collected, play
from senet_gp.experiments.paper import (
    LONG,
    OPPONENTS,
    REFERENCES,
    SEEDS,
    SHORT,
    Results,
    logged,
    measure_as_in_1995,
    results_in,
)
from senet_gp.experiments.paper_findings import statements
from senet_gp.experiments.plan import SHIPPED, Plan, read_plan
from senet_gp.experiments.plan_file import begin_or_go_on
from senet_gp.experiments.running import Processes
from senet_gp.runtime.documents import read_document, write_document
from senet_gp.runtime.errors import FileError, UsageError
from senet_gp.show.plots import rendered
from senet_gp.show.plots.experiment import draw_as_in_1995

ONE_BY_ONE = Processes.of(jobs=1, workers=1)


def tiny() -> dict[str, Any]:
    """The plan that ships, with few individuals and generations."""
    values = tomllib.loads(SHIPPED["1995"].read_text(encoding="utf-8"))
    for options in values["variants"].values():
        options |= {"population": 16, "generations": 6 if "seeds" in options else 4}
        if "seeds" in options:
            options["seeds"] = 1
    return values


TINY = Plan.of(tiny(), seeds=2, games=2)


@pytest.fixture(scope="module", autouse=True)
def few_games() -> Iterator[None]:
    """Measurements take longest."""
    with pytest.MonkeyPatch.context() as fewer:
        for name, number in {"PAPER_GAMES": 2, "REFERENCE_GAMES": 2, "KNOCKOUTS": 3, "RANKED": 1}.items():
            fewer.setattr(paper, name, number)
        fewer.setattr(paper_findings, "_PERMUTATIONS", 999)
        fewer.setattr("senet_gp.evolution.run.PANEL_GAMES", 2)
        for most in ("_MAX_TO_CHOOSE", "_MAX_TO_SHOW"):
            fewer.setattr(f"senet_gp.evolution.sizes.{most}", 2)
        yield


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("experiment") / "whole"
    begin_or_go_on(path, TINY)
    play(path, TINY, list(TINY.tasks()), ONE_BY_ONE)
    return path


@pytest.fixture(scope="module")
def results(played: Path) -> Results:
    return results_in(played, TINY)


def contents(directory: Path) -> dict[str, bytes]:
    return {
        str(file.relative_to(directory)): file.read_bytes() for file in directory.rglob("*") if file.is_file()
    }


def test_all_players_met_all_opponents(results: Results) -> None:
    assert [(run.variant, run.number) for run in results.runs] == [
        *((name, number) for name in (*SHORT, *LONG) for number in ((1,) if "long" in name else (1, 2)))
    ]
    for run in results.runs:
        for scores in run.scores.values():
            assert set(scores) >= set(OPPONENTS)
            assert (set(scores) >= set(SEEDS)) == (run.variant in {"unseeded", "strongly-seeded"})
        assert list(run.curve) == list(range(1, len(run.generations) + 1))
        assert len(run.generations) == (6 if "long" in run.variant else 4)
        ranked = (run.variant, run.number) == ("unseeded", 1)
        assert {games: len(ranks) for games, ranks in run.ranks.items()} == (
            {3: 3, 9: 3, 27: 3} if ranked else {}
        )
    assert all(1 <= rank <= 16 for ranks in results.runs[0].ranks.values() for rank in ranks)
    assert len(results.references) == len(REFERENCES) * (len(REFERENCES) - 1) // 2


def test_measuring_only_reads_the_runs(played: Path, tmp_path: Path) -> None:
    """Also where a killed run has left part of a line, which is cut off when the run resumes."""
    directory = tmp_path / "out"
    shutil.copytree(played, directory)
    shutil.rmtree(directory / "paper")
    run = directory / "runs" / "unseeded" / "1"
    with (run / "generations.csv").open("a") as file:
        file.write("5,12")
    before = contents(directory / "runs")
    measure_as_in_1995(directory, TINY, ONE_BY_ONE)
    assert contents(directory / "runs") == before
    RunDirectory.open(run).extend(9)
    (directory / "paper" / "unseeded" / "1.json").unlink()
    before = contents(directory / "runs")
    with pytest.raises(FileError, match="has changed since it was measured"):
        measure_as_in_1995(directory, TINY, ONE_BY_ONE)
    assert contents(directory / "runs") == before


def test_damaged_logs_are_refused_with_what_can_be_done(played: Path, tmp_path: Path) -> None:
    shutil.copytree(played / "runs" / "unseeded" / "1", tmp_path / "run")
    run = RunDirectory.open(tmp_path / "run")
    for log, remedy in (
        (run.logs.timing, "if you remove it, the run goes on"),
        (run.logs.generations, "run's d"),
    ):
        sound = log.path.read_text()
        log.path.write_text(sound.replace("\n2,", "\n2,x"))
        with pytest.raises(FileError, match=rf"in its line 3 \w+ is x\S+, but it must be a .*{remedy}"):
            logged(run)
        log.path.write_text(sound)
    assert all(time.memory_mb > 0 for time in logged(run)[1])
    run.logs.timing.path.unlink()
    assert all(math.isnan(time.seconds) for time in logged(run)[1])


def test_it_goes_on_with_other_numbers_of_processes(played: Path, tmp_path: Path) -> None:
    directory = tmp_path / "half"
    shutil.copytree(played, directory)
    for left in ("measured/unseeded/1.json", "paper/unseeded/1.json", "paper/references.json"):
        (directory / left).unlink()
    for left in ("runs/long-seeded/3001", "measured/long-seeded", "paper/long-seeded"):
        shutil.rmtree(directory / left)
    with pytest.raises(FileError, match="does not exist"):
        results_in(directory, TINY)
    shown: list[int] = []
    # Spawned processes would not know that these tests play few games.
    processes = Processes.of(jobs="fork:2", workers=None)
    play(directory, TINY, list(TINY.tasks()), processes, lambda done, _all, _task: shown.append(done))
    assert shown == [6, 7, 8]
    for measured in ("paper", "measured", "encounters"):
        assert contents(directory / measured) == contents(played / measured)


def test_measurements_that_are_unsound_are_refused(played: Path, tmp_path: Path) -> None:
    directory = tmp_path / "mixed"
    shutil.copytree(played, directory)
    file = directory / "paper" / "seeded" / "1001.json"
    shutil.copy(directory / "paper" / "unseeded" / "1.json", file)
    with pytest.raises(
        FileError,
        match=r"1001\.json .*: the parts of scores are winner, champion, but they must be winner, in this "
        "order; remove the file, and",
    ):
        results_in(directory, TINY)
    file.write_text(file.read_text().replace("random-tree:1", "random-tree:9"))
    with pytest.raises(FileError, match="damaged"):
        results_in(directory, TINY)


@pytest.mark.parametrize(
    "damage",
    [
        lambda content: content["scores"].popitem(),
        lambda content: content["curve"][1]["scores"].popitem(),
        lambda content: content["curve"].pop(0),
        lambda content: content["curve"].clear(),
    ],
)
def test_a_run_with_fewer_measurements_is_refused(
    played: Path, tmp_path: Path, damage: Callable[[dict[str, Any]], object]
) -> None:
    directory = shutil.copytree(played, tmp_path / "less")
    file = directory / "measured" / "unseeded" / "1.json"
    content = read_document(file, measured_runs._FORMAT, measured_runs._VERSION)
    damage(content)
    write_document(file, measured_runs._FORMAT, measured_runs._VERSION, content)
    with pytest.raises(FileError, match=r"measured/unseeded/1\.json is unsound: remove the file, and the"):
        results_in(directory, TINY)


@pytest.mark.parametrize(
    ("changes", "sentence"),
    [
        ({"findings": "1996"}, "there are no findings '1996': there are 1995"),
        ({"findings": []}, r'findings is \[\], but it must be a text: write "1995"'),
        ({"findings": 1995}, 'findings is 1995, but it must be a text: write "1995"'),
        ({"game": "hexapawn", "variants": {"unseeded": {}}}, "add such a variant unseeded"),
        ({"variants": {"unseeded": {}}}, "which play senet without islands: add such a variant seeded"),
        ({"islands": 2}, "add such a variant unseeded"),
        ({"winners": 1}, "winners is 1, but it must be from 2 to 1000"),
    ],
)
def test_plans_whose_findings_have_no_runs_are_refused(changes: dict[str, Any], sentence: str) -> None:
    with pytest.raises(UsageError, match=sentence):
        Plan.of(tiny() | changes, seeds=2)


def test_the_plan_that_ships() -> None:
    plan = read_plan("1995", seeds=20)
    tasks = list(plan.tasks())
    assert len({task.config.seed for task in tasks}) == len(tasks) == 66
    for name, config in plan.variants.items():
        group = "V" if name.startswith("strongly") else "S"
        seeds = resolved_seeds(
            [f"hand:{group}"], config.game_value, config.vocabulary_value, population=512, size_limit=0
        )
        assert config.seed_with == (() if "unseeded" in name else seeds)
        assert (config.population, config.generations) == (512, 300 if "long" in name else 33)
        assert len(plan.seeds_of(name)) == (3 if "long" in name else 20)
    assert [config.seed for config in plan.variants.values()] == [1, 1001, 2001, 3001, 4001]


def test_it_is_told_on_the_page_and_as_json(
    played: Path, results: Results, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    # All of them take long to draw.
    picture = {"sizes": draw_as_in_1995(results)["sizes"]}
    monkeypatch.setattr("senet_gp.show.experiment_page.draw_as_in_1995", lambda _results: picture)
    out, plan = tmp_path / "out", tmp_path / "plan.toml"
    shutil.copytree(played, out)
    text = SHIPPED["1995"].read_text(encoding="utf-8")
    for full, small in (("512", "16"), ("= 33", "= 4"), ("= 300\n", "= 6\n"), ("seeds = 3", "seeds = 1")):
        text = text.replace(full, small)
    plan.write_text(text, encoding="utf-8")
    command = ["experiment", str(plan), "--seeds", "2", "--games", "2", "--out", str(out), "--jobs", "1"]
    told = run_command(*command, "--json")
    assert told.returncode == 0, told.stderr
    found = json.loads(told.stdout)
    assert found["runs"] == 8
    page = (out / "index.html").read_text(encoding="utf-8")
    assert len(found["findings"]) == 10
    for one in found["findings"]:
        assert set(one) == {"statement", "figure", "interval", "verdict"}
        assert one["statement"].partition("'")[0] in page
    assert page.count('<img src="data:image/svg+xml;base64,') == 5
    assert {file.name for file in (out / "pictures").iterdir()} == {"sizes.png", "sizes.svg"}


def test_a_single_run_of_each_kind_is_enough(played: Path) -> None:
    plan = Plan.of(tiny(), seeds=1, games=2)
    results = results_in(played, plan)
    collected(played, plan)
    assert len(statements(results)) == 10
    assert len(draw_as_in_1995(results)) == 8


def test_the_terminal_tells_each_statement(results: Results, capsys: pytest.CaptureFixture[str]) -> None:
    found = statements(results)
    tell_statements(found)
    told = capsys.readouterr().out.split()
    for one in found:
        assert set(one.verdict.split()) <= set(told)


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


def titles_of(figures: Sequence[Figure]) -> list[str]:
    return [figure.get_suptitle() or figure.axes[0].get_title() for figure in figures]


def test_pictures_are_drawn_and_explained_and_the_same_each_time(results: Results) -> None:
    pictures, again = draw_as_in_1995(results), draw_as_in_1995(results)
    for name, figure in pictures.items():
        content = rendered(figure, "svg")
        assert content.count(b"<path") > 5, f"nothing is drawn in {name}"
        assert content == rendered(again[name], "svg")
        check_explained(figure)
    titles = titles_of(list(pictures.values()))
    assert len(set(titles)) == len(titles) == 8
    assert all(len(title.split()) > 3 for title in titles)
