"""A player who slips plays the same choice by choice as compiled."""

from __future__ import annotations

import numpy as np
import pytest

from senet_gp.engine.play import play_games
from senet_gp.engine.playthrough import play_game
from senet_gp.games.registry import rules_of
from senet_gp.players.parsing import player_from_text
from senet_gp.players.player import ExpressionPlayer
from senet_gp.players.slipping import SlippingPlayer
from senet_gp.streams import part_keys


@pytest.mark.parametrize(
    ("game", "text"),
    [
        ("pursuit", "(add own_last_move 1)"),
        ("hexapawn", "(sub their_moves move_to)"),
        ("trilobite", "move_to"),
        ("senet", "(sub their_distance my_distance)"),
    ],
)
def test_both_paths_play_the_same_games(game: str, text: str) -> None:
    rules = rules_of(game)
    base = player_from_text(f"expr:{text}", rules)
    assert isinstance(base, ExpressionPlayer)
    slipping = SlippingPlayer(base, 0.3)
    games = 6 if game == "senet" else 40
    keys = part_keys(7, games)
    first = np.zeros(games, np.int64)
    compiled = play_games([slipping.participant, base.participant], first, first + 1, keys, rules)
    slow = [play_game(slipping, base, key, rules) for key in keys.tolist()]
    assert compiled.outcomes.tolist() == [one.outcome for one in slow]
    assert compiled.turns.tolist() == [one.turns for one in slow]
    assert slipping.name.endswith("slipping in 30% of its moves")
