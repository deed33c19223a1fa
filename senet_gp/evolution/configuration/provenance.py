"""What a run is made of besides its options, and the two files of its directory that record it.

``words.json`` holds what is from outside this project: words, the rules of the game, operators, the suite and
the credit, each with a hash of what it does. ``provenance.json`` holds the versions of the program, its
libraries and plugins, and the command that began the run.
"""

from __future__ import annotations

import platform
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from importlib import metadata
from pathlib import Path
from types import FunctionType
from typing import Any, Self

from primitives.records import RecordedWords, check_record, hint_to_load, record_of
from senet_gp.evolution.configuration.config import Config
from senet_gp.evolution.configuration.kinds import BreedingOperator
from senet_gp.evolution.configuration.parts import PARTS, Part
from senet_gp.runtime import __version__
from senet_gp.runtime.codec import as_json
from senet_gp.runtime.documents import read_content, write_document
from senet_gp.runtime.errors import FileError, UsageError, shortened
from senet_gp.runtime.files import is_there
from senet_gp.runtime.loaded_code import hash_of, is_from_outside
from senet_gp.runtime.origins import is_of_this_project
from senet_gp.runtime.plugins import described, plugins_of
from senet_gp.runtime.registries import resolved

PROVENANCE_FILE = "provenance.json"
WORDS_FILE = "words.json"
PROVENANCE_FORMAT, PROVENANCE_VERSION = "senet-gp provenance", 3
_WORDS_FORMAT, _WORDS_VERSION = "senet-gp words", 3
#: The functions that an evaluation names, which decide what a run does beside its class.
_FUNCTIONS = ("function", "opened_by", "improved_by", "individual")


@dataclass(frozen=True)
class Recorded:
    """What a run's directory records of what is from outside.

    Attributes:
        words: its words and the rules of its game; None if they are of this project.
        code: the hashes of operators, the suite and the credit (see :func:`code_of`).
    """

    words: RecordedWords | None = None
    code: dict[str, str] = field(default_factory=dict)


def plugins_for(config: Config) -> tuple[str, ...]:
    """The plugins that a run with this configuration needs."""
    words = config.vocabulary_value.plugins
    modules = [type(part).__module__ for part in config.parts().values()]
    return tuple(dict.fromkeys([*words, *plugins_of(modules)]))


def code_of(config: Config) -> dict[str, str]:
    """Hashes of the parts of a run that are from outside, by kind and name.

    >>> code_of(Config(game="hexapawn"))
    {}

    Raises:
        UsageError: if one uses something that was redefined since.
    """
    return {
        f"{kind} {part.name}": " ".join(hashes)
        for kind, part in config.parts().items()
        if (hashes := [hash_of(one) for one in _code_of_part(part) if is_from_outside(one)])
    }


def _code_of_part(part: Part) -> Iterator[Any]:
    """The functions of an operator; else the class of a part, and the functions that it names."""
    if isinstance(part, BreedingOperator):
        functions = [part.function, getattr(part, "chances", None)]
    else:
        yield type(part)
        dotted = [str(getattr(part, attribute, "")) for attribute in _FUNCTIONS]
        functions = [resolved(text) for text in dotted if text and not is_of_this_project(text)]
    for function in functions:
        if function is not None:
            yield function if isinstance(function, FunctionType | type) else type(function)


def check_code(then: Mapping[str, str], config: Config) -> None:
    """Check that the operators, the suite and the credit here are those that a run was made with.

    Args:
        then: what :func:`code_of` told then.
        config: the configuration of the run.

    Raises:
        UsageError: if one differs.
    """
    now = code_of(config)
    for kind, part in config.parts().items():
        named = f"{kind} {part.name}"
        if now.get(named) != then.get(named):
            module = type(part).__module__
            called = f"the {PARTS[kind].kind} {shortened(part.name)}, of {module},"
            raise UsageError(
                f"{called} does not do what it did when the run was made: load it with --plugin {module}, as "
                "it was then"
            )


def check_code_here(code: Mapping[str, str], config: Config) -> None:
    """Check that operators, suite and credit do what they did when a run began, in this or another process.

    Raises:
        UsageError: if one was redefined since, or its file was changed before a worker began.
    """
    if code_of(config) != code:
        named = ", ".join(sorted(code))
        raise UsageError(
            f"what the run is made with ({named}) was defined anew, or its file was changed, since the run "
            "or its workers began: begin anew, or go on with senet-gp resume once it is as it was"
        )


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
    return read_content(file, _WORDS_FORMAT, _WORDS_VERSION, Recorded)


def check_recorded(recorded: Recorded, directory: Path, config: Config) -> None:
    """Check that what is from outside does here what it did when the run was made.

    Args:
        recorded: what :func:`recorded_in` has found.
        directory: the run's directory, for messages.
        config: the run's configuration.

    Raises:
        FileError: if something differs, or is not recorded.
    """
    try:
        vocabulary = config.vocabulary_value
    except UsageError as error:
        hint = hint_to_load(recorded.words)
        raise FileError(f"{shortened(directory)} cannot be used here: {error}{hint}") from None
    try:
        check_record(recorded.words, vocabulary)
        check_code(recorded.code, config)
    except UsageError as error:
        raise FileError(f"{shortened(directory)} cannot be used here: {error}") from None


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
        return read_content(file, PROVENANCE_FORMAT, PROVENANCE_VERSION, _Provenance).command
    except FileError as error:
        raise FileError(f"{error}; {remedy}") from None


def provenance_of(config: Config, command: str) -> dict[str, Any]:
    """What a champion's file records of the run that it won.

    Args:
        config: the options of the run.
        command: the command that began it, or "".
    """
    return {**as_json(_Provenance.of(config, command)), "options": as_json(config.as_values())}
