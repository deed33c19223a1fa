"""``senet-gp resume`` and ``report``: a run goes on, or is told on a page."""

from __future__ import annotations

import dataclasses
from pathlib import Path
from typing import TYPE_CHECKING

import click

from senet_gp.arena.pool import SerialPool
from senet_gp.arena.workers import Workers
from senet_gp.cli import compile_kernels, options
from senet_gp.cli.help_pages import GAME, OUTPUT, Verb, option
from senet_gp.cli.output import print_json
from senet_gp.runtime import interruption
from senet_gp.runtime.errors import UsageError, printable, shortened

if TYPE_CHECKING:
    from senet_gp.evolution.configuration.config import ResolvedConfig
    from senet_gp.evolution.record.run_directory import RunDirectory


@click.command(
    "resume",
    cls=Verb,
    examples=[
        "senet-gp resume runs/senet-1",
        "senet-gp resume runs/senet-1 --generations 60",
    ],
)
@click.argument("directory", type=options.PATH)
@option(
    "--generations",
    group="Run",
    type=click.IntRange(1),
    help="Play up to this many generations in all, as if the run had been started so; also if it has ended.",
)
@option(
    "--accept-code",
    group="Run",
    is_flag=True,
    help="Go on with words, rules and operators of plugins as they are now, if their code has changed.",
)
@options.playing
@option("--quiet", group=OUTPUT, is_flag=True, help="Show neither progress nor the results at the end.")
def resume(
    directory: Path,
    generations: int | None,
    *,
    accept_code: bool,
    playing: options.Playing,
    quiet: bool,
) -> None:
    """Go on with the run in DIRECTORY where it was stopped or killed.

    The result is the same as if it had never been stopped, with any number of workers. Only a run with
    --minutes may come to more or fewer generations: time depends on the machine, and a network that teaches
    learns again.
    """
    from senet_gp.cli.run_end import tell_ended
    from senet_gp.cli.runs import Shown, check_sparring, play_at_terminal
    from senet_gp.evolution.loop.node_budget import max_nodes
    from senet_gp.evolution.record.run_directory import RunDirectory

    run = RunDirectory.open(directory, accept_code=accept_code)
    # From here on the run can be saved and resumed.
    interruption.check()
    affordable = None
    if generations is not None or not run.has_ended():
        _check_operators(run, generations, playing.operators)
        affordable = max_nodes(playing.memory_limit, run.config.population, run.config.islands)
    check_sparring(_extended(run.config, generations), playing)
    # Nothing is changed before all of this has been checked.
    if generations is not None:
        run.extend(generations)
    if run.has_ended():
        tell_ended(run)
        return
    if affordable is not None and playing.limits_growth:
        run.limit_growth(affordable)
    play_at_terminal(run, playing, Shown.NOTHING if quiet else Shown.ALL)


def _extended(config: ResolvedConfig, generations: int | None) -> ResolvedConfig:
    """The configuration of a run, with another number of generations if one is given."""
    return config if generations is None else dataclasses.replace(config, generations=generations)


def _check_operators(run: RunDirectory, generations: int | None, operators: str | None) -> None:
    """Check, before anything is changed, that the run has the operators that it needs.

    Args:
        run: the run.
        generations: how many generations it is to have, if it is extended.
        operators: the name of the function that registers operators from outside, if there is one.

    Raises:
        UsageError: if there is no such function.
        OperatorError: if it needs one.
        FileError: if no checkpoint belongs to the run.
    """
    from senet_gp.evolution.loop.evolution import Evolution
    from senet_gp.evolution.run.run import operators_from

    register = operators_from(operators) if operators else None
    for population in run.populations:
        evolution = Evolution(
            _extended(population.config, generations), SerialPool(), population.read_state()
        )
        if register is not None:
            register(evolution)
        evolution.check_operators()


@click.command(
    "report",
    cls=Verb,
    examples=[
        "senet-gp report runs/senet-1",
        "senet-gp report runs/senet-1 --out pages --games 1000",
    ],
)
@click.argument("directory", type=options.PATH)
@option(
    "--out",
    group=OUTPUT,
    type=options.PATH,
    help="The report's directory; an earlier report there is replaced, anything else is not.  "
    "[default: report, in DIRECTORY]",
)
@option(
    "--games",
    group=GAME,
    type=click.IntRange(2, 1_000_000),
    default=400,
    show_default=True,
    help="How many games the winners of selected generations play against each part of the panel, and the "
    "champion against each opponent.",
)
@option(
    "--simplify",
    group=OUTPUT,
    type=click.Choice(["terms", "play", "none"]),
    default="play",
    show_default=True,
    help="How the champion is simplified, as senet-gp export --help explains.",
)
@options.seed
@options.workers
@options.as_json
def report(
    directory: Path,
    out: Path | None,
    games: int,
    simplify: str,
    seed: int,
    workers: Workers | None,
    *,
    as_json: bool,
) -> None:
    """Write a page about the run in DIRECTORY, with pictures.

    The page is one HTML file, index.html, which needs no network; the pictures are also written beside it.
    The run may still be going on, or may have been stopped; it is not changed.
    """
    from senet_gp.arena.local_pool import pool_of
    from senet_gp.cli.progress import progress
    from senet_gp.evolution.record.run_directory import RunDirectory
    from senet_gp.show.run_page import check_writable, write_page
    from senet_gp.show.run_report import make_report

    if out is not None and out.suffix == ".html" and not out.is_dir():
        raise UsageError(
            "--out is the directory of the report, for index.html and its pictures: leave out .html of "
            f"{shortened(out)}"
        )
    run = RunDirectory.open(directory)
    target = out or directory / "report"
    check_writable(target)
    compile_kernels(run.config.game_value)
    with pool_of(workers) as pool, progress("steps") as show:
        report = make_report(
            run,
            games=games,
            seed=seed,
            kind=None if simplify == "none" else simplify,
            pool=pool,
            show=show,
        )
    files = write_page(report, target)
    if as_json:
        print_json(report.as_json() | {"files": [str(file) for file in files]})
        return
    click.echo(f"{printable(str(files[0]))} written, with {len(files) - 1} pictures beside it")
