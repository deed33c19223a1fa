"""``senet-gp export``."""

from __future__ import annotations

import csv
import io
import os
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click
from click.shell_completion import CompletionItem

from senet_gp.cli import options
from senet_gp.cli.help_pages import GAME, OUTPUT, Verb, option
from senet_gp.cli.output import print_json
from senet_gp.runtime.errors import UsageError, printable
from senet_gp.runtime.files import check_new, filled, write_whole
from senet_gp.show.formats import FORMATS, content_in

if TYPE_CHECKING:
    from senet_gp.games.protocol import Game
    from senet_gp.players.champion import PlayersBySize
    from senet_gp.players.player import ExpressionPlayer

#: A group of options in the help.
_SIMPLIFYING = "Simplifying"
#: The format that is a table of all sizes, and no format of a single expression.
_TABLE = "csv"
#: The format that has the rules of the game, too, and is told of the player.
_PAGE = "page"
#: The endings of files whose format is not called by them.
_ENDINGS = {"python": "py", "javascript": "js", "latex": "tex", "infix": "txt"}


class _FormatName(click.ParamType[str]):
    """The name of a registered format."""

    name = "format"

    def shell_complete(
        self, ctx: click.Context, param: click.Parameter, incomplete: str
    ) -> list[CompletionItem]:
        """All names that begin so."""
        others = [CompletionItem(name) for name in (_PAGE, _TABLE) if name.startswith(incomplete)]
        return [*options.names_of(FORMATS)(ctx, param, incomplete), *others]

    def get_metavar(self, param: click.Parameter, ctx: click.Context) -> str | None:
        """All names."""
        return click.Choice([*FORMATS, _PAGE, _TABLE]).get_metavar(param, ctx)

    def convert(self, value: object, param: click.Parameter | None, ctx: click.Context | None) -> str:
        """The name, if there is such a format."""
        return click.Choice([*FORMATS, _PAGE, _TABLE]).convert(value, param, ctx)


def _format_help() -> str:
    listed = "; ".join(f"{name}: {row.help}" for name, row in FORMATS.items())
    return (
        f"How the expression is written. {listed}; {_PAGE}: a file that a browser opens, to play against it; "
        f"{_TABLE}: with --front, a table of all sizes."
    )


@click.command(
    "export",
    cls=Verb,
    usual="format game rule nodes front out simplify seed json",
    examples=[
        "senet-gp export runs/senet-1 --simplify",
        "senet-gp export runs/senet-1 --format page --out player.html",
        "senet-gp export runs/senet-1 --front --format csv",
    ],
)
@options.player("player")
@option(
    "--format",
    "format_name",
    group=OUTPUT,
    help=_format_help,
    type=_FormatName(),
    default="lisp",
    show_default=True,
)
@options.champions_game
@options.rules
@option(
    "--nodes",
    group=GAME,
    type=click.IntRange(1),
    help="Write the strongest player of at most this many nodes that the run PLAYER kept, as PLAYER@NODES "
    "names it.  [default: its champion]",
)
@option(
    "--front",
    group=GAME,
    is_flag=True,
    help="Write the players of all sizes that the run PLAYER kept, each stronger than all smaller ones: as a "
    "table with --format csv, else a file for each, in the new directory --out.",
)
@options.new_file(
    "--out", "Write into this new file; with --front, unless in csv, this new directory.  [default: print]"
)
@option(
    "--simplify",
    group=_SIMPLIFYING,
    is_flag=False,
    flag_value="play",
    type=click.Choice(["terms", "play"]),
    help="First make the expression shorter. terms: add up like terms; play: then replace parts by smaller "
    "ones that choose alike, which is proven in a small game, as all its decisions are tried, else observed "
    "in many decisions. What was done goes to standard error.  [--simplify alone: play]",
)
@option(
    "--decisions",
    group=_SIMPLIFYING,
    type=click.IntRange(100, 10_000_000),
    default=100_000,
    show_default=True,
    help="With --simplify=play: in how many decisions the shorter expression is compared with the first, at "
    "most 3000 if the game or a word has no kernel; in a small game, in all.",
)
@option(
    "--allow",
    group=_SIMPLIFYING,
    type=options.Finite(0, 1),
    default=0.0,
    show_default=True,
    help="With --simplify=play: in what share of the decisions it may choose differently.",
)
@options.new_file(
    "--champion",
    "With --simplify: also write the simplified player into this new champion file.",
    group=_SIMPLIFYING,
)
@options.seed
@options.as_json
def export(
    player: str,
    format_name: str,
    game_name: str | None,
    parameters: dict[str, int],
    nodes: int | None,
    out: Path | None,
    simplify: str | None,
    decisions: int,
    allow: float,
    seed: int,
    champion: Path | None,
    *,
    front: bool,
    as_json: bool,
) -> None:
    """Write PLAYER's expression in another format; it means the same in every format.

    PLAYER is random-tree:N, hand:NAME, expr:TEXT, a run directory, or a champion file. docs/reading.md tells
    of formats and of --simplify.
    """
    from senet_gp.cli.entrants import expression_from
    from senet_gp.players.parsing import origin_of

    if front:
        unread = ("nodes", "simplify", "decisions", "allow", "seed", "champion", "as_json")
        options.refuse_unread("without --front", *unread, "game_name", "parameters")
        _export_front(player, format_name, out)
        return
    if format_name == _TABLE:
        raise UsageError(f"{_TABLE} is a table of the players of all sizes of a run: add --front")
    player = player if nodes is None else f"{_checked_run(player, '--nodes')}@{nodes}"
    who, game = expression_from(player, game_name, parameters, "written: export a run")
    if out is None and format_name != _PAGE and not FORMATS[format_name].is_text:
        raise UsageError(f"{format_name} is not text, so it cannot be printed: name a file with --out")
    if as_json and out is None:
        options.refuse_unread("without --json, or with --out", "format_name")
    if simplify is None:
        options.refuse_unread("with --simplify", "champion", "as_json", "decisions", "allow", "seed")
    else:
        if simplify != "play":
            options.refuse_unread("with --simplify=play", "decisions", "allow", "seed")
        how = {"decisions": decisions, "allowed": allow, "seed": seed}
        who = _simplified(who, game, simplify, how, champion, origin_of(player), as_json=as_json)
    if format_name == _PAGE:
        from senet_gp.serve.page_file import page_of

        content: str | bytes = page_of(who, game)
    else:
        content = content_in(format_name, who.tree, who.vocabulary)
    if out is None:
        if not as_json:
            click.echo(content, nl=False)
        return
    write_whole(out, content, new=True)
    click.echo(f"{printable(str(out))} written ({len(who.tree)} nodes)", err=True)


def _simplified(
    who: ExpressionPlayer,
    game: Game,
    kind: str,
    how: dict[str, Any],
    champion: Path | None,
    origin: dict[str, Any],
    *,
    as_json: bool,
) -> ExpressionPlayer:
    """The player with a shorter expression; what was done is printed on standard error, or as JSON.

    Args:
        who: the player.
        game: the game.
        kind: how it is simplified, ``terms`` or ``play``.
        how: the options of ``play``.
        champion: a champion file to write, or None.
        origin: where the player came from.
        as_json: whether one JSON object is printed on standard output, and nothing else.

    Raises:
        FileError: if the champion file cannot be written.
        KeyboardInterrupt: if the person interrupts it.
    """
    from senet_gp.insight.simplify import simplify
    from senet_gp.players.champion import Champion
    from senet_gp.players.player import ExpressionPlayer
    from senet_gp.trees.text import to_lisp

    done = simplify(who.tree, who.vocabulary, game, kind, **how)
    if champion is not None:
        told = {"simplified": {"from": who.name, **done.as_json()}}
        Champion(done.tree, who.vocabulary, game, origin | told).write(champion)
    if as_json:
        print_json({"player": who.name, **done.as_json(), "expression": to_lisp(done.tree)})
    else:
        click.echo(str(done), err=True)
    return ExpressionPlayer(done.tree, who.vocabulary, f"{who.name}, simplified")


def _checked_run(player: str, option: str) -> str:
    """A player that an option needs to be the directory of a run.

    Raises:
        UsageError: if it is none.
    """
    if not os.path.isdir(player):  # noqa: PTH112 - it raises nothing
        raise UsageError(
            f"{printable(player)} is no run: {option} needs the directory of a run that has ended"
        )
    return player


def _export_front(run: str, format_name: str, out: Path | None) -> None:
    """Print or write the players that are stronger than all smaller ones.

    Args:
        run: the run's directory.
        format_name: the format; ``csv`` makes one table.
        out: the new file of a table, or the new directory of the files of other formats; None to print.

    Raises:
        FileError: if the run kept no players by size, or a file cannot be written.
        UsageError: if it is not the directory of a run, or what is asked for cannot be printed.
    """
    from senet_gp.players.champion import of_run

    if format_name == _PAGE:
        raise UsageError(f"{_PAGE} is for one player: leave out --front, or name a size with --nodes")
    sizes = of_run(Path(_checked_run(run, "--front")))
    if format_name == _TABLE:
        table = _as_csv(sizes)
        if out is None:
            click.echo(table, nl=False)
        else:
            write_whole(out, table, new=True)
        return
    files = {
        f"{len(player.tree)}.{_ENDINGS.get(format_name, format_name)}": content_in(
            format_name, player.tree, sizes.vocabulary
        )
        for player in sizes.front
    }
    if out is None:
        if format_name != "lisp":  # a line for each
            raise UsageError(
                f"{format_name} of all sizes is several files: name a new directory for them with --out, or "
                f"use --format {_TABLE}"
            )
        click.echo("".join(str(content) for content in files.values()), nl=False)
        return
    check_new(out)
    with filled(out):
        for name, content in files.items():
            write_whole(out / name, content, new=True)
    click.echo(f"{printable(str(out))} written ({len(files)} players)", err=True)


def _as_csv(sizes: PlayersBySize) -> str:
    """A row for each player."""
    rows = sizes.rows()
    text = io.StringIO()
    writer = csv.DictWriter(text, list(rows[0]), lineterminator="\n")
    writer.writeheader()
    writer.writerows(rows)
    return text.getvalue()
