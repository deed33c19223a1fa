"""Kill a run at every operation on its files, resume it, and compare it with a run that was not killed.

    python scripts/kill_at_every_operation.py --game hexapawn

While ``kill_runs.py`` kills at random moments, this script tries every operation. For every n, a run is
played in a process that kills itself before its n-th operation (a file opened, renamed, flushed, …), or in
the middle of it if it is a write. The same is done to the resumption of runs that were killed in the middle
of an operation, and to the extension of an ended run. The exit code is 1 if any run ends with wrong files.
"""

from __future__ import annotations

import argparse
import contextlib
import gc
import io
import os
import shutil
import signal
import sys
import tempfile
import traceback
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple, NoReturn

from kill_runs import differences

from senet_gp.arena.games import warm_up
from senet_gp.cli import main as senet_gp
from senet_gp.evolution.configuration.config import Config
from senet_gp.evolution.run import run as playing
from senet_gp.games.registry import GAMES, game_of

_KILLED = -signal.SIGKILL
#: A tiny run, of three generations.
_OPTIONS = "--population 8 --final-games 2"


class Operation(NamedTuple):
    """What a process does to a file: its name, and that of the file."""

    name: str
    file: str


class Operations:
    """Counts the operations of a process on files in a directory, and kills it at one of them.

    Attributes:
        done: the operations so far, each with the name of its file.
    """

    def __init__(self, directory: Path, fatal: int) -> None:
        self.done: list[Operation] = []
        self._directory = str(directory)
        self._fatal = fatal
        self._descriptors: dict[int, str] = {}

    def watch(self) -> None:
        """Replace the functions of Python that change files."""
        for name in ("mkdir", "open", "replace", "link", "unlink", "chmod", "fsync"):
            setattr(os, name, self._watched(name, getattr(os, name)))
        io.open = self._opened(io.open)

    def _is_ours(self, file: Any) -> bool:
        return file in self._descriptors if isinstance(file, int) else str(file).startswith(self._directory)

    def _step(self, name: str, file: Any) -> bool:
        """Note an operation on a file, or on a descriptor; whether it is the fatal one."""
        self.done.append(Operation(name, Path(self._descriptors.get(file, file)).name))
        return len(self.done) == self._fatal

    def _watched(self, name: str, function: Callable[..., Any]) -> Callable[..., Any]:
        def operation(file: Any, *arguments: Any, **options: Any) -> Any:
            if not self._is_ours(file):
                return function(file, *arguments, **options)
            if self._step(name, file):
                _die()
            result = function(file, *arguments, **options)
            if name == "open":
                self._descriptors[result] = str(file)
            return result

        return operation

    def _opened(self, function: Callable[..., Any]) -> Callable[..., Any]:
        operations = self

        class Written(io.FileIO):
            """A file whose writing can be cut short."""

            def write(self, data: Any, /) -> int:
                if operations._step("write", self.name):
                    super().write(bytes(data)[: len(data) // 2])
                    _die()
                return super().write(data)

        def open_file(file: Any, mode: str = "r", *arguments: Any, **options: Any) -> Any:
            if not self._is_ours(file) or mode not in {"a", "w", "wb"}:
                opened = function(file, mode, *arguments, **options)
                if self._is_ours(file) and not isinstance(file, int):
                    self._descriptors[opened.fileno()] = str(file)
                return opened
            if self._step(f"open for {mode}", file):
                _die()
            raw = Written(file, mode.removesuffix("b"))
            if not isinstance(file, int):
                self._descriptors[raw.fileno()] = str(file)
            written = io.BufferedWriter(raw)
            return written if mode == "wb" else io.TextIOWrapper(written, encoding="utf-8")

        return open_file


def _die() -> NoReturn:
    os.kill(os.getpid(), signal.SIGKILL)
    raise AssertionError


def run(arguments: str, directory: Path, fatal: int = 0) -> tuple[int, list[str]]:
    """Run senet-gp in a process that is killed at an operation on the files of a directory.

    Args:
        arguments: its arguments.
        directory: where the operations are counted.
        fatal: which operation, from 1 on; 0 for none.

    Returns:
        Its exit code, and the lines that it has left: the operations that it did, if it was not killed.
    """
    report = directory.with_name("report")
    child = os.fork()
    if child == 0:
        code = 1
        try:
            nothing = os.open(os.devnull, os.O_WRONLY)
            os.dup2(nothing, 1)
            os.dup2(os.open(report, os.O_WRONLY | os.O_CREAT | os.O_TRUNC), 2)
            operations = Operations(directory, fatal)
            operations.watch()
            sys.argv = ["senet-gp", *arguments.split()]
            try:
                senet_gp()
            except SystemExit as end:
                code = int(end.code or 0)
            if code == 0:
                report.write_text("\n".join(map("\t".join, operations.done)))
        except BaseException:  # noqa: BLE001 - it is reported
            traceback.print_exc()
        finally:
            os._exit(code)
    code = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
    return code, report.read_text().split("\n") if report.exists() else []


class Killer:
    """Kills runs of one game in one directory and compares their files.

    Attributes:
        kills: the number of killed processes, by the operation at which they were killed.
        failures: a sentence for each run that failed.
    """

    def __init__(self, game: str, place: Path, every: int) -> None:
        self.kills: Counter[str] = Counter()
        self._every = every
        self.failures: list[str] = []
        self._place, self._directory = place, place / "run"
        has = Config(game=game).fitness.options()
        few = " ".join(
            f"--{name.replace('_', '-')} 2" for name in ("games", "random_games", "cases") if name in has
        )
        self._evolve = f"evolve {game} {_OPTIONS} {few} --quiet --out {self._directory}"
        self._resume = f"resume {self._directory} --quiet"
        self._references = {generations: self._reference(generations) for generations in (2, 3)}

    def _reference(self, generations: int) -> Path:
        code, said = run(f"{self._evolve} --generations {generations}", self._directory)
        assert code == 0, said
        return Path(shutil.move(self._directory, self._place / f"reference-{generations}"))

    def _count(self, command: str, before: Path | None) -> list[Operation]:
        """The operations of a command that is not killed."""
        self._put(before)
        code, lines = run(command, self._directory)
        assert code == 0, lines
        return [Operation(*line.split("\t")) for line in lines]

    def _put(self, before: Path | None) -> None:
        shutil.rmtree(self._directory, ignore_errors=True)
        if before is not None:
            shutil.copytree(before, self._directory)

    def kill_everywhere(self, what: str, command: str, then: str, before: Path | None = None) -> None:
        """Kill a command at each of its operations, and compare the final results of the run.

        Args:
            what: its name in the report.
            command: the arguments, without the number of workers.
            then: the arguments after the kill if there is a configuration; else the command is repeated.
            before: the run's directory before the command, if there is one.
        """
        command_alone = f"{command} --workers 1"
        operations = list(enumerate(self._count(command_alone, before), 1))
        for number, (operation, _) in operations[:: self._every]:
            self._put(before)
            code, _ = run(command_alone, self._directory, number)
            if code != _KILLED:
                self.failures.append(f"{what}, operation {number}, {operation}: not killed but {code}")
                continue
            self.kills[f"{what}: {operation}"] += 1
            goes_on = (self._directory / "config.toml").exists()
            code, said = run(f"{then if goes_on else command} --workers {1 + number % 2}", self._directory)
            problem = f"ended with {code}: {' '.join(said)}"
            if code == 0:
                different = differences(self._references[3], self._directory)
                problem = f"other files: {', '.join(different)}" if different else ""
            if problem:
                self.failures.append(f"{what}, operation {number}, {operation}: {problem}")

    def kill_evolve(self) -> None:
        """Kill a run from its beginning to its end."""
        self.kill_everywhere("evolve", f"{self._evolve} --generations 3", self._resume)

    def kill_go_on(self) -> None:
        """The same with the command that begins a run or goes on with it, which is repeated as it is."""
        command = f"{self._evolve} --generations 3 --go-on"
        self.kill_everywhere("evolve --go-on", command, command)

    def kill_resume(self) -> None:
        """Kill the resumption of runs that were killed where most has to be repaired."""
        command = f"{self._evolve} --generations 3 --workers 1"
        operations = list(enumerate(self._count(command, None), 1))

        def numbers(name: str, begin: str) -> list[int]:
            """Those of one kind, on files whose names begin so; a new file has another name first."""
            return [number for number, one in operations if one.name == name and one.file.startswith(begin)]

        for what, fatal in (
            ("between the two renames of a checkpoint", numbers("replace", ".checkpoint.json")[1]),
            ("in the first line of a log", numbers("write", "generations.csv")[0]),
            ("in the last line of a log", numbers("write", "generations.csv")[-1]),
            ("in the last checkpoint", numbers("write", ".checkpoint.json")[-1]),
            ("in the champion", numbers("write", ".champion.json")[-1]),
        ):
            self._put(None)
            code, _ = run(command, self._directory, fatal)
            assert code == _KILLED
            before = self._place / "before"
            shutil.rmtree(before, ignore_errors=True)
            shutil.copytree(self._directory, before)
            self.kill_everywhere(f"resume of a run killed {what}", self._resume, self._resume, before)

    def kill_extension(self) -> None:
        """Kill the extension of an ended run."""
        command = f"{self._resume} --generations 3"
        self.kill_everywhere("extension", command, command, self._references[2])


def import_all(game: str, directory: Path) -> None:
    """Play a run in this process, so that no child need import anything."""
    sys.argv = ["senet-gp", *f"evolve {game} {_OPTIONS} --generations 1 --workers 2 --quiet".split()]
    sys.argv += ["--out", str(directory)]
    with contextlib.suppress(SystemExit):
        senet_gp()


def main() -> int:
    """Play the runs and report."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--game", choices=GAMES, default="hexapawn", help="[default: hexapawn]")
    parser.add_argument(
        "--every", type=int, default=1, help="kill only at every N-th operation  [default: 1]"
    )
    chosen = parser.parse_args()
    warm_up(game_of(chosen.game))
    # The champion's final games would take most of the time and do not matter here.
    playing.PANEL_GAMES = 2
    with tempfile.TemporaryDirectory() as place:
        import_all(chosen.game, Path(place) / "here")
        gc.freeze()
        killer = Killer(chosen.game, Path(place), chosen.every)
        killer.kill_evolve()
        killer.kill_go_on()
        killer.kill_resume()
        killer.kill_extension()
    for failure in killer.failures:
        print(failure)
    for where, count in sorted(killer.kills.items()):
        print(f"{count:6} killed in {where}")
    print(f"{killer.kills.total():6} kills, {len(killer.failures)} runs failed")
    return 1 if killer.failures else 0


if __name__ == "__main__":
    sys.exit(main())
