"""What a network says of a board of a game with throws, and in what it errs: compiled.

A network has one hidden layer. Its inputs are 0 or 1 (see :mod:`senet_gp.games.dice.features`), so it only
adds up rows of weights. Hidden values are ``x / (1 + |x|)``, and the chance is the logistic function of their
weighted sum.

Everything consists of additions, multiplications and divisions in a fixed order, without a function of a
mathematical library, so every machine computes the same.

To compiled games a network is a program of one instruction, an operation of the evaluator. So nothing that
plays games knows of networks.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Any, NamedTuple, cast

import numpy as np
from numba import carray, types  # type: ignore[attr-defined]
from numba.extending import intrinsic
from numpy.typing import NDArray

from senet_gp.engine.program import Program
from senet_gp.engine.queries import compile_operations, operation_at
from senet_gp.engine.results import Positions
from senet_gp.engine.vectors import INSTRUCTION_WIDTH, STRIDE
from senet_gp.games.dice.features import AGAIN, Active, features_of, inputs_of, noted
from senet_gp.games.dice.rules import (
    COLUMNS,
    DRAWN,
    GOES_ON,
    LOST,
    MINE,
    STATE,
    THEIRS,
    THROWS_AGAIN,
    WON,
    Boards,
    DiceRules,
    Room,
    afterstates,
    law,
)
from senet_gp.runtime.compiled import LONG, address_of, inlined_kernel, int64, kernel

#: The weights of a network, (rows, hidden) float32. The rows: the weights from each input; the biases of the
#: hidden units; the weights to the output; the bias of the output, followed by zeros.
Weights = NDArray[np.float32]
#: The last rows, and how many rows there are beside the inputs.
BIASES = -3
OUTPUT = -2
LAST_BIAS = -1
MORE_ROWS = 3
#: The hidden units are computed in blocks; a network has whole blocks of them.
BLOCK = 16
#: The chance of winning c as a whole number is (2 c - 1) times this.
SCALE = float(1 << 30)
_ONE = np.float32(1)


class Prepared(NamedTuple):
    """A network, prepared to compute the chance of one board after another; a thread has it for itself."""

    weights: Weights
    features: int  # the address of the function by which it sees a board
    active: Active  # the inputs that are 1
    sums: NDArray[np.float32]  # (hidden,): what comes into the hidden units
    terms: NDArray[np.float32]  # (hidden,)


def prepared(weights: Weights, module: str) -> Prepared:
    """A network with these weights, ready for kernels in this process.

    Args:
        weights: (rows, hidden) float32.
        module: the dotted name of the module that has the game's rules.
    """
    _, most = inputs_of(module)
    hidden = weights.shape[1]
    sums, terms = np.zeros(hidden, np.float32), np.zeros(hidden, np.float32)
    return Prepared(weights, features_of(module), np.zeros(most, np.int64), sums, terms)


@inlined_kernel
def _hidden_sums(network: Prepared, count: int) -> None:
    """Add up the rows of the ``count`` active inputs, in their order, into the sums."""
    weights, sums, biases = network.weights, network.sums, network.weights[BIASES]
    width = weights.shape[1] // BLOCK * BLOCK
    for unit in range(width):
        sums[unit] = biases[unit]
    for place in range(count):
        row = weights[network.active[place]]
        for unit in range(width):
            sums[unit] += row[unit]


@inlined_kernel
def _output_sum(network: Prepared) -> float:
    """The logarithm of the odds of winning, from the sums of the hidden layer.

    The weighted hidden units are added up in sixteen parts, and these by halves, which is a fixed order for
    vector instructions of any length.
    """
    sums, terms, row = network.sums, network.terms, network.weights[OUTPUT]
    width = network.weights.shape[1] // BLOCK * BLOCK
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
    return float(network.weights[LAST_BIAS, 0] + terms[0])


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
def _scaled(chance: float) -> int:
    """The whole number for a chance c: (2 c - 1) times ``SCALE``, and never that of a certain win."""
    number = int64(np.floor((2.0 * chance - 1.0) * SCALE + 0.5))
    return min(max(number, 1 - int64(SCALE)), int64(SCALE) - 1)


@kernel
def log_odds_of(network: Prepared, mine: int, theirs: int, state: int) -> float:
    """The logarithm of the odds that the player wins who has just moved and has the pieces ``mine``."""
    _hidden_sums(network, noted(network.features, mine, theirs, state, network.active))
    return _output_sum(network)


@inlined_kernel
def points_of(result: int) -> float:
    """What a game is worth that is ``LOST``, ``DRAWN`` or ``WON``: 0, 0.5 or 1."""
    return (result + 1) / 2.0


@kernel
def chance_on(network: Prepared, mine: int, theirs: int, state: int) -> float:
    """The chance that the player wins who has just moved; certain where a board shows how the game ends."""
    count = noted(network.features, mine, theirs, state, network.active)
    if count < 0:
        return points_of(count + GOES_ON)
    _hidden_sums(network, count)
    return chance_of(_output_sum(network))


@kernel
def _score_on(network: Prepared, mine: int, theirs: int, state: int) -> int:
    """The same as a whole number, which is higher for a certain win than for any other board."""
    count = noted(network.features, mine, theirs, state, network.active)
    if count == WON - GOES_ON:
        return int64(SCALE)
    if count < 0:
        return _scaled(points_of(count + GOES_ON))
    _hidden_sums(network, count)
    return _scaled(chance_of(_output_sum(network)))


@kernel
def write_chances(
    network: Prepared, masks: Boards, states: NDArray[np.uint32], chances: NDArray[np.float64]
) -> None:
    """Write the chance on each board, of which there are masks, (2, boards), and states, into ``chances``."""
    for board in range(chances.size):
        mine, theirs = int64(masks[MINE, board]), int64(masks[THEIRS, board])
        chances[board] = chance_on(network, mine, theirs, int64(states[board]))


@kernel
def best_of(network: Prepared, count: int, room: Room) -> tuple[int, float]:
    """The best of the ``count`` boards in the room, and the logarithm of its odds: infinite if it wins.

    It is the first one that wins at once, or else has the best chance. After throws that grant another, a
    board is valued as if the turn had ended, unless the network sees that it has not.
    """
    boards, results = room.boards, room.results
    for board in range(count):
        if results[board] == WON:
            return board, np.inf
    best = 0
    highest = -np.inf
    for board in range(count):
        if results[board] == LOST:
            continue
        if results[board] == DRAWN:
            found = 0.0
        else:
            mine, theirs, state = (
                int64(boards[MINE, board]),
                int64(boards[THEIRS, board]),
                int64(boards[STATE, board]),
            )
            found = log_odds_of(
                network, mine, theirs, state | (AGAIN if results[board] == THROWS_AGAIN else 0)
            )
        if found > highest:
            best, highest = int64(board), found
    return best, highest


@kernel
def _turn_chance(
    network: Prepared, rules: DiceRules, mine: int, theirs: int, state: int, room: Room
) -> float:
    """The mean chance of winning, over all throws, of the player to move, who takes the best board."""
    which = law(rules, mine, theirs, state)
    total = 0.0
    for place in range(rules.begins[which], rules.begins[which + 1]):
        count = afterstates(rules, mine, theirs, state, rules.throws[place], room)
        _, highest = best_of(network, count, room)
        total += rules.chances[place] * _chance(highest)
    return total


@kernel
def _chance(log_odds: float) -> float:
    """The chance with these odds, which may be infinite: what wins or loses at once is certain."""
    if np.isinf(log_odds):
        return 1.0 if log_odds > 0 else 0.0
    return chance_of(log_odds)


@kernel
def write_turn_chances(
    network: Prepared, rules: DiceRules, boards: Positions, room: Room, chances: NDArray[np.float64]
) -> None:
    """Write what ``turn_chances`` of a network tells of each board, (boards, 3), into ``chances``."""
    for number in range(chances.size):
        board = boards[number]
        chances[number] = _turn_chance(network, rules, board[0], board[1], board[2], room)


@inlined_kernel
def slopes(
    network: Prepared,
    mine: int,
    theirs: int,
    state: int,
    target: float,
    rate: float,
    errors: NDArray[np.float32],
) -> tuple[int, np.float32]:
    """How the weights would change in a step towards a target: down the gradient of the cross-entropy.

    Args:
        network: the network, in which the inputs that are 1 are noted (``active``), and the hidden units
            (``terms``).
        mine: the mask of the pieces of the player who has just moved.
        theirs: the mask of the other player's pieces.
        state: what the squares do not show.
        target: the chance of winning that the board should have.
        rate: how long the step is.
        errors: by how much the sum of each hidden value is to change, (hidden,) float32: as much as the row
            of each input that is 1, and that of the biases.

    Returns:
        The number of inputs that are 1; and by how much the bias of the output is to change. The weights to
        the output change by that times the hidden units.
    """
    count = noted(network.features, mine, theirs, state, network.active)
    sums, terms, output = network.sums, network.terms, network.weights[OUTPUT]
    _hidden_sums(network, count)
    chance = chance_of(_output_sum(network))
    step = np.float32(rate * (target - chance))
    for unit in range(network.weights.shape[1] // BLOCK * BLOCK):
        slope = _ONE / (_ONE + abs(sums[unit]))
        errors[unit] = step * output[unit] * (slope * slope)
        terms[unit] = sums[unit] * slope
    return count, step


_BYTES = 4
_LONG_BYTES = 8
#: What a network's block of memory begins with: the address by which it sees, how many rows of weights it
#: has, and how many inputs are 1 at most. The weights follow.
_FEATURES, _ROWS, _MOST = range(3)
_HEAD = 4


def _described_pointer(_context: Any, address: Any, kind: Any) -> Any:
    """The pointer to numbers of the type of ``kind`` at an address."""
    pointer = types.CPointer(kind)  # type: ignore[no-untyped-call]

    def generate(context: Any, builder: Any, _signature: Any, arguments: Any) -> Any:
        """Make the code that takes the address, a whole number, for a pointer."""
        return builder.inttoptr(arguments[0], context.get_value_type(pointer))

    return pointer(address, kind), generate


_pointer = cast("Callable[[int, Any], Any]", intrinsic(_described_pointer))


@intrinsic
def _room_on_stack(_context: Any, longs: Any) -> Any:
    """The address of room for ``longs`` numbers of 64 bits, until the function that asks for it ends."""

    def generate(_context: Any, builder: Any, _signature: Any, arguments: Any) -> Any:
        return builder.ptrtoint(builder.alloca(LONG, size=arguments[0]), LONG)

    return types.int64(longs), generate


_on_stack = cast("Callable[[int], int]", _room_on_stack)


def _answer(code_at: Any, values_at: Any, width: int, boards_at: Any, length: int) -> None:
    """Compute the network on boards, as the function of a word does (:mod:`senet_gp.engine.queries`)."""
    code, out = carray(code_at, (INSTRUCTION_WIDTH,)), carray(values_at, (1 << 40,))
    boards = carray(boards_at, (COLUMNS, length))
    out = out[int64(code[1]) * STRIDE :]
    address, hidden = (int64(code[3]) << 32) | (int64(code[2]) & 0xFFFFFFFF), int64(code[4])
    head = carray(_pointer(address, int64(0)), (_HEAD,))
    rows, most = head[_ROWS], head[_MOST]
    weights = address + _HEAD * _LONG_BYTES
    # Other threads may compute the same network at this moment. Two numbers of 32 bits have room in one.
    actives = _on_stack(most + hidden)
    sums = actives + most * _LONG_BYTES
    network = Prepared(
        carray(_pointer(weights, np.float32(0)), (rows, hidden)),
        head[_FEATURES],
        carray(_pointer(actives, int64(0)), (most,)),
        carray(_pointer(sums, np.float32(0)), (hidden,)),
        carray(_pointer(sums + hidden * _BYTES, np.float32(0)), (hidden,)),
    )
    for board in range(width):
        # Lanes without a board hold boards from before.
        mine, theirs = int64(boards[MINE, board]), int64(boards[THEIRS, board])
        out[board] = _score_on(network, mine, theirs, int64(boards[STATE, board]))


def _operation() -> int:
    """The number of the operation in this process, whose function is compiled then."""
    numbers, masks = map(types.CPointer, (types.int32, types.uint32))
    signature = types.void(numbers, numbers, types.int64, masks, types.int64)
    operation = operation_at("network", lambda: address_of(_answer, signature))
    compile_operations(np.array([operation]))
    return operation


def program_of(data: bytes, hidden: int, module: str) -> Program:
    """The program of a network in this process; its value is (2 c - 1) times ``SCALE`` for a chance c.

    Args:
        data: the weights, (rows, hidden) float32.
        hidden: the number of hidden units.
        module: the dotted name of the module that has the game's rules.
    """
    address = int(_block(data, module).ctypes.data)
    instruction = np.array([[_operation(), 0, address & 0xFFFFFFFF, address >> 32, hidden]], np.uint32)
    return Program(instruction.view(np.int32), 1)


@cache
def _block(data: bytes, module: str) -> NDArray[np.uint8]:
    """The memory of a network: its head and its weights, which nothing changes. Programs hold its address."""
    inputs, most = inputs_of(module)
    head = np.array([features_of(module), inputs + MORE_ROWS, most, 0], np.int64)
    return np.concatenate([head.view(np.uint8), np.frombuffer(data, np.uint8)])
