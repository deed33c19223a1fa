"""Dash with kernels: the same game as in :mod:`board_games_example.dash`, played in compiled code."""

from __future__ import annotations

from dataclasses import dataclass

from board_games_example.dash import HOME, MARKED, Dash, my_last, their_steps
from primitives import Number, Primitive, Query, Vocabulary, plain_vocabulary
from senet_gp.games import Entry, Sides, register_game
from senet_gp.games.dice.game import Board, DiceGame
from senet_gp.games.dice.numbering import Numbering
from senet_gp.games.dice.rules import GOES_ON, THROWS_AGAIN, WON, Boards, Numbers, Results, Scratch, keep
from senet_gp.games.kernels import highest_bit, lowest_bit
from senet_gp.runtime.compiled import kernel
from senet_gp.runtime.streams import Streams, below

#: A mask has a bit for each square with a runner; a single bit stands for two runners.
START = 1 << 0
SIDES, MAX_AFTERSTATES = 6, 2
#: The places of two runners, but for both at home.
SIDE_BOARDS = (HOME + 1) * (HOME + 2) // 2 - 1


@kernel
def thrown(_numbers: Numbers, _mine: int, _theirs: int, _state: int, streams: Streams, seat: int) -> int:
    """Throw the die."""
    return 1 + below(streams, seat, SIDES)


@kernel
def luck(_numbers: Numbers, _mine: int, _theirs: int, _state: int, throw: int) -> float:
    """By how much the die shows more than the mean."""
    return throw - (1 + SIDES) / 2


@kernel
def afterstates(
    _numbers: Numbers,
    mine: int,
    theirs: int,
    state: int,
    throw: int,
    boards: Boards,
    results: Results,
    _scratch: Scratch,
) -> int:
    """One of the runners goes on, the rear one first."""
    count = 0
    rear, front = lowest_bit(mine), highest_bit(mine)
    for runner, other in ((rear, front), (front, rear)):
        if runner == HOME or (count and rear == front):
            continue
        to = min(runner + throw, HOME)
        hit = theirs & 1 << to if to < HOME else 0
        left = (theirs ^ hit) | START if hit else theirs
        result = WON if to == other == HOME else THROWS_AGAIN if to in MARKED else GOES_ON
        count = keep(boards, results, count, 1 << to | 1 << other, left, runner, 0, state, result)
    return count


@kernel
def _rank(mask: int) -> int:
    """The number of the squares of a side, among 104 on which it has not won."""
    front = highest_bit(mask)
    return front * (front + 1) // 2 + lowest_bit(mask)


@kernel
def _side(rank: int) -> int:
    """The squares with a number."""
    front = 0
    while (front + 1) * (front + 2) // 2 <= rank:
        front += 1
    return 1 << front | 1 << (rank - front * (front + 1) // 2)


@kernel
def number_of_board(_numbers: Numbers, mine: int, theirs: int, _state: int) -> int:
    """The number of a board."""
    mine_rank, theirs_rank = _rank(mine), _rank(theirs)
    return mine_rank * SIDE_BOARDS + theirs_rank if max(mine_rank, theirs_rank) < SIDE_BOARDS else -1


@kernel
def board_of_number(_numbers: Numbers, number: int) -> tuple[int, int, int]:
    """The board with a number."""
    return _side(number // SIDE_BOARDS), _side(number % SIDE_BOARDS), 0


class DashNumbering(Numbering[DiceGame]):
    """The numbers of all boards."""

    def groups(self, game: DiceGame) -> tuple[int]:  # noqa: ARG002
        """All boards are one group: runners that are caught begin again."""
        return (SIDE_BOARDS**2,)


NUMBERING = DashNumbering()


@kernel
def rear_of(mine: int) -> int:
    """The square of the rear runner."""
    return lowest_bit(mine)


@kernel
def steps_of(mine: int) -> int:
    """How far both runners have come."""
    return lowest_bit(mine) + highest_bit(mine)


@dataclass(frozen=True)
class FastDash(DiceGame, Dash):
    """The game, whose rules are those of Dash and, for compiled code, the kernels of this module."""

    name = "fast_dash"
    title = "Fast Dash"
    rules_module = __name__
    numbering = __name__

    def board_of(self, position: Sides) -> Board:
        """The squares of both sides as masks."""
        mine, theirs = (sum({1 << square for square in side}) for side in position)
        return mine, theirs, 0

    def position_of(self, board: Board) -> Sides:
        """The squares of the masks; both runners are on the same square where there is one bit."""
        return Sides(*((min(side), max(side)) for side in map(_squares, board[:2])))


def _squares(mask: int) -> list[int]:
    return [square for square in range(HOME + 1) if mask >> square & 1]


def vocabularies(game: FastDash) -> dict[str, Vocabulary]:
    """The words of its players, each with a kernel."""
    rear = Primitive(my_last, (), Number, Query(rear_of, "mine"), 0, HOME)
    steps = Primitive(their_steps, (), Number, Query(steps_of, "theirs"), 0, 2 * HOME)
    return plain_vocabulary(game, {}, words=[rear, steps])


register_game(FastDash.name, Entry.of(FastDash, vocabularies))
