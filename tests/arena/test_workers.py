"""How workers are started: what is written, what is chosen, and that it changes no result."""

from __future__ import annotations

import os
import re
import subprocess
import sys
import threading
from pathlib import Path

import pytest
from patience import PATIENCE
from thinned import thinned

from senet_gp.arena import local_pool, workers
from senet_gp.arena.local_pool import WorkerPool
from senet_gp.arena.pool import WorkerError
from senet_gp.arena.workers import FORK, MAX_WORKERS, SPAWN, VARIABLE, Workers, tell_memory
from senet_gp.runtime.errors import SenetGpError, UsageError
from senet_gp.runtime.machine import available_cores

can_fork = pytest.mark.skipif(not hasattr(os, "fork"), reason="there is no fork")


@pytest.mark.parametrize(
    ("text", "meaning"),
    [
        (3, Workers(3)),
        ("3", Workers(3)),
        ("fork:4", Workers(4, FORK)),
        ("spawn:1", Workers(1, SPAWN)),
        ("spawn", Workers(available_cores(), SPAWN)),
        (None, Workers(available_cores())),
        (Workers(2, SPAWN), Workers(2, SPAWN)),
        (MAX_WORKERS, Workers(MAX_WORKERS)),
    ],
)
def test_what_is_written_is_understood(text: int | str | Workers | None, meaning: Workers) -> None:
    assert Workers.of(text) == meaning


@pytest.mark.parametrize("text", ["", "spoon:4", "spawn:", ":4", "4:spawn", "3.5", "spawn:4:4", " 4", "٤"])
def test_what_means_nothing_is_refused(text: str) -> None:
    with pytest.raises(UsageError, match="is not a number of workers: write such as 4, fork:4"):
        Workers.of(text)


def test_a_method_is_one_of_two() -> None:
    with pytest.raises(UsageError, match="method is 'thread', but it must be fork or spawn"):
        Workers(2, "thread")


@pytest.mark.parametrize("text", [0, "0", "spawn:0", "-1", MAX_WORKERS + 1, "fork:99999"])
def test_there_must_be_some_workers_but_not_too_many(text: int | str) -> None:
    with pytest.raises(UsageError, match="at least 1 worker and at most 1024, not"):
        Workers.of(text)


@pytest.fixture
def nothing_said(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv(VARIABLE, raising=False)


def chosen_in_new_threads(workers: Workers) -> str:
    """The way that is chosen by a process that has a thread besides."""
    chosen: list[str] = []
    thread = threading.Thread(target=lambda: chosen.append(workers.start_method()))
    thread.start()
    thread.join()
    return chosen[0]


@can_fork
@pytest.mark.usefixtures("nothing_said")
def test_a_process_with_threads_does_not_fork_unless_told(monkeypatch: pytest.MonkeyPatch) -> None:
    with monkeypatch.context() as alone:
        # pytest-xdist has a thread, too.
        alone.setattr(threading, "active_count", lambda: 1)
        assert Workers.of(2).start_method() == (FORK if sys.platform != "darwin" else SPAWN)
    assert chosen_in_new_threads(Workers(2, FORK)) == FORK
    assert chosen_in_new_threads(Workers(2)) == SPAWN


def test_the_environment_says_how_where_nothing_else_does(monkeypatch: pytest.MonkeyPatch) -> None:
    for method in (SPAWN, FORK):
        monkeypatch.setenv(VARIABLE, method)
        assert Workers.of(2).start_method() == method
        assert Workers.of("spawn:2").start_method() == SPAWN
    monkeypatch.setenv(VARIABLE, "forkserver")
    with pytest.raises(UsageError, match="is 'forkserver', but it must be fork or spawn"):
        WorkerPool(2).map(abs, [(-1,), (-2,)])


#: Plays with a thread at hand, as a notebook, a server or a Dask worker does; forking then is warned of.
THREADED = """
import threading, warnings
from senet_gp.arena.local_pool import WorkerPool

warnings.simplefilter("error")

def main():
    done = threading.Event()
    thread = threading.Thread(target=done.wait)
    thread.start()
    try:
        with WorkerPool(2) as pool:
            print(pool.map(abs, [(-1,), (-2,), (-3,)]))
    finally:
        done.set()
        thread.join()

{guard}main()
"""


def run_program(program: str, place: Path) -> subprocess.CompletedProcess[str]:
    file = place / "program.py"
    file.write_text(program)
    variables = {name: value for name, value in os.environ.items() if name != VARIABLE}
    return subprocess.run(
        [sys.executable, str(file)],
        env=variables,
        capture_output=True,
        text=True,
        check=False,
        timeout=PATIENCE,
    )


def test_a_program_with_threads_plays_in_spawned_workers(tmp_path: Path) -> None:
    done = run_program(THREADED.format(guard='if __name__ == "__main__": '), tmp_path)
    assert (done.returncode, done.stdout, done.stderr) == (0, "[1, 2, 3]\n", "")


@pytest.mark.slow
def test_a_program_without_a_guard_is_told_of_it_once(tmp_path: Path) -> None:
    done = run_program(THREADED.format(guard=""), tmp_path)
    assert done.returncode == 1
    assert done.stderr.count("Traceback") == 1
    assert re.search(
        r"WorkerError: each spawned worker runs this program again.*__name__ == '__main__'", done.stderr
    )


def test_workers_of_a_thread_that_has_ended_live_on() -> None:
    """Linux would take the end of the thread that has started them for the end of the parent."""
    with WorkerPool("spawn:2") as pool:
        thread = threading.Thread(target=pool.map, args=(abs, [(-1,), (-2,)]))
        thread.start()
        thread.join()
        processes = {worker.process.pid for worker in pool._pool}
        assert pool.map(abs, [(-3,), (-4,)]) == [3, 4]
        assert {worker.process.pid for worker in pool._pool} == processes


def test_what_a_spawned_worker_cannot_import_is_reported(tmp_path: Path) -> None:
    done = run_program(
        "from senet_gp.arena.local_pool import WorkerPool\n"
        "if __name__ == '__main__':\n"
        "    def own(n): return n\n"
        "    with WorkerPool('spawn:2') as pool:\n"
        "        try:\n"
        "            pool.map(own, [(1,), (2,)])\n"
        "        except Exception as error: print(type(error).__name__, error)\n"
        "        print(pool.map(abs, [(-1,), (-2,)]))\n",
        tmp_path,
    )
    assert done.stdout.startswith("SenetGpError a worker cannot load its task (")
    assert done.stdout.endswith("define your own players and functions in a module\n[1, 2]\n")
    assert done.stderr == ""


WITHOUT_GUARD = "from senet_gp import WorkerPool\nWorkerPool('spawn:2').map(abs, [-1, -2, -3])\n"
ONCE = "import os\nos.mkdir('made')\n"


@pytest.mark.parametrize(
    ("program", "typed", "said"),
    thinned(
        [
            (WITHOUT_GUARD, False, "each spawned worker runs this program again, up to the line that starts"),
            (
                ONCE + WITHOUT_GUARD,
                False,
                "and that failed as told above: put the program's actions under if",
            ),
            (
                WITHOUT_GUARD,
                True,
                r"the program again, but it is in no file \(<stdin>\): write it into a file",
            ),
        ],
        kept=[0],
    ),
)
def test_a_program_that_workers_cannot_run_again_is_told_why(
    tmp_path: Path, program: str, typed: bool, said: str
) -> None:
    (tmp_path / "program.py").write_text(program)
    done = subprocess.run(
        [sys.executable, "-" if typed else "program.py"],
        input=program,
        capture_output=True,
        text=True,
        check=False,
        cwd=tmp_path,
    )
    assert re.search(rf"^senet_gp\.arena\.pool\.WorkerError: .*{said}", done.stderr, re.MULTILINE)
    assert "memory" not in done.stderr


def _end_the_worker() -> None:
    os._exit(1)


def _what_cannot_be_sent() -> object:
    return lambda: 1


def test_tasks_that_end_a_worker_or_cannot_be_sent_back_are_not_blamed_on_the_program(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(local_pool, "MAX_DEATHS", 1)  # a second each
    with WorkerPool("spawn:2") as pool:
        with pytest.raises(WorkerError, match="1 worker processes died over the same task"):
            pool.map(_end_the_worker, [(), ()])
        with pytest.raises(SenetGpError, match="the result of a task cannot be sent from a worker"):
            pool.map(_what_cannot_be_sent, [(), ()])


def test_memory_is_told_before_workers_that_do_not_fit(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(workers, "free_memory", lambda: 1 << 30)
    tell_memory(8, SPAWN)
    tell_memory(32, FORK)
    assert capsys.readouterr().err == ""
    tell_memory(64, SPAWN)
    told = capsys.readouterr().err
    assert "64 workers take about 8192MiB of memory, 128MiB each" in told
    assert "1024MiB are free; 8 would fit" in told
    monkeypatch.setattr(workers, "free_memory", lambda: 0)
    with WorkerPool("fork:2") as pool:
        assert pool.map(abs, [-1, -2, -3]) == pool.map(abs, [1, 2, 3])
    assert capsys.readouterr().err.count("workers take about") == 1, "it is told once"
