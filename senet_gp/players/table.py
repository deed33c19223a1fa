"""A player that looks its moves up in a table."""

from __future__ import annotations

from pathlib import Path

from senet_gp.errors import UsageError
from senet_gp.games.protocol import Decision
from senet_gp.games.small import SmallGame
from senet_gp.players.position_table import PositionTable
from senet_gp.players.position_table_file import read_position_table
from senet_gp.quoting import brief, shortened
from senet_gp.streams import Streams


class TablePlayer:
    """Plays the move of a table for the position.

    Attributes:
        table: the table.
        name: the player as it is written on the command line.
    """

    participant = None

    def __init__(self, table: PositionTable, name: str = "table") -> None:
        self.table = table
        self.name = name

    def __repr__(self) -> str:
        return brief(self, self.name, self.table.game)

    def choose(self, decision: Decision, streams: Streams) -> int:  # noqa: ARG002 - it draws nothing
        """The index of the afterstate of the table's move.

        Raises:
            SenetGpError: if the position is not in the table.
        """
        return self.possible(decision)[0]

    def possible(self, decision: Decision) -> list[int]:
        """The indices of the afterstates that it may choose: only one.

        Raises:
            SenetGpError: if the position is not in the table.
        """
        return [list(decision.afterstates).index(self.table.move_at(decision.position, decision.afterstates))]


def table_player(text: str, game: SmallGame) -> TablePlayer:
    """The player of ``table``, whose table is built, or of ``table:FILE``.

    Raises:
        UsageError: if the text has another form, or the game has too many positions.
        FileError: if the file holds no table of this game.
    """
    file = table_file(text)
    return TablePlayer(PositionTable.build(game) if file is None else read_position_table(file, game), text)


def table_file(text: str) -> Path | None:
    """The file that ``table:FILE`` names; None for ``table``.

    Raises:
        UsageError: if the text has another form.
    """
    kind, colon, name = text.partition(":")
    if kind != "table" or (colon and not name):
        raise UsageError(f"{shortened(text)!r} is not a player: write table, or table:FILE")
    return Path(name) if colon else None
