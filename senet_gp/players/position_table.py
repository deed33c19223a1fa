"""Tables of all positions of a game with a move for each, as text that can be edited by hand.

The file has one line per entry: its index, the position as the player to move sees it, the move to make, and
what the move leads to, which is the index of another entry or the end of the game (see docs/small_games.md).

A *reduced* table has one entry for all positions that the game's symmetries map to one another. To look up a
position, it is mapped to the position with an entry; the same symmetry maps the move that is played to the
entry's move. The symmetries are the game's own (:meth:`SmallGame.symmetries`).

The player ``table`` looks its moves up in a table. Summaries and reports tell what stands in one.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, fields
from functools import cached_property
from io import StringIO
from pathlib import Path
from typing import NoReturn

from senet_gp.games.protocol import Decision
from senet_gp.games.small import Position, SmallAfterstate, SmallGame
from senet_gp.games.solving.perfect import graph, value_of_move, values
from senet_gp.games.solving.rule_tree import TreeNode, tree_size
from senet_gp.players.player import SurePlayer
from senet_gp.runtime.errors import FileError, SenetGpError, UsageError, brief, shortened
from senet_gp.runtime.files import check_version, read_text, write_whole

FORMAT, VERSION = "senet-gp position table", 1
NO_MOVE = "-"
_MISSING = "missing"
_ENDS = {1: "won", 0: "drawn", -1: "lost"}

Symmetry = Sequence[int]

_HEAD = """\
{format} {version}
game: {game}
# A line an entry: index, position, move, and what the move leads to: an entry's index, or won, drawn, lost.
# x is the player to move, o the other. What a move leads to may be set to ?.
"""
_REDUCED = " (reduced)"
_REDUCED_HEAD = "# An entry stands for all positions that symmetries of the board map to its own.\n"
_MAX_BYTES = 32 << 20
_LEFT_OUT = "?"
_INDEX = re.compile(r"0|[1-9][0-9]{0,8}")


@dataclass(frozen=True, slots=True)
class TableEntry:
    """A position with the move to make.

    Attributes:
        index: the entry's number in the table.
        position: the position as the player to move sees it.
        move: the move; None on a full board, where no move is possible.
    """

    index: int
    position: Position
    move: SmallAfterstate | None


@dataclass(frozen=True)
class PositionTable:
    """A table of positions with moves.

    Attributes:
        game: the game.
        entries: its entries, by rising index.
        reduced: whether an entry represents all positions that symmetries map to its own.
    """

    game: SmallGame
    entries: Sequence[TableEntry]
    reduced: bool = False

    def __repr__(self) -> str:
        return brief(self, self.game, f"{len(self.entries):,} entries", *["reduced"] * self.reduced)

    @classmethod
    def build(cls, game: SmallGame, *, reduced: bool = False) -> PositionTable:
        """Build the table of all reachable positions, with a best move for each.

        Of several best moves it takes the quickest win or the slowest loss, and then the lowest cell (if
        pieces move, first the lowest start).

        Args:
            game: the game.
            reduced: whether only the first of the positions that symmetries map to one another has an entry.

        Raises:
            UsageError: if there are too many of them.
        """
        positions = playable(game)
        chosen = classes(game, positions) if reduced else list(positions)
        moves = graph(game, [position for position in positions if positions[position]])
        known = values(game, moves)
        return cls(
            game,
            [
                TableEntry(
                    index,
                    position,
                    min(
                        positions[position],
                        key=lambda c: (-value_of_move(game, c, known).rank, game.move_order(c)),
                        default=None,
                    ),
                )
                for index, position in enumerate(chosen)
            ],
            reduced,
        )

    @cached_property
    def by_position(self) -> dict[Position, TableEntry]:
        """The entry of each position that has its own entry."""
        return {entry.position: entry for entry in self.entries}

    @cached_property
    def symmetries(self) -> Sequence[Symmetry]:
        """The symmetries for looking up positions: the identity, or in a reduced table all of them."""
        symmetries = self.game.symmetries()
        return symmetries if self.reduced else symmetries[:1]

    def found(self, position: Position) -> tuple[TableEntry, Symmetry] | None:
        """The entry for a position, and the symmetry that maps the position to it; None if there is none."""
        for symmetry in self.symmetries:
            entry = self.by_position.get(self.game.mapped(position, symmetry))
            if entry is not None:
                return entry, symmetry
        return None

    def move_at(self, position: Position, afterstates: Sequence[SmallAfterstate]) -> SmallAfterstate:
        """The table's move in a position, which is one of the afterstates there.

        Raises:
            SenetGpError: if the table has no entry for the position.
        """
        entry, symmetry = self._looked_up(position)
        move = entry.move
        if move is None:
            raise AssertionError("where the game goes on, an entry has a move")
        return next(c for c in afterstates if self.game.mapped(c.position, symmetry) == move.position)

    def __getitem__(self, position: Position) -> TableEntry:
        """The entry for a position.

        Raises:
            SenetGpError: if there is none.
        """
        return self._looked_up(position)[0]

    def _looked_up(self, position: Position) -> tuple[TableEntry, Symmetry]:
        found = self.found(position)
        if found is None:
            raise SenetGpError(
                f"the table of {self.game.name} has no entry for the position {self.game.text(position)}"
            )
        return found

    def leads_to(self, move: SmallAfterstate) -> str:
        """What a move leads to, in the words of the table: an entry's index, or how the game ends."""
        # A position in which a game has just been won or lost may be met in others.
        after = None if move.result in {1, -1} else self.found(self.game.swapped(move.position))
        if after is not None:
            return str(after[0].index)
        return _MISSING if move.result is None else _ENDS[move.result]

    def to_text(self) -> str:
        """The table as text."""
        lines = []
        for entry in self.entries:
            move = entry.move
            played = (
                (NO_MOVE, NO_MOVE) if move is None else (self.game.notation(move, 0), self.leads_to(move))
            )
            lines.append(f"{entry.index:>6} {self.game.text(entry.position)} {played[0]:>3} {played[1]:>6}\n")
        title = title_of(self.game) + _REDUCED * self.reduced
        head = _HEAD.format(format=FORMAT, version=VERSION, game=title) + _REDUCED_HEAD * self.reduced
        return f"{head}\n{''.join(lines)}"

    def write(self, path: Path | str, *, new: bool = False) -> None:
        """Write the table.

        Args:
            path: the file.
            new: whether the file must not exist yet.

        Raises:
            FileError: if it cannot be written.
        """
        write_whole(Path(path), self.to_text(), new=new)


def playable(game: SmallGame) -> Mapping[Position, Sequence[SmallAfterstate]]:
    """The positions of a table, with the possible moves.

    They are the positions that are reachable while a game goes on. Those of tic-tac-toe are found as in its
    source, among all ways to fill the board, and include full boards without a line.

    Raises:
        UsageError: if there are too many of them.
    """
    fillings = game.fillings()
    if fillings is None:
        return graph(game, game.starts())
    return {position: game.afterstates(position) for position in fillings.positions}


def classes(game: SmallGame, positions: Iterable[Position]) -> list[Position]:
    """The first position of each class of positions that the game's symmetries map to one another."""
    symmetries = game.symmetries()
    seen: set[Position] = set()
    first = []
    for position in positions:
        if position not in seen:
            first.append(position)
            seen.update(game.mapped(position, symmetry) for symmetry in symmetries)
    return first


def title_of(game: SmallGame) -> str:
    """The name of the game with its parameters, as in a table."""
    parameters = [f"{field.name}={getattr(game, field.name)}" for field in fields(game)]  # type: ignore[arg-type]
    return " ".join([game.name, *parameters])


def read_position_table(path: Path | str, game: SmallGame) -> PositionTable:
    """Read the table in a file.

    Raises:
        FileError: if it cannot be read, is not a table of this game, or an entry is wrong; the message names
            the line.
    """
    return _TableReader(Path(path), game).table()


class _TableReader:
    """Reads a table line by line, and then checks that the entries agree with each other."""

    def __init__(self, path: Path, game: SmallGame) -> None:
        self._path = path
        self._game = game
        self._line = 0
        self._reduced = False

    def table(self) -> PositionTable:
        rows = self._rows()
        self._known = playable(self._game)
        # What moves lead to is known only when all positions are there.
        bare = PositionTable(self._game, self._bare_entries(rows), self._reduced)
        entries = []
        for (line, (_, _, move, leads_to)), entry in zip(rows, bare.entries, strict=True):
            self._line = line
            entries.append(TableEntry(entry.index, entry.position, self._move(entry, move, leads_to, bare)))
        return PositionTable(self._game, entries, self._reduced)

    def _rows(self) -> list[tuple[int, list[str]]]:
        """The lines with entries, as their numbers and their four parts."""
        lines = StringIO(read_text(self._path, _MAX_BYTES))
        name, _, version = lines.readline().rstrip("\n").rpartition(" ")
        if name != FORMAT:
            raise FileError(f"{shortened(self._path)} is not a {FORMAT} file")
        check_version(self._path, FORMAT, version, VERSION)
        self._line = 2
        title, expected = lines.readline().rstrip("\n"), f"game: {title_of(self._game)}"
        self._reduced = title == expected + _REDUCED
        if title != expected and not self._reduced:
            self._refuse(f"it says {shortened(title)!r}, but a table for this game says {expected!r}")
        rows: list[tuple[int, list[str]]] = []
        for self._line, line in enumerate(lines, 3):
            if not line.strip() or line.startswith("#"):
                continue
            *parts, last = line.split(maxsplit=2)
            parts += last.rsplit(maxsplit=1)  # the name of a move may have blanks
            if len(parts) != 4:
                self._refuse("an entry has four parts: index, position, move, and what it leads to")
            rows.append((self._line, parts))
        return rows

    def _bare_entries(self, rows: Sequence[tuple[int, list[str]]]) -> list[TableEntry]:
        """The entries without their moves."""
        entries: list[TableEntry] = []
        symmetries = PositionTable(self._game, (), self._reduced).symmetries
        lines: dict[Position, tuple[int, Position]] = {}  # for every position that an entry represents
        for self._line, (index, text, _, _) in rows:
            least = entries[-1].index + 1 if entries else 0
            if not _INDEX.fullmatch(index) or int(index) < least:
                self._refuse(f"the index must be a whole number from {least} on, not {shortened(index)!r}")
            position = self._position(text)
            if position in lines:
                line, other = lines[position]
                same = "" if other == position else f", as {self._game.text(other)} by a symmetry"
                self._refuse(f"the position {text} is in line {line} already{same}")
            lines |= dict.fromkeys(
                (self._game.mapped(position, s) for s in symmetries), (self._line, position)
            )
            entries.append(TableEntry(int(index), position, None))
        return entries

    def _position(self, text: str) -> Position:
        """The position of an entry, which must be reachable."""
        try:
            position = self._game.position_from(text)
        except UsageError as error:
            self._refuse(str(error))
        if position not in self._known:
            self._refuse(f"{shortened(text)!r} is no position that can come up in {self._game.name}")
        return position

    def _move(
        self, entry: TableEntry, move: str, leads_to: str, table: PositionTable
    ) -> SmallAfterstate | None:
        """The move of an entry, which leads to what is written there, unless that is left out."""
        afterstates = self._known[entry.position]
        if not afterstates:
            if (move, leads_to) != (NO_MOVE, NO_MOVE):
                self._refuse(f"the board is full: its move is {NO_MOVE} and leads to {NO_MOVE}")
            return None
        try:
            afterstate = afterstates[self._game.afterstate_named(afterstates, 0, move)]
        except UsageError as error:
            self._refuse(str(error))
        if leads_to not in {_LEFT_OUT, table.leads_to(afterstate)}:
            self._refuse(
                f"move {move} leads to {table.leads_to(afterstate)}, not to {shortened(leads_to)!r}: "
                f"set that to {_LEFT_OUT}"
            )
        return afterstate

    def _refuse(self, reason: str) -> NoReturn:
        raise FileError(f"{shortened(self._path)}, line {self._line}: {reason}")


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
    values: dict[str, str]


def entry_report(table: PositionTable, position: Position) -> EntryReport:
    """The report on the entry of a position with a possible move.

    Raises:
        SenetGpError: if the table has no entry for it.
    """
    game = table.game
    moves = graph(game, [position])
    known = values(game, moves)
    entry, move = table[position], table.move_at(position, moves[position])
    rated = {game.notation(c, 0): str(value_of_move(game, c, known)) for c in moves[position]}
    return EntryReport(
        entry.index,
        game.text(position),
        game.side_to_move(position),
        game.text(entry.position),
        game.notation(move, 0),
        table.leads_to(move),
        rated,
    )


class TablePlayer(SurePlayer):
    """Plays the move of a table for the position.

    Attributes:
        table: the table.
        name: the player as it is written on the command line.
    """

    def __init__(self, table: PositionTable, name: str = "table") -> None:
        self.table = table
        self.name = name

    def chosen(self, decision: Decision) -> int:
        """The index of the afterstate of the table's move.

        Raises:
            SenetGpError: if the position is not in the table.
        """
        return list(decision.afterstates).index(self.table.move_at(decision.position, decision.afterstates))


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
