"""What of a run is from outside this project, and the file of its directory that records it.

That are words, the rules of the game, operators, the suite and the credit, each with a hash of what it does.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from types import FunctionType
from typing import Any

from primitives import vocabulary_of
from primitives.records import RecordedWords, check_record, record_of
from senet_gp.evolution.config import Config
from senet_gp.evolution.evaluation.registry import CREDITS, SUITES
from senet_gp.evolution.operator_rows import OPERATORS
from senet_gp.runtime.documents import read_content, write_document
from senet_gp.runtime.errors import FileError, UsageError, shortened
from senet_gp.runtime.files import is_there
from senet_gp.runtime.loaded_code import hash_of, is_from_outside
from senet_gp.runtime.origins import is_of_this_project
from senet_gp.runtime.registries import Registry

WORDS_FILE = "words.json"
_FORMAT, _VERSION = "senet-gp words", 3
#: The parts of rows that decide what a run does.
_PARTS = ("made", "chances")


@dataclass(frozen=True)
class Recorded:
    """What a run's directory records of what is from outside.

    Attributes:
        words: its words and the rules of its game; None if they are of this project.
        code: the hashes of operators, the suite and the credit (see :func:`code_of`).
    """

    words: RecordedWords | None = None
    code: dict[str, str] = field(default_factory=dict)


def _rows(config: Config) -> Iterator[tuple[str, str, Registry[Any]]]:
    """The options that name operators, a suite or a credit, what they name, and among which rows."""
    registries: dict[str, Registry[Any]] = {**OPERATORS, "fitness": SUITES, "credit": CREDITS}
    for option, rows in registries.items():
        name = getattr(config, option)
        if name:
            yield option, name, rows


def modules_of(config: Config) -> list[str]:
    """The modules of the operators, the suite and the credit that a configuration names."""
    return [rows[name].made.partition(":")[0] for _, name, rows in _rows(config)]


def code_of(config: Config) -> dict[str, str]:
    """Hashes of those that are from outside, by option and name.

    >>> code_of(Config(game="hexapawn"))
    {}

    Raises:
        UsageError: if one uses something that was defined anew since.
    """
    return {
        f"{option} {name}": " ".join(hashes)
        for option, name, rows in _rows(config)
        if (hashes := list(_hashes(rows, name)))
    }


def _hashes(rows: Registry[Any], name: str) -> Iterator[str]:
    for part in _PARTS:
        dotted = getattr(rows[name], part, None)
        if dotted is None or is_of_this_project(dotted):
            continue
        thing = rows.part(name, part)
        kind = thing if isinstance(thing, FunctionType | type) else type(thing)
        if is_from_outside(kind):
            yield hash_of(kind)


def check_code(then: Mapping[str, str], config: Config) -> None:
    """Check that the operators, the suite and the credit here are those that a run was made with.

    Args:
        then: what :func:`code_of` told then.
        config: the configuration of the run.

    Raises:
        UsageError: if one differs.
    """
    now = code_of(config)
    for option, name, rows in _rows(config):
        named = f"{option} {name}"
        if now.get(named) != then.get(named):
            module = rows[name].made.partition(":")[0]
            raise UsageError(
                f"the {rows.kind} {shortened(name)}, of {module}, does not do what it did when the run was "
                f"made: load it with --plugin {module}, as it was then"
            )


def check_code_here(code: Mapping[str, str], config: Config) -> None:
    """Check that operators, suite and credit do what they did when a run began, in this or another process.

    Raises:
        UsageError: if one was defined anew since, or its file was changed before a worker began.
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
    record = record_of(vocabulary_of(config.game_value, config.vocabulary))
    code = code_of(config)
    if record or code:
        write_document(directory / WORDS_FILE, _FORMAT, _VERSION, Recorded(record, code))


def recorded_in(directory: Path) -> Recorded:
    """What a run's directory records of what is from outside.

    Raises:
        FileError: if the file cannot be read or is damaged.
    """
    file = directory / WORDS_FILE
    if not is_there(file):
        return Recorded()
    return read_content(file, _FORMAT, _VERSION, Recorded)


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
        check_record(recorded.words, vocabulary_of(config.game_value, config.vocabulary))
        check_code(recorded.code, config)
    except UsageError as error:
        raise FileError(f"{shortened(directory)} cannot be used here: {error}") from None
