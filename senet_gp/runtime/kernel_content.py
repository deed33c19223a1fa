"""What a kernel from outside this package consists of, as a hash, under which its machine code is kept."""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from pathlib import Path
from typing import Any
from weakref import WeakKeyDictionary

from senet_gp.runtime.compiled import is_own_source
from senet_gp.runtime.errors import UsageError
from senet_gp.runtime.loaded_code import decorators_of, hash_of

#: The content of each kernel when it was first asked for, and perhaps compiled.
_FIRST: WeakKeyDictionary[Callable[..., Any], str] = WeakKeyDictionary()


def content_of(function: Callable[..., Any]) -> str:
    """A hash of everything that a kernel consists of, as it was loaded; "" for kernels of this package.

    That is the kernel, every kernel that it calls, and the constants that they name. The kernels of this
    package are cached under a hash of all their files.

    Raises:
        UsageError: if something that the kernel uses was defined anew since it was compiled.
    """
    if is_own_source(Path(function.__code__.co_filename)):
        return ""
    whole = " ".join([hash_of(function), *decorators_of(function)])
    content = hashlib.sha256(whole.encode()).hexdigest()[:16]
    if _FIRST.setdefault(function, content) != content:
        raise UsageError(
            f"the kernel {function.__module__}.{function.__qualname__} uses something that was defined anew "
            "since it was compiled: define the kernel anew, too (run its cell again, or load its module "
            "again), or begin anew"
        )
    return content
