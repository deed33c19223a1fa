"""Like terms added up keep choices: computed by the plain meanings, which know nothing of sums."""

from __future__ import annotations

import random

import pytest
from game_decisions import board_decisions, senet_decisions
from hypothesis import given, settings
from hypothesis import strategies as st
from random_words import with_random_words
from small_boards import BOARD_GAMES
from strategies import nested, random_board, random_tree

from primitives import Board, Vocabulary, vocabulary_of
from senet_gp.games.board.game import BoardGame
from senet_gp.games.pursuit import Pursuit
from senet_gp.trees import plain
from senet_gp.trees.individual import random_individual
from senet_gp.trees.like_terms import with_like_terms
from senet_gp.trees.text import from_lisp, to_lisp

EXTENDED = vocabulary_of("senet", "extended")


def best(tree: list, vocabulary: Vocabulary, decision: list[Board]) -> list[bool]:
    values = [plain.value(tree, vocabulary, board) for board in decision]
    return [value == max(values) for value in values]


def assert_chooses_alike(tree: list, vocabulary: Vocabulary, decisions: list[list[Board]]) -> None:
    done = with_like_terms(tree, vocabulary)
    assert len(done) <= len(tree)
    for decision in decisions:
        assert best(done, vocabulary, decision) == best(tree, vocabulary, decision), to_lisp(tree)
    assert list(with_like_terms(done, vocabulary)) == list(done)
    assert list(from_lisp(to_lisp(done), vocabulary)) == list(done)


@given(st.integers(0, 2**32), st.integers(1, 60))
@settings(max_examples=20)
def test_random_trees(seed: int, nodes: int) -> None:
    rng = random.Random(seed)
    tree = random_tree(rng, EXTENDED, nodes)
    assert_chooses_alike(tree, EXTENDED, rng.sample(senet_decisions(2), 8))


def test_trees_as_evolution_draws_them(vocabulary: Vocabulary) -> None:
    rng = random.Random(4)
    for _ in range(20):
        assert_chooses_alike(
            random_individual(vocabulary, rng), vocabulary, rng.sample(senet_decisions(2), 8)
        )


@given(st.integers(0, 2**32), st.integers(2, 60))
@settings(max_examples=10)
def test_values_at_the_bounds(seed: int, levels: int) -> None:
    rng = random.Random(seed)
    assert_chooses_alike(nested(rng, EXTENDED, levels), EXTENDED, rng.sample(senet_decisions(2), 8))


@pytest.mark.parametrize("game", [game for game in BOARD_GAMES if not game.policy], ids=repr)
def test_small_games(game: BoardGame) -> None:
    rng = random.Random(6)
    vocabulary = vocabulary_of(game)
    decisions = rng.sample(board_decisions(game, 300), 30)
    for _ in range(4):
        assert_chooses_alike(random_tree(rng, vocabulary, 30), vocabulary, decisions)
        assert_chooses_alike(random_individual(vocabulary, rng), vocabulary, decisions)


@given(st.integers(0, 2**32), st.integers(1, 40))
@settings(max_examples=20)
def test_words_from_outside_have_the_values_that_they_declare(seed: int, nodes: int) -> None:
    rng = random.Random(seed)
    words = with_random_words(EXTENDED, rng)
    assert_chooses_alike(random_tree(rng, words, nodes), words, rng.sample(senet_decisions(2), 8))


@pytest.mark.parametrize(
    ("text", "shortest"),
    [
        ("(sub my_moves my_moves)", "1"),
        ("(add (sub my_moves 3) 3)", "my_moves"),
        ("(mul 6 (add my_moves (add my_moves 4)))", "my_moves"),
        ("(sub 20 (mul 3 my_distance))", "(sub 1 my_distance)"),
        (
            "(sub (add their_distance 7) (sub my_distance their_distance))",
            "(sub (mul 2 their_distance) my_distance)",
        ),
        ("(add (mul my_moves my_pieces) (mul my_moves hits))", "(mul my_moves (add my_pieces hits))"),
        # Divided by a sum, with and without a number that is left.
        (
            (
                "(add (add (mul my_distance their_distance) (mul my_distance their_pieces)) "
                "(add (mul my_pieces their_distance) (mul my_pieces their_pieces)))"
            ),
            "(mul (add my_distance my_pieces) (add their_distance their_pieces))",
        ),
        (
            "(sub (mul my_distance their_distance) (add their_distance (sub my_distance 1)))",
            "(mul (sub my_distance 1) (sub their_distance 1))",
        ),
        (
            "(add (mul 5 my_distance) (add (mul 5 hits) my_moves))",
            "(add (mul 5 (add my_distance hits)) my_moves)",
        ),
        ("(if_then_else (not_ (not_ (mine 5))) 2 hits)", "(if_then_else (mine 5) 2 hits)"),
        ("(if_then_else (not_ (mine 5)) my_moves hits)", "(if_then_else (mine 5) hits my_moves)"),
        # In the arguments of other functions.
        (
            "(if_then_else (mine (add my_moves (sub 3 my_moves))) my_distance 1)",
            "(if_then_else (mine 3) my_distance 1)",
        ),
    ],
)
def test_what_people_would_write(text: str, shortest: str) -> None:
    done = with_like_terms(from_lisp(text, EXTENDED), EXTENDED)
    assert len(done) == len(from_lisp(shortest, EXTENDED)), to_lisp(done)


def test_values_that_name_moves_stay_the_same() -> None:
    vocabulary = vocabulary_of(Pursuit())
    done = with_like_terms(from_lisp("(add own_x (sub (add own_y 3) own_y))", vocabulary), vocabulary)
    assert to_lisp(done) in {"(add own_x 3)", "(add 3 own_x)"}


def test_saturation_is_no_algebra(vocabulary: Vocabulary) -> None:
    big = "(mul (mul (mul (mul (mul 30 30) (mul 30 30)) (mul 30 30)) 2) my_pieces)"
    tree = from_lisp(f"(sub (add {big} {big}) {big})", vocabulary)
    board = Board(frozenset(range(1, 8)), frozenset({20}))
    assert plain.value(tree, vocabulary, board) == 0
    assert plain.value(with_like_terms(tree, vocabulary), vocabulary, board) == 0


def test_deep_and_large_trees_end_soon() -> None:
    """Trees that are far deeper and larger than evolved ones."""
    vocabulary = vocabulary_of("senet")
    deep = from_lisp("(add 1 " * 2000 + "my_pieces" + ")" * 2000, vocabulary)
    assert to_lisp(with_like_terms(deep, vocabulary)) == "my_pieces"
    alternating = from_lisp("(mul my_moves (sub my_distance " * 1000 + "hits" + "))" * 1000, vocabulary)
    rng = random.Random(11)
    some = [random_board(rng) for _ in range(3)]
    for tree in (alternating, nested(random.Random(10), vocabulary, 2000)):
        done = with_like_terms(tree, vocabulary)
        assert len(done) <= len(tree)
        assert best(done, vocabulary, some) == best(tree, vocabulary, some)
