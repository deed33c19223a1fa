"""What compiled programs can ask about a Senet board: one small kernel per query.

Boards are masks as in :mod:`senet_gp.games.senet.rules`; ``mine`` belongs to the player whose turn ends with
the board. The plain meaning of each query, written independently, is in :mod:`primitives.senet`.

No kernel has branches or loops of unknown length, so a loop over boards becomes vector instructions.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, cast

from llvmlite import ir
from numba import types
from numba.extending import intrinsic

from senet_gp.games.kernels import highest_bit, lowest_bit, popcount
from senet_gp.games.senet.rules import MAX_PIECES, WATER, forward_sources, protected_pieces
from senet_gp.games.senet.turns import FIRST_MOVE_SHIFT, MOVE_BITS, START_MASK, THROW_SHIFT
from senet_gp.runtime.compiled import inlined_kernel, int64

_OFF_BOARD = 31
_INT = ir.IntType(32)
_LONG = ir.IntType(64)


def _constant(number: int) -> Any:
    return ir.Constant(_INT, number)


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
    squares = popcount(own & 0xAAAAAAAA)  # squares whose number has a 1 as its last binary digit,
    squares += popcount(own & 0xCCCCCCCC) << 1  # as the digit before, and so on
    squares += popcount(own & 0xF0F0F0F0) << 2
    squares += popcount(own & 0xFF00FF00) << 3
    squares += popcount(own & 0xFFFF0000) << 4
    return _OFF_BOARD * popcount(own) - squares


@inlined_kernel
def barricade(own: int) -> int:
    """The length of the longest unbroken run of pieces."""
    length = 0
    for _ in range(MAX_PIECES):
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


@intrinsic
def _move_byte(_context: Any, moves: Any, number: Any) -> Any:  # noqa: ARG001 - numba looks at the names
    def generate(_context: Any, builder: Any, _signature: Any, arguments: Any) -> Any:
        # In 32 bits, of which a vector holds twice as many numbers as of the 64 bits that kernels use.
        packed, counted = (builder.trunc(argument, _INT) for argument in arguments)
        index = builder.sub(counted, _constant(1))
        parts = (builder.and_(packed, _constant(0xFF << MOVE_BITS * n)) for n in range(3))
        four, three, two = (builder.icmp_unsigned("!=", part, _constant(0)) for part in parts)
        of_two = builder.select(two, builder.and_(index, _constant(1)), _constant(0))
        of_three = builder.select(three, _modulo_3(builder, index), of_two)
        cyclic = builder.select(four, builder.and_(index, _constant(3)), of_three)
        shift = builder.sub(_constant(FIRST_MOVE_SHIFT), builder.mul(cyclic, _constant(MOVE_BITS)))
        byte = builder.and_(builder.lshr(packed, shift), _constant((1 << MOVE_BITS) - 1))
        return builder.zext(byte, _LONG)

    return types.int64(types.int64, types.int64), generate


def _modulo_3(builder: Any, number: Any) -> Any:
    """The remainder, 0 to 2, of a signed number of 32 bits."""

    def digits_added(number: Any, bits: int) -> Any:
        low = builder.and_(number, _constant((1 << bits) - 1))
        return builder.add(low, builder.lshr(number, _constant(bits)))

    # 2^32, by which a negative number is too large when read without its sign, is a multiple of 3 plus one;
    # so are 2^16 and 2^8.
    negative = builder.lshr(number, _constant(31))
    rest = builder.add(digits_added(number, 16), builder.shl(negative, _constant(1)))
    rest = digits_added(rest, 8)  # below 768
    third = builder.lshr(builder.mul(rest, _constant(683)), _constant(11))
    return builder.sub(rest, builder.mul(third, _constant(3)))


#: ``move_byte(moves, number)``: the ``number``-th of the packed moves, counted from 1 and taken cyclically; 0
#: if there is none.
move_byte = cast("Callable[[int, int], int]", _move_byte)


@inlined_kernel
def move_start(moves: int, number: int) -> int:
    """The square from which the ``number``-th move started; 0 if there is no move."""
    return move_byte(moves, number) & START_MASK


@inlined_kernel
def move_length(moves: int, number: int) -> int:
    """The throw that the ``number``-th move used; 0 if there is no move."""
    return move_byte(moves, number) >> THROW_SHIFT


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
def walls(own: int, other: int) -> int:
    """How many protected pieces stand ahead of the other's rearmost one; 0 if the other has none."""
    behind = (other & -other) - 1  # all squares if there is none
    return popcount(protected_pieces(own) & ~behind)


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
