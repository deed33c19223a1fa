"""Programs score boards: one instruction at a time, on many boards at once.

The values of an instruction form a row with one value per board (a *lane*), so all lanes share the cost of
decoding the instruction. Lanes are computed in blocks (see :mod:`senet_gp.engine.vectors`); lanes of the last
block that have no board hold arbitrary values.
"""

from __future__ import annotations

from functools import cache
from typing import Any, NamedTuple

import numpy as np
from numba import carray, types  # type: ignore[attr-defined]
from numpy.typing import NDArray

from primitives import operations as op
from senet_gp.engine import vectors
from senet_gp.engine.program import CONSTANT_ROWS, Code, Program
from senet_gp.engine.queries import table_address
from senet_gp.engine.vectors import BLOCK, INSTRUCTION_WIDTH, LANES, STRIDE
from senet_gp.games.board.rules import MINE, THEIRS
from senet_gp.games.dice.rules import COLUMNS
from senet_gp.runtime.compiled import address_of, int64, kernel

Boards = NDArray[np.uint32]
Values = NDArray[np.int32]


def room_for(boards: int) -> int:
    """How long arrays for this many boards must be: boards are read in whole blocks."""
    return -(-boards // BLOCK) * BLOCK


def new_values(rows: int) -> Values:
    """A buffer for the values of a program that needs at most this many rows.

    It begins at a cache line, so that no block crosses a boundary between lines.
    """
    size = max(rows, 1) * STRIDE
    room = np.zeros(size + BLOCK, np.int32)
    begin = -room.ctypes.data // room.itemsize % BLOCK
    return room[begin : begin + size]


@kernel
def load_constants(code: Code, begin: int, end: int, lanes: int, values: Values) -> int:
    """Fill the rows of the constants that a program begins with; returns where its other instructions begin.

    They stay there as long as no other program uses the ``values``.
    """
    instruction = begin
    # Constants beyond the first may share their rows with other values.
    last = min(end, begin + CONSTANT_ROWS)
    while instruction < last and code[instruction, 0] == op.CONSTANT:
        out = int64(code[instruction, 1]) * STRIDE
        vectors.fill(values, lanes, out, int64(code[instruction, 2]))
        instruction += 1
    return instruction


@kernel
def _run(  # noqa: C901, PLR0912 - one branch an operation
    code: Code,
    begin: int,
    end: int,
    width: int,
    boards: Boards,
    first: int,
    values: Values,
    words: NDArray[np.int64],
) -> None:
    """Run the instructions ``begin`` to ``end`` on the boards from ``first`` on, in ``width`` lanes."""
    mine, theirs = boards[MINE], boards[THEIRS]
    for instruction in range(begin, end):
        operation = int64(code[instruction, 0])
        out = int64(code[instruction, 1]) * STRIDE
        a = int64(code[instruction, 2]) * STRIDE
        b = int64(code[instruction, 3]) * STRIDE
        if operation == op.ADD:
            vectors.add(values, width, out, a, b)
        elif operation == op.SUB:
            vectors.sub(values, width, out, a, b)
        elif operation == op.MUL:
            vectors.mul(values, width, out, a, b)
        elif operation == op.IF:
            c = int64(code[instruction, 4]) * STRIDE
            vectors.choice(values, width, out, a, b, c)
        elif operation == op.AND:
            vectors.both(values, width, out, a, b)
        elif operation == op.OR:
            vectors.either(values, width, out, a, b)
        elif operation == op.NOT:
            vectors.negated(values, width, out, a)
        elif operation == op.LESS:
            vectors.less(values, width, out, a, b)
        elif operation == op.EQUAL:
            vectors.equal(values, width, out, a, b)
        elif operation == op.ADD_SATURATING:
            vectors.add_saturating(values, width, out, a, b)
        elif operation == op.SUB_SATURATING:
            vectors.sub_saturating(values, width, out, a, b)
        elif operation == op.MUL_SATURATING:
            vectors.mul_saturating(values, width, out, a, b)
        elif operation == op.CONSTANT:
            vectors.fill(values, width, out, int64(code[instruction, 2]))
        elif operation == op.SQUARE:
            vectors.square(values, width, out, a, int64(code[instruction, 3]))
        elif operation == op.MINE:
            vectors.mine_on(values, width, out, a, mine, theirs, first)
        elif operation == op.THEIRS:
            vectors.theirs_on(values, width, out, a, mine, theirs, first)
        elif operation == op.EMPTY:
            vectors.nobody_on(values, width, out, a, mine, theirs, first)
        else:
            vectors.call_answer(
                words[operation], code, instruction, values, width, boards, first, boards.shape[1]
            )


def _score(
    code_data: Any,
    begin: int,
    end: int,
    count: int,
    boards_data: Any,
    columns: int,
    length: int,
    values_data: Any,
    scores_data: Any,
    words_data: Any,
) -> None:
    """As :func:`score`, but with pointers to the arrays' memory."""
    code = carray(code_data, (end, INSTRUCTION_WIDTH))
    boards = carray(boards_data, (columns, length))
    result = int64(code[end - 1, 1]) * STRIDE
    values = carray(values_data, (end * STRIDE,))
    scores = carray(scores_data, (length,))
    words = carray(words_data, (1,))
    for first in range(0, count, LANES):
        width = (min(LANES, count - first) + BLOCK - 1) // BLOCK * BLOCK
        _run(code, begin, end, width, boards, first, values, words)
        for i in range(width):
            scores[first + i] = values[result + i]


_INTS, _MASKS, _LONGS = (types.CPointer(kind) for kind in (types.int32, types.uint32, types.int64))  # type: ignore[no-untyped-call]
_SCORE = types.void(
    _INTS, types.int64, types.int64, types.int64, _MASKS, types.int64, types.int64, _INTS, _INTS, _LONGS
)


class Scorer(NamedTuple):
    """Addresses that are valid in this process only."""

    evaluator: int  # its machine code
    words: int  # the table of the functions that compute words


@cache
def scorer() -> Scorer:
    """The evaluator in this process.

    Kernels that score boards call it by its address. Otherwise the evaluator, by far the largest kernel,
    would be compiled again into every kernel that calls it, directly or not.
    """
    return Scorer(address_of(_score, _SCORE), table_address())


@kernel
def score(
    scorer: Scorer,
    code: Code,
    begin: int,
    end: int,
    count: int,
    boards: Boards,
    values: Values,
    scores: NDArray[np.int32],
) -> None:
    """Score the first ``count`` of ``boards`` with a program whose constants are loaded.

    Args:
        scorer: from :func:`scorer`.
        code: instructions of programs.
        begin: where the program's instructions begin, from :func:`load_constants`.
        end: the index after its last instruction, which computes the scores.
        count: how many boards to score.
        boards: (4 or 5, boards) uint32: ``MINE``, ``THEIRS``, ``MOVES``, and ``EXTRA``, which in Senet is the
            number of hits; in games with throws also the state. It must be as long as :func:`room_for` says.
        values: a buffer from :func:`new_values`.
        scores: (boards,) int32, where the scores are written.
    """
    columns, length = boards.shape
    vectors.call_scorer(
        scorer.evaluator, code, begin, end, count, boards, columns, length, values, scores, scorer.words
    )


def scores_of(program: Program, boards: Boards) -> NDArray[np.int32]:
    """The scores of boards.

    Args:
        program: the program.
        boards: (4 or 5, boards) uint32: the masks of mine and theirs, packed moves, and hits or ``extra``; in
            a game with throws also the state, which is 0 if it is missing.

    Returns:
        The scores, (boards,) int32.
    """
    count = boards.shape[1]
    columns = np.zeros((COLUMNS, room_for(count)), np.uint32)
    columns[: len(boards), :count] = boards
    scores = np.empty(columns.shape[1], np.int32)
    values = new_values(program.rows)
    end = len(program.code)
    begin = load_constants(program.code, 0, end, LANES, values)
    score(scorer(), program.code, begin, end, count, columns, values, scores)
    return scores[:count]
