"""Worker processes: order, exceptions, and deaths."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from senet_gp.arena.pool import WorkerError, WorkerPool, available_cores
from senet_gp.errors import SenetGpError


def square_after(number: int, seconds: float = 0.0) -> int:
    time.sleep(seconds)
    return number * number


def process_of(_number: int) -> int:
    time.sleep(0.01)
    return os.getpid()


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


def test_tasks_are_spread_over_the_workers() -> None:
    with WorkerPool(2) as pool:
        processes = set(pool.map(process_of, [(n,) for n in range(20)]))
    assert len(processes) == 2
    assert os.getpid() not in processes


@pytest.mark.parametrize("workers", [1, 2])
def test_exceptions_reach_the_caller_and_the_pool_goes_on(workers: int) -> None:
    with WorkerPool(workers) as pool:
        with pytest.raises(ValueError, match="not 3"):
            pool.map(refuse, [(n,) for n in range(8)])
        assert pool.map(square_after, [(n,) for n in range(8)]) == [n * n for n in range(8)]


def test_the_task_of_a_killed_worker_is_done_again(tmp_path: Path) -> None:
    marker = tmp_path / "died"
    start = time.monotonic()
    with WorkerPool(2) as pool:
        assert pool.map(die_once, [(n, str(marker)) for n in range(20)]) == [-n for n in range(20)]
    assert marker.exists()
    assert time.monotonic() - start < 30, "a pool that waits for the dead waits for ever"


def test_a_worker_killed_while_idle_is_replaced() -> None:
    with WorkerPool(2) as pool:
        first = set(pool.map(process_of, [(n,) for n in range(10)]))
        for process in first:
            os.kill(process, signal.SIGKILL)
        second = set(pool.map(process_of, [(n,) for n in range(10)]))
        assert not first & second


def test_a_task_that_kills_every_worker_is_given_up() -> None:
    with (
        WorkerPool(2) as pool,
        pytest.raises(WorkerError, match=r"worker processes died .*try fewer workers"),
    ):
        pool.map(die_always, [(1,), (2,), (3,)])


def test_no_worker_is_left_behind() -> None:
    with WorkerPool(3) as pool:
        processes = set(pool.map(process_of, [(n,) for n in range(30)]))
    for process in processes:
        with pytest.raises(ProcessLookupError):
            os.kill(process, 0)


def test_workers_end_when_their_parent_is_killed(tmp_path: Path) -> None:
    """The parent has no chance to say anything: the workers must notice that it is gone."""
    program = tmp_path / "parent.py"
    program.write_text(
        "import os, signal, sys, time\n"
        "from senet_gp.arena.pool import WorkerPool\n"
        "def pid(n):\n    time.sleep(0.05)\n    return os.getpid()\n"
        "pool = WorkerPool(3)\n"
        "print(*sorted(set(pool.map(pid, [(n,) for n in range(9)]))), flush=True)\n"
        "os.kill(os.getpid(), signal.SIGKILL)\n"
    )
    done = subprocess.run(
        [sys.executable, str(program)], capture_output=True, text=True, check=False, timeout=60
    )
    assert done.returncode == -signal.SIGKILL
    workers = [int(word) for word in done.stdout.split()]
    assert len(workers) == 3
    deadline = time.monotonic() + 10
    for worker in workers:
        while time.monotonic() < deadline:
            try:
                os.kill(worker, 0)
            except ProcessLookupError:
                break
            if Path(f"/proc/{worker}/stat").exists() and ") Z " in Path(f"/proc/{worker}/stat").read_text():
                break  # ended, and waiting for somebody to ask
            time.sleep(0.05)
        else:
            pytest.fail(f"worker {worker} is still there")


def test_there_must_be_a_worker() -> None:
    with pytest.raises(SenetGpError, match="at least 1 worker, not 0"):
        WorkerPool(0)
    assert available_cores() >= 1


class _UnreadableError(Exception):
    def __init__(self, first: str, second: str) -> None:
        super().__init__(first + second)


def _fail_unreadably(number: int) -> int:
    raise _UnreadableError("no ", str(number))


def test_an_exception_that_cannot_be_read_is_told_and_the_pool_goes_on() -> None:
    with WorkerPool(2) as pool:
        for _ in range(3):
            with pytest.raises(SenetGpError, match="_UnreadableError: no "):
                pool.map(_fail_unreadably, [(1,), (2,), (3,)])
        assert pool.map(abs, [(-1,), (-2,), (-3,)]) == [1, 2, 3]
