"""``senet-gp watch``."""

from __future__ import annotations

import secrets
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import click

from senet_gp.cli import Interrupted, compile_kernels, options
from senet_gp.cli.help_pages import GAME, Verb, option
from senet_gp.runtime.errors import printable

if TYPE_CHECKING:
    from senet_gp.arena.record import GameRecord
    from senet_gp.cli.game_view import ShownGame
    from senet_gp.players.player import Player


@click.command(
    "watch",
    cls=Verb,
    examples=[
        "senet-gp watch senet hand:HC5 random-tree:1",
        "senet-gp watch senet net hand:V8 --delay 0.5 --record game.txt",
    ],
)
@options.game
@options.player("a")
@options.player("b", "OPPONENT")
@option(
    "--delay",
    group=GAME,
    type=click.FloatRange(0, 60),
    help="How many seconds each board is shown.  [default: 1 in a terminal, else 0]",
)
@options.rules
@options.drawn_seed("game")
@options.start
@options.new_file("--record", "Save the game into this new file, however it ends.")
@options.ascii_only
def command(
    game_name: str,
    a: str,
    b: str,
    delay: float | None,
    parameters: dict[str, int],
    seed: int | None,
    position: str | None,
    throws: str | None,
    record: Path | None,
    *,
    ascii_only: bool,
) -> None:
    """Watch PLAYER, who moves first, play a game of GAME against OPPONENT, board by board.

    Ctrl-C ends it. senet-gp replay shows a saved game again, and senet-gp analyse finds its mistakes.
    """
    from senet_gp.arena.record import record_from
    from senet_gp.cli.game_view import ShownGame
    from senet_gp.players.parsing import game_for, player_from_text

    game = game_for([a, b], game_name, parameters)
    players = player_from_text(a, game), player_from_text(b, game)
    drawn = secrets.randbelow(2**31) if seed is None else seed
    played = record_from((players[0].name, players[1].name), game, drawn, position, throws)
    shown = ShownGame(played, ascii_only=ascii_only)
    compile_kernels(game)
    shown.show_title()
    shown.table.say(f"(To watch the same game again: --seed {drawn})")
    usual = 1.0 if sys.stdout is not None and sys.stdout.isatty() else 0.0
    try:
        _watch(played, players, shown, usual if delay is None else delay)
    except KeyboardInterrupt:
        where = f"; it is saved in {record}" if record else ""
        raise Interrupted(f"you stopped watching in turn {played.turns + 1}{where}") from None
    finally:
        if record is not None:
            played.write(record)
    shown.table.say(f"End of the game: {shown.record.end}.")
    if record is not None:
        shown.table.say(f"Saved in {printable(str(record))}.")


def _watch(record: GameRecord, players: tuple[Player, Player], shown: ShownGame, delay: float) -> None:
    """Play the game, show and record every choice."""
    from senet_gp.arena.record import play_on
    from senet_gp.cli.game_view import line_within

    shown.show_after(0)
    for _ in play_on(record, players):
        shown.show_after(len(record.choices))
        if delay and record.outcome_by_moves is None:
            line_within(delay, listen=False)
