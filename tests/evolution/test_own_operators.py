"""Your own operators and fitness: no file loses them, and no run goes on without them."""

from __future__ import annotations

import dataclasses
import functools
import json
import random
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from commands import run_command
from deap import base, gp
from tiny_runs import TINY, files_of, play_until

from senet_gp.arena.local_pool import WorkerPool
from senet_gp.arena.pool import SerialPool
from senet_gp.evolution.configuration.config import Config
from senet_gp.evolution.evaluation.protocol import Evaluation
from senet_gp.evolution.evaluation.suites import Knockout
from senet_gp.evolution.loop.evolution import Evolution
from senet_gp.evolution.loop.outside_operators import OperatorError, described, operators_of, replaced
from senet_gp.evolution.operators import selection, size_control, variation
from senet_gp.evolution.operators.variation import hoist_mutation
from senet_gp.evolution.record.run_directory import RunDirectory
from senet_gp.players.champion import Champion
from senet_gp.runtime.errors import SenetGpError
from senet_gp.trees.individual import Individual

CONFIG = Config(
    population=8,
    generations=4,
    fitness=Knockout(games=1),
    final_games=2,
    parameters={"pieces": 1},
    seed=5,
)
Register = Callable[[base.Toolbox, random.Random], object]


def hoist(toolbox: base.Toolbox, rng: random.Random) -> None:
    toolbox.register("mutate", hoist_mutation, rng=rng)


def play(run: RunDirectory, register: Register, generations: int = 4) -> None:
    play_until(run, generations, prepare=lambda evolution: register(evolution.toolbox, evolution.rng))


def nothing(toolbox: base.Toolbox, rng: random.Random) -> None:
    """Leave the operators as they are configured."""


@pytest.fixture
def stopped(tmp_path: Path) -> RunDirectory:
    """A run with a mutation of one's own, after two generations."""
    run = RunDirectory.create(tmp_path / "run", CONFIG)
    play(run, hoist, 2)
    return run


# What counts as replaced, and how it is called


def tournament(toolbox: base.Toolbox, rng: random.Random, size: int) -> None:
    toolbox.register("select", selection.tournament, tournament_size=size, rng=rng)


def shouting(operator: Callable[..., Any]) -> Callable[..., Any]:
    @functools.wraps(operator)
    def wrapper(*arguments: Any, **options: Any) -> Any:
        return operator(*arguments, **options)

    return wrapper


def changed_by(register: Register, **options: Any) -> dict[str, str]:
    evolution = Evolution(Config.of("senet", population=8, **options), WorkerPool(1))
    configured = operators_of(evolution.toolbox)
    register(evolution.toolbox, evolution.rng)
    return replaced(operators_of(evolution.toolbox), configured)


VARIATION, SELECTION = "senet_gp.evolution.operators.variation", "senet_gp.evolution.operators.selection"
TOURNAMENT = {"selection": "tournament", "tournament_size": 7}


@pytest.mark.parametrize(
    ("register", "options", "expected"),
    [
        (nothing, {}, {}),
        # The same again is the same.
        (lambda box, rng: tournament(box, rng, 7), TOURNAMENT, {}),
        (
            lambda box, rng: tournament(box, rng, 9),
            TOURNAMENT,
            {"select": f"{SELECTION}.tournament(tournament_size=9, rng)"},
        ),
        (
            lambda box, _rng: tournament(box, random.Random(1), 7),
            TOURNAMENT,
            {"select": f"{SELECTION}.tournament(tournament_size=7, rng)"},
        ),
        (hoist, {}, {"mutate": f"{VARIATION}.hoist_mutation(rng)"}),
        (lambda box, _rng: box.register("mate", gp.cxOnePoint), {}, {"mate": "deap.gp.cxOnePoint()"}),
        (
            lambda box, _rng: box.decorate("mate", shouting),
            {},
            {"mate": f"{__name__}.shouting.<locals>.wrapper around {VARIATION}.paper_crossover(rng)"},
        ),
        (
            lambda box, _rng: box.decorate("mutate", gp.staticLimit(key=len, max_value=9)),
            {},
            {"mutate": f"deap.gp.staticLimit.<locals>.decorator.<locals>.wrapper around "
             f"{VARIATION}.subtree_mutation(vocabulary, rng)"},
        ),
        (
            lambda box, _rng: setattr(box, "clone", Individual),
            {},
            {"clone": "senet_gp.trees.individual.Individual"},
        ),
        (lambda box, _rng: box.unregister("mate"), {}, {"mate": "builtins.NoneType"}),
        # Nothing of a run is called so.
        (lambda box, _rng: box.register("map", map), {}, {}),
    ],
)  # fmt: skip
def test_what_is_replaced(register: Register, options: dict[str, Any], expected: dict[str, str]) -> None:
    assert changed_by(register, **options) == expected


def test_descriptions_tell_arguments_apart_and_hold_no_address() -> None:
    assert (
        described(partial(max, 3, key=len, default=None)) == "builtins.max(3, key=builtins.len, default=None)"
    )
    assert described(partial(max, object(), "a" * 100)) == f"builtins.max(object, '{'a' * 59}…)"
    assert described(random.Random(1).choice) == "random.Random.choice"
    assert described(functools.cache(len)).startswith("builtins.len")


def test_an_individual_that_is_replaced_is_drawn() -> None:
    """The population is drawn by what is registered when it is drawn."""
    evolution = Evolution(CONFIG, WorkerPool(1))
    one = evolution.toolbox.individual()
    evolution.toolbox.register("individual", Individual, one)
    assert all(list(individual) == list(one) for individual in evolution.toolbox.population(n=4))


# Runs


def test_a_run_goes_on_with_the_same_operators(stopped: RunDirectory, tmp_path: Path) -> None:
    assert stopped.read_state().operators == {"mutate": f"{VARIATION}.hoist_mutation(rng)"}
    play(stopped, hoist)
    whole = RunDirectory.create(tmp_path / "whole", CONFIG)
    play(whole, hoist)
    assert files_of(stopped.path) == files_of(whole.path)
    usual = RunDirectory.create(tmp_path / "usual", CONFIG)
    play(usual, nothing)
    assert json.loads((usual.path / "checkpoint.json").read_text())["operators"] == {}


@pytest.mark.parametrize(
    "register",
    [nothing, lambda box, rng: box.register("mutate", variation.subtree_mutation, vocabulary=None, rng=rng)],
)
def test_no_run_goes_on_with_others(stopped: RunDirectory, register: Register) -> None:
    before = files_of(stopped.path)
    with pytest.raises(OperatorError, match=r"mutate was .*hoist_mutation\(rng\) and is .*; continue it"):
        play(stopped, register)
    assert files_of(stopped.path) == before


@pytest.mark.parametrize("options", [(), ("--generations", "9"), ("--when-full", "limit-growth")])
def test_resume_refuses_and_changes_nothing(stopped: RunDirectory, options: tuple[str, ...]) -> None:
    before = files_of(stopped.path)
    done = run_command("resume", str(stopped.path), *options)
    assert (done.returncode, done.stdout, done.stderr.count("\n")) == (1, "", 1)
    assert f"mutate was {VARIATION}.hoist_mutation(rng)" in done.stderr
    assert "continue it from Python, with these operators registered in Evolution.toolbox" in done.stderr
    assert files_of(stopped.path) == before


def test_another_may_be_registered_while_a_run_goes_on_and_is_noted() -> None:
    with WorkerPool(1) as pool:
        evolution = Evolution(CONFIG, pool)
        evolution.next_generation()
        assert evolution.state.operators == {}
        hoist(evolution.toolbox, evolution.rng)
        evolution.next_generation()
        assert list(evolution.state.operators) == ["mutate"]


def test_a_drawn_population_goes_on_at_the_command_line(tmp_path: Path) -> None:
    """The files name the operator that drew the first population, though it is not needed any more."""
    run = RunDirectory.create(tmp_path / "run", CONFIG)

    def given_ones(toolbox: base.Toolbox, _rng: random.Random) -> None:
        toolbox.register("individual", Individual, Evolution(CONFIG, WorkerPool(1)).toolbox.individual())

    play(run, given_ones, 2)
    assert run.read_state().operators == {"individual": "senet_gp.trees.individual.Individual(Individual)"}
    done = run_command("resume", str(run.path), "--workers", "1")
    assert done.returncode == 0, done.stderr
    assert list(Champion.read(run.champion_file).origin["operators"]) == ["individual"]
    report = run_command("report", str(run.path), "--games", "4", "--simplify", "none", "--json")
    assert list(json.loads(report.stdout)["operators"]) == ["individual"]
    assert "operators that replace configured ones" in (run.path / "report" / "index.html").read_text()


# Fitness


def fitness_of_ones_own(values: Sequence[Any]) -> Register:
    def evaluate(population: list[Individual], _generation: int, _winners: Any) -> Evaluation:
        for individual, value in zip(population, values, strict=True):
            individual.fitness.values = (value,)
        return SimpleNamespace(winner=0, games=1, turns=1, self_losses=0)

    return lambda toolbox, _rng: toolbox.register("evaluate", evaluate)


@pytest.mark.parametrize("config", [CONFIG, TINY])
def test_a_fitness_of_ones_own_is_kept_bit_for_bit(tmp_path: Path, config: Config) -> None:
    values = [0.7477, 1.75, 1e-300, 3, 0.1 + 0.2, 2.0**60, 12345.678, 1.0, 5.5, 1 / 3][: config.population]
    run = RunDirectory.create(tmp_path / "run", config)
    play(run, fitness_of_ones_own(values), 1)
    read = [individual.fitness.values for individual in run.load_state().population]
    assert read == [(float(value),) for value in values]


def evaluation_of_ones_own(result: Any) -> Register:
    """An evaluation that sets no fitness."""
    return lambda toolbox, _rng: toolbox.register("evaluate", lambda *_: result)


@pytest.mark.parametrize(
    ("register", "sentence"),
    [
        (
            fitness_of_ones_own([1.0, 2.0, float("nan"), *[1.0] * 5]),
            r"individual 2 has the fitness \(nan,\), but selection needs finite numbers",
        ),
        (
            evaluation_of_ones_own(SimpleNamespace(winner=0, games=1, turns=1, self_losses=0)),
            r"individual 0 has the fitness \(\), .*: the operator registered as evaluate .* must set",
        ),
        (evaluation_of_ones_own(None), "returns None: winner is None, .*; it must return an Evaluation"),
    ],
)
def test_what_is_wrong_with_an_evaluation_is_told(register: Register, sentence: str) -> None:
    """That nothing is saved is in test_wrong_operators.py."""
    evolution = Evolution(CONFIG, SerialPool())
    register(evolution.toolbox, evolution.rng)
    with pytest.raises(SenetGpError, match=sentence):
        evolution.next_generation()


def test_a_fitness_that_nothing_can_be_drawn_by_ends_in_a_sentence(stopped: RunDirectory) -> None:
    state = stopped.read_state()
    for individual in state.population:
        individual.fitness.values = (-1.0,)
    evolution = Evolution(CONFIG, WorkerPool(1), state)
    hoist(evolution.toolbox, evolution.rng)
    with pytest.raises(SenetGpError, match=r"fitness is from -1.0 to -1.0, but .* positive"):
        evolution.next_generation()


@pytest.mark.parametrize(
    ("alias", "operator", "sentence"),
    [
        ("mate", lambda a, _b: a, "returns <Individual: .*; it must return a tuple of individuals, such"),
        ("mate", lambda a, _b: (list(a),), r"returns \(\[<.*: .* is no Individual"),
        ("mate", lambda *_: (), r"returns \(\): None is no Individual.*; it must return a tuple"),
        ("mutate", lambda _: None, "returns None: that is no list; it must return a tuple"),
        (
            "select",
            lambda population, _count: population[:3],
            ": these are 3, not 14; it must return as many",
        ),
        ("select", lambda *_: None, "returns None: that is no list"),
        ("reproduce", lambda population, _count: population, ": these are 8, not 1"),
    ],
)
@pytest.mark.parametrize("limit", [0, 100])
def test_an_operator_that_returns_something_else_is_told_what_to_return(
    alias: str, operator: Callable[..., Any], sentence: str, limit: int
) -> None:
    config = dataclasses.replace(CONFIG, mutation_chance=1.0)
    evolution = Evolution(config, WorkerPool(1))
    evolution.toolbox.register(alias, operator)
    if alias in {"mate", "mutate"} and limit:
        evolution.toolbox.decorate(alias, partial(size_control.limited, max_nodes=limit))
        evolution.toolbox.decorate(alias, partial(size_control.limited_in_depth, max_depth=limit))
    evolution.next_generation()
    with pytest.raises(SenetGpError, match=sentence):
        evolution.next_generation()
