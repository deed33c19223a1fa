"""Plain DEAP plays by the same rules and has the same results."""

from __future__ import annotations

import random

import pytest
from benchmark import plain_deap
from benchmark.games import MAX_DEPTH, drawn_population

from primitives import vocabulary_of
from senet_gp.arena.knockout import knockout
from senet_gp.arena.local_pool import WorkerPool
from senet_gp.engine.participants import Source
from senet_gp.games.protocol import Board
from senet_gp.games.senet import Senet
from senet_gp.games.senet import plain_rules as reference
from senet_gp.trees.individual import Individual, random_individual
from senet_gp.trees.plain import value

WORDS = vocabulary_of("senet")


def random_trees(count: int) -> list[Individual]:
    rng = random.Random(count)
    return [random_individual(WORDS, rng) for _ in range(count)]


def test_its_turns_end_as_the_reference_says() -> None:
    rng = random.Random(5)
    groups = [throws for throws in reference.throw_groups() if len(throws) < 4]
    for _ in range(400):
        squares = rng.sample([s for s in range(1, 31) if s != 27], rng.randint(2, 10))
        half = rng.randint(1, len(squares) - 1)
        mine = frozenset(squares[:half][:7])
        theirs = frozenset(squares[half:][:6]) | (frozenset({27}) if rng.random() < 0.2 else frozenset())
        throws = rng.choice(groups)
        expected = reference.end_boards(mine, theirs, throws)
        found = plain_deap.ends_of(mine, theirs, throws)
        assert {(a, b): (moves, hits) for a, b, moves, hits in found} == expected
        assert [end[2] for end in found] == sorted(moves for moves, _ in expected.values())


def test_its_players_mean_what_trees_mean() -> None:
    plain = plain_deap.PlainDeap()
    ends = [
        *plain_deap.ends_of(frozenset({3, 9, 10, 26}), frozenset({12, 28, 29}), (1, 3)),
        *plain_deap.ends_of(frozenset({1, 2, 25, 30}), frozenset({4, 5, 27}), (2, 4)),
    ]
    for tree in [*random_trees(150), *drawn_population(150, 10, random.Random(1))]:
        player = plain.player(tree)
        assert [player(end) for end in ends] == [value(tree, WORDS, Board(*end)) for end in ends]


@pytest.mark.parametrize(("entrants", "pieces"), [(16, 2), (4, 7)])
def test_its_knockout_is_the_same_as_ours(entrants: int, pieces: int) -> None:
    trees = random_trees(entrants)
    plain, by_kernels = plain_deap.PlainDeap(), plain_deap.PlainDeap(by_kernels=True)
    players = [plain.player(tree) for tree in trees]
    theirs = plain_deap.knockout(players, key=9, rng=random.Random(2), pieces=pieces)
    rules = plain_deap.compiled_ends_of
    players = [by_kernels.player(tree) for tree in trees]
    assert plain_deap.knockout(players, key=9, rng=random.Random(2), pieces=pieces, rules=rules) == theirs
    with WorkerPool(1) as pool:
        programs = [Source.of(tree, WORDS) for tree in trees]
        ours = knockout(programs, key=9, rng=random.Random(2), pool=pool, game=Senet(pieces))
    assert (theirs.ranks, theirs.games) == (ours.ranks, ours.games)


def test_the_deepest_trees_of_a_population_can_be_compiled() -> None:
    name = WORDS.node_named
    nodes = [name["add"], name["1"]] * MAX_DEPTH + [name["hits"]]
    player = plain_deap.PlainDeap().player(Individual(nodes, WORDS))
    assert player((frozenset({1}), frozenset({2}), (), 1)) == MAX_DEPTH + 1
