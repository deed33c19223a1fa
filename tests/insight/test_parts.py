"""Equal parts of an expression: of a word from outside nothing is taken as known but its declaration."""

from __future__ import annotations

import random

from hypothesis import given, settings
from hypothesis import strategies as st
from random_words import with_random_words
from small_boards import candidate_board, random_candidates
from strategies import random_board, random_tree

from primitives import Number, vocabulary_of
from senet_gp.games.board.game import BoardGame
from senet_gp.games.protocol import Game
from senet_gp.games.registry import game_of
from senet_gp.insight.parts import Subtrees
from senet_gp.trees import plain

_GAMES = [game_of(name) for name in ("senet", "tictactoe", "hexapawn")]


def boards_of(game: Game, rng: random.Random, count: int) -> list:
    if isinstance(game, BoardGame):
        return [candidate_board(game, one) for one in random_candidates(game, rng, count)]
    return [board for board in (random_board(rng) for _ in range(count)) if board.theirs]


@given(st.sampled_from(_GAMES), st.integers(0, 2**32))
@settings(max_examples=25, deadline=None)
def test_parts_that_are_taken_for_equal_are_equal(game: Game, seed: int) -> None:
    rng = random.Random(seed)
    words = with_random_words(vocabulary_of(game), rng)
    tree = random_tree(rng, words, 40)
    boards = boards_of(game, rng, 10)
    for part in Subtrees.of(tree, words).distinct:
        if part.kind is Number:
            values = [plain.values_on(tree[place], words, boards) for place in part.occurrences]
            assert all(value == values[0] for value in values)
            assert part.constant is None or set(values[0]) == {part.constant}
