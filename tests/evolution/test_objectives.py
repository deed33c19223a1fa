"""Runs of two objectives: who survives, who becomes a parent, and that such runs are runs like all others."""

from __future__ import annotations

import dataclasses
import json
import random
from collections import Counter
from collections.abc import Sequence
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from commands import run_command
from deap import tools
from tiny_runs import TINY, begun, files_of, play_until, to_its_end

from primitives import vocabulary_of
from senet_gp.arena.local_pool import WorkerPool
from senet_gp.arena.pool import SerialPool
from senet_gp.evolution.configuration.config import Config
from senet_gp.evolution.configuration.registration import part
from senet_gp.evolution.evaluation.credits import SharedCredit
from senet_gp.evolution.evaluation.sparring import Sparring
from senet_gp.evolution.loop.evolution import Evolution
from senet_gp.evolution.loop.genealogy import Candidates, Origin
from senet_gp.evolution.loop.steps import Survivors, beside_parents, survivors
from senet_gp.evolution.operators.selection import tournament
from senet_gp.evolution.operators.size_control import by_size_class, within_classes
from senet_gp.evolution.record import checkpoint
from senet_gp.evolution.record.run_directory import RunDirectory
from senet_gp.players.champion import size_class
from senet_gp.players.player import RandomPlayer
from senet_gp.runtime.documents import read_document, write_document
from senet_gp.runtime.errors import FileError, SenetGpError, UsageError
from senet_gp.trees.individual import Individual, WeightedFitness, random_individual
from senet_gp.trees.text import from_lisp, to_lisp

WORDS = vocabulary_of("hexapawn")
BOTH = ("score", "nodes")
SEVERAL = dataclasses.replace(TINY, objectives=BOTH)
Values = tuple[float, float]


#: The origin of a child of crossover.
CROSSED = Origin("crossover", 0, 1)


def scored(count: int, seed: int, scores: int = 12) -> list[Individual]:
    """Random individuals with random scores."""
    rng = random.Random(seed)
    found = [random_individual(WORDS, rng) for _ in range(count)]
    for individual in found:
        individual.fitness.values = (float(rng.randrange(1, scores)),)
    return found


def kept_of(trees: list[Individual], count: int, origins: list[Origin] | None = None) -> Survivors:
    """Those that survive, as many as are asked for."""
    candidates = Candidates(trees, [Origin("drawn")] * len(trees) if origins is None else origins)
    return survivors(candidates, 0, count=count, survive=by_size_class)


def of_trees(trees: Sequence[Individual]) -> list[Values]:
    return [(tree.fitness.values[0], len(tree)) for tree in trees]


def distinct(trees: Sequence[Individual]) -> list[Individual]:
    return list({to_lisp(tree): tree for tree in reversed(trees)}.values())


@pytest.mark.parametrize("seed", range(8))
def test_every_size_class_has_equally_many_places(seed: int) -> None:
    """Counted by a rule of its own: one place each in turn, for who has a score that nobody smaller has."""
    candidates = scored(60, seed, scores=400)
    kept = kept_of(candidates, 20).population
    smallest: dict[float, Individual] = {}
    for one in sorted(candidates, key=len):
        smallest.setdefault(one.fitness.values[0], one)
    classes: dict[int, list[Individual]] = {}
    for one in sorted(smallest.values(), key=lambda each: -each.fitness.values[0]):
        classes.setdefault(size_class(len(one)), []).append(one)
    places = [(place, number, id(one)) for number, of in classes.items() for place, one in enumerate(of)]
    assert {id(one) for one in kept} == {one for *_, one in sorted(places)[:20]}
    assert [one.fitness.values for one in kept] == of_trees(kept)


@pytest.mark.parametrize("seed", range(8))
def test_the_winner_has_the_best_score_and_of_equals_the_fewest_nodes(seed: int) -> None:
    candidates = scored(40, seed, scores=5)
    kept = kept_of(candidates, 10)
    winner = kept.population[kept.winner]
    assert (-winner.fitness.values[0], len(winner)) == min(
        (-score, nodes) for score, nodes in of_trees(candidates)
    )


def test_an_expression_survives_once_if_there_are_others() -> None:
    trees = [from_lisp(text, WORDS) for text in ("my_moves", "my_moves", "my_moves", "1", "(add 1 1)")]
    for tree, score in zip(trees, (9, 9, 9, 1, 2), strict=True):
        tree.fitness.values = (float(score),)
    copied = [Origin("reproduced", index) for index in range(3)]
    kept = kept_of(trees, 3, [*copied, CROSSED, CROSSED])
    assert [to_lisp(tree) for tree in kept.population] == ["my_moves", "1", "(add 1 1)"]
    assert kept.origins == [copied[0], CROSSED, CROSSED]
    assert list(kept.candidates) == [0, 3, 4]
    for tree in trees:
        tree.fitness = WeightedFitness((1.0, -1.0), (1.0, 1.0))
    assert [to_lisp(tree) for tree in kept_of(trees, 4).population] == [
        "my_moves",
        "my_moves",
        "1",
        "(add 1 1)",
    ]


def test_parents_are_evaluated_as_copies() -> None:
    parents, children = scored(3, 1), scored(3, 2)
    breed = beside_parents(lambda *_: Candidates(children, [CROSSED] * 3, refused=1))
    candidates, origins, refused = breed(parents, 1, [])
    assert list(map(to_lisp, candidates)) == list(map(to_lisp, [*parents, *children]))
    assert (origins, refused) == ([*(Origin("reproduced", index) for index in range(3)), *[CROSSED] * 3], 1)
    assert not any(one.fitness.valid for one in candidates[:3])
    assert all(parent.fitness.valid for parent in parents)


def test_each_parent_is_drawn_within_a_size_class() -> None:
    population = kept_of(scored(90, 3), 60).population
    sizes = Counter(size_class(len(one)) for one in population)
    select = within_classes(partial(tournament, tournament_size=3, rng=random.Random(4)), random.Random(5))
    parents = select(population, 30_000)
    drawn = Counter(size_class(len(one)) for one in parents)
    assert drawn.keys() == sizes.keys()
    for number, times in drawn.items():
        assert abs(times - 30_000 / len(sizes)) < 5 * (30_000 / len(sizes)) ** 0.5
        inside = [one for one in population if size_class(len(one)) == number]
        best = max(one.fitness.values[0] for one in inside)
        among = sum(one.fitness.values[0] == best for one in inside)
        share = 1 - (1 - among / len(inside)) ** 3
        own = sum(one.fitness.values[0] == best for one in parents if size_class(len(one)) == number)
        assert abs(own - times * share) <= 5 * (times * share * (1 - share) + 1) ** 0.5


def test_nsga2_takes_the_place_of_size_classes_in_a_line() -> None:
    evolution = Evolution(SEVERAL, SerialPool())
    evolution.toolbox.register("survive", tools.selNSGA2)
    for _ in evolution:
        pass
    assert evolution.state.operators["survive"].startswith("deap.tools.emo.selNSGA2")
    evolution = Evolution(SEVERAL, SerialPool())
    evolution.toolbox.register("survive", lambda candidates, count: candidates[:1] * count)
    with pytest.raises(SenetGpError, match=r"registered as survive .*; it must return as many different "):
        next(iter(evolution))


def test_parents_take_the_tests_of_their_children_beside_them() -> None:
    with SerialPool() as pool:
        evolution = Evolution(SEVERAL, pool)
        evaluate, tested = evolution.toolbox.evaluate, []

        def noted(population: list[Individual], *more: Any) -> Any:
            tested.append([to_lisp(one) for one in population])
            return evaluate(population, *more)

        evolution.toolbox.register("evaluate", noted)
        populations = []
        for generation in evolution:
            population = evolution.state.population
            populations.append([to_lisp(one) for one in population])
            assert len(population) == SEVERAL.population
            best = min(population, key=lambda one: (-one.fitness.values[0], len(one)))
            assert to_lisp(generation.winner) == to_lisp(best)
            assert [one.fitness.values[1] for one in population] == list(map(len, population))
    count = SEVERAL.population
    assert [len(texts) for texts in tested] == [count] + [2 * count] * (SEVERAL.generations - 1)
    for before, texts, after in zip(populations, tested[1:], populations[1:], strict=False):
        assert texts[:count] == before
        assert set(after) <= set(texts)


@pytest.mark.parametrize(
    "values",
    [
        {"game": "senet", "fitness": "knockout", "games": 1, "parameters": {"pieces": 1}},
        {"game": "hexapawn", "fitness": "full-games", "credit": "lexicase", "random_games": 4},
        {"game": "tictactoe", "fitness": "regret", "credit": "mean", "cases": 8},
    ],
    ids=lambda values: values["fitness"],
)
def test_every_evaluation_serves(values: dict[str, Any], tmp_path: Path) -> None:
    """And the run is the same for any number of workers, and however it was stopped."""
    tiny = {"population": 10, "generations": 3, "final_games": 2, "mutant_share": 0.5}
    config = Config.of(**tiny, **values, objectives=BOTH)
    whole = files_of(to_its_end(begun(tmp_path / "whole", config)))
    stopped = play_until(begun(tmp_path / "stopped", config), 2)
    assert files_of(to_its_end(RunDirectory.open(stopped.path), workers=2)) == whole
    checkpoint = json.loads(whole["checkpoint.json"])
    assert all(len(pair) == 2 and pair[1] >= 1 for pair in checkpoint["fitness"])


def test_children_of_a_large_population_are_bred_alike_in_workers(tmp_path: Path) -> None:
    config = dataclasses.replace(SEVERAL, population=140, generations=2)
    one, two = (files_of(to_its_end(begun(tmp_path / str(n), config), workers=n)) for n in (1, 2))
    assert one == two


def test_a_checkpoint_of_one_objective_is_refused(tmp_path: Path) -> None:
    run = play_until(begun(tmp_path / "run", SEVERAL), 2)
    for name in ("checkpoint.json", "checkpoint-before.json"):
        content = read_document(run.path / name, checkpoint.FORMAT, checkpoint.VERSION, dict)
        content["fitness"] = [pair[:1] for pair in content["fitness"]]
        write_document(run.path / name, checkpoint.FORMAT, checkpoint.VERSION, content)
    with pytest.raises(FileError, match=r"fitness\[0\] is \[.*\], but it must be a list of 2 numbers"):
        RunDirectory.open(run.path).load_state()


@pytest.mark.parametrize(
    ("value", "message"),
    [
        (("nodes",), "objectives is 'nodes', but it must be score or score,nodes"),
        (("nodes", "score"), "must be score or score,nodes"),
        ((), "must be score or score,nodes"),
        ("score", "objectives is 'score', but it must be a list of texts"),
    ],
)
def test_other_objectives_are_refused(value: object, message: str) -> None:
    with pytest.raises(UsageError, match=message):
        Config.from_values({"objectives": value})


def test_size_counts_by_itself() -> None:
    config = Config(game="hexapawn", objectives=BOTH).resolved()
    assert config.credit == SharedCredit(draw_value=0.9, parsimony=0.0)
    assert config.reproduced == 0
    chosen = Config(game="hexapawn", objectives=BOTH, selection=part("tournament"))
    assert chosen.resolved().selection == part("tournament")
    assert Config.from_values(config.as_values()) == config


def test_a_person_does_not_play_in_such_runs(tmp_path: Path) -> None:
    with WorkerPool(1) as pool, pytest.raises(UsageError, match="in runs of one objective only"):
        Evolution(SEVERAL, pool, sparring=Sparring(RandomPlayer(), 1))
    options = ("--objectives", "score,nodes", "--spar", "human", "--out", "run")
    done = run_command("evolve", "hexapawn", *options, cwd=tmp_path)
    assert done.returncode == 2
    assert "in runs of one objective only" in done.stderr
    assert not (tmp_path / "run").exists()


def test_on_the_command_line(tmp_path: Path) -> None:
    tiny = "--population 10 --generations 2 --games 2 --random-games 4 --final-games 2 --quiet"
    options = ("--objectives", "score,nodes", *tiny.split(), "--out", "run")
    assert run_command("evolve", "hexapawn", *options, cwd=tmp_path).returncode == 0
    config = RunDirectory.open(tmp_path / "run").config
    assert config.objectives == BOTH
    done = run_command("evolve", "hexapawn", *options[:-1], "other", "--parsimony", "0.1", cwd=tmp_path)
    assert done.stderr.endswith("would change nothing here: it is used only with --objectives score.\n")
