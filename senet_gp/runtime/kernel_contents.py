"""What a kernel from outside is compiled from, under which its machine code is kept on disk.

Machine code that is kept has to be that of the kernels and constants as they are in memory: a constant may
come from a data file, a module may have been edited since it was loaded, and Python may have loaded an older
one from its own cache. So this looks at no texts, but at what stands in the modules that a kernel names.
"""

from __future__ import annotations

import hashlib
import sys
from collections.abc import Callable, Iterator
from enum import Enum, EnumMeta
from types import CodeType, FunctionType, ModuleType
from typing import Any
from weakref import WeakKeyDictionary

import numpy as np

from senet_gp.runtime.origins import is_from_outside, is_of_this_project

#: The content of a kernel whose machine code is not kept, since it may be compiled from something else.
NOT_KEPT = "not kept on disk"
#: The types of constants that are compiled into kernels, beside arrays and tuples.
_CONSTANTS = (bool, int, float, complex, str, bytes, type(None), Enum)
#: The content of each kernel when it was first asked for, which is before it is compiled.
_CONTENTS: WeakKeyDictionary[Callable[..., Any], str] = WeakKeyDictionary()


def content_of(kernel: Any) -> str:
    """A hash of all that a kernel may be compiled from; :data:`NOT_KEPT` for one of the main program.

    It is empty for kernels of this project, whose machine code is kept under a hash of all their files.
    """
    function = kernel.py_func
    if is_of_this_project(function.__module__):
        return ""
    if kernel not in _CONTENTS:
        parts = [_function(kernel, function), *_in_modules(function.__module__)]
        content = "\n".join(parts)
        hashed = hashlib.sha256(content.encode()).hexdigest()[:16]
        _CONTENTS[kernel] = NOT_KEPT if NOT_KEPT in content else hashed
    return _CONTENTS[kernel]


def _in_modules(first: str) -> Iterator[str]:
    """What stands in a module, and in those from which it has kernels or other parts, or which it names."""
    waiting, known = [first], {first}
    while waiting:
        module = waiting.pop()
        if module == "__main__" or module not in sys.modules:
            # What a cell of a notebook has defined may be defined again after it was compiled.
            yield NOT_KEPT
            return
        for name, thing in sorted(vars(sys.modules[module]).items()):
            if not name.startswith("__"):
                text, others = _described(thing)
                yield f"{module}.{name} {text}"
                waiting += others - known
                known |= others


def _described(thing: Any) -> tuple[str, set[str]]:
    """What a thing in a module computes, and the modules in which there may be more of it."""
    function = getattr(thing, "py_func", getattr(thing, "__wrapped__", thing))
    if isinstance(function, FunctionType):
        module = str(function.__module__)
        if is_of_this_project(module):
            return "", set()
        follows = hasattr(thing, "py_func") or is_from_outside(module)
        return _function(thing, function), {module} if follows else set()
    if isinstance(thing, ModuleType):
        name = thing.__name__
        return str(getattr(thing, "__version__", "")), {name} if is_from_outside(name) else set()
    return _constant(thing), set()


def _function(thing: Any, function: FunctionType) -> str:
    """What a function computes and, if it is a kernel, with which values and how it is compiled."""
    code = _code(function.__code__)
    if not hasattr(thing, "py_func"):
        return code
    closed = (cell.cell_contents for cell in function.__closure__ or ())
    values = [_constant(value) for value in (*closed, *(function.__defaults__ or ()))]
    return f"{code} {values} {thing.targetoptions}" if all(values) else NOT_KEPT


def _code(code: CodeType) -> str:
    """What code does, wherever it stands."""
    counts = (code.co_argcount, code.co_posonlyargcount, code.co_kwonlyargcount, code.co_flags)
    names = (code.co_names, code.co_varnames, code.co_freevars, code.co_cellvars)
    constants = [_code(each) if isinstance(each, CodeType) else _constant(each) for each in code.co_consts]
    return f"{code.co_code!r} {counts} {names} {constants}"


def _constant(value: Any) -> str:
    """A constant that kernels may have within them; empty for what none has."""
    if isinstance(value, tuple):
        return f"({', '.join(map(_constant, value))})"
    if isinstance(value, frozenset):
        return f"{{{', '.join(sorted(map(_constant, value)))}}}"
    if isinstance(value, EnumMeta):
        return repr(list(value))
    if isinstance(value, np.ndarray | np.generic):
        return f"{value.dtype} {value.shape} {hashlib.sha256(value.tobytes()).hexdigest()}"
    return repr(value) if isinstance(value, _CONSTANTS) else ""
