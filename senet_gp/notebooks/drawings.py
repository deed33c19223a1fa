"""Matplotlib's drawings as they look in every notebook, whatever style the person has set for their own."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from matplotlib import style


@contextmanager
def own_style() -> Iterator[None]:
    """Draw dark on light: what is drawn here could not be read on the background of another style."""
    # Names may hold dollars; they are no formulas.
    with style.context(["default", {"text.parse_math": False}]):
        yield
