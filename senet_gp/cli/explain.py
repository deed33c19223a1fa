"""``senet-gp explain`` and ``analyse``: what an expression looks at, and what a recorded game was worth."""

from __future__ import annotations

from pathlib import Path

import click

from senet_gp.arena.workers import Workers
from senet_gp.cli import compile_kernels, options
from senet_gp.cli.help_pages import GAME, Verb, option
from senet_gp.cli.output import command_for, print_json, tell_written
from senet_gp.runtime.errors import UsageError, printable, quoted, shortened
from senet_gp.runtime.files import own_folder


@click.command(
    "explain",
    cls=Verb,
    examples=[
        "senet-gp explain runs/senet-1",
        "senet-gp explain hand:HC5",
        "senet-gp explain runs/senet-1@20",
    ],
)
@click.argument("player", metavar="PLAYER", shell_complete=options.player_names)
@options.champions_game
@options.rules
@option(
    "--games",
    group=GAME,
    type=click.IntRange(2, 10_000_000),
    help="How many games measure each part.  [default: 4000; 200 if the game or a word has no kernel]",
)
@options.seed
@options.workers
@options.as_json
def explain(
    player: str,
    game_name: str | None,
    parameters: dict[str, int],
    games: int | None,
    seed: int,
    workers: Workers | None,
    *,
    as_json: bool,
) -> None:
    """Say what PLAYER's expression looks at, how much its parts matter, and which choices decided its games.

    PLAYER is an expression: a run directory, a champion file, hand:NAME, random-tree:N, or expr:TEXT. To
    measure a part, it is replaced wherever it occurs by its mean value in real games; it matters as much as
    the player then wins less. docs/reading.md explains an example.
    """
    from senet_gp.arena.local_pool import pool_of
    from senet_gp.cli.entrants import expression_from
    from senet_gp.cli.progress import progress
    from senet_gp.insight.explanation import explain

    who, game = expression_from(player, game_name, parameters, "explained: name a run")
    compile_kernels(game)
    with pool_of(workers) as pool, progress("steps") as show:
        explanation = explain(who, game, games=games, seed=seed, pool=pool, show=show)
    if as_json:
        print_json(explanation.as_json())
        return
    from senet_gp.cli.sections import Page

    Page(game, ascii_only=False).show(explanation.section())


@click.command(
    "analyse",
    cls=Verb,
    examples=[
        "senet-gp analyse game.txt",
        "senet-gp analyse game.txt --page analysis.html",
        "senet-gp analyse --own",
    ],
)
@click.argument("file", type=options.PATH, required=False)
@option(
    "--own",
    group=GAME,
    is_flag=True,
    help="Add up your own games, which play and serve keep, instead: results, wins lost a choice, the habits "
    "that cost most, and your last mistakes. A directory as FILE names games kept elsewhere.",
)
@option(
    "--of",
    "whose",
    group=GAME,
    metavar="NAME",
    help="Add up the games of this player, as records name it.  [default: human]",
)
@options.table_of_chances
@options.new_file("--page", "Write the analysis as one HTML page into this new file.")
@options.workers
@options.as_json
@options.ascii_only
def analyse(
    file: Path | None,
    whose: str | None,
    table: Path | None,
    page: Path | None,
    workers: Workers | None,
    *,
    own: bool,
    as_json: bool,
    ascii_only: bool,
) -> None:
    """Analyse the recorded game in FILE: the chances after each choice, mistakes, luck and accuracy.

    Chances are exact in small games, in Senet with one or two pieces, and by --table FILE. Else a network
    that has learned the game judges, and where there is none, games of a good player against itself. An
    inaccuracy (?!) loses 2 wins of 100 or more, a mistake (?) 5, a blunder (??) 10.
    """
    if own or (file is not None and file.is_dir()):
        if own and file is not None:
            raise UsageError(f"--own means the games in your own folder: leave it out, or {shortened(file)}")
        options.refuse_unread("for a single game", "table", "page")
        _add_up(
            own_folder() if file is None else file, whose, workers, as_json=as_json, ascii_only=ascii_only
        )
        return
    if file is None:
        raise UsageError("name the record of a game, or add up your own games by --own")
    options.refuse_unread("with --own or a directory", "whose")
    from senet_gp.arena.local_pool import pool_of
    from senet_gp.arena.record import GameRecord
    from senet_gp.cli.progress import progress
    from senet_gp.cli.sections import Page
    from senet_gp.insight.game_analysis import analyse
    from senet_gp.insight.judges import Playouts, judge_among
    from senet_gp.show.analysis_page import write_analysis_page

    record = GameRecord.read(file)
    judge = judge_among(record.players, record.game, table)
    compile_kernels(record.game)
    if isinstance(judge, Playouts) and judge.plainly:
        click.echo(
            "senet-gp: these games are played in plain Python, which is slow, so there are fewer of them.",
            err=True,
        )
    with pool_of(workers) as pool, progress("choices") as show:
        analysis = analyse(record, judge, pool=pool, show=show)
    if page is not None:
        write_analysis_page(analysis, page)
    if as_json:
        print_json(analysis.as_json())
        return
    Page(record.game, ascii_only=ascii_only).show(analysis.section())
    tell_written(page)


def _add_up(
    folder: Path, whose: str | None, workers: Workers | None, *, as_json: bool, ascii_only: bool
) -> None:
    """Show what a player's games in a folder add up to."""
    from senet_gp.arena.local_pool import pool_of
    from senet_gp.cli.progress import progress
    from senet_gp.cli.sections import Page
    from senet_gp.games.registry import game_of
    from senet_gp.insight.own_record import games_in, own_records
    from senet_gp.players.human import HumanPlayer

    whose = whose or HumanPlayer.name
    with pool_of(workers) as pool, progress("files") as show:
        records = own_records(games_in(folder, whose, show, pool))
    if as_json:
        print_json(
            {"folder": str(folder), "player": whose, "records": [record.as_json() for record in records]}
        )
        return
    if not records:
        who = "you have" if whose == HumanPlayer.name else f"{printable(shortened(whose))} has"
        raise UsageError(f"there is no game in {folder} in which {who} made a choice: play one first")
    for record in records:
        page = Page(game_of(record.game), ascii_only=ascii_only)
        click.echo()
        page.show(record.section())
        for game, _choice in record.mistakes[:1]:
            page.say("All of the last of these games:", command=command_for(f"analyse {quoted(game.name)}"))
