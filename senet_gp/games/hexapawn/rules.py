"""Hexapawn's rules, compiled. The player who sees the board moves up, from squares 1 2 3 to 7 8 9."""

from __future__ import annotations

from senet_gp.games.bits import lowest_bit, popcount
from senet_gp.games.board.rules import GOES_ON, Boards, Numbers, Results, keep
from senet_gp.runtime.compiled import int64, kernel

SQUARES = 9
_BOARD = 0b1111111110
FAR_ROW = 0b1110000000
_LEFT_FILE = 0b0010010010
_RIGHT_FILE = 0b1001001000


@kernel
def _takes_left(mine: int, theirs: int) -> int:
    """The squares of mine from which a pawn can take on the file to the left."""
    return mine & ~_LEFT_FILE & (theirs >> 2)


@kernel
def _steps(mine: int, theirs: int) -> int:
    """The squares of mine from which a pawn can step forward."""
    return mine & ((_BOARD & ~(mine | theirs)) >> 3)


@kernel
def _takes_right(mine: int, theirs: int) -> int:
    """The squares of mine from which a pawn can take on the file to the right."""
    return mine & ~_RIGHT_FILE & (theirs >> 4)


@kernel
def mobility(mine: int, theirs: int) -> int:
    """How many moves the player who sees the board has."""
    takes = popcount(_takes_left(mine, theirs)) + popcount(_takes_right(mine, theirs))
    return takes + popcount(_steps(mine, theirs))


@kernel
def swapped_mask(mask: int) -> int:
    """The mask with square n at 10 - n."""
    swapped = 0
    while mask:
        swapped |= 1 << (SQUARES + 1 - lowest_bit(mask))
        mask &= mask - 1
    return swapped


@kernel
def enemy_mobility(mine: int, theirs: int) -> int:
    """How many moves the other player would have."""
    return mobility(swapped_mask(theirs), swapped_mask(mine))


@kernel
def successors(
    _numbers: Numbers, mine: int, theirs: int, _extra: int, boards: Boards, results: Results
) -> int:
    """All boards after one move, ordered by the square it starts from and then by the square it leads to."""
    takes_left, steps = _takes_left(mine, theirs), _steps(mine, theirs)
    takes_right = _takes_right(mine, theirs)
    count = int64(0)
    for start in range(1, SQUARES + 1):
        for length in range(2, 5):
            sources = takes_left if length == 2 else steps if length == 3 else takes_right
            if not (sources >> start) & 1:
                continue
            target = 1 << (start + length)
            own = mine ^ (1 << start) | target
            other = theirs & ~target
            # An opponent without pawns has no move either.
            blocked = enemy_mobility(own, other) == 0
            result = 1 if own & FAR_ROW or blocked else GOES_ON
            count = keep(boards, results, count, own, other, start, start + length, 0, result)
    return count


@kernel
def swapped(_numbers: Numbers, mine: int, theirs: int, _extra: int) -> tuple[int, int, int]:
    """The board as the other player sees it: turned round, because their own pawns move up too."""
    return swapped_mask(theirs), swapped_mask(mine), 0
