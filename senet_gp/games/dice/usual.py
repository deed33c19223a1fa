"""Rules that most games with throws share (see :mod:`senet_gp.games.dice.rules`), compiled."""

# numba looks at the names of arguments, used or not.
# ruff: noqa: ARG001

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from senet_gp.runtime.compiled import kernel


@kernel
def swapped(numbers: NDArray[np.int64], mine: int, theirs: int, state: int) -> tuple[int, int, int]:
    """The same squares and the same state as the other player sees them."""
    return theirs, mine, state


@kernel
def law(numbers: NDArray[np.int64], mine: int, theirs: int, state: int) -> int:
    """The only law of the throws."""
    return 0
