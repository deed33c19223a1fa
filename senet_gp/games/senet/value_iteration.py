"""Values of all boards of Senet with few pieces, by sweeps until they stay as they are.

The blocks of boards are solved one group after the other, because pieces that have left the board never
return. A moment between two sweeps is a state from which the iteration goes on to the same values, to the
last bit.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import combinations
from math import log2

import numpy as np
from numpy.typing import NDArray

from senet_gp import interruption
from senet_gp.errors import UsageError
from senet_gp.games.senet.board_numbers import (
    BLOCK_GROUPS,
    FIRST_NUMBERS,
    MAX_FEW,
    boards_of_block,
    fill_block,
    number_of_boards,
)
from senet_gp.games.senet.rules import MAX_THROWS, SQUARES
from senet_gp.games.senet.sweeps import (
    ALL_PLACES,
    CHANCE,
    FRAME_LENGTH,
    MAX_STEP,
    ONE,
    ROW_LENGTH,
    Goal,
    Sweeping,
    sweep_distance,
)

#: Sweeps end when no value changes by more units than this: rounding alone may change values by one or two.
STILL = 4

Block = tuple[int, int]
#: Called with the share that is done, 0 to 1, and a text that says what is being done.
Show = Callable[[float, str], None]


@dataclass
class Solving:
    """Values of boards on the way to their final ones.

    >>> solving = Solving(1)
    >>> changes = list(solving.sweeps())
    >>> solving.solved, changes[-1] <= STILL, solving.values.shape
    (True, True, (870,))

    Attributes:
        pieces: the largest number of pieces a side.
        goal: what the values say.
        group: how many groups of blocks are solved.
        sweeps_made: how many sweeps the next group has had.
        values: (boards,) uint32.

    Raises:
        UsageError: if there are more than three pieces, or none.
    """

    pieces: int
    goal: Goal = CHANCE
    group: int = 0
    sweeps_made: int = 0
    values: NDArray[np.uint32] = field(default_factory=lambda: np.empty(0, np.uint32))

    def __post_init__(self) -> None:
        check_few(self.pieces)
        if not self.values.size:
            self.values = np.full(number_of_boards(self.pieces), (self.goal.won + 1) // 2, np.uint32)

    @property
    def solved(self) -> bool:
        """Whether all values are final."""
        return self.group == len(block_groups(self.pieces))

    def sweeps(self, still: int = STILL, show: Show | None = None) -> Iterator[int]:
        """Sweep until the values stay, and yield the largest change of a value after each sweep.

        Args:
            still: by how many units values may change in the last sweep of a group.
            show: is told what is being done.

        Raises:
            KeyboardInterrupt: if the person interrupts the program; the values are then those in the middle
                of a sweep.
        """
        for blocks in block_groups(self.pieces)[self.group :]:
            sweeping, ends = _sweeping(blocks, self.values)
            change = ONE
            while change > still:
                change = self._sweep(blocks, sweeping, ends, change, show)
                self.sweeps_made += 1
                if change <= still:
                    self.group, self.sweeps_made = self.group + 1, 0
                yield change

    def _sweep(
        self,
        blocks: Sequence[Block],
        sweeping: Sweeping,
        ends: Sequence[int],
        change_before: int,
        show: Show | None,
    ) -> int:
        """Visit every board once; returns the largest change of a value."""
        first = _first_of(blocks)
        new = sum(boards_of_block(*block) for block in blocks)
        # Changes shrink by about the same factor in each sweep.
        done = (first + new * (1 - log2(max(change_before, 1)) / log2(ONE))) / len(self.values)
        text = f"{' '.join(f'{a}-{b}' for a, b in blocks)} pieces, sweep {self.sweeps_made + 1}"
        change = begin = 0
        for end in ends:
            interruption.check()
            if show is not None:
                show(done, text)
            change = max(change, sweep_distance(self.goal, begin, end, first, sweeping))
            begin = end
        return change


def check_few(pieces: int) -> None:
    """Check that boards with at most so many pieces a side can be solved.

    Raises:
        UsageError: if they cannot.
    """
    if not 1 <= pieces <= MAX_FEW:
        raise UsageError(
            f"Senet is solved with 1 to {MAX_FEW} pieces a side, not {pieces}: choose by --rule pieces=2"
        )


def block_groups(pieces: int) -> list[tuple[Block, ...]]:
    """The groups of blocks with at most so many pieces a side, in the order in which they are solved."""
    return [blocks for blocks in BLOCK_GROUPS if max(max(block) for block in blocks) <= pieces]


def _first_of(blocks: Sequence[Block]) -> int:
    return int(min(FIRST_NUMBERS[block] for block in blocks))


def _sweeping(blocks: Sequence[Block], values: NDArray[np.uint32]) -> tuple[Sweeping, list[int]]:
    """The boards of some blocks, and of those that a turn can lead to, in the order of a sweep.

    Returns:
        The arrays, and where the boards of each distance end.
    """
    boards, numbers, counts = boards_by_distance(
        {(left, theirs) for mine, theirs in blocks for left in range(1, mine + 1)}
    )
    places = np.full(len(values), -1, np.int32)
    places[numbers] = np.arange(numbers.size, dtype=np.int32)
    ends = np.cumsum(counts)
    begins = ends - counts
    rows = max(int(ends[d] - begins[max(d - MAX_STEP, 0)]) for d in range(counts.size))
    sweeping = Sweeping(
        values,
        boards,
        numbers,
        places,
        np.zeros((rows, ROW_LENGTH), np.uint32),
        np.zeros((MAX_THROWS + 1, MAX_STEP + 1, ROW_LENGTH), np.uint32),
        np.zeros((MAX_THROWS + 1, ALL_PLACES), np.uint32),
        np.zeros((MAX_THROWS + 1, FRAME_LENGTH), np.int64),
    )
    return sweeping, [int(end) for end, count in zip(ends, counts, strict=True) if count]


def boards_by_distance(
    blocks: Iterable[Block],
) -> tuple[NDArray[np.uint32], NDArray[np.int32], NDArray[np.int64]]:
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
    order = np.argsort(distance * np.uint16(128) + mine_distance, kind="stable")
    return np.ascontiguousarray(boards[:, order]), numbers[order], np.bincount(distance)


def _number_of(block: Block) -> int:
    return int(FIRST_NUMBERS[block])


def _boards_of(block: Block) -> NDArray[np.uint32]:
    """(2, boards) uint32: mine and theirs on all boards of a block, by number."""
    boards = np.empty((2, boards_of_block(*block)), np.uint32)
    fill_block(_masks(block[0]), _masks(block[1]), boards)
    return boards


def _masks(pieces: int) -> NDArray[np.uint32]:
    """All sets of so many squares as masks, in rising order."""
    squares = combinations(range(1, SQUARES + 1), pieces)
    return np.sort(np.array([sum(1 << square for square in chosen) for chosen in squares], np.uint32))


def _distances(masks: NDArray[np.uint32]) -> NDArray[np.uint16]:
    """The squares that the pieces of each mask have still to go."""
    distances = np.zeros(masks.shape, np.uint16)
    for square in range(1, SQUARES + 1):
        distances += (masks >> np.uint32(square) & np.uint32(1)).astype(np.uint16) * np.uint16(31 - square)
    return distances
