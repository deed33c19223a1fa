"""The expressions that measure speed have the sizes that are documented, and are always the same."""

from __future__ import annotations

import random

import pytest

from senet_gp.benchmark.expressions import MAX_DEPTH, SIZES, drawn_population, drawn_tree
from senet_gp.benchmark.games import drawn_subjects


@pytest.mark.parametrize("nodes", SIZES)
def test_drawn_trees_have_about_the_size_that_is_told(nodes: int) -> None:
    tree = drawn_tree(nodes, random.Random(1))
    assert abs(len(tree) - nodes) <= nodes / 5
    assert list(tree) == list(drawn_tree(nodes, random.Random(1)))


def test_those_of_a_population_differ_but_in_size_little() -> None:
    trees = drawn_population(150, 40, random.Random(3))
    assert all(120 <= len(tree) <= 180 and tree.depth <= MAX_DEPTH for tree in trees)
    assert len({tuple(node.name for node in tree) for tree in trees}) > 30


def test_programs_are_shorter_than_their_trees() -> None:
    assert all(0 < subject.instructions < len(subject.tree) for subject in drawn_subjects())
