"""Hashes of code: what they depend on, and what they do not."""

from __future__ import annotations

import linecache
import sys
from collections.abc import Iterator
from itertools import count
from types import ModuleType
from typing import Any

import pytest

from senet_gp.runtime.errors import UsageError
from senet_gp.runtime.loaded_code import agrees, hash_of
from senet_gp.runtime.source_texts import definition_of

TEXT = """
import functools
from dataclasses import dataclass

import their_helpers

LIMITS = {"a": {3, 1, 2}, "b": (1, 2.5)}

@dataclass(frozen=True)
class Rules:
    rows: int = 3

    @property
    def whole(self):
        return self.rows * 2

RULES = Rules(rows=4)
HALF = functools.partial(pow, 2)

def around(step):
    def inner(n):
        return n + step
    return inner

stepping = around(5)

def used(n, least=1):
    '''What it says.'''
    key = lambda one: one + 7
    return their_helpers.helped(n) + LIMITS["b"][0] + RULES.whole + HALF(n) + stepping(n) + key(n) + least
"""
HELPERS = "def helped(n):\n    return n * 3\n"
_NUMBERS = count()


def loaded(name: str, text: str) -> ModuleType:
    """A module of this text."""
    file = f"<{name} {next(_NUMBERS)}>"
    linecache.cache[file] = (len(text), None, text.splitlines(keepends=True), file)
    module = sys.modules[name] = ModuleType(name)
    exec(compile(text, file, "exec", dont_inherit=True), vars(module))  # noqa: S102 - our own text
    return module


@pytest.fixture(autouse=True)
def _modules() -> Iterator[None]:
    yield
    for name in ("their_helpers", "their_module"):
        sys.modules.pop(name, None)


def function_in(text: str, helpers: str = HELPERS) -> Any:
    loaded("their_helpers", helpers)
    return loaded("their_module", text).used


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("n * 3", "n * 4"),
        ("least=1", "least=2"),
        ("one + 7", "one + 8"),
        ("around(5)", "around(6)"),
        ("n + step", "n - step"),
        ("rows=4", "rows=5"),
        ("self.rows * 2", "self.rows * 3"),
        ("pow, 2", "pow, 3"),
        ("{3, 1, 2}", "{3, 1, 4}"),
        ("2.5", "2.75"),
    ],
)
def test_a_hash_depends_on_all_that_is_used(old: str, new: str) -> None:
    assert (TEXT + HELPERS).count(old) == 1
    before = hash_of(function_in(TEXT))
    assert hash_of(function_in(TEXT.replace(old, new), HELPERS.replace(old, new))) != before


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("What it says", "Otherwise"),
        ("def used(n, least=1)", "@functools.cache\ndef used(n: int, least: int=1) -> int"),
        ("{3, 1, 2}", "{2,\n  1, 3}"),
        ("\ndef used", "\n# A comment.\nOTHER = 7\n\ndef used"),
    ],
)
def test_a_hash_does_not_depend_on_what_does_nothing(old: str, new: str) -> None:
    before = hash_of(function_in(TEXT))
    assert len(before) == 16
    after = function_in(TEXT.replace(old, new))
    assert hash_of(getattr(after, "__wrapped__", after)) == before


def test_a_text_is_believed_only_if_it_gives_the_code() -> None:
    used = function_in(TEXT)
    file = used.__code__.co_filename
    linecache.cache[file] = (0, None, TEXT.replace("n, least", "n, /, least").splitlines(keepends=True), file)
    assert definition_of(used) is None
    by_code = hash_of(used)
    assert by_code.startswith(str(sys.implementation.cache_tag))
    linecache.cache[file] = (0, None, f"# Moved.\n{TEXT}".splitlines(keepends=True), file)
    assert definition_of(used) is not None
    # What was recorded by its code is compared by its code.
    assert agrees(by_code, function_in(TEXT))
    assert not agrees(by_code, function_in(TEXT.replace("least=1", "least=2")))


def test_what_uses_something_from_before_is_refused() -> None:
    text = TEXT.replace("import their_helpers", "from their_helpers import helped")
    used = function_in(text.replace("their_helpers.helped", "helped"))
    hash_of(used)
    loaded("their_helpers", HELPERS.replace("3", "4"))
    with pytest.raises(UsageError, match=r"their_helpers\.helped has been defined anew, but their_mod"):
        hash_of(used)
