"""Analyses as jobs of the server: how far they are, and how they are cancelled."""

from __future__ import annotations

import threading
from concurrent.futures import Future
from dataclasses import replace
from typing import Any

import pytest
from played_games import record_of

from senet_gp.arena.record import GameRecord
from senet_gp.games.registry import game_of
from senet_gp.runtime.errors import SenetGpError
from senet_gp.runtime.interruption import Progress
from senet_gp.serve import jobs
from senet_gp.serve.requests import Refused


@pytest.fixture
def record() -> GameRecord:
    return record_of(game_of("hexapawn"), 1)


def test_a_pool_of_threads_takes_a_task_only_when_it_is_about_to_do_it() -> None:
    go_on = threading.Event()
    submitted = []
    with jobs.ThreadPool(1) as pool:
        tasks = [pool.submit(go_on.wait), pool.submit(go_on.wait)]
        third = threading.Thread(target=lambda: submitted.append(pool.submit(abs, -3)))
        third.start()
        assert not submitted
        go_on.set()
        third.join()
        assert [task.result() for task in (*tasks, *submitted)] == [True, True, 3]


def test_a_cancelled_analysis_ends_at_the_next_choice(
    record: GameRecord, monkeypatch: pytest.MonkeyPatch
) -> None:
    begun, go_on, ended = threading.Event(), threading.Event(), threading.Event()

    def slowly(_record: GameRecord, *, show: Progress, **_more: Any) -> None:
        show(0, 2, "")
        begun.set()
        go_on.wait()
        try:
            show(1, 2, "")
        finally:
            ended.set()
        pytest.fail("it went on")

    monkeypatch.setattr(jobs, "analyse", slowly)
    kept = jobs.Jobs()
    job = kept.begin("game.txt", record)
    begun.wait()
    waiting = kept.begin("other.txt", record)
    assert kept.cancel(waiting.name).as_json()["state"] == "failed"
    assert kept.cancel(job.name).as_json()["error"] == "the analysis was cancelled"
    again = kept.begin("game.txt", record)
    assert again is not job
    kept.cancel(again.name)
    go_on.set()
    ended.wait()
    assert job.as_json()["done"] == 0
    with pytest.raises(Refused, match="no such analysis"):
        kept.cancel("another")


def test_an_analysis_that_has_ended_cannot_be_cancelled(record: GameRecord) -> None:
    job = jobs.Jobs().begin("game.txt", record)
    job.outcome.result()
    job.cancel()
    assert job.as_json()["state"] == "done"


def test_the_review_of_a_game_names_luck_the_best_and_the_worst_choice() -> None:
    played = record_of(game_of("senet", {"pieces": 3}), 6, "slips:50:hand:HC5")
    game = replace(played, players=("human", "random"), choices=played.choices[:24], outcome=None)
    job = jobs.Jobs().begin("game.txt", game)
    analysis = job.outcome.result()
    luck, *told = job.as_json()["review"]
    assert luck == {"text": analysis.luck_told, "after": None}
    found = {one["text"].partition(":")[0]: analysis.choices[one["after"]] for one in told}
    assert set(found) == {"Your best move", "Your worst move"}
    own = [one for one in analysis.choices if one.choice.seat == 0]
    assert found["Your best move"] in own
    assert found["Your worst move"].lost == max(one.lost for one in own)


def test_the_last_sixteen_analyses_are_kept(record: GameRecord, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(jobs, "analyse", lambda _record, **_more: None)
    kept = jobs.Jobs()
    begun = []
    for number in range(20):
        begun.append(kept.begin(f"{number}.txt", record))
        begun[-1].outcome.result()
    assert [kept.named(job.name) for job in begun[4:]] == begun[4:]
    for job in begun[:4]:
        with pytest.raises(Refused, match="no such analysis"):
            kept.named(job.name)


def test_analyses_are_done_in_their_order_by_one_thread(
    record: GameRecord, monkeypatch: pytest.MonkeyPatch
) -> None:
    go_on, done = threading.Event(), []

    def noted(_record: GameRecord, **_more: Any) -> None:
        go_on.wait()
        done.append(threading.current_thread())

    monkeypatch.setattr(jobs, "analyse", noted)
    kept = jobs.Jobs()
    before = set(threading.enumerate())
    waiting = [kept.begin(f"{number}.txt", record) for number in range(4)]
    for number in range(9):
        kept.cancel(waiting.pop().name)
        waiting.append(kept.begin(f"again-{number}.txt", record))
    assert len(set(threading.enumerate()) - before) == 1  # a thread of before may end meanwhile
    assert not waiting[0].ended
    go_on.set()
    for job in waiting:
        job.outcome.result()
    assert len(done) == 4
    assert len(set(done)) == 1


@pytest.mark.parametrize("failure", [None, SenetGpError("it failed"), ValueError("a fault")])
def test_a_job_that_is_cancelled_as_it_ends_was_cancelled(
    record: GameRecord, monkeypatch: pytest.MonkeyPatch, failure: Exception | None
) -> None:
    begun: Future[jobs.Job] = Future()
    ended = threading.Event()

    def cancelled(_record: GameRecord, **_more: Any) -> object:
        begun.result().cancel()
        try:
            if failure is not None:
                raise failure
            return object()
        finally:
            ended.set()

    monkeypatch.setattr(jobs, "analyse", cancelled)
    kept = jobs.Jobs()
    job = kept.begin("game.txt", record)
    begun.set_result(job)
    ended.wait()
    assert job.analysis is None
    assert job.as_json()["error"] == "the analysis was cancelled"
    monkeypatch.setattr(jobs, "analyse", lambda _record, **_more: None)
    kept.begin("next.txt", record).outcome.result()
