"""What meanings and kernels from outside return: numbers of every type mean the same."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from deap import gp
from numba import int8

from primitives import Board, Number, Primitive, Truth, Vocabulary, vocabulary_of
from senet_gp.engine.evaluator import scores_of
from senet_gp.engine.program import translate
from senet_gp.games.registry import game_of
from senet_gp.runtime.compiled import int64, kernel
from senet_gp.runtime.errors import UsageError
from senet_gp.trees import plain
from senet_gp.trees.text import from_lisp

GAME = game_of("tictactoe")
USUAL = vocabulary_of("tictactoe")
SEEN = Board(frozenset({1, 2}), frozenset())


def hundred(given: Any) -> Callable[[Board], Any]:
    def many(_board: Board) -> Any:
        """Many."""
        return given

    return many


def vocabulary_with(*words: Primitive) -> Vocabulary:
    return USUAL.with_primitives(*words)


def value_of(text: str, *words: Primitive) -> int:
    vocabulary = vocabulary_with(*words)
    tree = from_lisp(text, vocabulary)
    found = plain.value(tree, vocabulary, SEEN)
    assert gp.compile(tree, vocabulary.pset)(SEEN) == found
    assert type(found) is int
    return found


NUMBERS = [np.int8, np.uint8, np.int16, np.uint16, np.int32, np.uint32, np.int64, np.uint64]


@pytest.mark.parametrize("kind", NUMBERS)
def test_numbers_of_a_few_bits_do_not_overflow(kind: type[np.integer[Any]]) -> None:
    many = Primitive(hundred(kind(100)), (), Number, low=0, high=100)
    assert value_of("(add many many)", many) == 200
    assert value_of("(sub many (add many many))", many) == -100


@pytest.mark.parametrize("given", [True, np.True_, 1, np.int8(1)])
def test_a_truth_may_be_of_numpy(given: Any) -> None:
    many = Primitive(hundred(given), (), Truth)
    assert value_of("(if_then_else many 7 9)", many) == 7
    assert value_of("(if_then_else (not_ many) 7 9)", many) == 9


@pytest.mark.parametrize("given", [2, "1", 1.0, None, np.float64(1), -1, np.array([1, 0])])
def test_what_is_no_truth_is_refused_without_advice_about_ranges(given: Any) -> None:
    many = Primitive(hundred(given), (), Truth)
    with pytest.raises(UsageError, match=r"^the word 'many' has the value .* to be true or false: mend it$"):
        value_of("(if_then_else many 7 9)", many)


@pytest.mark.parametrize("given", [1.0, "1", None, np.float32(1), 101, -1, np.int64(101), np.nan])
def test_what_is_no_number_in_range_is_refused(given: Any) -> None:
    many = Primitive(hundred(given), (), Number, low=0, high=100)
    with pytest.raises(UsageError, match=r"^the word 'many' has the value .* whole numbers from 0 to 100"):
        value_of("(add many many)", many)


@kernel
def _few_bits(mine: int) -> int:
    return int8(mine)


@kernel
def _a_truth(mine: int) -> bool:
    return mine > 0


@kernel
def _many_bits(mine: int) -> int:
    return int64(mine)


@pytest.mark.parametrize(
    ("compiled", "result", "text"),
    [
        (_few_bits, Number, "(add many (add many many))"),
        (_many_bits, Number, "(add many (add many many))"),
        (_a_truth, Truth, "(if_then_else many 200 (add 1 2))"),
    ],
)
def test_kernels_that_return_other_types_agree_with_plain_python(
    compiled: Any, result: type, text: str
) -> None:
    from primitives import Query

    # The mask of this board fits into eight bits.
    mask = 0b1100110
    board = Board(frozenset({1, 2, 5, 6}), frozenset())
    many = Primitive(
        hundred(np.int8(mask) if result is Number else np.True_),
        (),
        result,
        Query(compiled, "mine"),
        low=0,
        high=127 if result is Number else 1,
    )
    vocabulary = vocabulary_with(many)
    tree = from_lisp(text.replace("200", "2"), vocabulary)
    columns = np.array([[mask], [0], [0], [0]], np.uint32)
    assert scores_of(translate(tree, vocabulary), columns).tolist() == [plain.value(tree, vocabulary, board)]
