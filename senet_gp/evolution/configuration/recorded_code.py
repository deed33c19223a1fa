"""What a run has from outside this project, which ``words.json`` in its directory records.

These are its words, and a hash of each module of words, rules, operators, suite and credit.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Self

from primitives.records import RecordedWords, record_of
from senet_gp.evolution.configuration.config import Config
from senet_gp.evolution.configuration.parts import Part
from senet_gp.runtime.documents import read_document, write_document
from senet_gp.runtime.errors import FileError, shortened
from senet_gp.runtime.files import is_there
from senet_gp.runtime.module_hashes import changed, hashes_of
from senet_gp.runtime.plugins import plugins_of

WORDS_FILE = "words.json"
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

    @classmethod
    def of(cls, config: Config) -> Self:
        """What a run with this configuration has from outside."""
        return cls(record_of(config.vocabulary_value), code_of(config))

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
    recorded = Recorded.of(config)
    if recorded != Recorded():
        write_document(directory / WORDS_FILE, _WORDS_FORMAT, _WORDS_VERSION, recorded)


def recorded_in(directory: Path) -> Recorded:
    """What a run's directory records of what is from outside.

    Raises:
        FileError: if the file cannot be read or is damaged.
    """
    file = directory / WORDS_FILE
    if not is_there(file):
        return Recorded()
    return read_document(file, _WORDS_FORMAT, _WORDS_VERSION, Recorded)


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
