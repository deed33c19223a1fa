"""Registries: things that can be chosen by name, each with a row that names its parts by dotted names.

Dotted names are resolved when they are used, so a registry does not import the things in it. One of them,
:data:`SHOWN_BY`, names what notebooks show: a package above makes it.
"""

from __future__ import annotations

import dataclasses
import re
from collections import UserDict
from collections.abc import Iterator, Mapping
from importlib import import_module
from types import FunctionType
from typing import Any, TypeVar

from senet_gp.runtime import plugins
from senet_gp.runtime.checks import READ_AS_MISSING
from senet_gp.runtime.errors import UsageError, brief, shortened
from senet_gp.runtime.module_hashes import note_loaded
from senet_gp.runtime.origins import is_from_outside

_Row = TypeVar("_Row")

#: How rows are added on the command line, as the end of a sentence that lists them.
ADDED = "; --plugin MODULE adds others"


class UnknownNameError(UsageError, KeyError):
    """A registry has no row with this name."""

    # A KeyError would show its message in quotation marks.
    __str__ = Exception.__str__


class Registry(UserDict[str, _Row]):
    """The rows of all things of a kind, by name, in the order in which they were added.

    It is a dictionary that also checks names, raises a readable error for an unknown name, and resolves the
    parts of a row. Rows are any objects with attributes, preferably frozen dataclasses; a part is an
    attribute that is a dotted name, ``module:attribute``.

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
    senet_gp.runtime.registries.UnknownNameError: there is no form 'yaml': the forms are json, html

    Args:
        kind: the kind of thing, for messages: one word whose plural ends with s.
        rows: the initial rows.
        joint: the character that joins the words of a name.
        installed: whether modules of the program and installed plugins add rows. They are loaded when the
            rows are listed, or a name is looked up that is not there yet.
    """

    def __init__(
        self, kind: str, rows: Mapping[str, _Row], *, joint: str = "-", installed: bool = False
    ) -> None:
        super().__init__(rows)
        self.kind, self.joint, self.installed = kind, joint, installed

    def __iter__(self) -> Iterator[str]:
        self._complete()
        return super().__iter__()

    def __contains__(self, name: object) -> bool:
        if name not in self.data:
            self._complete()
        return name in self.data

    def __len__(self) -> int:
        self._complete()
        return len(self.data)

    def _complete(self) -> None:
        if self.installed:
            plugins.load_built_in()
            plugins.load_installed()

    def __repr__(self) -> str:
        return brief(self, f"{len(self)} {self.kind}s", *self)

    def add(self, name: str, row: _Row) -> None:
        """Add a row. Adding the same row again does nothing, so a module can do it whenever it is loaded.

        A part may also be given as the function or class itself; the row then holds its dotted name.

        Raises:
            UsageError: if the name is not a simple word, another row has it, or a function or class does not
                stand at the top of its module.
        """
        self.check_name(name)
        if self.installed:
            plugins.load_built_in()
        row = _by_dotted_names(row)
        if self.data.setdefault(name, row) != row:
            raise self.taken(name)
        for part in vars(row).values() if dataclasses.is_dataclass(row) else [row]:
            module = part.partition(":")[0] if isinstance(part, str) and ":" in part else ""
            if module and is_from_outside(module):
                note_loaded(module)

    def check_name(self, name: str) -> None:
        """Check that something may be the name of a row.

        Raises:
            UsageError: if it is not a simple word.
        """
        if re.fullmatch(rf"[a-z][a-z0-9{self.joint}]{{0,29}}", name) is None or name in READ_AS_MISSING:
            article = "an" if self.kind[0] in "aeiou" else "a"
            raise UsageError(
                f"{name[:30]!r} cannot be the name of {article} {self.kind}: take a word of at most 30 "
                f"letters a to z, digits and {self.joint}, but not nan or null, which mean a missing value"
            )

    def taken(self, name: str) -> UsageError:
        """The refusal of a name that another row has."""
        return UsageError(f"there is another {self.kind} with the name {name}: take another name")

    def __missing__(self, name: str) -> _Row:
        self._complete()
        if name in self.data:
            return self.data[name]
        raise UnknownNameError(self.unknown(name))

    def unknown(self, name: str) -> str:
        """The sentence about a name that no row has."""
        others = ADDED if self.installed else ""
        given = shortened(repr(name), 32)
        return f"there is no {self.kind} {given}: the {self.kind}s are {', '.join(self)}{others}"

    def part(self, name: str, part: str) -> Any:
        """A part of a row, resolved; None if the row does not have this part.

        Raises:
            UsageError: if there is no such row, or the part cannot be imported.
        """
        dotted = getattr(self[name], part)
        return None if dotted is None else resolved(dotted, f"the {self.kind} {name}")


def _by_dotted_names(row: Any) -> Any:
    """A row with the dotted names of the functions and classes that were given in their place."""
    if isinstance(row, type | FunctionType):
        return dotted(row)
    if not dataclasses.is_dataclass(row) or isinstance(row, type):
        return row
    given = {field.name: getattr(row, field.name) for field in dataclasses.fields(row)}
    return dataclasses.replace(
        row, **{name: dotted(part) for name, part in given.items() if isinstance(part, type | FunctionType)}
    )


def resolved(dotted: str, by: str = "a row") -> Any:
    """Import ``module:attribute``.

    >>> resolved("math:gcd")(12, 18)
    6

    Args:
        dotted: the dotted name.
        by: what contains the name, for messages.

    Raises:
        UsageError: if it cannot be imported.
    """
    module, _, attribute = dotted.partition(":")
    try:
        # Not remembered: a module may be loaded again.
        return getattr(import_module(module), attribute)
    except (ImportError, AttributeError, ValueError) as error:
        raise UsageError(f"{by} names {dotted}, which cannot be imported: {error}") from error


def dotted(thing: Any) -> str:
    """The dotted name of a class or function that stands at the top of its module.

    >>> from html import escape
    >>> dotted(escape)
    'html:escape'

    Raises:
        UsageError: if it does not stand there, as a lambda or a function in a function does not.
    """
    module, name = getattr(thing, "__module__", None), getattr(thing, "__qualname__", "")
    if not module or not name.isidentifier():
        raise UsageError(
            f"{str(thing)[:60]} cannot be named in a row: define it with def or class at the top of a module"
        )
    return f"{module}:{name}"


#: The functions, ``module:function``, that make of an object an SVG document, and an HTML fragment in which
#: all texts are escaped; each returns None for what it does not show.
SHOWN_BY: Registry[str] = Registry("form", {}, installed=True)


class Displayed:
    """A base of objects that a notebook shows as a picture or as HTML; else it shows their text.

    Jupyter asks an object for ``_repr_svg_`` and ``_repr_html_``, so nothing of Jupyter is imported. A class
    does not know how it is shown: :mod:`senet_gp.built_in` names the functions that know all classes.
    """

    __slots__ = ()

    def _repr_svg_(self) -> str | None:
        return _shown("svg", self)

    def _repr_html_(self) -> str | None:
        return _shown("html", self)


def _shown(form: str, thing: Any) -> str | None:
    document: str | None = resolved(SHOWN_BY[form])(thing)
    return document
