"""``senet-gp report``."""

from __future__ import annotations

from pathlib import Path

import click

from senet_gp.arena.workers import Workers
from senet_gp.cli import compile_kernels, options
from senet_gp.cli.help_pages import GAME, OUTPUT, Verb, option
from senet_gp.cli.output import print_json
from senet_gp.runtime.errors import UsageError, printable, shortened


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
    type=click.Choice(["equal", "choice", "play", "none"]),
    default="play",
    show_default=True,
    help="How the champion is simplified, as senet-gp export --help explains.",
)
@options.seed
@options.workers
@options.as_json
def command(
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
    from senet_gp.evolution.run_directory import RunDirectory
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
