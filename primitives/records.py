"""The words of players in files: what is recorded of them, and how it is compared with the words here.

Only vocabularies with something from outside this project are recorded, because a version of this project has
its own words. What is read may come from anyone: nothing that it names is imported.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Collection, Mapping
from dataclasses import dataclass, field
from functools import cache

from primitives.declarations import Primitive
from primitives.vocabulary import Vocabulary
from senet_gp.runtime.errors import FileError, shortened, tell
from senet_gp.runtime.module_hashes import changed, hashes_of
from senet_gp.runtime.origins import is_from_outside, is_of_this_project


@dataclass(frozen=True)
class RecordedWords:
    """What files record of a vocabulary and its words.

    Attributes:
        made_by: the function that makes it, ``module:function``; None if it has no name.
        declared: the types and the range of each word, by its name.
        code: the hashes of the modules of its words, and of the rules of its game, that are from outside
            (see :mod:`senet_gp.runtime.module_hashes`).
    """

    made_by: str | None
    declared: dict[str, str]
    code: dict[str, str] = field(default_factory=dict)

    @property
    def modules(self) -> list[str]:
        """The modules from outside that it names, if they are plain names; nothing is loaded by that."""
        makers = [] if self.made_by is None else [self.made_by.partition(":")[0]]
        return [module for module in dict.fromkeys([*self.code, *makers]) if _is_outside(module)]


def record_of(vocabulary: Vocabulary, names: Collection[str] | None = None) -> RecordedWords | None:
    """What files record of a vocabulary and its words; None if nothing of it is from outside.

    Args:
        vocabulary: the vocabulary.
        names: the names of the words to record; by default all.

    >>> from primitives import vocabulary_of
    >>> record_of(vocabulary_of("senet")) is None
    True
    """
    maker = vocabulary.maker or ""
    makers = [maker.partition(":")[0]] if maker else []
    if not any(is_from_outside(module) for module in (*vocabulary.modules, *makers)):
        return None
    words = [word for word in vocabulary.primitives if names is None or word.name in names]
    declared = {word.name: _declaration(word) for word in words}
    return RecordedWords(vocabulary.maker, declared, hashes_of(vocabulary.modules))


def _declaration(word: Primitive) -> str:
    """The types of a word, and its range if it is from outside: a later version may know more of our own."""
    arguments = ", ".join(kind.__name__ for kind in word.arguments)
    values = "" if word.is_ours else f", {word.low} to {word.high}"
    reads = "" if word.reads_board else ", without the board"
    return f"({arguments}) -> {word.result.__name__}{values}{reads}"


def check_record(what: str, record: RecordedWords | None, vocabulary: Vocabulary) -> None:
    """Check that the words here have the names, types and ranges that a file records.

    Args:
        what: the file, for the message.
        record: what it records; None if it records nothing.
        vocabulary: the vocabulary of the same name here.

    Raises:
        FileError: if a word is missing or differs; the sentence says which, and in what.
    """
    for name, was in record.declared.items() if record else ():
        word = vocabulary.by_name.get(name)
        if word is None:
            loaded = [module for module in record.modules if module in sys.modules] if record else []
            renamed = f": {', '.join(loaded)} no longer declares it; was it renamed?" if loaded else ""
            raise FileError(
                f"the word {shortened(name)!r} of {what} is missing in the vocabulary {vocabulary.name!r} "
                f"here{renamed}"
            )
        if was != _declaration(word):
            raise FileError(
                f"the word {shortened(name)!r} of {what} was {shortened(was)} and is {_declaration(word)} "
                f"here, in {word.meaning.__module__}: load that module as it was then, or play its "
                "expression, which the file holds as text, with what is here: expr:TEXT"
            )


@cache
def _tell_once(sentence: str) -> None:
    tell(sentence)


def tell_changes(code: Mapping[str, str], what: str) -> None:
    """Say in a line, once in a process, that modules have changed since a file was made.

    Args:
        code: the hashes of the modules, as the file records them.
        what: the file.
    """
    modules = changed(code)
    if modules:
        names = ", ".join(map(shortened, modules))
        _tell_once(f"the code of {names} has changed since {what} was made; it is used as it is now")


def _is_outside(module: str) -> bool:
    """Whether a recorded module is a plain name of one that is not of this project."""
    if re.fullmatch(r"[A-Za-z_]\w*(\.[A-Za-z_]\w*){0,9}", module) is None:
        return False
    return len(module) <= 100 and not is_of_this_project(module)
