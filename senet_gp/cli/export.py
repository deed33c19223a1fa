"""``senet-gp export``."""

from __future__ import annotations

from pathlib import Path

import click


@click.command("export")
@click.argument("player", metavar="PLAYER")
@click.option(
    "--format",
    "format_name",
    type=click.Choice(["lisp", "python"]),
    default="lisp",
    show_default=True,
    help="lisp: one line that reads back; python: a file that stands alone and scores boards.",
)
@click.option("--game", help="The game that PLAYER plays.  [default: that of a champion, else senet]")
@click.option("--out", type=click.Path(path_type=Path), help="Write into this new file.  [default: print]")
def command(player: str, format_name: str, game: str | None, out: Path | None) -> None:
    """Write PLAYER's expression in another form.

    PLAYER is random-tree:N, hand:NAME, expr:TEXT, a run directory, or a champion file.
    """
    from senet_gp.errors import UsageError
    from senet_gp.export import FORMATS
    from senet_gp.files import write_whole
    from senet_gp.players.parsing import game_of, player_from_text, rules_for
    from senet_gp.players.player import ExpressionPlayer

    who = player_from_text(player, rules_for([player], game or game_of(player)))
    if not isinstance(who, ExpressionPlayer):
        raise UsageError(f"{player} has no expression that could be written")
    text = FORMATS[format_name](who.tree, who.vocabulary)
    if out is None:
        click.echo(text, nl=False)
        return
    write_whole(out, text, new=True)
    click.echo(f"{out} written ({len(who.tree)} nodes)", err=True)
