"""What kernels of games share: counting of bits, and access to the kernels of a module that a game names.

What is missing in such a module, or cannot be compiled, gets a sentence.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, cast

import numpy as np
from llvmlite import ir
from numba import types
from numba.core.errors import NumbaError
from numba.extending import intrinsic

from senet_gp.games.rules_code import module_of
from senet_gp.runtime.compiled import address_of, inlined_kernel, why_not_compiled
from senet_gp.runtime.errors import UsageError
from senet_gp.runtime.kernel_contents import content_of

_NOT_POISON = ir.Constant(ir.IntType(1), 0)  # counting the zeros of 0 is defined and gives 64
_SIGNATURE = types.int64(types.int64)


def _popcount(_context: Any, value: Any) -> Any:  # noqa: ARG001 - numba looks at the names
    def generate(_context: Any, builder: Any, _signature: Any, arguments: Any) -> Any:
        return builder.ctpop(arguments[0])

    return _SIGNATURE, generate


def _lowest_bit(_context: Any, value: Any) -> Any:  # noqa: ARG001
    def generate(_context: Any, builder: Any, _signature: Any, arguments: Any) -> Any:
        return builder.cttz(arguments[0], _NOT_POISON)

    return _SIGNATURE, generate


def _highest_bit(_context: Any, value: Any) -> Any:  # noqa: ARG001
    def generate(_context: Any, builder: Any, _signature: Any, arguments: Any) -> Any:
        zeros = builder.ctlz(arguments[0], _NOT_POISON)
        return builder.sub(ir.Constant(ir.IntType(64), 63), zeros)

    return _SIGNATURE, generate


def _kernel_function(description: Any) -> Callable[[int], int]:
    return cast("Callable[[int], int]", intrinsic(description))


#: The number of ones in an ``int64``.
popcount = _kernel_function(_popcount)
#: The index of the lowest one in an ``int64``; 64 if there is none.
lowest_bit = _kernel_function(_lowest_bit)
#: The index of the highest one in an ``int64``; -1 if there is none.
highest_bit = _kernel_function(_highest_bit)


@inlined_kernel
def pieces(own: int) -> int:
    """How many pieces a side has on the board."""
    return popcount(own)


@inlined_kernel
def counted(number: int) -> int:
    """A column of the board unchanged, such as the number of hits."""
    return number


def kernel_of(module: str, name: str, attribute: str) -> Any:
    """A kernel of a module that a game names.

    Raises:
        UsageError: if there is no such module, or it has no such kernel.
    """
    kernel: Any = getattr(module_of(module, attribute), name, None)
    if not hasattr(kernel, "py_func"):
        raise UsageError(
            f"{module} has no kernel {name}: define it with the decorator senet_gp.runtime.compiled.kernel"
        )
    return kernel


def contents_of(kernels: Iterable[Any]) -> str:
    """What kernels from outside this package are compiled from, as a comment of a generated text.

    Machine code is kept under the text of a function, so the text must tell that.
    """
    content = "".join(map(content_of, kernels))
    return f"# {content}\n" if content else ""


def check_parameters(module: str, numbers: Any) -> None:
    """Refuse parameters of which the kernels of a module would read arbitrary memory."""
    is_array = isinstance(numbers, np.ndarray) and numbers.dtype == np.int64 and numbers.ndim == 1
    if not (is_array and numbers.size and numbers.flags.c_contiguous):
        raise UsageError(
            f"the numbers that a game gives {module} should be an array of int64 with at least one, such as "
            "np.array([7], np.int64)"
        )


def address_in(module: str, name: str, function: Callable[..., Any], signature: Any) -> int:
    """The address of the machine code of a function that calls a kernel.

    Args:
        module: the module of the kernel.
        name: the kernel's name.
        function: the function.
        signature: its signature.

    Raises:
        UsageError: if the kernel cannot be compiled.
    """
    try:
        return address_of(function, signature)
    except NumbaError as error:
        raise UsageError(
            f"the kernel {name} of {module} cannot be compiled: {why_not_compiled(error)}"
        ) from error
