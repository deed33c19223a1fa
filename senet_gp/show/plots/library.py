"""Loads matplotlib whatever surrounds it: a backend that it refuses stops no picture, which needs none."""

from __future__ import annotations

import contextlib
import os
import sys

from senet_gp.runtime.errors import SenetGpError

#: Names the backend that windows need; Jupyter sets it for every program that is started from a notebook.
_BACKEND = "MPLBACKEND"


def import_matplotlib() -> None:
    """Import matplotlib; the person's backend is what it would be, unless matplotlib refuses it.

    Raises:
        SenetGpError: if a file of matplotlib's settings cannot be read.
    """
    if "matplotlib" in sys.modules:
        return
    backend = os.environ.pop(_BACKEND, None)
    try:
        import matplotlib as mpl
    except (OSError, ValueError) as error:
        raise SenetGpError(
            f"matplotlib, which draws the pictures, cannot be loaded ({error}): mend or remove its settings, "
            "a file matplotlibrc here or the one that MATPLOTLIBRC or MPLCONFIGDIR names"
        ) from None
    finally:
        if backend is not None:
            os.environ[_BACKEND] = backend
    if backend:
        with contextlib.suppress(ValueError):
            mpl.rcParams["backend"] = backend


import_matplotlib()
