"""``senet-gp replay``."""

from __future__ import annotations

import sys
from pathlib import Path

import click


@click.command("replay")
@click.argument("file", type=click.Path(path_type=Path))
@click.option("--ascii", "ascii_only", is_flag=True, help="Draw with ASCII characters only.")
def command(file: Path, *, ascii_only: bool) -> None:
    """Show a recorded game step by step.

    In a terminal, Enter shows the next move and q ends; through a pipe, the whole game is printed.
    """
    from senet_gp.arena.record import GameRecord
    from senet_gp.cli.game_table import GameTable
    from senet_gp.errors import printable
    from senet_gp.games.registry import in_words

    record = GameRecord.read(file)
    table = GameTable(record.game, ascii_only=ascii_only)
    first, second = map(printable, record.players)
    title = record.game.title + in_words(record.game).removeprefix(record.game.name)
    table.say(f"{title}: {table.signs[0]} {first} against {table.signs[1]} {second}")
    table.draw(record.start, 0)
    for choice in record.choices:
        table.tell(choice.turn, choice.decision, choice.index, record.players[choice.seat])
        if choice.result is None:
            table.draw(choice.played.position, choice.seat)
        if sys.stdin.isatty():
            try:
                if table.ask("Enter for the next move, q to end: ").strip().lower() == "q":
                    return
            except EOFError:
                return
    ends = {1: f"{first} wins", -1: f"{second} wins", 0: "nobody has won", None: "unfinished"}
    resigned = f", because {second if record.outcome == 1 else first} resigns" if record.resigned else ""
    table.say(f"End of the record: {ends[record.outcome]}{resigned}.")
