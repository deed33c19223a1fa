"""The primitives of the small games have one meaning, in plain Python and compiled."""

from __future__ import annotations

import random
import re

import pytest
from deap import gp
from hypothesis import given
from hypothesis import strategies as st
from small_boards import BOARD_GAMES, candidate_board, columns, random_candidates
from strategies import random_tree

from primitives import Number, Truth, Vocabulary, vocabularies, vocabulary_of
from primitives import operations as op
from senet_gp.engine.evaluator import scores_of
from senet_gp.engine.program import translate
from senet_gp.games.board.game import BoardGame
from senet_gp.games.hexapawn import Hexapawn
from senet_gp.games.pursuit import Pursuit
from senet_gp.games.tictactoe import TicTacToe
from senet_gp.games.trilobite import Trilobite
from senet_gp.trees import plain
from senet_gp.trees.individual import random_individual
from senet_gp.trees.text import from_lisp

COMMON = ["add", "sub", "mul", "if_then_else", "and_", "or_", "not_", "always", "never"]
PLACES = ["mine", "theirs", "empty", "my_pieces", "their_pieces", "my_moves", "their_moves"]
WORDS = {
    "tictactoe": [*COMMON, *PLACES, "move_to"],
    "trilobite": [*COMMON, *PLACES, "move_to"],
    "hexapawn": [*COMMON, *PLACES, "move_start", "move_to"],
    "pursuit": [*COMMON, "greater", "own_x", "own_y", "enemy_x", "enemy_y", "own_last_move"],
}
every_game = pytest.mark.parametrize("game", BOARD_GAMES, ids=repr)
#: The vocabularies whose primitives all have kernels.
COMPILED = [game for game in BOARD_GAMES if not vocabulary_of(game).without_kernel]
every_vocabulary = pytest.mark.parametrize(
    ("game", "vocabulary"),
    [
        pytest.param(game, words, id=f"{game!r}, {words.name}")
        for game in BOARD_GAMES
        for words in vocabularies(game).values()
    ],
)


@pytest.mark.parametrize("name", WORDS)
def test_the_vocabulary_is_that_of_the_specification(name: str) -> None:
    assert [primitive.name for primitive in vocabulary_of(name).primitives] == WORDS[name]
    assert next(iter(vocabularies(name))) == "basic"
    assert not vocabulary_of(name).without_kernel
    assert all(words.growth < 0.95 for words in vocabularies(name).values())


@every_game
def test_a_vocabulary_is_made_once_for_a_game(game: BoardGame) -> None:
    assert vocabulary_of(game) is vocabulary_of(game, next(iter(vocabularies(game))))
    assert vocabulary_of(game).squares == game.squares
    assert vocabulary_of(game).game == game


def test_a_name_stands_for_the_usual_parameters() -> None:
    assert vocabulary_of("trilobite") is vocabulary_of(Trilobite())
    assert vocabulary_of("trilobite") is not vocabulary_of(Trilobite(4, 3, 3))


def some_argument(vocabulary: Vocabulary, kind: type) -> str:
    """An argument that depends on the board, made of the vocabulary's primitives."""
    usual = {
        Number: ("(sub my_pieces (mul 7 move_to))", "own_x"),
        Truth: ("(not_ (mine 2))", "(not_ always)"),
    }
    for text in usual[kind]:
        if set(re.findall("[a-z_]+", text)) <= set(vocabulary.by_name):
            return text
    return next(node.name for node in vocabulary.nodes if not node.arity and node.ret is kind)


@every_vocabulary
def test_both_meanings_of_every_primitive_agree_within_its_range(
    game: BoardGame, vocabulary: Vocabulary
) -> None:
    some = random_candidates(game, random.Random(1), 500)
    for primitive in vocabulary.primitives:
        given_arguments = " ".join(some_argument(vocabulary, kind) for kind in primitive.types)
        text = f"({primitive.name} {given_arguments})" if given_arguments else primitive.name
        if primitive.result is Truth:
            text = f"(if_then_else {text} 1 (sub 1 1))"
        tree = from_lisp(text, vocabulary)
        values = [plain.value(tree, vocabulary, candidate_board(game, c)) for c in some]
        if primitive.compiled is not None:
            assert scores_of(translate(tree, vocabulary), columns(some)).tolist() == values, text
        assert primitive.low <= min(values)
        assert max(values) <= primitive.high
        if primitive.reads_board and not primitive.arguments:
            assert len(set(values)) > 1, f"the boards of this test never tell {primitive.name}"


@given(st.integers(0, 2**32), st.sampled_from(COMPILED), st.integers(1, 120))
def test_both_meanings_of_random_trees_agree(seed: int, game: BoardGame, nodes: int) -> None:
    rng, vocabulary = random.Random(seed), vocabulary_of(game)
    some = random_candidates(game, rng, 20)
    for tree in (random_tree(rng, vocabulary, nodes), random_individual(vocabulary, rng)):
        scores = scores_of(translate(tree, vocabulary), columns(some)).tolist()
        assert scores == [plain.value(tree, vocabulary, candidate_board(game, c)) for c in some]


@given(st.integers(0, 2**32), st.sampled_from(BOARD_GAMES))
def test_deap_compiles_a_tree_to_the_same_function_of_the_board(seed: int, game: BoardGame) -> None:
    rng, vocabulary = random.Random(seed), vocabulary_of(game)
    board = candidate_board(game, random_candidates(game, rng, 1)[0])
    tree = random_individual(vocabulary, rng)
    if tree.depth < 60:  # beyond, DEAP cannot
        assert gp.compile(tree, vocabulary.pset)(board) == plain.value(tree, vocabulary, board)


def test_constants_are_one_symbol_in_hexapawn_and_each_one_elsewhere() -> None:
    together = vocabulary_of(Hexapawn())
    assert [len(group) for group in together.symbols[Number] if len(group) > 1] == [9]
    for game, constants in ((Pursuit(), range(4)), (TicTacToe(), range(1, 10)), (Trilobite(), range(1, 10))):
        apart = vocabulary_of(game)
        assert all(len(group) == 1 for group in apart.symbols[Number])
        assert {str(n) for n in constants} <= {group[0].name for group in apart.symbols[Number]}


def test_operations_are_distinct() -> None:
    numbers = [value for name, value in vars(op).items() if name.isupper()]
    assert len(set(numbers)) == len(numbers)


def test_a_kernel_is_given_what_it_must_know_of_the_game_as_a_constant() -> None:
    """A query that two primitives make in the same way is one instruction."""
    vocabulary = vocabulary_of(Trilobite(5, 6, 4))
    code = translate(from_lisp("(mul my_moves their_moves)", vocabulary), vocabulary).code
    constant, query, product = code.tolist()
    assert constant[:3] == [op.CONSTANT, constant[1], 5]
    assert query[0] >= op.FIRST_QUERY
    assert query[2:] == [constant[1], -1, -1]
    assert product[2:4] == [query[1], query[1]]
