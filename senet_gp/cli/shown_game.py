"""A game that is looked at on the terminal: its title, its choices one by one, and its end."""

from __future__ import annotations

import select
import sys

from senet_gp.arena.record import GameRecord
from senet_gp.cli.game_table import GameTable
from senet_gp.errors import printable
from senet_gp.games.registry import titled
from senet_gp.interruption import heard_at_once, wakeups


class ShownGame:
    """Shows a recorded game, or one that is being played and recorded.

    Attributes:
        record: the game.
        table: where it is shown.
    """

    def __init__(self, record: GameRecord, *, ascii_only: bool) -> None:
        self.record = record
        self.table = GameTable(record.game, ascii_only=ascii_only)
        self._names = [printable(name) for name in record.players]

    def show_title(self) -> None:
        """Say which game it is, and who plays."""
        game, signs = self.record.game, self.table.signs
        self.table.say(f"{titled(game)}: {signs[0]} {self._names[0]} against {signs[1]} {self._names[1]}")

    def show_after(self, count: int) -> None:
        """Show the last of so many choices, and the board after it; for none, the start."""
        if count == 0:
            self.table.draw(self.record.start, 0)
            return
        choice = self.record.choices[count - 1]
        self.table.tell(choice.turn, choice.decision, choice.index, self.record.players[choice.seat])
        if choice.result is None:
            self.table.draw(choice.played.position, choice.seat)


def line_within(seconds: float, *, listen: bool = True) -> bool:
    """Wait so long, or until the person types a line; whether they did.

    Args:
        seconds: how long.
        listen: whether a line ends the wait; else only an interruption does.

    Raises:
        KeyboardInterrupt: if the person interrupts the program.
    """
    heard = [sys.stdin] if listen and sys.stdin is not None else []
    with heard_at_once():
        ready = select.select([*heard, *wakeups()], [], [], seconds)[0]
    return bool(heard) and sys.stdin in ready
