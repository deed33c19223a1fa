"""Of a word from outside, simplification and explanation take nothing as known but its declaration."""

from __future__ import annotations

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from random_words import with_random_words
from small_boards import candidate_board, random_candidates
from strategies import random_board, random_tree

from primitives import Number, Primitive, Truth, vocabulary_of
from senet_gp.games.board.game import BoardGame
from senet_gp.games.protocol import Game
from senet_gp.games.registry import game_of
from senet_gp.insight.parts import Subtrees
from senet_gp.trees import plain
from senet_gp.trees.simplification.facts import Facts, NoFacts, facts_of
from senet_gp.trees.simplification.proven import equal
from senet_gp.trees.text import to_lisp

_GAMES = [game_of(name) for name in ("senet", "tictactoe", "hexapawn")]


def boards_of(game: Game, rng: random.Random, count: int) -> list:
    if isinstance(game, BoardGame):
        return [candidate_board(game, one) for one in random_candidates(game, rng, count)]
    return [board for board in (random_board(rng) for _ in range(count)) if board.theirs]


@given(st.sampled_from(_GAMES), st.integers(0, 2**32), st.integers(1, 40))
@settings(max_examples=40, deadline=None)
def test_what_is_proven_equal_is_equal(game: Game, seed: int, nodes: int) -> None:
    rng = random.Random(seed)
    words = with_random_words(vocabulary_of(game, "extended" if game.name == "senet" else None), rng)
    tree = random_tree(rng, words, nodes)
    done = equal(tree, words, 40)
    assert len(done.tree) <= len(tree)
    for board in boards_of(game, rng, 20):
        assert plain.value(done.tree, words, board) == plain.value(tree, words, board), to_lisp(tree)


@given(st.sampled_from(_GAMES), st.integers(0, 2**32))
@settings(max_examples=25, deadline=None)
def test_parts_that_are_taken_for_equal_are_equal(game: Game, seed: int) -> None:
    rng = random.Random(seed)
    words = with_random_words(vocabulary_of(game), rng)
    tree = random_tree(rng, words, 40)
    boards = boards_of(game, rng, 10)
    for part in Subtrees.of(tree, words).distinct:
        if part.kind is Number:
            values = [plain.values_on(tree[place], words, boards) for place in part.occurrences]
            assert all(value == values[0] for value in values)
            assert part.constant is None or set(values[0]) == {part.constant}


def own_word(name: str) -> Primitive:
    def meaning(_board: object) -> int:
        """Another thing."""
        return 3

    meaning.__name__ = name
    return Primitive(meaning, (), Number, low=0, high=5)


@pytest.mark.parametrize(("game", "name"), [("tictactoe", "my_moves"), ("senet", "their_pieces")])
def test_facts_are_of_our_words_alone(game: str, name: str) -> None:
    usual = vocabulary_of(game)
    assert type(facts_of(usual)) not in {Facts, NoFacts}
    assert type(facts_of(usual.with_primitives(own_word("own_7")))) is type(facts_of(usual))
    assert type(facts_of(usual.without(name))) is Facts
    own = usual.without(name).with_primitives(own_word(name))
    assert type(facts_of(own)) is Facts
    assert type(facts_of(usual.without("theirs"))) is NoFacts


def test_a_truth_that_is_certain_is_used() -> None:
    usual = vocabulary_of("senet")

    def sure(_board: object) -> bool:
        """Certain."""
        return True

    words = usual.with_primitives(Primitive(sure, (), Truth, low=1, high=1))
    named = words.node_named
    tree = [named[name] for name in ("if_then_else", "sure", "hits", "7")]
    assert to_lisp(equal(tree, words).tree) == "hits"
