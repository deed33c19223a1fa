"""Throws as people say them."""

from __future__ import annotations

from collections.abc import Sequence


def spoken(throws: Sequence[int]) -> str:
    """Throws as people say them: ``1 and 3``, ``1, 4 and 5``."""
    words = [str(throw) for throw in throws]
    return " and ".join([", ".join(words[:-1]), words[-1]] if len(words) > 1 else words)
