"""The facts that simplification uses hold on the boards of the games."""

from __future__ import annotations

import random

import numpy as np
import pytest
from game_decisions import board_decisions, senet_decisions
from small_boards import BOARD_GAMES, plain_board
from strategies import random_board

from primitives import Board, Square, vocabulary_of
from primitives.types import square_named
from senet_gp.games.board.game import BoardGame
from senet_gp.games.registry import game_of
from senet_gp.trees import plain
from senet_gp.trees.simplification.algebra import Form
from senet_gp.trees.simplification.expressions import ExpressionBuilder
from senet_gp.trees.simplification.facts import MOVE_CYCLE
from senet_gp.trees.text import from_lisp

NON_POLICIES = [game for game in BOARD_GAMES if not game.policy]


def value_of(form: Form, builder: ExpressionBuilder, board: Board) -> int:
    """The value of a form, computed from the plain meanings of its atoms."""
    total = 0
    for monomial, factor in form.terms.items():
        product = factor
        for number in monomial:
            atom = builder.algebra.atoms[number]
            word = builder.vocabulary.by_name[atom.word]
            values = [value_of(argument, builder, board) for argument in atom.arguments]
            arguments = [
                square_named(number, builder.vocabulary.squares) if kind is Square else number
                for kind, number in zip(word.arguments, values, strict=True)
            ]
            product *= word.meaning(board, *arguments) if word.reads_board else word.meaning(*arguments)
        total += product
    return total


def queries(builder: ExpressionBuilder) -> list[str]:
    """Every query of a vocabulary, of every square or number of a move."""
    vocabulary = builder.vocabulary
    texts = []
    for word in vocabulary.primitives:
        if not word.reads_board:
            continue
        if word.arguments:
            named = (
                [*map(str, vocabulary.constants), "move_to"]
                if "move_to" in vocabulary.by_name
                else map(str, vocabulary.constants)
            )
            texts += [f"({word.name} {square})" for square in named]
        else:
            texts.append(word.name)
    return texts


def assert_facts_hold(builder: ExpressionBuilder, decisions: list[list[Board]]) -> None:
    """Forms mean what their words mean, ranges hold, products that are left out are 0."""
    vocabulary, facts = builder.vocabulary, builder.facts
    some = [board for decision in decisions for board in decision]
    rng = random.Random(1)
    forms = {}
    for text in queries(builder):
        # A truth is not a whole expression, so it is put into one.
        word = text.strip("()").split()[0]
        truth = vocabulary.by_name[word].result is not facts.vocabulary.pset.ret
        tree = from_lisp(f"(if_then_else {text} 1 2)" if truth else text, vocabulary)
        form = facts.form(word, tuple(_argument(builder, part) for part in text.strip("()").split()[1:]))
        forms[text] = form
        for board in some if len(some) < 1000 else rng.sample(some, 80):
            meant = plain.value(tree, vocabulary, board)
            meant = int(meant == 1) if truth else meant
            assert value_of(form, builder, board) == meant, (text, board)
            assert form.low <= meant <= form.high, (text, board)
    _assert_products_hold(builder, rng.sample(some, min(len(some), 150)))
    for text, form in forms.items():
        if facts.unchanged(form):
            for decision in decisions[:500]:
                assert len({value_of(form, builder, board) for board in decision}) == 1, text


def _argument(builder: ExpressionBuilder, text: str) -> Form:
    if text.isdecimal():
        return builder.algebra.constant(int(text))
    return builder.facts.form(text)


def _assert_products_hold(builder: ExpressionBuilder, some: list[Board]) -> None:
    algebra = builder.algebra
    alone = [algebra.form({(number,): 1}) for number in range(len(algebra.atoms))]
    values = np.array([[value_of(form, builder, board) for board in some] for form in alone])
    excluded = 0
    for first in range(len(alone)):
        for second in range(len(alone)):
            if builder.facts.exclude(algebra.atoms[first], algebra.atoms[second]):
                excluded += 1
                assert not (values[first] * values[second]).any()
    assert excluded


def test_senet() -> None:
    vocabulary = vocabulary_of("senet", "extended")
    assert_facts_hold(ExpressionBuilder(vocabulary), senet_decisions(3))
    # Facts about values, not about decisions, hold on every board.
    rng = random.Random(2)
    boards = [board for board in (random_board(rng) for _ in range(400)) if board.theirs]
    assert_facts_hold(ExpressionBuilder(vocabulary), [[board] for board in boards])


def test_numbers_of_moves_are_taken_cyclically() -> None:
    rng = random.Random(3)
    vocabulary = vocabulary_of("senet")
    for _ in range(300):
        board, number = random_board(rng), rng.randint(-50, 50)
        for word in ("move_start", "move_length"):
            meaning = vocabulary.by_name[word].meaning
            assert meaning(board, number) == meaning(board, number % MOVE_CYCLE)


@pytest.mark.parametrize("game", NON_POLICIES, ids=repr)
def test_small_games(game: BoardGame) -> None:
    assert_facts_hold(ExpressionBuilder(vocabulary_of(game)), board_decisions(game))


def test_pursuit() -> None:
    game = game_of("pursuit")
    assert isinstance(game, BoardGame)
    vocabulary = vocabulary_of(game)
    builder = ExpressionBuilder(vocabulary)
    boards = [
        plain_board(game, game.position((x, y), (a, b), last))  # type: ignore[attr-defined]
        for x in range(4) for y in range(4) for a in range(4) for b in range(4) for last in range(-1, 4)
        if (x, y) != (a, b)
    ]  # fmt: skip
    for word in ("own_x", "own_y", "enemy_x", "enemy_y", "own_last_move"):
        form = builder.facts.form(word)
        for board in boards:
            assert form.low <= value_of(form, builder, board) <= form.high
