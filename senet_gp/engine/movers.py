"""Participants as the kernels that play games use them: prepared before a game, they choose among boards."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from senet_gp.engine.evaluator import Values, load_constants
from senet_gp.engine.participants import BEGIN, END, NO_NOISE, NOISE, NOISE_PARTS, SCORES, TAKES_WINS, Roster
from senet_gp.engine.program import Code
from senet_gp.runtime.compiled import inlined_kernel, int64, kernel
from senet_gp.runtime.streams import CHOICES, Streams, below


class Mover(NamedTuple):
    """A participant that plays a game: where its program is, and how noisy it is."""

    begin: int  # the index of its first instruction after the constants
    end: int  # the index after its last instruction
    scores: bool  # whether it has a program; else it moves at random
    noise: int  # the chance of a random move, in ``NOISE_PARTS``; ``NO_NOISE`` if it has no noise
    takes_wins: bool  # whether a random move of the noise wins at once if it can


@kernel
def open_mover(code: Code, roster: Roster, number: int, lanes: int, values: Values) -> Mover:
    """Prepare a participant to play in this many lanes; its constants are written into ``values``."""
    entry = roster[number]
    begin, end, scores = entry[BEGIN], entry[END], entry[SCORES] == 1
    if scores:
        begin = load_constants(code, begin, end, lanes, values)
    return Mover(begin, end, scores, entry[NOISE], entry[TAKES_WINS] == 1)


@inlined_kernel
def moves_at_random(mover: Mover) -> bool:
    """Whether a mover scores no boards."""
    return not mover.scores


@inlined_kernel
def moves_by_noise(mover: Mover, streams: Streams) -> bool:
    """Whether noise makes this move random; nothing is drawn for a mover without noise."""
    if mover.noise == NO_NOISE:
        return False
    return below(streams, CHOICES, NOISE_PARTS) < mover.noise


@kernel
def best_board(count: int, scores: NDArray[np.int32], streams: Streams) -> int:
    """The index of the highest score; ties are broken by a draw from the stream of choices."""
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
