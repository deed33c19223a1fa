"""``senet-gp analyse``."""

from __future__ import annotations

from pathlib import Path

import click

from senet_gp.arena.workers import Workers
from senet_gp.cli import compile_kernels, options
from senet_gp.cli.help_pages import GAME, Verb, option
from senet_gp.cli.output import print_json, tell_written


@click.command(
    "analyse",
    cls=Verb,
    examples=[
        "senet-gp analyse game.txt",
        "senet-gp analyse game.txt --page analysis.html",
    ],
)
@click.argument("file", type=options.PATH)
@option(
    "--player",
    group=GAME,
    metavar="PLAYER",
    shell_complete=options.player_names,
    help="Chances are those of this player playing on for both sides; in Senet with few pieces, and "
    "other games that can be solved, minimax and table:FILE know them.  [default: a good player; in small "
    "games perfect play]",
)
@option(
    "--games",
    group=GAME,
    type=click.IntRange(2, 100_000),
    help="How many games are played on from each choice that is measured.  [default: 1000; 40 in plain "
    "Python]",
)
@options.new_file("--page", "Write the analysis as one HTML page into this new file.")
@options.seed
@options.workers
@options.as_json
@options.ascii_only
def command(
    file: Path,
    player: str | None,
    games: int | None,
    page: Path | None,
    seed: int,
    workers: Workers | None,
    *,
    as_json: bool,
    ascii_only: bool,
) -> None:
    """Analyse the recorded game in FILE: the chances after each choice, mistakes, luck and accuracy.

    A chance of winning is the share of points when the game is played on many times, both sides as PLAYER
    would; in small games it is the result of perfect play, and in Senet with few pieces minimax knows it. A
    mistake (?) loses 5 wins of 100 or more, a blunder (??) 10, beyond doubt. A game of Senet takes some
    twenty seconds on two cores.
    """
    from senet_gp.arena.local_pool import pool_of
    from senet_gp.arena.record import GameRecord
    from senet_gp.cli.insight_view import AnalysisView
    from senet_gp.cli.progress import progress
    from senet_gp.insight.chance_sources import Playouts, chance_source
    from senet_gp.insight.game_analysis import analyse
    from senet_gp.show.analysis_page import write_analysis_page

    record = GameRecord.read(file)
    source = chance_source(record.game, player)
    compile_kernels(record.game)
    if isinstance(source, Playouts) and source.plainly:
        click.echo(
            "senet-gp: these games are played in plain Python, which is slow, so there are fewer of them.",
            err=True,
        )
    with pool_of(workers) as pool, progress("choices", len(record.choices)) as show:
        show(0)
        found = analyse(
            record,
            source,
            games=games,
            seed=seed,
            pool=pool,
            show=show,
        )
    if page is not None:
        write_analysis_page(found, page)
    if as_json:
        print_json(found.as_json())
        return
    AnalysisView(found, ascii_only=ascii_only).show()
    tell_written(page)
