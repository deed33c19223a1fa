"""An individual whose nodes have not been made yet behaves as any other."""

from __future__ import annotations

import copy
import operator
import pickle
import random
from collections.abc import Callable
from typing import Any

import pytest

from primitives import Vocabulary
from senet_gp.trees.individual import Individual, grafted, random_individual
from senet_gp.trees.text import to_lisp


def both(vocabulary: Vocabulary, seed: int = 4) -> tuple[Individual, Individual]:
    """An individual, and the same of its codes alone."""
    usual = random_individual(vocabulary, random.Random(seed))
    return usual, Individual.from_packed(usual.packed, vocabulary)


def assigned(nodes: list[Any], tree: Individual) -> list[Any]:
    nodes[:1] = tree
    return nodes


def changed(tree: Individual) -> Individual:
    """A tree of only a number after a change in place."""
    tree[slice(0, len(tree))] = [tree.vocabulary.node_named["1"]]
    return tree


LOOKS: dict[str, Callable[[Individual], Any]] = {
    "list": list,
    "tuple": tuple,
    "iter": lambda tree: [node.name for node in tree],
    "reversed": lambda tree: list(reversed(tree)),
    "item": lambda tree: tree[0],
    "slice": lambda tree: tree[1:3],
    "contains": lambda tree: tree[0] in tree,
    "index": lambda tree: tree.index(tree[0]),
    "count": lambda tree: tree.count(tree[0]),
    "copy": lambda tree: list(tree.copy()),
    "plus": lambda tree: operator.add(tree, [1]),
    "added": lambda tree: operator.add([1], tree),
    "extended": lambda tree: operator.iadd([1], tree),
    "assigned": lambda tree: assigned([1, 2], tree),
    "times": lambda tree: len(tree * 2),
    "sorted": lambda tree: [node.name for node in sorted(tree, key=lambda node: node.name)],
    "text": str,
    "lisp": to_lisp,
    "root": lambda tree: tree.root,
    "depth": lambda tree: tree.depth,
    "subtree": lambda tree: tree.searchSubtree(0),
    "replaced": lambda tree: list(tree.replaced(tree.searchSubtree(0), tree[:])),
    "clone": lambda tree: list(Individual(tree)),
    "deep copy": lambda tree: list(copy.deepcopy(tree)),
    "shallow copy": lambda tree: list(copy.copy(tree)),
    "pickle": lambda tree: list(pickle.loads(pickle.dumps(tree))),  # noqa: S301 - our own
    "codes": lambda tree: tree.codes.tolist(),
    "packed": lambda tree: tree.packed,
    "changed and packed": lambda tree: changed(tree).packed,
    "changed": lambda tree: changed(tree).codes.tolist(),
    "grafted": lambda tree: list(grafted(tree, tree.searchSubtree(0), tree[:])),
}


@pytest.mark.parametrize("look", LOOKS)
def test_every_look_finds_the_nodes(vocabulary: Vocabulary, look: str) -> None:
    usual, unread = both(vocabulary)
    assert len(usual) > 1
    assert len(unread) == len(usual)
    assert LOOKS[look](unread) == LOOKS[look](usual)
    assert len(unread) == len(usual)
    assert list(unread) == list(usual)


def test_it_equals_its_like_from_both_sides(vocabulary: Vocabulary) -> None:
    for compare in (lambda a, b: a == b, lambda a, b: b == a, lambda a, b: list(a) == b):
        assert compare(*both(vocabulary))
    usual, _ = both(vocabulary)
    _, other = both(vocabulary, 5)
    assert usual != other


def test_who_is_looked_at_is_a_usual_individual(vocabulary: Vocabulary) -> None:
    _, unread = both(vocabulary)
    unread.fitness.values = (3,)
    unread.note = "kept"
    assert isinstance(unread, Individual)
    assert type(unread) is not Individual
    assert unread[0].name
    assert type(unread) is Individual
    assert (unread.fitness.values, unread.note) == ((3.0,), "kept")


def test_a_depth_that_is_known_is_forgotten_when_the_list_is_changed(vocabulary: Vocabulary) -> None:
    usual, _ = both(vocabulary)
    known = Individual.from_packed(usual.packed, vocabulary, usual.depth)
    assert known.depth == usual.depth
    part = known.searchSubtree(0)
    leaf = next(node for node in known if not node.arity and node.ret is known[0].ret)
    known[part] = [leaf]
    assert (known.depth, len(known)) == (0, 1)
