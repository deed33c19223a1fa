"""Expressions as weighted sums, and back."""

from __future__ import annotations

import dataclasses
import random

import numpy as np
import pytest

from primitives import vocabulary_of
from senet_gp.engine.evaluator import scores_of
from senet_gp.engine.participants import Source
from senet_gp.trees.individual import Individual, random_individual
from senet_gp.trees.sums import outer_size, size_of, sum_of, terms_of, why_no_sums
from senet_gp.trees.text import from_lisp, to_lisp

VOCABULARY = vocabulary_of("senet", "rich")


def boards(count: int) -> np.ndarray:
    """Boards with seven pieces of either side on squares of their own, and no moves before them."""
    rng = np.random.default_rng(5)
    drawn = np.zeros((4, count), np.uint32)
    for column in range(count):
        squares = rng.permutation(30)[:14]
        for row in range(2):
            drawn[row, column] = sum(1 << int(square + 1) for square in squares[7 * row : 7 * row + 7])
    return drawn


def values(tree: Individual) -> np.ndarray:
    return scores_of(Source(tree.packed, VOCABULARY).program, boards(200)).astype(np.int64)


def test_a_sum_differs_from_its_expression_by_a_constant() -> None:
    """So it chooses the same; on 300 random expressions, and again on sums of them."""
    rng = random.Random(3)
    seen = inside = 0
    for number in range(300):
        tree = random_individual(VOCABULARY, rng)
        if number % 3 == 0:  # random expressions seldom have a sum inside a product
            few = [one for _ in range(60) if len(one := random_individual(VOCABULARY, rng)) < 9]
            a, b, c, d = (to_lisp(rng.choice(few)) for _ in range(4))
            tree = from_lisp(f"(sub {a} (mul {b} (add {c} (mul {d} (sub 3 my_pieces)))))", VOCABULARY)
        terms = terms_of(tree.codes, VOCABULARY)
        if not terms:
            assert len(set(values(tree).tolist())) == 1
            continue
        codes = sum_of(terms, VOCABULARY)
        again = Individual.from_packed(codes.tobytes(), VOCABULARY)
        assert len(set((values(tree) - values(again)).tolist())) == 1, to_lisp(tree)
        if all(len(term) == 1 for term in terms):
            assert terms_of(codes, VOCABULARY) == terms
        if all(weight < 0 for weight in terms.values()):
            continue  # there the difference has one more constant
        # A number inside a product counts as if it stood outside, with its factor; common weights are saved.
        outers = {term[:count] for term in terms for count in range(1, len(term))}
        most, paid = sum(map(outer_size, outers)) - 1, set[int]()
        for term, weight in terms.items():
            written = size_of(term, weight, VOCABULARY)
            if not outers and abs(weight) in paid:  # written once
                written = size_of(term, 1, VOCABULARY)
            elif written > size_of(term, 1, VOCABULARY):
                paid.add(abs(weight))
            most += written
        assert len(codes) <= most if outers else len(codes) == most
        seen += len(terms) > 1
        inside += bool(outers)
    assert seen > 100
    assert inside > 80


@pytest.mark.parametrize(
    ("text", "weights"),
    [
        ("(mul my_moves (add (mul 3 my_pieces) 4))", {"my_moves my_pieces": 3, "my_moves": 4}),
        (
            "(sub my_last (mul 2 (mul my_moves (sub 1 (mul (add my_first 7) my_pieces)))))",
            {
                "my_last": 1,
                "my_moves": -2,
                "my_moves my_pieces my_first": 2,
                "my_moves my_pieces": 14,
            },
        ),
        # A product without a sum is one factor, and of two sums the larger one is taken apart.
        ("(mul my_moves my_pieces)", {"mul": 1}),
        (
            "(mul (add my_moves 1) (sub (sub my_pieces 2) my_last))",
            {"add my_pieces": 1, "add": -2, "add my_last": -1},
        ),
    ],
)
def test_sums_inside_products_have_terms(text: str, weights: dict[str, int]) -> None:
    tree = from_lisp(text, VOCABULARY)
    terms = terms_of(tree.codes, VOCABULARY)
    named = {
        " ".join(VOCABULARY.decode(np.frombuffer(factor, np.int16))[0].name for factor in term): weight
        for term, weight in terms.items()
    }
    assert named == weights
    again = Individual.from_packed(sum_of(terms, VOCABULARY).tobytes(), VOCABULARY)
    assert len(set((values(tree) - values(again)).tolist())) == 1
    assert terms_of(again.codes, VOCABULARY).keys() == terms.keys()


@pytest.mark.parametrize(
    ("text", "weights", "written"),
    [
        ("(add my_last (if_then_else contact 9 4))", [1, 5], "(add my_last (if_then_else contact 6 1))"),
        ("(sub my_last (if_then_else contact 9 4))", [1, -5], "(add my_last (if_then_else contact 1 6))"),
        (
            "(add (mul 3 my_last) (sub (mul 2 (if_then_else contact 4 9)) (mul 3 my_moves)))",
            [3, -10, -3],
            "(add (mul 3 (sub my_last my_moves)) (if_then_else contact 1 11))",
        ),
        # Inside a product the numbers themselves count.
        ("(mul my_last (add my_moves (if_then_else contact 9 4)))", [1, 1], None),
        ("(add my_last (if_then_else contact my_moves 4))", [1, 1], None),
        ("(add my_last (if_then_else contact 4 4))", [1, 1], None),
        (
            "(sub 1 (add (mul 7 my_last) (mul 7 my_moves)))",
            [-7, -7],
            "(sub 1 (mul 7 (add my_last my_moves)))",
        ),
    ],
)
def test_choices_between_numbers_and_common_weights(
    text: str, weights: list[int], written: str | None
) -> None:
    tree = from_lisp(text, VOCABULARY)
    terms = terms_of(tree.codes, VOCABULARY)
    assert list(terms.values()) == weights
    codes = sum_of(terms, VOCABULARY)
    assert to_lisp(VOCABULARY.decode(codes)) == (written or text)
    again = Individual.from_packed(codes.tobytes(), VOCABULARY)
    assert len(set((values(tree) - values(again)).tolist())) == 1
    assert terms_of(codes, VOCABULARY) == terms


def test_products_in_many_products_are_factors() -> None:
    text = "(add my_last my_moves)"
    for _ in range(200):
        text = f"(mul my_pieces {text})"
    terms = terms_of(from_lisp(text, VOCABULARY).codes, VOCABULARY)
    assert [len(term) for term in terms] == [4]


def test_large_weights_are_numbers_of_several_nodes() -> None:
    tree = from_lisp("(sub (mul 30 (mul 30 my_moves)) (mul 29 (mul their_moves 2)))", VOCABULARY)
    terms = terms_of(tree.codes, VOCABULARY)
    assert sorted(terms.values()) == [-58, 900]
    again = Individual.from_packed(sum_of(terms, VOCABULARY).tobytes(), VOCABULARY)
    assert np.array_equal(values(tree), values(again))


def test_terms_that_cancel_are_gone() -> None:
    tree = from_lisp("(add (sub my_moves 4) (sub their_moves my_moves))", VOCABULARY)
    assert list(terms_of(tree.codes, VOCABULARY).values()) == [1]
    nothing = from_lisp("(sub (mul 2 my_moves) (add my_moves my_moves))", VOCABULARY)
    assert terms_of(nothing.codes, VOCABULARY) == {}


@pytest.mark.parametrize(
    ("missing", "constants", "lacking"),
    [
        ("", range(1, 4), ""),
        ("mul", range(1, 4), "lacks mul"),
        ("", range(2, 4), "lacks the constants 1 and 2"),
        ("", range(2), "lacks the constants 1 and 2"),
    ],
)
def test_what_sums_need(missing: str, constants: range, lacking: str) -> None:
    words = tuple(word for word in VOCABULARY.primitives if word.name != missing)
    some = dataclasses.replace(VOCABULARY, name="some", primitives=words, constants=constants)
    assert why_no_sums(some).endswith(lacking)
    assert bool(why_no_sums(some)) == bool(lacking)
