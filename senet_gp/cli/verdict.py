"""``senet-gp verdict``."""

from __future__ import annotations

from pathlib import Path

import click

from senet_gp.cli import options
from senet_gp.cli.help_pages import GAME, Verb, option
from senet_gp.cli.output import print_json
from senet_gp.games.registry import in_words, parameters_of
from senet_gp.runtime.errors import printable


@click.command(
    "verdict",
    cls=Verb,
    examples=[
        "senet-gp verdict hexapawn minimax",
        "senet-gp verdict senet net --rule pieces=2",
    ],
)
@options.game
@options.player("player")
@options.rules
@options.table_of_chances
@option(
    "--games",
    group=GAME,
    type=click.IntRange(100, 10_000_000),  # the intervals of fewer games contain the regret too seldom
    help="In games with throws: estimate from this many games, at least 100, half of them in each seat, "
    "instead of finding it exactly.  [default with many positions: 20000]",
)
@options.seed
@options.as_json
def command(
    game_name: str,
    player: str,
    parameters: dict[str, int],
    table: Path | None,
    games: int | None,
    seed: int,
    *,
    as_json: bool,
) -> None:
    """Prove PLAYER's worst result in GAME, a small game, against every line of play.

    For each seat: the worst result to which the opponent's moves and PLAYER's own choices between equal moves
    can lead, with a shortest line that leads there. A position in which both players can be to move counts
    twice among those met. Some games measure more: in Pursuit, in which states PLAYER misses an immediate
    win, allows one, or repeats a move. Perfect play never does.

    In a game with throws that can be solved, such as senet with one to three pieces a side (--rule pieces=2):
    PLAYER's chance of winning against perfect play, and what it gives away in a game.
    """
    from senet_gp.arena.exact_verdict import exact_verdict, listed_verdict
    from senet_gp.arena.verdict import verdict
    from senet_gp.cli.progress import progress
    from senet_gp.games.dice.game import if_numbered
    from senet_gp.games.small import small_game
    from senet_gp.players.parsing import game_for, player_from_text

    game = game_for([player], game_name, parameters)
    if game.stochastic:
        numbered = if_numbered(game)
        if numbered is None:
            options.refuse_unread("for games whose boards have numbers", "table", "games", "seed")
            regret = listed_verdict(game, player_from_text(player, game))
        else:
            with progress("evaluating", as_share=True) as show:
                regret = exact_verdict(numbered, player_from_text(player, game), table, games, seed, show)
        if as_json:
            print_json(regret.as_json())
            return
        click.echo(f"{printable(player)} at {in_words(game)}, against perfect play:")
        for line in regret.lines():
            click.echo(f"  {line}")
        return
    options.refuse_unread("for games with throws", "table", "games", "seed")
    small = small_game(game_name, parameters_of(game))
    who = player_from_text(player, small)
    with progress("positions") as show:
        proven = verdict(small, who, show)
    if as_json:
        print_json(proven.as_json())
        return
    click.echo(f"{printable(player)} at {game_name}, against every line of play:")
    for seat in proven.seats:
        click.echo(f"  {seat}")
        click.echo(f"    the worst line from {seat.start}: {' '.join(seat.line)}")
    for line in proven.measure.lines() if proven.measure else []:
        click.echo(f"  {line}")
