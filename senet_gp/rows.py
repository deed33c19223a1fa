"""Registries: what can be chosen by name, a row each, which says by dotted names where its parts stand.

Dotted names are resolved when they are used, so a registry imports nothing of what it knows.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cache
from importlib import import_module
from typing import Any, NoReturn, TypeVar

from senet_gp.errors import UsageError

_Row = TypeVar("_Row")


class Registry(dict[str, _Row]):
    """The rows of all things of a kind, by name, in the order in which they came to be known.

    It is a dictionary that also checks names, says in a sentence what is not known, and finds the parts of a
    row. Rows are whatever has attributes, best frozen dataclasses; a part is an attribute that is a dotted
    name, ``module:attribute``.

    >>> from dataclasses import dataclass
    >>> @dataclass(frozen=True)
    ... class Form:
    ...     written: str
    ...     read: str | None = None
    >>> FORMS = Registry("form", {"json": Form("json:dumps", "json:loads")})
    >>> FORMS.add("html", Form("html:escape"))
    >>> FORMS.part("html", "written")("<b>")
    '&lt;b&gt;'
    >>> FORMS.part("html", "read") is None
    True
    >>> list(FORMS), "json" in FORMS, FORMS["json"].read
    (['json', 'html'], True, 'json:loads')
    >>> FORMS["yaml"]
    Traceback (most recent call last):
    senet_gp.errors.UsageError: there is no form 'yaml': the forms are json, html

    Args:
        kind: what a row stands for, as people call it: one word, whose plural is made by an s.
        rows: those that are known from the beginning.
        joint: what joins the words of a name.
    """

    def __init__(self, kind: str, rows: Mapping[str, _Row], *, joint: str = "-") -> None:
        super().__init__(rows)
        self.kind, self.joint = kind, joint

    def add(self, name: str, row: _Row) -> None:
        """Make a row known; nothing happens if this very row is, so a module may do it whenever it is loaded.

        Raises:
            UsageError: if the name is no simple word, or that of another row.
        """
        if re.fullmatch(rf"[a-z][a-z0-9{self.joint}]{{0,29}}", name) is None:
            article = "an" if self.kind[0] in "aeiou" else "a"
            raise UsageError(
                f"{name[:30]!r} cannot be the name of {article} {self.kind}: take a word of at most 30 "
                f"letters a to z, digits and {self.joint}"
            )
        if self.setdefault(name, row) != row:
            raise UsageError(f"there is another {self.kind} of the name {name}: take another name")

    def __missing__(self, name: str) -> NoReturn:
        raise UsageError(f"there is no {self.kind} {name[:30]!r}: the {self.kind}s are {', '.join(self)}")

    def part(self, name: str, part: str) -> Any:
        """What stands where a row says that this part of it does; None if it brings none.

        Raises:
            UsageError: if there is no such row, or what it names cannot be had.
        """
        dotted = getattr(self[name], part)
        return None if dotted is None else resolved(dotted, f"the {self.kind} {name}")


def resolved(dotted: str, by: str = "a row") -> Any:
    """What stands at ``module:attribute``.

    Args:
        dotted: where it stands.
        by: who names it, for people.

    Raises:
        UsageError: if it cannot be had.
    """
    try:
        return _at(dotted)
    except (ImportError, AttributeError) as error:
        raise UsageError(f"{by} names {dotted}, which cannot be had: {error}") from error


@cache
def _at(dotted: str) -> Any:
    module, _, attribute = dotted.partition(":")
    return getattr(import_module(module), attribute)
