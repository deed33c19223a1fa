"""What every study has: a directory where its commands run and their results are kept, and its budget."""

from __future__ import annotations

import datetime as dt
import hashlib
import json
import os
import platform
import resource
import subprocess
import sys
from collections.abc import Callable, Mapping
from importlib.metadata import version
from pathlib import Path
from types import MappingProxyType
from typing import Any, NamedTuple, TypeVar

ROOT = Path(__file__).resolve().parents[2]
T = TypeVar("T")


class Study(NamedTuple):
    """A question, how it is measured, and what pages say of the result.

    Args:
        question: what the study asks, in a sentence.
        minutes: the processor time that it takes, in minutes.
        measure: measures it, and returns what :mod:`json` can write.
        blocks: Markdown for pages by the names of the blocks there, from what ``measure`` has returned.
        pictures: functions that draw a file, by its path inside docs/, from what ``measure`` has returned.
    """

    question: str
    minutes: float
    measure: Callable[[Work], Any]
    blocks: Callable[[Any], dict[str, str]]
    pictures: Mapping[str, Callable[[Any, Path], None]] = MappingProxyType({})


class Work:
    """A directory in which a study works. What it has measured there is kept, and not measured again.

    Args:
        directory: where commands run and results are kept.
        small: whether this is only to see that all of it still comes out.
    """

    def __init__(self, directory: Path, *, small: bool = False) -> None:
        self.directory, self.small = directory, small
        self.seconds = 0.0
        self.commits: set[str] = set()
        (directory / "kept").mkdir(parents=True, exist_ok=True)

    def pick(self, full: T, small: T) -> T:
        """The first, or the second of a small budget."""
        return small if self.small else full

    def command(self, *arguments: object) -> Any:
        """What ``senet-gp ARGUMENTS --json`` prints; it runs in the directory of the study.

        Raises:
            SystemExit: if the command fails.
        """
        words = [str(argument) for argument in arguments]
        return self.keep(f"senet-gp {' '.join(words)}", lambda: self._run(words))

    def match(self, player: str, opponent: str, *, games: int, seed: int = 1, game: str = "senet") -> Any:
        """What ``senet-gp match`` says of two players; a run is named by its directory."""
        return self.command("match", game, player, opponent, "--games", games, "--seed", seed)

    def share(
        self, player: str, opponent: str, games: int, game: str = "senet"
    ) -> tuple[float, tuple[float, float]]:
        """The share of points of a player, with luck subtracted, and its interval."""
        match = self.match(player, opponent, games=games, game=game)
        return match["adjusted_score"], match["interval"]

    def keep(self, name: str, measure: Callable[[], Any]) -> Any:
        """What a function returns, called once; the name says what it measures, with all its arguments."""
        file = self.directory / "kept" / f"{hashlib.sha256(name.encode()).hexdigest()[:16]}.json"
        if not file.exists():
            print(f"  {name[:150]}", flush=True)
            begun = _processor_time()
            found = {
                "name": name,
                "result": measure(),
                "commit": commit(),
                "seconds": _processor_time() - begun,
            }
            partial = file.with_suffix(".partial")
            partial.write_text(json.dumps(found), encoding="utf-8")
            partial.replace(file)
        kept = json.loads(file.read_text(encoding="utf-8"))
        self.seconds += kept["seconds"]
        self.commits.add(kept["commit"])
        return kept["result"]

    def _run(self, words: list[str]) -> Any:
        done = subprocess.run(  # noqa: S603 - the words are those of a study
            [sys.executable, "-m", "senet_gp", *words, "--json"],
            cwd=self.directory,
            env=os.environ | {"PYTHONPATH": str(ROOT)},
            stdout=subprocess.PIPE,
            text=True,
            check=False,
        )
        if done.returncode:
            sys.exit(f"senet-gp {' '.join(words)} failed with exit code {done.returncode}")
        return json.loads(done.stdout)


def commit() -> str:
    """The commit that is checked out, with a plus if files differ from it; empty outside a repository."""

    def git(*words: str) -> str:
        command = ["git", "-C", str(ROOT), *words]
        return subprocess.run(command, capture_output=True, text=True, check=False).stdout.strip()  # noqa: S603

    # What pages say does not change what is measured.
    changed = git("status", "--porcelain", "senet_gp", "primitives", "scripts/studies")
    return git("rev-parse", "--short=10", "HEAD") + ("+" if changed else "")


def machine() -> str:
    """The processor and the versions that decide how fast it is."""
    cpu = platform.processor() or platform.machine()
    info = Path("/proc/cpuinfo")
    if info.exists():
        names = [
            line.partition(":")[2].strip() for line in info.read_text().splitlines() if "model name" in line
        ]
        cpu = names[0] if names else cpu
    return (
        f"{os.cpu_count()} cores, {cpu}, {platform.system()}, "
        f"Python {platform.python_version()}, numba {version('numba')}"
    )


def today() -> str:
    """The date, as data files have it."""
    return dt.datetime.now(dt.UTC).date().isoformat()


def _processor_time() -> float:
    own, children = resource.getrusage(resource.RUSAGE_SELF), resource.getrusage(resource.RUSAGE_CHILDREN)
    return own.ru_utime + own.ru_stime + children.ru_utime + children.ru_stime
