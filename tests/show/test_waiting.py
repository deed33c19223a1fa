"""What is said while one waits: that kernels are compiled, and how far a run is."""

from __future__ import annotations

import io
import os
import subprocess
import sys
import threading
from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace

import numpy as np
import pytest

from senet_gp import Config, Evolution, ProgressLine, SerialPool, WorkerPool, play_run
from senet_gp.arena.workers import SPAWN, VARIABLE
from senet_gp.engine import exact_table
from senet_gp.evolution.run import progress_line
from senet_gp.evolution.run.run import RunHooks
from senet_gp.games.senet import Senet
from senet_gp.runtime import compiling_notice
from senet_gp.trees import shape

CONFIG = Config.of("hexapawn", population=12, generations=4, games=2)
COMPILING = """
from senet_gp.runtime import compiling_notice
compiling_notice._PATIENCE = 0.0
import numpy as np
from senet_gp.trees import shape
import numba
numba.njit(lambda: 1)()
print("compiled something else", flush=True)
codes = np.zeros(1, np.int16)
for _ in range(2):
    shape.subtree_end(codes, 0, np.zeros(1, np.int64))
    shape.depth(codes, np.zeros(1, np.int64))
"""


@pytest.fixture
def silent_so_far(monkeypatch: pytest.MonkeyPatch) -> None:
    """A process that has said nothing yet."""
    monkeypatch.setattr(compiling_notice, "_silent", False)
    monkeypatch.setattr(compiling_notice, "_told", False)


@pytest.mark.slow
def test_compiling_is_told_once_and_only_if_something_is_compiled(tmp_path: Path) -> None:
    told = []
    for _ in range(2):
        process = subprocess.run(
            [sys.executable, "-c", COMPILING],
            env={**os.environ, "SENET_GP_CACHE": str(tmp_path)},
            capture_output=True,
            text=True,
            check=True,
        )
        assert process.stdout == "compiled something else\n"
        told.append(process.stderr)
    assert told == ["Compiling what is used here for the first time: some 15 seconds ...\n", ""]


@pytest.mark.usefixtures("silent_so_far")
def test_short_compiling_is_not_worth_a_line_but_much_of_it_is(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    now, waiting = [0.0], list[tuple[float, Callable[[], None]]]()

    def timer(seconds: float, function: Callable[[], None]) -> SimpleNamespace:
        due = (now[0] + seconds, function)
        return SimpleNamespace(start=lambda: waiting.append(due), cancel=waiting.clear, join=list)

    def pass_by(seconds: float) -> None:
        now[0] += seconds
        for due, function in waiting:
            if due <= now[0]:
                function()

    monkeypatch.setattr(compiling_notice, "threading", SimpleNamespace(Timer=timer))
    monkeypatch.setattr(compiling_notice, "time", SimpleNamespace(monotonic=lambda: now[0]))
    monkeypatch.setattr(compiling_notice, "_PATIENCE", 0.3)
    listener = compiling_notice._Listener(frozenset({shape.__file__}))
    data = SimpleNamespace(data={"dispatcher": shape.depth})

    def compile_for(seconds: float) -> str:
        listener.on_start(data)
        listener.on_start(data)
        listener.on_end(data)
        pass_by(seconds)
        said = capsys.readouterr().err
        listener.on_end(data)
        return said

    assert compile_for(0.2) == ""
    pass_by(60)  # nothing is compiled meanwhile
    assert capsys.readouterr().err == ""
    # The line comes while the kernel is still being compiled, when all of it has taken long enough.
    assert compile_for(0.11).count("Compiling") == 1
    assert compile_for(60) == ""
    assert waiting == []


@pytest.mark.usefixtures("silent_so_far")
def test_nobody_says_what_another_has_said(capsys: pytest.CaptureFixture[str]) -> None:
    assert not compiling_notice.is_silent()
    compiling_notice.tell()
    compiling_notice.tell()
    assert compiling_notice.is_silent()
    assert capsys.readouterr().err.count("Compiling") == 1


def test_a_pool_of_a_process_with_threads_spawns(monkeypatch: pytest.MonkeyPatch) -> None:
    """As a notebook's process is, whose threads talk to the browser."""
    monkeypatch.delenv(VARIABLE, raising=False)
    stop = threading.Event()
    thread = threading.Thread(target=stop.wait)
    thread.start()
    try:
        with WorkerPool(2) as pool:
            assert pool.map(divmod, [(7, 2), (9, 4)]) == [(3, 1), (2, 1)]
            methods = [worker.process._start_method for worker in pool._pool]
    finally:
        stop.set()
        thread.join()
    assert methods == [SPAWN, SPAWN]


def lines_of(text: str) -> list[str]:
    """The texts that are written over one another."""
    return text.rstrip("\n").split("\r")


def test_a_line_tells_how_far_a_run_is(monkeypatch: pytest.MonkeyPatch) -> None:
    now = [100.0]
    monkeypatch.setattr(progress_line.time, "monotonic", lambda: now[-1])
    stream = io.StringIO()
    line = ProgressLine(CONFIG.generations, stream)
    for number, generation in enumerate(Evolution(CONFIG, SerialPool()), 1):
        # The second ends too early to be told.
        now.append(now[-1] + (0.1 if number == 2 else 60.0))
        line(generation)
    first, third, last = lines_of(stream.getvalue())
    assert first.startswith("generation 1: winner of ")
    assert first.endswith("; about 0:03:00 left")
    assert third.rstrip().endswith("; about 0:00:40 left")
    assert last.rstrip().endswith("; done in 0:03:00")
    assert stream.getvalue().count("\n") == 1
    assert len(last) >= len(third.rstrip())


def test_a_run_in_a_notebook_shows_the_line_unless_it_has_a_hook(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    class OutStream(io.StringIO):
        """Standard error as Jupyter's kernel has it."""

    written = {}
    for name, module, hooks in (
        ("script", "io", RunHooks()),
        ("notebook", "ipykernel.iostream", RunHooks()),
        ("hook", "ipykernel.iostream", RunHooks(on_generation=str)),
    ):
        monkeypatch.setattr(OutStream, "__module__", module)
        stream = OutStream()
        with monkeypatch.context() as shown:
            shown.setattr(sys, "stderr", stream)
            play_run(tmp_path / name, CONFIG, pool=SerialPool(), hooks=hooks)
        written[name] = stream.getvalue()
    assert written["script"] == written["hook"] == ""
    assert lines_of(written["notebook"])[-1].startswith("generation 4: winner of ")


@pytest.mark.usefixtures("silent_so_far")
def test_solving_senet_with_two_pieces_is_told(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    solved = SimpleNamespace(sweeps=list, values=np.zeros(1, np.uint32))
    monkeypatch.setattr(exact_table, "Solving", lambda _game: solved)
    told = "Solving Senet with 2 pieces, which has 189,660 positions ...\n"
    for pieces, line in ((1, ""), (2, told)):
        exact_table.chance_table.__wrapped__(Senet(pieces=pieces))
        assert capsys.readouterr() == ("", line)
    compiling_notice.be_silent()
    exact_table.chance_table.__wrapped__(Senet(pieces=2))
    assert capsys.readouterr() == ("", "")
