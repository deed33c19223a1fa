"""A suite, a credit and a selection from outside, each with options of its own, wherever ours are named."""

from __future__ import annotations

import json
import random
import re
import sys
import tomllib
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from commands import assert_refused, run_command
from own_evaluation import registered, taken_out
from tiny_runs import files_of

from senet_gp.evolution.configuration.config import Config
from senet_gp.evolution.configuration.options import option
from senet_gp.evolution.configuration.parts import PARTS
from senet_gp.evolution.configuration.registration import credit, operator, part, suite
from senet_gp.evolution.evaluation.credits import SharedCredit
from senet_gp.evolution.evaluation.protocol import Credit, Suite
from senet_gp.experiments.plan import Plan
from senet_gp.runtime.errors import UsageError
from senet_gp.trees.individual import Individual

PLUGIN = '''
"""Parts that others have made."""

from dataclasses import dataclass

import numpy as np

from senet_gp.evolution import (
    Credit, Outcomes, Suite, credit, evaluation_by, operator, option, points_of, suite
)


@suite("sizes", "sizes that a tree should come to")
class Sizes(Suite):
    cases: int = option(20, "sizes that are wanted", between=(1, 1000))
    largest: int = option(30, "the largest size that is wanted", between=(1, 1000))

    def open(self, config, population, winners, *, generation, rng, pool):
        return Wanted(population, [rng.randint(1, self.largest) for _ in range(self.cases)])


@dataclass(frozen=True)
class Wanted:
    population: list
    sizes: list

    def run(self, indices, times=1, number=0):
        nodes = np.array([[len(self.population[index])] for index in indices])
        values = 1 / (1.0 + abs(nodes - np.array(self.sizes * times)))
        return Outcomes(values=values, games=0, turns=0, self_losses=0)


@credit("worst-tests", "the mean of the worst points")
class WorstTests(Credit):
    worst_share: float = option(0.5, "the share of the points that counts", between=(0.0, 1.0))

    def assign(self, population, tests, *, reproduced, key, rng):
        result = tests.run(range(len(population)))
        points = np.sort(points_of(result.values, self.draw_value), axis=1)
        worst = points[:, : max(1, round(self.worst_share * points.shape[1]))].mean(axis=1)
        return evaluation_by(population, [result], fitness=(0.01 + worst).tolist())


@operator("selection", "truncation", "evenly among the best")
def truncation(
    population,
    count,
    *,
    rng,
    best_share: float = option(0.5, "the share that may become parents", between=(0.0, 1.0)),
    ties: bool = option(False, "whether equals of the last of them may, too"),
):
    order = sorted(population, key=lambda individual: -individual.fitness.values[0])
    last = order[max(1, round(best_share * len(order))) - 1].fitness.values[0]
    best = [one for one in order if one.fitness.values[0] >= last]
    return rng.choices(best if ties else best[: max(1, round(best_share * len(order)))], k=count)
'''
SMALL = ("--population", "10", "--generations", "2", "--final-games", "2", "--workers", "1", "--quiet")
OWN = (
    *("--fitness", "sizes", "--largest", "9", "--cases", "5", "--credit", "worst-tests"),
    *("--worst-share", "0.25", "--selection", "truncation", "--best-share", "0.3", "--ties"),
)
IN_A_FILE = """
plugins = ["own_parts"]
game = "hexapawn"
population = 10
generations = 2
final_games = 2

[fitness]
name = "sizes"
largest = 9
cases = 5

[credit]
name = "worst-tests"
worst_share = 0.25

[selection]
name = "truncation"
best_share = 0.3
ties = true
"""


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The current directory, with the plug-in."""
    (tmp_path / "own_parts.py").write_text(PLUGIN)
    monkeypatch.chdir(tmp_path)
    return tmp_path


def done(verb: str, *arguments: str) -> str:
    """What a verb prints with the plug-in."""
    ended = run_command(verb, *arguments, "--plugin", "own_parts.py")
    assert (ended.returncode, ended.stderr) == (0, "")
    return ended.stdout


def test_options_are_flat_on_the_command_line_and_tables_in_a_file(here: Path) -> None:
    """Both begin the same run, which goes on as any, and whose report tells what they mean."""
    done("evolve", "hexapawn", *SMALL, *OWN, "--out", "flat")
    (here / "by_file.toml").write_text(IN_A_FILE)
    done("evolve", "--config", "by_file.toml", "--workers", "1", "--quiet", "--out", "table")
    assert files_of(here / "flat") == files_of(here / "table")
    # An option alone changes one field; choosing another part replaces the whole part.
    other = ("--best-share", "0.9", "--fitness", "regret")
    shown = tomllib.loads(done("evolve", "--config", "by_file.toml", *other, "--show"))
    assert shown["selection"] == {"name": "truncation", "best_share": 0.9, "ties": True}
    assert (shown["fitness"]["name"], shown["fitness"]["cases"]) == ("regret", 256)
    assert (shown["plugins"], shown["credit"]["worst_share"]) == (["own_parts"], 0.25)
    done("resume", "flat", "--generations", "3", "--workers", "1", "--quiet")
    report = done("report", "flat", "--games", "2", "--simplify", "none", "--workers", "1", "--json")
    assert json.loads(report)["game"] == "hexapawn"
    page = (here / "flat" / "report" / "index.html").read_text()
    for told in ("<code>largest</code>", "the largest size that is wanted", "<code>best_share</code>", "0.3",
                 "<code>worst_share</code>", "the mean of the worst points", "truncation"):  # fmt: skip
        assert told in page


@pytest.mark.usefixtures("here")
def test_help_has_them_beside_ours() -> None:
    text = " ".join(done("evolve", "--help-all").split())
    assert "--selection truncation" in text
    assert "--best-share NUMBER The share that may become parents. [default: 0.5]" in text
    assert "--ties / --no-ties" in text
    assert "truncation (evenly among the best)" in text
    # Ours and theirs of the same name, each with its meaning.
    assert "--cases INTEGER Sizes that are wanted. [default: 20]" in text
    assert "--cases INTEGER Decisions in which all individuals choose a move. [default: 256]" in text


@pytest.mark.parametrize(
    ("options", "sentence"),
    [
        (
            ["--best-share", "0.3"],
            "--best-share belongs to --selection truncation, which this run does not h",
        ),
        (["--largest", "3"], "--largest belongs to --fitness sizes, which this run does not have: choose it"),
        (["--worst-share", "0.3"], "--worst-share belongs to --credit worst-tests, which this run does not"),
        (
            ["--selection", "truncation", "--best-share", "3"],
            "best_share is 3.0, but it must be from 0.0 to 1.0",
        ),
        (["--fitness", "sizes", "--largest", "x"], "largest is 'x', but it must be a whole number"),
    ],
)
@pytest.mark.usefixtures("here")
def test_they_are_refused_as_ours_are(options: list[str], sentence: str) -> None:
    ended = run_command("evolve", "hexapawn", *options, "--plugin", "own_parts.py", "--out", "run")
    assert_refused(ended, 2, sentence)


PLAN = """
plugins = ["own_parts"]
game = "hexapawn"
population = 8
generations = 1
final_games = 2

[variants.theirs]
credit = "worst-tests"

[variants.theirs.fitness]
name = "sizes"
cases = 3

[variants.theirs.vary.fitness]
largest = [4, 40]

[variants.ours.vary]
selection = ["truncation", "tournament"]

[variants.many]
selection = "truncation"

[variants.many.vary.selection]
best_share = [0.2, 0.8]
ties = [true]
"""


def test_a_plan_varies_them(here: Path) -> None:
    (here / "plan.toml").write_text(PLAN)
    played = run_command(
        *("experiment", "plan.toml", "--seeds", "1", "--games", "2", "--out", "e", "--json", "--jobs", "1"),
        *("--plugin", "own_parts.py"),
    )
    assert played.returncode == 0, played.stderr
    names = {variant["name"] for variant in json.loads(played.stdout)["variants"]}
    assert names == {
        *("theirs,largest=4", "theirs,largest=40", "ours,selection=truncation", "ours,selection=tournament"),
        *("many,best_share=0.2,ties=true", "many,best_share=0.8,ties=true"),
    }
    plan = json.loads((here / "e" / "plan.json").read_text())
    found = next(value for value in plan.values() if isinstance(value, dict) and names <= value.keys())
    assert found["theirs,largest=40"]["fitness"] == {"name": "sizes", "cases": 3, "largest": 40}
    assert found["many,best_share=0.8,ties=true"]["selection"] == {
        "name": "truncation",
        "best_share": 0.8,
        "ties": True,
    }
    # A value that would change nothing is refused.
    (here / "plan.toml").write_text(f"{PLAN}\n[variants.ours.vary.migration]\nmigrants = [1, 2]\n")
    ended = run_command("experiment", "plan.toml", "--seeds", "1", "--plugin", "own_parts.py", "--out", "f")
    assert "migration.migrants would change nothing here: it is used only with --islands 2" in ended.stderr


# What cannot be registered


@operator("selection", "fair", "all alike")
def fair(
    population: Sequence[Individual],
    count: int,
    *,
    rng: random.Random,
    share: float = option(0.5, "a share", between=(0.0, 1.0)),  # noqa: ARG001
) -> list[Individual]:
    """Draw individuals that all have the same chance."""
    return rng.choices(population, k=count)


Fair = taken_out("selection", "fair")


class Plain(Credit):
    """A credit without options of its own."""


class Helpless(Credit):
    """An option without help."""

    share: float = 0.5


class Taken(Credit):
    """An option that all runs have."""

    seed: int = option(1, "a seed")


class TakenByAKind(Credit):
    """An option that chooses a part."""

    fitness: str = option("", "a fitness")


class Hiding(Credit):
    """An option that hides what is something else in a part."""

    resolved: float = option(0.5, "a share")  # type: ignore[assignment]


def idle(individual: Individual, *, rng: random.Random) -> tuple[Individual]:  # noqa: ARG001
    """Change nothing."""
    return (individual,)


def with_seed(individual: Individual, *, seed: int = option(1, "a seed")) -> tuple[Individual]:  # noqa: ARG001
    """Take an option that all runs have."""
    return (individual,)


@pytest.mark.parametrize(
    ("register", "message"),
    [
        (
            lambda: credit("helpless", "a")(Helpless),
            "the option share of the credit helpless has no help: declare it by option(...)",
        ),
        (
            lambda: credit("taken", "a")(Taken),
            "the credit taken cannot have an option seed, which all runs have: rename it",
        ),
        (
            lambda: credit("taken", "a")(TakenByAKind),
            "the credit taken cannot have an option fitness, which all runs have: rename it",
        ),
        (
            lambda: operator("mutation", "taken", "a")(with_seed),
            "the mutation taken cannot have an option seed, which all runs have: rename it",
        ),
        (
            lambda: credit("hiding", "a")(Hiding),
            "the credit hiding cannot have an option resolved, which is something else there: rename it",
        ),
        (
            lambda: operator("mutation", "subtree", "a")(idle),
            "there is another mutation with the name subtree: take another name",
        ),
        (
            lambda: credit("Loud One", "a")(Plain),
            "'Loud One' cannot be the name of a credit: take a word of at most 30 letters a to z",
        ),
        (lambda: suite("plain", "a")(Plain), "is no evaluation: derive a class from Suite"),
        (
            lambda: operator("mutations", "idle", "a")(idle),
            "kind is 'mutations', but it must be one of initialisation, selection, elite, crossover, ",
        ),
        (
            lambda: operator("mutation", "idle", "a")(lambda individual: (individual,)),
            "cannot be named in a row: define it with def or class at the top",
        ),
    ],
)
def test_what_is_no_part_is_refused_in_a_sentence(register: Callable[[], Any], message: str) -> None:
    before = {kind: dict(rows.data) for kind, rows in PARTS.items()}
    with pytest.raises(UsageError) as caught:
        register()
    assert message in str(caught.value)
    assert {kind: dict(rows.data) for kind, rows in PARTS.items()} == before


@pytest.mark.parametrize(
    ("declared", "message"),
    [
        (lambda: option(None, "a"), "the default of an option is None, but it must be a number, a truth, a"),
        (lambda: option(9, "a", between=(1, 3)), "the default of an option is 9, but it must be from 1 to 3"),
        (
            lambda: option("a", "a", choices=("b", "c")),
            "the default of an option is 'a', but it must be b or",
        ),
        (
            lambda: option(2, "a", between=(1, 3), sample=9),
            "the sample of an option is 9, but it must be from 1 to 3",
        ),
    ],
)
def test_an_option_that_cannot_be_is_refused_where_it_is_declared(
    declared: Callable[[], Any], message: str
) -> None:
    with pytest.raises(UsageError) as caught:
        declared()
    assert str(caught.value).startswith(message)


def test_numbers_of_numpy_are_pythons_in_a_default() -> None:
    assert type(option(np.int64(3), "a number").default) is int


def test_the_defaults_of_a_game_are_not_those_of_parts_from_outside() -> None:
    """Pursuit has cases = 1500 of its own suite, and here an option of this name means something else."""
    with registered(Fair, Sampled):
        assert Config.of("pursuit", fitness="sampled").fitness == Sampled()


@suite("sampled", "an option that others have, too")
class Sampled(Suite):
    """A suite with an option that others have, too."""

    cases: int = option(10, "how many", between=(1, 100))


taken_out("fitness", "sampled")


def test_the_same_part_is_registered_as_often_as_its_module_is_loaded() -> None:
    with registered(Fair):
        operator("selection", "fair", "all alike")(fair)
        assert Config.of("hexapawn", selection="fair", share=0.25).selection == part("fair", share=0.25)


def test_what_varies_in_all_variants_goes_with_what_varies_in_one() -> None:
    with registered(Fair):
        one = {"vary": {"selection": {"share": [0.25, 0.75]}}}
        values = {"game": "hexapawn", "vary": {"selection": ["fair"]}, "variants": {"a": one}}
        found = Plan.of(values, seeds=1).variants
    assert [config.selection for config in found.values()] == [Fair(0.25), Fair(0.75)]


def test_a_part_that_is_not_registered_is_in_no_run() -> None:
    class Own(SharedCredit):
        """A credit that is registered nowhere."""

    for kind, unknown, named in (("selection", Fair(), "fair"), ("credit", Own(), "shared")):
        config = Config(game="hexapawn", **{kind: unknown})
        with pytest.raises(UsageError, match=rf"the class .* is not the {kind} .* as {named}: register it"):
            config.resolved()


@pytest.fixture
def _forgotten() -> Iterator[None]:
    yield
    sys.modules.pop("odd_part", None)


@pytest.mark.usefixtures("_forgotten")
@pytest.mark.parametrize(
    "name",
    [
        *("out", "show", "go_on", "config", "preset", "json", "rule", "plugin", "help", "config_file"),
        *("playing", "game_name", "as_json", "look_ahead", "no_look_ahead"),
    ],
)
def test_an_option_that_the_command_has_itself_is_refused(name: str, here: Path) -> None:
    (here / "odd_part.py").write_text(
        "from senet_gp.evolution import operator, option\n\n\n"
        "@operator('selection', 'odd', 'at random')\n"
        f"def odd(population, count, *, rng, {name}: int = option(1, 'a number')):\n"
        "    return rng.choices(population, k=count)\n"
    )
    ended = run_command("evolve", "hexapawn", "--plugin", "odd_part.py", "--out", "run")
    assert ended.stdout == ""
    assert ended.stderr.count("\n") == 1
    assert re.search(
        rf"the selection odd has an option {name}, which the command has itself, or takes in ano",
        ended.stderr,
    )
    assert not (here / "run").exists()
