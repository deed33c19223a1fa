"""The glossary has a line for every option and public name but those of runs, which are in options.md."""

from __future__ import annotations

import re
from copy import copy
from importlib import import_module
from itertools import chain
from pathlib import Path

import click
import pytest
from public_packages import PACKAGES

from senet_gp.cli import VERBS, cli
from senet_gp.cli.help_pages import HELP
from senet_gp.evolution.config import FIELDS
from senet_gp.evolution.option_advice import as_written
from senet_gp.evolution.parts import classes

PAGE = Path(__file__).resolve().parent.parent / "docs" / "glossary.md"
SECTIONS = re.split(r"^## ", PAGE.read_text(encoding="utf-8"), flags=re.MULTILINE)
TERMS, OPTIONS, NAMES = (
    [" ".join(line.split()) for line in re.findall(r"^- ((?:.|\n(?![-\n#]))+)", section, re.MULTILINE)]
    for section in SECTIONS[1:]
)


#: The options of runs as they are written.
OF_RUNS = {
    as_written(name) for name in (*FIELDS, *(option for part in classes() for option in part.options()))
}


def _verbs_by_option() -> dict[str, set[str]]:
    """The options of all verbs, each with the verbs that have it, without those of runs alone."""
    found: dict[str, set[str]] = {}
    for verb in VERBS:
        # A copy: click keeps the option --help of a command as it is first asked for.
        command: click.Command = copy(import_module(f"senet_gp.cli.{verb}").command)
        for parameter in command.get_params(click.Context(command)):
            if isinstance(parameter, click.Option):
                for option in chain(parameter.opts, parameter.secondary_opts):
                    found.setdefault(option, set()).add(verb)
    return {
        option: verbs
        for option, verbs in found.items()
        if option not in HELP and not (option.replace("--no-", "--") in OF_RUNS and verbs == {"evolve"})
    }


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
    for part in classes():
        del homes[part.__name__]
    assert [line.split("`")[1] for line in NAMES] == sorted(homes)
    for line in NAMES:
        name, package = re.match(r"`(\w+)`(?: \(`([\w.]+)`\))?: ", line).groups()  # type: ignore[union-attr]
        assert (package or "senet_gp") in homes[name], line
        assert package is None or "senet_gp" not in homes[name], line


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
