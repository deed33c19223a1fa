"""Boards are counted in the games that are timed."""

from __future__ import annotations

import numpy as np
import pytest

from primitives import vocabulary
from senet_gp.arena.batches import play_games
from senet_gp.arena.local_pool import WorkerPool
from senet_gp.benchmark.counting import boards_scored
from senet_gp.benchmark.games import our_play
from senet_gp.benchmark.trees import bred_tree
from senet_gp.engine.participants import RANDOM_MOVER, Ready
from senet_gp.engine.playthrough import Game
from senet_gp.engine.program import translate
from senet_gp.games.senet import Position, Senet
from senet_gp.players.player import ExpressionPlayer, RandomPlayer
from senet_gp.streams import game_streams, key_of, part_keys

WORDS = vocabulary("senet")
TREE = bred_tree(30, 50)
KEYS = part_keys(key_of(1), 12).tolist()


@pytest.mark.parametrize("pieces", [3, 7])
def test_the_count_is_that_of_games_move_by_move(pieces: int) -> None:
    player, opponent = ExpressionPlayer(TREE, WORDS, "bred"), RandomPlayer()
    boards = turns = 0
    for number, key in enumerate(KEYS):
        seat = number % 2
        players = (opponent, player) if seat else (player, opponent)
        game = Game(players, game_streams(key), Senet(pieces), Position.start(pieces))
        options = [len(choice.decision.candidates) for choice in game.choices() if choice.seat == seat]
        boards += sum(count for count in options if count > 1)
        turns += game.turns
    assert boards_scored(player.program, KEYS, pieces) == (boards, turns)


def test_the_games_counted_are_the_games_timed() -> None:
    program = translate(TREE, WORDS)
    with WorkerPool(1) as pool:
        assert our_play(Ready(program), pool)(len(KEYS)) == boards_scored(program, KEYS).turns
        seats = np.arange(len(KEYS)) % 2
        keys = np.array(KEYS, np.uint64)
        results = play_games(pool, [Ready(program), RANDOM_MOVER], seats, 1 - seats, keys, Senet())
    each = [boards_scored(program, [key]).turns for key in KEYS[:1]]
    assert results.turns[:1].tolist() == each
