"""Reading tables of positions, which people may have edited by hand."""

from __future__ import annotations

import re
from collections.abc import Sequence
from io import StringIO
from pathlib import Path
from typing import NoReturn

from senet_gp.errors import FileError, UsageError
from senet_gp.files.reading import check_version, read_text
from senet_gp.games.small import Afterstate, Position, SmallGame
from senet_gp.players.position_table import (
    FORMAT,
    NO_MOVE,
    REDUCED_FORMAT,
    REDUCED_VERSION,
    VERSION,
    Entry,
    PositionTable,
    playable,
    title_of,
)
from senet_gp.quoting import shortened

_MAX_BYTES = 32 << 20
_LEFT_OUT = "?"
_INDEX = re.compile(r"0|[1-9][0-9]{0,8}")


def read_position_table(path: Path | str, game: SmallGame) -> PositionTable:
    """Read the table in a file.

    Raises:
        FileError: if it cannot be read, is not a table of this game, or an entry is wrong; the message names
            the line.
    """
    return _Reader(Path(path), game).table()


class _Reader:
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
            entries.append(Entry(entry.index, entry.position, self._move(entry, move, leads_to, bare)))
        return PositionTable(self._game, entries, self._reduced)

    def _rows(self) -> list[tuple[int, list[str]]]:
        """The lines with entries, as their numbers and their four parts."""
        lines = StringIO(read_text(self._path, _MAX_BYTES))
        name, _, version = lines.readline().rstrip("\n").rpartition(" ")
        versions = {FORMAT: VERSION, REDUCED_FORMAT: REDUCED_VERSION}
        if name not in versions:
            raise FileError(f"{shortened(self._path)} is not a {FORMAT} file")
        check_version(self._path, name, version, versions[name])
        self._reduced = name == REDUCED_FORMAT
        self._line = 2
        found, expected = lines.readline().rstrip("\n"), f"game: {title_of(self._game)}"
        if found != expected:
            self._refuse(f"it says {shortened(found)!r}, but a table for this game says {expected!r}")
        rows: list[tuple[int, list[str]]] = []
        for self._line, line in enumerate(lines, 3):
            if not line.strip() or line.startswith("#"):
                continue
            parts = line.split(maxsplit=4)
            if len(parts) != 4:
                self._refuse("an entry has four parts: index, position, move, and what it leads to")
            rows.append((self._line, parts))
        return rows

    def _bare_entries(self, rows: Sequence[tuple[int, list[str]]]) -> list[Entry]:
        """The entries without their moves."""
        entries: list[Entry] = []
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
            entries.append(Entry(int(index), position, None))
        return entries

    def _position(self, text: str) -> Position:
        """The position of an entry, which must be reachable."""
        try:
            position = self._game.position_as_written(text)
        except UsageError as error:
            self._refuse(str(error))
        if position not in self._known:
            self._refuse(f"{shortened(text)!r} is no position that can come up in {self._game.name}")
        return position

    def _move(self, entry: Entry, move: str, leads_to: str, table: PositionTable) -> Afterstate | None:
        """The move of an entry, which may be given as a move, by what it leads to, or both."""
        afterstates = self._known[entry.position]
        if not afterstates:
            if (move, leads_to) != (NO_MOVE, NO_MOVE):
                self._refuse(f"the board is full: its move is {NO_MOVE} and leads to {NO_MOVE}")
            return None
        if move == _LEFT_OUT:
            leading = [afterstate for afterstate in afterstates if table.leads_to(afterstate) == leads_to]
            if not leading:
                self._refuse(
                    f"no move leads from {self._game.text(entry.position)} to {shortened(leads_to)!r}"
                )
            return leading[0]
        try:
            afterstate = afterstates[self._game.afterstate_named(afterstates, 0, move)]
        except UsageError as error:
            self._refuse(str(error))
        if leads_to not in {_LEFT_OUT, table.leads_to(afterstate)}:
            self._refuse(
                f"move {move} leads to {table.leads_to(afterstate)}, not to {shortened(leads_to)!r}: "
                f"set one of both to {_LEFT_OUT}"
            )
        return afterstate

    def _refuse(self, reason: str) -> NoReturn:
        raise FileError(f"{shortened(self._path)}, line {self._line}: {reason}")
