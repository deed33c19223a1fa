"""Cases: choices on single boards whose values are found once and hold for all players.

A case is a board on which a player has to choose. A teacher, or perfect play, finds the value of each choice.
Testing a whole population on many cases then costs no more than scoring the boards.

:func:`senet_gp.engine.labels.labelled`, :class:`~senet_gp.engine.every_line.EveryLine` and
``evolution/evaluation/decisions.py`` make :class:`Cases`. There ``DrawnDecisions`` draws the cases of a
generation from them. For tuning, ``GradedDecisions`` (``sum_search.py``) has their boards, and what each
choice is worth as a :class:`~senet_gp.engine.term_weights.Graded`. The ``Decisions`` of
``arena/decisions.py`` have no values: expressions are compared on them. A ``MetDecision`` says where one was
met.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple, cast

import numpy as np
from numpy.typing import NDArray

from senet_gp.engine.evaluator import (
    Scorer,
    Values,
    load_constants,
    new_values,
    room_for,
    score,
    scorer,
)
from senet_gp.engine.participants import (
    BEGIN,
    END,
    NO_NOISE,
    NOISE,
    NOISE_PARTS,
    SCORES,
    Participant,
    Programs,
    Source,
    joined,
)
from senet_gp.engine.results import Indices
from senet_gp.engine.vectors import LANES
from senet_gp.runtime.compiled import int64, kernel

#: The values of choices, (choices,): int8 if they are results of games, float64 if they are graded.
Worth = NDArray[np.int8] | NDArray[np.float64]


class Cases(NamedTuple):
    """Boards with the values of the choices on them."""

    boards: NDArray[Any]  # what players score: the board after each choice; for a policy, that of each case
    begins: Indices  # (cases + 1,): where each case's choices begin among all choices, and their total number
    #: For the player who chooses. int8: 1 won, 0 drawn, -1 lost; float64: 1 less what the choice loses.
    outcomes: Worth
    loses_at_once: NDArray[np.bool_]  # (choices,): whether the player loses the game by the choice itself
    policy: bool


class Answers(NamedTuple):
    """The values of what players choose."""

    outcomes: NDArray[Any]  # (players, cases), of the same dtype as the cases' outcomes
    lost_at_once: Indices  # (players,): in how many cases a player loses by the choice itself


def cases_on(
    boards: NDArray[Any], begins: Indices, outcomes: Worth, loses_at_once: NDArray[np.bool_], *, policy: bool
) -> Cases:
    """Cases on boards that have no room yet for being scored."""
    count = boards.shape[1]
    room = np.zeros((len(boards), room_for(count)), boards.dtype)
    room[:, :count] = boards
    return Cases(room, begins, outcomes, loses_at_once, policy)


def picked(cases: Cases, which: NDArray[np.int64]) -> Cases:
    """Some of the cases, in this order, in arrays that are no larger than needed."""
    begins, ends = cases.begins[which], cases.begins[which + 1]
    counts = ends - begins
    starts = np.concatenate(([0], np.cumsum(counts)))
    columns = np.repeat(begins - starts[:-1], counts) + np.arange(starts[-1])
    scored = which if cases.policy else columns
    lost = cases.loses_at_once[columns]
    return cases_on(cases.boards[:, scored], starts, cases.outcomes[columns], lost, policy=cases.policy)


def joined_cases(parts: Sequence[Cases]) -> Cases:
    """The cases of several parts as one, in arrays that are no larger than needed."""
    boards = [part.boards[:, : len(part.begins) - 1 if part.policy else part.begins[-1]] for part in parts]
    begins = np.cumsum([0, *(part.begins[-1] for part in parts)])
    return cases_on(
        np.hstack(boards),
        np.concatenate(
            [*(part.begins[:-1] + begin for part, begin in zip(parts, begins, strict=False)), begins[-1:]]
        ),
        np.concatenate([part.outcomes[: part.begins[-1]] for part in parts]),
        np.concatenate([part.loses_at_once[: part.begins[-1]] for part in parts]),
        policy=parts[0].policy,
    )


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
def _choose(
    scores: NDArray[np.int32],
    choices: tuple[Indices, Worth, NDArray[np.bool_]],
    policy: bool,  # noqa: FBT001 - numba takes arguments by place
    graded: bool,  # noqa: FBT001
    values: NDArray[Any],
) -> int:
    """Write what a player's choices are worth, (cases,); returns how many of them lose at once."""
    begins, outcomes, loses_at_once = choices
    lost = 0
    for case in range(len(begins) - 1):
        first, last = begins[case], begins[case + 1]
        # A player may make any of the choices that they score highest.
        if policy:
            chosen = first + int64(scores[case]) % (last - first)
        else:
            chosen = _worst_of_best(scores, first, last, outcomes)
        lost += int64(loses_at_once[chosen])
        if graded and not policy:
            values[case] = _mean_of_best(scores, first, last, chosen, outcomes)
        else:
            values[case] = outcomes[chosen]
    return lost


@kernel
def _answer(
    to_score: Scorer,
    programs: Programs,
    boards: NDArray[np.uint32],
    choices: tuple[Indices, Worth, NDArray[np.bool_]],
    policy: bool,  # noqa: FBT001
    graded: bool,  # noqa: FBT001
    values: Values,
    scores: NDArray[np.int32],
    answers: Answers,
) -> None:
    code, roster = programs.code, programs.roster
    begins = choices[0]
    count = len(begins) - 1 if policy else begins[-1]
    for program in range(len(roster)):
        if roster[program, SCORES]:
            end = roster[program, END]
            begin = load_constants(code, roster[program, BEGIN], end, min(scores.size, LANES), values)
            score(to_score, code, begin, end, count, boards, values, scores)
        else:  # all choices are alike to it
            scores[:count] = 0
        answers.lost_at_once[program] = _choose(scores, choices, policy, graded, answers.outcomes[program])


def answers_of(players: Sequence[Participant], cases: Cases) -> Answers:
    """The values of what players choose.

    A player may make any of the choices that they score highest, a random mover any. If outcomes are results
    of games, the worst of them counts; if they are graded, their mean. Where they are graded, a player with
    noise makes with that chance any choice that does not lose at once, if there is one. Runs test expressions
    alone; studies of strength compare them with such players.

    Args:
        players: the players, in compiled code if the boards of the cases are for it.
        cases: the boards with the values of their choices.
    """
    shape = len(players), len(cases.begins) - 1
    answers = Answers(np.empty(shape, cases.outcomes.dtype), np.empty(len(players), np.int64))
    choices = cases.begins, cases.outcomes, cases.loses_at_once
    graded = cases.outcomes.dtype == np.float64
    if cases.boards.dtype == np.object_:
        seen = cases.boards[0, : shape[1] if cases.policy else cases.begins[-1]].tolist()
        for number, player in enumerate(players):
            scores = np.array(cast("Source", player).values_on(seen), np.int32)
            answers.lost_at_once[number] = _choose(
                scores, choices, cases.policy, graded, answers.outcomes[number]
            )
        return answers
    programs = joined(players)
    scores = np.empty(cases.boards.shape[1], np.int32)
    values = new_values(programs.rows)
    _answer(scorer(), programs, cases.boards, choices, cases.policy, graded, values, scores, answers)
    noisy = np.flatnonzero(programs.roster[:, NOISE] != NO_NOISE)
    if graded and len(noisy):
        chances = programs.roster[noisy, NOISE, None] / NOISE_PARTS
        answers.outcomes[noisy] += chances * (_mean_of_safe(cases) - answers.outcomes[noisy])
    return answers


def _mean_of_safe(cases: Cases) -> NDArray[np.float64]:
    """The mean outcome of each case's choices that do not lose at once, or of all if all do."""
    starts, count = cases.begins[:-1], cases.begins[-1]
    lost = cases.loses_at_once[:count]
    counted = ~lost | np.repeat(np.logical_and.reduceat(lost, starts), np.diff(cases.begins))
    totals = np.add.reduceat(np.where(counted, cases.outcomes[:count], 0), starts)
    means: NDArray[np.float64] = totals / np.add.reduceat(counted, starts, dtype=np.int64)
    return means
