"""Every primitive has one meaning, in plain Python and compiled."""

from __future__ import annotations

import hashlib
import random

import numpy as np
import pytest
from deap import gp
from hypothesis import given
from hypothesis import strategies as st
from strategies import boards, columns, random_board

from primitives import Board, Number, Truth, Vocabulary, vocabularies, vocabulary_of
from primitives.declarations import Primitive
from senet_gp.engine.evaluator import scores_of
from senet_gp.engine.program import translate
from senet_gp.runtime.errors import UsageError
from senet_gp.trees import plain
from senet_gp.trees.individual import random_individual
from senet_gp.trees.text import from_lisp, to_lisp

EXTENDED = vocabulary_of("senet", "extended")
ALL = list(vocabularies("senet").values())
every_vocabulary = pytest.mark.parametrize("vocabulary", ALL, ids=lambda vocabulary: vocabulary.name)
PAPER = [
    *("add", "sub", "mul", "if_then_else", "and_", "or_", "not_", "mine", "theirs", "empty", "protected"),
    *("my_pieces", "their_pieces", "my_moves", "their_moves", "my_distance", "their_distance"),
    *(
        "my_barricade",
        "their_barricade",
        "i_am_in_water",
        "they_are_in_water",
        "hits",
        "move_start",
        "move_length",
    ),
]
EXTENSION = [
    *(
        "less_than",
        "equal",
        "my_first",
        "my_last",
        "their_first",
        "their_last",
        "my_exposed",
        "their_exposed",
    ),
]
#: Runs and champions on file depend on every vocabulary of Senet, by its types and ranges.
FROZEN = {
    "paper": "0ffdd90c95b3da3e",
    "extended": "04fe35d0ab25d4cf",
    "rich": "f4803da0f22bb714",
    "short": "03e0d46b5b4ac4d1",
}
_ARGUMENTS = {
    Number: ["1", "(sub my_distance their_moves)"],
    Truth: ["i_am_in_water", "(theirs their_pieces)"],
}


def test_the_vocabulary_is_that_of_the_specification() -> None:
    assert [primitive.name for primitive in vocabulary_of("senet").primitives] == PAPER
    assert [primitive.name for primitive in EXTENDED.primitives] == PAPER + EXTENSION
    assert list(EXTENDED.constants) == list(range(1, 31))


@pytest.mark.parametrize("name", vocabularies("senet"))
def test_types_and_ranges_of_words_stay(name: str) -> None:
    """A new primitive goes into a further vocabulary, as the extended one is beside the paper's."""
    vocabulary = vocabulary_of("senet", name)
    assert not vocabulary.without_kernel
    content = [
        (word.name, *(kind.__name__ for kind in (*word.arguments, word.result)), word.low, word.high)
        for word in vocabulary.primitives
    ]
    whole = repr((content, vocabulary.constants, vocabulary.squares, vocabulary.constants_together))
    digest = hashlib.sha256(whole.encode()).hexdigest()[:16]
    assert digest == FROZEN.get(name), (
        f'a new vocabulary is frozen by a line in FROZEN, "{name}": "{digest}"; one that is there stays, so '
        "a new primitive goes into a new vocabulary"
    )


def beside_the_extended(primitive: Primitive) -> Vocabulary:
    """Words among which this one is, and those of the extended vocabulary that are not called so."""
    if primitive in EXTENDED.primitives:
        return EXTENDED
    others = [word for word in EXTENDED.primitives if word.name != primitive.name]
    return Vocabulary(EXTENDED.game, "beside", (*others, primitive), EXTENDED.constants, EXTENDED.squares)


@pytest.mark.parametrize(
    "primitive",
    dict.fromkeys(primitive for words in ALL for primitive in words.primitives),
    ids=lambda primitive: primitive.name,
)
def test_both_meanings_of_a_primitive_agree_within_its_range(primitive: Primitive) -> None:
    words = beside_the_extended(primitive)
    rng = random.Random(primitive.name)
    some = [random_board(rng) for _ in range(1000)]
    for which in (0, 1):
        arguments = " ".join(_ARGUMENTS[kind][which] for kind in primitive.types)
        text = f"({primitive.name} {arguments})" if arguments else primitive.name
        if primitive.result is Truth:
            text = f"(if_then_else {text} 1 (sub 1 1))"
        tree = from_lisp(text, words)
        values = [plain.value(tree, words, board) for board in some]
        if primitive.compiled is not None:
            assert scores_of(translate(tree, words), columns(some)).tolist() == values
        assert primitive.low <= min(values)
        assert max(values) <= primitive.high
        if primitive.reads_board and not primitive.arguments:
            assert len(set(values)) > 1, "the boards of this test never tell"


@every_vocabulary
def test_no_two_words_are_answered_alike(vocabulary: Vocabulary) -> None:
    answered = [primitive.compiled for primitive in vocabulary.primitives if primitive.compiled is not None]
    assert len(set(answered)) == len(answered)


def test_growth_is_the_spectral_radius_that_trees_show() -> None:
    """The mean size of drawn trees follows from the matrix whose radius ``growth`` is."""
    vocabulary = vocabulary_of("senet")
    types = [Number, Truth]
    matrix = np.array(
        [
            [
                sum(g[0].args.count(t) for g in vocabulary.symbols[s] if g[0].arity)
                / len(vocabulary.symbols[s])
                for t in types
            ]
            for s in types
        ]
    )
    assert max(abs(np.linalg.eigvals(matrix))) == pytest.approx(vocabulary.growth)
    mean_below = np.linalg.solve(np.eye(2) - matrix, np.ones(2))
    expected = 1 + 2 * mean_below[0]  # a root of two numbers
    rng = random.Random(4)
    sizes = [len(random_individual(vocabulary, rng)) for _ in range(20_000)]
    error = np.std(sizes) / np.sqrt(len(sizes))
    assert abs(np.mean(sizes) - expected) < 4 * error


@pytest.mark.parametrize("name", FROZEN)
def test_constants_are_one_symbol(name: str) -> None:
    vocabulary = vocabulary_of("senet", name)
    groups = [group for group in vocabulary.symbols[Number] if len(group) > 1]
    assert [[node.name for node in group] for group in groups] == [[str(n) for n in range(1, 31)]]


@every_vocabulary
def test_codes_read_back(vocabulary: Vocabulary) -> None:
    tree = random_individual(vocabulary, random.Random(3))
    assert vocabulary.decode(vocabulary.encode(tree)) == list(tree)
    with pytest.raises(UsageError, match="node 1 is less_than, which is no word of it"):
        vocabulary_of("senet", "paper").encode([EXTENDED.node_named["less_than"]])


@given(st.integers(0, 2**32), boards())
def test_deap_compiles_a_tree_to_the_same_function_of_the_board(seed: int, board: Board) -> None:
    tree = random_individual(EXTENDED, random.Random(seed))
    if tree.depth < 60:  # beyond, DEAP cannot
        assert gp.compile(tree, EXTENDED.pset)(board) == plain.value(tree, EXTENDED, board)


@every_vocabulary
def test_deaps_own_generators_work_on_the_primitive_sets(vocabulary: Vocabulary) -> None:
    random.seed(6)  # DEAP's own generator
    for _ in range(50):
        tree = gp.genFull(vocabulary.pset, 1, 4)
        assert 1 <= gp.PrimitiveTree(tree).height <= 4
        assert list(from_lisp(to_lisp(tree), vocabulary)) == tree, "it is an expression of the game"


def test_unknown_names_are_refused() -> None:
    with pytest.raises(UsageError, match="there is no game 'chess': the games are senet, pursuit, hexapawn,"):
        vocabulary_of("chess")
    with pytest.raises(UsageError, match="senet has no vocabulary 'large': it has paper, extended"):
        vocabulary_of("senet", "large")
    assert list(vocabularies("senet"))[:2] == ["paper", "extended"]
