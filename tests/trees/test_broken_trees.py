"""Broken trees from outside are refused in a sentence wherever they enter, before compiled code sees them."""

from __future__ import annotations

import importlib
import inspect
import json
import pickle
import re
import subprocess
import sys
from collections.abc import Iterator
from typing import Any

import pytest
import tree_doors
from deap import gp
from patience import PATIENCE
from public_packages import PACKAGES

from senet_gp.runtime.errors import UsageError
from senet_gp.trees.individual import Individual, whole
from senet_gp.trees.text import from_lisp

WORDS, NAMED = tree_doors.WORDS, tree_doors.NAMED


def test_every_broken_tree_is_refused_at_every_door() -> None:
    told = subprocess.run(
        [sys.executable, tree_doors.__file__], check=True, capture_output=True, text=True, timeout=PATIENCE
    )
    outcomes = json.loads(told.stdout)
    assert outcomes.keys() == tree_doors.tries().keys()
    wrong = {name: found for name, found in outcomes.items() if not _is_right(name, found)}
    assert wrong == {}


def _is_right(name: str, found: str) -> bool:
    door, kind = name.split(" / ")
    sound = kind.endswith("sound") or (kind == "another vocabulary" and door in tree_doors.GIVEN)
    return found == "done" if sound else found.startswith("refused: ")


#: What takes trees and is tried under another name, or holds what others have checked.
OTHERS = {
    # Nothing is done with their trees before another door.
    *("Individual", "State", "Individual.replaced"),
    # They hold results.
    *("Explanation", "Generation", "Simplification"),
    # Their players are expressions that have been let in.
    "search_player",
    # They are called by runs, whose individuals have been let in.
    *("Credit.assign", "Suite.open"),
    *("FitnessEvaluation.improve", "evaluation_by", "RunDirectory.save", "State.enter"),
    # Of parts of expressions that the program itself puts together.
    *("Individual.grafted", "Vocabulary.codes_of"),
}


def test_every_public_name_that_takes_a_tree_is_tried() -> None:
    tried = {re.split(r"[ ,]", door)[0] for door in tree_doors.DOORS}
    assert {name for name in taking_trees() if name not in OTHERS} <= tried
    assert set(taking_trees()) >= OTHERS


def taking_trees() -> Iterator[str]:
    """The public functions, classes and methods that take a tree, by their annotations."""
    for package in [*PACKAGES, "primitives"]:
        module = importlib.import_module(package)
        for name in module.__all__:
            public: Any = getattr(module, name)
            called = {name: public.__init__ if inspect.isclass(public) else public}
            if inspect.isclass(public):
                called |= {
                    f"{name}.{method}": part for method, part in vars(public).items() if method[0] != "_"
                }
            yield from (name for name, part in called.items() if inspect.isfunction(part) and _takes(part))


def _takes(function: Any) -> bool:
    kinds = r"\b(Node|Entrant|Individual|PrimitiveTree|ExpressionPlayer|State)\b"
    parameters = inspect.signature(function).parameters.values()
    return any(re.search(kinds, str(parameter.annotation)) for parameter in parameters)


@pytest.mark.parametrize(
    ("kind", "reason"),
    {
        "empty": "it has 0 nodes, and a Number should follow",
        "half": "it has 2 nodes, and a Number should follow",
        "surplus": "it ends after 3 nodes, but 2 follows",
        "wrong argument": "node 3, always, is a Truth, but a Number should stand there",
        "truth at the root": "node 1, and_, is a Truth, but a Number should stand there",
        "word that it lacks": "node 2 is 77, which is no word of it",
        "word of another game": "node 1 is sub, a word of senet",
        "no node": "node 2 is 5, which is no node",
        "deep and broken": "it has 10,000 nodes, and a Number should follow",
        "deep and wrong": "node 10001, always, is a Truth, but a Number should stand there",
    }.items(),
)
def test_the_sentence_tells_what_stands_where(kind: str, reason: str) -> None:
    with pytest.raises(UsageError) as caught:
        WORDS.encode(tree_doors.BROKEN[kind])
    assert str(caught.value) == f"the tree is no expression of hexapawn's vocabulary 'basic': {reason}"


@pytest.mark.parametrize("given", [None, 5, {"a": 1}, object()])
def test_what_is_no_list_is_no_tree(given: Any) -> None:
    with pytest.raises(UsageError, match="is no tree: give a list of nodes"):
        WORDS.encode(given)


def test_a_copied_node_means_the_same_word_and_another_one_does_not() -> None:
    tree = from_lisp("(add my_moves 3)", WORDS)
    copied = pickle.loads(pickle.dumps(gp.PrimitiveTree(tree)))  # noqa: S301
    assert copied[0] is not tree[0]
    assert whole(copied, WORDS).packed == tree.packed
    with pytest.raises(UsageError, match="node 2 is my_moves, but not the word of this name"):
        WORDS.encode([NAMED["add"], gp.Terminal("my_moves", symbolic=True, ret=object), NAMED["3"]])
    with pytest.raises(UsageError, match="node 1 is 3, but not the word of this name"):
        WORDS.encode([gp.Terminal("3", symbolic=True, ret=NAMED["3"].ret)])


def test_a_tree_that_was_let_in_is_itself_and_one_of_like_words_is_translated() -> None:
    tree = from_lisp("(add my_moves 3)", WORDS)
    assert whole(tree, WORDS) is tree
    larger = WORDS.with_constants(range(1, 99))
    other = whole(tree, larger)
    assert other.vocabulary is larger
    assert list(other) == list(tree)
    assert whole(list(tree), WORDS).codes.tolist() == tree.codes.tolist()


def test_a_broken_individual_still_shows_itself() -> None:
    for nodes in tree_doors.BROKEN.values():
        assert repr(Individual(nodes, WORDS)).startswith("<Individual: ")
