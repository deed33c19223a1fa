"""Perfect play of the small games, slowly: plain recursion over the independent reference rules."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cache
from typing import Any

from reference_small_games import Reference

#: A result for the player to move, and after how many plies it comes.
Outcome = tuple[int, int]


def solver(reference: Reference) -> Callable[[Any], Outcome]:
    """A function that gives a state's outcome, winners hurrying and losers delaying; for acyclic games."""

    @cache
    def outcome(state: Any) -> Outcome:
        return max((outcome_of_move(after, result) for _, after, result in reference.moves(state)), key=_rank)

    def outcome_of_move(after: Any, result: int | None) -> Outcome:
        if result is not None:
            return result, abs(result)
        theirs, plies = outcome(after)
        return -theirs, plies + 1 if theirs else 0

    return outcome


def states(reference: Reference) -> Iterator[tuple[Any, int]]:
    """All states that can be reached while the game goes on, with the seat of the player to move."""
    waiting = [(start, 0) for start in reference.starts]
    known = set(waiting)
    while waiting:
        state, seat = waiting.pop()
        yield state, seat
        for _, after, result in reference.moves(state):
            if result is None and (after, 1 - seat) not in known:
                known.add((after, 1 - seat))
                waiting.append((after, 1 - seat))


def _rank(outcome: Outcome) -> int:
    result, plies = outcome
    return result * (1000 - plies)
