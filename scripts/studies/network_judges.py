"""The regret of players of Senet, judged by two networks that neither teach nor tune: wins of 100 a decision.

They learned as the shipped networks did, with seeds that no other network has, by

    senet-gp learn network senet --games 1000000 --seed 101

and by the same with the seed 102. Decisions are met in games of ``net`` and the hand-made players.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from pathlib import Path
from typing import cast

import numpy as np

from senet_gp import Individual, player_from_text
from senet_gp.engine.cases import Cases, answers_of
from senet_gp.engine.dice_choices import can_choose
from senet_gp.engine.labels import boards_in_games, labelled
from senet_gp.engine.participants import Participant, Source
from senet_gp.engine.results import Pairings
from senet_gp.games.dice.game import DiceGame
from senet_gp.games.registry import game_of
from senet_gp.players.network import NetworkPlayer
from senet_gp.runtime.streams import Purpose, key_of, part_key, part_keys

NETWORKS = tuple(Path(__file__).with_name("judges") / f"{seed}.json" for seed in (101, 102))
DECISIONS = 20_000
_PLAYERS = ("net", "hand:HC2", "hand:HC3", "hand:HC4", "hand:HC5")
#: The decisions that are drawn from a game.
_A_GAME = 8
#: The key of their decisions.
JUDGED = Purpose(41)
_GAMES, _DRAWN, _THROWS = range(3)


def regrets(players: Sequence[Individual | str]) -> list[list[float]]:
    """For each player of Senet, a tree or a text, its regret by each network, in wins of 100 a decision."""
    judged = [
        cast("Participant", player_from_text(player, game_of("senet")).participant)
        if isinstance(player, str)
        else Source.of(player, player.vocabulary)
        for player in players
    ]
    by_network = [answers_of(judged, cases).outcomes.mean(axis=1) for cases in map(_cases, NETWORKS)]
    return [[round(100 * (1 - float(mean)), 5) for mean in means] for means in zip(*by_network, strict=True)]


@lru_cache
def _cases(network: Path) -> Cases:
    """Decisions whose choices a network has valued; all networks value the same ones."""
    game = cast("DiceGame", game_of("senet"))
    judge = cast("NetworkPlayer", player_from_text(f"net:{network}", game)).network
    key = key_of(1, JUDGED)
    players = [cast("Participant", player_from_text(text, game).participant) for text in _PLAYERS]
    games = np.arange(DECISIONS // _A_GAME)
    first, second = games % len(players), games // len(players) % len(players)
    pairings = Pairings(first, second, part_keys(part_key(key, _GAMES), len(games)))
    met = boards_in_games(players, pairings, game)
    telling = np.flatnonzero(can_choose(met, game))
    rng = np.random.Generator(np.random.PCG64(part_key(key, _DRAWN)))
    drawn = met[rng.choice(telling, DECISIONS, replace=False)]
    keys = part_keys(part_key(key, _THROWS), DECISIONS)
    return labelled(drawn, keys, judge.chances, game, looks_ahead=False)
