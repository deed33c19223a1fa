"""Senet's rules, compiled: where moves can start, one move, and throws.

The rules are those of T. Kendall (1978) as docs/rules.md describes them; it marks our own decisions.

A board is two masks, the pieces of the player to move (``mine``) and of the other (``theirs``); bit s is
square s (1 to 30). Inside kernels masks are ``int64``; boards are stored as ``uint32``.
"""

from __future__ import annotations

from fractions import Fraction

from senet_gp.games.kernels import popcount
from senet_gp.runtime.compiled import inlined_kernel, int64, kernel, uint64
from senet_gp.runtime.streams import Streams, next_bits

SQUARES = 30
BEAUTIFUL_HOUSE = 26
WATER = 27
RESCUE = 15
MAX_PIECES = 7
#: The largest number of throws that are played together.
MAX_THROWS = 4
#: A game is stopped after this many turns.
TURN_LIMIT = 500

_BIT_15 = 1 << RESCUE
_BIT_26 = 1 << BEAUTIFUL_HOUSE
_BIT_27 = 1 << WATER
_BIT_28 = 1 << 28
_BIT_29 = 1 << 29
_BIT_30 = 1 << 30
_UP_TO_25 = _BIT_26 - 2
_UP_TO_26 = _BIT_27 - 2
_UP_TO_30 = (1 << 31) - 2

# A multiset of throws is one number: the three bits from 3(k-1) on tell how often throw k occurs.
COUNT_BITS = 3
COUNT = 7


@kernel
def starting_masks(pieces: int) -> tuple[int, int]:
    """The masks of the first and the second player: even and odd squares from 1 to twice ``pieces``."""
    all_squares = (1 << (2 * pieces + 1)) - 2
    return all_squares & 0x55555554, all_squares & 0x2AAAAAAA


# These functions and ``moved`` have no branches, so a loop over boards becomes vector instructions.


@inlined_kernel
def protected_pieces(own: int) -> int:
    """Pieces beside one of their own colour; none while their owner has a piece in the water."""
    neighbours = own & ((own << 1) | (own >> 1))
    return 0 if own & _BIT_27 else neighbours


@inlined_kernel
def forward_sources(mine: int, theirs: int, throw: int) -> int:
    """The squares from which ``mine`` can move forward by ``throw``."""
    blocked = mine | protected_pieces(theirs)
    # Before the Beautiful House no piece may pass it; a hit there changes places.
    sources = (((mine & _UP_TO_25) << throw) & _UP_TO_26 & ~blocked) >> throw
    # A piece hit beyond it is pushed into the water, which must be free for it. A five leaves the board.
    target = _BIT_26 << throw
    pushes_into_taken_water = (theirs & target != 0) & ((mine | theirs) & _BIT_27 != 0)
    sources |= 0 if (blocked & target != 0) | pushes_into_taken_water else mine & _BIT_26
    sources |= mine & _BIT_28 if throw == 3 else 0
    sources |= mine & _BIT_29 if throw == 2 else 0
    return sources | (mine & _BIT_30)


@inlined_kernel
def backward_sources(mine: int, theirs: int, throw: int) -> int:
    """The squares from which ``mine`` can move backward by ``throw``: from 26 and before only."""
    blocked = mine | protected_pieces(theirs)
    targets = ((mine & _UP_TO_26) >> throw) & ~blocked & ~1
    return (targets << throw) & mine


@inlined_kernel
def moved(mine: int, theirs: int, source: int, throw: int, backward: bool) -> tuple[int, int, int]:  # noqa: FBT001
    """Both masks after a legal move from the square of bit ``source``, and whether it hit (0 or 1).

    Nothing changes if ``source`` is 0.
    """
    # Forward from the last squares, a piece leaves the board.
    target = source >> throw if backward else (source << throw) & _UP_TO_30
    hit = int64(theirs & target != 0)
    # A piece that is hit there goes into the water; elsewhere it takes the square of the piece that hits it.
    put = _BIT_27 if target >= _BIT_28 else source
    return (mine ^ source) | target, theirs ^ ((target | put) & -hit), hit


@kernel
def rescued(mine: int, theirs: int, throw: int) -> int:
    """The mask ``mine`` of a player with a piece in the water, after the single throw of their turn."""
    mine ^= _BIT_27
    if throw == 4:
        return mine
    target = _BIT_15
    while (mine | theirs) & target:
        target >>= 1
    return mine | target


@kernel
def throw_sticks(streams: Streams, seat: int) -> int:
    """Throw the four sticks once for the player of a seat: squares to move, 1 to 5."""
    ones = popcount(int64(next_bits(streams, seat) >> uint64(60)))
    return 5 if ones == 4 else 4 - ones


@kernel
def grants_another(throw: int) -> bool:
    """Whether the sticks are thrown again after this throw."""
    return throw not in (2, 3)


#: Chance of each throw, in squares to move (four two-sided sticks).
THROW_CHANCES = {throw: Fraction(n, 16) for throw, n in ((1, 4), (2, 6), (3, 4), (4, 1), (5, 1))}


def _pips_expected(throws_left: int) -> Fraction:
    """The mean sum of a group of throws of which this many may still be made."""
    if throws_left == 0:
        return Fraction(0)
    return sum(
        (
            chance * (throw + (_pips_expected(throws_left - 1) if throw not in (2, 3) else 0))
            for throw, chance in THROW_CHANCES.items()
        ),
        Fraction(0),
    )


#: The mean sum of the throws of a group.
MEAN_PIPS = float(_pips_expected(MAX_THROWS))


@kernel
def pips_over_mean(throws: int) -> float:
    """By how much the sum of a group of throws is above its mean."""
    pips = 0
    for throw in range(1, 6):
        pips += throw * ((throws >> (COUNT_BITS * (throw - 1))) & COUNT)
    return pips - MEAN_PIPS


@kernel
def throw_group(streams: Streams, seat: int) -> tuple[int, bool]:
    """Throw until a 2 or a 3 comes or there are four throws: the packed throws, and whether to throw on."""
    throws = 0
    again = True
    held = 0
    while again and held < MAX_THROWS:
        throw = throw_sticks(streams, seat)
        throws += 1 << (COUNT_BITS * (throw - 1))
        held += 1
        again = grants_another(throw)
    return throws, again
