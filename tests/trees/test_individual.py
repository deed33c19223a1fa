"""Individuals as DEAP's trees, and what is computed from their codes."""

from __future__ import annotations

import copy
import pickle
import random
import sys

import numpy as np
import pytest
from deap import gp
from hypothesis import given
from hypothesis import strategies as st
from strategies import nested, random_tree

from primitives import Number, Truth, vocabulary_of
from senet_gp.evolution.operators.variation import Operator
from senet_gp.runtime.errors import UsageError
from senet_gp.trees.individual import Individual, WeightedFitness, random_individual

WORDS = vocabulary_of("senet", "extended")


def drawn(seed: int, nodes: int) -> Individual:
    return Individual(random_tree(random.Random(seed), WORDS, nodes), WORDS)


def assert_codes_are_those_of_the_nodes(tree: Individual) -> None:
    assert np.array_equal(tree.codes, WORDS.encode(list(tree)))


@given(st.integers(0, 2**32), st.integers(1, 200))
def test_the_shape_is_what_deap_finds(seed: int, nodes: int) -> None:
    tree = drawn(seed, nodes)
    plain = gp.PrimitiveTree(tree)
    assert tree.depth == tree.height == plain.height
    begin = random.Random(seed).randrange(len(tree))
    assert tree.searchSubtree(begin) == plain.searchSubtree(begin)


@given(st.integers(0, 2**32), st.integers(1, 60))
def test_nodes_are_found_by_their_type(seed: int, nodes: int) -> None:
    tree = drawn(seed, nodes)
    begin = random.Random(seed).randrange(len(tree))
    for part in (slice(None), slice(begin, None), slice(1, begin)):
        for kind in (Number, Truth):
            places = [place for place, node in enumerate(tree[part]) if node.ret is kind]
            assert tree.count_of_type(kind, part) == len(places)
            assert [tree.place_of_type(kind, number, part) for number in range(len(places))] == places
            assert tree.place_of_type(kind, len(places), part) == -1


@given(st.integers(0, 2**32), st.integers(1, 60))
def test_codes_are_handed_on(seed: int, nodes: int) -> None:
    tree, other = drawn(seed, nodes), drawn(seed + 1, 9)
    numbers = [place for place, node in enumerate(tree) if node.ret is Number]
    part = tree.searchSubtree(random.Random(seed).choice(numbers))
    before = list(tree)
    for child in (tree.replaced(part, other), tree.grafted(part, other)):
        assert list(child) == before[: part.start] + list(other) + before[part.stop :]
        assert list(tree) == before
        again = pickle.loads(pickle.dumps(child))  # noqa: S301
        for one in (tree, child, Individual(child), copy.deepcopy(child), again):
            assert_codes_are_those_of_the_nodes(one)
            assert one.vocabulary is WORDS


class Named(Individual):
    """A class of one's own."""


def kept(one: Individual) -> dict[str, object]:
    names = ("made_by", "of_second", "history_index", "notes")
    return {name: getattr(one, name) for name in names} | {
        "nodes": list(one),
        "type": type(one),
        "fitness": (type(one.fitness), one.fitness.weights, one.fitness.values, one.fitness.crowding_dist),
    }


@pytest.mark.parametrize("kind", ["usual", "of ones own", "packed"])
def test_a_copy_keeps_all_attributes_however_it_is_made(kind: str) -> None:
    tree = drawn(7, 30)
    if kind == "of ones own":
        tree = Named(tree)
    one = Individual.from_packed(tree.packed, WORDS) if kind == "packed" else tree
    one.made(Operator.HOIST, of_second=True)
    one.fitness = WeightedFitness((1.0, -2.0), (0.5, 30))
    one.fitness.crowding_dist = 3.0
    one.history_index, one.notes = 12, ["mine"]
    pickled = [pickle.loads(pickle.dumps(one, protocol)) for protocol in range(6)]  # noqa: S301 - our own
    copied = [copy.copy(one), copy.deepcopy(one)]
    expected = kept(one)
    assert all(kept(same) == expected for same in (*pickled, *copied))
    assert not any(same.notes is one.notes for same in (*pickled, copied[1]))


def test_attributes_may_lead_back_to_the_individual() -> None:
    tree, parent = drawn(1, 9), drawn(2, 9)
    tree.parent, parent.child, tree.fitness.of = parent, tree, tree
    for same in (pickle.loads(pickle.dumps(tree)), copy.deepcopy(tree)):  # noqa: S301 - our own
        assert same is not tree
        assert same.parent.child is same
        assert list(same.parent) == list(parent)


def test_a_changed_list_has_other_codes() -> None:
    number = WORDS.node_named["7"]
    tree = random_individual(WORDS, random.Random(1))
    tree[1 : tree.searchSubtree(1).stop] = [number]
    assert_codes_are_those_of_the_nodes(tree)
    breaking = (
        lambda tree: tree.append(number),
        lambda tree: tree.insert(0, number),
        lambda tree: tree.extend([number, number]),
        lambda tree: tree.__iadd__([number]),
        lambda tree: tree.pop(),
        lambda tree: tree.reverse(),
        lambda tree: tree.__delitem__(0),
        lambda tree: tree.clear(),
        # What goes round the class is found where a tree is checked.
        lambda tree: list.append(tree, number),
        lambda tree: setattr(tree, "vocabulary", vocabulary_of("hexapawn")),
    )
    for packed in (False, True):
        for change in breaking:
            one = Individual.from_packed(tree.packed, WORDS) if packed else Individual(tree)
            assert one.checked().depth == tree.depth
            change(one)
            with pytest.raises(UsageError, match="the tree is no expression of"):
                one.checked()


def test_an_individual_needs_a_vocabulary() -> None:
    with pytest.raises(TypeError, match="needs the vocabulary"):
        Individual([WORDS.node_named["my_moves"]])


def test_deaps_operators_change_copies_only() -> None:
    random.seed(5)
    tree = drawn(5, 40)
    before = list(tree)
    for _ in range(20):
        (mutated,) = gp.mutNodeReplacement(Individual(tree), WORDS.pset)
        assert_codes_are_those_of_the_nodes(mutated)
        a, b = gp.cxOnePoint(Individual(tree), drawn(6, 30))
        for child in (a, b):
            assert_codes_are_those_of_the_nodes(child)
    assert list(tree) == before


def test_deep_trees_are_asked_without_recursion() -> None:
    tree = Individual(nested(random.Random(1), WORDS, 10_000), WORDS)
    assert tree.depth == 10_000
    assert tree.searchSubtree(0) == slice(0, len(tree))
    again = pickle.loads(pickle.dumps(tree))  # noqa: S301
    assert np.array_equal(again.codes, tree.codes)


def test_an_individual_takes_ten_bytes_a_node() -> None:
    tree = drawn(7, 20_000)
    for one in (tree, Individual(tree), tree.replaced(tree.searchSubtree(1), [WORDS.node_named["7"]])):
        assert sys.getsizeof(one) + one.codes.nbytes < 10 * len(one) + 500
