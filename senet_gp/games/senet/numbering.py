"""The numbers of Senet's boards with few pieces, and the sweeps over them.

:mod:`senet_gp.games.dice.numbering` describes the kernels and functions. Boards are visited by rising
distance (the squares that all pieces have still to go).
"""

# The arguments are those of any game.
# ruff: noqa: ARG001

from __future__ import annotations

from collections.abc import Iterable, Sequence

import numpy as np
from numpy.typing import NDArray

from senet_gp.games.bits import popcount
from senet_gp.games.dice.numbering import Goal
from senet_gp.games.dice.rules import Numbers
from senet_gp.games.senet.board_numbers import (
    BLOCK_GROUPS,
    FIRST_NUMBERS,
    MAX_FEW,
    board_at,
    board_number,
    boards_of_block,
)
from senet_gp.games.senet.game import Senet
from senet_gp.games.senet.rules import MAX_THROWS, SQUARES
from senet_gp.games.senet.sweeps import (
    ALL_PLACES,
    FRAME_LENGTH,
    MAX_STEP,
    ROW_LENGTH,
    Sweeping,
    sweep_distance,
)
from senet_gp.runtime.compiled import int64, kernel
from senet_gp.runtime.errors import UsageError

Block = tuple[int, int]
_ALL_SQUARES = (1 << (SQUARES + 1)) - 2


@kernel
def number_of_board(numbers: Numbers, mine: int, theirs: int, state: int) -> int:
    """The number of a board; -1 for those on which a side has no piece or too many, or that are none."""
    known = (mine != 0) & (theirs != 0) & (mine & theirs == 0) & ((mine | theirs) & ~_ALL_SQUARES == 0)
    known &= max(popcount(mine), popcount(theirs)) <= min(numbers[0], MAX_FEW)
    return board_number(mine, theirs) if known else -1


@kernel
def board_of_number(numbers: Numbers, number: int) -> tuple[int, int, int]:
    """The board with a number."""
    mine, theirs = board_at(number)
    return mine, theirs, int64(0)


@kernel
def _fill_boards(first: int, boards: NDArray[np.uint32]) -> None:
    """List the boards, (2, boards), with the numbers from ``first`` on."""
    for place in range(boards.shape[1]):
        boards[0, place], boards[1, place] = board_at(first + place)


def groups(game: Senet) -> list[int]:
    """Where the groups of blocks end; pieces that have left the board never return.

    >>> groups(Senet(pieces=2))
    [870, 25230, 189660]

    Raises:
        UsageError: if there are too many pieces.
    """
    if game.pieces > MAX_FEW:
        raise UsageError(
            f"Senet is solved with 1 to {MAX_FEW} pieces a side, not {game.pieces}: choose by --rule pieces=2"
        )
    return [
        max(_number_of(block) + boards_of_block(*block) for block in blocks)
        for blocks in BLOCK_GROUPS
        if max(max(block) for block in blocks) <= game.pieces
    ]


def order(game: Senet) -> NDArray[np.int32]:
    """The numbers of all boards by rising distance, (boards,)."""
    blocks = (block for blocks in BLOCK_GROUPS[: len(groups(game))] for block in blocks)
    return _by_distance(blocks)[1]


def has_boards_of(game: Senet, other: Senet) -> bool:
    """Whether the other game has no more pieces: boards with few pieces have the first numbers."""
    return other.pieces <= game.pieces


def smallest(game: Senet) -> Senet:
    """Senet with one piece a side."""
    return Senet(pieces=1)


def sweep(game: Senet, goal: Goal, group: int, values: NDArray[np.uint32]) -> BlockSweep:
    """A sweep of a group of blocks."""
    return BlockSweep(goal, BLOCK_GROUPS[group], values)


class BlockSweep:
    """A sweep of some blocks.

    Args:
        goal: what the values say.
        blocks: the blocks.
        values: the values of all boards, (boards,) uint32, which it changes.

    Attributes:
        parts: how many distances there are.
    """

    def __init__(self, goal: Goal, blocks: Sequence[Block], values: NDArray[np.uint32]) -> None:
        self._goal = goal
        self._first = min(_number_of(block) for block in blocks)
        # Those that a turn can lead to come along.
        boards, numbers, counts = _by_distance(
            {(left, theirs) for mine, theirs in blocks for left in range(1, mine + 1)}
        )
        places = np.full(len(values), -1, np.int32)
        places[numbers] = np.arange(numbers.size, dtype=np.int32)
        ends = np.cumsum(counts)
        begins = ends - counts
        rows = max(int(ends[d] - begins[max(d - MAX_STEP, 0)]) for d in range(counts.size))
        self._work = Sweeping(
            values,
            boards,
            numbers,
            places,
            np.zeros((rows, ROW_LENGTH), np.uint32),
            np.zeros((MAX_THROWS + 1, MAX_STEP + 1, ROW_LENGTH), np.uint32),
            np.zeros((MAX_THROWS + 1, ALL_PLACES), np.uint32),
            np.zeros((MAX_THROWS + 1, FRAME_LENGTH), np.int64),
        )
        self._ends = [0, *(int(end) for end, count in zip(ends, counts, strict=True) if count)]
        self.parts = len(self._ends) - 1

    def visit(self, part: int) -> int:
        """Visit the boards of a distance; returns by how much a value has changed at most."""
        begin, end = self._ends[part : part + 2]
        return int(sweep_distance(self._goal, begin, end, self._first, self._work))


def _by_distance(blocks: Iterable[Block]) -> tuple[NDArray[np.uint32], NDArray[np.int32], NDArray[np.int64]]:
    """The boards of blocks by rising distance of all pieces.

    At the same distance they stand by rising distance of the player to move, then by number: a hit leaves the
    first as it is, and lowers the second.

    Returns:
        (2, boards) uint32, mine and theirs; (boards,) int32, their numbers; and how many boards there are of
        each distance, from 0 on.
    """
    met = sorted(blocks, key=_number_of)
    boards = np.concatenate([_boards_of(block) for block in met], axis=1)
    numbers = np.concatenate(
        [np.arange(boards_of_block(*block), dtype=np.int32) + _number_of(block) for block in met]
    ).astype(np.int32, copy=False)
    mine_distance, theirs_distance = _distances(boards[0]), _distances(boards[1])
    distance = mine_distance + theirs_distance
    # Sorting is stable and, with keys of 16 bits, by radix.
    by_distance = np.argsort(distance * np.uint16(128) + mine_distance, kind="stable")
    return np.ascontiguousarray(boards[:, by_distance]), numbers[by_distance], np.bincount(distance)


def _number_of(block: Block) -> int:
    return int(FIRST_NUMBERS[block])


def _boards_of(block: Block) -> NDArray[np.uint32]:
    """(2, boards) uint32: mine and theirs on all boards of a block, by number."""
    boards = np.empty((2, boards_of_block(*block)), np.uint32)
    _fill_boards(_number_of(block), boards)
    return boards


def _distances(masks: NDArray[np.uint32]) -> NDArray[np.uint16]:
    """The squares that the pieces of each mask have still to go."""
    distances = np.zeros(masks.shape, np.uint16)
    for square in range(1, SQUARES + 1):
        distances += (masks >> np.uint32(square) & np.uint32(1)).astype(np.uint16) * np.uint16(31 - square)
    return distances
