"""Numbers and paths from callers, checked once and turned into Python's own.

Sweeps give numpy's numbers, and a path that stays relative means another file after ``os.chdir``. Every
public function therefore passes what it was given through here, and works on what comes back.
"""

from __future__ import annotations

import math
import operator
import os
from numbers import Real
from pathlib import Path
from typing import Any

from senet_gp.errors import UsageError
from senet_gp.quoting import shortened


def whole_number(name: str, value: Any, low: int | None = None, high: int | None = None) -> int:
    """A whole number, as Python's ``int``.

    Args:
        name: what it is, as messages call it.
        value: an integer of any kind, such as numpy's; truths and texts are none.
        low: the smallest value that is accepted.
        high: the largest.

    Raises:
        UsageError: if it is no whole number, or out of range.

    >>> import numpy as np
    >>> whole_number("games", np.int64(20), 1)
    20
    >>> whole_number("games", 2.5)
    Traceback (most recent call last):
    senet_gp.errors.UsageError: games is 2.5, but it must be a whole number
    """
    try:
        # In Python a truth is an integer, and in numpy it was one.
        found = None if _is_truth(value) else operator.index(value)
    except TypeError:
        found = None
    if found is None:
        raise UsageError(f"{name} is {shortened(repr(value))}, but it must be a whole number")
    _check_range(name, found, low, high)
    return found


def real_number(name: str, value: Any, low: float | None = None, high: float | None = None) -> float:
    """A finite number, as Python's ``float``.

    Args:
        name: what it is, as messages call it.
        value: a real number of any kind, such as numpy's; truths and texts are none.
        low: the smallest value that is accepted.
        high: the largest.

    Raises:
        UsageError: if it is no finite number, or out of range.

    >>> import numpy as np
    >>> real_number("mutant_share", np.float32(0.5), 0, 1)
    0.5
    >>> real_number("mutant_share", float("nan"))
    Traceback (most recent call last):
    senet_gp.errors.UsageError: mutant_share is nan, but it must be a finite number
    """
    if _is_truth(value) or not isinstance(value, Real):
        raise UsageError(f"{name} is {shortened(repr(value))}, but it must be a number")
    try:
        found = float(value)
    except OverflowError:
        found = math.inf
    if not math.isfinite(found):
        raise UsageError(f"{name} is {shortened(value)}, but it must be a finite number")
    _check_range(name, found, low, high)
    return found


def _is_truth(value: Any) -> bool:
    return isinstance(value, bool) or type(value).__name__ in {"bool", "bool_"}


def _check_range(name: str, value: float, low: float | None, high: float | None) -> None:
    if low is not None and high is not None:
        if not low <= value <= high:
            raise UsageError(f"{name} is {shortened(value)}, but it must be from {low} to {high}")
    elif low is not None and value < low:
        raise UsageError(f"{name} is {shortened(value)}, but it must be at least {low}")
    elif high is not None and value > high:
        raise UsageError(f"{name} is {shortened(value)}, but it must be at most {high}")


def absolute(path: Path | str | os.PathLike[str]) -> Path:
    """A path that means the same file wherever the program goes; links and ``..`` stay as they are.

    >>> absolute("runs") == Path.cwd() / "runs"
    True
    """
    return Path(path).absolute()
