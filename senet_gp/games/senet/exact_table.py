"""What ``senet-gp table senet`` makes and tells: the chances of all boards with few pieces."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Any, cast

from senet_gp.errors import FileError, UsageError
from senet_gp.games.protocol import Game
from senet_gp.games.registry import parameters_of
from senet_gp.games.senet.board_numbers import number_of_boards
from senet_gp.games.senet.few_pieces import MAX_SOON, ChanceTable, chance_table, pieces_a_side
from senet_gp.games.senet.few_pieces_file import read_chances, solve_into
from senet_gp.games.senet.game import Senet
from senet_gp.games.senet.moves import Position
from senet_gp.games.senet.value_iteration import Show, check_few
from senet_gp.quoting import shortened


@dataclass(frozen=True)
class SolvedGame:
    """A game with throws, and the chances in all its positions.

    Attributes:
        game: the game.
        table: the chances.
    """

    game: Senet
    table: ChanceTable

    @property
    def first_mover_chance(self) -> float:
        """The first mover's chance of winning, if both play perfectly."""
        return self.table.chance(self.game.starts()[0])

    def as_json(self) -> dict[str, Any]:
        """The numbers as the command line prints them."""
        return {
            "game": self.game.name,
            "parameters": parameters_of(self.game),
            "positions": number_of_boards(self.game.pieces),
            "first_mover_chance": self.first_mover_chance,
        }

    def lines(self) -> list[str]:
        """The numbers for people."""
        return [
            f"positions in which the game goes on{number_of_boards(self.game.pieces):>17,}",
            f"first mover's chance with perfect play{self.first_mover_chance:>14.4%}",
        ]

    def chance(self, position: Position) -> float:
        """The chance of winning of the player to move.

        Raises:
            UsageError: if the table does not have the position.
        """
        chance = self.table.chance(position)
        if chance != chance:  # noqa: PLR0124 - it is not a number
            raise UsageError(
                f"the table has boards with at most {pieces_a_side(self.table.pieces)}, and {position} is "
                "none of them"
            )
        return chance


def exact_table(game: Game, out: Path | None, source: Path | None, show: Show | None) -> SolvedGame:
    """The chances of a game, found now or read from a file.

    Args:
        game: Senet.
        out: the new file that they are written into.
        source: the file that they are read from instead.
        show: is told how much is done.

    Raises:
        UsageError: if there are too many pieces, or too many to do without a file.
        FileError: if a file cannot be read or written.
        KeyboardInterrupt: if the person interrupts the program.
    """
    senet = cast("Senet", game)
    if source is not None and out is not None:
        raise UsageError("--out writes a new table and --from reads one: leave out one of them")
    table = table_for(senet, source) if out is None else solve_into(out, senet.pieces, show)
    return SolvedGame(senet, table)


def table_for(game: Game, file: Path | None) -> ChanceTable:
    """The chances of all boards of Senet, from a file or found now.

    Raises:
        UsageError: if there are too many pieces.
        FileError: if the file cannot be read, or is for fewer pieces.
    """
    if file is None:
        check_soon(game)
        return chance_table(cast("Senet", game).pieces)
    pieces = cast("Senet", game).pieces
    check_few(pieces)
    table = read_chances(file)
    if table.pieces < pieces:
        raise FileError(
            f"{shortened(file)} has boards with at most {pieces_a_side(table.pieces)}, not {pieces}: name "
            "another table"
        )
    return table


def check_soon(game: Game) -> None:
    """Check that the chances of Senet are found within seconds.

    Raises:
        UsageError: if there are too many pieces.
    """
    pieces = cast("Senet", game).pieces
    check_few(pieces)
    if pieces > MAX_SOON:
        raise UsageError(
            f"solving Senet with {pieces} pieces a side takes long: do it once by senet-gp table senet "
            f"--rule pieces={pieces} --out FILE, and name the player table:FILE, or in verdict --table FILE"
        )
