"""Kernels of games that are wrong, each in its own way."""

# The arguments of kernels are those of any game.
# ruff: noqa: ARG001

from __future__ import annotations

from typing import Any

import numpy as np

from senet_gp.games.dice.features import Active
from senet_gp.games.dice.rules import GOES_ON, THROWS_AGAIN, WON, Boards, Numbers, Results, Scratch, keep
from senet_gp.runtime.compiled import int64, kernel
from senet_gp.runtime.streams import Streams


@kernel
def no_afterstates(
    numbers: Numbers,
    mine: int,
    theirs: int,
    state: int,
    throw: int,
    boards: Boards,
    results: Results,
    scratch: Scratch,
) -> int:
    """No board at all, not even the one there was."""
    return 0


@kernel
def unknown_name(
    numbers: Numbers,
    mine: int,
    theirs: int,
    state: int,
    throw: int,
    boards: Boards,
    results: Results,
    scratch: Scratch,
) -> Any:
    """A name that does not exist."""
    return nowhere  # type: ignore[name-defined]  # noqa: F821


@kernel
def new_array(
    numbers: Numbers,
    mine: int,
    theirs: int,
    state: int,
    throw: int,
    boards: Boards,
    results: Results,
    scratch: Scratch,
) -> int:
    """An array, which nothing would free."""
    return int(np.zeros(3)[0])


@kernel
def new_list(numbers: Numbers, mine: int, theirs: int, state: int) -> Any:
    """A list instead of a number."""
    return [mine]


@kernel
def many_inputs(mine: int, theirs: int, state: int, active: Active) -> int:
    """More inputs than there is said to be."""
    for place in range(300):
        active[place] = 0
    return 300


@kernel
def far_input(mine: int, theirs: int, state: int, active: Active) -> int:
    """An input beyond the last."""
    active[0] = 9
    return 1


@kernel
def unknown_input(mine: int, theirs: int, state: int, active: Active) -> Any:
    """A name that does not exist."""
    return nowhere  # type: ignore[name-defined]  # noqa: F821


@kernel
def always_won(mine: int, theirs: int, state: int) -> int:
    """A win on every board."""
    return WON


@kernel
def no_luck(numbers: Numbers, mine: int, theirs: int, state: int, throw: int) -> float:
    """The same for all throws."""
    return 0.25


@kernel
def never_ends(
    numbers: Numbers,
    mine: int,
    theirs: int,
    state: int,
    throw: int,
    boards: Boards,
    results: Results,
    scratch: Scratch,
) -> int:
    """Nothing moves, and the player throws again."""
    return keep(boards, results, 0, mine, theirs, 0, 0, state, THROWS_AGAIN)


@kernel
def many_afterstates(
    numbers: Numbers,
    mine: int,
    theirs: int,
    state: int,
    throw: int,
    boards: Boards,
    results: Results,
    scratch: Scratch,
) -> int:
    """Far more boards than there is room for."""
    count = 0
    for _ in range(100_000):
        count = keep(boards, results, count, mine, theirs, 0, 0, state, GOES_ON)
    return count


@kernel
def swapped_on_the_board(numbers: Numbers, mine: int, theirs: int, state: int) -> tuple[int, int, int]:
    """The board as the other player sees it, without the runners at home."""
    return theirs & 0x1FFF, mine & 0x1FFF, state


@kernel
def far_law(numbers: Numbers, mine: int, theirs: int, state: int) -> int:
    """A law that is not there."""
    return int64(1) << 40


@kernel
def always_one(numbers: Numbers, mine: int, theirs: int, state: int, streams: Streams, seat: int) -> int:
    """Always the same throw."""
    return 1


@kernel
def one_number(numbers: Numbers, mine: int, theirs: int, state: int) -> int:
    """The same number for all boards."""
    return 5


@kernel
def counts_numbers(numbers: Numbers, mine: int, theirs: int, extra: int) -> tuple[int, int, int]:
    """The number of parameters in place of a mask."""
    return numbers.size, theirs, extra
