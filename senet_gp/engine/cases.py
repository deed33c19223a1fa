"""Choices on single boards: what each leads to is played out once, and holds for all programs.

A case is a board that a player is asked about. What comes of each choice there is found by games that others
play on from it, so that a whole population can be asked about many boards at the price of scoring them.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from senet_gp.compiled import int64, kernel, uint64
from senet_gp.engine.board_play import (
    Buffers,
    CompiledGame,
    board_after,
    buffers_for,
    compiled_game,
    play_on,
)
from senet_gp.engine.evaluator import (
    Scorer,
    Values,
    load_constants,
    new_values,
    room_for,
    score,
    scorer,
)
from senet_gp.engine.openings import Places
from senet_gp.engine.participants import BEGIN, END, Programs, Roster
from senet_gp.engine.program import Code
from senet_gp.engine.results import Indices, Keys
from senet_gp.engine.vectors import LANES
from senet_gp.games.board.afterstates import EXTRA, GOES_ON, MINE, THEIRS, Boards
from senet_gp.games.board.game import BoardGame
from senet_gp.games.board.rules import successors
from senet_gp.streams import derived_key, open_streams


class Cases(NamedTuple):
    """Boards with what the choices there lead to."""

    boards: Boards  # what programs score: the board after each choice; of a policy, the board of each case
    begins: Indices  # where the choices of each case begin among all, and after the last case their number
    outcomes: NDArray[np.int8]  # of each choice, for who makes it: 1 won, 0 drawn, -1 lost
    turns: NDArray[np.int64]  # of each choice, the moves until then
    policy: bool


@kernel
def _play_out(
    code: Code,
    roster: Roster,
    places: Places,
    partners: Indices,
    opponents: Indices,
    keys: Keys,
    most_plies: int,
    game: CompiledGame,
    buffers: Buffers,
    boards: Boards,
    begins: Indices,
    outcomes: NDArray[np.int8],
    turns: Indices,
) -> None:
    """Fill all but the first of the arrays behind ``buffers``, which are those of :class:`Cases`."""
    number = 0
    for case in range(len(places)):
        mine, theirs, extra = places[case, 0], places[case, 1], places[case, 2]
        begins[case] = number
        count = successors(game.rules, mine, theirs, extra, buffers.boards, buffers.results)
        if game.policy:
            boards[MINE, case], boards[THEIRS, case], boards[EXTRA, case] = mine, theirs, extra
        for choice in range(count):
            # The games that are played on change the buffers.
            successors(game.rules, mine, theirs, extra, buffers.boards, buffers.results)
            if not game.policy:
                for column in range(len(boards)):
                    boards[column, number] = buffers.boards[column, choice]
            outcomes[number], turns[number] = 1, 1
            if buffers.results[choice] != GOES_ON:
                outcomes[number] = buffers.results[choice]
            else:
                x, y, z = board_after(choice, game, buffers)
                for trial in range(partners.shape[1]):
                    open_streams(derived_key(keys[case], uint64(trial)), buffers.streams)
                    opponent, partner = opponents[case, trial], partners[case, trial]
                    theirs_is, plies, _ = play_on(
                        code, roster, opponent, partner, x, y, z, most_plies - 1, game, buffers
                    )
                    outcomes[number] = min(outcomes[number], -theirs_is)
                    turns[number] = max(turns[number], 1 + plies)
            number += 1
    begins[len(places)] = number


@kernel
def _answer(
    to_score: Scorer,
    code: Code,
    roster: Roster,
    boards: Boards,
    begins: Indices,
    outcomes: NDArray[np.int8],
    policy: bool,  # noqa: FBT001
    lanes: int,
    values: Values,
    scores: NDArray[np.int32],
    chosen: Indices,
) -> None:
    for program in range(len(roster)):
        end = roster[program, END]
        begin = load_constants(code, roster[program, BEGIN], end, lanes, values)
        cases = len(begins) - 1
        boards_to_score = cases if policy else begins[cases]
        score(to_score, code, begin, end, boards_to_score, boards, values, scores)
        for case in range(cases):
            first, last = begins[case], begins[case + 1]
            if policy:
                chosen[program, case] = first + int64(scores[case]) % (last - first)
                continue
            # Of choices that it thinks equally good it may make any, so the worst of them.
            best = first
            for choice in range(first + 1, last):
                if scores[choice] > scores[best] or (
                    scores[choice] == scores[best] and outcomes[choice] < outcomes[best]
                ):
                    best = choice
            chosen[program, case] = best


def played_out(
    programs: Programs,
    places: Places,
    partners: Indices,
    opponents: Indices,
    keys: Keys,
    most_plies: int,
    game: BoardGame,
) -> Cases:
    """What the choices on boards lead to: the worst result of games that are played on from there.

    Args:
        programs: all programs that take part.
        places: the boards.
        partners: by board and trial, the index of who plays on for the player to move.
        opponents: by board and trial, the index of whom he plays on against.
        keys: for each board, the key from which those of its trials are derived.
        most_plies: who has not lost or won after so many moves of both has drawn.
        game: the game, with its parameters.
    """
    most = len(places) * game.most_candidates
    cases = Cases(
        np.zeros((4, room_for(most)), np.uint32),
        np.empty(len(places) + 1, np.int64),
        np.empty(most, np.int8),
        np.empty(most, np.int64),
        game.policy,
    )
    _play_out(
        programs.code,
        programs.roster,
        places,
        partners,
        opponents,
        keys,
        min(most_plies, game.most_plies),
        compiled_game(game),
        buffers_for(programs, game),
        *cases[:-1],
    )
    return cases


def choices(programs: Programs, cases: Cases) -> Indices:
    """What programs choose: by program and case, the index of the choice among all."""
    chosen = np.empty((len(programs.roster), len(cases.begins) - 1), np.int64)
    _answer(
        scorer(),
        programs.code,
        programs.roster,
        cases.boards,
        cases.begins,
        cases.outcomes,
        cases.policy,
        min(cases.boards.shape[1], LANES),
        new_values(programs.rows),
        np.empty(cases.boards.shape[1], np.int32),
        chosen,
    )
    return chosen
