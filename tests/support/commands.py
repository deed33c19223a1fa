"""Running the program with a command line, in a fork of this process, so that it need not import again."""

from __future__ import annotations

import contextlib
import math
import os
import signal
import subprocess
import sys
import tempfile
import time
import traceback
from collections.abc import Callable, Iterable
from functools import cache
from importlib import import_module
from importlib.metadata import packages_distributions
from itertools import count
from pathlib import Path
from pkgutil import walk_packages
from typing import Any, NoReturn

from patience import PATIENCE

import primitives
import senet_gp
from senet_gp.arena import workers
from senet_gp.arena.games import warm_up
from senet_gp.cli import run_end
from senet_gp.evolution.configuration.config import Config
from senet_gp.evolution.run.precompile import compile_game, compile_run
from senet_gp.games.registry import GAMES, game_of
from senet_gp.runtime import compiling_notice, plugins
from senet_gp.show import run_report

#: The program itself, and what needs a library that is large and for few.
_NOT_AHEAD = (".__main__", ".dask_pool")


@cache
def import_all() -> None:
    """Load what forked processes then need not: all modules, also those that verbs load late, and kernels."""
    for game in GAMES:
        warm_up(game_of(game))
    # Most commands of tests are of these two games.
    compile_game(game_of("hexapawn"))
    compile_run(Config.of("senet", parameters={"pieces": 1}))
    for package in (primitives, senet_gp):
        for module in walk_packages(package.__path__, f"{package.__name__}."):
            if not module.name.endswith(_NOT_AHEAD):
                import_module(module.name)
    # No distribution is installed meanwhile, and to read what all of them bring takes a tenth of a second.
    known = packages_distributions()
    vars(plugins)["packages_distributions"] = lambda: known


def become(
    arguments: list[str], cwd: Path | None, files: tuple[int, int, int], encoding: str | None = None
) -> NoReturn:
    """In a forked process: be the program with these arguments, and end as it does.

    Args:
        arguments: its arguments.
        cwd: where it runs.
        files: its standard input, output and error.
        encoding: of these, as PYTHONIOENCODING names it; by default the locale's.
    """
    code = 99
    # Whether more is told depends on how fast the machine is.
    run_end.TELL_MORE_AFTER = math.inf
    run_report._DECISIONS, run_report._EXPLAINING_GAMES, run_report._GAMES_OF_LANDMARKS = 100, 20, 20
    # Of a command that does not say how many workers play: to begin others takes longer than its games.
    workers.available_cores = lambda: 1
    compiling_notice.be_silent()  # whether a kernel is in the cache already depends on other tests
    try:
        if cwd is not None:
            os.chdir(cwd)
        for number, file in enumerate(files):
            os.dup2(file, number)
        sys.stdin = os.fdopen(0, encoding=encoding)
        sys.stdout = os.fdopen(1, "w", encoding=encoding)
        sys.stderr = os.fdopen(2, "w", 1, encoding=encoding)
        sys.argv = ["senet-gp", *arguments]
        from senet_gp.__main__ import main

        main()
        code = 0
    except SystemExit as error:
        code = error.code if isinstance(error.code, int) else 98
    except BaseException:  # noqa: BLE001 - whatever else it is is a mistake
        traceback.print_exc()
    finally:
        with contextlib.suppress(BaseException):
            sys.stdout.flush()
            sys.stderr.flush()
        os._exit(code)


def forget(modules: Iterable[str]) -> None:
    """In a forked process: forget some modules, and the texts that they had."""
    from senet_gp.runtime import module_hashes

    for module in modules:
        sys.modules.pop(module, None)
        module_hashes._LOADED.discard(module)
        for kept in (module_hashes._TEXTS, module_hashes._HASHES, module_hashes._NOTED):
            kept.pop(module, None)
    module_hashes._syntax_of.cache_clear()


def run_command(
    *arguments: str,
    cwd: Path | None = None,
    lines: str = "",
    encoding: str | None = None,
    environment: dict[str, str] | None = None,
    before: Callable[[], object] | None = None,
) -> subprocess.CompletedProcess[str]:
    """What the program does with these arguments and what is typed in these lines.

    Args:
        arguments: its arguments.
        cwd: where it runs.
        lines: what is typed.
        encoding: of its standard streams, as PYTHONIOENCODING names it; by default the locale's.
        environment: variables that it has besides.
        before: is called in its process before it begins.
    """
    import_all()
    with (
        tempfile.TemporaryFile() as typed,
        tempfile.TemporaryFile() as out,
        tempfile.TemporaryFile() as error,
    ):
        typed.write(lines.encode())
        typed.seek(0)
        pid = os.fork()
        if not pid:
            os.environ |= environment or {}
            if before is not None:
                before()
            become(list(arguments), cwd, (typed.fileno(), out.fileno(), error.fileno()), encoding)
        code = Forked(pid).wait()
        out.seek(0)
        error.seek(0)
        said, told = (stream.read().decode(encoding or "utf-8") for stream in (out, error))
        return subprocess.CompletedProcess(arguments, code, said, told)


def killed_at_flush(number: int) -> Callable[[], object]:
    """What :func:`run_command` calls before: the process is killed before it flushes a file for this time."""

    def prepare() -> None:
        sound, flushes = os.fsync, count(1)

        def fsync(descriptor: Any) -> None:
            if next(flushes) == number:
                os.kill(os.getpid(), signal.SIGKILL)
            sound(descriptor)

        os.fsync = fsync

    return prepare


def errors_of(program: str, cwd: Path | None = None) -> str:
    """What a line of the shell writes to standard error, but for the notice that kernels are compiled."""
    done = subprocess.run(["bash", "-c", program], capture_output=True, text=True, check=False, cwd=cwd)  # noqa: S607
    lines = done.stderr.splitlines(keepends=True)
    return "".join(line for line in lines if line.rstrip() != compiling_notice.SENTENCE)


def assert_refused(done: subprocess.CompletedProcess[str], code: int, message: str) -> None:
    """Check that a command printed one sentence that contains a text, and nothing else."""
    assert (done.returncode, done.stdout) == (code, "")
    assert message in done.stderr
    assert done.stderr.startswith("senet-gp: ")
    assert done.stderr.count("\n") == 1


class Forked:
    """A process that this one has forked.

    Attributes:
        pid: its number.
    """

    def __init__(self, pid: int) -> None:
        self.pid = pid
        self._code: int | None = None

    def kill(self) -> None:
        """Kill it, unless it has ended and was waited for."""
        if self._code is None:
            os.kill(self.pid, signal.SIGKILL)

    def wait(self) -> int:
        """Wait for its end; its exit code, or its signal with a minus sign."""
        deadline = time.monotonic() + PATIENCE
        while self._code is None:
            ended, status = os.waitpid(self.pid, os.WNOHANG)
            if ended:
                self._code = os.waitstatus_to_exitcode(status)
            elif time.monotonic() > deadline:
                os.kill(self.pid, signal.SIGKILL)
                os.waitpid(self.pid, 0)
                raise TimeoutError
            else:
                time.sleep(0.002)
        return self._code
