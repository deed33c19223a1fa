"""Ur once more, slowly, on a drawn board: three rows of eight cells with a gap, and lists of the cells to go.

Nothing here is taken from the package but the places of the pieces, so that the tests can compare the two.
"""

from __future__ import annotations

from itertools import product
from typing import NamedTuple

#: The board; a rosette is R, an end of a row that no piece ever enters is blank.
DRAWING = (
    "R...  R.",
    "...R....",
    "R...  R.",
)
#: The first mover (0) is below, the other (1) above.
_ROW = {0: 2, 1: 0}
START, HOME = "start", "home"

Cell = tuple[int, int]


def route(player: int) -> list[Cell]:
    """The cells that a player's pieces go along, in order."""
    own = _ROW[player]
    out = [(own, column) for column in (3, 2, 1, 0)]
    along = [(1, column) for column in range(8)]
    back = [(own, column) for column in (7, 6)]
    return out + along + back


def is_rosette(cell: Cell) -> bool:
    """Whether the drawing shows a rosette."""
    row, column = cell
    return DRAWING[row][column] == "R"


class Drawn(NamedTuple):
    """A board: who stands on which cell, and how many pieces each has at the start and at home."""

    pieces: frozenset[tuple[Cell, int]]
    waiting: tuple[int, int]
    home: tuple[int, int]


def drawn(places: tuple[tuple[int, ...], tuple[int, ...]], first: int = 0) -> Drawn:
    """The board with the pieces of the player ``first`` and of the other at these places of a path."""
    sides = (places[0], places[1]) if first == 0 else (places[1], places[0])
    return Drawn(
        frozenset(
            (route(player)[place - 1], player)
            for player in (0, 1)
            for place in sides[player]
            if 1 <= place <= 14
        ),
        (sides[0].count(0), sides[1].count(0)),
        (sides[0].count(15), sides[1].count(15)),
    )


class Move(NamedTuple):
    """What a move leads to: the board, whether its player throws again, and whether the game is won."""

    board: Drawn
    again: bool
    won: bool


def _changed(counts: tuple[int, int], player: int, by: int) -> tuple[int, int]:
    return (counts[0] + by, counts[1]) if player == 0 else (counts[0], counts[1] + by)


def moves(board: Drawn, player: int, throw: int) -> list[Move]:
    """What each move of a player leads to; the board as it is if there is no move."""
    stops: list[Cell | str] = [START, *route(player), HOME]
    found = []
    for index, stop in enumerate(stops[:-1]):
        there = board.waiting[player] > 0 if stop == START else (stop, player) in board.pieces
        if throw == 0 or not there or index + throw >= len(stops):
            continue
        target = stops[index + throw]
        made = _moved(board, player, stop, target)
        if made is not None:
            rosette = not isinstance(target, str) and is_rosette(target)
            won = made.waiting[player] == 0 and all(owner != player for _, owner in made.pieces)
            found.append(Move(made, rosette and not won, won))
    return found or [Move(board, again=False, won=False)]


def _moved(board: Drawn, player: int, stop: Cell | str, target: Cell | str) -> Drawn | None:
    """The board after a piece has gone from one stop to another; None if it must not."""
    pieces, waiting, home = set(board.pieces), board.waiting, board.home
    if stop == START:
        waiting = _changed(waiting, player, -1)
    else:
        pieces.remove((stop, player))  # type: ignore[arg-type]
    if target == HOME:
        return Drawn(frozenset(pieces), waiting, _changed(home, player, 1))
    if (target, player) in pieces:
        return None
    if (target, 1 - player) in pieces:
        if is_rosette(target):  # type: ignore[arg-type]
            return None
        pieces.remove((target, 1 - player))  # type: ignore[arg-type]
        waiting = _changed(waiting, 1 - player, 1)
    pieces.add((target, player))  # type: ignore[arg-type]
    return Drawn(frozenset(pieces), waiting, home)


def throws() -> list[int]:
    """The sums of four dice with one or nothing on them, of which all sixteen cases are equally likely."""
    return [sum(dice) for dice in product((0, 1), repeat=4)]
