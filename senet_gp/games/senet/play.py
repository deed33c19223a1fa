"""Whole games and matches of Senet between programs, compiled.

A game is decided by its two programs and its key alone; :mod:`senet_gp.engine.playthrough` plays the very
same game move by move, from the same streams, with players of any kind.

Games of the same two programs are played side by side, at so many *tables*: each is played on until a program
has to choose among boards, and then the boards of all games that wait for the same program are scored
together. To find out what an instruction does takes longer than to do it on the boards of one turn.
"""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from senet_gp.compiled import inlined_kernel, int64, kernel, uint64
from senet_gp.engine.duel_rules import (
    certain_games,
    drawn_by_lot,
    first_begins,
    goes_on,
    open_duel_streams,
)
from senet_gp.engine.evaluator import Scorer, Values, new_values, score, scorer
from senet_gp.engine.movers import Mover, best_board, moves_at_random, moves_by_noise, open_mover
from senet_gp.engine.participants import Programs, Roster
from senet_gp.engine.program import Code
from senet_gp.engine.results import DuelResults, GameResults, Indices, Keys
from senet_gp.engine.vectors import LANES
from senet_gp.games.senet import Position, Senet
from senet_gp.games.senet.rules import (
    TURN_LIMIT,
    WATER,
    pips_over_mean,
    rescued,
    starting_masks,
    throw_group,
    throw_sticks,
)
from senet_gp.games.senet.turns import HITS, MINE, MOVES, THEIRS, Workspace, end_boards, new_workspace
from senet_gp.streams import CHOICES, STREAMS, Streams, below, derived_key, open_streams

#: So many games are played side by side.
TABLES = 16
_FREE = -1
#: More boards than this are scored at once, without waiting for those of other games.
_MAX_WAITING = 64

#: Where games start, (games, 4): the masks of the player to move and of the other, the seat of the player to
#: move, and the number of the turn, from 1 on.
Starts = NDArray[np.int64]

#: What stands of a table: the number of the game there, or ``_FREE``, the masks of the player to
#: move and the other, his seat, the turn, the program that moves first, whether he throws on after what he
#: chooses now, and where the boards that he chooses from stand among those that wait for his program; their
#: number is 0 if he has not thrown yet.
_GAME, _MINE, _THEIRS, _SEAT, _TURN, _FIRST, _AGAIN, _BEGIN, _COUNT = range(9)


class Buffers(NamedTuple):
    """What games need beside their programs, kept from game to game. There are two programs, 0 and 1."""

    work: Workspace
    scorer: Scorer
    values: tuple[Values, Values]  # by program
    scores: NDArray[np.int32]  # (most boards of a turn,)
    tables: NDArray[np.int64]  # (tables, 9)
    streams: NDArray[np.uint64]  # (tables, 3)
    luck: NDArray[np.float64]  # (tables, 2): squares thrown above the mean, by seat
    waiting: NDArray[np.uint32]  # (programs, 4, boards): boards to be scored
    waiting_count: NDArray[np.int64]  # (programs, 2): how many boards wait, and how many games


@lru_cache(maxsize=4)
def _buffers(rows: int) -> Buffers:
    work = new_workspace()
    return Buffers(
        work,
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
    """Buffers large enough for these programs; the same ones as before where they serve."""
    return _buffers(max(16, 1 << (programs.rows - 1).bit_length() if programs.rows else 0))


class Games(NamedTuple):
    """Games between two programs, and their results as in ``GameResults``; one element a game."""

    first: NDArray[np.int64]  # the program, 0 or 1, that has seat 0
    keys: Keys
    starts: Starts
    ends: NDArray[
        np.int64
    ]  # (games, 2): the masks when it ended, seen as if it went on; mine is 0 if it is won
    outcomes: NDArray[np.int8]
    turns: NDArray[np.int16]
    luck: NDArray[np.float32]


class Pair(NamedTuple):
    """Two programs that play each other, ready to play."""

    zero: Mover
    one: Mover


@kernel
def _open_pair(code: Code, roster: Roster, a: int, b: int, buffers: Buffers) -> Pair:
    zero, one = buffers.values
    return Pair(open_mover(code, roster, a, LANES, zero), open_mover(code, roster, b, LANES, one))


@inlined_kernel
def _settle(table: NDArray[np.int64], mine: int, theirs: int) -> bool:
    """Put down the board that was chosen; whether the game has ended."""
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
    """Put the boards of a turn among those that wait for a program."""
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
def _slip(boards: NDArray[np.uint32], count: int, takes_wins: bool, streams: Streams) -> int:  # noqa: FBT001
    """A random board of ``count``; for who is keen one that wins, if there is any."""
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
    """Play the game at a table until it waits for a program to choose; whether it has ended instead."""
    table = buffers.tables[place]
    streams = buffers.streams[place]
    ended = False
    while not ended:
        mine, theirs, seat = table[_MINE], table[_THEIRS], table[_SEAT]
        if (mine >> WATER) & 1:
            ended = _settle(table, rescued(mine, theirs, throw_sticks(streams, seat)), theirs)
            continue
        throws, again = throw_group(streams, seat)
        buffers.luck[place, seat] += pips_over_mean(throws)
        table[_AGAIN] = again
        boards = buffers.work.boards[0]
        count = end_boards(mine, theirs, throws, buffers.work)
        program = seat ^ table[_FIRST]
        mover = pair.one if program else pair.zero
        chosen = 0
        if count == 1:
            pass
        elif moves_by_noise(mover, streams):
            chosen = _slip(boards, count, mover.takes_wins, streams)
        elif moves_at_random(mover):
            chosen = below(streams, CHOICES, count)
        elif count <= _MAX_WAITING:
            _wait(table, program, count, buffers)
            return False
        else:
            values = buffers.values[1] if program else buffers.values[0]
            score(buffers.scorer, code, mover.begin, mover.end, count, boards, values, buffers.scores)
            chosen = best_board(count, buffers.scores, streams)
        ended = _settle(table, int64(boards[MINE, chosen]), int64(boards[THEIRS, chosen]))
    return True


@kernel
def _rise(place: int, games: Games, buffers: Buffers) -> None:
    """Note the result of the game at a table, which is free then."""
    table = buffers.tables[place]
    game = table[_GAME]
    games.outcomes[game] = 0 if table[_MINE] else 1 - 2 * table[_SEAT]
    games.turns[game] = table[_TURN]
    games.luck[game] = buffers.luck[place, 0] - buffers.luck[place, 1]
    games.ends[game, 0], games.ends[game, 1] = table[_MINE], table[_THEIRS]
    table[_GAME] = _FREE


@kernel
def _sit_down(code: Code, pair: Pair, place: int, begun: int, games: Games, buffers: Buffers) -> int:
    """Begin the next game at a free table, if there is one; returns how many have been begun.

    A game that ends before any program has to choose is followed by the next.
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
            _rise(place, games, buffers)
    return begun


@kernel
def _choose_where(program: int, places: int, games: Games, buffers: Buffers) -> None:
    """Let a program, which has scored the boards that wait, choose in all games that wait for it."""
    for place in range(places):
        table = buffers.tables[place]
        count = table[_COUNT]
        if table[_GAME] == _FREE or count == 0 or table[_SEAT] ^ table[_FIRST] != program:
            continue
        chosen = table[_BEGIN] + best_board(count, buffers.scores[table[_BEGIN] :], buffers.streams[place])
        boards = buffers.waiting[program]
        if _settle(table, int64(boards[MINE, chosen]), int64(boards[THEIRS, chosen])):
            _rise(place, games, buffers)


@kernel
def _play_together(code: Code, pair: Pair, games: Games, buffers: Buffers) -> None:
    """Play games of the same two programs side by side.

    The program for which most games wait scores their boards, and the games go on until they wait again:
    so games of which one waits for either program soon wait for the same.
    """
    buffers.waiting_count[:] = 0
    places = min(TABLES, games.keys.size)
    begun = 0
    for place in range(places):
        buffers.tables[place, _GAME] = _FREE
        begun = _sit_down(code, pair, place, begun, games, buffers)
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
                _rise(place, games, buffers)
            if table[_GAME] == _FREE:
                begun = _sit_down(code, pair, place, begun, games, buffers)


@kernel
def _part(games: Games, begin: int, end: int) -> Games:
    return Games(
        games.first[begin:end],
        games.keys[begin:end],
        games.starts[begin:end],
        games.ends[begin:end],
        games.outcomes[begin:end],
        games.turns[begin:end],
        games.luck[begin:end],
    )


@kernel
def _play_games(
    code: Code, roster: Roster, first: Indices, second: Indices, games: Games, buffers: Buffers
) -> None:
    """Play games; those that follow each other and are of the same two programs, side by side."""
    begin = 0
    while begin < games.keys.size:
        a, b = first[begin], second[begin]
        end = begin
        while end < games.keys.size and (
            (first[end] == a and second[end] == b) or (first[end] == b and second[end] == a)
        ):
            games.first[end] = int64(first[end] != a)
            end += 1
        pair = _open_pair(code, roster, a, b, buffers)
        _play_together(code, pair, _part(games, begin, end), buffers)
        begin = end


@kernel
def _play_duels(
    code: Code,
    roster: Roster,
    first: Indices,
    second: Indices,
    keys: Keys,
    games: int,
    room: Games,
    buffers: Buffers,
    streams: Streams,
    second_won: NDArray[np.bool_],
    games_played: NDArray[np.int16],
    turns_played: NDArray[np.int32],
) -> None:
    """Play matches; the games of a match that are played whatever happens, side by side."""
    for match in range(keys.size):
        open_duel_streams(keys[match], streams)
        pair = _open_pair(code, roster, first[match], second[match], buffers)
        lead = 0  # of the first over the second, in games
        turns = 0
        game = 0
        while goes_on(game, games, lead):
            together = certain_games(game, games, lead)
            for number in range(together):
                room.first[number] = int64(not first_begins(game + number, games, streams))
                room.keys[number] = derived_key(keys[match], uint64(game + number))
            _play_together(code, pair, _part(room, 0, together), buffers)
            for number in range(together):
                outcome = -room.outcomes[number] if room.first[number] else room.outcomes[number]
                # A game that does not end is decided by lot, as in the paper.
                lead += outcome if outcome != 0 else drawn_by_lot(streams)
                turns += room.turns[number]
            game += together
        if lead == 0:
            lead = drawn_by_lot(streams)
        second_won[match] = lead < 0
        games_played[match] = game
        turns_played[match] = turns


def _new_games(keys: Keys, starts: Starts, results: GameResults) -> Games:
    """Games to be played, whose results are those of ``results``."""
    first, ends = np.zeros(len(keys), np.int64), np.empty((len(keys), 2), np.int64)
    return Games(first, keys, starts, ends, results.outcomes, results.turns, results.luck)


def _all_from(mine: int, theirs: int, games: int) -> Starts:
    """The starts of so many games, in which who sees the board so moves first."""
    return np.repeat(np.array([[mine, theirs, 0, 1]], np.int64), games, axis=0)


def play_games_from(
    programs: Programs, first: Indices, second: Indices, keys: Keys, starts: Starts
) -> tuple[GameResults, NDArray[np.int64]]:
    """Play games between programs, each from where it starts.

    Args:
        programs: all programs that take part.
        first: for each game, the index of the program that has seat 0.
        second: for each game, the index of the other.
        keys: for each game, the key of its random streams.
        starts: for each game, where it starts. It is stopped after its 500th turn, whatever the number of
            its first.

    Returns:
        Their results, ``turns`` being the number of the last; and by game the masks of
        the player to move next and of the other, (games, 2); where somebody has won the first is 0.
    """
    results = GameResults.new(len(keys))
    games = _new_games(keys, starts, results)
    _play_games(programs.code, programs.roster, first, second, games, buffers_for(programs))
    return results, games.ends


def play_games(
    programs: Programs,
    first: Indices,
    second: Indices,
    keys: Keys,
    game: Senet,
    start: Position | None = None,
) -> GameResults:
    """Play games between programs.

    Args:
        programs: all programs that take part.
        first: for each game, the index of the program that moves first.
        second: for each game, the index of the other.
        keys: for each game, the key of its random streams.
        game: Senet with its parameters.
        start: the board that the games start from, if not the game's own, seen by who moves first.
    """
    masks = starting_masks(game.pieces) if start is None else (start.mine, start.theirs)
    results, _ = play_games_from(programs, first, second, keys, _all_from(*masks, len(keys)))
    return results


def play_duels(
    programs: Programs, first: Indices, second: Indices, keys: Keys, games: int, game: Senet
) -> DuelResults:
    """Play matches between programs, each the best of ``games``.

    The seats alternate, the first program beginning; of an odd number of games, who begins the last is
    drawn. A game stopped after 500 turns is decided by lot. A match still equal after all games is
    decided by one more pair of games, then by lot.

    Args:
        programs: all programs that take part.
        first: for each match, the index of one program.
        second: for each match, the index of the other.
        keys: for each match, the key from which those of its games are derived.
        games: the most games of a match, apart from a deciding pair.
        game: Senet with its parameters.
    """
    results = DuelResults.new(len(keys))
    most = games + 2
    starts = _all_from(*starting_masks(game.pieces), most)
    _play_duels(
        programs.code,
        programs.roster,
        first,
        second,
        keys,
        games,
        _new_games(np.zeros(most, np.uint64), starts, GameResults.new(most)),
        buffers_for(programs),
        np.zeros(STREAMS, np.uint64),
        results.second_won,
        results.games,
        results.turns,
    )
    return results
