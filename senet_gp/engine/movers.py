"""Participants as the kernels that play games use them: prepared before a game, they choose among boards."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from senet_gp.engine.evaluator import Values, load_constants
from senet_gp.engine.participants import (
    BEGIN,
    END,
    NO_NOISE,
    NOISE,
    NOISE_PARTS,
    SCORES,
    TAKES_WINS,
    Programs,
)
from senet_gp.engine.results import one_of
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
def open_mover(programs: Programs, number: int, lanes: int, values: Values) -> Mover:
    """Prepare a participant to play in this many lanes; its constants are written into ``values``."""
    entry = programs.roster[number]
    begin, end, scores = entry[BEGIN], entry[END], entry[SCORES] == 1
    if scores:
        begin = load_constants(programs.code, begin, end, lanes, values)
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


@inlined_kernel
def _worth_at_once(result: int, takes_wins: bool) -> int:  # noqa: FBT001
    """-1 for a board that loses the game, 1 for one that wins it if ``takes_wins``, else 0."""
    return -1 if result == -1 else int64(takes_wins and result == 1)


@kernel
def noisy_choice(results: NDArray[np.int8], count: int, takes_wins: bool, streams: Streams) -> int:  # noqa: FBT001
    """A random one of ``count`` boards, but none that loses at once if there are others.

    If ``takes_wins``, it is one that wins if there is one.
    """
    most = -1
    for board in range(count):
        most = max(most, _worth_at_once(results[board], takes_wins))
    equals = 0
    for board in range(count):
        equals += int64(_worth_at_once(results[board], takes_wins) == most)
    left = below(streams, CHOICES, equals)
    board = 0
    while left or _worth_at_once(results[board], takes_wins) != most:
        left -= int64(_worth_at_once(results[board], takes_wins) == most)
        board += 1
    return board


@kernel
def best_board(count: int, scores: NDArray[np.int32], streams: Streams) -> int:
    """The index of the highest score; ties are broken by a draw from the stream of choices."""
    best = scores[0]
    for board in range(1, count):
        best = max(best, scores[board])
    equals = 0
    for board in range(count):
        equals += int64(scores[board] == best)
    left = one_of(equals, streams)
    board = 0
    while left or scores[board] != best:
        left -= int64(scores[board] == best)
        board += 1
    return board
