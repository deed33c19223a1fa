"""What is remembered for a while, by any number of threads at once."""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Hashable
from typing import Generic, TypeVar

T = TypeVar("T")


class Recent(Generic[T]):
    """Values by their keys, so many at most: the one that was not used for longest is forgotten.

    >>> recent: Recent[int] = Recent(2)
    >>> for number, word in enumerate(["one", "two", "one", "three"]):
    ...     recent.keep(word, number)
    >>> recent.get("one"), recent.get("two"), recent.get("three")
    (2, None, 3)
    """

    def __init__(self, most: int) -> None:
        self._most = most
        self._kept: OrderedDict[Hashable, T] = OrderedDict()
        self._lock = threading.Lock()

    def get(self, key: Hashable) -> T | None:
        """The value of a key; None if there is none any more."""
        with self._lock:
            if key not in self._kept:
                return None
            self._kept.move_to_end(key)
            return self._kept[key]

    def keep(self, key: Hashable, value: T) -> None:
        """Remember a value, in place of the one that its key had."""
        with self._lock:
            self._kept[key] = value
            self._kept.move_to_end(key)
            while len(self._kept) > self._most:
                self._kept.popitem(last=False)
