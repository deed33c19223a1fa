"""Values of all boards of a game with throws, by sweeps until they stay as they are.

The groups of boards are solved one after the other. A moment between two sweeps is a state from which the
iteration goes on to the same values, to the last bit.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from math import log2

import numpy as np
from numpy.typing import NDArray

from senet_gp.engine.exact_sweeps import ListedSweep
from senet_gp.games.dice.game import DiceGame
from senet_gp.games.dice.numbering import (
    CHANCE,
    ONE,
    Goal,
    Sweep,
    check_numbers,
    groups_of,
    own_sweep_of,
)
from senet_gp.runtime import interruption

#: Sweeps end when no value changes by more units than this: rounding alone may change values by one or two.
STILL = 4

#: Called with the share that is done, 0 to 1, and a text that says what is being done.
Show = Callable[[float, str], None]


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

    def sweeps(self, still: int = STILL, show: Show | None = None, *, listed: bool = False) -> Iterator[int]:
        """Sweep until the values stay, and yield the largest change of a value after each sweep.

        Args:
            still: by how many units values may change in the last sweep of a group.
            show: is told what is being done.
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

    def _sweep(self, sweep: Sweep, change_before: int, show: Show | None) -> int:
        """Visit every board of a group once; returns the largest change of a value."""
        first, end = (0, *self._ends)[self.group : self.group + 2]
        # Changes shrink by about the same factor in each sweep.
        done = (first + (end - first) * (1 - log2(max(change_before, 1)) / log2(ONE))) / len(self.values)
        text = f"group {self.group + 1} of {len(self._ends)}, sweep {self.sweeps_made + 1}"
        change = 0
        for part in range(sweep.parts):
            interruption.check()
            if show is not None:
                show(done, text)
            change = max(change, sweep.visit(part))
        return change
