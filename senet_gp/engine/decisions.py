"""Decisions: choices on single boards whose worth is found out once, and holds for all programs.

A case is a board that a player is asked about. What comes of each choice there is found by games that others
play on from it (:mod:`senet_gp.engine.positions`), so that a whole population can be asked about many boards
at the price of scoring them.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from senet_gp.compiled import int64, kernel
from senet_gp.engine.evaluator import (
    Boards,
    Scorer,
    Values,
    load_constants,
    new_values,
    score,
    scorer,
)
from senet_gp.engine.participants import BEGIN, END, Programs, Roster
from senet_gp.engine.program import Code
from senet_gp.engine.results import Indices
from senet_gp.engine.vectors import LANES

#: What choices are worth, (choices,): int8 where they are results of games, float64 where they are graded.
Worth = NDArray[np.int8] | NDArray[np.float64]


class Cases(NamedTuple):
    """Boards with what the choices there lead to."""

    boards: Boards  # what programs score: the board after each choice; of a policy, the board of each case
    begins: Indices  # where the choices of each case begin among all, and after the last case their number
    #: Of each choice, for who makes it; int8: 1 won, 0 drawn, -1 lost; float64: the share of points, 0 to 1.
    outcomes: Worth
    turns: NDArray[np.int64]  # of each choice, the turns until then; where graded, their rounded mean
    policy: bool


class Answers(NamedTuple):
    """What programs choose, and what comes of it."""

    outcomes: NDArray[Any]  # (programs, cases), of the kind of the cases' own
    turns: NDArray[np.int64]  # (programs, cases)


@kernel
def _worst_of_best(scores: NDArray[np.int32], first: int, last: int, outcomes: Worth) -> int:
    """Of the choices with the highest score, the first of those with the worst outcome."""
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
    code: Code,
    roster: Roster,
    cases: Cases,
    graded: bool,  # noqa: FBT001
    values: Values,
    scores: NDArray[np.int32],
    answers: Answers,
) -> None:
    boards, begins, outcomes, turns, policy = cases
    count = len(begins) - 1
    for program in range(len(roster)):
        end = roster[program, END]
        begin = load_constants(code, roster[program, BEGIN], end, min(scores.size, LANES), values)
        score(to_score, code, begin, end, count if policy else begins[count], boards, values, scores)
        for case in range(count):
            first, last = begins[case], begins[case + 1]
            # Of choices that it thinks equally good it may make any.
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
    """What programs choose, and what comes of it.

    Of choices that a program thinks equally good it may make any: where outcomes are results of games the
    worst counts, where they are graded the mean. The turns are those of the worst.

    Args:
        programs: who is asked; all have programs.
        cases: about what.
    """
    shape = len(programs.roster), len(cases.begins) - 1
    answers = Answers(np.empty(shape, cases.outcomes.dtype), np.empty(shape, np.int64))
    _answer(
        scorer(),
        programs.code,
        programs.roster,
        cases,
        cases.outcomes.dtype == np.float64,
        new_values(programs.rows),
        np.empty(cases.boards.shape[1], np.int32),
        answers,
    )
    return answers
