"""The logbook of a run for those who print it and for those who compute with it."""

from __future__ import annotations

import csv
import dataclasses
import sys
from collections import Counter
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest
from deap import tools

from senet_gp import Config, Evolution, RunDirectory, SerialPool, play_run
from senet_gp.evolution.evaluation.protocol import Outcomes, evaluation_by
from senet_gp.evolution.loop.logbook import GenerationRow, TimingRow
from senet_gp.evolution.run.run import RunHooks
from senet_gp.runtime.errors import FileError, UsageError

#: What frames have of the columns of ``generations.csv``, and of ``timing.csv``.
GENERATION = {one.name for one in dataclasses.fields(GenerationRow)} - {"statistics", "distinct_behaviours"}
TIMING = {one.name for one in dataclasses.fields(TimingRow)} - {"generation"}
CONFIG = Config.of("pursuit", population=12, generations=3, games=2, fitness="knockout")


@pytest.fixture
def frames(monkeypatch: pytest.MonkeyPatch) -> None:
    """In place of pandas, something that keeps the rows it is given."""
    monkeypatch.setitem(sys.modules, "pandas", SimpleNamespace(DataFrame=lambda rows: rows))  # type: ignore[arg-type]


def played() -> Evolution:
    evolution = Evolution(CONFIG, SerialPool())
    for _ in evolution:
        pass
    return evolution


def logged(path: Path) -> list[dict[str, str]]:
    with path.open(encoding="utf-8") as file:
        return list(csv.DictReader(file))


def test_the_logbook_prints_every_column_once() -> None:
    evolution = played()
    titles, columns = str(evolution.logbook).splitlines()[0], str(evolution.logbook).splitlines()[2].split()
    assert titles.split() == ["fitness", "size", "depth"]
    in_chapters = {name for name in GENERATION if name.startswith(("fitness_", "size_", "depth_"))}
    of_chapters = [name.partition("_")[2] for name in in_chapters]
    assert Counter(columns) == Counter([*(GENERATION - in_chapters - {"winner"} | TIMING), *of_chapters])


def test_a_header_of_ones_own_stays() -> None:
    evolution = Evolution(CONFIG, SerialPool())
    evolution.logbook.header = ["generation", "size"]
    for _ in evolution:
        pass
    assert str(evolution.logbook).split()[0] == "size"
    assert evolution.logbook.header == ["generation", "size"]


@pytest.mark.usefixtures("frames")
def test_a_frame_has_a_row_for_each_generation_and_flat_columns() -> None:
    evolution = played()
    rows: list[dict[str, Any]] = evolution.frame()
    assert [row["generation"] for row in rows] == [1, 2, 3]
    values = np.array([individual.fitness.values[0] for individual in evolution.state.population])
    wanted = {"best": values.max(), "mean": values.mean(), "median": np.median(values), "std": values.std()}
    wanted |= {"q25": np.quantile(values, 0.25), "q75": np.quantile(values, 0.75)}
    for name, value in wanted.items():
        assert rows[-1][f"fitness_{name}"] == pytest.approx(value, abs=1e-6)
    assert rows[-1]["size_max"] == max(map(len, evolution.state.population))
    assert not any(isinstance(value, dict) for row in rows for value in row.values())


@pytest.mark.usefixtures("frames")
def test_the_files_of_a_run_as_a_frame(tmp_path: Path) -> None:
    run = RunDirectory.create(tmp_path / "run", CONFIG)
    with pytest.raises(FileError, match=r"no generation of .* has been played yet"):
        run.frame()
    play_run(run, pool=SerialPool())
    rows: list[dict[str, Any]] = run.frame()
    records, times = logged(run.path / "generations.csv"), logged(run.path / "timing.csv")
    names = [name for name in records[0] if name not in {"version", "distinct_behaviours"}]
    assert not any(row["distinct_behaviours"] for row in records), "a knockout has no common tests"
    assert list(rows[0]) == [*names, *(name for name in times[0] if name not in {"generation", "version"})]
    for row, record, time in zip(rows, records, times, strict=True):
        for name, value in row.items():
            assert str(value) == (record | time)[name]
        assert type(row["games"]) is int
        assert type(row["size_max"]) is float
        assert type(row["winner"]) is str
    for own, row in zip(played().frame(), rows, strict=True):
        assert list(own) == list(row)
        assert [type(value) for value in own.values()] == [type(value) for value in row.values()]
        assert {name: own[name] for name in GENERATION} == {name: row[name] for name in GENERATION}
    # Times that were lost are unknown; they make no other value uncertain.
    header, *lines = (run.path / "timing.csv").read_text().splitlines()
    (run.path / "timing.csv").write_text(f"{header}\n2,0.5,{lines[1].split(',', 2)[2]}\n")
    assert [str(row["seconds_breeding"]) for row in run.frame()] == ["nan", "0.5", "nan"]
    (run.path / "timing.csv").unlink()
    assert {str(row["seconds_breeding"]) for row in run.frame()} == {"nan"}


@pytest.mark.parametrize(
    ("name", "old", "new", "problem"),
    [
        (
            "generations.csv",
            ",12,",
            ",=1+1,",
            r"in its line \d distinct_trees is =1\+1, but it must be a whole number",
        ),
        (
            "timing.csv",
            "\n2,",
            "\n2,1e999",
            r"1e999\S+, but .*\(if you remove it, the run goes on without it, and",
        ),
    ],
)
@pytest.mark.usefixtures("frames")
def test_a_log_from_anyone_is_refused_by_a_sentence(
    tmp_path: Path, name: str, old: str, new: str, problem: str
) -> None:
    run = RunDirectory.create(tmp_path / "run", CONFIG)
    play_run(run, pool=SerialPool())
    (run.path / name).write_text((run.path / name).read_text().replace(old, new))
    with pytest.raises(FileError, match=rf"{name} is damaged: .*{problem}"):
        run.frame()


def test_without_pandas_a_sentence_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "pandas", None)  # type: ignore[arg-type]
    with pytest.raises(UsageError, match="a frame needs pandas, which is not installed here: install it"):
        Evolution(CONFIG, SerialPool()).frame()


def test_pandas_itself(tmp_path: Path) -> None:
    pandas = pytest.importorskip("pandas")
    play_run(tmp_path / "run", CONFIG, pool=SerialPool())
    frame = played().frame()
    assert RunDirectory.open(tmp_path / "run").frame().dtypes.to_dict() == frame.dtypes.to_dict()
    assert frame.shape[0] == 3
    assert {str(frame[name].dtype) for name in ("generation", "games", "distinct_trees")} == {"int64"}
    assert {str(frame[name].dtype) for name in ("size_mean", "fitness_best", "depth_max")} == {"float64"}
    assert pandas.DataFrame(played().logbook).columns.tolist() == frame.columns.tolist()


def test_a_statistic_of_fitness_of_ones_own_takes_the_place_of_ours() -> None:
    evolution = Evolution(CONFIG, SerialPool())
    statistics = tools.Statistics(key=lambda individual: individual.fitness.values[0])
    statistics.register("least", min)
    evolution.statistics["fitness"] = statistics
    generation = evolution.next_generation()
    assert evolution.logbook.chapters["fitness"].header == ["least"]
    assert generation.record["fitness_least"] == evolution.logbook[0]["fitness_least"]


def test_a_log_has_the_sizes_also_where_their_statistics_were_replaced(tmp_path: Path) -> None:
    run = RunDirectory.create(tmp_path / "run", CONFIG)

    def prepare(evolution: Evolution) -> None:
        evolution.statistics["size"] = tools.Statistics(key=len)
        evolution.statistics["size"].register("least", min)

    play_run(run, pool=SerialPool(), hooks=RunHooks(prepare=prepare))
    for row in run.logs.played():
        assert 1 <= row.statistics["size_least"] <= row.size_mean <= row.size_max


def from_outside(evaluate: Any) -> Any:
    def evaluation(*taken: Any, **more: Any) -> Any:
        return evaluate(*taken, **more)

    return evaluation


def test_behaviours_are_counted_where_all_take_the_same_tests() -> None:
    config = Config.of(
        "tictactoe", population=12, generations=2, games=4, fitness="full-games", credit="mean"
    )
    evolution = Evolution(config, SerialPool())
    theirs = Evolution(config, SerialPool())
    theirs.toolbox.decorate("evaluate", from_outside)
    for generation, of_theirs in zip(evolution, theirs, strict=True):
        count = generation.row.distinct_behaviours
        assert of_theirs.row.distinct_behaviours == count
        assert count is not None
        assert 1 < count <= generation.row.distinct_trees <= 12
    values = np.array([[1, 0], [0, 1], [1, 0]], np.int8)
    same = Outcomes(values=values, games=6, turns=6, self_losses=0)
    population = evolution.state.population
    assert evaluation_by(population[:3], [same], fitness=[1, 2, 3]).behaviours == [0, 1, 0]
    assert evaluation_by(population[:4], [same], fitness=[1, 2, 3, 4]).behaviours == []
