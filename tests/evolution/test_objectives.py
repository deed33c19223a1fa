"""Runs of two objectives: who survives, who becomes a parent, and that such runs are runs like all others."""

from __future__ import annotations

import dataclasses
import json
import random
from collections import Counter
from collections.abc import Sequence
from math import inf
from pathlib import Path
from typing import Any

import pytest
from commands import run_command
from tiny_runs import TINY, begun, files_of, play_until, to_its_end

from primitives import vocabulary_of
from senet_gp.arena.local_pool import WorkerPool
from senet_gp.arena.pool import SerialPool
from senet_gp.evolution import checkpoint
from senet_gp.evolution.ancestry import Family, broods_in
from senet_gp.evolution.config import Config
from senet_gp.evolution.evaluation.credits import SharedCredit
from senet_gp.evolution.loop import Evolution
from senet_gp.evolution.operators import CrowdedSelection, TournamentSelection
from senet_gp.evolution.run_directory import RunDirectory
from senet_gp.evolution.run_logs import LogFiles
from senet_gp.evolution.selection import beside, crowded, survivors
from senet_gp.evolution.sparring import Sparring
from senet_gp.players.player import RandomPlayer
from senet_gp.runtime.documents import read_document, write_document
from senet_gp.runtime.errors import FileError, UsageError
from senet_gp.trees.individual import Individual, WeightedFitness, random_individual
from senet_gp.trees.text import from_lisp, to_lisp

WORDS = vocabulary_of("hexapawn")
BOTH = ("score", "nodes")
SEVERAL = dataclasses.replace(TINY, objectives=BOTH)
Values = tuple[float, float]


def scored(count: int, seed: int, scores: int = 12) -> list[Individual]:
    """Random individuals with random scores."""
    rng = random.Random(seed)
    found = [random_individual(WORDS, rng) for _ in range(count)]
    for individual in found:
        individual.fitness.values = (float(rng.randrange(1, scores)),)
    return found


def of_trees(trees: Sequence[Individual]) -> list[Values]:
    return [(tree.fitness.values[0], len(tree)) for tree in trees]


def dominates(one: Values, other: Values) -> bool:
    return one != other and one[0] >= other[0] and one[1] <= other[1]


def ranks_of(values: Sequence[Values]) -> list[int]:
    """The front of each, peeled off one after another, as the paper defines them."""
    ranks = [-1] * len(values)
    rank = 0
    while -1 in ranks:
        left = [index for index, of in enumerate(ranks) if of < 0]
        for index in left:
            if not any(dominates(values[other], values[index]) for other in left):
                ranks[index] = rank + len(values)
        ranks = [of - len(values) if of >= len(values) else of for of in ranks]
        rank += 1
    return ranks


def distinct(trees: Sequence[Individual]) -> list[Individual]:
    return list({to_lisp(tree): tree for tree in reversed(trees)}.values())


@pytest.mark.parametrize("seed", range(8))
def test_whole_fronts_survive_and_the_last_by_its_extremes(seed: int) -> None:
    candidates = scored(60, seed)
    everybody = distinct(candidates)
    count = len(everybody) // 2
    kept = survivors(candidates, ["d"] * 60, count)
    assert len(kept.population) == len(set(map(to_lisp, kept.population))) == count
    ranks = dict(zip(map(to_lisp, everybody), ranks_of(of_trees(everybody)), strict=True))
    inside = {to_lisp(tree) for tree in kept.population}
    last = max(ranks[text] for text in inside)
    assert all(rank >= last for text, rank in ranks.items() if text not in inside)
    # Of the front that is divided, its best score and its smallest size survive.
    divided = [tree for tree in everybody if ranks[to_lisp(tree)] == last]
    left = [tree for tree in divided if to_lisp(tree) in inside]
    if 2 <= len(left) < len(divided):
        assert max(of_trees(left))[0] == max(of_trees(divided))[0]
        assert min(map(len, left)) == min(map(len, divided))
    assert [tree.fitness.values for tree in kept.population] == of_trees(kept.population)


@pytest.mark.parametrize("seed", range(8))
def test_the_winner_has_the_best_score_and_of_equals_the_fewest_nodes(seed: int) -> None:
    candidates = scored(40, seed, scores=5)
    kept = survivors(candidates, ["d"] * 40, 10)
    winner = kept.population[kept.winner]
    assert (-winner.fitness.values[0], len(winner)) == min(
        (-score, nodes) for score, nodes in of_trees(candidates)
    )


def test_an_expression_survives_once_if_there_are_others() -> None:
    trees = [from_lisp(text, WORDS) for text in ("my_moves", "my_moves", "my_moves", "1", "(add 1 1)")]
    for tree, score in zip(trees, (9, 9, 9, 1, 2), strict=True):
        tree.fitness.values = (float(score),)
    kept = survivors(trees, ["x0.1", "x0.1"], 3)
    assert [to_lisp(tree) for tree in kept.population] == ["my_moves", "1", "(add 1 1)"]
    assert kept.notes == ["r0", "x0.1", "x0.1"]
    for tree in trees:
        tree.fitness = WeightedFitness((1.0, -1.0), (1.0, 1.0))
    assert [to_lisp(tree) for tree in survivors(trees, [], 4).population] == [
        "my_moves",
        "my_moves",
        "1",
        "(add 1 1)",
    ]


def test_parents_are_evaluated_as_copies() -> None:
    parents, children = scored(3, 1), scored(3, 2)
    candidates = beside(parents, children)
    assert list(map(to_lisp, candidates)) == list(map(to_lisp, [*parents, *children]))
    assert not any(one.fitness.valid for one in candidates[:3])
    assert all(parent.fitness.valid for parent in parents)


def crowding_of(values: Sequence[Values]) -> list[float]:
    """The crowding distance of each point of a front without equal points."""
    found = [0.0] * len(values)
    for which in (0, 1):
        order = sorted(range(len(values)), key=lambda index: values[index][which])
        reach = values[order[-1]][which] - values[order[0]][which]
        found[order[0]] = found[order[-1]] = inf
        for before, index, after in zip(order, order[1:], order[2:], strict=False):
            found[index] += (values[after][which] - values[before][which]) / (2 * reach)
    return found


def test_the_better_of_two_becomes_a_parent() -> None:
    """How often each is drawn, against all pairs counted by rank and crowding of one's own."""
    values: list[Values] = [(9, 9), (7, 7), (6.5, 5), (2, 1), (1, 9), (5, 8), (0.5, 3)]
    population = []
    for score, nodes in values:
        text = "my_moves"
        for _ in range((int(nodes) - 1) // 2):
            text = f"(add 1 {text})"
        tree = from_lisp(text, WORDS)
        tree.fitness = WeightedFitness((1.0, -1.0), (score, nodes))
        population.append(tree)
    ranks = ranks_of(values)
    key: dict[int, Any] = {}
    for rank in set(ranks):
        front = [index for index, of in enumerate(ranks) if of == rank]
        distances = crowding_of([values[index] for index in front])
        key |= {index: (-rank, distance) for index, distance in zip(front, distances, strict=True)}
    expected = Counter(max((one, two), key=lambda index: key[index]) for one in range(7) for two in range(7))
    before = random.getstate()
    drawn = crowded(population, 49_000, rng=random.Random(4))
    assert random.getstate() == before
    number = {id(tree): index for index, tree in enumerate(population)}
    found = Counter(number[id(tree)] for tree in drawn)
    for index in range(7):
        assert abs(found[index] - 1000 * expected[index]) < 5 * (1000 * expected[index] + 1) ** 0.5 + 1


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
        {"game": "tictactoe", "fitness": "decisions", "credit": "mean", "cases": 8},
        {"game": "trilobite", "fitness": "from-positions", "credit": "shared", "random_games": 4},
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
    broods = broods_in(LogFiles(tmp_path / "whole").ancestry)
    line = Family([broods]).line_to(3)
    assert (line[0].generation, line[-1].generation) == (1, 3)


def test_children_of_a_large_population_are_bred_alike_in_workers(tmp_path: Path) -> None:
    config = dataclasses.replace(SEVERAL, population=140, generations=2)
    one, two = (files_of(to_its_end(begun(tmp_path / str(n), config), workers=n)) for n in (1, 2))
    assert one == two


def test_a_checkpoint_of_one_objective_is_refused(tmp_path: Path) -> None:
    run = play_until(begun(tmp_path / "run", SEVERAL), 2)
    for name in ("checkpoint.json", "checkpoint-before.json"):
        content = read_document(run.path / name, checkpoint.FORMAT, checkpoint.VERSION)
        content["fitness"] = [pair[0] for pair in content["fitness"]]
        write_document(run.path / name, checkpoint.FORMAT, checkpoint.VERSION, content)
    with pytest.raises(FileError, match="it must be a list of 2 finite numbers"):
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
    assert (config.selection, config.credit, config.reproduced) == (
        *(CrowdedSelection(), SharedCredit(draw_value=0.9, parsimony=0.0), 0),
    )
    chosen = Config(game="hexapawn", objectives=BOTH, selection=TournamentSelection())
    assert chosen.resolved().selection == TournamentSelection()
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
    assert (config.objectives, config.selection) == (BOTH, CrowdedSelection())
    done = run_command("evolve", "hexapawn", *options[:-1], "other", "--parsimony", "0.1", cwd=tmp_path)
    assert done.stderr.endswith("would change nothing here: it is used only with --objectives score.\n")
