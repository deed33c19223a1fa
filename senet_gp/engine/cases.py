"""Cases: choices on single boards whose values are found once and hold for all programs.

A case is a board on which a player has to choose. Playouts by other players find the value of each choice
(:meth:`senet_gp.engine.play.FamilyKernels.played_out`). Testing a whole population on many cases then costs
no more than scoring the boards.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from senet_gp.engine.evaluator import (
    Boards,
    Scorer,
    Values,
    load_constants,
    new_values,
    room_for,
    score,
    scorer,
)
from senet_gp.engine.participants import BEGIN, END, Programs
from senet_gp.engine.results import Indices
from senet_gp.engine.vectors import LANES
from senet_gp.runtime.compiled import int64, kernel

#: The values of choices, (choices,): int8 if they are results of games, float64 if they are graded.
Worth = NDArray[np.int8] | NDArray[np.float64]


class Cases(NamedTuple):
    """Boards with the values of the choices on them."""

    boards: Boards  # what programs score: the board after each choice; for a policy, the board of each case
    begins: Indices  # (cases + 1,): where each case's choices begin among all choices, and their total number
    #: For the player who chooses. int8: 1 won, 0 drawn, -1 lost; float64: the share of points, 0 to 1.
    outcomes: Worth
    turns: NDArray[np.int64]  # (choices,): the turns of the playout; if graded, their rounded mean
    policy: bool


class Answers(NamedTuple):
    """The values of what programs choose."""

    outcomes: NDArray[Any]  # (programs, cases), of the same dtype as the cases' outcomes
    turns: NDArray[np.int64]  # (programs, cases)


def picked(cases: Cases, which: NDArray[np.int64]) -> Cases:
    """Some of the cases, in this order, in arrays that are no larger than needed."""
    begins, ends = cases.begins[which], cases.begins[which + 1]
    counts = ends - begins
    starts = np.concatenate(([0], np.cumsum(counts)))
    columns = np.repeat(begins - starts[:-1], counts) + np.arange(starts[-1])
    boards = np.zeros((len(cases.boards), room_for(starts[-1])), cases.boards.dtype)
    boards[:, : starts[-1]] = cases.boards[:, columns]
    return Cases(boards, starts, cases.outcomes[columns], cases.turns[columns], cases.policy)


@kernel
def _worst_of_best(scores: NDArray[np.int32], first: int, last: int, outcomes: Worth) -> int:
    """The first of the choices with the highest score that has the worst outcome among them."""
    best = first
    for choice in range(first + 1, last):
        if scores[choice] > scores[best] or (
            scores[choice] == scores[best] and outcomes[choice] < outcomes[best]
        ):
            best = choice
    return best


@kernel
def _mean_of_best(scores: NDArray[np.int32], first: int, last: int, best: int, outcomes: Worth) -> float:
    """The mean outcome of the choices with the highest score, of which ``best`` is one."""
    total = 0.0
    equals = 0
    for choice in range(first, last):
        if scores[choice] == scores[best]:
            total += outcomes[choice]
            equals += 1
    return total / equals


@kernel
def _answer(
    to_score: Scorer,
    programs: Programs,
    cases: Cases,
    graded: bool,  # noqa: FBT001
    values: Values,
    scores: NDArray[np.int32],
    answers: Answers,
) -> None:
    boards, begins, outcomes, turns, policy = cases
    code, roster = programs.code, programs.roster
    count = len(begins) - 1
    for program in range(len(roster)):
        end = roster[program, END]
        begin = load_constants(code, roster[program, BEGIN], end, min(scores.size, LANES), values)
        score(to_score, code, begin, end, count if policy else begins[count], boards, values, scores)
        for case in range(count):
            first, last = begins[case], begins[case + 1]
            # A program may make any of the choices that it scores highest.
            if policy:
                chosen = first + int64(scores[case]) % (last - first)
            else:
                chosen = _worst_of_best(scores, first, last, outcomes)
            answers.turns[program, case] = turns[chosen]
            if graded and not policy:
                answers.outcomes[program, case] = _mean_of_best(scores, first, last, chosen, outcomes)
            else:
                answers.outcomes[program, case] = outcomes[chosen]


def answers_of(programs: Programs, cases: Cases) -> Answers:
    """The values of what programs choose.

    A program may make any of the choices that it scores highest. If outcomes are results of games, the worst
    of them counts; if they are graded, their mean. The turns are those of the worst.

    Args:
        programs: the players; none of them may be a random mover.
        cases: the boards with the values of their choices.

    Returns:
        The outcome and the turns of each program in each case, (programs, cases).
    """
    shape = len(programs.roster), len(cases.begins) - 1
    answers = Answers(np.empty(shape, cases.outcomes.dtype), np.empty(shape, np.int64))
    _answer(
        scorer(),
        programs,
        cases,
        cases.outcomes.dtype == np.float64,
        new_values(programs.rows),
        np.empty(cases.boards.shape[1], np.int32),
        answers,
    )
    return answers
