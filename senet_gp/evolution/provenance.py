"""Where a run comes from: the versions of the program, its libraries and plugins, and its command."""

from __future__ import annotations

import platform
from dataclasses import dataclass
from importlib import metadata
from pathlib import Path
from typing import Any, Self

from senet_gp.evolution.config import Config
from senet_gp.evolution.config_files import plugins_for
from senet_gp.runtime import __version__
from senet_gp.runtime.codec import as_json
from senet_gp.runtime.documents import read_content, write_document
from senet_gp.runtime.errors import FileError
from senet_gp.runtime.files import is_there
from senet_gp.runtime.plugins import described

FILE_NAME = "provenance.json"
FORMAT, VERSION = "senet-gp provenance", 3


def versions() -> dict[str, str]:
    """The versions of this program, of Python, and of the libraries that a run is played with.

    >>> list(versions())
    ['senet_gp', 'python', 'numpy', 'numba', 'deap']
    """
    libraries = {name: metadata.version(name) for name in ("numpy", "numba", "deap")}
    return {"senet_gp": __version__, "python": platform.python_version(), **libraries}


@dataclass(frozen=True)
class _Content:
    """What begins a run.

    Attributes:
        versions: the versions of everything that it is played with.
        plugins: its plugins, as :func:`senet_gp.runtime.plugins.described` tells of them.
        command: the command that began it; "" if a program did.
    """

    versions: dict[str, str]
    plugins: list[dict[str, str]]
    command: str

    @classmethod
    def of(cls, config: Config, command: str) -> Self:
        """What begins a run with this configuration now."""
        return cls(versions(), described(plugins_for(config)), command)


def write_provenance(directory: Path, config: Config, command: str) -> None:
    """Record in a run's directory what begins the run.

    Args:
        directory: the run's directory.
        config: the options of the run, which name plugins.
        command: the command as it was typed; "" if the run is begun by a program of one's own.

    Raises:
        FileError: if the file cannot be written.
    """
    write_document(directory / FILE_NAME, FORMAT, VERSION, _Content.of(config, command))


def command_of(directory: Path) -> str:
    """The command that began a run; "" if a program began it, or the record was removed.

    Raises:
        FileError: if the file cannot be read or is damaged.
    """
    file = directory / FILE_NAME
    if not is_there(file):
        return ""
    remedy = "if you remove it, the run goes on without it"
    try:
        return read_content(file, FORMAT, VERSION, _Content).command
    except FileError as error:
        raise FileError(f"{error}; {remedy}") from None


def provenance_of(config: Config, command: str) -> dict[str, Any]:
    """What a champion's file records of the run that it won.

    Args:
        config: the options of the run.
        command: the command that began it, or "".
    """
    return {**as_json(_Content.of(config, command)), "options": as_json(config)}
