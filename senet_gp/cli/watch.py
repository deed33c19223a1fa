"""``senet-gp watch``."""

from __future__ import annotations

import secrets
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import click

from senet_gp.cli.options import game_names, parameters_option, player_names, start_options
from senet_gp.runtime.checks import MAX_SEED
from senet_gp.runtime.errors import printable

if TYPE_CHECKING:
    from senet_gp.arena.record import GameRecord
    from senet_gp.cli.game_view import ShownGame
    from senet_gp.players.player import Player


@click.command("watch")
@click.argument("game_name", metavar="GAME", shell_complete=game_names)
@click.argument("a", metavar="PLAYER", shell_complete=player_names)
@click.argument("b", metavar="OPPONENT", shell_complete=player_names)
@click.option(
    "--delay",
    type=click.FloatRange(0, 60),
    help="How many seconds each board is shown.  [default: 1 in a terminal, else 0]",
)
@parameters_option
@click.option(
    "--seed", type=click.IntRange(0, MAX_SEED), help="The same seed gives the same game.  [default: drawn]"
)
@start_options
@click.option(
    "--record",
    type=click.Path(path_type=Path),
    help="Save the game into this new file, however it ends.",
)
@click.option("--ascii", "ascii_only", is_flag=True, help="Draw with ASCII characters only.")
def command(
    game_name: str,
    a: str,
    b: str,
    delay: float | None,
    parameters: tuple[tuple[str, int], ...],
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
    from senet_gp.cli import Interrupted, compile_kernels
    from senet_gp.cli.game_view import ShownGame
    from senet_gp.players.parsing import game_for, player_from_text
    from senet_gp.runtime.files import check_new

    game = game_for([a, b], game_name, dict(parameters))
    players = player_from_text(a, game), player_from_text(b, game)
    if record is not None:
        check_new(record)
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
    import numpy as np

    from senet_gp.arena.record import going_on
    from senet_gp.cli.game_view import line_within

    streams = np.array(record.streams, np.uint64)
    playthrough = going_on(record, players, streams)
    shown.show_after(0)
    try:
        for choice in playthrough.choices():
            record.choices.append(choice)
            record.streams = tuple(streams.tolist())
            shown.show_after(len(record.choices))
            if delay and playthrough.outcome is None:
                line_within(delay, listen=False)
    finally:
        record.outcome, record.resigned = playthrough.outcome, playthrough.resigned
