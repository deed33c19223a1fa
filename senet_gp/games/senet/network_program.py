"""A network as an operation of the evaluator: to compiled games it is a program of one instruction.

So nothing that plays games knows of networks.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, cast

import numpy as np
from numba import carray, types  # type: ignore[attr-defined]
from numba.extending import intrinsic
from numpy.typing import NDArray

from senet_gp.compiled import address_of, int64
from senet_gp.engine.program import Program
from senet_gp.engine.queries import operation_at
from senet_gp.engine.vectors import INSTRUCTION_WIDTH, STRIDE
from senet_gp.games.senet.network_values import MAX_ACTIVE, ROWS, SCALE, Room, chance_on, scaled
from senet_gp.games.senet.rules import SQUARES
from senet_gp.games.senet.turns import MINE, THEIRS

_BOARD = ((1 << SQUARES) - 1) << 1
_BYTES, _LONG_BYTES = 4, 8
_WIN = int(SCALE)


def _described_pointer(_context: Any, address: Any, kind: Any) -> Any:
    """The pointer to numbers of the type of ``kind`` at an address."""
    pointer = types.CPointer(kind)  # type: ignore[no-untyped-call]

    def generate(context: Any, builder: Any, _signature: Any, arguments: Any) -> Any:
        """Make the code that takes the address, a whole number, for a pointer."""
        return builder.inttoptr(arguments[0], context.get_value_type(pointer))

    return pointer(address, kind), generate


_pointer = cast("Callable[[int, Any], Any]", intrinsic(_described_pointer))


def _answer(code_at: Any, values_at: Any, width: int, boards_at: Any, length: int) -> None:
    """Compute the network on boards, as the function of a word does (:mod:`senet_gp.engine.queries`)."""
    code, out = carray(code_at, (INSTRUCTION_WIDTH,)), carray(values_at, (1 << 40,))
    boards = carray(boards_at, (4, length))
    out = out[int64(code[1]) * STRIDE :]
    address, hidden = (int64(code[3]) << 32) | (int64(code[2]) & 0xFFFFFFFF), int64(code[4])
    weights = carray(_pointer(address, np.float32(0)), (ROWS, hidden))
    beyond = address + ROWS * hidden * _BYTES
    room = Room(
        carray(_pointer(beyond + 2 * hidden * _BYTES, int64(0)), (MAX_ACTIVE,)),
        carray(_pointer(beyond, np.float32(0)), (hidden,)),
        carray(_pointer(beyond + hidden * _BYTES, np.float32(0)), (hidden,)),
    )
    for board in range(width):
        # Lanes without a board hold anything.
        mine, theirs = int64(boards[MINE, board]) & _BOARD, int64(boards[THEIRS, board]) & _BOARD
        if mine == 0:
            out[board] = _WIN
        else:
            out[board] = scaled(chance_on(weights, mine, theirs, room))


def _operation() -> int:
    """The number of the operation in this process."""
    numbers, masks = map(types.CPointer, (types.int32, types.uint32))
    signature = types.void(numbers, numbers, types.int64, masks, types.int64)
    return operation_at("network of Senet", lambda: address_of(_answer, signature))


#: The weights of networks with their buffers, by weights: programs hold their addresses, so they are kept.
_BLOCKS: dict[bytes, NDArray[np.uint8]] = {}


def program_of(data: bytes, hidden: int) -> Program:
    """The program of a network in this process; its value is that of :func:`scaled` for the chance.

    Args:
        data: the weights, (``ROWS``, hidden) float32.
        hidden: the number of hidden values.
    """
    if data not in _BLOCKS:
        buffers = 2 * hidden * _BYTES + MAX_ACTIVE * _LONG_BYTES
        _BLOCKS[data] = np.concatenate((np.frombuffer(data, np.uint8), np.zeros(buffers, np.uint8)))
    address = int(_BLOCKS[data].ctypes.data)
    instruction = np.array([[_operation(), 0, address & 0xFFFFFFFF, address >> 32, hidden]], np.uint32)
    return Program(instruction.view(np.int32), 1)
