"""Where a run comes from: the versions of the program, its libraries and plugins, and its command."""

from __future__ import annotations

import dataclasses
import platform
from importlib import metadata
from pathlib import Path
from typing import Any

from senet_gp.errors import FileError
from senet_gp.evolution.config import Config
from senet_gp.evolution.config_files import plugins_for
from senet_gp.files.documents import read_document, write_document
from senet_gp.files.reading import is_there
from senet_gp.plugins import described
from senet_gp.version import __version__

FILE_NAME = "provenance.json"
FORMAT, VERSION = "senet-gp provenance", 3


def versions() -> dict[str, str]:
    """The versions of this program, of Python, and of the libraries that a run is played with.

    >>> list(versions())
    ['senet_gp', 'python', 'numpy', 'numba', 'deap']
    """
    libraries = {name: metadata.version(name) for name in ("numpy", "numba", "deap")}
    return {"senet_gp": __version__, "python": platform.python_version(), **libraries}


def write_provenance(directory: Path, config: Config, command: str) -> None:
    """Record in a run's directory what begins the run.

    Args:
        directory: the run's directory.
        config: the options of the run, which name plugins.
        command: the command as it was typed; "" if the run is begun by a program of one's own.

    Raises:
        FileError: if the file cannot be written.
    """
    write_document(directory / FILE_NAME, FORMAT, VERSION, _origin(config, command))


def _origin(config: Config, command: str) -> dict[str, Any]:
    """The versions of everything that a run is played with, its plugins, and the command that began it."""
    return {"versions": versions(), "plugins": described(plugins_for(config)), "command": command}


def command_of(directory: Path) -> str:
    """The command that began a run; "" if a program began it, or the record was removed.

    Raises:
        FileError: if the file cannot be read or is damaged.
    """
    file = directory / FILE_NAME
    if not is_there(file):
        return ""
    without = "if you remove it, the run goes on without it"
    try:
        content = read_document(file, FORMAT, VERSION)
    except FileError as error:
        raise FileError(f"{error}; {without}") from None
    command = content.get("command")
    if not isinstance(command, str):
        raise FileError(f"{file} is unsound: its command is no text; {without}")
    return command


def provenance_of(config: Config, command: str) -> dict[str, Any]:
    """What a champion's file records of the run that it won.

    Args:
        config: the options of the run.
        command: the command that began it, or "".
    """
    # As JSON reads them back.
    options = {
        name: list(value) if isinstance(value, tuple) else value
        for name, value in dataclasses.asdict(config).items()
    }
    return {**_origin(config, command), "options": options}
