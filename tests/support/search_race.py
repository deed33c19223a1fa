"""A race with throws that ends in every way, to show that searches and decisions belong to no single game.

Two runners a side wait beside a track of six squares. One that lands on one of the other side's sends it
back to wait; one that lands on a square of ``AGAIN`` throws again. The first runner that leaves the track
wins. One that lands on the last square while both others wait loses; the game is drawn when all four stand
between the first and the last square. Who has no runner on the track throws by another law, without a choice.
"""

# The arguments of kernels are those of any game.
# ruff: noqa: ARG001

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from primitives import Number, Primitive, Query, Vocabulary, plain_vocabulary
from senet_gp.games.dice.game import Board, DiceGame
from senet_gp.games.dice.rules import (
    DID,
    DRAWN,
    GOES_ON,
    LOST,
    MINE,
    MOVES,
    STATE,
    THEIRS,
    THROWS_AGAIN,
    WON,
    Boards,
    Law,
    Numbers,
    Results,
    Scratch,
)
from senet_gp.runtime.compiled import int64, kernel
from senet_gp.runtime.streams import Streams, below

RUNNERS, LENGTH, SIDES = 2, 6, 3
AGAIN, MIDDLE, LAST = 1 << 2 | 1 << 5, 0b111100, 1 << 6
#: The bits of the state that count who waits, of mine and of theirs.
BITS, WAITING = 2, 3
MAX_AFTERSTATES = 4
USUAL, BEGINNING = range(2)


@kernel
def law(numbers: Numbers, mine: int, theirs: int, state: int) -> int:
    """Who has nobody on the track begins."""
    return USUAL if mine else BEGINNING


@kernel
def thrown(numbers: Numbers, mine: int, theirs: int, state: int, streams: Streams, seat: int) -> int:
    """1 to 3, or 1 or 2 to begin."""
    return 1 + below(streams, seat, SIDES - law(numbers, mine, theirs, state))


@kernel
def luck(numbers: Numbers, mine: int, theirs: int, state: int, throw: int) -> float:
    """Steps above the mean."""
    return throw - (2.0 if law(numbers, mine, theirs, state) == USUAL else 1.5)


@kernel
def swapped(numbers: Numbers, mine: int, theirs: int, state: int) -> tuple[int, int, int]:
    """The board as the other player sees it."""
    return theirs, mine, state >> BITS | (state & WAITING) << BITS


@kernel
def follows(mine: int, theirs: int, state: int, target: int) -> int:
    """What follows a move to a square."""
    if target == 0:
        return WON
    if target == LAST and state >> BITS == RUNNERS:
        return LOST
    if state == 0 and mine | theirs == MIDDLE:
        return DRAWN
    return THROWS_AGAIN if target & AGAIN else GOES_ON


@kernel
def afterstates(
    numbers: Numbers,
    mine: int,
    theirs: int,
    state: int,
    throw: int,
    boards: Boards,
    results: Results,
    scratch: Scratch,
) -> int:
    """A runner begins or goes on, unless another of its side stands there."""
    count = int64(0)
    for start in range(LENGTH + 1):
        here = state & WAITING if start == 0 else mine >> start & 1
        target = 1 << (start + throw) if start + throw <= LENGTH else 0
        if here == 0 or mine & target:
            continue
        own = (mine & ~(1 << start) & ~1) | target
        hit = int64(theirs & target != 0)
        left = state - int64(start == 0) + (hit << BITS)
        boards[MINE, count], boards[THEIRS, count], boards[STATE, count] = own, theirs & ~target, left
        boards[MOVES, count], boards[DID, count] = start + 1, hit
        results[count] = follows(own, theirs & ~target, left, target)
        count += 1
    if count:
        return count
    boards[MINE, 0], boards[THEIRS, 0], boards[STATE, 0] = mine, theirs, state
    boards[MOVES, 0], boards[DID, 0] = 0, 0
    results[0] = GOES_ON
    return 1


@dataclass(frozen=True)
class SearchRace(DiceGame):
    """The game; its positions are its boards."""

    name = "searchrace"
    title = "Race for searches"
    rules_module = __name__

    @property
    def most_turns(self) -> int:
        """So few that some games are stopped."""
        return 33

    def starts(self) -> list[Board]:
        """All wait, or one of each side has begun."""
        return [(0, 0, RUNNERS | RUNNERS << BITS), (1 << 1, 1 << 1, 1 | 1 << BITS)]

    def laws(self) -> tuple[Law, ...]:
        """The chances are those of :func:`thrown`."""
        usual = Law(np.arange(1, SIDES + 1), np.full(SIDES, 1 / SIDES))
        return usual, Law(np.arange(1, SIDES), np.full(SIDES - 1, 1 / (SIDES - 1)), chooses=False)

    def board_of(self, position: Board) -> Board:
        """A position is a board."""
        return position

    def position_of(self, board: Board) -> Board:
        """The board itself."""
        return board


@kernel
def steps(mine: int) -> int:
    """The squares that runners on the track have behind them."""
    total = 0
    for square in range(1, LENGTH + 1):
        total += square * (mine >> square & 1)
    return total


@kernel
def told(moves: int, did: int) -> int:
    """What words may know of a move."""
    return 2 * moves + did


@kernel
def waiting(state: int) -> int:
    """How many runners wait."""
    return state & WAITING


def my_waiting(board: Board) -> int:
    """How many of my runners wait."""
    return board[2] & WAITING


def my_steps(board: Board) -> int:
    """How far my runners on the track have come."""
    return int(steps(board[0]))


def their_steps(board: Board) -> int:
    """How far their runners on the track have come."""
    return int(steps(board[1]))


def of_the_move(board: Board) -> int:
    """What a move tells; nothing where nobody has moved."""
    return 0


def words(game: SearchRace) -> Vocabulary:
    """The words, each with a kernel."""
    most = LENGTH * RUNNERS
    mine = Primitive(my_steps, (), Number, Query(steps, "mine"), 0, most)
    theirs = Primitive(their_steps, (), Number, Query(steps, "theirs"), 0, most)
    move = Primitive(of_the_move, (), Number, Query(told, "moves", "extra"), 0, 4 * LENGTH)
    wait = Primitive(my_waiting, (), Number, Query(waiting, "state"), 0, RUNNERS)
    return plain_vocabulary(game, {}, words=[mine, theirs, move, wait])["basic"]
