"""An experiment in a directory, from its plan to what it says; and the champions of other runs, measured."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from senet_gp.arena.pool import Pool
from senet_gp.arena.workers import Workers
from senet_gp.evolution.record.run_directory import RunDirectory
from senet_gp.experiments.encounters import encounters_of, play_encounters, write_encounters
from senet_gp.experiments.measured_runs import is_measured, measured_run, read_measured
from senet_gp.experiments.plan import Budget, Plan, PlannedRun, read_plan
from senet_gp.experiments.plan_file import begin_or_go_on
from senet_gp.experiments.run_tables import MeasuredRun, rows_of_runs, seconds_of, write_tables
from senet_gp.experiments.running import Processes, path_of_run, play_experiment
from senet_gp.games.registry import in_words
from senet_gp.players.champion import Champion
from senet_gp.runtime.checks import absolute
from senet_gp.runtime.errors import FileError, UsageError, quoted, shortened
from senet_gp.runtime.files import is_there
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


def play(
    directory: Path,
    plan: Plan,
    tasks: Sequence[PlannedRun],
    processes: Processes,
    show: Progress = no_progress,
    begin_stage: Callable[[str], Progress] = lambda _counted: no_progress,
) -> None:
    """Play some runs, and if no run is left then, their champions against each other.

    If it is stopped or killed, the same call goes on where it was.

    Args:
        directory: the directory of the experiment, which holds its plan.
        plan: the plan.
        tasks: the runs.
        processes: how many processes play.
        show: called before the first run and after each.
        begin_stage: makes of what is counted what is called as ``show`` is, for the stage after the runs.

    Raises:
        UsageError: as :func:`~senet_gp.experiments.running.play_experiment` does.
        FileError: likewise.
        SenetGpError: likewise.
        KeyboardInterrupt: if the user interrupts it.
    """
    play_experiment(directory, plan, tasks, processes, show)
    if not missing_runs(directory, plan):
        play_encounters(directory, plan, processes, begin_stage("pairs of variants"))


def collected(directory: Path, plan: Plan) -> list[MeasuredRun]:
    """All runs of an experiment, variant by variant; their tables are written, too.

    The files depend on the plan alone, except those that show time: ``cost.csv``, the page, and the
    ``timing.csv`` of each run.

    Raises:
        FileError: if a run is not done, or a file cannot be read or written.
    """
    tasks = sorted(plan.tasks(), key=lambda task: (list(plan.variants).index(task.variant), task.config.seed))
    runs = [
        MeasuredRun(
            task.variant,
            task.config,
            read_measured(directory, task),
            seconds_of(RunDirectory(path_of_run(directory, task), task.config)),
        )
        for task in tasks
    ]
    write_tables(directory, runs)
    return runs


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
    """Play every variant of a plan with many seeds, measure every champion, and let the champions meet.

    If it is stopped, the same call goes on where it was; runs that are there are not played again. The
    result does not depend on ``jobs``. A program that spawns workers keeps its work under
    ``if __name__ == "__main__":`` (see :class:`~senet_gp.arena.local_pool.WorkerPool`).

    >>> import tempfile
    >>> small = {"game": "tictactoe", "population": 8, "generations": 2,
    ...          "fitness": {"name": "full-games", "games": 2},
    ...          "variants": {"shared": {}, "lexicase": {"credit": "lexicase"}}}
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
        The rows of ``runs.csv`` (see :class:`~senet_gp.experiments.run_tables.RunRow`), for such as
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
    play(directory, found, list(found.tasks()), Processes.of(jobs, None), show)
    write_encounters(directory, list(encounters_of(directory, found)))
    return [dataclasses.asdict(row) for row in rows_of_runs(collected(directory, found))]


_CONFIG = "config.toml"


@dataclass(frozen=True)
class Group:
    """Some runs that are compared with others.

    Attributes:
        name: what they are called.
        runs: their directories.
    """

    name: str
    runs: tuple[RunDirectory, ...]


def groups_of(some: Sequence[Path], others: Sequence[Path], *, games: int) -> tuple[Group, Group]:
    """Two groups of runs of one game, all of which have ended.

    Args:
        some: run directories, or directories that hold some.
        others: those that they are compared with.
        games: the games with which each champion will be measured against each opponent.

    Raises:
        UsageError: if a run is named twice, the runs are of several games, or the number of games is odd.
        FileError: if there is no run, or one has not ended or cannot be read.
    """
    if games % 2:
        raise UsageError(f"{games} games are impossible: name an even number")
    found = (_group(some), _group(others))
    paths = [run.path.resolve() for group in found for run in group.runs]
    for path in paths:
        if paths.count(path) > 1:
            raise UsageError(f"{shortened(path)} is named twice: name every run once")
    game = found[0].runs[0].config.game_value
    for group in found:
        for run in group.runs:
            if run.config.game_value != game:
                raise UsageError(
                    f"{shortened(run.path)} is a run of {in_words(run.config.game_value)}, not of "
                    f"{in_words(game)}: compare runs of one game"
                )
    first, second = found
    if first.name == second.name:
        first, second = (
            Group(f"{first.name} (first)", first.runs),
            Group(f"{second.name} (second)", second.runs),
        )
    return first, second


def _group(directories: Sequence[Path]) -> Group:
    runs = [run for directory in directories for run in _runs_in(directory)]
    more = len(directories) - 1
    name = shortened(directories[0])
    return Group(f"{name} and {more} more" if more else name, tuple(runs))


def _runs_in(directory: Path) -> list[RunDirectory]:
    """The run in a directory, or those in the directories that it holds."""
    if is_there(directory / _CONFIG):
        paths = [directory]
    else:
        try:
            paths = sorted(path for path in directory.iterdir() if is_there(path / _CONFIG))
        except (OSError, ValueError):
            raise FileError(f"{shortened(directory)} is not a directory that can be read") from None
    if not paths:
        raise FileError(
            f"{shortened(directory)} is no run directory and holds none: name such as runs/lexicase in the "
            "directory of an experiment"
        )
    runs = [RunDirectory.open(path) for path in paths]
    for run in runs:
        if not run.has_ended():
            raise FileError(
                f"{shortened(run.path)} has not ended: play it to its end with senet-gp resume "
                f"{quoted(run.path)}"
            )
    return runs


def measured_groups(
    groups: Sequence[Group], *, games: int, pool: Pool, show: Progress = no_progress
) -> list[MeasuredRun]:
    """Measure the champions of all runs.

    Args:
        groups: the groups, which become variants.
        games: the games of each champion against each opponent, an even number.
        pool: where the games are played.
        show: called after each run that is measured.

    Raises:
        FileError: if a file of a run cannot be read.
    """
    found = []
    total = sum(len(group.runs) for group in groups)
    for group in groups:
        for run in group.runs:
            champion = Champion.read(run.champion_file)
            measured = measured_run(run, champion, games=games, pool=pool)
            found.append(MeasuredRun(group.name, run.config, measured, seconds_of(run)))
            show(len(found), total, "")
    return found
