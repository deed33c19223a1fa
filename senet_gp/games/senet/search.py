"""Expectiminimax for Senet: the mean value of a position over all throws, with best play in each turn.

One expression values every board from the searching player's view: boards after their own turn as usual, and
boards after the other player's turn as if the searching player had just arrived there, with no moves made and
nothing hit. The other player is assumed to choose what is worst for the searching player. So all compared
values come from one function, which need not be zero-sum; evolved scores are not [decided].
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray

from senet_gp.compiled import int64, kernel
from senet_gp.engine.evaluator import load_constants, score
from senet_gp.engine.participants import joined
from senet_gp.engine.program import Code, Program
from senet_gp.engine.vectors import LANES
from senet_gp.games.protocol import Decision
from senet_gp.games.senet import Position, Senet
from senet_gp.games.senet.rules import WATER
from senet_gp.games.senet.rules import rescued as rescued_mask
from senet_gp.games.senet.side_by_side import Buffers, buffers_for
from senet_gp.games.senet.throws import single_throw_chances, throw_group_chances
from senet_gp.games.senet.turn_address import boards_after
from senet_gp.games.senet.turns import HITS, MINE, MOVES, THEIRS

#: The value of a won game, larger than any score; a lost game has its negative.
WON = float(1 << 40)


def turns_from(position: Position) -> Iterator[tuple[Decision, float]]:
    """The decision that each throw, or group of throws, leads to, with its chance.

    The seat of the decisions is that of the first mover, whoever is to move.
    """
    game = Senet()
    return ((game.decision(position, 0, throws), p) for throws, p in game.throw_chances(position).items())


@kernel
def _score_boards(
    code: Code,
    begin: int,
    end: int,
    count: int,
    swapped: bool,  # noqa: FBT001
    buffers: Buffers,
) -> None:
    """Score the boards in the workspace; if ``swapped``, as the player who did not just move sees them."""
    boards = buffers.work.boards[0]
    if swapped:
        for board in range(count):
            boards[MINE, board], boards[THEIRS, board] = boards[THEIRS, board], boards[MINE, board]
            boards[MOVES, board] = 0
            boards[HITS, board] = 0
    score(buffers.scorer, code, begin, end, count, boards, buffers.values[0], buffers.scores)


@kernel
def _turn_value(
    code: Code,
    end: int,
    mine: int,
    theirs: int,
    searcher_moves: bool,  # noqa: FBT001
    groups: NDArray[np.int64],
    chances: NDArray[np.float64],
    throw_chances: NDArray[np.float64],
    buffers: Buffers,
) -> float:
    """The mean value, over all throws, of the turn of ``mine``, whose player makes their best move."""
    boards = buffers.work.boards[0]
    begin = load_constants(code, 0, end, LANES, buffers.values[0])
    sign = 1.0 if searcher_moves else -1.0
    value = 0.0
    if (mine >> WATER) & 1:
        for throw in range(1, 6):
            after = rescued_mask(mine, theirs, throw)
            if after == 0:
                value += throw_chances[throw - 1] * sign * WON
                continue
            boards[MINE, 0], boards[THEIRS, 0], boards[MOVES, 0], boards[HITS, 0] = after, theirs, 0, 0
            _score_boards(code, begin, end, 1, not searcher_moves, buffers)
            value += throw_chances[throw - 1] * buffers.scores[0]
        return value
    for group in range(groups.size):
        count = boards_after(buffers.turns, mine, theirs, groups[group], buffers.work)
        wins = False
        for board in range(count):
            wins = wins or boards[MINE, board] == 0
        if wins:
            value += chances[group] * sign * WON
            continue
        _score_boards(code, begin, end, count, not searcher_moves, buffers)
        best = int64(buffers.scores[0])
        for board in range(1, count):
            found = int64(buffers.scores[board])
            best = max(best, found) if searcher_moves else min(best, found)
        value += chances[group] * best
    return value


class Search:
    """Values positions by looking ahead with one player's evaluation.

    After four throws that each grant another a player throws on: these throws and their moves are one of the
    turns looked ahead, and the next throws of the same player another [decided].
    """

    def __init__(self, program: Program) -> None:
        self._code = program.code
        self._end = len(program.code)
        self._programs = joined([program])

    def value(self, position: Position, turns: int, *, searcher_moves: bool = False) -> float:
        """The mean value of a position for the searching player.

        Args:
            position: the position as the player to move sees it; the game goes on there.
            turns: how many turns to look ahead, at least one.
            searcher_moves: whether the player to move is the searching player.
        """
        if turns == 1:
            groups, chances = throw_group_chances()
            return float(
                _turn_value(
                    self._code,
                    self._end,
                    position.mine,
                    position.theirs,
                    searcher_moves,
                    groups,
                    chances,
                    single_throw_chances(),
                    buffers_for(self._programs),
                )
            )
        best = max if searcher_moves else min
        value = 0.0
        for decision, chance in turns_from(position):
            places = range(len(decision.afterstates))
            values = [self.after(decision, n, turns - 1, searcher_moves=searcher_moves) for n in places]
            value += chance * best(values)
        return value

    def after(self, decision: Decision, index: int, turns: int, *, searcher_moves: bool) -> float:
        """The value of an afterstate for the searching player.

        Args:
            decision: the decision.
            index: the index of the afterstate.
            turns: how many turns to look further, at least one.
            searcher_moves: whether the player who decides is the searching player.
        """
        if decision.result(index) is not None:  # the only result is a win
            return WON if searcher_moves else -WON
        whose = searcher_moves != decision.ends_turn(index)
        return self.value(decision.following(index), turns, searcher_moves=whose)
