"""A suite, a credit and a selection from outside, each with options of its own, wherever ours are named."""

from __future__ import annotations

import json
import re
import sys
import tomllib
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from commands import assert_refused, run_command
from own_evaluation import registered
from tiny_runs import files_of

from senet_gp.evolution.configuration.config import Config, register_part
from senet_gp.evolution.configuration.parts import PARTS, Part, option
from senet_gp.evolution.evaluation.protocol import Credit, Suite
from senet_gp.evolution.operators.operators import Mutation, Selection
from senet_gp.experiments.plan import Plan
from senet_gp.runtime.errors import UsageError

PLUGIN = '''
"""Parts that others have made."""

from dataclasses import dataclass

import numpy as np

from senet_gp.evolution import (
    Credit, Outcomes, Selection, Suite, evaluation_by, option, points_of, register_part
)


@register_part
@dataclass(frozen=True)
class Sizes(Suite):
    """Sizes that a tree should come to."""

    name = "sizes"
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


@register_part
@dataclass(frozen=True)
class WorstTests(Credit):
    """The mean of the worst points."""

    name = "worst-tests"
    worst_share: float = option(0.5, "the share of the points that counts", between=(0.0, 1.0))

    def assign(self, population, tests, *, past_winners, key, rng):
        result = tests.run(range(len(population)))
        points = np.sort(points_of(result.values, self.draw_value), axis=1)
        worst = points[:, : max(1, round(self.worst_share * points.shape[1]))].mean(axis=1)
        return evaluation_by(population, [result], fitness=(0.01 + worst).tolist())


@register_part
@dataclass(frozen=True)
class Truncation(Selection):
    """Evenly among the best."""

    name = "truncation"
    function = "own_parts:truncation"
    best_share: float = option(0.5, "the share that may become parents", between=(0.0, 1.0))
    ties: bool = option(False, "whether equals of the last of them may, too")


def truncation(population, count, *, best_share, ties, rng):
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
    other = ("--best-share", "0.9", "--fitness", "decisions", "--playout-plies", "9")
    shown = tomllib.loads(done("evolve", "--config", "by_file.toml", *other, "--show"))
    assert shown["selection"] == {"name": "truncation", "best_share": 0.9, "ties": True}
    assert (shown["fitness"]["name"], shown["fitness"]["cases"]) == ("decisions", 256)
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
    found = json.loads(
        done("experiment", "plan.toml", "--seeds", "1", "--games", "2", "--out", "e", "--json", "--jobs", "1")
    )
    names = {variant["name"] for variant in found["variants"]}
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


@dataclass(frozen=True)
class Fair(Selection):
    """All alike."""

    name = "fair"
    function = "random:sample"
    share: float = option(0.5, "a share", between=(0.0, 1.0))


class Undecorated(Selection):
    """No dataclass of its own, so its options would be no options."""

    name = "undecorated"
    share: float = option(0.5, "a share", between=(0.0, 1.0))


@dataclass(frozen=True)
class Helpless(Credit):
    """An option without help."""

    name = "helpless"
    share: float = 0.5


@dataclass(frozen=True)
class Taken(Mutation):
    """An option that all runs have."""

    name = "taken"
    seed: int = option(1, "a seed")


@dataclass(frozen=True)
class TakenByAKind(Mutation):
    """An option that chooses a part."""

    name = "taken-by-a-kind"
    fitness: str = option("", "a fitness")


@dataclass(frozen=True)
class Nameless(Suite):
    """No name."""


@dataclass(frozen=True)
class Numbered(Suite):
    """A name that is no text."""

    name = 3  # type: ignore[assignment]


@dataclass(frozen=True)
class Loud(Suite):
    """A name that is no simple word."""

    name = "Loud One"


@dataclass(frozen=True)
class OfNoKind(Part):
    """No kind of part."""

    name = "of-no-kind"


@dataclass(frozen=True)
class Paper(Mutation):
    """The name of another part."""

    name, function = "subtree", "random:sample"


class Idle(Mutation):
    """It names no function."""

    name = "idle"


@dataclass(frozen=True)
class Shouting(Credit):
    """Its option is written in capitals."""

    name = "shouting"
    SHARE: float = option(0.5, "a share")


@dataclass(frozen=True)
class Hiding(Credit):
    """Its option hides what is something else in a part."""

    name = "hiding"
    resolved: float = option(0.5, "a share")  # type: ignore[assignment]


class Automatic(Credit):
    """It takes the word for what follows from others."""

    name = "auto"


@dataclass(frozen=True)
class NoOption:
    """No part at all."""

    name = "no-option"


@pytest.mark.parametrize(
    ("part", "message"),
    [
        (
            Undecorated,
            "the selection undecorated has options, so write @dataclass(frozen=True) above its class",
        ),
        (Helpless, "the option share of the credit helpless has no help: declare it by option(...)"),
        (Taken, "the mutation taken cannot have an option seed, which all runs have: rename it"),
        (TakenByAKind, "the mutation taken-by-a-kind cannot have an option fitness, which all runs have: re"),
        (Nameless, "the evaluation Nameless needs a name, a text"),
        (Numbered, "the evaluation Numbered needs a name, a text"),
        (Loud, "'Loud One' cannot be the name of an evaluation: take a word of at most 30 letters a to z"),
        (OfNoKind, "is no part of a run: derive a class from one of Suite, Credit, Selection, Elite"),
        (NoOption, "is no part of a run: derive a class from one of Suite, Credit, Selection, Elite"),
        (Fair(), "Fair(share=0.5) is no part of a run: derive a class from one of Suite, Credit"),
        ("fair", "'fair' is no part of a run: derive a class from one of Suite, Credit"),
        (Idle, "the mutation Idle needs a function, as module:function or itself"),
        (Shouting, "cannot have an option 'SHARE': its name must be of letters a to z, digits and _"),
        (
            Hiding,
            "the credit hiding cannot have an option resolved, which is something else there: rename it",
        ),
        (Automatic, "the credit Automatic needs a name, a text other than auto"),
        (Paper, "there is another mutation with the name subtree: take another name"),
    ],
)
def test_what_is_no_part_is_refused_in_a_sentence(part: Any, message: str) -> None:
    before = {kind: dict(rows.data) for kind, rows in PARTS.items()}
    with pytest.raises(UsageError) as caught:
        register_part(part)
    assert message in str(caught.value)
    assert {kind: dict(rows.data) for kind, rows in PARTS.items()} == before


@pytest.mark.parametrize(
    ("declared", "message"),
    [
        (lambda: option(0.5, " "), "the help of an option is ' ', but it must be a text"),
        (lambda: option(None, "a"), "the default of an option is None, but it must be a number, a truth, a"),
        (lambda: option(9, "a", between=(1, 3)), "the default of an option is 9, but it must be from 1 to 3"),
        (lambda: option(1, "a", between=(3, 1)), "the range of an option is (3, 1), but it must be two"),
        (lambda: option(1, "a", between=3), "the range of an option is 3, but it must be two numbers"),  # type: ignore[arg-type]
        (
            lambda: option("a", "a", choices=("b", "c")),
            "the default of an option is 'a', but it must be b or",
        ),
        (
            lambda: option("a", "a", choices=(1, 2)),
            "the choices of an option are (1, 2), but they must be te",
        ),  # type: ignore[arg-type]
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


@dataclass(frozen=True)
class Sampled(Suite):
    """A suite with an option that others have, too."""

    name = "sampled"
    cases: int = option(10, "how many", between=(1, 100))


def test_the_same_part_is_registered_as_often_as_its_module_is_loaded() -> None:
    with registered(Fair):
        register_part(Fair)
        assert Config.of("hexapawn", selection="fair", share=0.25).selection == Fair(0.25)


def test_what_varies_in_all_variants_goes_with_what_varies_in_one() -> None:
    with registered(Fair):
        one = {"vary": {"selection": {"share": [0.25, 0.75]}}}
        values = {"game": "hexapawn", "vary": {"selection": ["fair"]}, "variants": {"a": one}}
        found = Plan.of(values, seeds=1).variants
    assert [config.selection for config in found.values()] == [Fair(0.25), Fair(0.75)]


def test_a_class_that_is_in_a_function_is_no_part() -> None:
    @dataclass(frozen=True)
    class Inner(Selection):
        """Of this function."""

        name, function = "inner", "random:sample"

    with pytest.raises(UsageError, match="cannot be named in a row: define it with def or class at the top"):
        register_part(Inner)


def test_a_part_that_is_not_registered_is_in_no_run() -> None:
    for part, named in ((Fair(), "fair"), (Paper(), "subtree")):
        config = Config(game="hexapawn", **{part.kind: part})  # type: ignore[arg-type]
        with pytest.raises(UsageError, match=rf"the class .* is not the {part.kind} .* as {named}: give it"):
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
        "from dataclasses import dataclass\n"
        "from senet_gp.evolution import Selection, option, register_part\n\n\n"
        "@register_part\n@dataclass(frozen=True)\nclass Odd(Selection):\n"
        "    name, function = 'odd', 'random:sample'\n"
        f"    {name}: int = option(1, 'a number')\n"
    )
    ended = run_command("evolve", "hexapawn", "--plugin", "odd_part.py", "--out", "run")
    assert ended.stdout == ""
    assert ended.stderr.count("\n") == 1
    assert re.search(
        rf"the selection odd has an option {name}, which the command has itself, or takes in ano",
        ended.stderr,
    )
    assert not (here / "run").exists()
