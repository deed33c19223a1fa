"""Senet's rules, slowly: a second implementation that the compiled rules are checked against.

It is written from the text of the rules alone, in the order of that text, with sets of squares. Nothing is
shared, cached or cut short: every order of the throws is tried with every piece, and only the boards at the
end are compared. A board is a pair of sets: the squares of the player to move ("mine") and of their enemy.
"""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from itertools import product
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

Squares = frozenset[int]
Board = tuple[Squares, Squares]
#: (throw, start square) pairs in the order in which they are played; lost throws leave none.
Moves = tuple[tuple[int, int], ...]

FIRST_SQUARE = 1
BEAUTIFUL_HOUSE = 26
WATER = 27
LAST_SQUARES = (28, 29, 30)
#: Where a piece goes that leaves the board.
OFF = 31

#: Squares to move for each number of sticks that show a one.
MOVES_FOR_ONES = {3: 1, 2: 2, 1: 3, 0: 4, 4: 5}
THROW_AGAIN = (1, 4, 5)
MAX_THROWS_HELD = 4


def _throw_probabilities() -> dict[int, Fraction]:
    outcomes = list(product((0, 1), repeat=4))
    counts = Counter(MOVES_FOR_ONES[sum(sticks)] for sticks in outcomes)
    return {throw: Fraction(counts[throw], len(outcomes)) for throw in sorted(counts)}


#: The probability of each throw.
THROWS: dict[int, Fraction] = _throw_probabilities()


def start(pieces: int = 7) -> Board:
    """The first position: pieces alternate on 1 to 2 * pieces, the first mover's on the even squares."""
    squares = range(1, 2 * pieces + 1)
    even = frozenset(square for square in squares if square % 2 == 0)
    odd = frozenset(square for square in squares if square % 2 == 1)
    return even, odd


def protected(own: Squares) -> Squares:
    """Those of a player's pieces that are protected."""
    if WATER in own:
        return frozenset()
    return frozenset(square for square in own if square - 1 in own or square + 1 in own)


def _forward_target(start: int, throw: int) -> int | None:
    """The square that a forward move leads to, if the track alone allows it."""
    if start < BEAUTIFUL_HOUSE:
        return start + throw if start + throw <= BEAUTIFUL_HOUSE else None
    if start == BEAUTIFUL_HOUSE:
        return {1: WATER, 2: 28, 3: 29, 4: 30, 5: OFF}[throw]
    if start == 28:
        return OFF if throw == 3 else None
    if start == 29:
        return OFF if throw == 2 else None
    if start == 30:
        return OFF
    return None  # in the water


def _backward_target(start: int, throw: int) -> int | None:
    """The square that a backward move leads to, if the track alone allows it."""
    if start == WATER or start in LAST_SQUARES:
        return None
    return start - throw if start - throw >= FIRST_SQUARE else None


def _can_land(mine: Squares, theirs: Squares, target: int) -> bool:
    """Whether a piece of mine may come to this square, seeing what stands on the board."""
    if target == OFF:
        return True
    if target in mine:
        return False
    if target in theirs:
        if target == WATER:
            return False
        if target in LAST_SQUARES and (WATER in mine or WATER in theirs):
            return False
        return target not in protected(theirs)
    return True


def forward_starts(mine: Squares, theirs: Squares, throw: int) -> list[int]:
    """The squares of my pieces that can move forward by this throw, in rising order."""
    starts = []
    for square in sorted(mine):
        target = _forward_target(square, throw)
        if target is not None and _can_land(mine, theirs, target):
            starts.append(square)
    return starts


def backward_starts(mine: Squares, theirs: Squares, throw: int) -> list[int]:
    """The squares of my pieces that can move backward by this throw, were they to, in rising order."""
    starts = []
    for square in sorted(mine):
        target = _backward_target(square, throw)
        if target is not None and _can_land(mine, theirs, target):
            starts.append(square)
    return starts


def play(
    mine: Squares,
    theirs: Squares,
    start: int,
    throw: int,
    backward: bool,
) -> tuple[Squares, Squares, bool]:
    """The board after one legal move, and whether an enemy piece was hit."""
    target = _backward_target(start, throw) if backward else _forward_target(start, throw)
    assert target is not None
    mine = mine - {start}
    if target == OFF:
        return mine, theirs, False
    mine = mine | {target}
    if target not in theirs:
        return mine, theirs, False
    theirs = theirs - {target}
    if target in LAST_SQUARES:
        return mine, theirs | {WATER}, True
    return mine, theirs | {start}, True


def _turns(mine: Squares, theirs: Squares, throws: tuple[int, ...]) -> Iterator[tuple[Board, Moves, int]]:
    """Every sequence of moves for these throws: the board at its end, the moves, the hits."""
    won = not mine
    if won or WATER in mine or not throws:
        yield (mine, theirs), (), 0
        return
    for throw in sorted(set(throws)):
        place = throws.index(throw)
        rest = throws[:place] + throws[place + 1 :]
        backward = False
        starts = forward_starts(mine, theirs, throw)
        if not starts:
            backward = True
            starts = backward_starts(mine, theirs, throw)
        if not starts:
            yield from _turns(mine, theirs, rest)
        for square in starts:
            my_next, their_next, hit = play(mine, theirs, square, throw, backward)
            for board, moves, hits in _turns(my_next, their_next, rest):
                yield board, ((throw, square), *moves), hits + hit


def end_boards(mine: Squares, theirs: Squares, throws: Sequence[int]) -> dict[Board, tuple[Moves, int]]:
    """Every distinct board that playing these throws can end in.

    Args:
        mine: the pieces of the player to move, none of them in the water.
        theirs: the pieces of the enemy.
        throws: the throws held, in any order.

    Returns:
        For each board the least list of moves that leads to it, and how many pieces that list hits.
    """
    assert mine
    assert theirs
    assert WATER not in mine
    ends: dict[Board, tuple[Moves, int]] = {}
    for board, moves, hits in _turns(mine, theirs, tuple(throws)):
        if board not in ends or moves < ends[board][0]:
            ends[board] = moves, hits
    return ends


def rescue(mine: Squares, theirs: Squares, throw: int) -> Squares:
    """My pieces after the single throw of a turn that I begin with a piece in the water."""
    mine = mine - {WATER}
    if throw == 4:
        return mine
    square = 15
    while square in mine or square in theirs:
        square -= 1
    return mine | {square}


def throw_groups() -> dict[tuple[int, ...], tuple[Fraction, bool]]:
    """The multisets of throws held at once: probability, and whether the player throws on after them."""
    groups: dict[tuple[int, ...], tuple[Fraction, bool]] = {}

    def throw_on(held: tuple[int, ...], probability: Fraction) -> None:
        again = all(throw in THROW_AGAIN for throw in held)
        if not held or (again and len(held) < MAX_THROWS_HELD):
            for throw, chance in THROWS.items():
                throw_on((*held, throw), probability * chance)
            return
        group = tuple(sorted(held))
        before, again_before = groups.get(group, (Fraction(0), again))
        # A group that holds a 2 or a 3 has ended with it, so the multiset decides whether they throw on.
        assert again == again_before
        groups[group] = before + probability, again

    throw_on((), Fraction(1))
    assert len(groups) == 55
    assert sum(probability for probability, _ in groups.values()) == 1
    return groups
