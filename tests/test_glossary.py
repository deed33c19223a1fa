"""The glossary has the terms; options have their help, and public names their docstrings."""

from __future__ import annotations

import inspect
import re
import runpy
from copy import copy
from importlib import import_module
from pathlib import Path

import click
import pytest
from public_packages import PACKAGES

from senet_gp.cli import all_commands
from senet_gp.cli.help_pages import HELP

DOCS = Path(__file__).resolve().parent.parent / "docs"
PAGE = DOCS / "glossary.md"
TERMS = [
    re.fullmatch(r"- \*\*([\w -]+)\*\*: (\S.*)", line)
    for line in PAGE.read_text(encoding="utf-8").splitlines()
    if line.startswith("-")
]
#: What the site says of public names that are values.
VALUES = runpy.run_path(str(DOCS / "site_pages" / "names.py"))["VALUES"]


def test_terms_are_few_sorted_and_a_line_each() -> None:
    assert all(TERMS)
    names = [term[1] for term in TERMS if term]
    assert 45 <= len(names) <= 55
    assert names == sorted(set(names), key=str.lower)


def test_terms_are_used() -> None:
    pages = [page.read_text(encoding="utf-8") for page in DOCS.glob("*.md") if page != PAGE]
    text = " ".join(" ".join(pages).lower().split())
    assert [term[1] for term in TERMS if term and term[1].lower() not in text] == []


@pytest.mark.parametrize(("verb", "command"), list(all_commands()))
def test_every_option_has_help(verb: str, command: click.Command) -> None:
    # A copy: click keeps the option --help of a command as it is first asked for.
    command = copy(command)
    context = click.Context(command, info_name=verb)
    options = [one for one in command.get_params(context) if isinstance(one, click.Option)]
    for option in options:
        told = option.get_help_record(context)
        assert option.hidden or (told is not None and told[1]), option.name
    assert {name for option in options for name in option.opts} & set(HELP)


@pytest.mark.parametrize("package", [*PACKAGES, "primitives"])
def test_every_public_name_has_a_docstring(package: str) -> None:
    for name in import_module(package).__all__:
        value = getattr(import_module(package), name)
        told = inspect.getdoc(value) if inspect.isclass(value) or callable(value) else VALUES.get(name)
        assert told, name
