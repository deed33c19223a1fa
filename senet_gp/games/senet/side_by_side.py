"""Games of Senet between the same two programs, played side by side, compiled.

Each game has a row in a *table* of game states. A game is played until a program has to choose among boards,
and then the boards of all games that wait for the same program are scored together: decoding an instruction
takes longer than executing it on the boards of one turn.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from senet_gp.compiled import inlined_kernel, int64, kernel
from senet_gp.engine.evaluator import Scorer, Values, new_values, score, scorer
from senet_gp.engine.movers import Mover, best_board, moves_at_random, moves_by_noise, open_mover
from senet_gp.engine.participants import Programs, Roster
from senet_gp.engine.program import Code
from senet_gp.engine.results import Keys
from senet_gp.engine.vectors import LANES
from senet_gp.games.senet.rules import (
    TURN_LIMIT,
    WATER,
    pips_over_mean,
    rescued,
    throw_group,
    throw_sticks,
)
from senet_gp.games.senet.turn_address import address_of_turns, boards_after
from senet_gp.games.senet.turns import HITS, MINE, MOVES, THEIRS, Workspace, new_workspace
from senet_gp.per_thread import kept_per_thread
from senet_gp.streams import CHOICES, STREAMS, Streams, below, open_streams

#: How many games are played side by side.
TABLES = 16
_FREE = -1
#: More boards than this are scored immediately, without waiting for those of other games.
_MAX_WAITING = 64

#: Where games start, (games, 4) int64: the masks of the player to move and of the other, the seat of the
#: player to move, and the number of the turn, from 1 on.
Starts = NDArray[np.int64]

#: The columns of the table: the number of the game, or ``_FREE``; the masks of the player to move and of the
#: other; the seat of the player to move; the turn; the program that moves first; whether the player throws
#: again after this choice; where the boards to choose from begin among those that wait for the program, and
#: how many they are, which is 0 before the throw.
_GAME, _MINE, _THEIRS, _SEAT, _TURN, _FIRST, _AGAIN, _BEGIN, _COUNT = range(9)


class Buffers(NamedTuple):
    """What games need besides their two programs, 0 and 1; it is kept from game to game."""

    work: Workspace
    turns: int  # the address of what makes the boards of a turn
    scorer: Scorer
    values: tuple[Values, Values]  # by program
    scores: NDArray[np.int32]  # (most boards of a turn,)
    tables: NDArray[np.int64]  # (tables, 9)
    streams: NDArray[np.uint64]  # (tables, 3)
    luck: NDArray[np.float64]  # (tables, 2): squares thrown above the mean, by seat
    waiting: NDArray[np.uint32]  # (programs, 4, boards): boards to be scored
    waiting_count: NDArray[np.int64]  # (programs, 2): how many boards wait, and how many games


@kept_per_thread(4)
def _buffers(rows: int) -> Buffers:
    work = new_workspace()
    return Buffers(
        work,
        address_of_turns(),
        scorer(),
        (new_values(rows), new_values(rows)),
        np.empty(work.boards.shape[2], np.int32),
        np.zeros((TABLES, 9), np.int64),
        np.zeros((TABLES, STREAMS), np.uint64),
        np.zeros((TABLES, 2), np.float64),
        np.zeros((2, 4, TABLES * _MAX_WAITING), np.uint32),
        np.zeros((2, 2), np.int64),
    )


def buffers_for(programs: Programs) -> Buffers:
    """Buffers large enough for these programs; reused if they are large enough."""
    return _buffers(max(16, 1 << (programs.rows - 1).bit_length() if programs.rows else 0))


class Games(NamedTuple):
    """Games between two programs, and their results as in ``GameResults``; one element a game."""

    first: NDArray[np.int64]  # the program, 0 or 1, that has seat 0
    keys: Keys
    starts: Starts
    # (games, 2): the masks when it ended, as the next player to move would see them; mine is 0 if it is won
    ends: NDArray[np.int64]
    outcomes: NDArray[np.int8]
    turns: NDArray[np.int16]
    luck: NDArray[np.float32]


class Pair(NamedTuple):
    """Two programs that play each other, ready to play."""

    zero: Mover
    one: Mover


@kernel
def open_pair(code: Code, roster: Roster, a: int, b: int, buffers: Buffers) -> Pair:
    """Two programs of a roster, ready to play each other."""
    zero, one = buffers.values
    return Pair(open_mover(code, roster, a, LANES, zero), open_mover(code, roster, b, LANES, one))


@inlined_kernel
def _put_down(table: NDArray[np.int64], mine: int, theirs: int) -> bool:
    """Make the chosen board the state of the game; returns whether the game has ended."""
    table[_COUNT] = 0
    if mine == 0:
        table[_MINE] = 0
        return True
    if table[_AGAIN] and not (mine >> WATER) & 1:
        table[_MINE], table[_THEIRS] = mine, theirs
        return False
    table[_AGAIN] = 0
    table[_MINE], table[_THEIRS] = theirs, mine
    if table[_TURN] == TURN_LIMIT:
        return True
    table[_SEAT] = 1 - table[_SEAT]
    table[_TURN] += 1
    return False


@inlined_kernel
def _wait(table: NDArray[np.int64], program: int, count: int, buffers: Buffers) -> None:
    """Add the boards of a turn to those that wait for a program."""
    begin = buffers.waiting_count[program, 0]
    boards = buffers.work.boards[0]
    waiting = buffers.waiting[program]
    for board in range(count):
        waiting[MINE, begin + board] = boards[MINE, board]
        waiting[THEIRS, begin + board] = boards[THEIRS, board]
        waiting[MOVES, begin + board] = boards[MOVES, board]
        waiting[HITS, begin + board] = boards[HITS, board]
    buffers.waiting_count[program, 0] += count
    buffers.waiting_count[program, 1] += 1
    table[_BEGIN], table[_COUNT] = begin, count


@kernel
def _noisy_board(boards: NDArray[np.uint32], count: int, takes_wins: bool, streams: Streams) -> int:  # noqa: FBT001
    """A random one of ``count`` boards; if ``takes_wins``, one that wins if there is one."""
    wins = 0
    if takes_wins:
        for board in range(count):
            wins += int64(boards[MINE, board] == 0)
    left = below(streams, CHOICES, wins or count)
    if wins == 0:
        return left
    board = 0
    while left or boards[MINE, board] != 0:
        left -= int64(boards[MINE, board] == 0)
        board += 1
    return board


@kernel
def _play_on(code: Code, pair: Pair, place: int, buffers: Buffers) -> bool:
    """Play a game until it waits for a program to choose; returns whether it has ended instead."""
    table = buffers.tables[place]
    streams = buffers.streams[place]
    ended = False
    while not ended:
        mine, theirs, seat = table[_MINE], table[_THEIRS], table[_SEAT]
        if (mine >> WATER) & 1:
            ended = _put_down(table, rescued(mine, theirs, throw_sticks(streams, seat)), theirs)
            continue
        throws, again = throw_group(streams, seat)
        buffers.luck[place, seat] += pips_over_mean(throws)
        table[_AGAIN] = again
        boards = buffers.work.boards[0]
        count = boards_after(buffers.turns, mine, theirs, throws, buffers.work)
        program = seat ^ table[_FIRST]
        mover = pair.one if program else pair.zero
        chosen = 0
        if count == 1:
            pass
        elif moves_by_noise(mover, streams):
            chosen = _noisy_board(boards, count, mover.takes_wins, streams)
        elif moves_at_random(mover):
            chosen = below(streams, CHOICES, count)
        elif count <= _MAX_WAITING:
            _wait(table, program, count, buffers)
            return False
        else:
            values = buffers.values[1] if program else buffers.values[0]
            score(buffers.scorer, code, mover.begin, mover.end, count, boards, values, buffers.scores)
            chosen = best_board(count, buffers.scores, streams)
        ended = _put_down(table, int64(boards[MINE, chosen]), int64(boards[THEIRS, chosen]))
    return True


@kernel
def _note_result(place: int, games: Games, buffers: Buffers) -> None:
    """Note the result of a game and free its row of the table."""
    table = buffers.tables[place]
    game = table[_GAME]
    games.outcomes[game] = 0 if table[_MINE] else 1 - 2 * table[_SEAT]
    games.turns[game] = table[_TURN]
    games.luck[game] = buffers.luck[place, 0] - buffers.luck[place, 1]
    games.ends[game, 0], games.ends[game, 1] = table[_MINE], table[_THEIRS]
    table[_GAME] = _FREE


@kernel
def _begin_next(code: Code, pair: Pair, place: int, begun: int, games: Games, buffers: Buffers) -> int:
    """Begin the next game, if there is one, in a free row; returns how many games have been begun.

    A game that ends before any program has to choose is followed by the next one.
    """
    table = buffers.tables[place]
    while begun < games.keys.size and table[_GAME] == _FREE:
        table[_GAME], table[_FIRST] = begun, games.first[begun]
        start = games.starts[begun]
        table[_MINE], table[_THEIRS], table[_SEAT], table[_TURN] = start[0], start[1], start[2], start[3]
        table[_AGAIN], table[_COUNT] = 0, 0
        open_streams(games.keys[begun], buffers.streams[place])
        buffers.luck[place] = 0.0
        begun += 1
        if _play_on(code, pair, place, buffers):
            _note_result(place, games, buffers)
    return begun


@kernel
def _choose_where(program: int, places: int, games: Games, buffers: Buffers) -> None:
    """Choose for a program, which has scored the waiting boards, in all games that wait for it."""
    for place in range(places):
        table = buffers.tables[place]
        count = table[_COUNT]
        if table[_GAME] == _FREE or count == 0 or table[_SEAT] ^ table[_FIRST] != program:
            continue
        chosen = table[_BEGIN] + best_board(count, buffers.scores[table[_BEGIN] :], buffers.streams[place])
        boards = buffers.waiting[program]
        if _put_down(table, int64(boards[MINE, chosen]), int64(boards[THEIRS, chosen])):
            _note_result(place, games, buffers)


@kernel
def play_together(code: Code, pair: Pair, games: Games, buffers: Buffers) -> None:
    """Play games of the same two programs side by side.

    The program for which more games wait scores their boards, and these games go on until they wait again. So
    after a few turns nearly all games wait for the same program.
    """
    buffers.waiting_count[:] = 0
    places = min(TABLES, games.keys.size)
    begun = int64(0)
    for place in range(places):
        buffers.tables[place, _GAME] = _FREE
        begun = _begin_next(code, pair, place, begun, games, buffers)
    while True:
        program = int64(buffers.waiting_count[1, 1] > buffers.waiting_count[0, 1])
        if buffers.waiting_count[program, 1] == 0:
            return
        mover = pair.one if program else pair.zero
        values = buffers.values[1] if program else buffers.values[0]
        count = buffers.waiting_count[program, 0]
        score(
            buffers.scorer,
            code,
            mover.begin,
            mover.end,
            count,
            buffers.waiting[program],
            values,
            buffers.scores,
        )
        buffers.waiting_count[program] = 0
        _choose_where(program, places, games, buffers)
        for place in range(places):
            table = buffers.tables[place]
            if table[_GAME] != _FREE and table[_COUNT] == 0 and _play_on(code, pair, place, buffers):
                _note_result(place, games, buffers)
            if table[_GAME] == _FREE:
                begun = _begin_next(code, pair, place, begun, games, buffers)
