"""The boards of a turn, made by machine code that kernels call by its address.

Otherwise the code that makes them would be compiled again into every kernel that calls it, directly or not,
which takes a second of each.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Any, cast

from llvmlite import ir
from numba import carray, types  # type: ignore[attr-defined]
from numba.extending import intrinsic
from numba.np.arrayobj import make_array

from senet_gp.compiled import address_of, call_at, kernel
from senet_gp.games.senet.turns import SHAPES, Workspace, end_boards

_BOARDS, _SOURCES, _SLOTS = SHAPES
_LONG = types.int64
_MASKS, _INTS = (types.CPointer(kind) for kind in (types.uint32, types.int32))  # type: ignore[no-untyped-call]


def _end_boards(
    mine: int, theirs: int, throws: int, boards_data: Any, sources_data: Any, slots_data: Any
) -> int:
    """As :func:`~senet_gp.games.senet.turns.end_boards`, but with pointers to the arrays' memory."""
    boards, sources = carray(boards_data, _BOARDS), carray(sources_data, _SOURCES)
    return end_boards(mine, theirs, throws, Workspace(boards, sources, carray(slots_data, _SLOTS)))


@cache
def address_of_turns() -> int:
    """The address of the machine code, in this process."""
    return address_of(_end_boards, _LONG(_LONG, _LONG, _LONG, _MASKS, _MASKS, _INTS))


@intrinsic
def _call(
    _context: Any,
    address: Any,  # noqa: ARG001 - an intrinsic has the arguments of its calls
    mine: Any,  # noqa: ARG001
    theirs: Any,  # noqa: ARG001
    throws: Any,  # noqa: ARG001
    boards: Any,
    sources: Any,
    slots: Any,
) -> Any:
    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        passed = [
            make_array(kind)(context, builder, argument).data if isinstance(kind, types.Array) else argument  # type: ignore[no-untyped-call]
            for kind, argument in zip(signature.args[1:], arguments[1:], strict=True)
        ]
        return call_at(builder, arguments[0], passed, ir.IntType(64))

    return _LONG(_LONG, _LONG, _LONG, _LONG, boards, sources, slots), generate


_call_turns = cast("Callable[..., int]", _call)


@kernel
def boards_after(address: int, mine: int, theirs: int, throws: int, work: Workspace) -> int:
    """As :func:`~senet_gp.games.senet.turns.end_boards`.

    Args:
        address: from :func:`address_of_turns`.
        mine: the squares of the player to move.
        theirs: those of the other.
        throws: the packed throws.
        work: where the boards are made.
    """
    return _call_turns(address, mine, theirs, throws, work.boards, work.sources, work.slots)
