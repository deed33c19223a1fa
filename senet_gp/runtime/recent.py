"""Values by key, of which the ones used last are kept.

``functools.lru_cache`` does where a function of hashable arguments makes the values. :class:`Recent` is for
values that come from elsewhere, replace one another, or differ in size.
"""

from __future__ import annotations

import threading
from collections.abc import Callable
from typing import Generic, TypeVar

K = TypeVar("K")
V = TypeVar("V")


class Recent(Generic[K, V]):
    """The values used last, by key; threads may share it.

    >>> squares = Recent[int, int](2)
    >>> for number in (1, 2):
    ...     squares.put(number, number**2)
    >>> squares.get(1)
    1
    >>> squares.put(3, 9)
    >>> squares.items(), squares.get(2)
    ([(1, 1), (3, 9)], None)

    Args:
        most: how much is kept: values, or what ``size`` counts. The value used last is kept in any case.
        size: how much of that a value takes; by default 1.
    """

    def __init__(self, most: int, size: Callable[[V], int] = lambda _value: 1) -> None:
        self._most, self._size = most, size
        self._values: dict[K, V] = {}  # the one used last at the end
        self._lock = threading.Lock()

    def get(self, key: K) -> V | None:
        """The value of a key, which is then the one used last; None if there is none."""
        with self._lock:
            value = self._values.pop(key, None)
            if value is not None:
                self._values[key] = value
            return value

    def put(self, key: K, value: V) -> None:
        """Keep a value; those not used for longest make room for it."""
        with self._lock:
            self._values.pop(key, None)
            self._values[key] = value
            total = sum(map(self._size, self._values.values()))
            for old in list(self._values)[:-1]:
                if total <= self._most:
                    break
                total -= self._size(self._values.pop(old))

    def items(self) -> list[tuple[K, V]]:
        """All keys and values, the one used last at the end."""
        with self._lock:
            return list(self._values.items())

    def values(self) -> list[V]:
        """All values, the one used last at the end."""
        return [value for _, value in self.items()]
