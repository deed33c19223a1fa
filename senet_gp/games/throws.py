"""Throws in sentences."""

from __future__ import annotations

from collections.abc import Sequence


def spoken(throws: Sequence[int]) -> str:
    """Throws in a sentence.

    >>> spoken([1, 4, 5])
    '1, 4 and 5'
    """
    words = [str(throw) for throw in throws]
    return " and ".join([", ".join(words[:-1]), words[-1]] if len(words) > 1 else words)
