"""Parameters of which few run with every suite, and all on request."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Any

import pytest


def thinned(parameters: Sequence[Any], kept: Collection[int]) -> list[Any]:
    """The parameters of a test, those at other places than the kept ones marked as slow.

    Each repeats what another one proves in other circumstances; CI runs them all.

    Args:
        parameters: a value each, or a tuple of values.
        kept: the places of those that always run.
    """
    return [
        pytest.param(
            *(value if isinstance(value, tuple) else [value]),
            marks=[] if place in kept else pytest.mark.slow,
        )
        for place, value in enumerate(parameters)
    ]
