"""What a run is made of besides its options, and the two files of its directory that record it.

``words.json`` holds what is from outside this project: the words, and a hash of each module of words, rules,
operators, suite and credit. ``provenance.json`` holds the versions of the program, its libraries and plugins,
and the command that began the run.
"""

from __future__ import annotations

import platform
from collections.abc import Iterator
from dataclasses import dataclass, field
from importlib import metadata
from pathlib import Path
from typing import Any, Self

from primitives.records import (
    RecordedWords,
    check_record,
    hint_to_load,
    record_of,
)
from senet_gp.evolution.configuration.config import Config
from senet_gp.evolution.configuration.parts import Part
from senet_gp.runtime import __version__
from senet_gp.runtime.codec import as_json
from senet_gp.runtime.documents import read_document, write_document
from senet_gp.runtime.errors import FileError, UsageError, shortened
from senet_gp.runtime.files import is_there
from senet_gp.runtime.module_hashes import changed, hashes_of
from senet_gp.runtime.plugins import described, plugins_of

PROVENANCE_FILE = "provenance.json"
WORDS_FILE = "words.json"
PROVENANCE_FORMAT, PROVENANCE_VERSION = "senet-gp provenance", 3
_WORDS_FORMAT, _WORDS_VERSION = "senet-gp words", 4
#: How a run goes on with code that has changed.
HOW_TO_ACCEPT = "senet-gp resume RUN --accept-code, in Python RunDirectory.open(RUN, accept_code=True)"
#: The functions that a part may name, as module:function or themselves, which decide what a run does.
_FUNCTIONS = ("function", "chances", "opened_by", "improved_by", "individual")


@dataclass(frozen=True)
class Recorded:
    """What a run's directory records of what is from outside.

    Attributes:
        words: its words, with the hashes of their modules and of its game's; None if they are of this
            project.
        code: the hashes of the modules of operators, suite and credit (see :func:`code_of`).
    """

    words: RecordedWords | None = None
    code: dict[str, str] = field(default_factory=dict)

    @property
    def modules(self) -> dict[str, str]:
        """The hashes of all modules."""
        return {**(self.words.code if self.words else {}), **self.code}


def plugins_for(config: Config) -> tuple[str, ...]:
    """The plugins that a run with this configuration needs."""
    words = config.vocabulary_value.plugins
    modules = [type(part).__module__ for part in config.parts().values()]
    return tuple(dict.fromkeys([*words, *plugins_of(modules)]))


def code_of(config: Config) -> dict[str, str]:
    """The hashes of the modules from outside whose operators, suite or credit a run has.

    >>> code_of(Config(game="hexapawn"))
    {}
    """
    return hashes_of(module for part in config.parts().values() for module in _modules_of(part))


def _modules_of(part: Part) -> Iterator[str]:
    """The module of a part's class, and those of the functions that it names."""
    yield type(part).__module__
    for attribute in _FUNCTIONS:
        named = getattr(type(part), attribute, None)
        yield named.partition(":")[0] if isinstance(named, str) else getattr(named, "__module__", "")


def write_words(directory: Path, config: Config) -> None:
    """Record in a run's directory what is from outside, if something is.

    Raises:
        FileError: if the file cannot be written.
    """
    record = record_of(config.vocabulary_value)
    code = code_of(config)
    if record or code:
        write_document(directory / WORDS_FILE, _WORDS_FORMAT, _WORDS_VERSION, Recorded(record, code))


def recorded_in(directory: Path) -> Recorded:
    """What a run's directory records of what is from outside.

    Raises:
        FileError: if the file cannot be read or is damaged.
    """
    file = directory / WORDS_FILE
    if not is_there(file):
        return Recorded()
    return read_document(file, _WORDS_FORMAT, _WORDS_VERSION, Recorded)


def check_recorded(recorded: Recorded, directory: Path, config: Config) -> None:
    """Check that the words here have the names, types and ranges of those with which a run was made.

    Args:
        recorded: what :func:`recorded_in` has found.
        directory: the run's directory, for messages.
        config: the run's configuration.

    Raises:
        FileError: if something differs.
    """
    try:
        vocabulary = config.vocabulary_value
    except UsageError as error:
        hint = hint_to_load(recorded.words)
        raise FileError(f"{shortened(directory)} cannot be used here: {error}{hint}") from None
    try:
        check_record(recorded.words, vocabulary)
    except UsageError as error:
        raise FileError(f"{shortened(directory)} cannot be used here: {error}") from None


def check_unchanged(recorded: Recorded, directory: Path) -> None:
    """Check that a run goes on with the code with which it was made.

    Args:
        recorded: what :func:`recorded_in` has found.
        directory: the run's directory, for messages.

    Raises:
        FileError: if a module has changed.
    """
    others = changed(recorded.modules)
    if others:
        raise FileError(
            f"the code of {', '.join(others)} has changed since {shortened(directory)} was made: go on with "
            f"that code as it was, or accept it as it is now ({HOW_TO_ACCEPT})"
        )


def versions() -> dict[str, str]:
    """The versions of this program, of Python, and of the libraries that a run is played with.

    >>> list(versions())
    ['senet_gp', 'python', 'numpy', 'numba', 'deap']
    """
    libraries = {name: metadata.version(name) for name in ("numpy", "numba", "deap")}
    return {"senet_gp": __version__, "python": platform.python_version(), **libraries}


@dataclass(frozen=True)
class _Provenance:
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
        command: the command as it was typed; "" if a program begins the run.

    Raises:
        FileError: if the file cannot be written.
    """
    write_document(
        directory / PROVENANCE_FILE, PROVENANCE_FORMAT, PROVENANCE_VERSION, _Provenance.of(config, command)
    )


def command_of(directory: Path) -> str:
    """The command that began a run; "" if a program began it, or the record was removed.

    Raises:
        FileError: if the file cannot be read or is damaged.
    """
    file = directory / PROVENANCE_FILE
    if not is_there(file):
        return ""
    remedy = "if you remove it, the run goes on without it"
    try:
        return read_document(file, PROVENANCE_FORMAT, PROVENANCE_VERSION, _Provenance).command
    except FileError as error:
        raise FileError(f"{error}; {remedy}") from None


def provenance_of(config: Config, command: str) -> dict[str, Any]:
    """What a champion's file records of the run that it won.

    Args:
        config: the options of the run.
        command: the command that began it, or "".
    """
    return {**as_json(_Provenance.of(config, command)), "options": as_json(config.as_values())}
