"""The small games, slowly: second implementations that the compiled rules are checked against.

They are written from the text of the rules, with rows of signs that are never turned: ``x`` is the first
mover, ``o`` the other. A state is hashable and contains the player to move.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable
from dataclasses import dataclass
from typing import Any

#: How a move is written, the state after it, and its result for the mover: 1, 0, -1, or None if it goes on.
Move = tuple[str, Hashable, int | None]


@dataclass(frozen=True)
class Reference:
    """A game.

    Attributes:
        starts: the states that it can start from.
        moves: what the player to move can do in a state.
        seen: the text of a state as the player of a seat sees it.
    """

    starts: list[Any]
    moves: Callable[[Any], list[Move]]
    seen: Callable[[Any, int], str]


def _swapped(cells: str) -> str:
    return cells.translate(str.maketrans("xo", "ox"))


def _put(cells: str, index: int, sign: str) -> str:
    return cells[:index] + sign + cells[index + 1 :]


def _seen_by(state: tuple[str, int], seat: int) -> str:
    return state[0] if seat == 0 else _swapped(state[0])


TIC_TAC_TOE_LINES = ["123", "456", "789", "147", "258", "369", "159", "357"]


def _tictactoe_moves(state: tuple[str, int]) -> list[Move]:
    cells, seat = state
    moves: list[Move] = []
    for number in range(1, 10):
        if cells[number - 1] != ".":
            continue
        after = _put(cells, number - 1, "xo"[seat])
        won = any(all(after[int(n) - 1] == "xo"[seat] for n in line) for line in TIC_TAC_TOE_LINES)
        moves.append((str(number), (after, 1 - seat), 1 if won else None if "." in after else 0))
    return moves


TIC_TAC_TOE = Reference([("." * 9, 0)], _tictactoe_moves, _seen_by)


def trilobite(width: int, height: int, length: int) -> Reference:
    """Trilobite on a board of this form."""

    def won(cells: str, sign: str) -> bool:
        def sign_at(x: int, y: int) -> str:
            return cells[y * width + x] if 0 <= x < width and 0 <= y < height else ""

        return any(
            all(sign_at(x + step * dx, y + step * dy) == sign for step in range(length))
            for x in range(width)
            for y in range(height)
            for dx, dy in [(1, 0), (0, 1), (1, 1), (1, -1)]
        )

    def moves(state: tuple[str, int]) -> list[Move]:
        cells, seat = state
        found: list[Move] = []
        for column in range(width):
            free = [row * width + column for row in range(height) if cells[row * width + column] == "."]
            if not free:
                continue
            after = _put(cells, free[-1], "xo"[seat])
            result = 1 if won(after, "xo"[seat]) else None if "." in after else 0
            found.append((str(free[-1]), (after, 1 - seat), result))
        return found

    return Reference([("." * (width * height), 0)], moves, _seen_by)


def _pawn_moves(cells: str, seat: int) -> list[tuple[str, str, int]]:
    """The moves of a side: notation, board, row of the target (0 to 2, as White counts)."""
    sign, enemy, forward = ("x", "o", 1) if seat == 0 else ("o", "x", -1)
    moves = []
    numbers = range(9) if seat == 0 else range(8, -1, -1)
    for start in numbers:
        row, file = divmod(start, 3)
        if cells[start] != sign or not 0 <= row + forward <= 2:
            continue
        # From the player's own left to their right.
        for side in (-forward, 0, forward):
            if not 0 <= file + side <= 2:
                continue
            target = (row + forward) * 3 + file + side
            if cells[target] == (enemy if side else "."):
                after = _put(_put(cells, start, "."), target, sign)
                notation = f"{start + 1}{'x' if side else '-'}{target + 1}"
                moves.append((notation, after, row + forward))
    return moves


def _hexapawn_moves(state: tuple[str, int]) -> list[Move]:
    cells, seat = state
    far_row = 2 if seat == 0 else 0
    moves: list[Move] = []
    for notation, after, row in _pawn_moves(cells, seat):
        none_left = "ox"[seat] not in after
        cannot_move = not _pawn_moves(after, 1 - seat)
        won = row == far_row or none_left or cannot_move
        moves.append((notation, (after, 1 - seat), 1 if won else None))
    return moves


def _hexapawn_seen(state: tuple[str, int], seat: int) -> str:
    return state[0] if seat == 0 else _swapped(state[0])[::-1]


HEXAPAWN = Reference([("xxx...ooo", 0)], _hexapawn_moves, _hexapawn_seen)


def pursuit(size: int) -> Reference:
    """Pursuit without its limit of rounds; a state is both squares and last moves, and the mover."""

    def moves(state: Any) -> list[Move]:
        places, lasts, seat = state
        found: list[Move] = []
        for move, (dx, dy) in enumerate([(-1, 0), (1, 0), (0, -1), (0, 1)]):
            x, y = places[seat]
            if 0 <= x + dx <= size - 1 and 0 <= y + dy <= size - 1:
                x, y = x + dx, y + dy
            new_places, new_lasts = list(places), list(lasts)
            new_places[seat], new_lasts[seat] = (x, y), move
            result = -1 if lasts[seat] == move else 1 if new_places[0] == new_places[1] else None
            found.append((str(move), (tuple(new_places), tuple(new_lasts), 1 - seat), result))
        return found

    def seen(state: Any, seat: int) -> str:
        places, lasts, _ = state
        numbers = [*places[seat], *places[1 - seat], lasts[seat], lasts[1 - seat]]
        return ",".join(map(str, numbers))

    starts = [
        (((x, y), ((x + 2) % size, (y + 2) % size)), (-1, -1), 0) for y in range(size) for x in range(size)
    ]
    return Reference(starts, moves, seen)
