"""The compiled rules of a game without chance, behind two functions that are the same for all games.

The module of a game's rules has two kernels, ``successors`` and ``swapped``, with the arguments described
here. They are called by their addresses, so that the code that plays, solves or searches is compiled once for
all games.
"""

# numba looks at the names of arguments, used or not.
# ruff: noqa: ARG001

from __future__ import annotations

from functools import cache
from importlib import import_module
from typing import Any, NamedTuple, cast

from llvmlite import ir
from numba import types
from numba.extending import intrinsic
from numba.np.arrayobj import make_array

from senet_gp.games.board.afterstates import Boards, Numbers, Results
from senet_gp.games.outside_kernels import contents_of
from senet_gp.runtime.compiled import address_of, call_at, function_from, kernel


class BoardRules(NamedTuple):
    """The rules of a game with its parameters, for kernels; valid in this process only."""

    successors: int  # an address
    swapped: int  # an address
    numbers: Numbers


_LONG = ir.IntType(64)

_TEXT = """\
from numba import carray
from {module} import successors, swapped

def successors_at(numbers, mine, theirs, extra, boards, columns, results):
    room = carray(boards, (4, columns))
    return successors(carray(numbers, (1,)), mine, theirs, extra, room, carray(results, (columns,)))

def swapped_at(numbers, mine, theirs, extra, out):
    board = carray(out, (3,))
    board[0], board[1], board[2] = swapped(carray(numbers, (1,)), mine, theirs, extra)
"""


@cache
def _addresses(module: str) -> tuple[int, int]:
    """The addresses of a module's rules, in this process."""
    long = types.int64
    numbers, masks, results = (types.CPointer(kind) for kind in (long, types.uint32, types.int8))  # type: ignore[no-untyped-call]
    kernels = import_module(module)
    text = _TEXT.format(module=module) + contents_of((kernels.successors, kernels.swapped))
    return (
        address_of(
            function_from(text, "successors_at"), long(numbers, long, long, long, masks, long, results)
        ),
        address_of(function_from(text, "swapped_at"), types.void(numbers, long, long, long, numbers)),
    )


def board_rules(module: str, numbers: Numbers) -> BoardRules:
    """The rules of a game for kernels.

    Args:
        module: the dotted name of the module that has the kernels ``successors`` and ``swapped``.
        numbers: the game's parameters as the kernels take them.
    """
    return BoardRules(*_addresses(module), numbers)


def _data(context: Any, builder: Any, kind: Any, array: Any) -> Any:
    return make_array(kind)(context, builder, array).data  # type: ignore[no-untyped-call]


@intrinsic
def _call_successors(
    _context: Any,
    address: Any,
    numbers: Any,
    mine: Any,
    theirs: Any,
    extra: Any,
    boards: Any,
    columns: Any,
    results: Any,
) -> Any:
    long = types.int64

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        passed = [
            _data(context, builder, kind, argument) if isinstance(kind, types.Array) else argument
            for kind, argument in zip(signature.args[1:], arguments[1:], strict=True)
        ]
        return call_at(builder, arguments[0], passed, _LONG)

    return long(long, numbers, long, long, long, boards, long, results), generate


@intrinsic
def _call_swapped(_context: Any, address: Any, numbers: Any, mine: Any, theirs: Any, extra: Any) -> Any:
    long = types.int64

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        # Allocated where the function is entered, so that a loop does not use up the stack.
        with builder.goto_entry_block():
            room = builder.alloca(ir.ArrayType(_LONG, 3))
        out = builder.bitcast(room, _LONG.as_pointer())
        passed = [_data(context, builder, signature.args[1], arguments[1]), *arguments[2:], out]
        call_at(builder, arguments[0], passed)
        board = [builder.load(builder.gep(out, [ir.Constant(_LONG, place)])) for place in range(3)]
        return context.make_tuple(builder, signature.return_type, board)

    return types.UniTuple(long, 3)(long, numbers, long, long, long), generate  # type: ignore[no-untyped-call]


_successors, _swapped = cast("Any", _call_successors), cast("Any", _call_swapped)


@kernel
def successors(
    rules: BoardRules, mine: int, theirs: int, extra: int, boards: Boards, results: Results
) -> int:
    """Find the boards that the moves of the player to move lead to, in the order of the game's afterstates.

    Args:
        rules: the rules of the game.
        mine: the mask of the player to move.
        theirs: the mask of the other player.
        extra: what the squares do not show.
        boards: (4, afterstates) uint32, where the boards are written, as the player who has moved sees them.
        results: (afterstates,) int8, where their results are written: 1, 0 or -1 if the player who has moved
            has won, drawn or lost, else ``GOES_ON``.

    Returns:
        How many boards there are.
    """
    count: int = _successors(
        rules.successors, rules.numbers, mine, theirs, extra, boards, boards.shape[1], results
    )
    return count


@kernel
def swapped(rules: BoardRules, mine: int, theirs: int, extra: int) -> tuple[int, int, int]:
    """A board as the other player sees it: their mask, that of the first player, and ``extra``."""
    board: tuple[int, int, int] = _swapped(rules.swapped, rules.numbers, mine, theirs, extra)
    return board
