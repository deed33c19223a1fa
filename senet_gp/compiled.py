"""The decorator of every compiled kernel, and the disk cache that makes a second start fast.

numba's own cache looks only at the file that a kernel stands in: when a kernel in *another* file
changes, it silently runs the old machine code. So the cache directory is named after a hash of all
sources that kernels may come from, and a change anywhere starts a new one. Old ones are removed in time.
"""

from __future__ import annotations

import hashlib
import os
import sys
import tempfile
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any, TypeVar, cast

import numba
import numpy as np
import platformdirs
from llvmlite import ir
from numba.core import cgutils

from senet_gp.kernel_cache import note_use

Function = TypeVar("Function", bound=Callable[..., Any])

# Conversions for use in kernels, where all integers are of some size; to a type checker they are plain.
int64 = cast("Callable[[Any], int]", np.int64)
uint64 = cast("Callable[[Any], int]", np.uint64)
uint32 = cast("Callable[[Any], int]", np.uint32)

_ROOT = Path(__file__).resolve().parent
#: Where kernels stand, and the constants and tuples that are compiled into them; a test holds that none is
#: missing. Of a game these are its rules, what can be asked of its boards, and what plays it: editing
#: anything else of it, such as how its board is drawn, compiles nothing anew.
KERNEL_SOURCES = (
    *(f"senet_gp/{module}.py" for module in ("compiled", "generated", "streams")),
    *(f"senet_gp/games/{module}.py" for module in ("bits", "queries")),
    *(f"senet_gp/games/*/{module}.py" for module in ("rules", "lines", "afterstates", "turns", "queries")),
    *(
        f"senet_gp/games/*/{module}.py"
        for module in ("play", "search", "alpha_beta_search", "tree_expansion")
    ),
    *(f"primitives/{module}.py" for module in ("operations", "types", "declarations")),
    "senet_gp/trees/shape.py",
    *(f"senet_gp/engine/{module}.py" for module in ("program", "queries", "evaluator", "vectors", "movers")),
    *(f"senet_gp/engine/{module}.py" for module in ("participants", "results", "duel_rules", "board_play")),
    *(f"senet_gp/engine/{module}.py" for module in ("decisions", "board_positions", "board_decisions")),
    "senet_gp/evolution/evaluation/lexicase_selection.py",
)


@cache
def kernel_files() -> tuple[Path, ...]:
    """All files whose content decides what the machine code does, in a fixed order."""
    return tuple(file for source in KERNEL_SOURCES for file in sorted(_ROOT.parent.glob(source)))


def is_own_source(file: Path) -> bool:
    """Whether a file is one of :func:`kernel_files`."""
    return str(file) in _own_sources()


@cache
def _own_sources() -> frozenset[str]:
    return frozenset(map(str, kernel_files()))


def _source_digest() -> str:
    digest = hashlib.sha256()
    for file in kernel_files():
        digest.update(file.name.encode())
        digest.update(file.read_bytes())
    return digest.hexdigest()[:16]


def _cache_directory() -> Path | None:
    """The directory for machine code, or None where none can be written."""
    base = os.environ.get("SENET_GP_CACHE") or platformdirs.user_cache_dir("senet-gp")
    directory = Path(base) / f"kernels-{_source_digest()}"
    try:
        directory.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryFile(dir=directory):
            pass
    except OSError as error:
        sys.stderr.write(
            f"senet-gp: compiled code cannot be kept in {directory} ({error.strerror}), so every start "
            "compiles anew; set SENET_GP_CACHE to a directory that can be written.\n"
        )
        return None
    note_use(directory)
    return directory


CACHE_DIRECTORY = _cache_directory()
if CACHE_DIRECTORY is not None:
    # Read when a function is decorated, so it has to be set before the first kernel is defined.
    vars(numba.config)["CACHE_DIR"] = str(CACHE_DIRECTORY)


def kernel(function: Function) -> Function:
    """Compile a function with numba at its first call, and keep the machine code on disk.

    Array subscripts are not checked and integers wrap, as in C: kernels are written for that. They may
    take parts of arrays but not make any: without numba's reference counts, whose atomic operations
    would take half of a game's time, nothing would free them.
    """
    return _compiled(function, _nrt=False)


def inlined_kernel(function: Function) -> Function:
    """As :func:`kernel`, its machine code put into every kernel that calls it: for small, hot ones."""
    return _compiled(function, _nrt=False, forceinline=True)


def allocating_kernel(function: Function) -> Function:
    """As :func:`kernel`, for functions that make arrays, which are then counted and freed."""
    return _compiled(function)


def _compiled(function: Function, **options: Any) -> Function:
    # Of kernels from outside only what is made of them is kept, under a hash of all that they are made of.
    cached = CACHE_DIRECTORY is not None and function.__code__.co_filename in _own_sources()
    decorate: Callable[..., Any] = numba.njit
    compiled: Function = decorate(cache=cached, error_model="numpy", **options)(function)
    return compiled


def address_of(function: Function, signature: Any) -> int:
    """The address of a function's machine code, which holds in this process and in those forked from it.

    It is called by :func:`call_at`.
    """
    kept = CACHE_DIRECTORY is not None and Path(function.__code__.co_filename).exists()
    compiled = numba.cfunc(signature, cache=kept, error_model="numpy")(function)
    _KEPT.append(compiled)
    # The function itself, behind the one for callers from C: that one looks for exceptions, of which kernels
    # raise none, and takes as long as a word is answered in.
    name = compiled.native_name.removeprefix("cfunc.")
    address: int = compiled._library.get_pointer_to_function(name)  # type: ignore[attr-defined]  # noqa: SLF001
    return address


def call_at(builder: Any, address: Any, arguments: list[Any], result: Any = None) -> Any:
    """Generate the call of a function at an address, for intrinsics.

    Args:
        builder: of the kernel that calls it.
        address: what :func:`address_of` gave.
        arguments: what the function takes; pointers where it takes arrays.
        result: the type of what it returns, if anything.
    """
    nothing = ir.IntType(8).as_pointer()
    # Functions of numba return a status, and their result and what they raise by these pointers.
    returned = cgutils.alloca_once(builder, result or nothing)  # type: ignore[no-untyped-call]
    passed = [returned, cgutils.alloca_once(builder, nothing), *arguments]  # type: ignore[no-untyped-call]
    function = ir.FunctionType(ir.IntType(32), [argument.type for argument in passed])
    builder.call(builder.inttoptr(address, function.as_pointer()), passed)
    return builder.load(returned)


# Machine code whose address was given out.
_KEPT: list[Any] = []
