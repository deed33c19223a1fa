"""Pursuit's rules, compiled. Square (x, y) has the number y * size + x + 1; each mask has one bit.

What the squares do not show are the last moves: the player's own in three bits, the other's in the three bits
above. Each is stored as the move plus one, with 0 for none.
"""

from __future__ import annotations

from senet_gp.games.bits import lowest_bit
from senet_gp.games.board.rules import GOES_ON, Boards, Numbers, Results, keep
from senet_gp.runtime.compiled import kernel

MOVES = 4
_LAST_MOVE_BITS = 3
_LAST_MOVE = 7
#: The index of the size of the board among the numbers.
SIZE = 0


@kernel
def packed(own_last: int, their_last: int) -> int:
    """Two last moves, -1 to 3, as one number."""
    return (own_last + 1) | ((their_last + 1) << _LAST_MOVE_BITS)


@kernel
def own_last_move(extra: int) -> int:
    """The last move of the player who sees the board; -1 if there was none."""
    return (extra & _LAST_MOVE) - 1


@kernel
def their_last_move(extra: int) -> int:
    """The last move of the other player; -1 if there was none."""
    return (extra >> _LAST_MOVE_BITS) - 1


@kernel
def column(mask: int, size: int) -> int:
    """The x of the only piece."""
    return (lowest_bit(mask) - 1) % size


@kernel
def row(mask: int, size: int) -> int:
    """The y of the only piece."""
    return (lowest_bit(mask) - 1) // size


@kernel
def successors(numbers: Numbers, mine: int, theirs: int, extra: int, boards: Boards, results: Results) -> int:
    """The boards after the moves x-1, x+1, y-1 and y+1; a player who would leave the board stays in place."""
    size = numbers[SIZE]
    x, y = column(mine, size), row(mine, size)
    start = y * size + x + 1
    for move in range(MOVES):
        step = 2 * (move & 1) - 1
        to_x, to_y = (x + step, y) if move < 2 else (x, y + step)
        inside = 0 <= to_x < size and 0 <= to_y < size
        target = to_y * size + to_x + 1 if inside else start
        after = packed(move, their_last_move(extra))
        result = -1 if move == own_last_move(extra) else 1 if 1 << target == theirs else GOES_ON
        keep(boards, results, move, 1 << target, theirs, start, target, after, result)
    return MOVES


@kernel
def swapped(_numbers: Numbers, mine: int, theirs: int, extra: int) -> tuple[int, int, int]:
    """The board as the other player sees it, with their last move first."""
    return theirs, mine, packed(their_last_move(extra), own_last_move(extra))
