"""The decorator of every compiled kernel, and the disk cache that makes a second start fast.

numba's own cache checks only the file that contains a kernel: when a kernel in *another* file changes, it
silently runs the old machine code. And two versions of numba that share a directory can read each other's
machine code, since numba writes what a file holds before the file. So the cache directory is named after a
hash of all sources of kernels (:func:`kernel_sources`), of numba's version and of its settings, and a change
in any of them starts a new directory. Old directories are removed after some time.

A jitted function that takes another as an argument, or closes over it, is compiled again in every process
(numba issue 6264). A function that names the other in its source text is cached like any kernel. So kernels
that call functions which are known only when the program runs are made of a text (:func:`function_from`),
which is written into a file of the cache, named after its content.
"""

from __future__ import annotations

import contextlib
import hashlib
import linecache
import os
import re
import sys
import tempfile
import threading
from collections.abc import Callable, Iterator, Mapping
from functools import lru_cache, wraps
from pathlib import Path
from types import ModuleType
from typing import Any, ParamSpec, TypeVar, cast

import numba
import numpy as np
from llvmlite import ir
from numba import types
from numba.core import cgutils
from numba.core.errors import NumbaError
from numba.extending import intrinsic
from numba.np.arrayobj import make_array

from senet_gp.runtime import compiling_notice
from senet_gp.runtime.kernel_cache import base_directory, note_use, why_not_kept
from senet_gp.runtime.kernel_contents import NOT_KEPT

Function = TypeVar("Function", bound=Callable[..., Any])
P = ParamSpec("P")
T = TypeVar("T")

# Conversions for kernels, in which integers have a size; for a type checker they are plain integers.
int64 = cast("Callable[[Any], int]", np.int64)
uint64 = cast("Callable[[Any], int]", np.uint64)
uint32 = cast("Callable[[Any], int]", np.uint32)

#: A whole number in generated code.
LONG = ir.IntType(64)

#: What numba says where memory would be taken, and where it names a line of a file.
_OF_MEMORY = ("NRT required", "Only accept returning of array")
_PLACE = re.compile(r"at (\S+\.py) \((\d+)\)")

#: Settings of numba with which it makes other machine code, but that its cache does not tell apart.
CHANGING_CODE = (
    *("OPT", "BOUNDSCHECK", "DEBUGINFO_DEFAULT"),
    *("LOOP_VECTORIZE", "SLP_VECTORIZE", "DISABLE_INTEL_SVML"),
)

#: The name of a file of generated text, before a hash of its content.
_GENERATED = "generated_"

#: A file with one of these texts is a source of kernels: it decorates one, or says of its constants,
#: instructions or texts that they are compiled into kernels. A test checks that none is missing. Editing
#: another file, such as one that draws a game's board, recompiles nothing.
_MARKS = (b"kernel\ndef ", b"compiled into kernels")
_ROOT = Path(__file__).resolve().parents[2]


def kernel_sources(root: Path = _ROOT) -> dict[str, bytes]:
    """The files whose content determines the machine code, by path with that content, in a fixed order.

    They are found by their text, so every process finds the same ones, whatever it imports. Paths are texts,
    since that takes half of the time, which every process that plays spends.

    Args:
        root: the directory of the packages.
    """
    decorates, says = _MARKS
    folders = (folder for package in ("primitives", "senet_gp") for folder in os.walk(root / package))
    sources = {}
    for path in (f"{folder}{os.sep}{name}" for folder, _, names in folders for name in names):
        if path.endswith(".py"):
            with open(path, "rb", buffering=0) as file:  # noqa: PTH123
                text = file.read()
            if decorates in text or says in text:
                sources[path] = text
    return dict(sorted(sources.items()))


def source_digest(sources: Mapping[str, bytes]) -> str:
    """The hash that names the directory of machine code: of sources, and of numba's version and settings."""
    settings = [vars(numba.config)[name] for name in CHANGING_CODE]
    digest = hashlib.sha256(f"{numba.__version__} {settings}".encode())
    for path, text in sources.items():
        digest.update(Path(path).name.encode())
        digest.update(text)
    return digest.hexdigest()[:16]


def _cache_directory(digest: str) -> Path | None:
    """The directory for machine code, or None if none can be written."""
    directory = base_directory() / f"kernels-{digest}"
    reason = why_not_kept(directory)
    if reason:
        sys.stderr.write(
            f"senet-gp: compiled code cannot be kept in {directory} ({reason}), so every start "
            "compiles it again; set SENET_GP_CACHE to a directory that can be written.\n"
        )
        return None
    note_use(directory)
    return directory


def _prepared() -> tuple[frozenset[str], Path | None]:
    sources = kernel_sources()
    return frozenset(sources), _cache_directory(source_digest(sources))


_OWN_SOURCES, CACHE_DIRECTORY = _prepared()
compiling_notice.watch(_OWN_SOURCES)


@contextlib.contextmanager
def _kept_here() -> Iterator[None]:
    """Let numba keep machine code in our directory: that of functions decorated in this context, no others.

    numba reads the directory when a function is decorated.
    """
    settings = vars(numba.config)
    usual = settings["CACHE_DIR"]
    settings["CACHE_DIR"] = usual if CACHE_DIRECTORY is None else str(CACHE_DIRECTORY)
    try:
        yield
    finally:
        settings["CACHE_DIR"] = usual


def kernel(function: Function) -> Function:
    """Compile a function with numba at its first call, and keep the machine code on disk.

    As in C, array indices are not checked and integers wrap; kernels are written accordingly. They may slice
    arrays but not create any: nothing would free them, because numba's reference counts, whose atomic
    operations would take half of a game's time, are switched off. Python's global lock is released while it
    runs, so that other threads go on, such as one that answers a scheduler (see :func:`kept_per_thread`).
    """
    return _compiled(function, _nrt=False)


def inlined_kernel(function: Function) -> Function:
    """As :func:`kernel`, but inlined into every kernel that calls it: for small functions in hot loops."""
    return _compiled(function, _nrt=False, forceinline=True)


def why_not_compiled(error: NumbaError) -> str:
    """Why a kernel cannot be compiled, and where, of all that numba says."""
    text = str(error)
    lines = [line.strip() for line in text.splitlines() if line.strip()]
    told = [line for line in lines if not line.startswith("Failed in nopython mode pipeline")]
    reason = told[0] if told else text
    if any(mark in text for mark in _OF_MEMORY):
        reason = "kernels can make no arrays, lists, dictionaries and texts"
    elif reason.endswith(":") and len(told) > 1:
        reason = f"{reason} {told[1].lstrip('> ')}"
    for file, line in _PLACE.findall(text):
        if "numba" not in Path(file).parts:
            return f"{reason} ({Path(file).name}, line {line})"
    return reason


def allocating_kernel(function: Function) -> Function:
    """As :func:`kernel`, for functions that create arrays: references are counted and arrays are freed."""
    return _compiled(function)


def _compiled(function: Function, **options: Any) -> Function:
    # Kernels from outside this package are not cached themselves, but the generated functions that call them
    # are (see senet_gp.runtime.kernel_contents).
    cached = CACHE_DIRECTORY is not None and function.__code__.co_filename in _OWN_SOURCES
    settings = options | {"error_model": "numpy", "nogil": True, "no_cfunc_wrapper": True}
    with _kept_here():
        compiled: Any = numba.njit(cache=cached, **settings)(function)
    types_of_call = compiled.get_call_template

    def without_constants(args: Any, kws: Any) -> Any:
        """What numba calls with: for a constant, any integer, since else it compiles each constant apart."""
        any_integer: Callable[[Any], Any] = types.unliteral
        return types_of_call(
            [any_integer(kind) for kind in args], {name: any_integer(kind) for name, kind in kws.items()}
        )

    compiled.get_call_template = without_constants
    return cast("Function", compiled)


def function_from(text: str, name: str, **names: Any) -> Callable[..., Any]:
    """The function with this name that a text defines.

    The file on disk is never run: numba's cache compares its date, and debuggers and tracebacks show it.

    Args:
        text: the source text; machine code is cached under it, so a comment in it has to identify ``names``.
        name: the name of the function.
        names: the values of the other names that the text uses.
    """
    stem = _GENERATED + hashlib.sha256(text.encode()).hexdigest()[:16]
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
    """The file that holds a text, written unless it is there; only a name if it is not kept."""
    nowhere = Path(f"<{stem}>")
    if CACHE_DIRECTORY is None or NOT_KEPT in text:
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


def kept_per_thread(most: int = 1) -> Callable[[Callable[P, T]], Callable[P, T]]:
    """As :func:`functools.lru_cache`, but every thread has a cache of its own, as of buffers.

    Compiled code runs without Python's global lock, so two threads must not write into the same buffers.

    >>> @kept_per_thread()
    ... def buffer() -> bytearray:
    ...     return bytearray(8)
    >>> buffer() is buffer()
    True

    Args:
        most: how many results a thread keeps.
    """

    def decorate(function: Callable[P, T]) -> Callable[P, T]:
        of_thread = threading.local()

        @wraps(function)
        def kept(*arguments: P.args, **named: P.kwargs) -> T:
            try:
                cached = of_thread.cached
            except AttributeError:
                cached = of_thread.cached = lru_cache(most)(function)
            result: T = cached(*arguments, **named)
            return result

        return kept

    return decorate


def address_of(function: Function, signature: Any) -> int:
    """The address of a function's machine code, which is valid in this process and in its forks.

    :func:`call_at` calls it. A kernel is compiled again into each kernel that calls it, however far above, so
    a large one, such as the evaluator, is called by its address.
    """
    kept = CACHE_DIRECTORY is not None and Path(function.__code__.co_filename).exists()
    with _kept_here():
        compiled = numba.cfunc(signature, cache=kept, error_model="numpy")(function)
    _KEPT.append(compiled)
    # The function itself, and not its wrapper for callers from C: the wrapper checks for exceptions, which
    # kernels do not raise, and that takes as long as computing a word.
    name = compiled.native_name.removeprefix("cfunc.")
    address: int = compiled._library.get_pointer_to_function(name)  # type: ignore[attr-defined]  # noqa: SLF001
    return address


def call_at(builder: Any, address: Any, arguments: list[Any], result: Any = None) -> Any:
    """Generate the call of a function at an address, for intrinsics.

    Args:
        builder: the builder of the kernel that calls it.
        address: the address from :func:`address_of`.
        arguments: the function's arguments; pointers for arrays.
        result: the type of its result, if it has one.
    """
    nothing = ir.IntType(8).as_pointer()
    # Functions of numba return a status; they write their result and their exception to these pointers.
    returned = cgutils.alloca_once(builder, result or nothing)  # type: ignore[no-untyped-call]
    passed = [returned, cgutils.alloca_once(builder, nothing), *arguments]  # type: ignore[no-untyped-call]
    function = ir.FunctionType(ir.IntType(32), [argument.type for argument in passed])
    builder.call(builder.inttoptr(address, function.as_pointer()), passed)
    return builder.load(returned)


def _passed(context: Any, builder: Any, signature: Any, arguments: Any) -> list[Any]:
    """The members of a tuple of arguments, the second argument: pointers for arrays, else whole numbers."""
    kinds = list(signature.args[1])
    members = cgutils.unpack_tuple(builder, arguments[1], len(kinds))  # type: ignore[no-untyped-call]
    return [
        make_array(kind)(context, builder, member).data  # type: ignore[no-untyped-call]
        if isinstance(kind, types.Array)
        else context.cast(builder, member, kind, types.int64)
        for kind, member in zip(kinds, members, strict=True)
    ]


def _number_of(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
    result = context.get_value_type(signature.return_type)
    return call_at(builder, arguments[0], _passed(context, builder, signature, arguments), result)


def _board_of(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
    # Allocated where the function is entered, so that a loop does not use up the stack.
    with builder.goto_entry_block():
        room = builder.alloca(ir.ArrayType(LONG, 3))
    out = builder.bitcast(room, LONG.as_pointer())
    call_at(builder, arguments[0], [*_passed(context, builder, signature, arguments), out])
    board = [builder.load(builder.gep(out, [ir.Constant(LONG, place)])) for place in range(3)]
    return context.make_tuple(builder, signature.return_type, board)


# numba looks at the names of arguments, used or not.
@intrinsic
def _integer_from(_context: Any, address: Any, arguments: Any) -> Any:  # noqa: ARG001
    return types.int64(types.int64, arguments), _number_of


@intrinsic
def _float_from(_context: Any, address: Any, arguments: Any) -> Any:  # noqa: ARG001
    return types.float64(types.int64, arguments), _number_of


@intrinsic
def _board_from(_context: Any, address: Any, arguments: Any) -> Any:  # noqa: ARG001
    return types.UniTuple(types.int64, 3)(types.int64, arguments), _board_of  # type: ignore[no-untyped-call]


#: For kernels: call the function at an address with a tuple of arguments, whole numbers and arrays, for which
#: it gets pointers. It returns an integer, or a float, or writes the three numbers of a board to a pointer
#: that it gets as its last argument.
call_for_integer = cast("Callable[[int, tuple[Any, ...]], int]", _integer_from)
call_for_float = cast("Callable[[int, tuple[Any, ...]], float]", _float_from)
call_for_board = cast("Callable[[int, tuple[Any, ...]], tuple[int, int, int]]", _board_from)


# Compiled functions whose addresses are in use, so that they are not freed.
_KEPT: list[Any] = []
