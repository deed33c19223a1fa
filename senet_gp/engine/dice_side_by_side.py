"""Games with throws between the same two programs, played side by side, compiled.

Each game has a row in a *table* of game states. A game is played until a program has to choose among boards,
and then the boards of all games that wait for the same program are scored together: decoding an instruction
takes longer than executing it on the boards of one turn.
"""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from senet_gp.engine.evaluator import Scorer, Values, new_values, score, scorer
from senet_gp.engine.participants import (
    Mover,
    Programs,
    moves_at_random,
    moves_by_noise,
    noisy_choice,
    open_mover,
)
from senet_gp.engine.program import Code
from senet_gp.engine.results import Keys, best_board, one_of
from senet_gp.engine.vectors import LANES
from senet_gp.games.dice.features import AGAIN, tell_of_throws
from senet_gp.games.dice.game import DiceGame, boards_of
from senet_gp.games.dice.rules import (
    BEFORE,
    DRAWN,
    GOES_ON,
    LOST,
    MINE,
    MOST_IN_A_TURN,
    STATE,
    THEIRS,
    THROWS_AGAIN,
    Boards,
    DiceRules,
    PlayingRules,
    Results,
    Scratch,
    new_room,
    room_from,
    swapped,
    turn,
)
from senet_gp.runtime.compiled import inlined_kernel, int64, kept_per_thread, kernel
from senet_gp.runtime.streams import CHOICES, STREAMS, Streams, below, open_streams

#: How many games are played side by side.
TABLES = 16
_FREE = -1
#: More boards than this are scored immediately, without waiting for those of other games.
_MAX_WAITING = BEFORE // TABLES

#: Where games start, (games, 5) int64: the board as the player to move sees it (mine, theirs, state), the
#: seat of this player, and the number of the turn, from 1 on; 0 where the game starts as usual.
Starts = NDArray[np.int64]

#: The columns of the table: the number of the game, or ``_FREE``; the board as the player to move sees it;
#: the seat of that player; the turn; the program that moves first; the result for the player to move, or
#: ``GOES_ON``; where the boards to choose from begin among those that wait for the program, and how many they
#: are, which is 0 before the throw; how often the player has thrown again in this turn.
_GAME, _MINE, _THEIRS, _STATE, _SEAT, _TURN, _FIRST, _RESULT, _BEGIN, _COUNT, _AGAIN = range(11)
_TABLE_COLUMNS = 11


class PlayingDice(NamedTuple):
    """A game with throws as the kernels that play it know it: no more than they need, which is faster."""

    rules: PlayingRules
    starts: NDArray[np.int64]  # (starts, 3): mine, theirs, state
    most_turns: int
    by_lot: bool  # whether a drawn game of a duel is decided by lot


class CompiledDice(NamedTuple):
    """A game with throws as kernels know it."""

    rules: DiceRules
    starts: NDArray[np.int64]  # (starts, 3): mine, theirs, state
    most_turns: int


@lru_cache(maxsize=64)
def compiled_dice(game: DiceGame) -> CompiledDice:
    """The game for kernels."""
    return CompiledDice(game.compiled_rules, boards_of(game, game.starts()), game.most_turns)


@lru_cache(maxsize=64)
def playing_dice(game: DiceGame) -> PlayingDice:
    """The game for the kernels that play it."""
    starts = boards_of(game, game.starts())
    return PlayingDice(game.playing_rules, starts, game.most_turns, game.undecided_by_lot)


class PlayBuffers(NamedTuple):
    """What games need besides their two programs, 0 and 1; it is kept from game to game."""

    # (programs, 5, boards): the boards of all games that wait for a program, one game after another
    waiting: NDArray[np.uint32]
    waiting_results: NDArray[np.int8]  # (programs, boards): what follows them
    waiting_count: NDArray[np.int64]  # (programs, 2): how many boards wait, and how many games
    scratch: Scratch
    scorer: Scorer
    values: tuple[Values, Values]  # by program
    scores: NDArray[np.int32]  # (most boards of a turn,)
    tables: NDArray[np.int64]  # (tables, 11)
    streams: NDArray[np.uint64]  # (tables, 3)
    luck: NDArray[np.float64]  # (tables, 2): of the throws, by seat


@kept_per_thread(4)
def _buffers(rows: int, module: str) -> PlayBuffers:
    boards, results, scratch = new_room(module)
    return PlayBuffers(
        np.zeros((2, *boards.shape), np.uint32),
        np.zeros((2, *results.shape), np.int8),
        np.zeros((2, 2), np.int64),
        scratch,
        scorer(),
        (new_values(rows), new_values(rows)),
        np.empty(results.shape, np.int32),
        np.zeros((TABLES, _TABLE_COLUMNS), np.int64),
        np.zeros((TABLES, STREAMS), np.uint64),
        np.zeros((TABLES, 2), np.float64),
    )


def buffers_for(programs: Programs, game: DiceGame) -> PlayBuffers:
    """Buffers large enough for these programs; reused if they are large enough."""
    rows = max(16, 1 << (programs.rows - 1).bit_length() if programs.rows else 0)
    return _buffers(rows, game.rules_module)


class Games(NamedTuple):
    """Games between two programs, and their results as in ``GameResults``; one element a game."""

    first: NDArray[np.int64]  # the program, 0 or 1, that has seat 0
    keys: Keys
    starts: Starts
    # (games, 3): the board when the game ended, as the next player to move would see it; if the game is over,
    # as the player sees it who has ended it
    ends: NDArray[np.int64]
    over: NDArray[np.bool_]  # whether it is over, and not only stopped
    outcomes: NDArray[np.int8]
    turns: NDArray[np.int16]
    luck: NDArray[np.float32]
    self_losses: NDArray[np.bool_]


class Pair(NamedTuple):
    """Two programs that play each other, ready to play."""

    zero: Mover
    one: Mover


@kernel
def open_pair(programs: Programs, a: int, b: int, buffers: PlayBuffers) -> Pair:
    """Two of some programs, ready to play each other."""
    zero, one = buffers.values
    return Pair(open_mover(programs, a, LANES, zero), open_mover(programs, b, LANES, one))


@inlined_kernel
def _put_down(
    table: NDArray[np.int64], boards: Boards, results: Results, chosen: int, game: PlayingDice
) -> bool:
    """Make the chosen board the state of the game; returns whether the game has ended."""
    mine, theirs = int64(boards[MINE, chosen]), int64(boards[THEIRS, chosen])
    state, result = int64(boards[STATE, chosen]) & ~AGAIN, int64(results[chosen])
    table[_COUNT] = 0
    if result == GOES_ON:
        mine, theirs, state = swapped(game.rules, mine, theirs, state)
    table[_MINE], table[_THEIRS], table[_STATE] = mine, theirs, state
    if result == THROWS_AGAIN:
        table[_AGAIN] += 1
        return bool(table[_AGAIN] == MOST_IN_A_TURN)
    if result != GOES_ON:
        table[_RESULT] = result
        return True
    if table[_TURN] == game.most_turns:
        return True
    table[_SEAT] = 1 - table[_SEAT]
    table[_TURN] += 1
    table[_AGAIN] = 0
    return False


@inlined_kernel
def _wait(table: NDArray[np.int64], program: int, count: int, buffers: PlayBuffers) -> None:
    """Let a game wait for a program; its boards already stand behind those of the others that wait."""
    table[_BEGIN], table[_COUNT] = buffers.waiting_count[program, 0], count
    buffers.waiting_count[program, 0] += count
    buffers.waiting_count[program, 1] += 1


@kernel
def _play_on(code: Code, pair: Pair, game: PlayingDice, place: int, buffers: PlayBuffers) -> bool:
    """Play a game until it waits for a program to choose; returns whether it has ended instead."""
    table = buffers.tables[place]
    streams = buffers.streams[place]
    ended = False
    while not ended:
        mine, theirs, state, seat = table[_MINE], table[_THEIRS], table[_STATE], table[_SEAT]
        program = seat ^ table[_FIRST]
        begin = buffers.waiting_count[program, 0]
        room = room_from(buffers.waiting[program], buffers.waiting_results[program], buffers.scratch, begin)
        count = turn(game.rules, mine, theirs, state, streams, seat, buffers.luck[place], room)
        mover = pair.one if program else pair.zero
        chosen = 0
        if count <= 1:  # rules that list nothing are wrong, but must not be asked for ever
            pass
        elif moves_by_noise(mover, streams):
            chosen = noisy_choice(room.results, count, streams)
        elif moves_at_random(mover):
            chosen = below(streams, CHOICES, count)
        elif count <= _MAX_WAITING:
            _wait(table, program, count, buffers)
            return False
        else:
            values = buffers.values[1] if program else buffers.values[0]
            tell_of_throws(room.boards, room.results, count)
            score(buffers.scorer, code, mover.begin, mover.end, count, room.boards, values, buffers.scores)
            chosen = best_board(count, buffers.scores, streams)
        ended = _put_down(table, room.boards, room.results, chosen, game)
    return True


@kernel
def _note_result(place: int, games: Games, buffers: PlayBuffers) -> None:
    """Note the result of a game and free its row of the table."""
    table = buffers.tables[place]
    game, result = table[_GAME], table[_RESULT]
    games.over[game] = result != GOES_ON
    games.outcomes[game] = DRAWN if result == GOES_ON else -result if table[_SEAT] else result
    games.self_losses[game] = result == LOST
    games.turns[game] = table[_TURN]
    games.luck[game] = buffers.luck[place, 0] - buffers.luck[place, 1]
    games.ends[game, 0], games.ends[game, 1], games.ends[game, 2] = (
        table[_MINE],
        table[_THEIRS],
        table[_STATE],
    )
    table[_GAME] = _FREE


@inlined_kernel
def _start(table: NDArray[np.int64], game: PlayingDice, streams: Streams) -> None:
    """Start a game as usual, from one of its starts, all equally likely."""
    start = one_of(len(game.starts), streams)
    for column in range(3):
        table[_MINE + column] = game.starts[start, column]
    table[_SEAT], table[_TURN] = 0, 1


@kernel
def _begin_next(
    code: Code, pair: Pair, game: PlayingDice, place: int, begun: int, games: Games, buffers: PlayBuffers
) -> int:
    """Begin the next game, if there is one, in a free row; returns how many games have been begun.

    A game that ends before any program has to choose is followed by the next one.
    """
    table = buffers.tables[place]
    while begun < games.keys.size and table[_GAME] == _FREE:
        table[_GAME], table[_FIRST] = begun, games.first[begun]
        for column in range(5):
            table[_MINE + column] = games.starts[begun, column]
        table[_RESULT], table[_COUNT], table[_AGAIN] = GOES_ON, 0, 0
        open_streams(games.keys[begun], buffers.streams[place])
        if table[_TURN] == 0:
            _start(table, game, buffers.streams[place])
        buffers.luck[place] = 0.0
        begun += 1
        if _play_on(code, pair, game, place, buffers):
            _note_result(place, games, buffers)
    return begun


@kernel
def _choose_where(program: int, places: int, game: PlayingDice, games: Games, buffers: PlayBuffers) -> None:
    """Choose for a program, which has scored the waiting boards, in all games that wait for it."""
    boards, results = buffers.waiting[program], buffers.waiting_results[program]
    for place in range(places):
        table = buffers.tables[place]
        count = table[_COUNT]
        if table[_GAME] == _FREE or count == 0 or table[_SEAT] ^ table[_FIRST] != program:
            continue
        chosen = table[_BEGIN] + best_board(count, buffers.scores[table[_BEGIN] :], buffers.streams[place])
        if _put_down(table, boards, results, chosen, game):
            _note_result(place, games, buffers)


@kernel
def play_together(code: Code, pair: Pair, game: PlayingDice, games: Games, buffers: PlayBuffers) -> None:
    """Play games of the same two programs side by side.

    The program for which more games wait scores their boards, and these games go on until they wait again. So
    after a few turns nearly all games wait for the same program.
    """
    buffers.waiting_count[:] = 0
    places = min(TABLES, games.keys.size)
    begun = 0
    for place in range(places):
        buffers.tables[place, _GAME] = _FREE
        begun = _begin_next(code, pair, game, place, begun, games, buffers)
    while True:
        program = int64(buffers.waiting_count[1, 1] > buffers.waiting_count[0, 1])
        if buffers.waiting_count[program, 1] == 0:
            return
        mover = pair.one if program else pair.zero
        values = buffers.values[1] if program else buffers.values[0]
        count, boards = buffers.waiting_count[program, 0], buffers.waiting[program]
        tell_of_throws(boards, buffers.waiting_results[program], count)
        score(buffers.scorer, code, mover.begin, mover.end, count, boards, values, buffers.scores)
        buffers.waiting_count[program] = 0
        _choose_where(program, places, game, games, buffers)
        for place in range(places):
            table = buffers.tables[place]
            if table[_GAME] != _FREE and table[_COUNT] == 0 and _play_on(code, pair, game, place, buffers):
                _note_result(place, games, buffers)
            if table[_GAME] == _FREE:
                begun = _begin_next(code, pair, game, place, begun, games, buffers)
