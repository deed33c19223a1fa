"""What a run or an experiment was played by, which ``provenance.json`` in its directory records.

That is the command that began it, its plugins, and a *session* for each set of surroundings in which it was
played: versions, commit, machine, workers. Sessions that follow one another in the same surroundings are one,
whose processor time adds up. No file that a person gives away names a place of their machine.
"""

from __future__ import annotations

import contextlib
import dataclasses
import os
import platform
import subprocess
from collections.abc import Callable, Iterable, Iterator
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass, field
from functools import cache
from importlib import metadata
from pathlib import Path
from typing import Any, Self

from senet_gp.evolution.configuration.config import Config
from senet_gp.evolution.configuration.config_files import with_players
from senet_gp.evolution.configuration.recorded_code import plugins_for
from senet_gp.players.parsing import without_directory
from senet_gp.runtime import __version__
from senet_gp.runtime.codec import as_json
from senet_gp.runtime.documents import read_document, write_document
from senet_gp.runtime.errors import FileError
from senet_gp.runtime.files import is_there
from senet_gp.runtime.machine import available_cores, processor, processor_seconds
from senet_gp.runtime.plugins import described

PROVENANCE_FILE = "provenance.json"
PROVENANCE_FORMAT, PROVENANCE_VERSION = "senet-gp provenance", 4
_ROOT = Path(__file__).resolve().parents[3]


def versions() -> dict[str, str]:
    """The versions of this program, of Python, and of the libraries that a run is played with.

    >>> list(versions())
    ['senet_gp', 'python', 'numpy', 'numba', 'deap']
    """
    libraries = {name: metadata.version(name) for name in ("numpy", "numba", "deap")}
    return {"senet_gp": __version__, "python": platform.python_version(), **libraries}


@cache
def commit() -> str:
    """The commit of a checkout, with ``-dirty`` if its files differ from it; empty if this is none."""
    if not (_ROOT / ".git").exists():
        return ""
    command = ["git", "-C", str(_ROOT), "describe", "--always", "--dirty", "--abbrev=40", "--exclude=*"]
    # In a hook of git, these variables name another repository.
    environment = {name: value for name, value in os.environ.items() if not name.startswith("GIT_")}
    try:
        done = subprocess.run(command, capture_output=True, text=True, check=True, env=environment)  # noqa: S603
    except (OSError, subprocess.CalledProcessError):
        return ""
    return done.stdout.strip()


@dataclass(frozen=True, kw_only=True)
class RunSession:
    """Surroundings in which a run was played.

    Attributes:
        versions: the versions of everything that it was played with.
        commit: as :func:`commit` tells.
        system: the operating system, with its version and kind of processor.
        processor: the name of the processor.
        cores: the cores that the process could use.
        workers: how many processes played.
        processor_seconds: the processor time of the process and of its workers on the same machine. That of a
            process that was killed is missing.
    """

    versions: dict[str, str]
    commit: str
    system: str
    processor: str
    cores: int
    workers: int
    processor_seconds: float = 0.0

    @classmethod
    def here(cls, workers: int) -> Self:
        """A session that begins now in this process."""
        return cls(
            versions=versions(),
            commit=commit(),
            system=platform.platform(terse=True),
            processor=processor(),
            cores=available_cores(),
            workers=workers,
        )

    def with_seconds(self, seconds: float) -> Self:
        """The same with this processor time."""
        return dataclasses.replace(self, processor_seconds=round(seconds, 2))


@dataclass(frozen=True, kw_only=True)
class Provenance:
    """What begins a run or an experiment, and what it was played by.

    Attributes:
        command: the command that began it; "" if a program did.
        plugins: its plugins, as :func:`senet_gp.runtime.plugins.described` tells of them.
        sessions: its sessions, in order.
    """

    command: str
    plugins: list[dict[str, str]]
    sessions: list[RunSession] = field(default_factory=list)

    @classmethod
    def of(cls, configs: Iterable[Config], command: str) -> Self:
        """What begins runs with these configurations."""
        plugins = dict.fromkeys(plugin for config in configs for plugin in plugins_for(config))
        return cls(command=command, plugins=described(tuple(plugins)))

    def with_session(self, session: RunSession) -> Self:
        """The same with a session, which is added to the last one if that had the same surroundings."""
        before = self.sessions
        if before and before[-1].with_seconds(0) == session.with_seconds(0):
            session = session.with_seconds(before[-1].processor_seconds + session.processor_seconds)
            before = before[:-1]
        return dataclasses.replace(self, sessions=[*before, session])

    def write(self, directory: Path) -> None:
        """Write it into a directory.

        Raises:
            FileError: if the file cannot be written.
        """
        write_document(directory / PROVENANCE_FILE, PROVENANCE_FORMAT, PROVENANCE_VERSION, self)


def provenance_in(directory: Path) -> Provenance | None:
    """What a directory records; None if the record was removed.

    Raises:
        FileError: if the file cannot be read or is damaged.
    """
    file = directory / PROVENANCE_FILE
    if not is_there(file):
        return None
    try:
        return read_document(file, PROVENANCE_FORMAT, PROVENANCE_VERSION, Provenance)
    except FileError as error:
        raise FileError(f"{error}; if you remove it, the run goes on without it") from None


def command_of(directory: Path) -> str:
    """The command that began a run; "" if a program began it, or the record was removed.

    Raises:
        FileError: if the file cannot be read or is damaged.
    """
    found = provenance_in(directory)
    return "" if found is None else found.command


@contextlib.contextmanager
def session_in(
    directory: Path, workers: int, alone: Callable[[], AbstractContextManager[None]] = nullcontext
) -> Iterator[None]:
    """Record in a directory by what it is played inside this context, and with how much processor time.

    After an exception, a failure to write the time is ignored.

    Args:
        directory: the directory, whose record may have been removed.
        workers: how many processes play.
        alone: makes a context in which no other process changes the record.

    Raises:
        FileError: if the record cannot be read or written.
    """
    session, begun = RunSession.here(workers), processor_seconds()

    def note(seconds: float) -> None:
        with alone():
            found = provenance_in(directory)
            if found is not None:
                found.with_session(session.with_seconds(seconds)).write(directory)

    note(0.0)
    try:
        yield
    except BaseException:
        with contextlib.suppress(FileError):
            note(processor_seconds() - begun)
        raise
    note(processor_seconds() - begun)


def provenance_of_champion(config: Config, command: str) -> dict[str, Any]:
    """What a champion's file records of the run that it won; files are named without their directories.

    Args:
        config: the options of the run.
        command: the command that began it, or "".
    """
    plugins = Provenance.of([config], command).plugins
    options = with_players(config.as_values(), without_directory)
    return {
        "versions": versions(),
        "commit": commit(),
        "plugins": plugins,
        "command": command,
        "options": as_json(options),
    }
