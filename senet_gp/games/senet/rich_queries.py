"""Queries of the vocabulary ``rich``: kernels that say much of a Senet board at once.

Boards are masks as in :mod:`senet_gp.games.senet.rules`. The plain meaning of each query, written
independently, is in :mod:`primitives.senet`. As in :mod:`senet_gp.games.senet.queries`, no kernel has
branches or loops of unknown length.
"""

from __future__ import annotations

from senet_gp.games.bits import highest_bit, lowest_bit, popcount
from senet_gp.games.senet.queries import distance, in_water
from senet_gp.games.senet.rules import forward_sources, protected_pieces
from senet_gp.runtime.compiled import inlined_kernel, int64

#: In how many of sixteen throws the sticks give 1 to 5 squares, four bits each, those of 1 lowest.
_OF_SIXTEEN = 4 | 6 << 4 | 4 << 8 | 1 << 12 | 1 << 16
_FOUR_BITS = 15


@inlined_kernel
def _up_to(square: int) -> int:
    """The squares from 1 to this one, as a mask."""
    return (2 << square) - 2


@inlined_kernel
def count_up_to(own: int, square: int) -> int:
    """How many pieces stand on the squares 1 to this one."""
    return popcount(own & _up_to(square))


@inlined_kernel
def protected_up_to(own: int, square: int) -> int:
    """How many protected pieces stand on the squares 1 to this one."""
    return popcount(protected_pieces(own) & _up_to(square))


@inlined_kernel
def count_between(own: int, a: int, b: int) -> int:
    """How many pieces stand on the squares from one to another, both included, in either order."""
    return popcount(own & (_up_to(a) ^ _up_to(b) | 1 << a | 1 << b))


@inlined_kernel
def threats(own: int, other: int) -> int:
    """In how many of sixteen throws a piece can hit one of the other's; 0 while its owner is in the water."""
    found = 0
    for throw in range(1, 6):
        hitting = forward_sources(own, other, throw) & (other >> throw)
        found += int64(hitting != 0) * ((_OF_SIXTEEN >> (4 * throw - 4)) & _FOUR_BITS)
    return 0 if in_water(own) else found


@inlined_kernel
def ahead(own: int, other: int) -> int:
    """How many pieces stand ahead of all of the other's."""
    return popcount(own & ~_up_to(highest_bit(other | 1)))


@inlined_kernel
def contact(mine: int, theirs: int) -> int:
    """1 if either side has a piece behind one of the other's, else 0."""
    mine_behind = lowest_bit(mine) < highest_bit(theirs | 1)
    theirs_behind = lowest_bit(theirs) < highest_bit(mine | 1)
    return int64(mine_behind & theirs_behind)


@inlined_kernel
def lead(mine: int, theirs: int) -> int:
    """By how many squares the one has less to go than the other."""
    return distance(theirs) - distance(mine)
