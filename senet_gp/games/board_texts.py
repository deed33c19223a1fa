"""Boards as text: as files and messages have them, and as a person sees them during a game.

During a game what has changed is marked, and each part of a line says what it is.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from senet_gp.games.protocol import Game, Geometry
from senet_gp.runtime.checks import whole_number

#: The least width of a column.
_WIDTH = 6
#: At most this many pieces on one square are shown one by one.
_SHOWN = 4
_UNBOUNDED = 1000
_WAYS = {-1: "←", 0: " ", 1: "→"}


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


class BoardPart(NamedTuple):
    """A part of a line.

    Attributes:
        text: what is written.
        kind: ``label``, ``note``, ``first`` or ``other`` for pieces of the first mover and of the other,
            ``piece`` for pieces of both, ``mark``, ``empty``, or nothing for blanks.
    """

    text: str
    kind: str = ""


def changed_squares(game: Game, before: tuple[Any, int], after: tuple[Any, int]) -> set[int]:
    """The squares that hold other pieces than before, and are not empty.

    >>> from senet_gp.games.registry import game_of
    >>> game = game_of("tictactoe")
    >>> changed_squares(game, (game.starts()[0], 0), (game.position_from("...o....."), 1))
    {4}

    Args:
        game: the game.
        before: a position, and the seat of the player whose view it is.
        after: the same of a later position.
    """
    then, now = (game.occupants(position, seat) for position, seat in (before, after))
    return {square for square, seats in now.items() if sorted(then.get(square, ())) != sorted(seats)}


def table_lines(
    game: Game,
    position: Any,
    seat: int,
    signs: tuple[str, str],
    empty: str,
    changed: Collection[int] = (),
    columns: int | None = None,
) -> list[list[BoardPart]]:
    """The lines of a board, each in parts: labels, pieces, and notes, as :func:`board_text` draws them.

    Pieces on changed squares are in parentheses. An arrow before a row shows where pieces go. For a game
    without a board it is the position's text.

    Args:
        game: the game, with its parameters.
        position: the position.
        seat: the seat of the player whose view ``position`` is.
        signs: the signs of the first mover's pieces and of the other's.
        empty: the sign of an empty square.
        changed: the squares that are marked.
        columns: the width of the terminal; a wide board has narrower squares there.
    """
    geometry, occupants = game.geometry, game.occupants(position, seat)
    if not geometry.places:
        return [[BoardPart(game.text(position), "label")]]
    texts = standing(game, position, seat, signs)
    labels = {square: geometry.label(square) for square in geometry.places}
    width = max(
        min(_WIDTH, (columns or _UNBOUNDED) // geometry.width),
        *(len(text) + 1 for text in (*labels.values(), *geometry.notes.values())),
        *(len(text) + 2 for text in texts.values()),  # the parentheses of two neighbours
    )
    kinds = {square: _kind(seats) for square, seats in occupants.items()}
    lines = []
    for number, row in enumerate(geometry.rows):
        lines.append(list(_written(row, labels, width, "label")))
        way = _WAYS[geometry.ways[number]] if geometry.ways else " "
        pieces = [BoardPart(texts.get(n, empty) if n else "", kinds.get(n, "empty")) for n in row]
        lines.append(list(_marked(pieces, [n in changed for n in row], width, way)))
        if any(square in geometry.notes for square in row):
            lines.append(list(_written(row, geometry.notes, width, "note")))
    return lines


def _kind(seats: Sequence[int]) -> str:
    """What the pieces on a square are."""
    return "first" if set(seats) == {0} else "other" if set(seats) == {1} else "piece"


def _written(row: Sequence[int], texts: Mapping[int, str], width: int, kind: str) -> Iterator[BoardPart]:
    """A row of words, without the first blank and without those at the end."""
    line = "".join(f"{texts.get(square, ''):>{width}}" for square in row)
    yield BoardPart(line[1:].rstrip(), kind)


def _marked(cells: Sequence[BoardPart], marks: Sequence[bool], width: int, way: str) -> Iterator[BoardPart]:
    """A row of pieces, some of them in parentheses; the first blank is left out, or is an arrow."""
    open_before = False
    for number, (cell, mark) in enumerate(zip(cells, marks, strict=True)):
        left = way if number == 0 else ")" if open_before else " "
        blanks = width - (2 if number == 0 else 1) - len(cell.text) - mark
        yield BoardPart(left, "" if left == " " else "mark")
        yield BoardPart(" " * blanks)
        if mark:
            yield BoardPart("(", "mark")
        yield cell
        open_before = mark
    if open_before:
        yield BoardPart(")", "mark")
