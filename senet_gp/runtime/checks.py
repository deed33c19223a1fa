"""Numbers and paths from callers, checked once and turned into Python's own.

Sweeps give numpy's numbers, and a path that stays relative means another file after ``os.chdir``. Every
public function therefore passes what it was given through here, and works on what comes back.
"""

from __future__ import annotations

import math
import operator
import os
from collections.abc import Iterable
from numbers import Integral, Real
from pathlib import Path
from typing import Any, TypeVar

from senet_gp.runtime.errors import UsageError, shown

T = TypeVar("T")

#: The most bits of a whole number, as in compiled code.
_BITS = 63
#: The largest seed.
MAX_SEED = 2**63 - 1
#: The most games that one call plays: what is kept of them takes about a gibibyte.
MAX_GAMES = 10_000_000

#: Names that ``pandas.read_csv`` takes for a missing value, so no variant and nothing in a registry has them.
READ_AS_MISSING = frozenset({"NA", "NULL", "NaN", "None", "nan", "null"})


def whole_number(name: str, value: Any, low: int | None = None, high: int | None = None) -> int:
    """A whole number, as Python's ``int``.

    Args:
        name: what it is, as messages call it.
        value: an integer of any kind, such as numpy's; truths and texts are none.
        low: the smallest value that is accepted.
        high: the largest; in any case none of more than 63 bits is.

    Raises:
        UsageError: if it is no whole number, or out of range.

    >>> import numpy as np
    >>> whole_number("games", np.int64(20), 1)
    20
    >>> whole_number("games", 2.5)
    Traceback (most recent call last):
    senet_gp.runtime.errors.UsageError: games is 2.5, but it must be a whole number
    """
    try:
        # In Python a truth is an integer, and in numpy it was one.
        number = None if _is_truth(value) else operator.index(value)
    except TypeError:
        number = None
    if number is None:
        raise UsageError(f"{name} is {shown(value)}, but it must be a whole number")
    _check_range(name, number, low, high)
    if number.bit_length() > _BITS:
        raise UsageError(f"{name} is {shown(value)}, which is far too large")
    return number


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
    senet_gp.runtime.errors.UsageError: mutant_share is nan, but it must be a finite number
    """
    if _is_truth(value) or not isinstance(value, Real):
        raise UsageError(f"{name} is {shown(value)}, but it must be a number")
    try:
        number = float(value)
    except OverflowError:
        number = math.inf
    if not math.isfinite(number):
        raise UsageError(f"{name} is {shown(value)}, but it must be a finite number")
    _check_range(name, number, low, high)
    return number


def truth(name: str, value: Any) -> bool:
    """A truth, as Python's ``bool``.

    Args:
        name: what it is, as messages call it.
        value: a truth of Python or numpy.

    Raises:
        UsageError: if it is anything else, such as a number.

    >>> import numpy as np
    >>> truth("look_ahead", np.bool_(True))
    True
    """
    if not _is_truth(value):
        raise UsageError(f"{name} is {shown(value)}, but it must be true or false")
    return bool(value)


def kind_of(value: Any) -> type:
    """Python's own kind of a number or a truth, also of one of numpy; of anything else its type.

    >>> import numpy as np
    >>> kind_of(np.int8(3)), kind_of(np.float32(0.5)), kind_of("a")
    (<class 'int'>, <class 'float'>, <class 'str'>)
    """
    if _is_truth(value):
        return bool
    if isinstance(value, Integral):
        return int
    return float if isinstance(value, Real) else type(value)


def of_kind(kind: type, name: str, value: Any, between: tuple[float, float] | None = None) -> Any:
    """A whole number, a real number or a truth, as the kind says.

    Args:
        kind: ``int``, ``float`` or ``bool``.
        name: what it is, as messages call it.
        value: the value.
        between: the smallest and the largest number that are accepted.

    Raises:
        UsageError: if the value is of another kind or out of range.
    """
    if kind is bool:
        return truth(name, value)
    number = whole_number if kind is int else real_number
    return number(name, value, *(between or ()))


def seed_number(value: Any) -> int:
    """A seed of random numbers, as Python's ``int``: from 0 to ``MAX_SEED``.

    Raises:
        UsageError: if it is anything else.

    >>> seed_number(-1)
    Traceback (most recent call last):
    senet_gp.runtime.errors.UsageError: seed is -1, but it must be from 0 to 9223372036854775807
    """
    return whole_number("seed", value, 0, MAX_SEED)


def number_of_games(value: Any, *, even: bool = False) -> int:
    """A number of games, as Python's ``int``: at most ``MAX_GAMES``.

    Args:
        value: an integer of any kind.
        even: whether it must be even, because each side begins half of the games.

    Raises:
        UsageError: if it is anything else.

    >>> number_of_games(3, even=True)  # doctest: +NORMALIZE_WHITESPACE
    Traceback (most recent call last):
    senet_gp.runtime.errors.UsageError: games is 3, but it must be an even number: each side begins half
    of them
    """
    games = whole_number("games", value, 1, MAX_GAMES)
    if even and games % 2:
        raise UsageError(f"games is {games}, but it must be an even number: each side begins half of them")
    return games


def several(name: str, values: Iterable[T], one: str) -> list[T]:
    """The members of a list that a caller gives; a single text is no list of its letters.

    Args:
        name: what the list is, as messages call it.
        values: the list, or anything that gives its members one after the other.
        one: an example of a member, as Python writes it.

    Raises:
        UsageError: if it is a single text, or no list.

    >>> several("opponents", "random", "'random'")
    Traceback (most recent call last):
    senet_gp.runtime.errors.UsageError: opponents is 'random', but it must be a list, such as ['random']
    """
    if isinstance(values, str | bytes) or not isinstance(values, Iterable):
        raise UsageError(f"{name} is {shown(values)}, but it must be a list, such as [{one}]")
    return list(values)


def _is_truth(value: Any) -> bool:
    return isinstance(value, bool) or type(value).__name__ in {"bool", "bool_"}


def _check_range(name: str, value: float, low: float | None, high: float | None) -> None:
    if low is not None and high is not None:
        if not low <= value <= high:
            raise UsageError(f"{name} is {shown(value)}, but it must be from {low} to {high}")
    elif low is not None and value < low:
        raise UsageError(f"{name} is {shown(value)}, but it must be at least {low}")
    elif high is not None and value > high:
        raise UsageError(f"{name} is {shown(value)}, but it must be at most {high}")


def absolute(path: Path | str | os.PathLike[str]) -> Path:
    """A path that means the same file wherever the program goes; links and ``..`` stay as they are.

    >>> absolute("runs") == Path.cwd() / "runs"
    True

    Raises:
        UsageError: if it is no path.
    """
    try:
        return Path(path).absolute()
    except TypeError:
        raise UsageError(f"a path is a text or a Path, not {shown(path)}") from None
