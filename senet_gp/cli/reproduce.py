"""``senet-gp reproduce``."""

from __future__ import annotations

import time
from pathlib import Path
from typing import TYPE_CHECKING

import click

from senet_gp.arena.workers import Workers
from senet_gp.checks import absolute
from senet_gp.cli.options import jobs_option, run_workers_option, seed_option
from senet_gp.cli.program import program
from senet_gp.quoting import quoted

if TYPE_CHECKING:
    from senet_gp.experiments.running import Processes
    from senet_gp.reproduction.plan import Plan
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
@jobs_option
@run_workers_option
def command(
    out: Path | None, seed: int, jobs: Workers | None, workers: Workers | None, *, quick: bool
) -> None:
    """Repeat the experiment of Ferrer and Martin (1995), and test its statements with statistics.

    Plays reference players, unseeded, seeded, and long runs; writes tables, pictures, and a report. It can be
    interrupted at any time: the same command goes on where it stopped.
    """
    from senet_gp.errors import FileError
    from senet_gp.experiments.measuring import MEASURED
    from senet_gp.experiments.running import Processes
    from senet_gp.files.writing import write_whole
    from senet_gp.plots.reproduction import draw_reproduction
    from senet_gp.reproduction.experiment import PICTURES, collected
    from senet_gp.reproduction.plan import Plan
    from senet_gp.reproduction.report import report

    directory = absolute(out or _DEFAULT_OUT[quick])
    plan = Plan(seed=seed).quick() if quick else Plan(seed=seed)
    start = time.perf_counter()
    kind = "--quick " if quick else ""
    again = f"{program()} reproduce {kind}--seed {seed} --out {quoted(directory)}"
    _play(directory, plan, Processes.of(jobs, workers), again)
    try:
        results = collected(directory, plan)
        draw_reproduction(results, directory / PICTURES)
        write_whole(directory / "report.md", report(results, plan))
        _tell(directory, plan, results, time.perf_counter() - start)
    except (ArithmeticError, LookupError, ValueError):
        # Each file may be sound, and yet they may come from different experiments.
        raise FileError(
            f"the files in {directory / MEASURED} do not belong to one experiment: remove the foreign ones, "
            "and they are made anew"
        ) from None


def _play(directory: Path, plan: Plan, processes: Processes, again: str) -> None:
    """Play what is left to play, with a progress bar."""
    from senet_gp.cli import compile_kernels
    from senet_gp.cli.runs_shown import run_line, runs_shown
    from senet_gp.files.reading import is_there
    from senet_gp.games.registry import game_of
    from senet_gp.reproduction.experiment import begin_or_go_on, play
    from senet_gp.reproduction.measuring import references_file
    from senet_gp.reproduction.plan import GAME

    begin_or_go_on(directory, plan)
    compile_kernels(game_of(GAME), f"interrupted before anything was begun; begin again with: {again}")
    if not is_there(references_file(directory)):
        click.echo("The reference players play one another first …", err=True)
    with runs_shown(len(plan.tasks()), f"what was done is saved, go on with: {again}") as bar:
        play(directory, plan, processes, run_line(bar))


def _tell(directory: Path, plan: Plan, results: Results, seconds: float) -> None:
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
    missing = plan.missing()
    if missing:
        click.echo("This was not the full experiment. What was reduced:")
        for line in missing:
            click.echo(f"  {line}")
        click.echo("The full experiment: senet-gp reproduce\n")
    click.echo(f"{seconds:.0f} s. The files are in {quoted(directory)}:")
    click.echo("  report.md, pictures/ (PNG and SVG), results/ (the tables), runs/ (a run directory each)")
