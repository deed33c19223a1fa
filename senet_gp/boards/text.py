"""Boards as text."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from senet_gp.checks import whole_number
from senet_gp.games.geometry import Geometry
from senet_gp.games.protocol import Game

#: The least width of a column.
_WIDTH = 6
#: At most this many pieces on one square are shown one by one.
_SHOWN = 4


def board_text(
    game: Game, position: Any, seat: int, signs: tuple[str, str] = ("x", "o"), empty: str = "."
) -> str:
    """Draw a board as text: the labels of the squares, the pieces below them, and then the squares' notes.

    For a game without a board it is the position's text, as the player of the seat sees it.

    >>> from senet_gp.games.registry import game_of
    >>> game = game_of("trilobite")
    >>> game.geometry.rows and board_text(game, game.starts()[0], seat=0).splitlines()[1].split()
    ['.', '.', '.']

    Args:
        game: the game, with its parameters.
        position: the position.
        seat: the seat of the player whose view ``position`` is.
        signs: the signs of the first mover's pieces and of the other's.
        empty: the sign of an empty square.
    """
    seat, geometry = whole_number("seat", seat, 0, 1), game.geometry
    if not geometry.places:
        return game.text(position)
    return _drawn(geometry, standing(game, position, seat, signs), empty, geometry.notes)


def marked_text(geometry: Geometry, marks: Mapping[int, str], empty: str = ".") -> str:
    """Draw the labels of the squares, with marks below them.

    Args:
        geometry: the geometry of the board.
        marks: the marks of some squares.
        empty: the mark of the others.
    """
    return _drawn(geometry, marks, empty, {})


def small_rows(
    game: Game, position: Any, seat: int, signs: tuple[str, str] = ("x", "o"), empty: str = "."
) -> list[list[str]]:
    """The signs on the squares, row by row, without labels; the arguments are those of :func:`board_text`."""
    signed = standing(game, position, seat, signs)
    return [_cells(row, signed, empty) for row in game.geometry.rows]


def standing(game: Game, position: Any, seat: int, signs: tuple[str, str]) -> dict[int, str]:
    """The signs of the pieces on each square that is not empty, or their number if there are many."""
    return {
        square: "".join(signs[who] for who in seats)
        if len(seats) <= _SHOWN
        else "".join(f"{seats.count(who)}{signs[who]}" for who in (0, 1) if who in seats)
        for square, seats in game.occupants(position, seat).items()
    }


def _cells(row: Sequence[int], texts: Mapping[int, str], empty: str) -> list[str]:
    return [texts.get(square, empty) if square else " " for square in row]


def _drawn(geometry: Geometry, texts: Mapping[int, str], empty: str, notes: Mapping[int, str]) -> str:
    labels = {square: geometry.label(square) for square in geometry.places}
    longest = max(map(len, [*labels.values(), *texts.values(), *notes.values()]))
    width = max(_WIDTH, longest + 1)
    lines = []
    for row in geometry.rows:
        lines += [_cells(row, labels, ""), _cells(row, texts, empty)]
        if any(square in notes for square in row):
            lines.append(_cells(row, notes, ""))
    return "\n".join("".join(f"{cell:>{width}}" for cell in line).rstrip() for line in lines)
