"""What cannot be a word or a vocabulary is refused when it is declared, in a sentence that says why."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable
from typing import Any

import pytest

from primitives import Board, Number, Primitive, Truth, Vocabulary, vocabularies, vocabulary
from primitives import operations as op
from primitives.declarations import SIGNATURES
from primitives.squares import SQUARES, my_pieces
from primitives.types import MOST
from senet_gp.errors import UsageError
from senet_gp.games.registry import GAMES
from senet_gp.games.senet import Senet

MADE_BY_THE_TRANSLATOR = {
    *(op.CONSTANT, op.ADD_SATURATING, op.SUB_SATURATING, op.MUL_SATURATING, op.SQUARE, op.SLIP),
}
COUNT: dict[str, Any] = {
    "meaning": my_pieces,
    "arguments": (),
    "result": Number,
    "operation": op.MY_PIECES,
    "low": 0,
    "high": 7,
}


def count(_board: Board, _n: int) -> int:
    """A count."""
    return 0


def named(name: str) -> Callable[[Board], int]:
    """A meaning of this name."""

    def meaning(_board: Board) -> int:
        return 0

    meaning.__name__ = name
    return meaning


@pytest.mark.parametrize(
    ("changes", "problem"),
    [
        ({"operation": 200}, "'my_pieces' names operation 200, which is no word's"),
        ({"operation": op.SLIP}, "names operation 8, which is no word's"),
        ({"operation": op.CONSTANT}, "names operation 0"),
        ({"operation": -1}, "names operation -1"),
        ({"operation": True}, "names operation True"),
        ({"operation": "mine"}, "names operation 'mine'"),
        ({"arguments": (Number,)}, r"is \(Number\) -> Number, but its operation is \(\) -> Number"),
        ({"operation": op.ADD}, r"but its operation is \(Number, Number\) -> Number"),
        ({"result": Truth, "high": 1}, r"is \(\) -> Truth, but"),
        ({"result": int}, "is of type <class 'int'>: all types are Number and Truth"),
        ({"arguments": (bool,)}, "is of type <class 'bool'>"),
        ({"low": 8}, "cannot have values from 8 to 7: the least comes first"),
        ({"high": MOST + 1}, "cannot have values from 0 to 2147483648"),
        ({"low": -MOST - 1}, "cannot have values from -2147483648"),
        ({"low": 0.5}, "cannot have values from 0.5"),
        ({"parameter": 3}, "has the parameter 3, but its operation reads no parameter"),
        ({"operation": op.OPEN_PLACES}, "has the parameter -1, but its operation needs a parameter"),
        ({"takes_square": True}, "must have takes_square=False"),
        ({"reads_board": False}, "must have reads_board=True"),
        ({"meaning": count}, "has a meaning that cannot be called with 1 values"),
        ({"meaning": lambda _board: 0}, "'<lambda>' cannot be a word's name"),
        ({"meaning": named("two words")}, "'two words' cannot be a word's name"),
        ({"meaning": named("7")}, "'7' cannot be a word's name"),
        ({"meaning": named("if")}, "'if' cannot be a word's name"),
        ({"meaning": named("")}, "'' cannot be a word's name"),
    ],
)
def test_a_word_that_cannot_be_is_refused(changes: dict[str, Any], problem: str) -> None:
    Primitive(**COUNT)
    with pytest.raises(UsageError, match=problem):
        Primitive(**COUNT | changes)


def test_a_truth_is_0_or_1_and_squares_are_named_as_squares() -> None:
    mine = SQUARES[0]
    with pytest.raises(UsageError, match="a Truth is from 0 to 1"):
        dataclasses.replace(mine, high=2)
    with pytest.raises(UsageError, match="'mine' must have takes_square=True"):
        dataclasses.replace(mine, takes_square=False)


@pytest.mark.parametrize(
    ("changes", "problem"),
    [
        ({"primitives": (*SQUARES, SQUARES[1])}, "'own' has two words called 'theirs'"),
        ({"constants": range(0)}, "needs constants"),
        ({"constants": range(MOST, MOST + 2)}, "needs constants, from -2147483647 to 2147483647"),
        ({"constants": range(40_000)}, "has more than 32767 words and constants"),
        ({"squares": 32}, "boards have 1 to 31 squares, not 32"),
        ({"squares": 0}, "boards have 1 to 31 squares, not 0"),
    ],
)
def test_a_vocabulary_that_cannot_be_is_refused(changes: dict[str, Any], problem: str) -> None:
    of_own: dict[str, Any] = {
        "rules": Senet(),
        "name": "own",
        "primitives": SQUARES,
        "constants": range(1, 31),
        "squares": 30,
    }
    Vocabulary(**of_own)
    with pytest.raises(UsageError, match=problem):
        Vocabulary(**of_own | changes)


def test_all_operations_are_known_and_those_of_words_are_used() -> None:
    numbers = {value for name, value in vars(op).items() if name.isupper()}
    assert set(SIGNATURES) == numbers - MADE_BY_THE_TRANSLATOR
    used = {w.operation for game in GAMES for v in vocabularies(game).values() for w in v.primitives}
    assert used == set(SIGNATURES)


@pytest.mark.parametrize("pieces", [1, 5, 7])
def test_a_vocabulary_of_senet_belongs_to_the_number_of_pieces(pieces: int) -> None:
    """It knows its game, and is otherwise the same, so that runs are the same as before."""
    game = Senet(pieces)
    for name, words in vocabularies(game).items():
        full = vocabulary("senet", name)
        assert words.rules == game
        assert words is vocabulary(Senet(pieces), name)
        assert (words is full) == (pieces == 7)
        assert words.primitives == full.primitives
        assert [node.name for node in words.nodes] == [node.name for node in full.nodes]
        for column, same in zip(words.tables, full.tables, strict=True):
            assert column.tolist() == same.tolist()
