"""Trees are drawn as the paper says."""

from __future__ import annotations

import pickle
import random
from collections import Counter

from primitives import Number, Truth, Vocabulary
from senet_gp.trees.individual import Individual, random_individual, random_subtree
from senet_gp.trees.shape import arguments_of, subtree_ends


def assert_well_typed(tree: list, result: type) -> None:
    """Check a tree's types and shape, node by node."""
    wanted = [result]
    for node in tree:
        assert node.ret is wanted.pop()
        if node.arity:
            wanted.extend(reversed(node.args))
    assert not wanted


def test_trees_are_well_typed_and_their_root_has_two_parameters(vocabulary: Vocabulary) -> None:
    rng = random.Random(1)
    for _ in range(500):
        for kind in (Number, Truth):
            tree = random_subtree(vocabulary, kind, rng)
            assert tree[0].arity == 2
            assert_well_typed(tree, kind)


def test_symbols_are_drawn_uniformly_and_constants_are_one_of_them(vocabulary: Vocabulary) -> None:
    rng = random.Random(2)
    arguments: Counter[str] = Counter()
    constants: Counter[str] = Counter()
    for _ in range(4000):
        for node in random_individual(vocabulary, rng)[1:]:
            if node.ret is Number:
                is_constant = node.name.isdecimal()
                arguments["constant" if is_constant else node.name] += 1
                if is_constant:
                    constants[node.name] += 1
    symbols = len(vocabulary.symbols[Number])
    assert len(arguments) == symbols
    total = sum(arguments.values())
    expected = total / symbols
    assert all(abs(count - expected) < 5 * expected**0.5 for count in arguments.values())
    assert len(constants) == 30
    expected = sum(constants.values()) / 30
    assert all(abs(count - expected) < 5 * expected**0.5 for count in constants.values())


def test_the_same_seed_draws_the_same_trees(vocabulary: Vocabulary) -> None:
    trees = [[random_individual(vocabulary, random.Random(seed)) for seed in range(20)] for _ in range(2)]
    assert trees[0] == trees[1]
    assert trees[0][0] != trees[0][1]


def test_parts_of_trees(vocabulary: Vocabulary) -> None:
    rng = random.Random(3)
    for _ in range(200):
        tree = random_individual(vocabulary, rng)
        arguments = arguments_of(tree)
        ends = subtree_ends(arguments)
        for begin, end in enumerate(ends):
            assert_well_typed(tree[begin:end], tree[begin].ret)
            assert tree.searchSubtree(begin) == slice(begin, end)
            begins = [tree.argument_begin(begin, number) for number in range(tree[begin].arity)]
            assert tuple(begins) == arguments[begin]
            assert [ends[b] for b in begins] == [*begins[1:], end][: len(begins)]
            assert [tree[b].ret for b in begins] == list(getattr(tree[begin], "args", []))


def test_individuals_pickle_and_copy_with_their_fitness(vocabulary: Vocabulary) -> None:
    individual = random_individual(vocabulary, random.Random(4))
    individual.fitness.values = (3,)
    again = pickle.loads(pickle.dumps(individual))  # noqa: S301 - our own
    assert type(again) is Individual
    assert [node.name for node in again] == [node.name for node in individual]
    assert again.fitness.values == (3,)
    copy = Individual(individual)
    assert list(copy) == list(individual)
    assert not copy.fitness.valid
