"""Showing the boxes of a matchbox machine."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from senet_gp.cli.machines import in_words, plot_curve
from senet_gp.cli.output import print_json

if TYPE_CHECKING:
    from pathlib import Path


def show_boxes(file: Path, plot: Path | None, *, ascii_only: bool, as_json: bool) -> None:
    """Show every box of the machine in a file; draw its learning curve into ``plot``, if that is given.

    Raises:
        FileError: if a file cannot be read or written.
        UsageError: if the curve is wanted, and the machine has none.
    """
    from senet_gp.cli.game_table import GameTable
    from senet_gp.errors import UsageError
    from senet_gp.learning.drawing import drawn_boxes
    from senet_gp.players.matchbox import Tally
    from senet_gp.players.matchbox_file import as_content, read_matchbox

    player = read_matchbox(file)
    if plot:
        if not player.curve:
            raise UsageError(f"{file} has no learning curve: leave out --plot")
        plot_curve(player, plot)
    if as_json:
        print_json(as_content(player))
        return
    table = GameTable(player.game, ascii_only=ascii_only)
    click.echo(f"{player.game.name}, learned from {player.games} games. {in_words(player.scheme)}\n")
    if player.people != Tally():
        met = player.people
        click.echo(f"Its games against people: {met.won} won, {met.drawn} drawn, {met.lost} lost.\n")
    for line in drawn_boxes(player, table.signs, table.empty):
        click.echo(line)
