"""Expressions as text."""

from __future__ import annotations

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st
from strategies import nested, random_tree

from primitives import vocabulary_of
from senet_gp.runtime.errors import UsageError
from senet_gp.trees.text import from_lisp, to_lisp

WORDS = vocabulary_of("senet", "extended")


@given(st.integers(0, 2**32), st.integers(1, 80))
def test_what_is_written_reads_back(seed: int, nodes: int) -> None:
    tree = random_tree(random.Random(seed), WORDS, nodes)
    assert list(from_lisp(to_lisp(tree), WORDS)) == tree


def test_the_form_is_lisps() -> None:
    text = "(if_then_else (mine 26) my_pieces (sub 1 (add hits 30)))"
    assert to_lisp(from_lisp(text, WORDS)) == text
    assert (
        to_lisp(from_lisp("  ( sub\n their_pieces\tmy_pieces )  ", WORDS)) == "(sub their_pieces my_pieces)"
    )
    assert to_lisp(from_lisp("my_moves", WORDS)) == "my_moves"


@pytest.mark.parametrize("levels", [90, 5000, 100_000])
def test_any_depth_is_read_and_written(levels: int) -> None:
    tree = nested(random.Random(1), WORDS, levels)
    assert list(from_lisp(to_lisp(tree), WORDS)) == tree


@pytest.mark.parametrize(
    ("text", "place", "reason"),
    [
        ("", 1, "there is no expression"),
        ("   ", 1, "there is no expression"),
        ("(", 2, "the text ends where a function's name should stand"),
        ("()", 2, "a function's name should stand after '\\('"),
        ("((add 1 2))", 2, "a function's name should stand after '\\('"),
        ("(add 1", 7, "the text ends inside '\\(add …'"),
        ("(add 1)", 7, "add takes 2 arguments, but 1 stand here"),
        ("(add 1 2 3)", 10, "add takes 2 arguments; here stands one more"),
        ("(add 1 2 (add 1 2))", 10, "add takes 2 arguments; here stands one more"),
        ("(add 1 2))", 10, "there is no open parenthesis to close"),
        ("(add 1 2) 3", 11, "the expression has ended, but more text follows"),
        ("add", 1, "add is a function: write it as \\(add …\\)"),
        ("(my_pieces)", 2, "my_pieces takes no arguments"),
        ("(mine i_am_in_water)", 2, "mine is a Truth, but a Number should stand here"),
        ("(add i_am_in_water 1)", 6, "i_am_in_water is a Truth, but a Number should stand here"),
        ("(if_then_else 3 1 2)", 15, "3 is a Number, but a Truth should stand here"),
        (
            "(add 1 my_pices)",
            8,
            "'my_pices' is not a word of the extended vocabulary of senet; did you mean 'my_pieces'",
        ),
        ("(add 1 31)", 8, "31 is not a constant: constants are 1 to 30"),
        ("(add 1 -5)", 8, "-5 is not a constant"),
        ("(add 1 0)", 8, "0 is not a constant"),
        ("__import__('os')", 1, "'__import__' is not a word"),
    ],
)
def test_bad_text_is_refused_with_its_place(text: str, place: int, reason: str) -> None:
    with pytest.raises(UsageError, match=f"^bad expression, character {place}: {reason}"):
        from_lisp(text, WORDS)


@given(st.text(alphabet="()a 1_", max_size=60) | st.text(max_size=60))
def test_no_text_breaks_the_reader(text: str) -> None:
    try:
        tree = from_lisp(text, WORDS)
    except UsageError as refusal:
        message = str(refusal)
    else:
        message = "read"
        assert list(from_lisp(to_lisp(tree), WORDS)) == list(tree)
    assert "\n" not in message


def test_long_words_are_shown_in_part() -> None:
    with pytest.raises(UsageError) as error:
        from_lisp("x" * 100_000, WORDS)
    assert len(str(error.value)) < 200
