"""Expectiminimax for games with throws: the mean value of a board over all throws, with best play after each.

One expression values every board from the searching player's view: boards after their own turn as usual, and
boards after the other player's turn as if the searching player had just arrived there, with no moves made and
nothing done by them. The other player is assumed to choose what is worst for the searching player. So all
compared values come from one function, which need not be zero-sum; evolved scores are not.

Where a player throws again, this throw and its moves are another of the turns looked ahead, so that a search
takes no longer where turns have no end.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from senet_gp.engine.dice_choices import replies_to, room_of
from senet_gp.engine.dice_side_by_side import PlayBuffers, buffers_for, compiled_dice
from senet_gp.engine.evaluator import load_constants, score
from senet_gp.engine.participants import joined
from senet_gp.engine.program import Code, Program
from senet_gp.engine.results import Positions
from senet_gp.engine.vectors import LANES
from senet_gp.games.dice import rules as dice
from senet_gp.games.dice.game import Board, DiceGame
from senet_gp.games.dice.rules import (
    DID,
    GOES_ON,
    MINE,
    MOVES,
    STATE,
    THEIRS,
    THROWS_AGAIN,
    Boards,
    DiceRules,
    Results,
    Room,
    afterstates,
    law,
    swapped,
)
from senet_gp.games.protocol import Decision
from senet_gp.runtime import interruption
from senet_gp.runtime.compiled import inlined_kernel, int64, kernel

#: The value of a won game, larger than any score; a lost game has its negative.
WON = float(1 << 40)


def choices_of(decision: Decision, game: DiceGame) -> tuple[Positions, Results]:
    """The boards after the choices of a decision, as the player who is to move then sees them.

    Returns:
        The boards, (choices, 3) int64, and what follows each, (choices,) int8.
    """
    places = range(len(decision.afterstates))
    boards = np.array([game.board_of(decision.following(index)) for index in places], np.int64)
    return boards, np.array([what_follows(decision, index) for index in places], np.int8)


def what_follows(decision: Decision, index: int) -> int:
    """What follows an afterstate, as the kernels tell it: a result, ``GOES_ON`` or ``THROWS_AGAIN``."""
    result = decision.result(index)
    if result is not None:
        return result
    return GOES_ON if decision.ends_turn(index) else THROWS_AGAIN


@kernel
def _swap_all(rules: DiceRules, boards: Boards, count: int) -> None:
    """Show the first boards as the player who did not just move sees them."""
    for board in range(count):
        if rules.swapped == 0:  # as swapped() does it, without a call
            boards[MINE, board], boards[THEIRS, board] = boards[THEIRS, board], boards[MINE, board]
        else:
            mine, theirs = int64(boards[MINE, board]), int64(boards[THEIRS, board])
            mine, theirs, state = swapped(rules, mine, theirs, int64(boards[STATE, board]))
            boards[MINE, board], boards[THEIRS, board], boards[STATE, board] = mine, theirs, state
        boards[MOVES, board] = 0
        boards[DID, board] = 0


@inlined_kernel
def _wins_and_ends(results: Results, count: int) -> tuple[bool, bool]:
    """Whether one of the first boards wins at once, and whether one of them ends the game."""
    wins = ends = False
    for board in range(count):
        wins |= results[board] == dice.WON
        ends |= results[board] < GOES_ON
    return wins, ends


@inlined_kernel
def _best_value(results: Results, scores: NDArray[np.int32], count: int, sign: int, ends: bool) -> float:  # noqa: FBT001
    """The value of the best board for the player who has moved; ``sign`` is -1 if scores are the other's."""
    if not ends:
        best = sign * int64(scores[0])
        for board in range(1, count):
            best = max(best, sign * int64(scores[board]))
        return float(best)
    value = -np.inf
    for board in range(count):
        result = results[board]
        worth = WON * result if result < GOES_ON else float(sign * scores[board])
        value = worth if worth > value else value  # noqa: FURB136 - no check for what is no number
    return value


@kernel
def _turn_value(
    code: Code,
    end: int,
    rules: DiceRules,
    mine: int,
    theirs: int,
    state: int,
    searcher_moves: bool,  # noqa: FBT001
    room: Room,
    buffers: PlayBuffers,
) -> float:
    """The mean value, over all throws, of the turn of ``mine``, whose player makes their best move."""
    begin = load_constants(code, 0, end, LANES, buffers.values[0])
    sign = 1 if searcher_moves else -1
    index = law(rules, mine, theirs, state)
    value = 0.0
    for throw in range(rules.begins[index], rules.begins[index + 1]):
        count = afterstates(rules, mine, theirs, state, rules.throws[throw], room)
        wins, ends = _wins_and_ends(room.results, count)
        best = WON
        if not wins:
            if not searcher_moves:
                _swap_all(rules, room.boards, count)
            score(buffers.scorer, code, begin, end, count, room.boards, buffers.values[0], buffers.scores)
            best = _best_value(room.results, buffers.scores, count, sign, ends)
        value += rules.chances[throw] * sign * best
    return value


@kernel
def _fill_values(
    code: Code,
    end: int,
    rules: DiceRules,
    boards: Positions,
    results: Results,
    searcher_moves: bool,  # noqa: FBT001
    room: Room,
    buffers: PlayBuffers,
    values: NDArray[np.float64],
) -> None:
    """The values of the next turns after choices, where the game goes on."""
    for place in range(len(boards)):
        if results[place] < GOES_ON:
            continue
        mine, theirs, state = boards[place, 0], boards[place, 1], boards[place, 2]
        whose = searcher_moves == (results[place] == THROWS_AGAIN)
        values[place] = _turn_value(code, end, rules, mine, theirs, state, whose, room, buffers)


class Search:
    """Values boards by looking ahead with one player's evaluation.

    Args:
        program: the player's program.
        game: the game, with its parameters.
    """

    def __init__(self, program: Program, game: DiceGame) -> None:
        self._code = program.code
        self._end = len(program.code)
        self._programs = joined([program])
        self._game = game

    def _tools(self) -> tuple[DiceRules, Room, PlayBuffers]:
        game = self._game
        return compiled_dice(game).rules, room_of(game.rules_module), buffers_for(self._programs, game)

    def value(self, board: Board, turns: int, *, searcher_moves: bool = False) -> float:
        """The mean value of a board for the searching player.

        Args:
            board: the board as the player to move sees it; the game goes on there.
            turns: how many turns to look ahead, at least one.
            searcher_moves: whether the player to move is the searching player.
        """
        game = self._game
        if turns == 1:
            rules, room, buffers = self._tools()
            return float(_turn_value(self._code, self._end, rules, *board, searcher_moves, room, buffers))
        interruption.check()
        replies = replies_to(board, game)
        best = np.maximum if searcher_moves else np.minimum
        values = self.after(
            replies.following(game), replies.results, turns - 1, searcher_moves=searcher_moves
        )
        value = 0.0
        for found, chance in zip(best.reduceat(values, replies.begins), replies.chances, strict=True):
            value += float(chance) * float(found)
        return value

    def after(
        self, boards: Positions, results: Results, turns: int, *, searcher_moves: bool
    ) -> NDArray[np.float64]:
        """The values of the choices of a decision for the searching player, (choices,) float64.

        Args:
            boards: (choices, 3) int64, the boards after the choices, as the player who is to move then sees
                them.
            results: (choices,) int8, what follows each.
            turns: how many turns to look further, at least one.
            searcher_moves: whether the player who decides is the searching player.
        """
        values: NDArray[np.float64] = (WON if searcher_moves else -WON) * results.astype(np.float64)
        if turns == 1:
            rules, room, buffers = self._tools()
            _fill_values(self._code, self._end, rules, boards, results, searcher_moves, room, buffers, values)
            return values
        for place in np.flatnonzero(results >= GOES_ON).tolist():
            whose = searcher_moves == (results[place] == THROWS_AGAIN)
            mine, theirs, state = boards[place].tolist()
            values[place] = self.value((mine, theirs, state), turns, searcher_moves=bool(whose))
        return values
