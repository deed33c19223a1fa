"""Commands that are stopped by signals at random moments, or by memory that is full."""

from __future__ import annotations

import contextlib
import itertools
import os
import random
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import NoReturn

import psutil
import pytest
from commands import assert_refused, become, import_all, run_command
from patience import PATIENCE
from stop_signals import STOP_SIGNALS
from tiny_runs import result_in

from senet_gp.arena.record import GameRecord
from senet_gp.engine import exact_table
from senet_gp.evolution.record.run_logs import LogFiles
from senet_gp.players.matchbox import read_matchbox
from senet_gp.runtime import interruption

EVOLVE = ["evolve", "--population", "48", "--generations", "24", "--final-games", "2", "--quiet"]
FILES = ("champion.json", "checkpoint.json", "config.toml", "generations.csv")
#: What reads each file that a command is to write.
READERS = {"box.json": read_matchbox, "game.json": GameRecord.read}
#: Each with some seconds that it takes, when everything is imported.
COMMANDS = {
    "match": (["match", "senet", "random", "hand:S1", "--games", "20000", "--workers", "2"], 0.4),
    "tournament": (["tournament", "senet", "random", "hand:S1", "--games", "20000", "--workers", "2"], 0.4),
    "learn": (["learn", "machine", "hexapawn", "--games", "3000", "--out", "box.json"], 0.4),
    "verdict": (["verdict", "hexapawn", "random-tree:1"], 0.2),
    "table --tree": (["table", "trilobite", "--tree", "--rule", "width=4", "--rule", "height=3"], 0.3),
    "play": (["play", "hexapawn", "--seed", "1", "--record", "game.json"], 0.2),
}
PLAN = """
game = "hexapawn"
population = 16
generations = 12
final_games = 4
[variants.shared]
[variants.lexicase]
credit = "lexicase"
"""


class Command:
    """The program as it is called, but forked from here, so that it need not import anything again.

    It waits, as soon as it listens to signals, for :meth:`go`.
    """

    def __init__(self, arguments: list[str], cwd: Path) -> None:
        self.out, self.error = cwd / "stdout", cwd / "stderr"
        self._input, self._keep_open = os.pipe()
        self._start, self._go = os.pipe()
        self._listens, ready = os.pipe()
        import_all()
        self.pid = os.fork()
        if not self.pid:
            self._become(arguments, cwd, ready)
        os.close(ready)
        os.read(self._listens, 1)

    def _become(self, arguments: list[str], cwd: Path, ready: int) -> NoReturn:
        listen = interruption.listen

        def listen_and_wait() -> None:
            listen()
            os.write(ready, b"!")
            os.read(self._start, 1)

        interruption.listen = listen_and_wait
        os.setsid()
        os.close(self._keep_open)
        flags = os.O_WRONLY | os.O_CREAT | os.O_TRUNC
        become(arguments, cwd, (self._input, os.open(self.out, flags), os.open(self.error, flags)))

    def go(self) -> Command:
        """Let it begin."""
        os.write(self._go, b"!")
        return self

    def send(self, number: signal.Signals, *, to_all: bool) -> None:
        """Send a signal, if it is still there: to it alone, or to its workers too."""
        with contextlib.suppress(ProcessLookupError):
            (os.killpg if to_all else os.kill)(self.pid, number)

    def end(self) -> tuple[int, str]:
        """Wait for its end: the exit code, and what it has said on standard error."""
        _, status = os.waitpid(self.pid, 0)
        for descriptor in (self._input, self._keep_open, self._start, self._go, self._listens):
            os.close(descriptor)
        return os.waitstatus_to_exitcode(status), self.error.read_text()


def left_of(session: int) -> list[int]:
    """The processes of a session that still live some time after its end."""
    deadline = time.monotonic() + PATIENCE
    while True:
        left = []
        for process in psutil.process_iter():
            with contextlib.suppress(ProcessLookupError, psutil.NoSuchProcess):
                if os.getsid(process.pid) == session and process.status() != psutil.STATUS_ZOMBIE:
                    left.append(process.pid)
        if not left or time.monotonic() > deadline:
            return left
        time.sleep(0.01)


def stopped(arguments: list[str], cwd: Path, rng: random.Random, latest: float) -> tuple[int, str]:
    """Stop a command at a random moment, half of the time by two signals, and see that it ends politely.

    If the latest moment is 0 it is stopped before it has begun.
    """
    command = Command(arguments, cwd)
    if latest:
        command.go()
        time.sleep(rng.uniform(0, latest))
    to_all = rng.random() < 0.5
    command.send(rng.choice(STOP_SIGNALS), to_all=to_all)
    if not latest:
        command.go()
    if rng.random() < 0.5:
        time.sleep(rng.choice([0, 0.01, 0.1]))
        command.send(rng.choice([signal.SIGINT, signal.SIGTERM]), to_all=to_all)
    code, error = command.end()
    # A second signal that comes before Python has noted the first one has its usual effect.
    assert code in {0, 130, -signal.SIGINT, -signal.SIGTERM}, error
    assert "Traceback" not in error
    assert not left_of(command.pid)
    return code, error


@pytest.mark.parametrize("name", list(COMMANDS))
def test_commands_end_politely_at_any_moment(name: str, tmp_path: Path) -> None:
    """What they say is saved is there and sound, and they leave nothing else behind."""
    arguments, seconds = COMMANDS[name]
    rng = random.Random(name)
    for number, latest in enumerate((0, seconds, seconds)):
        place = tmp_path / str(number)
        place.mkdir()
        code, error = stopped(arguments, place, rng, latest)
        assert latest or code == 130
        if code < 0 or (code and not error):
            continue  # a second signal has ended it at once
        files = {path.name for path in place.iterdir()} - {"stdout", "stderr"}
        wanted = READERS.keys() & set(arguments)
        assert files == wanted if code == 0 or " saved" in error else files <= wanted
        for file in files:
            READERS[file](place / file)


def test_an_experiment_that_is_stopped_at_any_moment_comes_to_the_same_end(tmp_path: Path) -> None:
    rng = random.Random(4)
    (tmp_path / "plan.toml").write_text(PLAN)
    arguments = ["experiment", "plan.toml", "--seeds", "2", "--games", "20", "--workers", "2", "--out"]
    assert stopped([*arguments, "stopped"], tmp_path, rng, 0)[0] == 130
    for _ in range(2):
        stopped([*arguments, "stopped"], tmp_path, rng, 0.5)
    for out in ("stopped", "whole"):
        assert Command([*arguments, out], tmp_path).go().end()[0] == 0
    tables = [(tmp_path / out / "runs.csv").read_bytes() for out in ("stopped", "whole")]
    assert tables[0] == tables[1]


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The directory of a run that was not stopped."""
    place = tmp_path_factory.mktemp("whole")
    assert Command([*EVOLVE, "--out", "run"], place).go().end() == (0, "")
    return place / "run"


def test_runs_that_are_stopped_at_any_moment_come_to_the_same_end(tmp_path: Path, whole: Path) -> None:
    rng = random.Random(1)
    arguments = [*EVOLVE, "--out", "run"]
    for workers in (2, 1, 3, 2):
        stopped([*arguments, "--workers", str(workers)], tmp_path, rng, 0.5)
        if (tmp_path / "run" / "config.toml").exists():
            arguments = ["resume", "run", "--quiet"]
    assert Command([*arguments, "--workers", "2"], tmp_path).go().end()[0] == 0
    for name in FILES:
        assert result_in(tmp_path / "run" / name) == result_in(whole / name)


def test_runs_whose_workers_are_killed_come_to_the_same_end(tmp_path: Path, whole: Path) -> None:
    """What scripts/lose_workers.py does for long."""
    rng = random.Random(1)
    killed = 0
    for number in range(10):
        run = f"run-{number}"
        command = Command([*EVOLVE, "--out", run, "--workers", "3"], tmp_path).go()
        process = psutil.Process(command.pid)
        while process.status() != psutil.STATUS_ZOMBIE:
            workers = process.children()
            for worker in rng.sample(workers, min(len(workers), rng.choice([1, 1, 1, 3]))):
                with contextlib.suppress(ProcessLookupError):
                    os.kill(worker.pid, rng.choice([signal.SIGKILL, signal.SIGTERM]))
                    killed += 1
            time.sleep(rng.uniform(0.02, 0.1))
        code, error = command.end()
        if code:
            # On a machine that is busy with other things five may be killed before any of them has got far.
            assert "5 worker processes died over the same task" in error
            assert Command(["resume", run, "--quiet"], tmp_path).go().end() == (0, "")
        for name in FILES:
            assert result_in(tmp_path / run / name) == result_in(whole / name)
        if killed > 3:
            return
    raise AssertionError("hardly any worker was met alive")


def test_a_person_is_told_once_and_how_to_go_on(tmp_path: Path) -> None:
    command = Command([*EVOLVE, "--generations", "4000", "--out", "run", "--workers", "2"], tmp_path).go()
    while not (tmp_path / "run" / "checkpoint.json").exists():
        time.sleep(0.01)
    command.send(signal.SIGINT, to_all=True)
    code, error = command.end()
    assert code == 130
    assert error.strip().startswith("senet-gp: interrupted after generation ")
    assert error.endswith(", which is saved; go on with: senet-gp resume run\n")
    assert error.strip().count("\n") == 0


@pytest.mark.parametrize(
    ("wait", "sentence"),
    [
        (0, "interrupted; what was done up to the last minute is in one.chances.unfinished; go on with: "),
        (60, "interrupted before anything was saved, as is done once a minute; begin again with: "),
    ],
)
def test_a_table_that_takes_long_says_how_to_go_on(tmp_path: Path, wait: int, sentence: str) -> None:
    def interrupt_later() -> None:
        checks = itertools.count()

        def check() -> None:
            if next(checks) > 1000:
                raise KeyboardInterrupt

        interruption.check = check
        exact_table._SECONDS_BETWEEN_SAVINGS = wait

    again = "senet-gp table senet --rule pieces=1 --out one.chances"
    done = run_command(*again.split()[1:], cwd=tmp_path, before=interrupt_later)
    assert_refused(done, 130, sentence + again)
    assert run_command(*again.split()[1:], cwd=tmp_path).returncode == 0
    assert [path.name for path in tmp_path.iterdir()] == ["one.chances"]


def test_a_program_that_is_only_being_imported_can_be_stopped(tmp_path: Path) -> None:
    """These programs are started, not forked; a signal before Python itself has started cannot be handled."""
    rng = random.Random(3)
    for number in (signal.SIGINT, signal.SIGTERM, signal.SIGINT):
        process = subprocess.Popen(
            [sys.executable, "-m", "senet_gp", "match", "senet", "random", "random"],
            cwd=tmp_path, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
        )  # fmt: skip
        status = Path(f"/proc/{process.pid}/status")
        while True:
            line = next(line for line in status.read_text().splitlines() if line.startswith("SigCgt"))
            if int(line.split()[1], 16) >> (signal.SIGTERM - 1) & 1:
                break
        time.sleep(rng.uniform(0, 0.3))
        process.send_signal(number)
        _, error = process.communicate(timeout=PATIENCE)
        assert (process.returncode, error) == (130, "senet-gp: interrupted before anything was begun.\n")


#: Enough for some 10 nodes an individual, which growth reaches in a few generations.
FULL = [
    "--population",
    "600",
    "--games",
    "1",
    "--rule",
    "pieces=1",
    "--final-games",
    "2",
    "--generations",
    "8",
]
SMALL_LIMIT = ["--memory-limit", "257MiB"]


def test_a_run_that_would_not_fit_stops_and_goes_on_as_if_growth_had_been_limited(tmp_path: Path) -> None:
    code, error = Command(["evolve", *FULL, *SMALL_LIMIT, "--quiet", "--out", "run"], tmp_path).go().end()
    assert code == 1
    assert error.startswith("senet-gp: the next population would have about 6,")
    assert "nodes, but its budget is 6,190; stopped after generation " in error
    assert error.endswith(
        ", which is saved; go on with a higher limit than --memory-limit 257MiB, or with growth limited, "
        "with: "
        "senet-gp resume run --when-full limit-growth\n"
    )
    assert error.count("\n") == 1
    limited = [*SMALL_LIMIT, "--when-full", "limit-growth", "--quiet"]
    assert Command(["resume", "run", *limited], tmp_path).go().end() == (0, "")
    assert Command(["evolve", *FULL, *limited, "--out", "whole", "--workers", "1"], tmp_path).go().end() == (
        0,
        "",
    )
    for name in FILES:
        assert result_in(tmp_path / "run" / name) == result_in(tmp_path / "whole" / name)
    assert "\nmax_nodes = 6190\n" in (tmp_path / "run" / "config.toml").read_text()
    rows = LogFiles(tmp_path / "run").played()
    assert max(row.size_mean for row in rows) <= 6_190 / 600


@pytest.mark.parametrize(
    ("limit", "code", "message"),
    [
        ("2", 2, "'2' is not a size, such as 900MiB or 2GiB"),
        ("-1GiB", 2, "'-1GiB' is not a size"),
        ("2GB", 2, "'2GB' is not a size"),
        (
            "100MiB",
            2,
            "a memory limit of 100MiB is too low: a run with 512 individuals needs at least 257MiB",
        ),
    ],
)
def test_a_bad_limit_is_refused(tmp_path: Path, limit: str, code: int, message: str) -> None:
    found, error = Command(["evolve", "--memory-limit", limit], tmp_path).go().end()
    assert (found, error.count("\n")) == (code, 1)
    assert message in error
    assert not (tmp_path / "runs").exists()
