"""A noisy player plays the same choice by choice as in compiled code."""

from __future__ import annotations

import numpy as np
import pytest

from senet_gp.engine.play import play_games
from senet_gp.engine.playthrough import play_game
from senet_gp.engine.results import Pairings
from senet_gp.games.registry import game_of
from senet_gp.players.parsing import player_from_text
from senet_gp.players.player import ExpressionPlayer, NoisyPlayer
from senet_gp.runtime.streams import part_keys


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("pursuit", "(add own_last_move 1)"),
        ("hexapawn", "(sub their_moves move_to)"),
        ("trilobite", "move_to"),
        ("senet", "(sub their_distance my_distance)"),
    ],
)
def test_both_paths_play_the_same_games(name: str, text: str) -> None:
    game = game_of(name)
    base = player_from_text(f"expr:{text}", game)
    assert isinstance(base, ExpressionPlayer)
    noisy = NoisyPlayer(base, 0.3)
    games = 6 if name == "senet" else 40
    keys = part_keys(7, games)
    first = np.zeros(games, np.int64)
    compiled = play_games([noisy.participant, base.participant], Pairings(first, first + 1, keys), game)
    slow = [play_game(noisy, base, key, game) for key in keys.tolist()]
    assert compiled.outcomes.tolist() == [one.outcome for one in slow]
    assert compiled.turns.tolist() == [one.turns for one in slow]
    assert noisy.name == f"slips:30:{base.name}"
