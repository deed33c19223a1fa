"""What the compiled evaluator can ask about a Senet board: one small kernel a query.

Boards are masks as in :mod:`senet_gp.games.senet_rules`, ``mine`` belonging to the player whose turn
the board ends. The plain meaning of each query, written independently, is in :mod:`primitives.senet`.
"""

from __future__ import annotations

from senet_gp.compiled import kernel
from senet_gp.games.bits import highest_bit, lowest_bit, popcount
from senet_gp.games.senet_rules import WATER, forward_sources, protected_pieces
from senet_gp.games.senet_turns import MOVE_BITS, START_MASK, THROW_SHIFT

_OFF_BOARD = 31


@kernel
def mobility(own: int, other: int) -> int:
    """How many (piece, throw 1 to 5) pairs are legal forward moves; 0 while the owner is in the water."""
    if in_water(own):
        return 0
    moves = 0
    for throw in range(1, 6):
        moves += popcount(forward_sources(own, other, throw))
    return moves


@kernel
def distance(own: int) -> int:
    """Squares still to go, summed over the pieces on the board."""
    total = 0
    while own:
        total += _OFF_BOARD - lowest_bit(own)
        own &= own - 1
    return total


@kernel
def barricade(own: int) -> int:
    """The length of the longest unbroken run of pieces."""
    length = 0
    while own:
        own &= own >> 1
        length += 1
    return length


@kernel
def in_water(own: int) -> int:
    """1 if a piece stands in the water, else 0."""
    return (own >> WATER) & 1


@kernel
def rearmost(own: int) -> int:
    """The lowest square that holds a piece; 0 if there is none."""
    return lowest_bit(own) if own else 0


@kernel
def foremost(own: int) -> int:
    """The highest square that holds a piece; 0 if there is none."""
    return highest_bit(own) if own else 0


@kernel
def exposed(own: int) -> int:
    """How many pieces are not protected."""
    return popcount(own) - popcount(protected_pieces(own))


@kernel
def protected_on(mine: int, theirs: int, square: int) -> int:
    """1 if a piece stands on the square and is protected, else 0."""
    return ((protected_pieces(mine) | protected_pieces(theirs)) >> square) & 1


@kernel
def move_byte(moves: int, number: int) -> int:
    """The ``number``-th of the packed moves, counted from 1 and taken cyclically; 0 if there is none."""
    if moves == 0:
        return 0
    count = 4 - (lowest_bit(moves) >> 3)
    index = (number - 1) % count
    return (moves >> (24 - MOVE_BITS * index)) & 255


@kernel
def move_start(moves: int, number: int) -> int:
    """The square from which that move started; 0 if there is none."""
    return move_byte(moves, number) & START_MASK


@kernel
def move_length(moves: int, number: int) -> int:
    """The throw that that move used; 0 if there is none."""
    return move_byte(moves, number) >> THROW_SHIFT
