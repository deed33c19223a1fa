"""Operators from outside in a plan: allowed by a person, the same in every process, and recorded."""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from commands import assert_refused, run_command
from tiny_runs import result_in

from senet_gp.evolution.loop.evolution import Evolution
from senet_gp.evolution.operators.variation import hoist_mutation
from senet_gp.experiments.experiment import experiment
from senet_gp.experiments.plan import Plan, read_plan
from senet_gp.experiments.plan_file import begin_or_go_on
from senet_gp.runtime import plugins
from senet_gp.runtime.errors import UsageError

OPTIONS: dict[str, Any] = {
    "game": "hexapawn",
    "population": 8,
    "generations": 3,
    "final_games": 2,
    "fitness": {"name": "full-games", "games": 2, "random_games": 4},
}
PLAN = "".join(f"{name} = {json.dumps(value)}\n" for name, value in OPTIONS.items() if name != "fitness")
PLAN += "".join(f"fitness.{name} = {json.dumps(value)}\n" for name, value in OPTIONS["fitness"].items())
PLAN += "[variants.usual]\n[variants.hoist]\noperators = 'operators_of_a_plan:setup'\n"
MODULE = """
from senet_gp.evolution.operators.variation import hoist_mutation

def setup(toolbox, evolution):
    toolbox.register("mutate", hoist_mutation, rng=evolution.rng)

def nothing(toolbox, evolution):
    pass
"""
PARTS = """
from senet_gp.evolution import operator, option

@operator("selection", "evenly", "evenly among those that come first")
def among(population, count, *, rng, first: int = option(4, "among how many", between=(1, 100))):
    return rng.choices(population[:first], k=count)
"""
RECORDED = {"mutate": "senet_gp.evolution.operators.variation.hoist_mutation(rng)"}
ALLOWED = ("--plugin", "operators_of_a_plan")


def setup_of_this_module(toolbox: Any, evolution: Evolution) -> None:
    toolbox.register("mutate", hoist_mutation, rng=evolution.rng)


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A directory with a plan and a module of operators, where commands run."""
    (tmp_path / "operators_of_a_plan.py").write_text(MODULE, encoding="utf-8")
    (tmp_path / "plan.toml").write_text(PLAN, encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(plugins, "_LOADED", {})
    before = [*sys.path]
    yield tmp_path
    sys.path[:] = before
    sys.modules.pop("operators_of_a_plan", None)


def command_of(out: str, *more: str) -> list[str]:
    return ["experiment", "plan.toml", "--seeds", "2", "--games", "2", "--out", out, *more]


@pytest.mark.parametrize("method", ["fork", pytest.param("spawn", marks=pytest.mark.slow)])
def test_jobs_in_other_processes_play_and_record_them_as_one_process_does(here: Path, method: str) -> None:
    refused = run_command(*command_of("out", "--jobs", "1"), cwd=here)
    assert_refused(
        refused, 2, "needs operators of others (operators_of_a_plan:setup): if you trust them, add"
    )
    assert "add --plugin operators_of_a_plan" in refused.stderr
    assert not (here / "out").exists()
    (here / "parts_of_a_plan.py").write_text(PARTS, encoding="utf-8")
    evenly = "[variants.evenly]\nselection = 'evenly'\nvary.selection.first = [3, 4]\n"
    (here / "plan.toml").write_text(PLAN + evenly, encoding="utf-8")
    for out, jobs in (("out", "1"), ("others", f"{method}:2")):
        more = ("--jobs", jobs, *ALLOWED, "--plugin", "parts_of_a_plan.py")
        done = run_command(*command_of(out, *more), cwd=here)
        assert done.returncode == 0, done.stderr
    assert (here / "out" / "runs.csv").read_bytes() == (here / "others" / "runs.csv").read_bytes()
    page = (here / "out" / "index.html").read_text(encoding="utf-8")
    assert "operators_of_a_plan:setup" in page
    assert "evenly among those that come first" in page
    for out in ("out", "others"):
        champion = json.loads((here / out / "runs" / "hoist" / "2" / "champion.json").read_text())
        assert champion["origin"]["operators"] == RECORDED
        assert champion["origin"]["operators_from"] == "operators_of_a_plan:setup"
        evenly = json.loads((here / out / "runs" / "evenly,first=3" / "2" / "champion.json").read_text())
        assert evenly["provenance"]["options"]["selection"] == {"name": "evenly", "first": 3}
        assert "operators" not in evenly["origin"]


def test_an_operator_that_fails_is_told_with_its_run(here: Path) -> None:
    failing = MODULE.replace("hoist_mutation, rng", "lambda *_, **__: 1 / 0, rng")
    (here / "operators_of_a_plan.py").write_text(failing, encoding="utf-8")
    plan = PLAN.replace("[variants.usual]\n", "mutant_share = 1.0\n")
    (here / "plan.toml").write_text(plan, encoding="utf-8")
    for jobs in ("1", "2"):
        refused = run_command(
            *command_of(f"out{jobs}", "--jobs", jobs, "--plugin", "operators_of_a_plan"), cwd=here
        )
        assert re.search(
            "variant hoist, seed [12]: the operator registered as mutate .* with ZeroDivisionError",
            refused.stderr,
        )


def test_a_run_is_the_one_that_evolve_plays_with_them(here: Path) -> None:
    assert run_command(*command_of("out", "--jobs", "1", *ALLOWED), cwd=here).returncode == 0
    config = str(here / "out" / "runs" / "hoist" / "1" / "config.toml")
    named = ("--operators", "operators_of_a_plan:setup", "--workers", "1", "--quiet", "--out", "run")
    assert run_command("evolve", "--config", config, *named, cwd=here).returncode == 0
    for file in ("champion.json", "generations.csv"):
        of_plan = here / "out" / "runs" / "hoist" / "1" / file
        assert result_in(here / "run" / file) == result_in(of_plan)


def test_a_plan_goes_on_only_with_the_same(here: Path) -> None:
    plugins.load("operators_of_a_plan")
    begin_or_go_on(here / "out", read_plan("plan.toml", seeds=2))
    (here / "plan.toml").write_text(PLAN.replace("plan:setup", "plan:nothing"), encoding="utf-8")
    with pytest.raises(UsageError, match=r"whose variant hoist has other options \(operators\)"):
        begin_or_go_on(here / "out", read_plan("plan.toml", seeds=2))


def test_programs_pass_functions_or_their_names(here: Path) -> None:
    named = f"{__name__}:setup_of_this_module"
    for out, operators in (("one", setup_of_this_module), ("other", named)):
        plan = OPTIONS | {"variants": {"a": {"operators": operators}}}
        rows = experiment(plan, seeds=1, out=here / out, jobs=1, games=2)
        champion = json.loads((here / out / "runs" / "a" / "1" / "champion.json").read_text())
        assert (champion["origin"]["operators"], len(rows)) == (RECORDED, 1)
    assert (here / "one" / "plan.json").read_bytes() == (here / "other" / "plan.json").read_bytes()


def test_operators_of_all_variants_and_none_in_one_and_a_grid_of_some(here: Path) -> None:
    plugins.load("operators_of_a_plan")
    module, lines = "operators_of_a_plan", PLAN.partition("[variants")[0]
    text = f"operators = '{module}:setup'\n{lines}[variants.a]\n[variants.b]\noperators = ''\n"
    text += f"[variants.c]\nseed = 50\nvary.operators = ['', '{module}:nothing']\n"
    (here / "plan.toml").write_text(text, encoding="utf-8")
    plan = read_plan("plan.toml", seeds=2)
    assert list(plan.variants) == ["a", "b", "c,operators=usual", f"c,operators={module}-nothing"]
    assert plan.operators == {"a": f"{module}:setup", f"c,operators={module}-nothing": f"{module}:nothing"}
    assert [task.operators for task in plan.tasks()][:2] == [f"{module}:setup", ""]


def test_what_is_imported_already_is_not_allowed_by_that(here: Path) -> None:
    (here / "plan.toml").write_text(PLAN.replace("operators_of_a_plan:setup", "os:system"), encoding="utf-8")
    with pytest.raises(UsageError, match="add --plugin os, or"):
        read_plan("plan.toml", seeds=2)


@pytest.mark.parametrize(
    ("value", "sentence"),
    [
        (3, "operators is 3, but it must be a function at the top level"),
        (lambda _toolbox, _evolution: None, "but it must be a function at the top level of a module"),
        (Plan.tasks, "but it must be a function at the top level of a module"),
        ("operators_of_a_plan:unheard", "has no function unheard: define"),
        ("operators_of_a_plan", "names no operators: write MODULE:FUNCTION"),
        ("no_such_module:setup", "there is no plugin no_such_module"),
    ],
)
@pytest.mark.usefixtures("here")
def test_what_names_no_operators_is_refused_before_anything_is_played(value: Any, sentence: str) -> None:
    with pytest.raises(UsageError) as caught:
        Plan.of(OPTIONS | {"variants": {"a": {"operators": value}}}, seeds=1)
    assert str(caught.value).startswith("in the variant a, ")
    assert sentence in str(caught.value)
