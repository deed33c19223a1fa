"""What a network says of a board of Senet, and in what it errs: compiled.

A network has one hidden layer. Its inputs are 0 or 1, so it only adds up rows of weights: one row for each
piece, by side, square, and whether the piece is protected, and one for each side's number of pieces borne
off. Hidden values are ``x / (1 + |x|)``, and the chance is the logistic function of their weighted sum.

Everything consists of additions, multiplications and divisions in a fixed order, without a function of a
mathematical library, so every machine computes the same.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from senet_gp.compiled import inlined_kernel, int64, kernel
from senet_gp.games.bits import lowest_bit, popcount
from senet_gp.games.senet.rules import MAX_PIECES, SQUARES, protected_pieces
from senet_gp.games.senet.turns import MINE, THEIRS

#: The weights of a network, (``ROWS``, hidden) float32. The rows: the weights from each input; the biases of
#: the hidden values; the weights to the output; the bias of the output, followed by zeros.
Weights = NDArray[np.float32]

#: The rows of a side: pieces that are not protected, by square; protected ones; how many are borne off.
_PROTECTED, _OFF = SQUARES, 2 * SQUARES
SIDE = 2 * SQUARES + MAX_PIECES + 1
INPUTS = 2 * SIDE
BIASES, OUTPUT, LAST_BIAS = INPUTS, INPUTS + 1, INPUTS + 2
ROWS = INPUTS + 3
#: The hidden values are computed in blocks; a network has whole blocks of them.
BLOCK = 16
#: The most inputs that are 1 on a board.
MAX_ACTIVE = 2 * (SQUARES + 1)

#: The chance of winning c as a whole number is (2 c - 1) times this.
SCALE = float(1 << 30)
_ONE = np.float32(1)


class Room(NamedTuple):
    """Buffers in which the chance of one board after another is computed."""

    active: NDArray[np.int64]  # (``MAX_ACTIVE``,): the inputs that are 1
    sums: NDArray[np.float32]  # (hidden,): what comes into the hidden values
    terms: NDArray[np.float32]  # (hidden,)


def new_room(hidden: int) -> Room:
    """Buffers for networks with this many hidden values."""
    return Room(np.zeros(MAX_ACTIVE, np.int64), np.zeros(hidden, np.float32), np.zeros(hidden, np.float32))


@inlined_kernel
def _side(own: int, first: int, active: NDArray[np.int64], count: int) -> int:
    """Note the inputs of one side from ``active[count]`` on; returns how many there are then."""
    protected = protected_pieces(own)
    squares = own
    while squares:
        square = lowest_bit(squares)
        squares &= squares - 1
        active[count] = first + square - 1 + (_PROTECTED if (protected >> square) & 1 else 0)
        count += 1
    active[count] = first + _OFF + MAX_PIECES - min(popcount(own), MAX_PIECES)
    return count + 1


@inlined_kernel
def active_inputs(mine: int, theirs: int, active: NDArray[np.int64]) -> int:
    """Note the inputs that are 1 on a board in ``active``; returns how many there are."""
    return _side(theirs, SIDE, active, _side(mine, 0, active, 0))


@inlined_kernel
def hidden_sums(weights: Weights, active: NDArray[np.int64], count: int, sums: NDArray[np.float32]) -> None:
    """Add up the rows of the active inputs, in their order, into ``sums``, (hidden,) float32."""
    width = weights.shape[1] // BLOCK * BLOCK
    for unit in range(width):
        sums[unit] = weights[BIASES, unit]
    for place in range(count):
        row = weights[active[place]]
        for unit in range(width):
            sums[unit] += row[unit]


@inlined_kernel
def output_sum(weights: Weights, sums: NDArray[np.float32], terms: NDArray[np.float32]) -> float:
    """The logarithm of the odds of winning, from the sums of the hidden layer.

    The weighted hidden values are added up in sixteen parts, and these by halves, which is a fixed order for
    vector instructions of any length.
    """
    row = weights[OUTPUT]
    width = weights.shape[1] // BLOCK * BLOCK
    for unit in range(width):
        terms[unit] = sums[unit] / (_ONE + abs(sums[unit])) * row[unit]
    for begin in range(BLOCK, width, BLOCK):
        for part in range(BLOCK):
            terms[part] += terms[begin + part]
    half = BLOCK // 2
    while half:
        for part in range(half):
            terms[part] += terms[half + part]
        half //= 2
    return float(weights[LAST_BIAS, 0] + terms[0])


@kernel
def chance_of(log_odds: float) -> float:
    """The logistic function: the chance whose odds have this logarithm, in float64.

    The exponential function is its series at a 256th of the place, squared eight times; its relative error
    is below 10⁻¹².
    """
    place = min(max(-float(log_odds), -40.0), 40.0) / 256.0
    term = total = 1.0
    for number in range(1, 8):
        term *= place / number
        total += term
    for _ in range(8):
        total *= total
    return 1.0 / (1.0 + total)


@inlined_kernel
def scaled(chance: float) -> int:
    """The whole number for a chance c: (2 c - 1) times ``SCALE``, and never that of a certain win."""
    number = int64(np.floor((2.0 * chance - 1.0) * SCALE + 0.5))
    return min(max(number, 1 - int64(SCALE)), int64(SCALE) - 1)


@kernel
def log_odds_of(weights: Weights, mine: int, theirs: int, room: Room) -> float:
    """The logarithm of the odds that the player wins who has just moved and has the pieces ``mine``."""
    count = active_inputs(mine, theirs, room.active)
    hidden_sums(weights, room.active, count, room.sums)
    return output_sum(weights, room.sums, room.terms)


@kernel
def chance_on(weights: Weights, mine: int, theirs: int, room: Room) -> float:
    """The chance that the player wins who has just moved and has the pieces ``mine``; 0 or 1 at the end."""
    if mine == 0:
        return 1.0
    if theirs == 0:
        return 0.0
    return chance_of(log_odds_of(weights, mine, theirs, room))


@kernel
def write_chances(
    weights: Weights, boards: NDArray[np.uint32], room: Room, chances: NDArray[np.float64]
) -> None:
    """Write the chance on each of ``boards``, (2, boards), into ``chances``, (boards,)."""
    for board in range(chances.size):
        chances[board] = chance_on(weights, int64(boards[MINE, board]), int64(boards[THEIRS, board]), room)


@inlined_kernel
def slopes(
    weights: Weights,
    mine: int,
    theirs: int,
    target: float,
    rate: float,
    room: Room,
    errors: NDArray[np.float32],
) -> tuple[int, np.float32]:
    """How the weights would change in a step towards a target: down the gradient of the cross-entropy.

    Args:
        weights: the network.
        mine: the mask of the pieces of the player who has just moved.
        theirs: the mask of the other player's pieces.
        target: the chance of winning that the board should have.
        rate: how long the step is.
        room: where the inputs that are 1 are noted (``active``), and the hidden values (``terms``).
        errors: by how much the sum of each hidden value is to change, (hidden,) float32: as much as the row
            of each input that is 1, and that of the biases.

    Returns:
        The number of inputs that are 1; and by how much the bias of the output is to change. The weights to
        the output change by that times the hidden values.
    """
    count = active_inputs(mine, theirs, room.active)
    sums, terms, output = room.sums, room.terms, weights[OUTPUT]
    hidden_sums(weights, room.active, count, sums)
    chance = chance_of(output_sum(weights, sums, terms))
    step = np.float32(rate * (target - chance))
    for unit in range(weights.shape[1] // BLOCK * BLOCK):
        slope = _ONE / (_ONE + abs(sums[unit]))
        errors[unit] = step * output[unit] * (slope * slope)
        terms[unit] = sums[unit] * slope
    return count, step
