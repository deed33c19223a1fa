"""The words of players in files: what is recorded of them, and how it is compared with the words here.

Only vocabularies with something from outside this project are recorded, because a version of this project has
its own words. What is read may come from anyone: nothing that it names is imported.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Collection, Sequence
from typing import Any

from primitives.declarations import Primitive, Query
from primitives.vocabulary import Vocabulary
from senet_gp.errors import UsageError
from senet_gp.games.rules_code import rules_of
from senet_gp.loaded_code import agrees, hash_of
from senet_gp.origins import is_of_this_project
from senet_gp.quoting import shortened

#: The key of records in files.
KEY = "words"
#: More words than a vocabulary can have are no record.
_MOST = 2**15


def record_of(vocabulary: Vocabulary, names: Collection[str] | None = None) -> dict[str, Any]:
    """What files record of a vocabulary and its words; empty if nothing of it is from outside.

    ========================  ==========================================================================
    ``made_by``               the function that makes it, ``module:function``; None if it has no name
    ``game``                  the ``name``, the ``module`` and a hash of the ``rules`` of its game, if that is
                              from outside
    ``declared``              a list of its words, each with the following
    ``name``, ``module``      its name, and the module that declares it
    ``arguments``, ``result`` its types: ``Number``, ``Square`` or ``Truth``
    ``low``, ``high``         its range
    ``reads_board``           whether it is a query about the board
    ``kernel``                a hash of what its kernel computes; None without a kernel
    ``meaning``               a hash of what its meaning computes (see :func:`senet_gp.loaded_code.hash_of`)
    ========================  ==========================================================================

    Args:
        vocabulary: the vocabulary.
        names: the names of the words to record; by default all.

    >>> from primitives import vocabulary_of
    >>> record_of(vocabulary_of("senet"))
    {}
    """
    if _is_ours(vocabulary):
        return {}
    maker, game, rules = vocabulary.maker, vocabulary.game, rules_of(vocabulary.game)
    vocabulary.check_current()
    words = [word for word in vocabulary.primitives if names is None or word.name in names]
    played = {"name": game.name, "module": type(game).__module__, "rules": rules}
    return {
        "made_by": maker,
        **({"game": played} if rules else {}),
        "declared": [_declared(word) for word in words],
    }


def _is_ours(vocabulary: Vocabulary) -> bool:
    """Whether nothing of a vocabulary, and of its game, is from outside."""
    maker = vocabulary.maker
    if rules_of(vocabulary.game):
        return False
    if maker is None:
        return all(word.is_ours for word in vocabulary.primitives)
    return is_of_this_project(maker)


def _declared(word: Primitive) -> dict[str, Any]:
    compiled = word.compiled
    kernel = None
    if isinstance(compiled, Query):
        kernel = " ".join([hash_of(compiled.function), *map(str, compiled.constants)])
    return {
        "name": word.name,
        "module": word.meaning.__module__,
        "arguments": [kind.__name__ for kind in word.arguments],
        "result": word.result.__name__,
        "low": word.low,
        "high": word.high,
        "reads_board": word.reads_board,
        "kernel": "built in" if isinstance(compiled, int) else kernel,
        "meaning": hash_of(word.meaning),
    }


def check_record(record: Any, vocabulary: Vocabulary) -> None:
    """Check that the words here are those that a file records.

    A word may have got a kernel, or another one: it computes the same.

    Args:
        record: what the file holds under ``words``; None in files that record none.
        vocabulary: the vocabulary of the same name here.

    Raises:
        UsageError: if a word is missing or differs, or the rules of the game do; the sentence says which, in
            what, and what to load.
    """
    if not record and not _is_ours(vocabulary):
        plugins = ", ".join(vocabulary.plugins)
        raise UsageError(
            f"it holds no record of what {plugins} did when it was made, so nobody can tell whether they do "
            "the same here: make it anew"
        )
    _check_rules(record, vocabulary)
    for told in _words_in(record):
        name = told["name"]
        word = vocabulary.by_name.get(name)
        if word is None:
            raise UsageError(
                f"the word {shortened(name)!r}{_of(told)} is missing in the vocabulary {vocabulary.name!r} "
                f"here: {_of_missing(told, vocabulary)}"
            )
        found = _declared(word)
        differing = _difference(told, found, word)
        if differing:
            raise UsageError(
                f"the word {shortened(name)!r}{_of(told)} is not the one here, of {found['module']}: "
                f"{differing}; {_to_load([told])}, as it was then"
            )


def hint_to_load(record: Any) -> str:
    """What to load for the words of a file, as the end of a sentence; empty if nothing is from outside."""
    try:
        words = _words_in(record)
    except UsageError:
        return ""
    maker = record.get("made_by") if isinstance(record, dict) else None
    if isinstance(maker, str):
        words = [*words, {"module": maker.partition(":")[0]}]
    modules = [word for word in words if _is_outside(word["module"])]
    return f"; {_to_load(modules)}" if modules else ""


def _check_rules(record: Any, vocabulary: Vocabulary) -> None:
    """Check that the game has the rules that a file records, if it is from outside."""
    rules, module = rules_of(vocabulary.game), type(vocabulary.game).__module__
    if not rules:
        return
    game = record.get("game") if isinstance(record, dict) else None
    told = game.get("rules") if isinstance(game, dict) else None
    if told != rules:
        what = "has other rules here than those" if told else "is from outside, but no rules are recorded"
        raise UsageError(
            f"the game {vocabulary.game.name}, of {module}, {what} with which it was made: load it with "
            f"--plugin {module}, as it was then"
        )


def _difference(told: dict[str, Any], found: dict[str, Any], word: Primitive) -> str:
    """What differs between a recorded word and the one here, in words; empty if nothing does."""
    for kind, keys in {
        "types": ("arguments", "result"),
        "range": ("low", "high"),
        "use of the board": ("reads_board",),
    }.items():
        then, now = ([words.get(key) for key in keys] for words in (told, found))
        # A later version of this project may know more of its own words.
        if then != now and not (word.is_ours and kind == "range"):
            return f"its {kind} was {_shown(then)} and is {_shown(now)}"
    same = word.is_ours or agrees(told.get("meaning"), word.meaning)
    return "" if same else "its meaning has changed"


def _shown(values: Sequence[Any]) -> str:
    if all(isinstance(value, int) for value in values) and len(values) == 2:
        return f"{values[0]} to {values[1]}"
    if len(values) == 2 and isinstance(values[0], list):
        return shortened(f"({', '.join(map(str, values[0]))}) -> {values[1]}")
    return shortened(" ".join(map(str, values)))


def _of(told: dict[str, Any]) -> str:
    return f" of {shortened(told['module'])}" if _is_outside(told["module"]) else ""


def _to_load(words: Sequence[dict[str, Any]]) -> str:
    """The advice that names the modules that declared words; nothing is loaded because a file names it."""
    modules = dict.fromkeys(word["module"] for word in words if _is_outside(word["module"]))
    options = " ".join(f"--plugin {module}" for module in list(modules)[:5])
    return f"load it with {options}" if options else "use the senet-gp that wrote the file"


def _of_missing(told: dict[str, Any], vocabulary: Vocabulary) -> str:
    """The advice for a word that the vocabulary lacks."""
    module = told["module"]
    if not _is_outside(module) or module not in sys.modules:
        return _to_load([told])
    own = [word.name for word in vocabulary.primitives if word.meaning.__module__ == module]
    has = f"from there it has {shortened(', '.join(own))}" if own else "it has no word from there"
    return f"{module}, which is loaded, no longer declares it in that vocabulary ({has}): was it renamed?"


def _is_outside(module: Any) -> bool:
    """Whether a recorded module is a plain name of one that is not of this project."""
    if not isinstance(module, str) or re.fullmatch(r"[A-Za-z_]\w*(\.[A-Za-z_]\w*){0,9}", module) is None:
        return False
    return len(module) <= 100 and not is_of_this_project(module)


def _words_in(record: Any) -> list[dict[str, Any]]:
    """The recorded words.

    Raises:
        UsageError: if the record is malformed.
    """
    if not record:
        return []
    words = record.get("declared") if isinstance(record, dict) else None
    if not isinstance(words, list) or len(words) > _MOST:
        raise UsageError(f"its {KEY} are {shortened(repr(record))}, but they must be a list of words")
    for word in words:
        if not isinstance(word, dict) or not all(
            isinstance(word.get(key), str) for key in ("name", "module")
        ):
            raise UsageError(f"it records {shortened(repr(word))}, but a word must have a name and a module")
    return words
