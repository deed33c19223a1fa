"""The words of players in files: what is recorded of them, and how it is compared with the words here.

Only vocabularies with something from outside this project are recorded, because a version of this project has
its own words. What is read may come from anyone: nothing that it names is imported.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from typing import Any, Self

from primitives.declarations import Primitive, Query
from primitives.vocabulary import Vocabulary
from senet_gp.games.rules_code import rules_of
from senet_gp.runtime.errors import UsageError, shortened
from senet_gp.runtime.loaded_code import agrees, hash_of
from senet_gp.runtime.origins import is_of_this_project

#: How what was bred with other words or rules is played with those that are here.
_BY_TEXT = "play its expression, which the file holds as text, with what is here: expr:TEXT"


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
        kernel: a hash of what its kernel computes; None without a kernel.
        meaning: a hash of what its meaning computes (see :func:`senet_gp.runtime.loaded_code.hash_of`).
    """

    name: str
    module: str
    arguments: list[str]
    result: str
    low: int
    high: int
    reads_board: bool
    kernel: str | None = None
    meaning: str

    @classmethod
    def of(cls, word: Primitive) -> Self:
        """A word that is declared here."""
        compiled = word.compiled
        kernel = None
        if isinstance(compiled, Query):
            kernel = " ".join([hash_of(compiled.function), *map(str, compiled.constants)])
        return cls(
            name=word.name,
            module=word.meaning.__module__,
            arguments=[kind.__name__ for kind in word.arguments],
            result=word.result.__name__,
            low=word.low,
            high=word.high,
            reads_board=word.reads_board,
            kernel="built in" if isinstance(compiled, int) else kernel,
            meaning=hash_of(word.meaning),
        )


@dataclass(frozen=True)
class RecordedGame:
    """A game from outside, as files record it: its name, its module and a hash of its rules."""

    name: str
    module: str
    rules: str


@dataclass(frozen=True)
class RecordedWords:
    """What files record of a vocabulary and its words.

    Attributes:
        made_by: the function that makes it, ``module:function``; None if it has no name.
        declared: its words.
        game: its game, if that is from outside.
    """

    made_by: str | None
    declared: list[RecordedWord]
    game: RecordedGame | None = None


def record_of(vocabulary: Vocabulary, names: Collection[str] | None = None) -> RecordedWords | None:
    """What files record of a vocabulary and its words; None if nothing of it is from outside.

    Args:
        vocabulary: the vocabulary.
        names: the names of the words to record; by default all.

    >>> from primitives import vocabulary_of
    >>> record_of(vocabulary_of("senet")) is None
    True
    """
    if _is_ours(vocabulary):
        return None
    game, rules = vocabulary.game, rules_of(vocabulary.game)
    vocabulary.check_current()
    words = [word for word in vocabulary.primitives if names is None or word.name in names]
    played = RecordedGame(game.name, type(game).__module__, rules) if rules else None
    return RecordedWords(vocabulary.maker, [RecordedWord.of(word) for word in words], played)


def _is_ours(vocabulary: Vocabulary) -> bool:
    """Whether nothing of a vocabulary, and of its game, is from outside."""
    maker = vocabulary.maker
    if rules_of(vocabulary.game):
        return False
    if maker is None:
        return all(word.is_ours for word in vocabulary.primitives)
    return is_of_this_project(maker)


def check_record(record: RecordedWords | None, vocabulary: Vocabulary) -> None:
    """Check that the words here are those that a file records.

    A word may have got a kernel, or another one: it computes the same.

    Args:
        record: what the file records; None if it records nothing.
        vocabulary: the vocabulary of the same name here.

    Raises:
        UsageError: if a word is missing or differs, or the rules of the game do; the sentence says which, in
            what, and what to load.
    """
    if record is None and not _is_ours(vocabulary):
        plugins = ", ".join(vocabulary.plugins)
        raise UsageError(
            f"it holds no record of what {plugins} did when it was made, so nobody can tell whether they do "
            "the same here: make it anew"
        )
    _check_rules(record, vocabulary)
    for told in record.declared if record else ():
        word = vocabulary.by_name.get(told.name)
        if word is None:
            raise UsageError(
                f"the word {shortened(told.name)!r}{_of(told)} is missing in the vocabulary "
                f"{vocabulary.name!r} here: {_of_missing(told, vocabulary)}"
            )
        found = RecordedWord.of(word)
        differing = _difference(told, found, word)
        if differing:
            raise UsageError(
                f"the word {shortened(told.name)!r}{_of(told)} is not the one here, of {found.module}: "
                f"{differing}; {_to_load([told.module])}, as it was then, or {_BY_TEXT}"
            )


def hint_to_load(record: RecordedWords | None) -> str:
    """What to load for the words of a file, as the end of a sentence; empty if nothing is from outside."""
    if record is None:
        return ""
    modules = [word.module for word in record.declared]
    if record.made_by is not None:
        modules.append(record.made_by.partition(":")[0])
    outside = [module for module in modules if _is_outside(module)]
    return f"; {_to_load(outside)}" if outside else ""


def _check_rules(record: RecordedWords | None, vocabulary: Vocabulary) -> None:
    """Check that the game has the rules that a file records, if it is from outside."""
    rules, module = rules_of(vocabulary.game), type(vocabulary.game).__module__
    if not rules:
        return
    told = record.game.rules if record and record.game else None
    if told != rules:
        what = "has other rules here than those" if told else "is from outside, but no rules are recorded"
        raise UsageError(
            f"the game {vocabulary.game.name}, of {module}, {what} with which it was made: load it with "
            f"--plugin {module}, as it was then, or {_BY_TEXT}"
        )


def _difference(told: RecordedWord, found: RecordedWord, word: Primitive) -> str:
    """What differs between a recorded word and the one here, in words; empty if nothing does."""
    for kind, keys in {
        "types": ("arguments", "result"),
        "range": ("low", "high"),
        "use of the board": ("reads_board",),
    }.items():
        then, now = ([getattr(words, key) for key in keys] for words in (told, found))
        # A later version of this project may know more of its own words.
        if then != now and not (word.is_ours and kind == "range"):
            return f"its {kind} was {_shown(then)} and is {_shown(now)}"
    same = word.is_ours or agrees(told.meaning, word.meaning)
    return "" if same else "its meaning has changed"


def _shown(values: Sequence[Any]) -> str:
    if all(isinstance(value, int) for value in values) and len(values) == 2:
        return f"{values[0]} to {values[1]}"
    if len(values) == 2 and isinstance(values[0], list):
        return shortened(f"({', '.join(map(str, values[0]))}) -> {values[1]}")
    return shortened(" ".join(map(str, values)))


def _of(told: RecordedWord) -> str:
    return f" of {shortened(told.module)}" if _is_outside(told.module) else ""


def _to_load(modules: Iterable[str]) -> str:
    """The advice that names the modules that declared words; nothing is loaded because a file names it."""
    outside = list(dict.fromkeys(module for module in modules if _is_outside(module)))
    options = " ".join(f"--plugin {module}" for module in outside[:5])
    return f"load it with {options}" if options else "use the senet-gp that wrote the file"


def _of_missing(told: RecordedWord, vocabulary: Vocabulary) -> str:
    """The advice for a word that the vocabulary lacks."""
    module = told.module
    if not _is_outside(module) or module not in sys.modules:
        return _to_load([told.module])
    own = [word.name for word in vocabulary.primitives if word.meaning.__module__ == module]
    has = f"from there it has {shortened(', '.join(own))}" if own else "it has no word from there"
    return f"{module}, which is loaded, no longer declares it in that vocabulary ({has}): was it renamed?"


def _is_outside(module: str) -> bool:
    """Whether a recorded module is a plain name of one that is not of this project."""
    if re.fullmatch(r"[A-Za-z_]\w*(\.[A-Za-z_]\w*){0,9}", module) is None:
        return False
    return len(module) <= 100 and not is_of_this_project(module)
