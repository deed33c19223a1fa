"""``senet-gp export``."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import click

from senet_gp.cli.options import parameters_option, refuse_unread
from senet_gp.cli.simplify import SimplifyOptions, simplified, simplify_options

if TYPE_CHECKING:
    from primitives.vocabulary import Node, Vocabulary

#: What ``--help`` says of the formats: texts, which stand in ``senet_gp.export.FORMATS``, and pictures.
FORMATS = {
    "lisp": "one line that reads back",
    "python": "a file that stands alone, scores boards and chooses among them",
    "infix": "operators and few parentheses",
    "latex": "a document that compiles by itself",
    "dot": "for Graphviz",
    "png": "a drawing of the tree",
    "svg": "the same",
    "json": "for other programs",
}


@click.command("export")
@click.argument("player", metavar="PLAYER")
@click.option(
    "--format",
    "format_name",
    type=click.Choice(list(FORMATS)),
    default="lisp",
    show_default=True,
    help="; ".join(f"{name}: {what}" for name, what in FORMATS.items()) + ".",
)
@click.option("--game", help="The game that PLAYER plays.  [default: that of a champion, else senet]")
@parameters_option
@click.option("--out", type=click.Path(path_type=Path), help="Write into this new file.  [default: print]")
@simplify_options
def command(
    player: str,
    format_name: str,
    game: str | None,
    parameters: tuple[tuple[str, int], ...],
    out: Path | None,
    simplify: str | None,
    decisions: int,
    allow: float,
    seed: int,
    champion: Path | None,
    *,
    as_json: bool,
) -> None:
    """Write PLAYER's expression in another form; all forms mean the same.

    PLAYER is random-tree:N, hand:NAME, expr:TEXT, a run directory, or a champion file. docs/reading.md shows
    every format, and tells of --simplify.
    """
    from senet_gp.cli.entrants import expression_from
    from senet_gp.errors import UsageError, printable
    from senet_gp.files.names import check_new
    from senet_gp.files.writing import write_whole
    from senet_gp.players.parsing import origin_of

    who, rules = expression_from(player, game, parameters, "written: export a run")
    if format_name == "png" and out is None:
        raise UsageError("a picture in png cannot be printed: name a file with --out")
    if out is not None:
        check_new(out)
    if as_json and out is None:
        refuse_unread("without --json, or with --out", "format_name")
    options = SimplifyOptions(simplify, decisions, allow, seed, champion)
    who = simplified(who, rules, options, origin_of(player), as_json=as_json)
    content = written(who.tree, who.vocabulary, format_name)
    if out is None:
        if not as_json:
            click.echo(content, nl=False)
        return
    write_whole(out, content, new=True)
    click.echo(f"{printable(str(out))} written ({len(who.tree)} nodes)", err=True)


def written(tree: Sequence[Node], vocabulary: Vocabulary, format_name: str) -> str | bytes:
    """The content of a file that holds an expression in one of the ``FORMATS``.

    Raises:
        UsageError: if the tree is too large for it.
    """
    if format_name in {"png", "svg"}:
        from senet_gp.plots.expression import picture

        content = picture(tree, vocabulary, format_name)
        return content if format_name == "png" else content.decode()
    from senet_gp.export import FORMATS as TEXTS

    return TEXTS[format_name](tree, vocabulary)
