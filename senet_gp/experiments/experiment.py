"""An experiment in a directory: its runs, their shards, and what was measured of them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from senet_gp.arena.workers import Workers
from senet_gp.experiments.measured_runs import is_measured
from senet_gp.experiments.plan import Budget, Plan, PlannedRun, read_plan
from senet_gp.experiments.plan_file import begin_or_go_on
from senet_gp.experiments.running import Processes, play_experiment
from senet_gp.experiments.runs_table import RunRow, rows_of, write_runs
from senet_gp.runtime.checks import absolute
from senet_gp.runtime.errors import UsageError
from senet_gp.runtime.interruption import Progress, no_progress


def shard_of(tasks: Sequence[PlannedRun], number: int, shards: int) -> list[PlannedRun]:
    """The runs of one shard of an experiment; those of all shards together are all runs.

    Args:
        tasks: all runs.
        number: the number of the shard, from 1 on.
        shards: how many shards there are.

    Raises:
        UsageError: if there is no such shard.
    """
    if not 1 <= number <= shards:
        raise UsageError(f"there is no shard {number} of {shards}: shards are numbered from 1 on, as in 1/3")
    return list(tasks[number - 1 :: shards])


def missing_runs(directory: Path, plan: Plan) -> list[PlannedRun]:
    """The runs of an experiment that are not done yet."""
    return [task for task in plan.tasks() if not is_measured(directory, task)]


def collected(directory: Path, plan: Plan) -> list[RunRow]:
    """All runs of an experiment, variant by variant; their table is written, too.

    The files depend on the plan alone, except those that show time: ``cost.csv``, the page, and the
    ``timing.csv`` of each run.

    Raises:
        FileError: if a run is not done, or a file cannot be read or written.
    """
    rows = rows_of(directory, plan)
    write_runs(directory, rows)
    return rows


def experiment(
    plan: Mapping[str, Any] | Path | str,
    *,
    seeds: int,
    out: Path | str,
    jobs: int | str | Workers | None = None,
    max_games: int = 0,
    games: int = 200,
    show: Progress = no_progress,
) -> list[dict[str, Any]]:
    """Play every variant of a plan with many seeds, and measure every champion.

    If it is stopped, the same call goes on where it was; runs that are there are not played again. The
    result does not depend on ``jobs``. A program that spawns workers keeps its work under
    ``if __name__ == "__main__":`` (see :class:`~senet_gp.arena.local_pool.WorkerPool`).

    >>> import tempfile
    >>> small = {"game": "tictactoe", "population": 8, "generations": 2,
    ...          "fitness": {"name": "full-games", "games": 2},
    ...          "variants": {"shared": {"credit": "shared"}, "lexicase": {"credit": "lexicase"}}}
    >>> with tempfile.TemporaryDirectory() as parent:
    ...     rows = experiment(small, seeds=1, out=f"{parent}/experiment", jobs=1, games=2)
    >>> [(row["variant"], row["seed"], row["generations"]) for row in rows]
    [('shared', 1, 2), ('lexicase', 1, 2)]

    Args:
        plan: the plan as nested mappings (see :meth:`~senet_gp.experiments.plan.Plan.of`), or its TOML file,
            or ``"1995"`` for the experiment of 1995.
        seeds: the number of runs of each variant.
        out: the directory of the experiment.
        jobs: how many runs are played side by side; by default one for each core.
        max_games: each run ends with the generation whose end comes nearest to this many games; 0 plays the
            generations that the plan names.
        games: the games of each champion against each opponent, an even number.
        show: called before the first run and after each, with how many are done, how many there are, and the
            name of the one that was just done.

    Returns:
        The rows of ``runs.csv`` (see :class:`~senet_gp.experiments.runs_table.RunRow`), for such as
        ``pandas.DataFrame``.

    Raises:
        UsageError: if the plan is impossible.
        FileError: if a file cannot be read or written, or the directory holds something else.
        SenetGpError: as :func:`~senet_gp.evolution.run.run.play_run` does.
    """
    budget = Budget(max_games=max_games)
    if isinstance(plan, Mapping):
        found = Plan.of(plan, seeds=seeds, budget=budget, games=games)
    else:
        found = read_plan(plan, seeds=seeds, budget=budget, games=games)
    directory = absolute(out)
    begin_or_go_on(directory, found)
    play_experiment(directory, found, list(found.tasks()), Processes.of(jobs, None), show)
    return [row.cells() for row in collected(directory, found)]
