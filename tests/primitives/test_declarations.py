"""An unsound primitive or vocabulary is refused when it is declared, with a sentence that says why."""

from __future__ import annotations

import dataclasses
import pickle
from collections.abc import Callable
from functools import partial
from typing import Any

import numpy as np
import pytest

from primitives import Board, Number, Primitive, Vocabulary, vocabularies, vocabulary_of
from primitives import operations as op
from primitives.common import ARITHMETIC, CERTAINTIES, LOGIC, SQUARES, my_pieces
from primitives.declarations import OPERATIONS, Query
from primitives.types import MOST, Square, Truth
from primitives.vocabulary import _found
from senet_gp.engine.program import tables_of
from senet_gp.games.kernels import pieces
from senet_gp.games.registry import GAMES
from senet_gp.games.senet import Senet
from senet_gp.runtime.compiled import kernel
from senet_gp.runtime.errors import UsageError

MADE_BY_THE_TRANSLATOR = {
    *(op.CONSTANT, op.ADD_SATURATING, op.SUB_SATURATING, op.MUL_SATURATING, op.SQUARE, op.FIRST_QUERY),
}
COUNT: dict[str, Any] = {
    "meaning": my_pieces,
    "arguments": (),
    "result": Number,
    "compiled": Query(pieces, "mine"),
    "low": 0,
    "high": 7,
}


def count() -> int:
    """A count."""
    return 0


@kernel
def _with_default(mine: int, shift: int = 3) -> int:
    return mine >> shift


@kernel
def _of_any_number(*masks: int) -> int:
    return masks[0]


def _made(n: int) -> Callable[..., int]:
    @kernel
    def shifted(mine: int) -> int:
        return mine >> n

    return shifted


def named(name: str) -> Callable[[Board], int]:
    """A meaning of this name."""

    def meaning(_board: Board) -> int:
        return 0

    meaning.__name__ = name
    return meaning


@pytest.mark.parametrize(
    ("changes", "problem"),
    [
        ({"compiled": 200}, "'my_pieces' names the operation 200, which words cannot use"),
        ({"compiled": op.FIRST_QUERY}, "names the operation 32, which words cannot use"),
        ({"compiled": op.CONSTANT}, "names the operation 0"),
        ({"compiled": -1}, "names the operation -1"),
        ({"compiled": True}, "names the operation True"),
        ({"compiled": "mine"}, "names the operation 'mine'"),
        ({"compiled": op.ADD}, "names the operation 10, which words cannot use"),
        ({"compiled": op.ALWAYS}, "names the operation 5"),
        (
            {"compiled": Query(pieces, "ours")},
            "takes the column 'ours', but a board has mine, theirs, moves, extra",
        ),
        ({"compiled": Query(pieces, "mine", 3)}, "has a kernel that does not take exactly 2 values"),
        ({"compiled": Query(pieces, "mine", MOST + 1)}, "takes the constant 2147483648"),
        ({"compiled": Query(pieces, "mine", 1, 2, 3, 4)}, "has 4 arguments and constants, but at most 3"),
        ({"compiled": Query(named("plain"), "mine")}, "which is not a kernel: decorate it"),
        (
            {"compiled": Query(pieces)},
            "must have reads_board=False, because its kernel does not read the board",
        ),
        ({"arguments": (Number,) * 4}, "takes 4 arguments, but at most 3 are allowed"),
        ({"result": int}, "returns type <class 'int'>: a word returns a Number or a Truth"),
        ({"result": Square}, "Square'>: a word returns a Number or a Truth"),
        ({"arguments": (bool,)}, "has an argument of type <class 'bool'>: use Number, Square or Truth"),
        ({"low": 8}, "cannot have values from 8 to 7: the first must not be greater"),
        ({"high": MOST + 1}, "cannot have values from 0 to 2147483648"),
        ({"low": -MOST - 1}, "cannot have values from -2147483648"),
        ({"low": 0.5}, "is 0.5, but it must be a whole number"),
        ({"reads_board": False}, "must have reads_board=True"),
        ({"meaning": count}, "has a meaning that cannot be called with 1 values"),
        ({"meaning": lambda _board: 0}, "'<lambda>' cannot be a word's name"),
        ({"meaning": named("two words")}, "'two words' cannot be a word's name"),
        ({"meaning": named("7")}, "'7' cannot be a word's name"),
        ({"meaning": named("if")}, "'if' cannot be a word's name"),
        ({"meaning": named("")}, "'' cannot be a word's name"),
        ({"meaning": partial(my_pieces)}, "'' cannot be a word's name"),
        ({"compiled": Query(_with_default, "mine")}, "has a kernel that does not take exactly 1 values"),
        (
            {"compiled": Query(_of_any_number, "mine", "theirs")},
            "has a kernel that does not take exactly 2 values",
        ),
        ({"compiled": Query(_made(3), "mine")}, "has a kernel that closes over n: pass numbers to"),
    ],
)
def test_a_word_that_cannot_be_is_refused(changes: dict[str, Any], problem: str) -> None:
    Primitive(**COUNT)
    with pytest.raises(UsageError, match=problem):
        Primitive(**COUNT | changes)


def test_a_truth_is_0_or_1_and_squares_are_named_as_squares() -> None:
    mine = SQUARES[0]
    with pytest.raises(UsageError, match="a Truth is between 0 and 1"):
        dataclasses.replace(mine, compiled=None, high=2)
    with pytest.raises(UsageError, match="'mine' names the operation 20, which words cannot use"):
        dataclasses.replace(mine, arguments=(Number,))
    assert mine.types == (Number,)


def test_what_has_one_value_says_so() -> None:
    """The translator leaves nothing of it to the evaluator, which has no such operation."""
    always, never = CERTAINTIES
    for word, changes in ((always, {"low": 0}), (never, {"high": 1})):
        with pytest.raises(UsageError, match=f"'{word.name}' has the name of a built-in operation"):
            dataclasses.replace(word, **changes)


def test_lists_will_do() -> None:
    own = Vocabulary(Senet(), "own", [*SQUARES], range(1, 31), 30)  # type: ignore[arg-type]
    assert pickle.loads(pickle.dumps(own)).primitives == SQUARES  # noqa: S301 - our own
    assert dataclasses.replace(SQUARES[0], arguments=[Square]) == SQUARES[0]  # type: ignore[arg-type]


def test_a_word_needs_no_kernel() -> None:
    word = Primitive(**COUNT | {"compiled": None})
    plain = Vocabulary(Senet(), "own", (*SQUARES, word), range(1, 31), 30)
    assert plain.without_kernel == ("my_pieces",)
    assert plain.digest != Vocabulary(Senet(), "own", (*SQUARES, Primitive(**COUNT)), range(1, 31), 30).digest


def test_a_vocabulary_travels_by_name_or_by_content() -> None:
    known = vocabulary_of(Senet(3))
    assert pickle.loads(pickle.dumps(known)) is known  # noqa: S301 - our own
    own = Vocabulary(Senet(3), "own", (*SQUARES, Primitive(**COUNT)), range(1, 31), 30)
    again = pickle.loads(pickle.dumps(own))  # noqa: S301
    assert (again.digest, again.primitives, again.game) == (own.digest, own.primitives, own.game)
    # A process makes it once, so that what is made of it is made once, too.
    assert pickle.loads(pickle.dumps(own)) is again  # noqa: S301


def test_types_have_the_same_hashes_in_every_process() -> None:
    """DEAP's crossovers choose from a set of types, whose order follows their hashes."""
    assert [hash(kind) for kind in (Number, Square, Truth)] == [2436635234, 3394203039, 2424768802]
    assert pickle.loads(pickle.dumps([Number, Truth])) == [Number, Truth]  # noqa: S301


def test_a_vocabulary_that_is_another_in_a_worker_is_refused() -> None:
    with pytest.raises(UsageError, match="the vocabulary 'paper' of senet is another in a worker process"):
        _found("primitives.senet:vocabularies", Senet(), "paper", "0" * 16)
    with pytest.raises(UsageError, match="the vocabulary 'none' of senet is unknown in a worker process"):
        _found("primitives.senet:vocabularies", Senet(), "none", "0" * 16)


@pytest.mark.parametrize(
    ("changes", "problem"),
    [
        ({"primitives": (*SQUARES, SQUARES[1])}, "'own' has two words called 'theirs'"),
        ({"constants": range(0)}, "needs constants"),
        ({"constants": range(MOST, MOST + 2)}, "needs constants between -2147483647 and 2147483647"),
        ({"constants": range(10**12)}, "has more than 32767 words and constants"),
        ({"constants": range(40_000)}, "has more than 32767 words and constants"),
        ({"squares": 32}, "boards have 0 to 31 squares, not 32"),
        ({"squares": 0}, "'mine' takes a Square, but the vocabulary 'own' has squares=0: give"),
        ({"primitives": (Primitive(**COUNT),), "squares": -1}, "boards have 0 to 31 squares, not -1"),
    ],
)
def test_a_vocabulary_that_cannot_be_is_refused(changes: dict[str, Any], problem: str) -> None:
    of_own: dict[str, Any] = {
        "game": Senet(),
        "name": "own",
        "primitives": SQUARES,
        "constants": range(1, 31),
        "squares": 30,
    }
    Vocabulary(**of_own)
    with pytest.raises(UsageError, match=problem):
        Vocabulary(**of_own | changes)


@pytest.mark.parametrize("words", [(*ARITHMETIC, *LOGIC), (*ARITHMETIC, *LOGIC, *CERTAINTIES)], ids=len)
def test_a_vocabulary_whose_random_trees_do_not_end_is_refused(words: tuple[Primitive, ...]) -> None:
    with pytest.raises(
        UsageError, match=r"^random trees of the vocabulary 'own' would not end: their growth is"
    ):
        Vocabulary(Senet(), "own", words, range(1, 2))


def test_growth_of_exactly_1_is_refused() -> None:
    """As Pursuit's vocabulary would grow if its constants were one symbol."""
    usual = vocabulary_of("pursuit")
    of_own = (usual.game, "own", usual.primitives, usual.constants, usual.squares)
    assert Vocabulary(*of_own, constants_together=False).growth == usual.growth < 1
    with pytest.raises(UsageError, match=r"their growth is 1\.000, but must be below 1"):
        Vocabulary(*of_own)


def test_all_operations_are_known_and_those_of_words_are_used() -> None:
    numbers = {value for name, value in vars(op).items() if name.isupper()}
    known = {operation.number for operation in OPERATIONS.values()}
    assert known == numbers - MADE_BY_THE_TRANSLATOR
    used = {w.compiled for game in GAMES for v in vocabularies(game).values() for w in v.primitives}
    assert {operation for operation in used if isinstance(operation, int)} == known


@pytest.mark.parametrize("pieces", [1, 5, 7])
def test_a_vocabulary_of_senet_belongs_to_the_number_of_pieces(pieces: int) -> None:
    """It knows its game, and is otherwise the same, so that runs are the same as before."""
    game = Senet(pieces)
    for name, words in vocabularies(game).items():
        full = vocabulary_of("senet", name)
        assert words.game == game
        assert words is vocabulary_of(Senet(pieces), name)
        assert (words is full) == (pieces == 7)
        assert words.primitives == full.primitives
        assert [node.name for node in words.nodes] == [node.name for node in full.nodes]
        for column, same in zip(tables_of(words), tables_of(full), strict=True):
            assert np.array_equal(column, same)
