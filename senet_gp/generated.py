"""Kernels whose text is generated: they call functions that are known only when the program runs.

A jitted function that takes another as an argument, or closes over it, is compiled anew in every process
(numba issue 6264). One that names the other in its own text is kept on disk as any kernel is. So the text is
written here, into a file of the cache named after its content, and the machine code is called by its address.
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

from senet_gp.compiled import CACHE_DIRECTORY

#: The name of a file of generated text, before a hash of its content.
PREFIX = "generated_"


def function_from(text: str, name: str, **names: Any) -> Callable[..., Any]:
    """The function of this name that a text defines, in which these other names mean what is given here.

    What they mean belongs into the text, as a comment: it is what the machine code is kept under.

    What is on disk is never run: the file only tells numba's cache by its date whether its machine code still
    holds, and shows the text to whoever looks for an error.
    """
    stem = PREFIX + hashlib.sha256(text.encode()).hexdigest()[:16]
    file = _kept(stem, text)
    linecache.cache[str(file)] = (len(text), None, text.splitlines(keepends=True), str(file))
    # numba looks the module of kept machine code up by its name.
    module = sys.modules[stem] = ModuleType(stem)
    module.__file__ = str(file)
    vars(module).update(names)
    exec(compile(text, str(file), "exec"), vars(module))  # noqa: S102 - our own text
    function: Callable[..., Any] = getattr(module, name)
    return function


def _kept(stem: str, text: str) -> Path:
    """The file that holds a text, written unless it is there; a name alone where it cannot be written."""
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
        # Another process may have made it meanwhile; its date, which the machine code is kept under, stays.
        with contextlib.suppress(FileExistsError):
            os.link(beside, file)
    except OSError:
        return nowhere
    finally:
        if beside is not None:
            Path(beside).unlink(missing_ok=True)
    return file
