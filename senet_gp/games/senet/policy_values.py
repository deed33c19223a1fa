"""What players of Senet with few pieces choose, and how good that is against perfect play, compiled.

There are two values for each board: the player's chance of winning if the player is to move, and if the
perfect opponent is. They stand in one array: those of the player from 0 on, those of the opponent after them,
then 1 for a game that the player has won and 0 for one that is lost. What a choice leads to is an index into
it.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from senet_gp.compiled import inlined_kernel, int64, kernel, uint64
from senet_gp.games.senet.board_numbers import board_number
from senet_gp.games.senet.rules import TURN_LIMIT, WATER, rescued, throw_group, throw_sticks
from senet_gp.games.senet.turns import MINE, REST, THEIRS, Workspace, end_boards
from senet_gp.streams import CHOICES, below, derived_key, open_streams

_BIT_WATER = 1 << WATER
_THROW_WEIGHTS = np.array([0.0, 4 / 16, 6 / 16, 4 / 16, 1 / 16, 1 / 16])

#: The columns of games that are played side by side. ``OVER`` is 1 if the first mover has won, -1 if the
#: other has, 2 if the game was stopped.
OWN, OTHER, SEAT, TURN, AGAIN, OVER = range(6)
COLUMNS = 6


class Ends(NamedTuple):
    """The boards that several decisions can end in, one decision after the other."""

    boards: NDArray[np.uint32]  # (4, room): mine, theirs, packed moves, hits
    goes_on: NDArray[np.bool_]  # (room,): whether the player throws on
    begins: NDArray[np.int64]  # (decisions + 1,): where the boards of each decision begin


@inlined_kernel
def _append(
    ends: Ends,
    decision: int,
    throws: int,
    again: bool,  # noqa: FBT001
    mine: int,
    theirs: int,
    work: Workspace,
) -> None:
    """Add the boards that a decision can end in."""
    begin = ends.begins[decision]
    count = end_boards(mine, theirs, throws, work)
    for board in range(count):
        for column in range(REST):
            ends.boards[column, begin + board] = work.boards[0, column, board]
        on = again & (int64(work.boards[0, MINE, board]) & _BIT_WATER == 0)
        ends.goes_on[begin + board] = on & (work.boards[0, MINE, board] != 0)
    ends.begins[decision + 1] = begin + count


@kernel
def list_ends(
    boards: NDArray[np.uint32],
    groups: NDArray[np.int64],
    again: NDArray[np.bool_],
    ends: Ends,
    work: Workspace,
) -> None:
    """List the ends of all groups of throws on some boards; none where the player is in the water.

    Args:
        boards: (2, boards) uint32, the masks of the player to move and of the other.
        groups: (groups,) int64, the groups of throws, packed (see :mod:`senet_gp.games.senet.throws`).
        again: (groups,) bool, whether the player throws on after each of them.
        ends: is filled, with a decision for each board and group: board after board, and for each of them
            group after group.
        work: where the boards of a turn are made.
    """
    ends.begins[0] = 0
    for board in range(boards.shape[1]):
        mine, theirs = int64(boards[MINE, board]), int64(boards[THEIRS, board])
        for group in range(groups.size):
            decision = board * groups.size + group
            if mine & _BIT_WATER:
                ends.begins[decision + 1] = ends.begins[decision]
            else:
                _append(ends, decision, groups[group], again[group], mine, theirs, work)


@kernel
def number_of(mine: int, theirs: int) -> int:
    """The number of one board with one to three pieces a side."""
    return board_number(mine, theirs)


@kernel
def keep_best(
    ends: Ends,
    scores: NDArray[np.float64],
    side: int,
    size: int,
    counts: NDArray[np.int32],
    kept: NDArray[np.int32],
) -> int:
    """Keep what the best boards of each decision lead to, as indices of values; returns how many there are.

    Of the opponent's best boards the first is kept alone, because perfect play draws nothing.

    Args:
        ends: the boards of the decisions.
        scores: (boards,) float64.
        side: 0 if the player decides, 1 if the opponent does.
        size: the number of boards that have values.
        counts: (decisions,) int32, how many boards of each are best.
        kept: (boards,) int32, what they lead to, decision after decision.
    """
    total = 0
    for decision in range(ends.begins.size - 1):
        begin, end = ends.begins[decision], ends.begins[decision + 1]
        best = -np.inf
        for board in range(begin, end):
            best = max(best, scores[board])
        before = total
        for board in range(begin, end):
            if scores[board] == best:
                mine, theirs = int64(ends.boards[MINE, board]), int64(ends.boards[THEIRS, board])
                if mine == 0:
                    kept[total] = 2 * size + side
                elif ends.goes_on[board]:
                    kept[total] = side * size + board_number(mine, theirs)
                else:
                    kept[total] = (1 - side) * size + board_number(theirs, mine)
                total += 1
                if side:
                    break
        counts[decision] = total - before
    return total


@kernel
def evaluate(
    boards: NDArray[np.uint32],
    side: int,
    weights: NDArray[np.float64],
    counts: NDArray[np.int32],
    kept: NDArray[np.int32],
    values: NDArray[np.float64],
) -> float:
    """Set the values of boards to the means of what the choices on them lead to; returns the largest change.

    Args:
        boards: (2, boards) uint32.
        side: 0 if the player is to move, 1 if the opponent is.
        weights: (groups,) float64, the chances of the groups of throws.
        counts: (boards * groups,) int32, how many boards are chosen among, all equally likely.
        kept: int32, what these lead to.
        values: (2 * boards of the table + 2,) float64, changed in place.
    """
    size = (values.size - 2) // 2
    change = 0.0
    place = 0
    for board in range(boards.shape[1]):
        mine, theirs = int64(boards[MINE, board]), int64(boards[THEIRS, board])
        value = 0.0
        if mine & _BIT_WATER:
            for throw in range(1, 6):
                after = rescued(mine, theirs, throw)
                then = (1 - side) * size + board_number(theirs, after) if after else 2 * size + side
                value += _THROW_WEIGHTS[throw] * values[then]
        else:
            for group in range(weights.size):
                count = int64(counts[board * weights.size + group])
                total = 0.0
                for chosen in range(place, place + count):
                    total += values[kept[chosen]]
                value += weights[group] * total / count
                place += count
        index = side * size + board_number(mine, theirs)
        change = max(change, abs(value - values[index]))
        values[index] = value
    return change


@kernel
def begin_games(
    key: Any, begin: int, start: tuple[int, int], games: NDArray[np.int64], streams: NDArray[np.uint64]
) -> None:
    """Begin games, numbered from ``begin`` on, each with random streams of its own."""
    for game in range(games.shape[0]):
        open_streams(derived_key(key, uint64(begin + game)), streams[game])
        games[game, OWN], games[game, OTHER] = start
        games[game, SEAT], games[game, TURN], games[game, AGAIN], games[game, OVER] = 0, 1, 0, 0


@inlined_kernel
def _go_on(game: NDArray[np.int64], mine: int, theirs: int) -> None:
    """Go on with a game after a choice."""
    if mine == 0:
        game[OVER] = 1 - 2 * game[SEAT]
    elif game[AGAIN] and mine & _BIT_WATER == 0:
        game[OWN], game[OTHER] = mine, theirs
    elif game[TURN] == TURN_LIMIT:
        game[OVER] = 2
    else:
        game[OWN], game[OTHER] = theirs, mine
        game[SEAT] = 1 - game[SEAT]
        game[TURN] += 1


@kernel
def next_decisions(
    games: NDArray[np.int64],
    streams: NDArray[np.uint64],
    decides: NDArray[np.int64],
    held: NDArray[np.int64],
    ends: Ends,
    work: Workspace,
) -> int:
    """Play games up to their next decision with more than one end; returns how many of them have one.

    Args:
        games: (games, 6) int64.
        streams: (games, 3) uint64.
        decides: (games,) int64, set to the games of the decisions, in order.
        held: (games,) int64, set to their throws, packed.
        ends: the boards of the decisions.
        work: where the boards of a turn are made.
    """
    decisions = 0
    ends.begins[0] = 0
    for number in range(games.shape[0]):
        game = games[number]
        while game[OVER] == 0:
            mine, theirs = game[OWN], game[OTHER]
            if mine & _BIT_WATER:
                game[AGAIN] = 0
                _go_on(game, rescued(mine, theirs, throw_sticks(streams[number], game[SEAT])), theirs)
                continue
            throws, again = throw_group(streams[number], game[SEAT])
            game[AGAIN] = again
            _append(ends, decisions, throws, again, mine, theirs, work)
            begin = ends.begins[decisions]
            if ends.begins[decisions + 1] - begin > 1:
                decides[decisions], held[decisions] = number, throws
                decisions += 1
                break
            _go_on(game, int64(ends.boards[MINE, begin]), int64(ends.boards[THEIRS, begin]))
    return decisions


@kernel
def choose_among(
    decisions: int,
    decides: NDArray[np.int64],
    ends: Ends,
    scores: NDArray[np.float64],
    chances: NDArray[np.float64],
    players_seat: int,
    games: NDArray[np.int64],
    streams: NDArray[np.uint64],
    losses: NDArray[np.float64],
) -> None:
    """Let the player choose by ``scores``, ties by lot, and the opponent by ``chances``.

    Of the opponent's best boards the first is chosen.

    Args:
        decisions: how many decisions there are.
        decides: (decisions or more,) int64, the game of each decision.
        ends: the boards that the decisions can end in.
        scores: (boards,) float64, the player's scores; those of the opponent's decisions are not read.
        chances: (boards,) float64, the chance of winning, 0 to 1, of the one who decides, if it chooses a
            board and both play perfectly after that.
        players_seat: 0 if the player moves first, 1 if second.
        games: (games, 6) int64, which go on with what is chosen.
        streams: (games, 3) uint64, the random streams of the games.
        losses: (games,) float64; to that of a game is added by how much the player's choices lower its chance
            to win.
    """
    for decision in range(decisions):
        game = games[decides[decision]]
        begin, end = ends.begins[decision], ends.begins[decision + 1]
        best = begin
        for board in range(begin, end):
            if chances[board] > chances[best]:
                best = board
        chosen = best
        if game[SEAT] == players_seat:
            most = -np.inf
            for board in range(begin, end):
                most = max(most, scores[board])
            equals = 0
            for board in range(begin, end):
                equals += int64(scores[board] == most)
            skip = below(streams[decides[decision]], CHOICES, equals) if equals > 1 else 0
            chosen = begin
            while scores[chosen] != most or skip:
                skip -= int64(scores[chosen] == most)
                chosen += 1
            losses[decides[decision]] += chances[best] - chances[chosen]
        _go_on(game, int64(ends.boards[MINE, chosen]), int64(ends.boards[THEIRS, chosen]))
