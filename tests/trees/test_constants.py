"""Any number and any truth can be written in any vocabulary."""

from __future__ import annotations

import pytest

from primitives import Board, vocabulary_of
from primitives.types import Number, Truth
from senet_gp.trees.plain import value
from senet_gp.trees.sums import constant
from senet_gp.trees.text import from_lisp, to_lisp


@pytest.mark.parametrize("game", ["senet", "pursuit", "hexapawn", "tictactoe", "trilobite"])
def test_any_constant_can_be_written(game: str) -> None:
    vocabulary = vocabulary_of(game)
    board = Board(frozenset({1}), frozenset({2}))
    for number in (0, 1, 7, 30, 31, 59, 60, 900, 901, 123_456_789, 2**31 - 1):
        for signed in (number, -number):
            tree = constant(signed, Number, vocabulary)
            assert value(tree, vocabulary, board) == signed
            assert list(from_lisp(to_lisp(tree), vocabulary)) == list(tree)
    for truth in (0, 1):
        choice = [vocabulary.node_named["if_then_else"], *constant(truth, Truth, vocabulary)]
        choice += [*constant(5, Number, vocabulary), *constant(6, Number, vocabulary)]
        assert value(choice, vocabulary, board) == 6 - truth
