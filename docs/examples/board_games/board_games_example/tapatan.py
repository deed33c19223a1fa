"""Tapatan, or three men's morris: three pieces a side on nine points; three in a line win."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import product

from primitives import SQUARES, Number, Square, Vocabulary, plain_vocabulary, primitive
from senet_gp.games import Entry, Geometry, Pieces, PlainBoardGame, grid, register_game
from senet_gp.games.board.game import grid_symmetries
from senet_gp.runtime.checks import whole_number

LINES = [{1, 2, 3}, {4, 5, 6}, {7, 8, 9}, {1, 4, 7}, {2, 5, 8}, {3, 6, 9}, {1, 5, 9}, {3, 5, 7}]
#: The points next to each point on a line of the board.
NEXT = {1: {2, 4, 5}, 2: {1, 3, 5}, 3: {2, 5, 6}, 4: {1, 5, 7}, 5: {1, 2, 3, 4, 6, 7, 8, 9}}
NEXT |= {6: {3, 5, 9}, 7: {4, 5, 8}, 8: {5, 7, 9}, 9: {5, 6, 8}}


@dataclass(frozen=True)
class Tapatan(PlainBoardGame):
    """The game. It begins with an empty board, which is the default of :class:`PlainBoardGame`.

    Attributes:
        pieces: how many pieces a player has.
    """

    pieces: int = 3

    name = "tapatan"
    title = "Tapatan"
    geometry = Geometry(grid(3, 3))
    most_turns = 60

    def __post_init__(self) -> None:
        whole_number("pieces", self.pieces, 3, 4)

    @property
    def rules_text(self) -> str:
        """The rules with the number of pieces."""
        return (
            f"Two players have {self.pieces} pieces each and place them in turn on the points of a three by\n"
            "three board. Then a player moves one of theirs to a free point next to it along a line of it.\n"
            "Three in a row, a column or a diagonal win; a player that cannot move passes."
        )

    def most_pieces(self) -> int:
        """As many as a player has."""
        return self.pieces

    def moves(self, position: Pieces, throws: tuple[int, ...]) -> dict[str, Pieces]:  # noqa: ARG002
        """Pieces are placed, written as ``5``, and then moved, written as ``1-5``."""
        free = [point for point in NEXT if point not in position.both]
        if len(position.mine) < self.pieces:
            return {str(point): position.moved(0, point) for point in free}
        steps = product(sorted(position.mine), free)
        return {f"{start}-{to}": position.moved(start, to) for start, to in steps if to in NEXT[start]}

    def result(self, position: Pieces) -> int | None:
        """Three in a line win; nobody can make a line for the other."""
        return 1 if any(line <= position.mine for line in LINES) else None

    def symmetries(self) -> list[tuple[int, ...]]:
        """Those of a square: a reduced table has one entry for eight positions."""
        return grid_symmetries(3, 3, mirror=True, turn=True)


def _longest(mine: frozenset[int], theirs: frozenset[int]) -> int:
    return max((len(line & mine) for line in LINES if not line & theirs), default=0)


def my_longest(board: Pieces) -> int:
    """How many of my pieces stand on one line that is free of theirs, at most."""
    return _longest(board.mine, board.theirs)


def their_longest(board: Pieces) -> int:
    """How many of their pieces stand on one line that is free of mine, at most."""
    return _longest(board.theirs, board.mine)


def still_placing(board: Pieces, pieces: int) -> bool:
    """Whether I still have pieces to place."""
    return len(board.mine) < pieces


@primitive(Number, Square, low=0, high=4)
def mine_next_to(board: Pieces, n: int) -> int:
    """How many of my pieces stand next to point n."""
    return len(NEXT[n] & board.mine)


def vocabularies(game: Tapatan) -> dict[str, Vocabulary]:
    """The words of its players, with the greatest value of each number."""
    numbers = {my_longest: 3, their_longest: 3}
    return plain_vocabulary(game, numbers, [still_placing], words=[mine_next_to, *SQUARES])


register_game(Tapatan.name, Entry.of(Tapatan, vocabularies, exported="senet_gp.trees.board_forms:PIECES"))
