"""The words of Ur in compiled code: kernels that compute one of them for one board.

Each takes masks and states, of which :mod:`royal_ur.kernels` tells the bits. A hand is a number of pieces.
"""

from __future__ import annotations

from royal_ur.board import CENTRE, OF_TWO_THROWS, ROSETTE_WORTH, SQUARES
from royal_ur.kernels import (
    AGAIN,
    HIT,
    MY_HOME,
    ON_ROSETTES,
    PATH,
    SHARED,
    THEIR_HOME,
    come,
    distance,
    in_hand,
    in_their_hand,
    targets,
)
from senet_gp.games.kernels import highest_bit, lowest_bit, popcount
from senet_gp.runtime.compiled import inlined_kernel, int64, kernel

_FIELD = 7
_CENTRE = 1 << CENTRE


@kernel
def my_distance(mine: int, state: int) -> int:
    """The squares that my pieces have still to go."""
    return distance(mine, in_hand(state))


@kernel
def their_distance(theirs: int, state: int) -> int:
    """The squares that their pieces have still to go."""
    return distance(theirs, in_their_hand(state))


@kernel
def lead(mine: int, theirs: int, state: int) -> int:
    """By how many squares I am ahead."""
    return distance(theirs, in_their_hand(state)) - distance(mine, in_hand(state))


@kernel
def my_hand(state: int) -> int:
    """My pieces in hand."""
    return in_hand(state)


@kernel
def their_hand(state: int) -> int:
    """Their pieces in hand."""
    return in_their_hand(state)


@kernel
def my_home(state: int) -> int:
    """My pieces at home."""
    return state >> MY_HOME & _FIELD


@kernel
def their_home(state: int) -> int:
    """Their pieces at home."""
    return state >> THEIR_HOME & _FIELD


@kernel
def on_rosettes(own: int) -> int:
    """The pieces of a side on rosettes."""
    return popcount(own & ON_ROSETTES)


@kernel
def in_centre(own: int) -> int:
    """Whether a side holds the central rosette."""
    return int64(own & _CENTRE != 0)


@kernel
def shared(own: int) -> int:
    """The pieces of a side on the shared squares."""
    return popcount(own & SHARED)


@kernel
def foremost(own: int) -> int:
    """The foremost square of a side; 0 if it has none."""
    return max(highest_bit(own & PATH), 0)


@kernel
def rearmost(own: int) -> int:
    """The rearmost square of a side; 0 if it has none."""
    return lowest_bit(own) & 15 if own else int64(0)


@inlined_kernel
def _hits(own: int, other: int, hand: int, throw: int) -> int:
    """The squares of the other side that a side hits by a throw."""
    return targets(own, other, hand, throw) & other & SHARED


@inlined_kernel
def _threats(own: int, other: int, hand: int) -> int:
    """In how many of sixteen throws a side hits."""
    return (
        4 * int64(_hits(own, other, hand, 1) != 0)
        + 6 * int64(_hits(own, other, hand, 2) != 0)
        + 4 * int64(_hits(own, other, hand, 3) != 0)
        + int64(_hits(own, other, hand, 4) != 0)
    )


@kernel
def my_threats(mine: int, theirs: int, state: int) -> int:
    """In how many of sixteen throws I hit."""
    return _threats(mine, theirs, in_hand(state))


@kernel
def their_threats(mine: int, theirs: int, state: int) -> int:
    """In how many of sixteen throws they hit."""
    return _threats(theirs, mine, in_their_hand(state))


@inlined_kernel
def _exposed(own: int, other: int, hand: int) -> int:
    """The squares of ``other`` that some throw of ``own`` hits."""
    return (
        _hits(own, other, hand, 1)
        | _hits(own, other, hand, 2)
        | _hits(own, other, hand, 3)
        | _hits(own, other, hand, 4)
    )


@kernel
def my_exposed(mine: int, theirs: int, state: int) -> int:
    """How many pieces of mine some throw of theirs hits."""
    return popcount(_exposed(theirs, mine, in_their_hand(state)))


@kernel
def their_exposed(mine: int, theirs: int, state: int) -> int:
    """How many pieces of theirs some throw of mine hits."""
    return popcount(_exposed(mine, theirs, in_hand(state)))


@inlined_kernel
def _front(hits: int) -> int:
    """The foremost of some squares; 0 if there are none."""
    return max(highest_bit(hits), 0)


@inlined_kernel
def _risk(own: int, other: int, hand: int) -> int:
    """The squares that the next throw of ``own`` costs ``other`` at most, summed over sixteen throws."""
    return (
        4 * _front(_hits(own, other, hand, 1))
        + 6 * _front(_hits(own, other, hand, 2))
        + 4 * _front(_hits(own, other, hand, 3))
        + _front(_hits(own, other, hand, 4))
    )


@kernel
def my_risk(mine: int, theirs: int, state: int) -> int:
    """The squares that their next throw costs me, of sixteen throws."""
    return _risk(theirs, mine, in_their_hand(state))


@kernel
def their_risk(mine: int, theirs: int, state: int) -> int:
    """The squares that my next throw costs them, of sixteen throws."""
    return _risk(mine, theirs, in_hand(state))


@inlined_kernel
def _danger(own: int, other: int, hand: int) -> int:
    """The squares that each piece of ``own`` can cost ``other`` within two throws, by the chances."""
    starts, others = own | int64(hand > 0), other & SHARED & ~_CENTRE
    return (
        OF_TWO_THROWS[0] * come(others & starts << 1)
        + OF_TWO_THROWS[1] * come(others & starts << 2)
        + OF_TWO_THROWS[2] * come(others & starts << 3)
        + OF_TWO_THROWS[3] * come(others & starts << 4)
        + OF_TWO_THROWS[4] * come(others & starts << 5)
        + OF_TWO_THROWS[5] * come(others & starts << 6)
    )


@kernel
def my_danger(mine: int, theirs: int, state: int) -> int:
    """The squares that they can cost me within two throws."""
    return _danger(theirs, mine, in_their_hand(state))


@kernel
def their_danger(mine: int, theirs: int, state: int) -> int:
    """The squares that I can cost them within two throws."""
    return _danger(mine, theirs, in_hand(state))


@kernel
def safe(own: int) -> int:
    """The pieces of a side that cannot be hit."""
    return popcount(own & (PATH & ~SHARED | _CENTRE))


@kernel
def late(own: int) -> int:
    """The pieces of a side on the last shared squares."""
    return popcount(own & SHARED >> CENTRE + 1 << CENTRE + 1)


@kernel
def on_end(own: int) -> int:
    """The pieces of a side on the last square."""
    return own >> SQUARES & 1


@inlined_kernel
def _best_gain(own: int, other: int, hand: int, throw: int) -> int:
    """The squares that a side wins at most by a throw."""
    there = targets(own, other, hand, throw)
    lands = ROSETTE_WORTH * int64(there & ON_ROSETTES != 0)
    return int64(there != 0) * (throw + max(lands, _front(there & other & SHARED)))


@inlined_kernel
def _gain(own: int, other: int, hand: int) -> int:
    """The squares that a side wins by its best moves, summed over sixteen throws."""
    return (
        4 * _best_gain(own, other, hand, 1)
        + 6 * _best_gain(own, other, hand, 2)
        + 4 * _best_gain(own, other, hand, 3)
        + _best_gain(own, other, hand, 4)
    )


@kernel
def my_gain(mine: int, theirs: int, state: int) -> int:
    """What my next throw would win."""
    return _gain(mine, theirs, in_hand(state))


@kernel
def their_gain(mine: int, theirs: int, state: int) -> int:
    """What their next throw would win."""
    return _gain(theirs, mine, in_their_hand(state))


@kernel
def next_lead(mine: int, theirs: int, state: int, did: int) -> int:
    """By how many sixteenths of a square I am ahead after the next throw."""
    ahead = 16 * (distance(theirs, in_their_hand(state)) - distance(mine, in_hand(state)))
    wins, loses = _gain(mine, theirs, in_hand(state)), _gain(theirs, mine, in_their_hand(state))
    return ahead + (wins if did & AGAIN else -loses)


@inlined_kernel
def _moves(own: int, other: int, hand: int) -> int:
    """How many moves a side has, over all throws."""
    return (
        popcount(targets(own, other, hand, 1))
        + popcount(targets(own, other, hand, 2))
        + popcount(targets(own, other, hand, 3))
        + popcount(targets(own, other, hand, 4))
    )


@kernel
def my_moves(mine: int, theirs: int, state: int) -> int:
    """How many moves I have, over all throws."""
    return _moves(mine, theirs, in_hand(state))


@kernel
def their_moves(mine: int, theirs: int, state: int) -> int:
    """How many moves they have, over all throws."""
    return _moves(theirs, mine, in_their_hand(state))


@inlined_kernel
def _to_rosettes(own: int, other: int, hand: int) -> int:
    """In how many of sixteen throws a side can land on a rosette."""
    return (
        4 * int64(targets(own, other, hand, 1) & ON_ROSETTES != 0)
        + 6 * int64(targets(own, other, hand, 2) & ON_ROSETTES != 0)
        + 4 * int64(targets(own, other, hand, 3) & ON_ROSETTES != 0)
        + int64(targets(own, other, hand, 4) & ON_ROSETTES != 0)
    )


@kernel
def my_rosette_throws(mine: int, theirs: int, state: int) -> int:
    """In how many of sixteen throws I can land on a rosette."""
    return _to_rosettes(mine, theirs, in_hand(state))


@kernel
def their_rosette_throws(mine: int, theirs: int, state: int) -> int:
    """In how many of sixteen throws they can land on a rosette."""
    return _to_rosettes(theirs, mine, in_their_hand(state))


@kernel
def hit(did: int) -> int:
    """Whether the move hit a piece."""
    return did & HIT


@kernel
def again(did: int) -> int:
    """Whether the player who has moved throws again."""
    return int64(did & AGAIN != 0)
