"""Buffers that each thread of a process has for itself.

Compiled code runs without Python's global lock, so two threads must not write into the same buffers.
"""

from __future__ import annotations

import threading
from collections.abc import Callable
from functools import lru_cache, wraps
from typing import ParamSpec, TypeVar

P = ParamSpec("P")
T = TypeVar("T")


def kept_per_thread(most: int = 1) -> Callable[[Callable[P, T]], Callable[P, T]]:
    """As :func:`functools.lru_cache`, but every thread has a cache of its own.

    >>> @kept_per_thread()
    ... def buffer() -> bytearray:
    ...     return bytearray(8)
    >>> buffer() is buffer()
    True

    Args:
        most: how many results a thread keeps.
    """

    def decorate(function: Callable[P, T]) -> Callable[P, T]:
        place = threading.local()

        @wraps(function)
        def kept(*arguments: P.args, **named: P.kwargs) -> T:
            try:
                cached = place.cached
            except AttributeError:
                cached = place.cached = lru_cache(most)(function)
            found: T = cached(*arguments, **named)
            return found

        return kept

    return decorate
