"""All lines of play of a small game as numbers, with the values of all choices under perfect play.

The verdict of :mod:`senet_gp.arena.verdict` walks the positions as objects, and tells where a player fails.
Here all positions are listed once as numbers; then an expression is computed on all boards at once, and a
compiled walk follows its choices. This tells in less than a millisecond whether it loses anything in any line
of play, and where it comes to choose.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import Any, Self, cast

import numpy as np
from numpy.typing import NDArray

from primitives.vocabulary import Vocabulary
from senet_gp.engine.cases import Cases, cases_on
from senet_gp.engine.participants import (
    ScoredBoards,
    Source,
    joined_boards,
    scored_boards,
    scored_plainly,
    values_of,
)
from senet_gp.games.registry import part_of
from senet_gp.games.small import SmallGame
from senet_gp.games.solving.listed import ENDED
from senet_gp.games.solving.perfect import MAX_POSITIONS, all_values, has_at_most, reachable, worst_results
from senet_gp.runtime.compiled import inlined_kernel, int64, kernel
from senet_gp.trees.individual import Individual

#: Games with more positions are not listed in passing.
MOST_POSITIONS = 20_000
_SEATS = 2
_LOSS = -1


@dataclass(frozen=True, eq=False)
class EveryLine:
    """All positions and choices of a small game.

    Attributes:
        vocabulary: the vocabulary of the expressions that are judged.
        begins: (positions + 1,) int64, the first choice of each position, and the end of the last.
        following: (choices,) int64, the position that each choice leads to; ``result - 2`` if it ends the
            game.
        values: (choices,) int64, the result of each choice under perfect play.
        starts: (starts,) int64, the positions in which games start.
        boards: the different boards that are scored.
        board_of: (choices,) int64, the board of each choice; for policies that before the choice.
        policy: whether a value names the choice.
        keeps_values: whether a mistake counts that does not lose, such as a win that is missed: in games
            whose verdicts have a measure of such mistakes.
        perfect_results: the worst result of perfect play from any start, moving first and second.
    """

    vocabulary: Vocabulary
    begins: NDArray[np.int64]
    following: NDArray[np.int64]
    values: NDArray[np.int64]
    starts: NDArray[np.int64]
    boards: ScoredBoards
    board_of: NDArray[np.int64]
    policy: bool
    keeps_values: bool
    perfect_results: tuple[int, int]

    @classmethod
    def of(cls, game: SmallGame, vocabulary: Vocabulary) -> Self | None:
        """The lines of a game, by which perfect players are found.

        None if it has too many, if its boards are scored in plain Python, or if a player may have to win who
        could keep a won position for ever.

        Raises:
            KeyboardInterrupt: if the user interrupts it.
        """
        if scored_plainly(game, vocabulary) or not has_at_most(game, MOST_POSITIONS):
            return None
        lines = cls.listed(game, vocabulary)
        return None if game.cyclic and 1 in lines.perfect_results else lines

    @classmethod
    @lru_cache(maxsize=4)  # every generation of a run may ask for it, and who tells of its end
    def listed(cls, game: SmallGame, vocabulary: Vocabulary) -> Self:
        """The lines of any small game.

        Raises:
            UsageError: if it has too many positions to list.
            KeyboardInterrupt: if the user interrupts it.
        """
        perfect, plainly = cast("Any", all_values(game)), scored_plainly(game, vocabulary)
        listed = list(reachable(game, game.starts(), most=MAX_POSITIONS))
        numbers = {position: number for number, (position, _) in enumerate(listed)}
        counts, following, values, parts = [], [], [], []
        for position, afterstates in listed:
            counts.append(len(afterstates))
            values += [value.result for value in perfect.values_of_moves(position, afterstates)]
            following += [
                numbers[game.swapped(after.position)] if after.result is None else ENDED + after.result
                for after in afterstates
            ]
            parts.append(scored_boards(game.decision_among(position, 0, afterstates), plainly=plainly))
        policy = bool(game.named_moves)
        boards, board_of = _different(joined_boards(parts))
        return cls(
            vocabulary,
            np.concatenate([[0], np.cumsum(counts)]).astype(np.int64),
            np.array(following, np.int64),
            np.array(values, np.int64),
            np.array([numbers[start] for start in game.starts()], np.int64),
            boards,
            np.repeat(board_of, counts) if policy else board_of,
            policy,
            part_of(game.name, "measure") is not None,
            worst_results(game, perfect),
        )

    @cached_property
    def cases(self) -> Cases:
        """All decisions, with the result of each choice under perfect play."""
        scored = self.board_of[self.begins[:-1]] if self.policy else self.board_of
        outcomes, lost = self.values.astype(np.int8), self.following == ENDED + _LOSS
        return cases_on(self.boards[:, scored], self.begins, outcomes, lost, policy=self.policy)

    def met_by(self, tree: Individual) -> NDArray[np.bool_]:
        """In which positions a player may come to choose, in either seat, (positions,) bool."""
        scores, found = self._scores(tree), np.zeros(len(self.begins) - 1, np.bool_)
        listed = self.begins, self.following, self.values, self.starts
        reached, waiting = np.empty(len(found), np.int64), np.empty(_SEATS * len(found), np.int64)
        for seat in range(_SEATS):
            _keeps(listed, scores, seat, _LOSS, False, reached, waiting)  # noqa: FBT003
            found |= (reached >> seat & 1).astype(np.bool_)
        return found

    def is_perfect(self, tree: Individual) -> bool:
        """Whether a player has the results of perfect play in both seats, whatever the other does.

        Where ``keeps_values``, no choice that they may come to make must be worse than another.
        """
        scores = self._scores(tree)
        listed = self.begins, self.following, self.values, self.starts
        reached = np.empty(len(self.begins) - 1, np.int64)
        waiting = np.empty(_SEATS * len(reached), np.int64)
        return all(
            _keeps(listed, scores, seat, least, self.keeps_values, reached, waiting)
            for seat, least in enumerate(self.perfect_results)
        )

    def _scores(self, tree: Individual) -> NDArray[np.int64]:
        """The score of each choice, (choices,) int64; for a policy 1 for the choice that it names, else 0."""
        scores = values_of(Source(tree.packed, self.vocabulary), self.boards)[self.board_of]
        if not self.policy:
            return scores
        counts, places = self._counts_and_places
        named: NDArray[np.int64] = (scores % counts == places).astype(np.int64)
        return named

    @cached_property
    def _counts_and_places(self) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
        """For each choice, how many choices its position has, and its place among them."""
        counts = np.diff(self.begins)
        places = np.arange(len(self.following)) - np.repeat(self.begins[:-1], counts)
        return np.repeat(counts, counts), places


def _different(boards: ScoredBoards) -> tuple[ScoredBoards, NDArray[np.int64]]:
    """The different ones among boards for compiled code, and which of them each board is."""
    if boards.dtype == np.object_:
        return boards, np.arange(boards.shape[1])
    found, board_of = np.unique(boards, axis=1, return_inverse=True)
    return np.ascontiguousarray(found), board_of.ravel().astype(np.int64)


@inlined_kernel
def _highest(numbers: NDArray[np.int64], first: int, end: int) -> int:
    found = int64(numbers[first])
    for place in range(first + 1, end):
        found = max(found, int64(numbers[place]))
    return found


@kernel
def _keeps(
    listed: tuple[NDArray[np.int64], NDArray[np.int64], NDArray[np.int64], NDArray[np.int64]],
    scores: NDArray[np.int64],
    seat: int,
    least: int,
    keeps_values: bool,  # noqa: FBT001 - numba takes arguments by place
    reached: NDArray[np.int64],
    waiting: NDArray[np.int64],
) -> bool:
    """Whether a player keeps a result in one seat.

    Args:
        listed: ``begins``, ``following``, ``values`` and ``starts``.
        scores: (choices,) int64; the player makes one of the choices of the highest score.
        seat: the player's seat.
        least: the result to be kept: 1, 0 or -1.
        keeps_values: whether no choice must be worse than another.
        reached: (positions,) int64, a buffer: in which seats each position was reached.
        waiting: (2 * positions,) int64, a buffer: positions to go on from, with the seat to move.
    """
    begins, following, values, starts = listed
    reached[:] = 0
    count = 0
    for start in starts:
        reached[start] = 1
        waiting[count] = _SEATS * start
        count += 1
    while count:
        count -= 1
        position, mover = waiting[count] // _SEATS, waiting[count] % _SEATS
        first, end = begins[position], begins[position + 1]
        own = mover == seat
        highest, best = _highest(scores, first, end), _highest(values, first, end)
        for choice in range(first, end):
            if own and scores[choice] != highest:
                continue
            if own and (values[choice] < least or (keeps_values and values[choice] < best)):
                return False
            after = following[choice]
            if after >= 0 and not reached[after] & (1 << (1 - mover)):
                reached[after] |= 1 << (1 - mover)
                waiting[count] = _SEATS * after + 1 - mover
                count += 1
    return True


def compile_walk() -> None:
    """Compile the walk, by a game of one move that wins."""
    one = np.ones(1, np.int64)
    start = np.zeros(1, np.int64)
    listed = np.array([0, 1]), np.array([ENDED + 1]), one, start
    _keeps(listed, one, 0, 1, False, np.empty(1, np.int64), np.empty(_SEATS, np.int64))  # noqa: FBT003
