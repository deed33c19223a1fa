"""A table of all positions of a game with a move for each, as text that can be set by hand.

The file has a line an entry: its index, the position as the player to move sees it, the move to make, and
what the move leads to: the index of another entry, or the end of the game. docs/exact.md tells more.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, fields
from functools import cached_property
from io import StringIO
from pathlib import Path
from typing import NoReturn

from senet_gp.errors import FileError, SenetGpError, UsageError
from senet_gp.files import read_text, readable_version, shortened, write_whole
from senet_gp.games.board_game import BoardGame, Candidate, Position
from senet_gp.games.combinations import combinations, is_kept, position_of
from senet_gp.games.retrograde import MOST_POSITIONS, graph, value_of_move, values
from senet_gp.games.tictactoe import TicTacToe

FORMAT, VERSION = "senet-gp position table", 1
_MOST_BYTES = 32 << 20
_NO_MOVE = "-"
_LEFT_OUT = "?"
_MISSING = "missing"
_ENDS = {1: "won", 0: "drawn", -1: "lost"}
_INDEX = re.compile(r"0|[1-9][0-9]{0,8}")

_HEAD = """\
{format} {version}
game: {game}
# A line an entry: index, position, move, and what the move leads to: an entry's index, or won, drawn, lost.
# x is the player to move, o the other. A move or what it leads to (one of both) may be set to ?.

"""


@dataclass(frozen=True, slots=True)
class Entry:
    """A position with the move to make.

    Attributes:
        index: the entry's number in the table.
        position: the board, seen by the player to move.
        move: the move; None on a full board, where none can be made.
    """

    index: int
    position: Position
    move: Candidate | None


@dataclass(frozen=True)
class PositionTable:
    """A table of positions with moves.

    Attributes:
        game: the game.
        entries: what it holds, by rising index.
    """

    game: BoardGame
    entries: Sequence[Entry]

    @classmethod
    def build(cls, game: BoardGame) -> PositionTable:
        """The table of all positions that can come up, with a best move for each.

        Among best moves it is the quickest win, the slowest loss, and then the lowest cell (where pieces
        move, first the lowest they come from).

        Raises:
            UsageError: if there are too many of them.
        """
        positions = playable(game)
        moves = graph(game, [position for position in positions if positions[position]])
        known = values(game, moves)
        return cls(
            game,
            [
                Entry(
                    index,
                    position,
                    min(
                        candidates,
                        key=lambda c: (-value_of_move(game, c, known).rank, c.start, c.target),
                        default=None,
                    ),
                )
                for index, (position, candidates) in enumerate(positions.items())
            ],
        )

    @cached_property
    def by_position(self) -> dict[Position, Entry]:
        """The entry of each position."""
        return {entry.position: entry for entry in self.entries}

    def __getitem__(self, position: Position) -> Entry:
        """The entry of a position.

        Raises:
            SenetGpError: if there is none.
        """
        if position not in self.by_position:
            raise SenetGpError(
                f"the table of {self.game.name} has no entry for the position {self.game.text(position)}"
            )
        return self.by_position[position]

    def leads_to(self, move: Candidate) -> str:
        """What stands in the table for what a move leads to: an entry's index, or how the game ends."""
        after = self.by_position.get(self.game.turned(move.position))
        if after is not None:
            return str(after.index)
        return _MISSING if move.result is None else _ENDS[move.result]

    def to_text(self) -> str:
        """The table as text."""
        lines = []
        for entry in self.entries:
            move = entry.move
            played = (
                (_NO_MOVE, _NO_MOVE) if move is None else (self.game.notation(move, 0), self.leads_to(move))
            )
            lines.append(f"{entry.index:>6} {self.game.text(entry.position)} {played[0]:>3} {played[1]:>6}\n")
        head = _HEAD.format(format=FORMAT, version=VERSION, game=_title(self.game))
        return head + "".join(lines)

    def write(self, path: Path, *, new: bool = False) -> None:
        """Write the table.

        Args:
            path: the file.
            new: whether there must be no such file yet.

        Raises:
            FileError: if it cannot be written.
        """
        write_whole(path, self.to_text(), new=new)

    @classmethod
    def read(cls, path: Path, game: BoardGame) -> PositionTable:
        """The table in a file.

        Raises:
            FileError: if it cannot be read or holds no table of this game, or an entry is wrong; then
                the sentence names the line.
        """
        return _Reader(path, game).table()


def playable(game: BoardGame) -> Mapping[Position, Sequence[Candidate]]:
    """The positions that belong into a table, with the moves that can be made.

    Tic-tac-toe's are found as its source finds them, among all ways to fill the board, and full boards
    without a line belong to them. In the other games they are those that can come up while a game goes on.

    Raises:
        UsageError: if there are too many of them.
    """
    if not isinstance(game, TicTacToe):
        return graph(game, game.starts())
    kept = [position_of(cells) for cells in combinations() if is_kept(cells)]
    return {position: game.candidates(position) for position in kept}


class _Reader:
    """Reads a table, line by line, and then looks whether the entries agree with each other."""

    def __init__(self, path: Path, game: BoardGame) -> None:
        self._path = path
        self._game = game
        self._line = 0

    def table(self) -> PositionTable:
        rows = self._rows()
        self._known = playable(self._game)
        # What moves lead to can be told only when all positions are there.
        bare = PositionTable(self._game, self._bare_entries(rows))
        entries = []
        for (line, (_, _, move, leads_to)), entry in zip(rows, bare.entries, strict=True):
            self._line = line
            entries.append(Entry(entry.index, entry.position, self._move(entry, move, leads_to, bare)))
        return PositionTable(self._game, entries)

    def _rows(self) -> list[tuple[int, list[str]]]:
        """The lines that hold entries, with their numbers, as their four parts."""
        lines = StringIO(read_text(self._path, _MOST_BYTES))
        name, _, version = lines.readline().rstrip("\n").rpartition(" ")
        if name != FORMAT:
            raise FileError(f"{shortened(self._path)} is not a {FORMAT} file")
        readable_version(self._path, FORMAT, version, VERSION)
        self._line = 2
        found, expected = lines.readline().rstrip("\n"), f"game: {_title(self._game)}"
        if found != expected:
            self._refuse(f"it says {shortened(found)!r}, but a table for this game says {expected!r}")
        rows: list[tuple[int, list[str]]] = []
        for self._line, line in enumerate(lines, 3):
            if not line.strip() or line.startswith("#"):
                continue
            parts = line.split(maxsplit=4)
            if len(parts) != 4:
                self._refuse("an entry has four parts: index, position, move, and what it leads to")
            if len(rows) == MOST_POSITIONS:
                self._refuse(f"a table has at most {MOST_POSITIONS} entries")
            rows.append((self._line, parts))
        return rows

    def _bare_entries(self, rows: Sequence[tuple[int, list[str]]]) -> list[Entry]:
        """The entries without their moves."""
        entries: list[Entry] = []
        lines: dict[Position, int] = {}
        by_text = {self._game.text(position): position for position in self._known}
        for self._line, (index, text, _, _) in rows:
            least = entries[-1].index + 1 if entries else 0
            if not _INDEX.fullmatch(index) or int(index) < least:
                self._refuse(f"the index must be a whole number from {least} on, not {shortened(index)!r}")
            position = by_text.get(text)
            if position is None:
                self._refuse(f"{shortened(text)!r} is no position that can come up in {self._game.name}")
            if position in lines:
                self._refuse(f"the position {text} stands in line {lines[position]} already")
            lines[position] = self._line
            entries.append(Entry(int(index), position, None))
        return entries

    def _move(self, entry: Entry, move: str, leads_to: str, table: PositionTable) -> Candidate | None:
        """The move of an entry, given as itself or by what it leads to, or both."""
        candidates = self._known[entry.position]
        if not candidates:
            if (move, leads_to) != (_NO_MOVE, _NO_MOVE):
                self._refuse(f"the board is full: its move is {_NO_MOVE} and leads to {_NO_MOVE}")
            return None
        if move == _LEFT_OUT:
            leading = [candidate for candidate in candidates if table.leads_to(candidate) == leads_to]
            if not leading:
                self._refuse(
                    f"no move leads from {self._game.text(entry.position)} to {shortened(leads_to)!r}"
                )
            return leading[0]
        try:
            candidate = candidates[self._game.candidate_named(candidates, 0, move)]
        except UsageError as error:
            self._refuse(str(error))
        if leads_to not in {_LEFT_OUT, table.leads_to(candidate)}:
            self._refuse(
                f"move {move} leads to {table.leads_to(candidate)}, not to {shortened(leads_to)!r}: "
                f"set one of both to {_LEFT_OUT}"
            )
        return candidate

    def _refuse(self, reason: str) -> NoReturn:
        raise FileError(f"{shortened(self._path)}, line {self._line}: {reason}")


def _title(game: BoardGame) -> str:
    """The game with its parameters, as a table names it."""
    parameters = [f"{field.name}={getattr(game, field.name)}" for field in fields(game)]  # type: ignore[arg-type]
    return " ".join([game.name, *parameters])
