"""What networks see of the boards of a game with throws: inputs that are 0 or 1.

The module of a game's rules may have two kernels of this. ``features`` notes the inputs that are 1 on a
board; beside it stand the constants ``INPUTS``, how many inputs there are, and ``MAX_ACTIVE``, how many of
them are 1 at most, on whatever masks. ``result_on`` tells that a game is over. Those of this module are used
where there are none. A network plays with any parameters of its game, so these kernels do not know them.
"""

# numba looks at the names of arguments, used or not.
# ruff: noqa: ARG001

from __future__ import annotations

from functools import cache
from importlib import import_module
from typing import Any

import numpy as np
from numba import types
from numpy.typing import NDArray

from senet_gp.games.dice.rules import GOES_ON, STATE, THROWS_AGAIN, Boards, Results
from senet_gp.games.kernels import address_in, contents_of, kernel_of, lowest_bit
from senet_gp.games.rules_code import module_of
from senet_gp.runtime.checks import whole_number
from senet_gp.runtime.compiled import call_for_integer, function_from, inlined_kernel, kernel
from senet_gp.runtime.errors import UsageError

Active = NDArray[np.int64]  # (most active,) int64: the inputs that are 1
_BITS = 32
INPUTS = MAX_ACTIVE = 3 * _BITS
#: More inputs than this are refused: a network would have a row of weights for each.
_MAX_INPUTS = 1 << 14
#: Networks see this bit in the state of a board if the player who has just moved throws again.
AGAIN = 1 << 31
_AGAIN = np.uint32(AGAIN)
_AGAIN_SHIFT = np.uint32(31)


@inlined_kernel
def _bits(mask: int, first: int, active: Active, count: int) -> int:
    while mask:
        active[count] = first + lowest_bit(mask)
        mask &= mask - 1
        count += 1
    return count


@kernel
def features(mine: int, theirs: int, state: int, active: Active) -> int:
    """Note the inputs that are 1 on a board; by default one for each piece's square and bit of the state.

    Args:
        mine: the mask of the player who has just moved.
        theirs: the mask of the other player.
        state: what the squares do not show; with the bit ``AGAIN`` if the player who has moved throws again.
        active: (``MAX_ACTIVE``,) int64, where the numbers of the inputs that are 1 are written.

    Returns:
        How many they are.
    """
    count = _bits(mine, 0, active, 0)
    count = _bits(theirs, _BITS, active, count)
    return _bits(state, 2 * _BITS, active, count)


@kernel
def result_on(mine: int, theirs: int, state: int) -> int:
    """The result of a game that a board shows, such as that a player has no piece left.

    Returns:
        ``LOST``, ``DRAWN`` or ``WON`` for the player who has just moved, if it shows that the game is over;
        else ``GOES_ON``. By default it shows nothing, and networks learn what such boards are worth.
    """
    return GOES_ON


_TEXT = """\
from numba import carray
from {features} import features
from {result_on} import result_on
from senet_gp.games.dice.rules import GOES_ON

def seen(mine, theirs, state, active):
    result = result_on(mine, theirs, state)
    if result < GOES_ON:
        return result - GOES_ON
    return features(mine, theirs, state, carray(active, ({most},)))
"""


def inputs_of(module: str) -> tuple[int, int]:
    """How many inputs a game's networks have, and how many of them are 1 at most.

    Args:
        module: the dotted name of the module that has the game's rules.

    Raises:
        UsageError: if it has inputs of its own and does not say how many, or has too many.
    """
    found = import_module(_module_of("features", module))
    try:
        numbers = {name: getattr(found, name) for name in ("INPUTS", "MAX_ACTIVE")}
    except AttributeError as error:
        raise UsageError(
            f"{module} has features and no {error.name}: say how many inputs there are (INPUTS), and how "
            "many are 1 at most (MAX_ACTIVE)"
        ) from None
    inputs, most = (whole_number(f"{name} of {module}", n, 1, _MAX_INPUTS) for name, n in numbers.items())
    return inputs, most


def kernel_for(module: str, name: str) -> Any:
    """The kernel ``features`` or ``result_on`` of a game, its own or the usual one."""
    return kernel_of(_module_of(name, module), name, "rules_module")


def _module_of(kernel: str, module: str) -> str:
    """The module that a kernel comes from: that of a game's rules, or this one."""
    return module if hasattr(module_of(module, "rules_module"), kernel) else __name__


@cache
def features_of(module: str) -> int:
    """The address of the function by which networks see boards of a game, for :func:`noted` in this process.

    Args:
        module: the dotted name of the module that has the game's rules.
    """
    sources = {name: _module_of(name, module) for name in ("features", "result_on")}
    kernels = [kernel_for(module, name) for name in sources]
    _, most = inputs_of(module)
    text = _TEXT.format(**sources, most=most) + contents_of(kernels)
    long = types.int64
    signature = long(long, long, long, types.CPointer(long))  # type: ignore[no-untyped-call]
    return address_in(module, "features or result_on", function_from(text, "seen"), signature)


@inlined_kernel
def noted(address: int, mine: int, theirs: int, state: int, active: Active) -> int:
    """Note the inputs that are 1 on a board in ``active``, unless it shows the result of its game.

    Args:
        address: from :func:`features_of`.
        mine: the mask of the player who has just moved.
        theirs: the mask of the other player.
        state: what the squares do not show.
        active: (``MAX_ACTIVE``,) int64.

    Returns:
        How many inputs are 1; if the board shows the result, ``result - GOES_ON``, which is negative.
    """
    return call_for_integer(address, (mine, theirs, state, active))


@inlined_kernel
def tell_of_throws(boards: Boards, results: Results, count: int) -> None:
    """Set the bit ``AGAIN`` of those of the first ``count`` boards after which their player throws again."""
    for board in range(count):
        boards[STATE, board] |= np.uint32(results[board] == THROWS_AGAIN) << _AGAIN_SHIFT


def told_of_throws(boards: Boards, results: Results) -> Boards:
    """A copy of boards, (COLUMNS, boards), that have the bit ``AGAIN`` where their player throws again."""
    columns = boards.copy()
    columns[STATE, results == THROWS_AGAIN] |= _AGAIN
    return columns
