"""What the compiled evaluator can ask about a Senet board: one small kernel a query.

Boards are masks as in :mod:`senet_gp.games.senet.rules`, ``mine`` belonging to the player whose turn
the board ends. The plain meaning of each query, written independently, is in :mod:`primitives.senet`.

All are free of branches and of loops of unknown length, so a loop over boards becomes vector instructions.
"""

from __future__ import annotations

from senet_gp.compiled import inlined_kernel, int64
from senet_gp.games.bits import highest_bit, lowest_bit, popcount
from senet_gp.games.senet.rules import MOST_PIECES, WATER, forward_sources, protected_pieces
from senet_gp.games.senet.turns import MOVE_BITS, START_MASK, THROW_SHIFT

_OFF_BOARD = 31


@inlined_kernel
def mobility(own: int, other: int) -> int:
    """How many (piece, throw 1 to 5) pairs are legal forward moves; 0 while the owner is in the water."""
    moves = 0
    for throw in range(1, 6):
        moves += popcount(forward_sources(own, other, throw))
    return 0 if in_water(own) else moves


@inlined_kernel
def distance(own: int) -> int:
    """Squares still to go, summed over the pieces on the board."""
    squares = popcount(own & 0xAAAAAAAA)  # those whose number has a 1 in its last binary place,
    squares += popcount(own & 0xCCCCCCCC) << 1  # in the one before, and so on
    squares += popcount(own & 0xF0F0F0F0) << 2
    squares += popcount(own & 0xFF00FF00) << 3
    squares += popcount(own & 0xFFFF0000) << 4
    return _OFF_BOARD * popcount(own) - squares


@inlined_kernel
def barricade(own: int) -> int:
    """The length of the longest unbroken run of pieces."""
    length = 0
    for _ in range(MOST_PIECES):
        length += int64(own != 0)
        own &= own >> 1
    return length


@inlined_kernel
def in_water(own: int) -> int:
    """1 if a piece stands in the water, else 0."""
    return (own >> WATER) & 1


@inlined_kernel
def rearmost(own: int) -> int:
    """The lowest square that holds a piece; 0 if there is none."""
    return lowest_bit(own) if own else 0


@inlined_kernel
def foremost(own: int) -> int:
    """The highest square that holds a piece; 0 if there is none."""
    return highest_bit(own) if own else 0


@inlined_kernel
def exposed(own: int) -> int:
    """How many pieces are not protected."""
    return popcount(own) - popcount(protected_pieces(own))


@inlined_kernel
def protected_on(mine: int, theirs: int, square: int) -> int:
    """1 if a piece stands on the square and is protected, else 0."""
    return ((protected_pieces(mine) | protected_pieces(theirs)) >> square) & 1


@inlined_kernel
def _modulo_3(number: int) -> int:
    """The remainder, 0 to 2, of a number of 32 bits."""
    number += 3 << 30  # now from 0 to 2^33
    # 2^16 is one more than a multiple of 3.
    number = (number & 0xFFFF) + (number >> 16)
    return number - 3 * ((number * 699051) >> 21)


@inlined_kernel
def move_byte(moves: int, number: int) -> int:
    """The ``number``-th of the packed moves, counted from 1 and taken cyclically; 0 if there is none."""
    index = number - 1
    index = (
        index & 3
        if moves & 0xFF
        else _modulo_3(index)
        if moves & 0xFF00
        else index & int64(moves & 0xFF0000 != 0)
    )
    return (moves >> (24 - MOVE_BITS * index)) & 255


@inlined_kernel
def move_start(moves: int, number: int) -> int:
    """The square from which that move started; 0 if there is none."""
    return move_byte(moves, number) & START_MASK


@inlined_kernel
def move_length(moves: int, number: int) -> int:
    """The throw that that move used; 0 if there is none."""
    return move_byte(moves, number) >> THROW_SHIFT
