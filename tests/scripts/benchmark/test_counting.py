"""Boards are counted in the games that are timed."""

from __future__ import annotations

import numpy as np
import pytest
from benchmark.counting import boards_scored
from benchmark.trees import bred_tree

from primitives import vocabulary_of
from senet_gp.arena.batches import play_games
from senet_gp.arena.local_pool import WorkerPool
from senet_gp.benchmark.games import KEY, Subject, boards_a_turn, games_against_random
from senet_gp.engine.participants import RANDOM_MOVER
from senet_gp.engine.program import translate
from senet_gp.engine.results import Pairings
from senet_gp.games.senet import Senet
from senet_gp.streams import part_keys

WORDS = vocabulary_of("senet")
TREE = bred_tree(30, 50)
SUBJECT = Subject("bred", TREE, WORDS)
KEYS = part_keys(KEY, 12).tolist()


@pytest.mark.parametrize("pieces", [3, 7])
def test_the_count_is_that_of_games_move_by_move(pieces: int) -> None:
    count = boards_scored(translate(TREE, WORDS), KEYS, pieces)
    assert count.boards / count.turns == boards_a_turn(SUBJECT, len(KEYS), pieces)


def test_the_games_counted_are_the_games_timed() -> None:
    program = translate(TREE, WORDS)
    with WorkerPool(1) as pool:
        turns = games_against_random(SUBJECT.source, pool)(len(KEYS))
        assert turns == boards_scored(program, KEYS).turns
        seats = np.arange(len(KEYS)) % 2
        keys = np.array(KEYS, np.uint64)
        players = [SUBJECT.source, RANDOM_MOVER]
        results = play_games(pool, players, Pairings(seats, 1 - seats, keys), Senet())
    each = [boards_scored(program, [key]).turns for key in KEYS[:1]]
    assert results.turns[:1].tolist() == each
