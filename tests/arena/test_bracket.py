"""Brackets: they are drawn before anything is played, and their parts can be played apart."""

from __future__ import annotations

import random
from functools import cache
from typing import Any

import numpy as np
import pytest

from senet_gp.arena import batches
from senet_gp.arena.knockout import (
    Bracket,
    KnockoutResult,
    KnockoutState,
    PartResults,
    knockout,
    knockout_of,
    play_part,
)
from senet_gp.arena.pool import Finished, Pending, Pool, SerialPool, work_through
from senet_gp.engine import play
from senet_gp.engine.participants import RANDOM_MOVER
from senet_gp.engine.results import DuelResults, Pairings
from senet_gp.games.senet import Senet

COUNTS = [1, 2, 3, 5, 8, 13, 31, 33, 64, 100]
QUICK = Senet(pieces=1)


@cache
def played_round_by_round(count: int, key: int) -> KnockoutResult:
    """A knockout by its definition: shuffle the remaining entrants, pair them, and drop the losers."""

    def play_round(_number: int, pairings: Pairings) -> DuelResults:
        return play.play_duels([RANDOM_MOVER] * count, pairings, 3, QUICK)

    return knockout_of(count, key=key, rng=random.Random(count), play_round=play_round)


@pytest.mark.parametrize("count", COUNTS)
def test_everybody_plays_until_they_lose(count: int) -> None:
    bracket = Bracket.drawn(count, 7, random.Random(count))
    sides = np.concatenate([bracket.first, bracket.second]).tolist()
    # Each side but the winner of all plays one duel, after the one that it comes from.
    assert sorted(sides) == list(range(2 * count - 2))
    assert all(
        max(a, b) < count + number
        for number, (a, b) in enumerate(zip(bracket.first, bracket.second, strict=True))
    )
    assert len(set(bracket.keys.tolist())) == count - 1
    assert [part.stop - part.start for part in bracket.rounds[1:]] == [
        2**number for number in reversed(range(len(bracket.rounds) - 1))
    ]


def test_work_is_that_of_all_duels_before() -> None:
    bracket = Bracket.drawn(8, 1, random.Random(1))
    sizes = [80, 160, 240, 320, 400, 480, 560, 640]
    work = bracket.work(sizes, 100)
    first_round = [
        sizes[a] + sizes[b] + 100 for a, b in zip(bracket.first[:4], bracket.second[:4], strict=True)
    ]
    assert work[:4].tolist() == first_round
    # A winner is taken for one of mean size, and half of them are left after each round.
    assert work[6] == 7 * 100 + sum(sizes) * (1 + 1 / 2 + 1 / 4)
    assert bracket.work([0] * 8, 1).tolist() == [1, 1, 1, 1, 3, 3, 7]


@pytest.mark.parametrize("count", COUNTS)
@pytest.mark.parametrize("most", [0, 3, 7, 40, 1000])
def test_parts_are_apart_and_as_large_as_they_may_be(count: int, most: int) -> None:
    bracket = Bracket.drawn(count, 7, random.Random(count))
    work = bracket.work([0] * count, 1)
    parts = bracket.parts(work, most)
    of = {duel: number for number, part in enumerate(parts) for duel in part.tolist()}
    assert len(of) == sum(map(len, parts))
    for part in parts:
        assert len(part) <= max(1, most)
        assert sorted(part.tolist()) == part.tolist()
        # All but the last lead to a duel of the part, and all that lead to one are of it.
        following = bracket.next_duel[bracket.count + part]
        assert all(duel in set(part.tolist()) for duel in following[:-1].tolist())
        before = np.concatenate([bracket.first[part], bracket.second[part]])
        inner = {side - count for side in before.tolist() if side >= count}
        assert inner == set(part.tolist()[:-1])
        after = int(following[-1])
        assert after < 0 or work[after] > most
    waiting = set(range(len(work))) - set(of)
    assert all(work[duel] > most for duel in waiting)
    assert [int(work[part[-1]]) for part in parts] == sorted(
        (int(work[part[-1]]) for part in parts), reverse=True
    )


class InAnyOrder(Pool):
    """A pool that runs tasks in random order, and only while a caller waits for a result."""

    def __init__(self, rng: random.Random) -> None:
        self._rng = rng
        self.tasks: list[Later] = []

    @property
    def workers(self) -> int:
        """Some."""
        return 3

    def submit(self, function: Any, /, *arguments: Any) -> Pending:
        """Put it down."""
        self.tasks.append(Later(function, arguments))
        return self.tasks[-1]

    def wait_for_any(self, tasks: Any) -> None:
        """Do one."""
        self._rng.choice([task for task in tasks if not task.done()]).do()


class Later:
    """A task that is done when it is told to."""

    def __init__(self, function: Any, arguments: tuple[Any, ...]) -> None:
        self._task, self._finished = (function, arguments), None

    def do(self) -> None:
        """Do it."""
        self._finished = Finished(*self._task)

    def done(self) -> bool:
        """Whether it was."""
        return self._finished is not None

    def result(self) -> Any:
        """Its result."""
        assert self._finished is not None, "nobody asks before it is done"
        return self._finished.result()

    def cancel(self) -> None:
        """Put it away."""


@pytest.mark.parametrize("count", COUNTS)
@pytest.mark.parametrize("duels", [None, 1, 3, 10, 1000])
def test_parts_in_any_order_give_the_same_as_round_by_round(
    count: int, duels: int | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    expected = played_round_by_round(count, 9)
    if duels:
        most = duels * batches.RULES_TIME_OF_A_GAME
        monkeypatch.setattr(batches, "work_of_a_part", lambda *_: most)
    for seed in range(2):
        rng, pool = random.Random(count), InAnyOrder(random.Random(seed))
        found = knockout([RANDOM_MOVER] * count, key=9, rng=rng, pool=pool, game=QUICK, games=3)
        assert found == expected
        if duels == 1:
            assert len(pool.tasks) == max(0, count - 2)  # the process that waits plays the final


def test_a_part_is_played_as_the_bracket_says() -> None:
    """Three sides, and the winner of two of them."""
    keys = np.array([5, 6], np.uint64)
    found = play_part([RANDOM_MOVER] * 3, Pairings(np.array([2, 0]), np.array([1, 3]), keys), 3, QUICK)
    zero, one = np.array([0]), np.array([1])
    first = play.play_duels([RANDOM_MOVER] * 2, Pairings(zero, one, keys[:1]), 3, QUICK)
    then = play.play_duels([RANDOM_MOVER] * 2, Pairings(zero, one, keys[1:]), 3, QUICK)
    assert found.second_won.tolist() == [*first.second_won.tolist(), *then.second_won.tolist()]
    assert found.games == int(first.games.sum() + then.games.sum())
    assert found.turns == int(first.turns.sum() + then.turns.sum())


def test_who_is_ready_after_whom() -> None:
    bracket = Bracket.drawn(4, 1, random.Random(1))
    standing = KnockoutState(bracket)
    first, second = (np.array([number]) for number in (0, 1))
    standing.note(first, PartResults(np.array([True]), 1, 10, 0))
    assert standing.ready_after(first) == []
    standing.note(second, PartResults(np.array([False]), 2, 20, 1))
    (final,) = standing.ready_after(second)
    assert final.tolist() == [2]
    assert standing.entrants(np.array([4, 5])).tolist() == [bracket.second[0], bracket.first[1]]
    standing.note(final, PartResults(np.array([True]), 3, 30, 0))
    assert standing.ready_after(final) == []
    assert standing.winner == bracket.first[1]
    assert standing.totals.tolist() == [6, 60, 1]
    assert sorted(standing.rounds_lost().tolist()) == [1, 1, 2, 3]


def test_work_goes_on_with_what_has_become_ready() -> None:
    """Each number makes ready the two below its half; what becomes ready goes before what was."""
    begun: list[int] = []

    def begin(number: int) -> Pending:
        begun.append(number)
        return Finished(int, (number,))

    work_through(SerialPool(), [9, 1], begin, lambda number, result: [result // 2 - 1] if number > 2 else [])
    assert begun == [9, 3, 0, 1]


def test_what_a_task_raises_ends_the_work_and_cancels_the_rest() -> None:
    pool = InAnyOrder(random.Random(1))
    cancelled: list[bool] = []

    def refuse() -> None:
        raise ValueError("not this")

    def begin(number: int) -> Pending:
        task = pool.submit(refuse)
        task.cancel = lambda: cancelled.append(number)  # type: ignore[method-assign]
        return task

    with pytest.raises(ValueError, match="not this"):
        work_through(pool, [1, 2, 3], begin, lambda _number, _result: [])
    assert len(cancelled) == 2
