"""The yardstick is the prototype, and its trees mean the same in our vocabulary."""

from __future__ import annotations

import random

import numpy as np
import pytest
from benchmark import yardstick
from benchmark.beside_yardstick import WORDS, converted, yardstick_trees

from senet_gp.engine.evaluator import scores_of
from senet_gp.engine.program import translate
from senet_gp.games.senet import SenetPosition

FLAT = yardstick.program([(yardstick.SUB, 0), (yardstick.NOPP, 0), (yardstick.NOWN, 0)])


def scores(tokens: list[yardstick.Token], boards: np.ndarray) -> np.ndarray:
    """The scores that the yardstick's evaluator gives to boards."""
    count = boards.shape[1]
    features, stack = np.empty((12, count), np.int32), np.empty((83, count), np.int32)
    found = np.empty(count, np.int32)
    yardstick.feats(boards[0], boards[1], count, features)
    yardstick.run_prog(*yardstick.program(tokens), boards[0], boards[1], count, features, stack, found)
    return found


def random_boards(count: int) -> np.ndarray:
    rng = random.Random(3)
    boards = np.zeros((4, count), np.uint32)
    for number in range(count):
        squares = rng.sample(range(1, 31), rng.randint(2, 14))
        half = rng.randint(max(1, len(squares) - 7), min(7, len(squares) - 1))
        position = SenetPosition.of(squares[:half], squares[half:])
        boards[:2, number] = position.mine, position.theirs
    return boards


@pytest.mark.slow
def test_it_plays_the_games_that_the_prototype_plays() -> None:
    """Wins, draws, turns, boards, nodes, … as the prototype counted them with these seeds."""
    tree = yardstick.program(yardstick_trees()[1])
    random_movers, tree_and_random = (True, True), (False, True)
    assert yardstick.play(*FLAT, *FLAT, *random_movers, 50, 7, 80) == (
        27,
        0,
        8428,
        104003,
        0,
        30,
        1174,
        8199,
        1236,
    )
    assert yardstick.play(*tree, *FLAT, *tree_and_random, 50, 7, 80) == (
        26,
        0,
        8473,
        92337,
        7259544,
        27,
        1216,
        8285,
        666,
    )


def test_its_trees_have_the_sizes_of_its_figures() -> None:
    assert [len(tokens) for tokens in yardstick_trees()] == [31, 153, 474, 2467]


def test_its_trees_mean_the_same_in_our_vocabulary() -> None:
    """Where nothing overflows; its numbers wrap, ours saturate."""
    boards = random_boards(200)
    rng = random.Random(1)
    for _ in range(60):
        tokens = yardstick.random_tree(rng, rng.randint(1, 6))
        if len(tokens) > 15:  # products of so many numbers may overflow
            tokens = [(yardstick.SUB if symbol == yardstick.MUL else symbol, n) for symbol, n in tokens]
        ours = scores_of(translate(converted(tokens), WORDS), boards)
        assert (ours == scores(tokens, boards)).all()
