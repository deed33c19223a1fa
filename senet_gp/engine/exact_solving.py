"""Values of all boards of a game with throws whose boards have numbers, by sweeps until they stay the same.

The value of a board is a whole number of units: the mean, over all throws, of the best that each can lead to,
rounded. What a value says is a :class:`senet_gp.games.dice.numbering.Goal`. Values that are known already in
this sweep are used at once (Gauss-Seidel).

The groups of boards are solved one after the other. A moment between two sweeps is a state from which the
iteration goes on to the same values, to the last bit.
"""

from __future__ import annotations

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from math import log2

import numpy as np
from numpy.typing import NDArray

from senet_gp.games.dice.game import DiceGame
from senet_gp.games.dice.numbering import (
    CHANCE,
    ONE,
    Goal,
    NumberedRules,
    Sweep,
    board_of,
    check_numbers,
    groups_of,
    number_of,
    numbered_rules,
    order_of,
    own_sweep_of,
)
from senet_gp.games.dice.rules import (
    DRAWN,
    LOST,
    MINE,
    STATE,
    THEIRS,
    THROWS_AGAIN,
    WON,
    Room,
    afterstates,
    law,
    new_room,
    swapped,
)
from senet_gp.runtime import interruption
from senet_gp.runtime.compiled import inlined_kernel, int64, kernel
from senet_gp.runtime.errors import UsageError
from senet_gp.runtime.interruption import Progress
from senet_gp.runtime.machine import available_cores

#: A group has about so many parts, and a part at least and at most so many boards.
_PARTS = 256
_FEWEST, _MOST = 64, 8192
#: Smaller parts are computed by one thread: handing them out would take as long.
_WORTH_SHARING = 1024


@inlined_kernel
def _worth(
    goal: Goal,
    rules: NumberedRules,
    mine: int,
    theirs: int,
    state: int,
    result: int,
    values: NDArray[np.uint32],
) -> int:
    """The value of a board for the player who has moved; -1 if it has none of the numbers."""
    if result == WON:
        return goal.won
    if result == LOST:
        return goal.lost
    if result == DRAWN:
        return goal.drawn
    if result != THROWS_AGAIN:
        mine, theirs, state = swapped(rules.dice, mine, theirs, state)
    number = number_of(rules, mine, theirs, state)
    if not 0 <= number < len(values):
        return -1
    value = int64(values[number])
    return value if result == THROWS_AGAIN else goal.offset + goal.sign * value


@kernel
def _fill_new(
    goal: Goal,
    rules: NumberedRules,
    numbers: NDArray[np.int32],
    values: NDArray[np.uint32],
    new: NDArray[np.uint32],
    room: Room,
) -> int:
    """Compute new values of the boards with these numbers.

    Returns by how much a value changes at most; or, if what follows a board has none of the numbers, -1 less
    the number of that board.
    """
    change = int64(0)
    for place in range(len(numbers)):
        number = numbers[place]
        mine, theirs, state = board_of(rules, number)
        index = law(rules.dice, mine, theirs, state)
        mean = 0.5
        for throw in range(rules.dice.begins[index], rules.dice.begins[index + 1]):
            count = afterstates(rules.dice, mine, theirs, state, rules.dice.throws[throw], room)
            best = int64(0)
            for after in range(count):
                worth = _worth(
                    goal,
                    rules,
                    int64(room.boards[MINE, after]),
                    int64(room.boards[THEIRS, after]),
                    int64(room.boards[STATE, after]),
                    int64(room.results[after]),
                    values,
                )
                if worth < 0:
                    return -1 - int64(number)
                best = max(best, worth)
            mean += rules.dice.chances[throw] * best
        value = int64(mean) + goal.turn
        change = max(change, abs(value - int64(values[number])))
        new[place] = value
    return change


class ListedSweep:
    """A sweep of a group of boards that lists the afterstates of all throws, on all cores.

    The new values of a part are computed from those before it and take their places when all are there. So
    it does not matter which thread computes which, and parts are so small that hardly any board of one
    follows from another.

    Args:
        game: the game.
        goal: what the values say.
        group: the number of the group.
        values: the values of all boards, (boards,) uint32, which it changes.

    Attributes:
        parts: how many parts there are.

    Raises:
        UsageError: if the boards of the game have no numbers.
    """

    def __init__(self, game: DiceGame, goal: Goal, group: int, values: NDArray[np.uint32]) -> None:
        self._numbers = np.ascontiguousarray(order_of(game, group))
        self._game, self._goal, self._values = game, goal, values
        self._size = min(max(len(self._numbers) // _PARTS, _FEWEST), _MOST)
        self._new = np.empty(self._size, np.uint32)
        self._rules = numbered_rules(game)
        cores = available_cores() if self._size >= _WORTH_SHARING else 1
        self._rooms = [new_room(game.rules_module) for _ in range(cores)]
        self._map = ThreadPoolExecutor(cores).map if cores > 1 else map
        self.parts = -(-len(self._numbers) // self._size)

    def visit(self, part: int) -> int:
        """Visit the boards of a part; returns by how much a value has changed at most.

        Raises:
            UsageError: if what follows a board has none of the numbers.
        """
        numbers = self._numbers[part * self._size : (part + 1) * self._size]
        new, shares = self._new[: len(numbers)], len(self._rooms)
        work = np.array_split(numbers, shares), np.array_split(new, shares), self._rooms
        changes = list(self._map(self._fill, *work))
        if min(changes) < 0:
            raise UsageError(
                f"after board number {-1 - min(changes)} of {self._game.title} comes one that has none of "
                f"the numbers: mend number_of_board of {self._game.numbering}"
            )
        self._values[numbers] = new
        return max(changes)

    def _fill(self, numbers: NDArray[np.int32], new: NDArray[np.uint32], room: Room) -> int:
        return int(_fill_new(self._goal, self._rules, numbers, self._values, new, room))


#: Sweeps end when no value changes by more units than this: rounding alone may change values by one or two.
STILL = 4


@dataclass
class Solving:
    """Values of boards on the way to their final ones.

    >>> from senet_gp.games.senet import Senet
    >>> solving = Solving(Senet(pieces=1))
    >>> changes = list(solving.sweeps())
    >>> solving.solved, changes[-1] <= STILL, solving.values.shape
    (True, True, (870,))

    Attributes:
        game: the game, with its parameters.
        goal: what the values say.
        group: how many groups of boards are solved.
        sweeps_made: how many sweeps the next group has had.
        values: (boards,) uint32.

    Raises:
        UsageError: if the boards of the game have no numbers.
    """

    game: DiceGame
    goal: Goal = CHANCE
    group: int = 0
    sweeps_made: int = 0
    values: NDArray[np.uint32] = field(default_factory=lambda: np.empty(0, np.uint32))

    def __post_init__(self) -> None:
        self._ends = groups_of(self.game)
        check_numbers(self.game)
        if not self.values.size:
            self.values = np.full(self._ends[-1], (self.goal.won + 1) // 2, np.uint32)

    @property
    def solved(self) -> bool:
        """Whether all values are final."""
        return self.group == len(self._ends)

    def sweeps(
        self, still: int = STILL, show: Progress | None = None, *, listed: bool = False
    ) -> Iterator[int]:
        """Sweep until the values stay, and yield the largest change of a value after each sweep.

        Args:
            still: by how many units values may change in the last sweep of a group.
            show: is told how many boards are solved, about, and which sweep is made.
            listed: whether afterstates are listed even if the game has a faster sweep of its own.

        Raises:
            UsageError: if what follows a board has none of the numbers.
            KeyboardInterrupt: if the person interrupts the program; the values are then those in the middle
                of a sweep.
        """
        while not self.solved:
            sweep = None if listed else own_sweep_of(self.game, self.goal, self.group, self.values)
            sweep = sweep or ListedSweep(self.game, self.goal, self.group, self.values)
            change = ONE
            while change > still:
                change = self._sweep(sweep, change, show)
                self.sweeps_made += 1
                if change <= still:
                    self.group, self.sweeps_made = self.group + 1, 0
                yield change

    def _sweep(self, sweep: Sweep, change_before: int, show: Progress | None) -> int:
        """Visit every board of a group once; returns the largest change of a value."""
        first, end = (0, *self._ends)[self.group : self.group + 2]
        # Changes shrink by about the same factor in each sweep.
        done = round(first + (end - first) * (1 - log2(max(change_before, 1)) / log2(ONE)))
        text = f"group {self.group + 1} of {len(self._ends)}, sweep {self.sweeps_made + 1}"
        change = 0
        for part in range(sweep.parts):
            interruption.check()
            if show is not None:
                show(done, len(self.values), text)
            change = max(change, sweep.visit(part))
        return change
