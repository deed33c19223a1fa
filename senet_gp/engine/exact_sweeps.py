"""Sweeps over the boards of any game with throws whose boards have numbers, compiled.

The value of a board is a whole number of units: the mean, over all throws, of the best that each can lead to,
rounded. What a value says is a :class:`senet_gp.games.dice.numbering.Goal`. Values that are known already in
this sweep are used at once (Gauss-Seidel).
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from senet_gp.games.dice.game import DiceGame
from senet_gp.games.dice.numbering import (
    Goal,
    NumberedRules,
    board_of,
    groups_of,
    number_of,
    numbered_rules,
    order_of,
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
from senet_gp.runtime.compiled import inlined_kernel, int64, kernel
from senet_gp.runtime.errors import UsageError

#: So many boards are a part of a sweep.
_BOARDS_AT_ONCE = 4096


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
def _sweep(
    goal: Goal, rules: NumberedRules, numbers: NDArray[np.int32], values: NDArray[np.uint32], room: Room
) -> int:
    """Visit the boards with these numbers.

    Returns by how much a value has changed at most; or, if what follows a board has none of the numbers, -1
    less the number of that board.
    """
    change = int64(0)
    for number in numbers:
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
        new = int64(mean) + goal.turn
        change = max(change, abs(new - int64(values[number])))
        values[number] = new
    return change


class ListedSweep:
    """A sweep of a group of boards that lists the afterstates of all throws.

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
        begin, end = (0, *groups_of(game))[group : group + 2]
        order = order_of(game)
        self._numbers = np.ascontiguousarray(order[(order >= begin) & (order < end)])
        self._game, self._goal, self._values = game, goal, values
        self._rules, self._room = numbered_rules(game), new_room(game.rules_module)
        self.parts = -(-len(self._numbers) // _BOARDS_AT_ONCE)

    def visit(self, part: int) -> int:
        """Visit the boards of a part; returns by how much a value has changed at most.

        Raises:
            UsageError: if what follows a board has none of the numbers.
        """
        numbers = self._numbers[part * _BOARDS_AT_ONCE : (part + 1) * _BOARDS_AT_ONCE]
        change = int(_sweep(self._goal, self._rules, numbers, self._values, self._room))
        if change < 0:
            raise UsageError(
                f"after board number {-1 - change} of {self._game.title} comes one that has none of the "
                f"numbers: mend number_of_board of {self._game.numbering}"
            )
        return change
