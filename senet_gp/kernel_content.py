"""What a kernel from outside this package consists of, as a hash, under which its machine code is kept."""

from __future__ import annotations

import hashlib
import inspect
from collections.abc import Callable
from functools import cache
from pathlib import Path
from types import FunctionType, ModuleType
from typing import Any

import numpy as np

from senet_gp.compiled import is_own_source


@cache
def content_of(function: Callable[..., Any]) -> str:
    """A hash of everything that a kernel consists of; "" for kernels of this package.

    That is the file, or in a notebook the text, of the kernel and of every kernel that it calls, and the
    constants that it names. The kernels of this package are cached under a hash of all their files.
    """
    if is_own_source(Path(function.__code__.co_filename)):
        return ""
    parts: list[bytes] = []
    waiting, seen = [function], {function}
    while waiting:
        current = waiting.pop()
        parts.append(_text_of(current))
        for name in current.__code__.co_names:
            named = current.__globals__.get(name)
            called = getattr(named, "py_func", None)
            if isinstance(called, FunctionType) and called not in seen:
                seen.add(called)
                waiting.append(called)
            elif isinstance(named, ModuleType):
                parts.append(_file_of(named))
            elif isinstance(named, bool | int | float | tuple | np.ndarray | np.generic):
                parts.append(repr(named).encode())
    return hashlib.sha256(b"\0".join(parts)).hexdigest()[:16]


def _text_of(function: Callable[..., Any]) -> bytes:
    """The file of a function, else its source text, else its code."""
    try:
        file = Path(inspect.getfile(function))
        return file.read_bytes() if file.exists() else inspect.getsource(function).encode()
    except (OSError, TypeError):
        return function.__code__.co_code + repr(function.__code__.co_consts).encode()


def _file_of(module: ModuleType) -> bytes:
    """The file of a module, whose constants a kernel may name."""
    try:
        return Path(module.__file__ or "").read_bytes()
    except OSError:
        return b""
