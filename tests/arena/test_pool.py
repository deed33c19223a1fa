"""Worker processes: order, exceptions, and deaths."""

from __future__ import annotations

import errno
import faulthandler
import os
import re
import signal
import subprocess
import sys
import threading
import time
from multiprocessing import connection
from pathlib import Path
from typing import Any

import pytest
from patience import PATIENCE
from thinned import thinned

from senet_gp.arena.local_pool import WorkerPool
from senet_gp.arena.pool import WorkerError
from senet_gp.runtime.errors import SenetGpError
from senet_gp.runtime.machine import available_cores


def square_after(number: int, seconds: float = 0.0) -> int:
    time.sleep(seconds)
    return number * number


def process_of(_number: int, meeting: str, workers: int) -> int:
    """The process that does it, once so many have come to the meeting."""
    (Path(meeting) / str(os.getpid())).touch()
    while len(list(Path(meeting).iterdir())) < workers:
        time.sleep(0.001)
    return os.getpid()


def processes_of(pool: WorkerPool, meeting: Path) -> set[int]:
    """The processes of all workers of a pool."""
    meeting.mkdir()
    return set(pool.map(process_of, [(n, str(meeting), pool.workers) for n in range(2 * pool.workers)]))


def refuse(number: int) -> int:
    if number == 3:
        raise ValueError(f"not {number}")
    return number


def die_once(number: int, marker: str) -> int:
    """Kill this very process, the first time that number 4 comes up."""
    if number == 4 and not Path(marker).exists():
        Path(marker).touch()
        os.kill(os.getpid(), signal.SIGKILL)
    return -number


def die_always(_number: int) -> None:
    os.kill(os.getpid(), signal.SIGKILL)


@pytest.mark.parametrize("workers", [1, 2, 7])
def test_results_come_in_the_order_of_the_tasks(workers: int) -> None:
    with WorkerPool(workers) as pool:
        tasks = [(n, 0.02 * (n % 3)) for n in range(12)]
        assert pool.map(square_after, tasks) == [n * n for n in range(12)]
        assert pool.map(square_after, []) == []
        assert pool.map(square_after, [(5,)]) == [25]


def test_tasks_are_spread_over_the_workers(tmp_path: Path) -> None:
    with WorkerPool(2) as pool:
        processes = processes_of(pool, tmp_path / "meeting")
    assert len(processes) == 2
    assert os.getpid() not in processes


@pytest.mark.parametrize("workers", [1, 2])
def test_exceptions_reach_the_caller_and_the_pool_goes_on(workers: int) -> None:
    with WorkerPool(workers) as pool:
        with pytest.raises(ValueError, match="not 3") as caught:
            pool.map(refuse, [(n,) for n in range(8)])
        if workers > 1:
            assert re.search(r'In the worker process:\n(.|\n)*test_pool.py", line', *caught.value.__notes__)
        assert pool.map(square_after, [(n,) for n in range(8)]) == [n * n for n in range(8)]


def test_the_task_of_a_killed_worker_is_done_again(tmp_path: Path) -> None:
    marker = tmp_path / "died"
    with WorkerPool(2) as pool:
        assert pool.map(die_once, [(n, str(marker)) for n in range(20)]) == [-n for n in range(20)]
    assert marker.exists()


def test_a_worker_killed_while_idle_is_replaced(tmp_path: Path) -> None:
    with WorkerPool(2) as pool:
        first = processes_of(pool, tmp_path / "first")
        for process in first:
            os.kill(process, signal.SIGKILL)
        second = processes_of(pool, tmp_path / "second")
        assert not first & second


def test_a_task_that_kills_every_worker_is_given_up() -> None:
    with (
        WorkerPool(2) as pool,
        pytest.raises(
            WorkerError, match=r"5 worker processes died .*the last: killed by signal 9.*try fewer workers"
        ),
    ):
        pool.map(die_always, [(1,), (2,), (3,)])


def test_a_task_is_not_blamed_for_the_deaths_over_another() -> None:
    with WorkerPool(2) as pool:
        sound, bad = pool.submit(square_after, 3, 0.5), pool.submit(die_always, 1)
        assert sound.result() == 9
        for _ in range(2):
            with pytest.raises(WorkerError, match="5 worker processes died over the same task"):
                bad.result()
        assert pool.map(square_after, [(n,) for n in range(4)]) == [0, 1, 4, 9]


def test_no_worker_is_left_behind(tmp_path: Path) -> None:
    with WorkerPool(3) as pool:
        processes = processes_of(pool, tmp_path / "meeting")
    for process in processes:
        with pytest.raises(ProcessLookupError):
            os.kill(process, 0)


#: Three workers meet; then the parent is killed, with workers that have nothing to do, or are busy for ever.
PARENT = """
import os, signal, sys, threading, time
from pathlib import Path
from senet_gp.arena.local_pool import WorkerPool
meeting, busy = Path(sys.argv[1]), sys.argv[2] == "busy"
def meet():
    while len(list(meeting.iterdir())) < 3:
        time.sleep(0.001)
def work(number):
    (meeting / str(os.getpid())).touch()
    meet()
    while busy:
        signal.pause()
def end():
    meet()
    os.kill(os.getpid(), signal.SIGKILL)
if __name__ == "__main__":
    if busy:
        threading.Thread(target=end).start()
    WorkerPool(3).map(work, [(n,) for n in range(3)])
    end()
"""


@pytest.mark.parametrize(
    "workers",
    [
        "idle",
        pytest.param("busy", marks=pytest.mark.skipif(sys.platform != "linux", reason="only Linux can")),
    ],
)
def test_workers_end_when_their_parent_is_killed(tmp_path: Path, workers: str) -> None:
    """Without warning; also in the middle of long work, when they do not look whether it is there."""
    program, meeting = tmp_path / "parent.py", tmp_path / "meeting"
    program.write_text(PARENT)
    meeting.mkdir()
    # The end of its output is read only when all that may write to it are gone.
    done = subprocess.run(
        [sys.executable, str(program), str(meeting), workers],
        stdout=subprocess.PIPE,
        check=False,
        timeout=PATIENCE,
    )
    assert done.returncode == -signal.SIGKILL


def test_there_must_be_a_worker() -> None:
    with pytest.raises(SenetGpError, match=r"at least 1 worker .*, not 0"):
        WorkerPool(0)
    with pytest.raises(SenetGpError, match=r"dask:4 are workers elsewhere: open them by pool_of\('dask:4'\)"):
        WorkerPool("dask:4")
    assert 1 <= available_cores() <= (os.cpu_count() or 1)


class _UnreadableError(Exception):
    def __init__(self, first: str, second: str) -> None:
        super().__init__(first + second)


def _fail_unreadably(number: int) -> int:
    raise _UnreadableError("no ", str(number))


def test_an_exception_that_cannot_be_read_is_reported_and_the_pool_goes_on() -> None:
    with WorkerPool(2) as pool:
        for _ in range(3):
            with pytest.raises(SenetGpError, match="_UnreadableError: no "):
                pool.map(_fail_unreadably, [(1,), (2,), (3,)])
        assert pool.map(abs, [(-1,), (-2,), (-3,)]) == [1, 2, 3]


def die_sometimes(number: int, directory: str, how: int) -> int:
    """Die the first time that a number comes up, each time in the middle of work."""
    marker = Path(directory) / str(number)
    if not marker.exists():
        marker.touch()
        faulthandler.disable()  # pytest's own
        os.kill(os.getpid(), how)
    return -number


def run_out_of_memory(number: int, marker: str) -> int:
    if number == 4 and not Path(marker).exists():
        Path(marker).touch()
        bytearray(1 << 62)
    return -number


def always_too_large(_number: int) -> bytearray:
    return bytearray(1 << 62)


@pytest.mark.parametrize("how", thinned([signal.SIGKILL, signal.SIGSEGV, signal.SIGTERM], kept=[1]))
def test_many_workers_may_die_if_not_over_the_same_work(tmp_path: Path, how: signal.Signals) -> None:
    with WorkerPool(3) as pool:
        results = pool.map(die_sometimes, [(n, str(tmp_path), how) for n in range(20)])
    assert results == [-n for n in range(20)]


def test_a_worker_without_memory_is_a_dead_worker(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    marker = tmp_path / "ran out"
    with WorkerPool(2) as pool:
        assert pool.map(run_out_of_memory, [(n, str(marker)) for n in range(9)]) == [-n for n in range(9)]
    assert marker.exists()
    with WorkerPool(2) as pool, pytest.raises(WorkerError, match=r"the last: memory ran out.*fewer workers"):
        pool.map(always_too_large, [(1,), (2,)])
    with WorkerPool(1) as pool, pytest.raises(MemoryError):
        pool.map(always_too_large, [(1,), (2,)])
    assert capfd.readouterr() == ("", "")


def test_a_death_is_noticed_at_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A worker that would never end is killed, by a thread, in each of ten calls: they end by its death.

    The pool does not look now and then, but waits for what happens.
    """
    wait = connection.wait

    def watched(sources: list[Any], timeout: float | None = None) -> list[Any]:
        assert timeout is None
        return wait(sources)

    monkeypatch.setattr(connection, "wait", watched)
    with WorkerPool(2) as pool:
        for call in range(10):
            told = tmp_path / f"{call}.txt"
            killer = threading.Thread(target=kill_when_told, args=(told,))
            killer.start()
            assert pool.map(sleep_unless_told, [(str(told),), (str(told),)]) == [None, None]
            killer.join()


def kill_when_told(told: Path) -> None:
    while not told.exists() or not told.read_text():
        time.sleep(0.001)
    os.kill(int(told.read_text()), signal.SIGKILL)


def sleep_unless_told(told: str) -> None:
    """The first process writes its id and sleeps; a process that finds an id returns at once."""
    try:
        with Path(told).open("x") as file:
            file.write(str(os.getpid()))
    except FileExistsError:
        return
    while True:
        signal.pause()


def refuse_to_fork(monkeypatch: pytest.MonkeyPatch, after: int) -> None:
    """Let the system have room for so many more processes only."""
    fork, left = os.fork, [after]

    def reluctant_fork() -> int:
        if not left[0]:
            raise BlockingIOError(errno.EAGAIN, os.strerror(errno.EAGAIN))
        left[0] -= 1
        return fork()

    monkeypatch.setattr(os, "fork", reluctant_fork)


@pytest.mark.skipif(not hasattr(os, "fork"), reason="workers are not forked here")
@pytest.mark.parametrize(("there_can_be", "used"), [(2, 2), (1, 1), (0, 1)])
def test_where_there_is_no_room_for_all_workers_there_are_fewer(
    monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str], there_can_be: int, used: int
) -> None:
    refuse_to_fork(monkeypatch, there_can_be)
    with WorkerPool("fork:4") as pool:
        for _ in range(3):
            assert pool.map(square_after, [(n,) for n in range(8)]) == [n * n for n in range(8)]
        assert pool.workers == used
    assert capfd.readouterr().err == (
        f"senet-gp: only {used} of 4 workers can be started (Resource temporarily unavailable); "
        f"going on with {used}, with the same result.\n"
    )


@pytest.mark.skipif(not hasattr(os, "fork"), reason="workers are not forked here")
def test_the_last_worker_that_cannot_be_replaced_ends_the_call(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    refuse_to_fork(monkeypatch, 2)
    with WorkerPool("fork:2") as pool:
        assert pool.map(die_once, [(n, str(tmp_path / "died")) for n in range(9)]) == [-n for n in range(9)]
        assert pool.workers == 1
    monkeypatch.undo()
    refuse_to_fork(monkeypatch, 2)
    with (
        WorkerPool("fork:2") as pool,
        pytest.raises(WorkerError, match=r"the last worker process died .*--workers 1"),
    ):
        pool.map(die_always, [(1,), (2,), (3,)])
    monkeypatch.undo()
    refuse_to_fork(monkeypatch, 2)
    with WorkerPool("fork:2") as pool:
        pending = [pool.submit(die_always, n) for n in range(3)]
        for one, told in zip(
            pending, ("the last worker process died", *["no worker process is left"] * 2), strict=True
        ):
            with pytest.raises(WorkerError, match=told):
                one.result()
