"""Programs score boards: one instruction at a time, on many boards at once.

The values of an instruction stand in a row, one per board (a *lane*), so the cost of finding out what
to do is shared by all lanes, and the loop over them becomes vector instructions.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from primitives import operations as op
from primitives.arithmetic import MOST
from senet_gp.compiled import int64, kernel, uint32
from senet_gp.engine.program import Code, Program
from senet_gp.engine.small_queries import answer
from senet_gp.games import senet_queries
from senet_gp.games.bits import popcount
from senet_gp.games.senet_turns import HITS, MINE, MOVES, THEIRS

#: Boards scored at once; rows are so long.
LANES = 128

Boards = NDArray[np.uint32]
Rows = NDArray[np.int32]


def new_rows(rows: int) -> Rows:
    """Room for the values of programs that need at most so many rows."""
    return np.zeros((max(rows, 1), LANES), np.int32)


@kernel
def _query(  # noqa: C901, PLR0912 - one branch an operation
    operation: int,
    lanes: int,
    argument: Rows,
    mine: Boards,
    theirs: Boards,
    moves: Boards,
    hits: Boards,
    out: Rows,
) -> None:
    """Answer a question about each board; ``argument`` holds a square or a move's number, if it takes one."""
    if operation == op.MINE:
        for i in range(lanes):
            out[i] = (mine[i] >> uint32(argument[i])) & uint32(1)
    elif operation == op.THEIRS:
        for i in range(lanes):
            out[i] = (theirs[i] >> uint32(argument[i])) & uint32(1)
    elif operation == op.EMPTY:
        for i in range(lanes):
            out[i] = (((mine[i] | theirs[i]) >> uint32(argument[i])) & uint32(1)) ^ uint32(1)
    elif operation == op.PROTECTED:
        for i in range(lanes):
            out[i] = senet_queries.protected_on(int64(mine[i]), int64(theirs[i]), argument[i])
    elif operation == op.MY_PIECES:
        for i in range(lanes):
            out[i] = popcount(int64(mine[i]))
    elif operation == op.THEIR_PIECES:
        for i in range(lanes):
            out[i] = popcount(int64(theirs[i]))
    elif operation == op.MY_MOVES:
        for i in range(lanes):
            out[i] = senet_queries.mobility(int64(mine[i]), int64(theirs[i]))
    elif operation == op.THEIR_MOVES:
        for i in range(lanes):
            out[i] = senet_queries.mobility(int64(theirs[i]), int64(mine[i]))
    elif operation == op.MY_DISTANCE:
        for i in range(lanes):
            out[i] = senet_queries.distance(int64(mine[i]))
    elif operation == op.THEIR_DISTANCE:
        for i in range(lanes):
            out[i] = senet_queries.distance(int64(theirs[i]))
    elif operation == op.MY_BARRICADE:
        for i in range(lanes):
            out[i] = senet_queries.barricade(int64(mine[i]))
    elif operation == op.THEIR_BARRICADE:
        for i in range(lanes):
            out[i] = senet_queries.barricade(int64(theirs[i]))
    elif operation == op.I_AM_IN_WATER:
        for i in range(lanes):
            out[i] = senet_queries.in_water(int64(mine[i]))
    elif operation == op.THEY_ARE_IN_WATER:
        for i in range(lanes):
            out[i] = senet_queries.in_water(int64(theirs[i]))
    elif operation == op.HITS:
        for i in range(lanes):
            out[i] = hits[i]
    elif operation == op.MOVE_START:
        for i in range(lanes):
            out[i] = senet_queries.move_start(int64(moves[i]), int64(argument[i]))
    elif operation == op.MOVE_LENGTH:
        for i in range(lanes):
            out[i] = senet_queries.move_length(int64(moves[i]), int64(argument[i]))
    elif operation == op.MY_FIRST:
        for i in range(lanes):
            out[i] = senet_queries.foremost(int64(mine[i]))
    elif operation == op.MY_LAST:
        for i in range(lanes):
            out[i] = senet_queries.rearmost(int64(mine[i]))
    elif operation == op.THEIR_FIRST:
        for i in range(lanes):
            out[i] = senet_queries.foremost(int64(theirs[i]))
    elif operation == op.THEIR_LAST:
        for i in range(lanes):
            out[i] = senet_queries.rearmost(int64(theirs[i]))
    elif operation == op.MY_EXPOSED:
        for i in range(lanes):
            out[i] = senet_queries.exposed(int64(mine[i]))
    elif operation == op.THEIR_EXPOSED:
        for i in range(lanes):
            out[i] = senet_queries.exposed(int64(theirs[i]))


@kernel
def _run(  # noqa: C901, PLR0912 - one branch an operation
    code: Code,
    begin: int,
    end: int,
    lanes: int,
    mine: Boards,
    theirs: Boards,
    moves: Boards,
    extra: Boards,
    rows: Rows,
) -> int:
    """Run the instructions ``begin`` to ``end`` on up to ``LANES`` boards; the row of the last result."""
    for instruction in range(begin, end):
        operation = code[instruction, 0]
        out = rows[code[instruction, 1]]
        if operation == op.CONSTANT:
            number = code[instruction, 2]
            for i in range(lanes):
                out[i] = number
            continue
        if code[instruction, 2] < 0:
            if operation >= op.MOVE_FROM:
                answer(operation, code[instruction, 3], lanes, mine, theirs, moves, extra, out)
                continue
            _query(operation, lanes, out, mine, theirs, moves, extra, out)
            continue
        a = rows[code[instruction, 2]]
        if operation >= op.MINE:
            _query(operation, lanes, a, mine, theirs, moves, extra, out)
            continue
        if operation == op.NOT:
            for i in range(lanes):
                out[i] = a[i] ^ np.int32(1)
            continue
        if operation == op.SQUARE:
            squares = code[instruction, 3]
            for i in range(lanes):
                out[i] = (int64(a[i]) - 1) % int64(squares) + 1
            continue
        b = rows[code[instruction, 3]]
        if operation == op.ADD:
            for i in range(lanes):
                out[i] = a[i] + b[i]
        elif operation == op.SUB:
            for i in range(lanes):
                out[i] = a[i] - b[i]
        elif operation == op.MUL:
            for i in range(lanes):
                out[i] = a[i] * b[i]
        elif operation == op.AND:
            for i in range(lanes):
                out[i] = a[i] & b[i]
        elif operation == op.OR:
            for i in range(lanes):
                out[i] = a[i] | b[i]
        elif operation == op.IF:
            c = rows[code[instruction, 4]]
            for i in range(lanes):
                yes, no = b[i], c[i]
                out[i] = yes if a[i] != 0 else no
        elif operation == op.LESS:
            for i in range(lanes):
                out[i] = 1 if a[i] < b[i] else 0
        elif operation == op.EQUAL:
            for i in range(lanes):
                out[i] = 1 if a[i] == b[i] else 0
        elif operation == op.ADD_SATURATING:
            for i in range(lanes):
                out[i] = max(-MOST, min(MOST, int64(a[i]) + int64(b[i])))
        elif operation == op.SUB_SATURATING:
            for i in range(lanes):
                out[i] = max(-MOST, min(MOST, int64(a[i]) - int64(b[i])))
        elif operation == op.MUL_SATURATING:
            for i in range(lanes):
                out[i] = max(-MOST, min(MOST, int64(a[i]) * int64(b[i])))
    return int64(code[end - 1, 1])


@kernel
def score(
    code: Code, begin: int, end: int, count: int, boards: Boards, rows: Rows, scores: NDArray[np.int32]
) -> None:
    """Score the first ``count`` of ``boards`` by the program from ``begin`` to ``end`` (not an empty one).

    Args:
        code: instructions of programs.
        begin: the program's first instruction.
        end: the instruction behind its last.
        count: how many boards to score.
        boards: their columns ``MINE``, ``THEIRS``, ``MOVES``, ``HITS``, as in the rules; the small games
            have ``EXTRA`` in place of the last.
        rows: room for the values, from :func:`new_rows`.
        scores: where the scores go.
    """
    first = 0
    while first < count:
        lanes = min(LANES, count - first)
        result = _run(
            code,
            begin,
            end,
            lanes,
            boards[MINE, first:],
            boards[THEIRS, first:],
            boards[MOVES, first:],
            boards[HITS, first:],
            rows,
        )
        for i in range(lanes):
            scores[first + i] = rows[result, i]
        first += lanes


def scores_of(program: Program, boards: Boards) -> NDArray[np.int32]:
    """The scores of boards.

    Args:
        program: a program that is not the random mover's.
        boards: an array of shape (4, n): masks, packed moves and hits (or what else) of n boards.

    Raises:
        ValueError: if the program is the random mover's, which scores nothing.
    """
    if not len(program.code):
        raise ValueError("the random mover scores no boards")
    count = boards.shape[1]
    scores = np.empty(count, np.int32)
    columns = np.ascontiguousarray(boards, np.uint32)
    score(program.code, 0, len(program.code), count, columns, new_rows(program.rows), scores)
    return scores
