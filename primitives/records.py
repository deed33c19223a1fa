"""The words of players in files: what is recorded of them, and how it is compared with the words here.

Only vocabularies with something from outside this project are recorded, because a version of this project has
its own words. What is read may come from anyone: nothing that it names is imported.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, field
from functools import cache
from typing import Any, Self

from primitives.declarations import Primitive
from primitives.vocabulary import Vocabulary
from senet_gp.runtime.errors import UsageError, shortened, tell
from senet_gp.runtime.module_hashes import changed, hashes_of
from senet_gp.runtime.origins import is_from_outside, is_of_this_project


@dataclass(frozen=True, kw_only=True)
class RecordedWord:
    """A word, as files record it.

    Attributes:
        name: its name.
        module: the module that declares it.
        arguments: its types: ``Number``, ``Square`` or ``Truth``.
        result: the type of its value, likewise.
        low: the least value.
        high: the greatest value.
        reads_board: whether it is a query about the board.
    """

    name: str
    module: str
    arguments: list[str]
    result: str
    low: int
    high: int
    reads_board: bool

    @classmethod
    def of(cls, word: Primitive) -> Self:
        """A word that is declared here."""
        return cls(
            name=word.name,
            module=word.meaning.__module__,
            arguments=[kind.__name__ for kind in word.arguments],
            result=word.result.__name__,
            low=word.low,
            high=word.high,
            reads_board=word.reads_board,
        )


@dataclass(frozen=True)
class RecordedWords:
    """What files record of a vocabulary and its words.

    Attributes:
        made_by: the function that makes it, ``module:function``; None if it has no name.
        declared: its words.
        code: the hashes of the modules of its words, and of the rules of its game, that are from outside
            (see :mod:`senet_gp.runtime.module_hashes`); empty for one that an older version did not record.
    """

    made_by: str | None
    declared: list[RecordedWord]
    code: dict[str, str] = field(default_factory=dict)


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
    return RecordedWords(
        vocabulary.maker, [RecordedWord.of(word) for word in words], hashes_of(vocabulary.modules)
    )


def without_hashes(content: dict[str, Any]) -> dict[str, Any]:
    """The content of a file of an older version, which has hashes of functions, in the form of this version.

    The hash of each module counts as not known.

    Raises:
        UsageError: if it is not of this form.
    """
    words = content.get("words")
    if words is None:
        return content
    try:
        declared = [
            {name: value for name, value in word.items() if name not in {"meaning", "kernel"}}
            for word in words["declared"]
        ]
        modules = [word["module"] for word in [*declared, *([words["game"]] if "game" in words else [])]]
        code = {module: "" for module in modules if not is_of_this_project(module)}
    except (TypeError, AttributeError, KeyError):
        raise UsageError("words is no record of words") from None
    return content | {"words": {"made_by": words.get("made_by"), "declared": declared, "code": code}}


def check_record(record: RecordedWords | None, vocabulary: Vocabulary) -> None:
    """Check that the words here have the names, types and ranges that a file records.

    Args:
        record: what the file records; None if it records nothing.
        vocabulary: the vocabulary of the same name here.

    Raises:
        UsageError: if a word is missing or differs; the sentence says which, in what, and what to load.
    """
    for then in record.declared if record else ():
        word = vocabulary.by_name.get(then.name)
        if word is None:
            raise UsageError(
                f"the word {shortened(then.name)!r}{_of(then)} is missing in the vocabulary "
                f"{vocabulary.name!r} here: {_of_missing(then, vocabulary)}"
            )
        # A later version of this project may know more of the range of its own words.
        was, now = (_declared(each, with_range=not word.is_ours) for each in (then, RecordedWord.of(word)))
        if was != now:
            raise UsageError(
                f"the word {shortened(then.name)!r}{_of(then)} was {shortened(was)} and is {now} here, in "
                f"{word.meaning.__module__}: {_to_load([then.module])}, as it was then, or play its "
                "expression, which the file holds as text, with what is here: expr:TEXT"
            )


@cache
def _tell_once(sentence: str) -> None:
    tell(sentence)


def tell_changes(code: Mapping[str, str], what: str) -> None:
    """Say in a line, once in a process, that modules have changed since a file was made, or may have.

    Args:
        code: the hashes of the modules, as the file records them.
        what: the file.
    """
    unknown = [module for module, hashed in code.items() if not hashed]
    for modules, since in ((changed(code), "has changed"), (unknown, "may have changed")):
        if modules:
            names = ", ".join(map(shortened, modules))
            _tell_once(f"the code of {names} {since} since {what} was made; it is used as it is now")


def hint_to_load(record: RecordedWords | None) -> str:
    """What to load for the words of a file, as the end of a sentence; empty if nothing is from outside."""
    if record is None:
        return ""
    modules = [word.module for word in record.declared]
    if record.made_by is not None:
        modules.append(record.made_by.partition(":")[0])
    outside = [module for module in modules if _is_outside(module)]
    return f"; {_to_load(outside)}" if outside else ""


def _declared(word: RecordedWord, *, with_range: bool) -> str:
    """The declaration of a word, as a sentence tells it."""
    kinds = f"({', '.join(word.arguments)}) -> {word.result}"
    values = f", {word.low} to {word.high}" if with_range else ""
    return f"{kinds}{values}{'' if word.reads_board else ', without the board'}"


def _of(word: RecordedWord) -> str:
    return f" of {shortened(word.module)}" if _is_outside(word.module) else ""


def _to_load(modules: Iterable[str]) -> str:
    """The advice that names the modules that declared words; nothing is loaded because a file names it."""
    outside = list(dict.fromkeys(module for module in modules if _is_outside(module)))
    options = " ".join(f"--plugin {module}" for module in outside[:5])
    return f"load it with {options}" if options else "use the senet-gp that wrote the file"


def _of_missing(recorded: RecordedWord, vocabulary: Vocabulary) -> str:
    """The advice for a word that the vocabulary lacks."""
    module = recorded.module
    if not _is_outside(module) or module not in sys.modules:
        return _to_load([recorded.module])
    own = [word.name for word in vocabulary.primitives if word.meaning.__module__ == module]
    has = f"from there it has {shortened(', '.join(own))}" if own else "it has no word from there"
    return f"{module}, which is loaded, no longer declares it in that vocabulary ({has}): was it renamed?"


def _is_outside(module: str) -> bool:
    """Whether a recorded module is a plain name of one that is not of this project."""
    if re.fullmatch(r"[A-Za-z_]\w*(\.[A-Za-z_]\w*){0,9}", module) is None:
        return False
    return len(module) <= 100 and not is_of_this_project(module)
