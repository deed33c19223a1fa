"""The glossary has a line for every option, every public name, and every name that options accept."""

from __future__ import annotations

import re
from collections.abc import Iterable
from importlib import import_module
from itertools import chain
from pathlib import Path

import click
import pytest
from public_packages import PACKAGES

from senet_gp.cli import VERBS, cli
from senet_gp.cli.help_pages import HELP
from senet_gp.evolution.evaluation.registry import CREDITS, SUITES
from senet_gp.evolution.operator_rows import OPERATORS

PAGE = Path(__file__).resolve().parent.parent / "docs" / "glossary.md"
SECTIONS = re.split(r"^## ", PAGE.read_text(encoding="utf-8"), flags=re.MULTILINE)
TERMS, OPTIONS, NAMES = (
    [" ".join(line.split()) for line in re.findall(r"^- ((?:.|\n(?![-\n#]))+)", section, re.MULTILINE)]
    for section in SECTIONS[1:]
)


def _verbs_by_option() -> dict[str, set[str]]:
    """The options of all verbs, each with the verbs that have it."""
    found: dict[str, set[str]] = {}
    for verb in VERBS:
        command: click.Command = import_module(f"senet_gp.cli.{verb}").command
        for parameter in command.params:
            if isinstance(parameter, click.Option):
                for option in chain(parameter.opts, parameter.secondary_opts):
                    found.setdefault(option, set()).add(verb)
    return found


def _lines_by_option() -> dict[str, str]:
    """The lines of the glossary, by the options that each begins with."""
    return {option: line for line in OPTIONS for option in re.findall(r"`(-[^`]+)`", line.partition(" (")[0])}


def test_every_option_has_its_line() -> None:
    of_the_program = {*HELP, *(option for each in cli.params for option in each.opts)}
    assert set(_lines_by_option()) == set(_verbs_by_option()) | of_the_program


def test_every_line_names_the_verbs_that_have_the_option() -> None:
    lines = _lines_by_option()
    for option, verbs in _verbs_by_option().items():
        found = re.search(r"\(([^)]*)\)", lines[option])
        assert found is not None
        assert set(re.findall(r"`([^`]+)`", found[1])) == verbs, option


def test_every_public_name_has_its_line() -> None:
    homes: dict[str, set[str]] = {}
    for package in (*PACKAGES, "primitives"):
        for name in import_module(package).__all__:
            homes.setdefault(name, set()).add(package)
    assert [line.split("`")[1] for line in NAMES] == sorted(homes)
    for line in NAMES:
        name, package = re.match(r"`(\w+)`(?: \(`([\w.]+)`\))?: ", line).groups()  # type: ignore[union-attr]
        assert (package or "senet_gp") in homes[name], line
        assert package is None or "senet_gp" not in homes[name], line


def test_every_name_that_an_option_accepts_stands_in_its_line() -> None:
    lines = _lines_by_option()
    accepted: dict[str, Iterable[str]] = {"fitness": SUITES, "credit": CREDITS, **OPERATORS}
    for option, rows in accepted.items():
        for name in rows:
            assert f"`{name}`" in lines[f"--{option}"], f"--{option} {name}"


@pytest.mark.parametrize("lines", [TERMS, OPTIONS], ids=["terms", "options"])
def test_lines_are_sorted(lines: list[str]) -> None:
    heads = [line.lstrip("*`-") for line in lines]
    ends = [re.match(r"[\w -]+", head) for head in heads]
    found = [end[0] for end in ends if end is not None]
    assert len(found) == len(lines)
    assert found == sorted(found, key=str.lower)


@pytest.mark.parametrize(
    "term",
    [
        *("adviser", "afterstate", "champion", "checkpoint", "choice", "credit", "crossover", "decision"),
        *("duel", "elite", "evaluation", "final", "fitness", "game", "generation", "individual", "kernel"),
        *(
            "knockout",
            "lexicase",
            "match",
            "matchbox machine",
            "mutation",
            "node budget",
            "noise",
            "operator",
        ),
        *("panel", "parsimony", "playout", "playthrough", "ply", "policy", "population", "position"),
        *(
            "primitive set",
            "rating",
            "round robin",
            "run",
            "scheme",
            "seat",
            "seed",
            "self-loss",
            "self-play",
        ),
        *(
            "small game",
            "sparring",
            "suite",
            "swapped",
            "terminal",
            "test",
            "verdict",
            "vocabulary",
            "winner",
        ),
    ],
)
def test_terms_are_explained(term: str) -> None:
    assert [line for line in TERMS if line.startswith(f"**{term}**: ")]
