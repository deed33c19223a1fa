"""The experiment of 1995 in a directory: an experiment of five variants, and the tables made of its runs."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import Any

from senet_gp.arena.engines import pool_of
from senet_gp.errors import FileError, UsageError
from senet_gp.evolution.log_files import GENERATIONS, TIMING
from senet_gp.experiments.measuring import measured_file
from senet_gp.experiments.plan_file import PLAN
from senet_gp.experiments.plan_file import begin_or_go_on as begin_experiment
from senet_gp.experiments.running import Processes, Progress, path_of_run, play_experiment
from senet_gp.files.documents import read_document
from senet_gp.files.names import make_directory
from senet_gp.files.reading import check_inside, is_there
from senet_gp.quoting import shortened
from senet_gp.reproduction.measuring import measure_references, measure_run, read_measured, references_file
from senet_gp.reproduction.plan import Plan
from senet_gp.reproduction.results import Results
from senet_gp.reproduction.tables import (
    Cost,
    CurvePoint,
    KnockoutTrial,
    Meeting,
    Step,
    read_log,
    write_table,
)

TABLES, PICTURES = "results", "pictures"
#: The plan of version 0.1.0, whose directories had another layout.
OLD_FORMAT, _OLD_VERSION = "senet-gp reproduction", 1
_MAX_BYTES = 1 << 14


def begin_or_go_on(directory: Path, plan: Plan) -> None:
    """Record the runs of the plan in a directory, which is made if it does not exist.

    Raises:
        FileError: if the directory holds something else, a reproduction with another plan, or one of
            version 0.1.0.
    """
    remedy = "choose another directory with --out"
    if _is_old(directory / PLAN):
        raise FileError(
            f"{shortened(directory)} was made by an earlier version, which kept its runs elsewhere: {remedy}"
        )
    wanted = plan.experiment()
    try:
        begin_experiment(directory, wanted)
    except UsageError:
        raise FileError(
            f"{shortened(directory)} holds an experiment with another plan (seed, or quick or not): {remedy}"
        ) from None
    for name in (TABLES, PICTURES):
        make_directory(directory / name)
        check_inside(directory / name)


def _is_old(file: Path) -> bool:
    try:
        return is_there(file) and bool(read_document(file, OLD_FORMAT, _OLD_VERSION, most_bytes=_MAX_BYTES))
    except FileError:
        return False


def play(
    directory: Path,
    plan: Plan,
    processes: Processes,
    show: Progress = lambda _done, _all, _task: None,
) -> None:
    """Play and measure what is left of the experiment.

    It raises what :func:`~senet_gp.experiments.running.play_experiment` raises.

    Args:
        directory: the directory, which holds the plan.
        plan: the plan.
        processes: how many processes play.
        show: called before the first run and after each.
    """
    if not is_there(references_file(directory)):
        several = processes.jobs if processes.jobs.several else processes.workers
        with pool_of(several) as pool:
            measure_references(directory, plan, pool)
    # The longest first, so that none is left to a single process at the end.
    tasks = sorted(plan.tasks().values(), key=lambda task: -task.config.generations)
    play_experiment(directory, plan.experiment(), tasks, processes, show, partial(measure_run, plan))


def collected(directory: Path, plan: Plan) -> Results:
    """The results of an experiment whose runs are all done; its tables are written, too.

    The files depend on the plan alone, except those that show time: ``cost.csv``, and the ``timing.csv`` of
    each run.

    Raises:
        FileError: if a run is not done, or a file cannot be read or written.
    """
    names = ("panel", "champions", "seeds", "knockouts")
    found: dict[str, list[Any]] = {name: [] for name in names}
    generations: list[Step] = []
    cost: list[Cost] = []
    for run, task in plan.tasks().items():
        path = path_of_run(directory, task)
        file = measured_file(directory, task)
        for name, rows in read_measured(file).items():
            if any(row.run != run for row in rows):
                raise FileError(f"{file} is of another run: remove it, and the run is measured again")
            found[name] += rows
        generations += read_log(path / GENERATIONS, Step, run)
        cost += read_log(path / TIMING, Cost, run)
    results = Results(
        references=read_measured(references_file(directory))["references"],
        panel=found["panel"],
        champions=found["champions"] + found["seeds"],
        knockouts=found["knockouts"],
        generations=generations,
        cost=cost,
    )
    kinds: dict[str, tuple[type[Any], list[Any]]] = {
        **{name: (Meeting, found[name]) for name in ("panel", "champions", "seeds")},
        "references": (Meeting, results.references),
        "knockouts": (KnockoutTrial, found["knockouts"]),
        "generations": (Step, generations),
        "cost": (Cost, cost),
        "curves": (CurvePoint, results.curve_points()),
    }
    for name, (kind, rows) in kinds.items():
        write_table(directory / TABLES / f"{name}.csv", kind, rows)
    return results
