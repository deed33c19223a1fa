"""Bit counting for kernels, as single machine instructions, and what it tells of any board of two masks."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, cast

from llvmlite import ir
from numba import types
from numba.extending import intrinsic

from senet_gp.runtime.compiled import inlined_kernel

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
