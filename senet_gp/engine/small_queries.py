"""Questions about the boards of the small games, which take no argument."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from primitives import operations as op
from senet_gp.compiled import inlined_kernel, int64
from senet_gp.games.board import lines as line_rules
from senet_gp.games.board.afterstates import move_start, move_target
from senet_gp.games.hexapawn import rules as hexapawn_rules
from senet_gp.games.pursuit import rules as pursuit_rules

_Column = NDArray[np.uint32]


@inlined_kernel
def answer(  # noqa: C901, PLR0912 - one branch an operation
    operation: int,
    parameter: int,
    width: int,
    mine: _Column,
    theirs: _Column,
    moves: _Column,
    extra: _Column,
    out: NDArray[np.int32],
) -> None:
    """Answer a question about each board; ``parameter`` is what it must know of the game besides."""
    if operation == op.MOVE_FROM:
        for i in range(width):
            out[i] = move_start(int64(moves[i]))
    elif operation == op.MOVE_TO:
        for i in range(width):
            out[i] = move_target(int64(moves[i]))
    elif operation == op.OPEN_PLACES:
        for i in range(width):
            out[i] = line_rules.open_places(int64(mine[i]), int64(theirs[i]), parameter)
    elif operation == op.MY_PAWN_MOVES:
        for i in range(width):
            out[i] = hexapawn_rules.mobility(int64(mine[i]), int64(theirs[i]))
    elif operation == op.THEIR_PAWN_MOVES:
        for i in range(width):
            out[i] = hexapawn_rules.enemy_mobility(int64(mine[i]), int64(theirs[i]))
    elif operation == op.OWN_X:
        for i in range(width):
            out[i] = pursuit_rules.column(int64(mine[i]), parameter)
    elif operation == op.OWN_Y:
        for i in range(width):
            out[i] = pursuit_rules.row(int64(mine[i]), parameter)
    elif operation == op.ENEMY_X:
        for i in range(width):
            out[i] = pursuit_rules.column(int64(theirs[i]), parameter)
    elif operation == op.ENEMY_Y:
        for i in range(width):
            out[i] = pursuit_rules.row(int64(theirs[i]), parameter)
    elif operation == op.OWN_LAST_MOVE:
        for i in range(width):
            out[i] = pursuit_rules.own_last_move(int64(extra[i]))
