"""What is proven equal is equal: computed by the plain meanings, which know nothing of simplification."""

from __future__ import annotations

import random

import pytest
from game_decisions import board_decisions, senet_decisions
from hypothesis import given, settings
from hypothesis import strategies as st
from small_boards import BOARD_GAMES, candidate_board, plain_board, random_candidates
from strategies import boards, nested, random_board, random_tree

from primitives import Board, Vocabulary, vocabulary_of
from primitives.types import MOST
from senet_gp.games.board.game import BoardGame
from senet_gp.games.pursuit import Pursuit
from senet_gp.trees import plain
from senet_gp.trees.individual import random_individual
from senet_gp.trees.simplification.expressions import Expression, ExpressionBuilder
from senet_gp.trees.simplification.proven import equal, equal_in_choice
from senet_gp.trees.simplification.search import FormSearch
from senet_gp.trees.text import from_lisp, to_lisp

EXTENDED = vocabulary_of("senet", "extended")
#: Small, so that these tests are fast; what is proven does not depend on it.
EFFORT = 60


def assert_equal(tree: list, vocabulary: Vocabulary, some: list[Board]) -> None:
    done = equal(tree, vocabulary, EFFORT)
    assert len(done.tree) <= len(tree)
    for board in some:
        assert plain.value(done.tree, vocabulary, board) == plain.value(tree, vocabulary, board), to_lisp(
            tree
        )
    again = equal(done.tree, vocabulary, EFFORT)
    assert list(again.tree) == list(done.tree)
    assert list(from_lisp(to_lisp(done.tree), vocabulary)) == list(done.tree)


def senet_boards(seed: int, count: int) -> list[Board]:
    rng = random.Random(seed)
    return [board for board in (random_board(rng) for _ in range(count)) if board.theirs]


@given(st.integers(0, 2**32), st.integers(1, 60), st.lists(boards().filter(lambda b: b.theirs), max_size=8))
@settings(max_examples=20)
def test_random_trees(seed: int, nodes: int, some: list[Board]) -> None:
    tree = random_tree(random.Random(seed), EXTENDED, nodes)
    assert_equal(tree, EXTENDED, [*some, *senet_boards(seed, 20)])


def test_trees_as_evolution_draws_them(vocabulary: Vocabulary) -> None:
    rng = random.Random(4)
    for _ in range(20):
        assert_equal(random_individual(vocabulary, rng), vocabulary, senet_boards(5, 40))


@given(st.integers(0, 2**32), st.integers(2, 60))
@settings(max_examples=10)
def test_values_at_the_bounds(seed: int, levels: int) -> None:
    assert_equal(nested(random.Random(seed), EXTENDED, levels), EXTENDED, senet_boards(seed, 20))


@pytest.mark.parametrize("game", BOARD_GAMES, ids=repr)
def test_small_games(game: BoardGame) -> None:
    rng = random.Random(6)
    vocabulary = vocabulary_of(game)
    some = [candidate_board(game, afterstate) for afterstate in random_candidates(game, rng, 60)]
    if game.policy:
        some = [plain_board(game, start) for start in game.starts()]
        some += [
            plain_board(game, game.swapped(c.position))
            for c in random_candidates(game, rng, 60)
            if c.result is None
        ]
    for _ in range(4):
        assert_equal(random_tree(rng, vocabulary, 30), vocabulary, some)
        assert_equal(random_individual(vocabulary, rng), vocabulary, some)


def best(tree: list, vocabulary: Vocabulary, decision: list[Board]) -> list[bool]:
    values = [plain.value(tree, vocabulary, board) for board in decision]
    return [value == max(values) for value in values]


def test_choices_stay_the_same_in_senet(vocabulary: Vocabulary) -> None:
    rng = random.Random(7)
    decisions = rng.sample(senet_decisions(2), 15)
    for _ in range(3):
        tree = random_tree(rng, vocabulary, 25)
        done = equal_in_choice(tree, vocabulary, EFFORT).tree
        assert len(done) <= len(tree)
        for decision in decisions:
            assert best(done, vocabulary, decision) == best(tree, vocabulary, decision), to_lisp(tree)


@pytest.mark.parametrize("game", [game for game in BOARD_GAMES if not game.policy], ids=repr)
def test_choices_stay_the_same_in_small_games(game: BoardGame) -> None:
    rng = random.Random(8)
    vocabulary = vocabulary_of(game)
    decisions = board_decisions(game, 300)
    for _ in range(4):
        tree = random_tree(rng, vocabulary, 25)
        done = equal_in_choice(tree, vocabulary, EFFORT).tree
        for decision in rng.sample(decisions, 30):
            assert best(done, vocabulary, decision) == best(tree, vocabulary, decision), to_lisp(tree)


def test_named_moves_stay_the_same() -> None:
    rng = random.Random(9)
    game = Pursuit()
    vocabulary = vocabulary_of(game)
    some = [
        plain_board(game, game.position((x, y), (a, b), last))
        for x in range(4) for y in range(4) for a in range(4) for b in range(4) for last in range(-1, 4)
        if (x, y) != (a, b)
    ]  # fmt: skip
    for _ in range(10):
        tree = random_tree(rng, vocabulary, 25)
        done = equal_in_choice(tree, vocabulary, EFFORT).tree
        for board in rng.sample(some, 60):
            assert plain.value(done, vocabulary, board) % 4 == plain.value(tree, vocabulary, board) % 4, (
                to_lisp(tree)
            )


@pytest.mark.parametrize(
    ("game", "text", "shortest"),
    [
        ("senet", "(sub my_moves my_moves)", "(sub 30 30)"),
        ("senet", "(add (sub my_moves 3) 3)", "my_moves"),
        ("senet", "(add my_moves (add my_moves (add my_moves my_moves)))", "(mul 4 my_moves)"),
        ("senet", "(sub (add their_distance 7) (sub my_distance their_distance))",
         "(sub (add (mul 2 their_distance) 7) my_distance)"),
        ("senet", "(add (mul my_moves my_pieces) (mul my_moves hits))",
         "(mul my_moves (add my_pieces hits))"),
        # Divided by a sum, with and without a rest, and by a number that is near all coefficients.
        ("senet", ("(add (add (mul my_distance their_distance) (mul my_distance their_pieces)) "
         "(add (mul my_pieces their_distance) (mul my_pieces their_pieces)))"),
         "(mul (add my_distance my_pieces) (add their_distance their_pieces))"),
        ("senet", "(sub (mul my_distance their_distance) (add their_distance (sub my_distance 1)))",
         "(mul (sub my_distance 1) (sub their_distance 1))"),
        ("senet", ("(add 3 (add (mul my_distance their_distance) (add (mul my_distance hits) "
         "(mul my_pieces (add their_distance hits)))))"),
         "(add 3 (mul (add my_distance my_pieces) (add their_distance hits)))"),
        ("senet", "(add (mul 5 my_distance) (add (mul 5 hits) (add (mul 20 5) 1)))",
         "(add (mul 5 (add (add my_distance hits) 20)) 1)"),
        ("senet", "(if_then_else (mine 27) my_distance 1)", "(if_then_else i_am_in_water my_distance 1)"),
        ("senet", "(if_then_else (mine (add 20 15)) 1 2)", "(if_then_else (mine 5) 1 2)"),
        ("senet", "(if_then_else (mine 5) (if_then_else (theirs 5) my_moves 1) 2)",
         "(if_then_else (mine 5) 1 2)"),
        ("senet", "(if_then_else (not_ (or_ (mine 5) (theirs 5))) 1 2)", "(if_then_else (empty 5) 1 2)"),
        ("senet", "(if_then_else (not_ (not_ (mine 5))) 1 2)", "(if_then_else (mine 5) 1 2)"),
        ("senet", "(if_then_else (or_ (mine 5) (and_ (mine 5) (mine 6))) 1 2)",
         "(if_then_else (mine 5) 1 2)"),
        ("senet", "(if_then_else i_am_in_water (add my_moves 7) 9)", "(if_then_else i_am_in_water 7 9)"),
        ("senet", "(if_then_else (protected 27) my_moves 9)", "9"),
        ("senet", "(if_then_else (less_than my_pieces 8) 1 2)", "1"),
        ("senet", "(if_then_else (less_than (add my_moves 3) (add my_moves 4)) hits 2)", "hits"),
        ("senet", "(if_then_else (not_ (less_than hits my_moves)) 1 2)",
         "(if_then_else (less_than hits my_moves) 2 1)"),
        ("senet", "(if_then_else (equal (add hits 1) 3) 1 2)", "(if_then_else (equal hits 2) 1 2)"),
        ("senet", "(add (if_then_else (mine 5) my_moves 1) (if_then_else (mine 5) 1 hits))",
         "(add 1 (if_then_else (mine 5) my_moves hits))"),
        ("hexapawn", "(if_then_else (empty move_start) my_moves 1)", "my_moves"),
        ("hexapawn", "(if_then_else (mine (add move_to 9)) my_moves 1)", "my_moves"),
        ("tictactoe", "(sub 9 (add my_pieces their_pieces))", "my_moves"),
        ("trilobite", "(sub my_moves their_moves)", "(sub 1 1)"),
        ("pursuit", "(if_then_else (greater own_x 3) 1 own_y)", "own_y"),
        ("pursuit", "(if_then_else (greater own_x 0) (if_then_else (greater own_x 1) 1 2) 2)",
         "(if_then_else (greater own_x 1) 1 2)"),
    ],
)  # fmt: skip
def test_what_people_would_write(game: str, text: str, shortest: str) -> None:
    vocabulary = EXTENDED if game == "senet" else vocabulary_of(game)
    done = equal(from_lisp(text, vocabulary), vocabulary).tree
    assert len(done) == len(from_lisp(shortest, vocabulary)), to_lisp(done)


def test_of_equally_long_expressions_the_flatter_is_kept() -> None:
    builder = ExpressionBuilder(EXTENDED)

    def added(*parts: Expression) -> Expression:
        return builder.made("add", *parts)

    a, b, c, d = (builder.made(word) for word in ("my_distance", "their_distance", "my_pieces", "hits"))
    deep, flat = added(added(added(a, b), c), d), added(added(a, b), added(c, d))
    assert (deep.nodes, deep.depth, flat.nodes, flat.depth) == (7, 3, 7, 2)
    assert builder.known(deep.form) is flat


@pytest.mark.parametrize(
    ("game", "text", "shortest"),
    [
        ("senet", "(add my_moves their_pieces)", "my_moves"),
        ("senet", "(add 3 (mul their_pieces (mul 2 my_moves)))", "my_moves"),
        ("senet", "(sub 20 (mul 3 my_distance))", "(sub 1 my_distance)"),
        ("senet", "(mul their_pieces their_pieces)", "30"),
        ("tictactoe", "(add move_to (if_then_else (theirs 5) my_moves 1))", "move_to"),
        ("hexapawn", "(add move_to (mul my_pieces my_pieces))", "move_to"),
        ("pursuit", "(add own_x (mul own_y (add 3 1)))", "own_x"),
    ],
)
def test_what_choices_depend_on(game: str, text: str, shortest: str) -> None:
    vocabulary = vocabulary_of(game)
    done = equal_in_choice(from_lisp(text, vocabulary), vocabulary).tree
    assert len(done) == len(from_lisp(shortest, vocabulary)), to_lisp(done)


def test_saturation_is_no_algebra() -> None:
    vocabulary = vocabulary_of("senet")
    big = "(mul (mul (mul (mul (mul 30 30) (mul 30 30)) (mul 30 30)) 2) my_pieces)"
    board = Board(frozenset(range(1, 8)), frozenset({20}))
    tree = from_lisp(f"(sub (add {big} {big}) {big})", vocabulary)
    assert plain.value(tree, vocabulary, board) == 0
    assert plain.value(equal(tree, vocabulary).tree, vocabulary, board) == 0


@pytest.mark.parametrize("number", [0, -1, 31, 97, -1234, 99_999, 1_000_003, MOST - 1, MOST, -MOST])
def test_constants(number: int) -> None:
    for words in (vocabulary_of("senet"), vocabulary_of("pursuit"), vocabulary_of("hexapawn")):
        builder = ExpressionBuilder(words)
        made = FormSearch(builder, 10).number(builder.algebra.constant(number))
        assert plain.value(made.tree(), words, Board(frozenset({1}), frozenset({2}))) == number


@pytest.mark.parametrize(
    ("game", "never", "always"),
    [
        (
            "senet",
            "(and_ i_am_in_water they_are_in_water)",
            "(not_ (and_ i_am_in_water they_are_in_water))",
        ),
        ("hexapawn", "never", "always"),
    ],
)
def test_constant_truths(game: str, never: str, always: str) -> None:
    builder = ExpressionBuilder(vocabulary_of(game))
    search = FormSearch(builder, 10)
    forms = (builder.algebra.zero, builder.algebra.one)
    assert [to_lisp(search.truth(form).tree()) for form in forms] == [never, always]


def test_deep_and_large_trees_end_soon() -> None:
    """In time in proportion to their size: anything else would take hours."""
    vocabulary = vocabulary_of("senet")
    rng = random.Random(10)
    deep = from_lisp("(add 1 " * 5000 + "my_pieces" + ")" * 5000, vocabulary)
    assert len(equal(deep, vocabulary).tree) <= 9
    alternating = from_lisp("(mul my_moves (sub my_distance " * 2500 + "hits" + "))" * 2500, vocabulary)
    some = senet_boards(11, 3)
    for tree in (alternating, nested(rng, vocabulary, 5000)):
        done = equal(tree, vocabulary, EFFORT)
        assert len(done.tree) <= len(tree)
        assert all(plain.value(done.tree, vocabulary, b) == plain.value(tree, vocabulary, b) for b in some)
