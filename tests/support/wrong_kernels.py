"""Kernels of a game with throws that are wrong, each in its own way."""

# The arguments of kernels are those of any game.
# ruff: noqa: ARG001

from __future__ import annotations

from typing import Any

import numpy as np

from senet_gp.games.dice.features import Active
from senet_gp.games.dice.rules import WON, Boards, Numbers, Results, Scratch
from senet_gp.runtime.compiled import kernel


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
