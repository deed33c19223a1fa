"""The compiled meaning of trees is their plain meaning."""

from __future__ import annotations

import pickle
import random

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from strategies import boards, columns, nested, random_board, random_tree

from primitives import Board, Vocabulary, vocabulary_of
from primitives import operations as op
from primitives.types import MOST
from senet_gp.engine.evaluator import scores_of
from senet_gp.engine.participants import NOISE_PARTS, RANDOM_MOVER, Noisy, Source, joined
from senet_gp.engine.program import CONSTANT_ROWS, translate
from senet_gp.engine.vectors import LANES
from senet_gp.trees import plain
from senet_gp.trees.individual import random_individual
from senet_gp.trees.text import from_lisp

EXTENDED = vocabulary_of("senet", "extended")


def compiled(tree: list, vocabulary: Vocabulary, some: list[Board]) -> list[int]:
    return scores_of(translate(tree, vocabulary), columns(some)).tolist()


@given(st.integers(0, 2**32), st.integers(1, 60), st.lists(boards(), min_size=1, max_size=8))
@settings(max_examples=120)
def test_random_trees_mean_the_same(seed: int, nodes: int, some: list[Board]) -> None:
    tree = random_tree(random.Random(seed), EXTENDED, nodes)
    assert compiled(tree, EXTENDED, some) == [plain.value(tree, EXTENDED, board) for board in some]


def test_trees_as_evolution_draws_them_mean_the_same(vocabulary: Vocabulary) -> None:
    rng = random.Random(8)
    some = [random_board(rng) for _ in range(10)]
    for _ in range(500):
        tree = random_individual(vocabulary, rng)
        assert compiled(tree, vocabulary, some) == [plain.value(tree, vocabulary, board) for board in some]


def test_large_trees_mean_the_same() -> None:
    rng = random.Random(9)
    some = [random_board(rng) for _ in range(5)]
    for nodes in (200, 1000, 5000):
        for _ in range(10):
            tree = random_tree(rng, EXTENDED, nodes)
            assert len(tree) >= nodes
            assert compiled(tree, EXTENDED, some) == [plain.value(tree, EXTENDED, board) for board in some]


@given(st.integers(0, 2**32), st.integers(100, 900), st.lists(boards(), min_size=1, max_size=3))
@settings(max_examples=100)
def test_trees_hundreds_of_levels_deep_mean_the_same(seed: int, levels: int, some: list[Board]) -> None:
    tree = nested(random.Random(seed), EXTENDED, levels)
    assert compiled(tree, EXTENDED, some) == [plain.value(tree, EXTENDED, board) for board in some]


def test_the_nested_trees_do_reach_the_bound() -> None:
    rng = random.Random(10)
    values = [plain.value(nested(rng, EXTENDED, 300), EXTENDED, random_board(rng)) for _ in range(200)]
    assert MOST in values or -MOST in values


def test_a_tree_of_a_hundred_thousand_levels() -> None:
    vocabulary = vocabulary_of("senet")
    tree = from_lisp("(add 1 " * 100_000 + "my_pieces" + ")" * 100_000, vocabulary)
    board = Board(frozenset({1, 2}), frozenset({3}))
    assert compiled(tree, vocabulary, [board]) == [100_002]


@pytest.mark.parametrize(
    "text",
    [
        "(mul {0} {1})",
        "(mul {1} {0})",
        "(sub (mul {1} {0}) {0})",
        "(mul {1} {1})",
        "(add {1} (mul {0} {0}))",
        "(if_then_else (and_ {2} (less_than {1} 1)) {0} {1})",
        "(if_then_else (or_ {2} (equal {1} 1)) {0} {1})",
    ],
)
def test_factors_that_are_0_or_1_on_more_boards_than_a_block(text: str) -> None:
    """A factor whose largest value is 1 is not the constant 1, and every block has its own boards."""
    rng = random.Random(12)
    some = [random_board(rng) for _ in range(3 * LANES + 5)]
    for truth in ("(mine 5)", "(theirs 20)", "(not_ (empty 9))"):
        sometimes = f"(if_then_else {truth} 1 (sub 1 1))"
        tree = from_lisp(text.format("their_distance", sometimes, truth), EXTENDED)
        expected = [plain.value(tree, EXTENDED, board) for board in some]
        assert len(set(expected)) > 1, "or this test proves little"
        assert compiled(tree, EXTENDED, some) == expected


BIG = "(mul (mul (mul (mul (mul 30 30) (mul 30 30)) (mul 30 30)) 2) 1)"  # 30^6 * 2 = 1 458 000 000


@pytest.mark.parametrize(
    ("text", "value"),
    [
        (f"(add {BIG} {BIG})", MOST),
        (f"(sub (sub 1 {BIG}) {BIG})", -MOST),
        (f"(mul {BIG} 2)", MOST),
        (f"(mul {BIG} (sub 1 3))", -MOST),
        (f"(sub (add {BIG} {BIG}) {BIG})", MOST - 1_458_000_000),  # (a+b)-b is not a
        # Now with operands that are not constant: my_pieces is 7, hits 1.
        (f"(add (mul hits {BIG}) (mul hits {BIG}))", MOST),
        (f"(sub (sub hits (mul hits {BIG})) (mul hits {BIG}))", -MOST),
        (f"(mul (mul my_pieces {BIG}) (mul my_pieces {BIG}))", MOST),
        (f"(mul (mul my_pieces {BIG}) (sub hits my_pieces))", -MOST),
        (f"(sub (mul my_pieces {BIG}) (mul my_pieces {BIG}))", 0),
    ],
)
def test_values_at_the_bound(text: str, value: int) -> None:
    vocabulary = vocabulary_of("senet")
    tree = from_lisp(text, vocabulary)
    board = Board(frozenset(range(1, 8)), frozenset({20}), ((2, 9),), 1)
    assert plain.value(tree, vocabulary, board) == value
    assert compiled(tree, vocabulary, [board]) == [value]


@pytest.mark.parametrize(
    "squares", [f"(sub {n} 30)" for n in range(1, 31)] + [BIG, f"(sub 1 (add {BIG} {BIG}))"]
)
def test_squares_are_taken_cyclically(squares: str) -> None:
    rng = random.Random(11)
    some = [random_board(rng) for _ in range(50)]
    for query in ("mine", "theirs", "empty", "protected"):
        # Once as a constant, once as a number that only the board tells.
        for number in (squares, f"(sub (add my_pieces {squares}) my_pieces)"):
            tree = from_lisp(f"(if_then_else ({query} {number}) 1 2)", EXTENDED)
            assert compiled(tree, EXTENDED, some) == [plain.value(tree, EXTENDED, board) for board in some]


def test_equal_subtrees_are_computed_once() -> None:
    shared = "(mul (sub their_distance my_distance) my_moves)"
    once = translate(from_lisp(shared, EXTENDED), EXTENDED)
    thrice = translate(from_lisp(f"(add {shared} (add {shared} {shared}))", EXTENDED), EXTENDED)
    assert len(thrice.code) == len(once.code) + 2


@pytest.mark.parametrize(
    ("text", "instructions"),
    [
        ("(add 3 4)", 1),
        ("(sub my_moves my_moves)", 1),
        ("(mul my_moves (sub 4 4))", 1),
        ("(mul 1 (add my_moves (sub 2 2)))", 1),
        ("(if_then_else (less_than my_pieces 8) my_moves hits)", 1),  # no player has eight pieces
        ("(if_then_else (equal my_pieces 9) my_moves hits)", 1),
        ("(if_then_else (and_ i_am_in_water (not_ (equal 2 2))) my_moves hits)", 1),
        ("(if_then_else i_am_in_water hits hits)", 1),
    ],
)
def test_what_the_ranges_decide_costs_nothing(text: str, instructions: int) -> None:
    assert len(translate(from_lisp(text, EXTENDED), EXTENDED).code) == instructions


def test_overflow_is_checked_only_where_it_can_happen() -> None:
    def operations_of(text: str) -> set[int]:
        return set(translate(from_lisp(text, EXTENDED), EXTENDED).code[:, 0].tolist())

    assert op.ADD in operations_of("(add my_distance their_distance)")
    assert op.ADD_SATURATING in operations_of(f"(add (mul my_distance {BIG}) their_distance)")


def test_more_boards_than_lanes() -> None:
    rng = random.Random(12)
    some = [random_board(rng) for _ in range(3 * LANES + 5)]
    tree = random_tree(rng, EXTENDED, 40)
    assert compiled(tree, EXTENDED, some) == [plain.value(tree, EXTENDED, board) for board in some]


def test_more_constants_than_have_rows_of_their_own() -> None:
    text = "my_distance"
    for number in [*map(str, range(1, 31)), *(f"(mul 30 {n})" for n in range(2, 31))]:
        text = f"(sub {text} {number})"
    tree = from_lisp(text, EXTENDED)
    rng = random.Random(14)
    some = [random_board(rng) for _ in range(3 * LANES + 5)]
    assert sum(translate(tree, EXTENDED).code[:, 0] == op.CONSTANT) > CONSTANT_ROWS
    assert compiled(tree, EXTENDED, some) == [plain.value(tree, EXTENDED, board) for board in some]


def test_joined_programs_keep_their_order() -> None:
    rng = random.Random(13)
    trees = [random_tree(rng, EXTENDED, nodes) for nodes in (1, 50, 9)]
    programs = [translate(tree, EXTENDED) for tree in trees]
    noisy = Noisy(Source.of(trees[2], EXTENDED), 0.25)
    together = joined([programs[0], RANDOM_MOVER, programs[1], noisy])
    assert together.rows == max(program.rows for program in programs)
    begins, ends, scores, noise = together.roster.T.tolist()
    for index, program in ((0, programs[0]), (2, programs[1]), (3, programs[2])):
        assert np.array_equal(together.code[begins[index] : ends[index]], program.code)
    assert (scores, noise) == ([1, 0, 1, 1], [-1, -1, -1, NOISE_PARTS // 4])


def test_a_program_is_not_sent_to_another_process() -> None:
    with pytest.raises(TypeError, match="send the Source"):
        pickle.dumps(translate(from_lisp("my_moves", EXTENDED), EXTENDED))
