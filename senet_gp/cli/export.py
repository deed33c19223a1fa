"""``senet-gp export``."""

from __future__ import annotations

from pathlib import Path

import click
from click.shell_completion import CompletionItem

from senet_gp.cli.completion import names_of, player_names
from senet_gp.cli.options import parameters_option, refuse_unread
from senet_gp.cli.simplify import SimplifyOptions, simplified, simplify_options
from senet_gp.export.formats import FORMATS, content_in


class _FormatOption(click.Option):
    """Its help lists all formats that are registered by the time it is asked for."""

    def get_help_record(self, ctx: click.Context) -> tuple[str, str] | None:
        """The option, and its help."""
        self.help = "; ".join(f"{name}: {row.help}" for name, row in FORMATS.items()) + "."
        return super().get_help_record(ctx)


class _FormatName(click.ParamType[str]):
    """The name of a registered format."""

    name = "format"

    def shell_complete(
        self, ctx: click.Context, param: click.Parameter, incomplete: str
    ) -> list[CompletionItem]:
        """All names that begin so."""
        return names_of(FORMATS)(ctx, param, incomplete)

    def get_metavar(self, param: click.Parameter, ctx: click.Context) -> str | None:
        """All names."""
        return click.Choice(list(FORMATS)).get_metavar(param, ctx)

    def convert(self, value: object, param: click.Parameter | None, ctx: click.Context | None) -> str:
        """The name, if there is such a format."""
        return click.Choice(list(FORMATS)).convert(value, param, ctx)


@click.command("export")
@click.argument("player", metavar="PLAYER", shell_complete=player_names)
@click.option(
    "--format",
    "format_name",
    cls=_FormatOption,
    type=_FormatName(),
    default="lisp",
    show_default=True,
)
@click.option(
    "--game", "game_name", help="The game that PLAYER plays.  [default: that of the champion, else senet]"
)
@parameters_option
@click.option(
    "--nodes",
    type=click.IntRange(1),
    help="PLAYER is a run directory: export the strongest player of at most so many nodes that the run kept, "
    "as PLAYER@NODES names it.  [default: its champion]",
)
@click.option("--out", type=click.Path(path_type=Path), help="Write into this new file.  [default: print]")
@simplify_options
def command(
    player: str,
    format_name: str,
    game_name: str | None,
    parameters: tuple[tuple[str, int], ...],
    nodes: int | None,
    out: Path | None,
    simplify: str | None,
    decisions: int,
    allow: float,
    seed: int,
    champion: Path | None,
    *,
    as_json: bool,
) -> None:
    """Write PLAYER's expression in another format; it means the same in every format.

    PLAYER is random-tree:N, hand:NAME, expr:TEXT, a run directory, or a champion file. docs/reading.md shows
    every format and explains --simplify.
    """
    from senet_gp.cli.entrants import expression_from
    from senet_gp.errors import UsageError, printable
    from senet_gp.files.names import check_new
    from senet_gp.files.writing import write_whole
    from senet_gp.players.parsing import origin_of

    player = player if nodes is None else f"{player}@{nodes}"
    who, game = expression_from(player, game_name, parameters, "written: export a run")
    if out is None and not FORMATS[format_name].is_text:
        raise UsageError(f"{format_name} is not text, so it cannot be printed: name a file with --out")
    if out is not None:
        check_new(out)
    if as_json and out is None:
        refuse_unread("without --json, or with --out", "format_name")
    options = SimplifyOptions(simplify, decisions, allow, seed, champion)
    who = simplified(who, game, options, origin_of(player), as_json=as_json)
    content = content_in(format_name, who.tree, who.vocabulary)
    if out is None:
        if not as_json:
            click.echo(content, nl=False)
        return
    write_whole(out, content, new=True)
    click.echo(f"{printable(str(out))} written ({len(who.tree)} nodes)", err=True)
