"""Boards as the arguments of exported Python files."""

from __future__ import annotations

from primitives import Board


def text_of(board: Board, *, pursuit: bool = False) -> str:
    """A board as exported files read it."""
    if pursuit:
        (mine,), (theirs,) = board.mine, board.theirs
        places = [(mine - 1) % board.width, (mine - 1) // board.width]
        places += [(theirs - 1) % board.width, (theirs - 1) // board.width]
        return ",".join(map(str, [*places, board.last_move, -1]))
    signs = [
        "x" if n in board.mine else "o" if n in board.theirs else "." for n in range(1, board.squares + 1)
    ]
    if board.squares == 30 and board.width == 10:
        more = ",".join(f"{start}+{throw}" for throw, start in board.moves) + f":{board.hits}"
    else:
        more = f"{board.start}-{board.target}"
    return f"{''.join(signs)}:{more}"
