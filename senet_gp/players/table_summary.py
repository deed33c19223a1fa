"""What is in a table of positions, in numbers."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import Any

from senet_gp.games.board_game import BoardGame, Position
from senet_gp.games.combinations import COMBINATIONS, combinations, is_kept_by_source
from senet_gp.games.retrograde import graph, value_of_move, values
from senet_gp.games.tictactoe import TicTacToe
from senet_gp.players.position_table import PositionTable


@dataclass(frozen=True)
class TableSummary:
    """A table in numbers.

    Attributes:
        game: the game's name.
        combinations: how many ways to fill the board were looked at; None where positions are found by play.
        source_filter: how many of them the source's filter keeps, with its slip.
        kept: how many positions the table holds.
        with_a_move: in how many of them there is a move to make.
        symmetries: in how many ways the board can be laid on itself.
        classes: how many positions are left if those that symmetries map to one another count once.
        classes_with_a_move: the same of those with a move to make.
    """

    game: str
    combinations: int | None
    source_filter: int | None
    kept: int
    with_a_move: int
    symmetries: int
    classes: int
    classes_with_a_move: int

    def as_json(self) -> dict[str, Any]:
        """The numbers as ``senet-gp table --json`` prints them."""
        return asdict(self)


def summary(table: PositionTable) -> TableSummary:
    """The numbers of a table."""
    by_combinations = isinstance(table.game, TicTacToe)
    kept = [entry.position for entry in table.entries]
    with_a_move = [entry.position for entry in table.entries if entry.move is not None]
    return TableSummary(
        table.game.name,
        COMBINATIONS if by_combinations else None,
        sum(map(is_kept_by_source, combinations())) if by_combinations else None,
        len(kept),
        len(with_a_move),
        len(table.game.symmetries()),
        _classes(table.game, kept),
        _classes(table.game, with_a_move),
    )


@dataclass(frozen=True)
class EntryReport:
    """An entry of a table, and what perfect play gets by each move.

    Attributes:
        index: the entry's number.
        position: the board, as the game writes it.
        move: the move in the table.
        leads_to: what it leads to, as the table says it: an entry's index, or how the game ends.
        values: every move with what it gets: ``win in 3``, ``draw``, ``loss in 2``.
    """

    index: int
    position: str
    move: str
    leads_to: str
    values: tuple[tuple[str, str], ...]

    def as_json(self) -> dict[str, Any]:
        """The entry as ``senet-gp table --show --json`` prints it."""
        return asdict(self) | {"values": dict(self.values)}


def entry_report(table: PositionTable, position: Position) -> EntryReport:
    """The entry of a position at which there is a move to make.

    Raises:
        SenetGpError: if the table has no entry for it.
    """
    entry, game = table[position], table.game
    move = entry.move
    if move is None:
        raise AssertionError("where the game goes on, an entry has a move")
    moves = graph(game, [position])
    known = values(game, moves)
    rated = [(game.notation(c, 0), str(value_of_move(game, c, known))) for c in moves[position]]
    return EntryReport(
        entry.index, game.text(position), game.notation(move, 0), table.leads_to(move), tuple(rated)
    )


def _classes(game: BoardGame, positions: list[Position]) -> int:
    symmetries = game.symmetries()
    seen: set[Position] = set()
    classes = 0
    for position in positions:
        if position not in seen:
            classes += 1
            seen.update(game.mapped(position, symmetry) for symmetry in symmetries)
    return classes
