"""What is in a table of positions, in numbers."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import Any

from senet_gp.games.board.game import BoardGame, Position
from senet_gp.games.solving.retrograde import graph, value_of_move, values
from senet_gp.games.solving.rule_tree import TreeNode, tree_size
from senet_gp.players.position_table import PositionTable, classes, playable


@dataclass(frozen=True)
class TableSummary:
    """A table in numbers.

    Attributes:
        game: the game's name.
        orders: in how many orders the board can be filled; None where it is not filled cell by cell.
        games: how many different games can be played, none going on after its end; None where a game can go
            on for ever, or they are too many to be counted.
        combinations: how many ways to fill the board were looked at; None where positions are found by play.
        source_filter: how many of them the source's filter keeps, with its slip.
        kept: how many positions the table answers for.
        with_a_move: in how many of them there is a move to make.
        symmetries: in how many ways the board can be laid on itself.
        classes: how many positions are left if those that symmetries map to one another count once.
        classes_with_a_move: the same of those with a move to make.
        reduced: whether an entry stands for all positions of its class.
        entries: how many entries the table has.
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
    """The positions that a table answers for."""
    if not table.reduced:
        return [entry.position for entry in table.entries]
    return [position for position in playable(table.game) if table.found(position) is not None]


def _games(game: BoardGame) -> int | None:
    """How many different games can be played: the leaves of the game's tree."""
    if game.cyclic:
        return None
    sizes = [tree_size(TreeNode(game, 0, start)) for start in game.starts()]
    return None if None in sizes else sum(size.leaves for size in sizes if size)


@dataclass(frozen=True)
class EntryReport:
    """An entry of a table, and what perfect play gets by each move.

    Attributes:
        index: the entry's number.
        position: the board, as the game writes it.
        side: what the player to move is called, where the board tells; else nothing.
        stored: the board that stands in the entry: another one if a symmetry maps ``position`` to it.
        move: the move that the table names at ``position``.
        leads_to: what it leads to, as the table says it: an entry's index, or how the game ends.
        values: every move with what it gets: ``win in 3``, ``draw``, ``loss in 2``.
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
    """The entry of a position at which there is a move to make.

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
