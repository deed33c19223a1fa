"""What operators and evaluations from outside return wrongly ends in a sentence, and loses no run."""

from __future__ import annotations

import dataclasses
import shutil
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any, ClassVar

import numpy as np
import own_evaluation
import pytest
import wrong_operators
from thinned import thinned
from tiny_runs import TINY, files_of

from senet_gp.arena.local_pool import WorkerPool
from senet_gp.arena.pool import Pool, SerialPool
from senet_gp.evolution.configuration.config import Config
from senet_gp.evolution.configuration.registration import part
from senet_gp.evolution.evaluation.evaluators import is_ours
from senet_gp.evolution.evaluation.protocol import Evaluation, Outcomes, evaluation_by
from senet_gp.evolution.evaluation.suites import Regret
from senet_gp.evolution.loop.evolution import Evolution
from senet_gp.evolution.loop.outside_operators import ALIASES, OF_THE_FIRST
from senet_gp.evolution.loop.state import Generation, State
from senet_gp.evolution.record.run_directory import RunDirectory
from senet_gp.evolution.run.run import RunHooks, operators_from, play_run
from senet_gp.runtime.errors import SenetGpError
from senet_gp.trees.individual import Individual
from senet_gp.trees.text import from_lisp

BEFORE = 2
PLAIN = dataclasses.replace(TINY, mutation_chance=1.0)
#: The ways to play a run: as many individuals as workers breed, and islands, which are played in workers.
WAYS = {
    "plain, one": (PLAIN, 1),
    "plain, two": (dataclasses.replace(PLAIN, population=130, generations=3), 2),
    "two objectives": (dataclasses.replace(PLAIN, objectives=("score", "nodes")), 1),
    "islands": (dataclasses.replace(PLAIN, islands=2, migration=part("ring", migrate_every=2)), 2),
}


@pytest.fixture(scope="module", params=thinned(list(WAYS), kept=[0, 2]))
def way(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Any]:
    """A pool, a run of which nothing is played, one that was stopped, and the same one played to its end."""
    config, workers = WAYS[request.param]
    parent = tmp_path_factory.mktemp("runs")
    with WorkerPool(workers) as pool:
        fresh = RunDirectory.create(parent / "fresh", config)
        stopped = RunDirectory.create(parent / "stopped", config)

        def stop(generation: Generation) -> None:
            if generation.number == BEFORE:
                raise KeyboardInterrupt

        with pytest.raises(KeyboardInterrupt):
            play_run(stopped, pool=pool, hooks=RunHooks(on_generation=stop))
        shutil.copytree(stopped.path, parent / "whole")
        whole = RunDirectory.open(parent / "whole")
        play_run(whole, pool=pool)
        yield pool, fresh, stopped, whole


@pytest.mark.parametrize("alias", [alias for alias in ALIASES if alias != "improve"])
def test_a_run_survives_every_wrong_return(alias: str, way: Any, tmp_path: Path) -> None:
    pool, fresh, stopped, whole = way
    of_several = stopped.config.several_objectives
    if (alias == "survive") != of_several and alias in {"survive", "reproduce"}:
        return  # it is not asked
    begun = fresh if alias in OF_THE_FIRST else stopped
    run = RunDirectory.open(shutil.copytree(begun.path, tmp_path / "run"))
    before = files_of(run.path)
    for name in wrong_operators.WRONG[alias]:
        told = refusal(run, name, pool)
        assert f"the operator registered as {alias} (wrong_operators.{name}" in told, (name, told)
        assert told.isprintable()
        left = files_of(run.path)
        assert {file: left[file] for file in before} == before, name
    play_run(run, pool=pool)
    assert files_of(run.path) == files_of(whole.path)


def refusal(run: RunDirectory, name: str, pool: Pool) -> str:
    hooks = RunHooks(prepare=operators_from(f"wrong_operators:setup_{name}"))
    with pytest.raises(SenetGpError) as caught:
        play_run(RunDirectory.open(run.path), pool=pool, hooks=hooks)
    return str(caught.value)


def test_every_alias_has_wrong_operators() -> None:
    assert wrong_operators.WRONG.keys() == set(ALIASES) - {"improve"}
    assert all(len(names) > 10 for names in wrong_operators.WRONG.values())


TUNED = Config(
    population=8,
    generations=2,
    fitness=Regret(cases=10, labelled=20, teacher="net", look_ahead=False, tune=2),
    final_games=2,
    selection=part("tournament"),
)


@pytest.mark.parametrize(
    "found",
    [
        None,
        3,
        [3],
        [(0,)],
        [(0, None)],
        [(99, from_lisp("my_moves", "senet"))],
        [(-1, from_lisp("my_moves", "senet"))],
        [("0", from_lisp("my_moves", "senet"))],
        [(0, from_lisp("my_moves", "hexapawn"))],
        [(0, Individual([], from_lisp("my_moves", "senet").vocabulary))],
    ],
)
def test_what_is_no_improvement_is_refused(found: Any) -> None:
    evolution = Evolution(TUNED, SerialPool())
    evolution.next_generation()
    usual = evolution.toolbox.improve
    evolution.toolbox.register("improve", lambda *_: found)
    before = list(evolution.state.population)
    with pytest.raises(SenetGpError, match=r"the operator registered as improve \(.*lambda"):
        evolution.next_generation()
    assert (evolution.state.generation, evolution.state.population) == (1, before)
    evolution.toolbox.improve = usual
    assert evolution.next_generation().number == 2


# Suites and credits of plugins


@dataclass(frozen=True)
class WrongTests(own_evaluation.Shapes):
    """Tests whose results are not those of the individuals that take them."""

    name = "wrong"

    def open(self, *given: Any, **options: Any) -> Any:
        """Open the tests."""
        return _Wrong(super().open(*given, **options))


class _Wrong:
    how = "few"

    def __init__(self, tests: Any) -> None:
        self.tests = tests

    def run(self, indices: Any, *arguments: Any) -> Any:
        right = self.tests.run(indices, *arguments)
        values = {"few": right.values[1:], "many": np.vstack([right.values] * 2), "none": right.values[:, :0]}
        if self.how == "no outcomes":
            return right.values
        return Outcomes(values=values[self.how], games=0, turns=0, self_losses=0)


@dataclass(frozen=True)
class WrongCredit(own_evaluation.Best):
    """Fitness and a winner that cannot be."""

    name = "wrong"
    how: ClassVar[str] = "few"

    def assign(self, population: Any, tests: Any, **_options: Any) -> Evaluation:
        """Run all tests once."""
        result = tests.run(range(len(population)))
        wrong: dict[str, dict[str, Any]] = {
            "few": {"fitness": [1.0]},
            "nan": {"fitness": [float("nan")] * len(population)},
            "texts": {"fitness": ["1"] * len(population)},
            "winner": {"fitness": [1.0] * len(population), "winner": 99},
            "half a winner": {"fitness": [1.0] * len(population), "winner": 0.5},
        }
        return evaluation_by(population, [result], **wrong[self.how])


@pytest.fixture
def plugin() -> Iterator[None]:
    """The suite and the credit, registered for a test."""
    with own_evaluation.registered(WrongTests, own_evaluation.Shapes, WrongCredit):
        yield


@pytest.mark.usefixtures("plugin")
@pytest.mark.parametrize("how", ["few", "many", "none", "no outcomes"])
@pytest.mark.parametrize("credit", ["lexicase", "mean", "shared", "table"])
def test_results_of_a_suite_are_those_of_its_individuals(
    how: str, credit: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(_Wrong, "how", how)
    config = Config.of("senet", population=8, fitness="wrong", credit=credit, cases=3)
    evolution = Evolution(config, SerialPool())
    with pytest.raises(SenetGpError, match="the tests of wrong return"):
        evolution.next_generation()
    assert evolution.state == State()


@pytest.mark.usefixtures("plugin")
@pytest.mark.parametrize("how", ["few", "nan", "texts", "winner", "half a winner"])
def test_fitness_of_a_credit_is_that_of_its_individuals(how: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(WrongCredit, "how", how)
    config = Config.of("senet", population=8, fitness="shapes", credit="wrong", cases=3)
    evolution = Evolution(config, SerialPool())
    with pytest.raises(
        SenetGpError, match=r"values of fitness for 8|with the credit wrong \(.*:WrongCredit\)"
    ):
        evolution.next_generation()
    assert evolution.state == State()


def test_the_operators_of_this_package_are_known_and_what_is_around_them() -> None:
    evolution = Evolution(dataclasses.replace(PLAIN, size_limit=30), SerialPool())
    toolbox = evolution.toolbox
    assert all(is_ours(getattr(toolbox, alias)) for alias in ALIASES if hasattr(toolbox, alias))
    toolbox.decorate("mutate", wrong_operators.wrapped)
    assert not is_ours(toolbox.mutate)
