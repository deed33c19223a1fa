"""What every study has: a directory where its commands run and their results are kept, and its budget."""

from __future__ import annotations

import datetime as dt
import hashlib
import json
import os
import platform
import shutil
import subprocess
import sys
from collections.abc import Callable, Mapping
from importlib.metadata import version
from pathlib import Path
from types import MappingProxyType
from typing import Any, NamedTuple, TypeVar

from senet_gp.runtime.machine import processor, processor_seconds

ROOT = Path(__file__).resolve().parents[2]
#: Where the package of the Royal Game of Ur is.
UR = ROOT / "docs" / "examples" / "royal_ur"
#: Where data files of studies are.
DATA = ROOT / "docs" / "evidence"
#: Studies of more minutes of a core than this are made on request.
QUICK = 10
T = TypeVar("T")


class Study(NamedTuple):
    """A question, how it is measured, and what pages say of the result.

    Args:
        question: what the study asks, in a sentence.
        minutes: the processor time that it takes, in minutes.
        measure: measures it, and returns what :mod:`json` can write.
        blocks: Markdown for the blocks of pages, by name, from what ``measure`` has returned.
        shows: the names of these blocks.
        files: functions that write a file, such as a picture, from what ``measure`` has returned; by the
            file's path, seen from docs/.
        needs: the studies whose data files it reads.
        times: whether it measures times, which no machine repeats.
    """

    question: str
    minutes: float
    measure: Callable[[Work], Any]
    blocks: Callable[[Any], dict[str, str]]
    shows: tuple[str, ...]
    files: Mapping[str, Callable[[Any, Path], None]] = MappingProxyType({})
    needs: tuple[str, ...] = ()
    times: bool = False

    @property
    def quick(self) -> bool:
        """Whether it is soon made, and comes out the same wherever it is made."""
        return self.minutes <= QUICK and not self.times


class Work:
    """A directory in which a study works. What it has measured there is kept, and not measured again.

    Args:
        directory: where commands run and results are kept.
        small: whether this is only to see that all of it still comes out.
    """

    def __init__(self, directory: Path, *, small: bool = False) -> None:
        self.directory, self.small = directory, small
        self.seconds = 0.0
        #: Where and when what is kept was measured: commits, dates and machines.
        self.origins: dict[str, list[str]] = {"commits": [], "dates": [], "machines": []}
        (directory / "kept").mkdir(parents=True, exist_ok=True)

    def pick(self, full: T, small: T) -> T:
        """The first, or the second of a small budget."""
        return small if self.small else full

    def command(self, *arguments: object, writes: str | None = None) -> Any:
        """What ``senet-gp ARGUMENTS --json`` prints; it runs in the directory of the study.

        A run of ``evolve`` that was stopped goes on. Plans are part of what is asked: with another text the
        command runs again.

        Args:
            arguments: the words of the command.
            writes: a file or directory that it refuses to write over: what a stopped command has left there
                is removed.

        Raises:
            SystemExit: if the command fails.
        """
        words = [str(argument) for argument in arguments]
        plans = [self.directory / word for word in words if word.endswith(".toml")]
        texts = "".join(f"\n{plan.read_text(encoding='utf-8')}" for plan in plans)
        return self.keep(f"senet-gp {' '.join(words)}{texts}", lambda: self._run(words, writes))

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
            print(f"  {name.splitlines()[0][:150]}", flush=True)
            origin = {"commits": commit(), "dates": today(), "machines": machine()}
            begun = processor_seconds()
            result = measure()
            found = {"name": name, "result": result, "seconds": processor_seconds() - begun, "origin": origin}
            write_json(file, found)
        kept = json.loads(file.read_text(encoding="utf-8"))
        self.seconds += kept["seconds"]
        for key, value in kept["origin"].items():
            if value not in self.origins[key]:
                self.origins[key].append(value)
        return kept["result"]

    def _run(self, words: list[str], writes: str | None) -> Any:
        if writes is not None and (left := self.directory / writes).exists():
            shutil.rmtree(left) if left.is_dir() else left.unlink()
        going_on = ["--go-on"] if words[0] == "evolve" else []
        return json.loads(printed([*words, *going_on], self.directory))


def printed(words: list[str], place: Path) -> str:
    """What ``senet-gp WORDS --json`` prints in a directory, in a process of its own.

    Raises:
        SystemExit: if it fails.
    """
    done = subprocess.run(  # noqa: S603 - the words are those of a study
        [sys.executable, "-m", "senet_gp", *words, "--json"],
        cwd=place,
        env=os.environ | {"PYTHONPATH": f"{ROOT}{os.pathsep}{UR}"},
        stdout=subprocess.PIPE,
        text=True,
        check=False,
    )
    if done.returncode:
        sys.exit(f"senet-gp {' '.join(words)} failed with exit code {done.returncode}")
    return done.stdout


def summaries(found: dict[str, Any]) -> list[dict[str, Any]]:
    """What an experiment tells of its variants, but the seconds, which no machine repeats."""
    return [{name: value for name, value in one.items() if name != "seconds"} for one in found["variants"]]


def result_of(study: str) -> Any:
    """What a study has measured, from its data file, or None if it has none yet."""
    file = DATA / f"{study}.json"
    return json.loads(file.read_text(encoding="utf-8"))["result"] if file.exists() else None


def rounded(value: Any) -> Any:
    """A result whose fractions have six digits: the last ones of sums differ from machine to machine."""
    if isinstance(value, dict):
        return {str(key): rounded(one) for key, one in value.items()}
    if isinstance(value, list | tuple):
        return [rounded(one) for one in value]
    return float(f"{value:.6g}") if isinstance(value, float) else value


def write_json(file: Path, content: Any) -> None:
    """Write a file whole or not at all."""
    partial = file.with_suffix(f".{os.getpid()}.partial")
    partial.write_text(json.dumps(content, indent=1) + "\n", encoding="utf-8")
    partial.replace(file)


def code() -> str:
    """A name for the code that is measured: it changes with every source and data file of the program.

    So it does with the game, the searches and the networks of studies that results depend on.
    """
    digest = hashlib.sha256()
    studies = ROOT / "scripts" / "studies"
    places = (ROOT / "senet_gp", ROOT / "primitives", UR / "royal_ur", studies / "judges")
    alone = (studies / "network_judges.py", studies / "ways_to_search.py")
    for file in (*(file for place in places for file in sorted(place.rglob("*"))), *alone):
        if file.suffix in {".py", ".json", ".toml"}:
            digest.update(f"{file.relative_to(ROOT)}\0".encode() + file.read_bytes())
    return digest.hexdigest()[:10]


def commit() -> str:
    """The commit that is checked out, with a plus if code differs from it; empty outside a repository."""

    def git(*words: str) -> str:
        command = ["git", "-C", str(ROOT), *words]
        return subprocess.run(command, capture_output=True, text=True, check=False).stdout.strip()  # noqa: S603

    # What pages say does not change what is measured.
    changed = git("status", "--porcelain", "senet_gp", "primitives", "scripts", "docs/examples")
    return git("rev-parse", "--short=10", "HEAD") + ("+" if changed else "")


def machine() -> str:
    """The processor and the versions that decide how fast it is."""
    return (
        f"{os.cpu_count()} cores, {processor()}, {platform.system()}, "
        f"Python {platform.python_version()}, numba {version('numba')}"
    )


def today() -> str:
    """The date, as data files have it."""
    return dt.datetime.now(dt.UTC).date().isoformat()
