"""Tables of all positions of a game with a move for each, as text that can be edited by hand.

The file has one line per entry: its index, the position as the player to move sees it, the move to make, and
what the move leads to, which is the index of another entry or the end of the game (see docs/exact.md).

A *reduced* table has one entry for all positions that the game's symmetries map to one another. To look up a
position, it is mapped to the position with an entry; the same symmetry maps the move that is played to the
entry's move. The symmetries are the game's own (:meth:`SmallGame.symmetries`).
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, fields
from functools import cached_property
from pathlib import Path

from senet_gp.errors import SenetGpError
from senet_gp.files.writing import write_whole
from senet_gp.games.small import Afterstate, Position, SmallGame
from senet_gp.games.solving.retrograde import graph, value_of_move, values
from senet_gp.quoting import brief

FORMAT, VERSION = "senet-gp position table", 1
REDUCED_FORMAT, REDUCED_VERSION = "senet-gp reduced position table", 1
NO_MOVE = "-"
_MISSING = "missing"
_ENDS = {1: "won", 0: "drawn", -1: "lost"}

Symmetry = Sequence[int]

_HEAD = """\
{format} {version}
game: {game}
# A line an entry: index, position, move, and what the move leads to: an entry's index, or won, drawn, lost.
# x is the player to move, o the other. A move or what it leads to (one of both) may be set to ?.
"""
_REDUCED_HEAD = "# An entry stands for all positions that {symmetries} symmetries map to its own.\n"


@dataclass(frozen=True, slots=True)
class Entry:
    """A position with the move to make.

    Attributes:
        index: the entry's number in the table.
        position: the position as the player to move sees it.
        move: the move; None on a full board, where no move is possible.
    """

    index: int
    position: Position
    move: Afterstate | None


@dataclass(frozen=True)
class PositionTable:
    """A table of positions with moves.

    Attributes:
        game: the game.
        entries: its entries, by rising index.
        reduced: whether an entry represents all positions that symmetries map to its own.
    """

    game: SmallGame
    entries: Sequence[Entry]
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
                Entry(
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
    def by_position(self) -> dict[Position, Entry]:
        """The entry of each position that has its own entry."""
        return {entry.position: entry for entry in self.entries}

    @cached_property
    def symmetries(self) -> Sequence[Symmetry]:
        """The symmetries for looking up positions: the identity, or in a reduced table all of them."""
        symmetries = self.game.symmetries()
        return symmetries if self.reduced else symmetries[:1]

    def found(self, position: Position) -> tuple[Entry, Symmetry] | None:
        """The entry for a position, and the symmetry that maps the position to it; None if there is none."""
        for symmetry in self.symmetries:
            entry = self.by_position.get(self.game.mapped(position, symmetry))
            if entry is not None:
                return entry, symmetry
        return None

    def move_at(self, position: Position, afterstates: Sequence[Afterstate]) -> Afterstate:
        """The table's move in a position, which is one of the afterstates there.

        Raises:
            SenetGpError: if the table has no entry for the position.
        """
        entry, symmetry = self._looked_up(position)
        move = entry.move
        if move is None:
            raise AssertionError("where the game goes on, an entry has a move")
        return next(c for c in afterstates if self.game.mapped(c.position, symmetry) == move.position)

    def __getitem__(self, position: Position) -> Entry:
        """The entry for a position.

        Raises:
            SenetGpError: if there is none.
        """
        return self._looked_up(position)[0]

    def _looked_up(self, position: Position) -> tuple[Entry, Symmetry]:
        found = self.found(position)
        if found is None:
            raise SenetGpError(
                f"the table of {self.game.name} has no entry for the position {self.game.text(position)}"
            )
        return found

    def leads_to(self, move: Afterstate) -> str:
        """What a move leads to, in the words of the table: an entry's index, or how the game ends."""
        after = self.found(self.game.swapped(move.position))
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
        name, version = (REDUCED_FORMAT, REDUCED_VERSION) if self.reduced else (FORMAT, VERSION)
        head = _HEAD.format(format=name, version=version, game=title_of(self.game))
        if self.reduced:
            head += _REDUCED_HEAD.format(symmetries=len(self.symmetries))
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


def playable(game: SmallGame) -> Mapping[Position, Sequence[Afterstate]]:
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
