"""Kernels with generated source text, which call functions that are known only when the program runs.

A jitted function that takes another as an argument, or closes over it, is compiled anew in every process
(numba issue 6264). A function that names the other in its source text is cached like any kernel. So this
module writes the text into a file of the cache, named after its content.
"""

from __future__ import annotations

import contextlib
import hashlib
import linecache
import os
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path
from types import ModuleType
from typing import Any

from senet_gp.runtime.compiled import CACHE_DIRECTORY

#: The name of a file of generated text, before a hash of its content.
PREFIX = "generated_"


def function_from(text: str, name: str, **names: Any) -> Callable[..., Any]:
    """The function with this name that a text defines.

    The file on disk is never run: numba's cache compares its date, and debuggers and tracebacks show it.

    Args:
        text: the source text; machine code is cached under it, so a comment in it has to identify ``names``.
        name: the name of the function.
        names: the values of the other names that the text uses.
    """
    stem = PREFIX + hashlib.sha256(text.encode()).hexdigest()[:16]
    file = _kept(stem, text)
    linecache.cache[str(file)] = (len(text), None, text.splitlines(keepends=True), str(file))
    # numba looks up the module of cached machine code by its name.
    module = sys.modules[stem] = ModuleType(stem)
    module.__file__ = str(file)
    vars(module).update(names)
    exec(compile(text, str(file), "exec"), vars(module))  # noqa: S102 - our own text
    function: Callable[..., Any] = getattr(module, name)
    return function


def _kept(stem: str, text: str) -> Path:
    """The file that holds a text, written unless it is there; only a name if it cannot be written."""
    nowhere = Path(f"<{stem}>")
    if CACHE_DIRECTORY is None:
        return nowhere
    file = CACHE_DIRECTORY / f"{stem}.py"
    if file.exists():
        return file
    beside = None
    try:
        handle, beside = tempfile.mkstemp(dir=CACHE_DIRECTORY, prefix=stem, suffix=".tmp")
        with os.fdopen(handle, "w", encoding="utf-8") as stream:
            stream.write(text)
        # Another process may have made it meanwhile; its date, which numba's cache compares, must not change.
        with contextlib.suppress(FileExistsError):
            os.link(beside, file)
    except OSError:
        return nowhere
    finally:
        if beside is not None:
            Path(beside).unlink(missing_ok=True)
    return file
