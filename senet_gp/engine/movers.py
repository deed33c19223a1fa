"""Programs at the board: opened before a game, they score boards and choose among them."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from primitives import operations as op
from senet_gp.compiled import inlined_kernel, int64, kernel
from senet_gp.engine.evaluator import Values, load_constants
from senet_gp.engine.program import SLIP_PARTS, Code
from senet_gp.engine.results import Indices
from senet_gp.streams import CHOICES, Streams, below

_NEVER = -1


class Mover(NamedTuple):
    """A program that plays a game: where it stands, and what it does besides."""

    begin: int  # its first instruction behind the constants; -1: it moves at random
    end: int  # behind its last instruction
    slip: int  # the chance of a random move, in ``SLIP_PARTS``; -1: it never slips
    keen: bool  # whether it wins at once when it slips, if it can


@kernel
def open_mover(code: Code, bounds: Indices, program: int, lanes: int, values: Values) -> Mover:
    """Make a program ready to play in so many lanes, its constants standing in ``values``."""
    begin, end = bounds[program], bounds[program + 1]
    slip, keen = _NEVER, False
    if begin < end and code[begin, 0] == op.SLIP:
        slip, keen = int64(code[begin, 2]), code[begin, 3] == 1
        begin += 1
    if begin == end:
        return Mover(-1, end, slip, keen)
    return Mover(load_constants(code, begin, end, lanes, values), end, slip, keen)


@inlined_kernel
def moves_at_random(mover: Mover) -> bool:
    """Whether a mover scores no boards."""
    return mover.begin < 0


@inlined_kernel
def slips(mover: Mover, streams: Streams) -> bool:
    """Whether a mover slips this time; nothing is drawn for one who never does."""
    if mover.slip == _NEVER:
        return False
    return below(streams, CHOICES, SLIP_PARTS) < mover.slip


@kernel
def best_board(count: int, scores: NDArray[np.int32], streams: Streams) -> int:
    """The index of the highest score; among equal ones, one is drawn from the stream of choices."""
    best = scores[0]
    for board in range(1, count):
        best = max(best, scores[board])
    equals = 0
    for board in range(count):
        equals += int64(scores[board] == best)
    left = below(streams, CHOICES, equals) if equals > 1 else 0
    board = 0
    while left or scores[board] != best:
        left -= int64(scores[board] == best)
        board += 1
    return board
