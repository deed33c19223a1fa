"""``senet-gp verdict``."""

from __future__ import annotations

import click

from senet_gp.cli.completion import game_names, player_names
from senet_gp.cli.options import json_option, parameters_option
from senet_gp.cli.output import print_json


@click.command("verdict")
@click.argument("game_name", metavar="GAME", shell_complete=game_names)
@click.argument("player", metavar="PLAYER", shell_complete=player_names)
@parameters_option
@json_option
def command(game_name: str, player: str, parameters: tuple[tuple[str, int], ...], *, as_json: bool) -> None:
    """Prove PLAYER's worst result in GAME, a small game, against every line of play.

    For each seat: the worst result to which the opponent's moves and PLAYER's own choices between equal moves
    can lead, with a shortest line that leads there. Some games measure more: in pursuit, in which states
    PLAYER misses an immediate win, allows one, or repeats a move. Perfect play never does.
    """
    from senet_gp.arena.verdict import verdict
    from senet_gp.cli.progress import progress_bar
    from senet_gp.errors import printable
    from senet_gp.games.small import small_game
    from senet_gp.players.parsing import player_from_text

    game = small_game(game_name, dict(parameters))
    who = player_from_text(player, game)
    # How many there are is not known before.
    with progress_bar("positions", None) as show:
        found = verdict(game, who, lambda met: show(met, f"{met:,} met"))
    if as_json:
        print_json(found.as_json())
        return
    click.echo(f"{printable(player)} at {game_name}, against every line of play:")
    for seat in found.seats:
        click.echo(f"  {seat}")
        click.echo(f"    the worst line from {seat.start}: {' '.join(seat.line)}")
    for line in found.measure.lines() if found.measure else []:
        click.echo(f"  {line}")
