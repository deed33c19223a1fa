"""Boards as text."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from senet_gp.games.geometry import Geometry
from senet_gp.games.protocol import Game

#: Columns are so wide, or wider where something needs it.
_WIDTH = 6
#: So many pieces on one square are shown one by one.
_SHOWN = 4


def board_text(
    game: Game, position: Any, seat: int, signs: tuple[str, str] = ("x", "o"), empty: str = "."
) -> str:
    """The board as it lies on the table: the squares' labels, below them the pieces.

    Below squares that have one stands what the game notes of them. Without a board there is only the
    position's text, as the player of the seat sees it.

    Args:
        game: the game.
        position: the board.
        seat: that of the player whose view ``position`` is.
        signs: those of the first mover's pieces and of the other's.
        empty: that of an empty square.
    """
    geometry = game.geometry
    if not geometry.places:
        return game.text(position)
    return _drawn(geometry, standing(game, position, seat, signs), empty, geometry.notes)


def marked_text(geometry: Geometry, marks: Mapping[int, str], empty: str = ".") -> str:
    """The squares' labels as they lie on the table, below them the marks.

    Args:
        geometry: how the board lies.
        marks: what some squares are marked with.
        empty: what stands on the others.
    """
    return _drawn(geometry, marks, empty, {})


def small_rows(
    game: Game, position: Any, seat: int, signs: tuple[str, str] = ("x", "o"), empty: str = "."
) -> list[list[str]]:
    """What stands on the squares alone, row by row as they lie on the table; arguments as of board_text."""
    signed = standing(game, position, seat, signs)
    return [_cells(row, signed, empty) for row in game.geometry.rows]


def standing(game: Game, position: Any, seat: int, signs: tuple[str, str]) -> dict[int, str]:
    """The signs of the pieces on each square that is not empty; of many on one, how many they are."""
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
