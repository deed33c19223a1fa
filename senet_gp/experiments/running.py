"""Playing the runs of an experiment, one after the other or several side by side."""

from __future__ import annotations

import dataclasses
import platform
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import count
from pathlib import Path

from senet_gp.arena.local_pool import WorkerPool, pool_of
from senet_gp.arena.pool import Pending, Pool, work_through
from senet_gp.arena.workers import Workers
from senet_gp.evolution.configuration.config import ResolvedConfig
from senet_gp.evolution.loop.evolution import Evolution
from senet_gp.evolution.loop.node_budget import usual_limit
from senet_gp.evolution.loop.state import Generation
from senet_gp.evolution.record.provenance import session_in
from senet_gp.evolution.record.run_directory import RunDirectory
from senet_gp.evolution.record.run_logs import LogFiles
from senet_gp.evolution.run.precompile import compile_run
from senet_gp.evolution.run.run import RunHooks, operators_from, play_run
from senet_gp.experiments.measured_runs import is_measured, write_measured
from senet_gp.experiments.plan import Budget, Plan, PlannedRun
from senet_gp.experiments.plan_file import PLAN, alone_in
from senet_gp.players.champion import Champion
from senet_gp.runtime import plugins
from senet_gp.runtime.errors import FileError, SenetGpError, UsageError
from senet_gp.runtime.files import is_there, make_directory
from senet_gp.runtime.interruption import Progress, no_progress
from senet_gp.runtime.machine import available_cores

RUNS = "runs"


@dataclass(frozen=True, kw_only=True)
class Processes:
    """How many processes play; the results do not depend on it.

    Attributes:
        jobs: how many runs are played side by side, each by one process; or workers elsewhere that play them.
        workers: how many worker processes play a run, or workers elsewhere.

    >>> Processes.of(jobs="2", workers=None).jobs.count
    2
    """

    jobs: Workers
    workers: Workers

    @classmethod
    def of(cls, jobs: int | str | Workers | None, workers: int | str | Workers | None) -> Processes:
        """The processes, by default a run for each core, or one after the other if workers are named.

        Raises:
            UsageError: if several runs are to be played side by side, each by several workers.
        """
        wanted = Workers.of(1 if workers is None else workers)
        side_by_side = Workers.of(1 if jobs is None and wanted.several else jobs)
        if side_by_side.several and wanted.several:
            raise UsageError(
                "runs are played side by side, each by one process, or one after the other, each by several: "
                "leave out --jobs or --workers"
            )
        return cls(jobs=side_by_side, workers=wanted)


def path_of_run(directory: Path, task: PlannedRun) -> Path:
    """The directory of a run."""
    return directory / RUNS / task.variant / str(task.config.seed)


def play_experiment(
    directory: Path,
    plan: Plan,
    tasks: Sequence[PlannedRun],
    processes: Processes,
    show: Progress = no_progress,
) -> None:
    """Play and measure those of some runs that are not done yet.

    If it is stopped or killed, the same call goes on where it was.

    Args:
        directory: the directory of the experiment, which holds its plan; workers elsewhere see it at the same
            path.
        plan: the plan.
        tasks: the runs.
        processes: how many processes play.
        show: called before the first run and after each.

    Raises:
        UsageError: if processor time is to be limited in a run with several workers.
        FileError: if a file cannot be read or written, or another process plays one of the runs.
        SenetGpError: as :func:`~senet_gp.evolution.run.run.play_run` does.
        KeyboardInterrupt: if the user interrupts the experiment.
    """
    if plan.budget.max_seconds and processes.workers.several:
        raise UsageError(
            "processor time is measured of runs that one process plays: use --jobs instead of --workers"
        )
    jobs = processes.jobs
    limit = 0 if jobs.engine else usual_limit() // jobs.count
    left = [task for task in tasks if not is_measured(directory, task)]
    done = count(len(tasks) - len(left))
    show(next(done), len(tasks), "")
    if not left:
        return
    alone = partial(alone_in, directory)
    if not jobs.engine and (jobs.count == 1 or len(left) == 1):
        with pool_of(processes.workers) as pool, session_in(directory, pool.workers, alone):
            for task in left:
                _play_task(directory, plan, limit, task, pool)
                show(next(done), len(tasks), _label(task))
        return
    modules = tuple(plugins.loaded().values())
    with pool_of(jobs) as pool, session_in(directory, pool.workers, alone):

        def begin(task: PlannedRun) -> Pending:
            return pool.submit(_play_alone, modules, directory.absolute(), plan, limit, task)

        def end(task: PlannedRun, _result: None) -> list[PlannedRun]:
            show(next(done), len(tasks), _label(task))
            return []

        work_through(pool, left, begin, end)


def _label(task: PlannedRun) -> str:
    return f"{task.variant} seed {task.config.seed}"


def _play_alone(
    modules: Sequence[str], directory: Path, plan: Plan, memory_limit: int, task: PlannedRun
) -> None:
    """Play a run in this process alone, which knows the same plugins as the parent.

    Raises:
        FileError: if this process, on another machine, does not see the directory.
    """
    if not is_there(directory / PLAN):
        raise FileError(
            f"a worker on {platform.node()} does not see {directory}: begin the experiment in a directory "
            "that all machines see at the same path"
        )
    for module in modules:
        plugins.load(module)
    with WorkerPool(1) as pool:
        _play_task(directory, plan, memory_limit, task, pool)


def _play_task(directory: Path, plan: Plan, memory_limit: int, task: PlannedRun, pool: Pool) -> None:
    run = _opened(directory, plan, task)
    registers = operators_from(task.operators) if task.operators else None
    # Workers elsewhere share the memory of their machine, of which the program that began them knows nothing.
    limit = memory_limit or usual_limit() // available_cores()
    try:
        if plan.budget.max_seconds:
            # Else the first run of a process would compile in the time of its generations.
            compile_run(task.config)
        champion = _Limited(run, plan.budget, registers).play(pool, limit)
    except Exception as error:
        which = f"variant {task.variant}, seed {task.config.seed}"
        if not isinstance(error, SenetGpError):  # of an operator from outside
            error.add_note(f"This happened in {which}.")
        elif not isinstance(error, FileError):  # which names the run by its path
            error.args = (f"{which}: {error}",)
        raise
    write_measured(directory, plan, task, run, champion, pool)


def _opened(directory: Path, plan: Plan, task: PlannedRun) -> RunDirectory:
    """The directory of a run, which is made if it does not exist.

    Raises:
        FileError: if it cannot be made or read.
        UsageError: if it holds a run with other options.
    """
    path = path_of_run(directory, task)
    make_directory(path.parent)
    if not is_there(path / "config.toml"):
        return RunDirectory.open_or_create(path, task.config)
    run, wanted = RunDirectory.open(path), task.config
    if plan.budget.limited or "generations" in run.set_at_end(wanted):
        # What ended the run has set the number of generations.
        wanted = dataclasses.replace(wanted, generations=min(wanted.generations, run.config.generations))
    run.check_options(wanted)
    if run.config.generations != wanted.generations:
        raise UsageError(
            f"{path} was extended to {run.config.generations} generations and so belongs to another "
            "experiment: move it away, and it is played again"
        )
    return run


class _SpentError(Exception):
    """A run has spent its budget."""


class _Limited:
    """A run with a budget, and perhaps with operators from outside, which a function registers."""

    def __init__(
        self, run: RunDirectory, budget: Budget, registers: Callable[[Evolution], object] | None
    ) -> None:
        self._run = run
        self._budget = budget
        self._registers = registers
        #: What each generation of each population has cost, in games or seconds.
        self._costs: list[list[float]] = [[] for _ in run.populations]
        self._begun = 0.0

    def play(self, pool: Pool, memory_limit: int) -> Champion:
        """Play the run until its budget is spent; its number of generations is then that of those played."""
        unlimited = RunHooks(prepare=self._registers)
        if not self._budget.limited:
            return play_run(self._run, pool=pool, hooks=unlimited, memory_limit=memory_limit)
        hooks = RunHooks(prepare=self._registers, on_begin=self._begin, on_generation=self._note)
        try:
            return play_run(self._run, pool=pool, hooks=hooks, memory_limit=memory_limit)
        except _SpentError:
            self._run.extend(len(self._costs[0]))
            return play_run(self._run, pool=pool, hooks=unlimited, memory_limit=memory_limit)

    def _begin(self, config: ResolvedConfig, _played: int) -> None:
        """Read from the logs what was spent before."""
        spent = _games if self._budget.max_games else _seconds
        try:
            self._costs = [spent(population.logs) for population in self._run.populations]
        except FileError as error:
            raise FileError(f"{error}; if you remove the run's directory, the run is played again") from None
        self._check(config.generations)
        self._begun = time.process_time()

    def _note(self, generation: Generation) -> None:
        ended = time.process_time()
        cost = ended - self._begun
        if self._budget.max_games:
            cost = generation.games
        elif generation.island:  # its generations are told together
            cost = generation.timing.seconds
        self._costs[max(0, generation.island - 1)].append(cost)
        self._begun = ended
        self._check(self._run.config.generations)

    def _check(self, generations: int) -> None:
        """Stop the run where another generation would take it further from its budget, unless it ends anyway.

        So runs with expensive generations spend as much as others on average, and not more. A run with
        islands stops where all of them have played as many generations.
        """
        played = {len(costs) for costs in self._costs}
        if len(played) > 1 or played == {0}:
            return
        spent = sum(map(sum, self._costs)) + sum(costs[-1] for costs in self._costs) / 2
        if spent >= (self._budget.max_games or self._budget.max_seconds) and min(played) < generations:
            raise _SpentError


def _games(logs: LogFiles) -> list[float]:
    return [row.games for row in logs.generations.rows()] if logs.generations.is_there else []


def _seconds(logs: LogFiles) -> list[float]:
    """What earlier processes have spent in each generation: one process each, so clock time comes near."""
    return [row.seconds for row in logs.times().values()]
