"""``senet-gp reproduce``."""

from __future__ import annotations

import time
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

import click

from senet_gp.arena.workers import Workers
from senet_gp.cli.options import seed_option, workers_option
from senet_gp.quoting import quoted

if TYPE_CHECKING:
    from senet_gp.reproduction.experiment import Experiment
    from senet_gp.reproduction.results import Results

_DEFAULT_OUT = {True: Path("reproduction-quick"), False: Path("reproduction")}


@click.command("reproduce")
@click.option("--quick", is_flag=True, help="Make only a few runs and games of each kind, in two minutes.")
@click.option(
    "--out",
    type=click.Path(path_type=Path),
    help="The directory for the results.  [default: reproduction, or reproduction-quick]",
)
@seed_option
@workers_option
def command(out: Path | None, seed: int, workers: Workers | None, *, quick: bool) -> None:
    """Repeat the experiment of Ferrer and Martin (1995), and test its statements with statistics.

    Plays reference players, unseeded, seeded, and long runs; writes tables, pictures, and a report. It can be
    interrupted at any time: the same command goes on where it stopped.
    """
    from senet_gp.arena.local_pool import WorkerPool
    from senet_gp.arena.pool import WorkerError
    from senet_gp.cli import Interrupted, compile_kernels
    from senet_gp.errors import FileError, SenetGpError
    from senet_gp.evolution.node_budget import PopulationTooLargeError
    from senet_gp.files.writing import write_whole
    from senet_gp.games.registry import game_of
    from senet_gp.plots.reproduction import draw_reproduction
    from senet_gp.reproduction.experiment import Experiment
    from senet_gp.reproduction.plan import GAME, Plan
    from senet_gp.reproduction.report import report
    from senet_gp.reproduction.results import Results
    from senet_gp.reproduction.tables import write_table

    path = out or _DEFAULT_OUT[quick]
    plan = Plan(seed=seed).quick() if quick else Plan(seed=seed)
    start = time.perf_counter()
    with WorkerPool(workers) as pool:
        experiment = Experiment.begin_or_go_on(path, plan, pool)
        kind = "--quick " if quick else ""
        again = f"senet-gp reproduce {kind}--seed {seed} --out {quoted(path)}"
        with experiment.locked():
            compile_kernels(
                game_of(GAME), f"interrupted before anything was begun; begin again with: {again}"
            )
            try:
                _play(experiment)
            except KeyboardInterrupt:
                raise Interrupted(f"interrupted; what was done is saved, go on with: {again}") from None
            except WorkerError as error:
                raise SenetGpError(f"{error}; what was done is saved, go on with: {again}") from None
            except PopulationTooLargeError as error:
                raise SenetGpError(
                    f"{error}; what was done is saved, go on where there is more memory with: {again}"
                ) from None
        experiment.collect()
    results = Results.load(path / "results")
    try:
        write_table(path / "results" / "curves.csv", results.curve_points())
        draw_reproduction(results, path / "pictures")
        write_whole(path / "report.md", report(results, plan))
        _tell(experiment, results, time.perf_counter() - start)
    except (ArithmeticError, LookupError, ValueError):
        # Each file may be sound, and yet they may come from different experiments.
        raise FileError(
            f"the tables in {path} do not belong to one experiment: remove the foreign ones, and they are "
            "made anew"
        ) from None


def _play(experiment: Experiment) -> None:
    """Do what is left to do, with a progress bar."""
    from senet_gp.cli.progress import progress_bar

    tasks = list(experiment.tasks())
    total = sum(task.weight for task in tasks)
    done = sum(task.weight for task in tasks if task.done)
    printed: list[str] = []

    def tell(_done: float, title: str) -> None:
        """Print a line for each task, where there is no terminal."""
        if printed[-1:] != [title]:
            printed.append(title)
            click.echo(title, err=True)

    with progress_bar("experiment", total, done=done, plain=tell) as show:
        for number, task in enumerate(tasks, 1):
            if not task.done:
                title = f"{number}/{len(tasks)}: {task.title}"
                show(done, title)
                task.work(partial(_show_share, show, done, task.weight, title))
                done += task.weight


def _show_share(
    show: Callable[[float, str], None], done: float, weight: float, title: str, share: float
) -> None:
    """Show that a share of a task is done, in addition to the tasks before it."""
    show(done + share * weight, title)


def _tell(experiment: Experiment, results: Results, seconds: float) -> None:
    """Print the results, what was left out, and where the files are."""
    from rich.box import SIMPLE
    from rich.table import Table

    from senet_gp.cli.console import Console
    from senet_gp.reproduction.findings import findings

    table = Table(box=SIMPLE, show_lines=True)
    for heading in ("the paper's statement", "ours", "95 % interval", "verdict"):
        table.add_column(heading)
    for row in findings(results):
        table.add_row(row.statement, row.figure, row.interval, row.verdict)
    Console().print(table)
    missing = experiment.plan.missing()
    if missing:
        click.echo("This was not the full experiment. What was reduced:")
        for line in missing:
            click.echo(f"  {line}")
        click.echo("The full experiment: senet-gp reproduce\n")
    path = experiment.path
    click.echo(f"{seconds:.0f} s. The files are in {quoted(path)}:")
    click.echo("  report.md, pictures/ (PNG and SVG), results/ (the tables), runs/ (a run directory each)")
