"""Summaries of tables of positions, and reports on their entries."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import Any

from senet_gp.games.small import Position, SmallGame
from senet_gp.games.solving.retrograde import graph, value_of_move, values
from senet_gp.games.solving.rule_tree import TreeNode, tree_size
from senet_gp.players.position_table import PositionTable, classes, playable


@dataclass(frozen=True)
class TableSummary:
    """The numbers of a table.

    Attributes:
        game: the game's name.
        orders: the number of orders in which the board can be filled; None if it is not filled cell by cell.
        games: the number of different games up to their ends; None if a game can go on for ever, or they are
            too many to count.
        combinations: the number of ways to fill the board; None if positions are found by play.
        source_filter: how many of them the source's filter keeps, with its error.
        kept: the number of positions that the table covers.
        with_a_move: in how many of them a move is possible.
        symmetries: the number of symmetries of the board.
        classes: the number of positions if those that symmetries map to one another count once.
        classes_with_a_move: the same for positions with a possible move.
        reduced: whether an entry represents all positions of its class.
        entries: the number of entries.
    """

    game: str
    orders: int | None
    games: int | None
    combinations: int | None
    source_filter: int | None
    kept: int
    with_a_move: int
    symmetries: int
    classes: int
    classes_with_a_move: int
    reduced: bool
    entries: int

    def as_json(self) -> dict[str, Any]:
        """The numbers as ``senet-gp table --json`` prints them."""
        return asdict(self)


def summary(table: PositionTable) -> TableSummary:
    """The numbers of a table."""
    fillings = table.game.fillings()
    kept = _answered(table)
    with_a_move = [position for position in kept if table[position].move is not None]
    return TableSummary(
        table.game.name,
        fillings.orders if fillings else None,
        _games(table.game),
        fillings.combinations if fillings else None,
        fillings.source_filter if fillings else None,
        len(kept),
        len(with_a_move),
        len(table.game.symmetries()),
        len(classes(table.game, kept)),
        len(classes(table.game, with_a_move)),
        table.reduced,
        len(table.entries),
    )


def _answered(table: PositionTable) -> list[Position]:
    """The positions that a table covers."""
    if not table.reduced:
        return [entry.position for entry in table.entries]
    return [position for position in playable(table.game) if table.found(position) is not None]


def _games(game: SmallGame) -> int | None:
    """The number of different games: the leaves of the game's tree."""
    if game.cyclic:
        return None
    sizes = [tree_size(TreeNode(game, 0, start)) for start in game.starts()]
    return None if None in sizes else sum(size.leaves for size in sizes if size)


@dataclass(frozen=True)
class EntryReport:
    """An entry of a table, and the result of each move under perfect play.

    Attributes:
        index: the entry's number.
        position: the board, as the game writes it.
        side: the name of the player to move's side, if the board shows which it is; else an empty text.
        stored: the position of the entry, another one if a symmetry maps ``position`` to it.
        move: the table's move in ``position``.
        leads_to: what it leads to, in the words of the table: an entry's index, or how the game ends.
        values: every move with its result: ``win in 3``, ``draw``, ``loss in 2``.
    """

    index: int
    position: str
    side: str
    stored: str
    move: str
    leads_to: str
    values: tuple[tuple[str, str], ...]

    def as_json(self) -> dict[str, Any]:
        """The entry as ``senet-gp table --show --json`` prints it."""
        return asdict(self) | {"values": dict(self.values)}


def entry_report(table: PositionTable, position: Position) -> EntryReport:
    """The report on the entry of a position with a possible move.

    Raises:
        SenetGpError: if the table has no entry for it.
    """
    game = table.game
    moves = graph(game, [position])
    known = values(game, moves)
    entry, move = table[position], table.move_at(position, moves[position])
    rated = [(game.notation(c, 0), str(value_of_move(game, c, known))) for c in moves[position]]
    return EntryReport(
        entry.index,
        game.text(position),
        game.side_to_move(position),
        game.text(entry.position),
        game.notation(move, 0),
        table.leads_to(move),
        tuple(rated),
    )
