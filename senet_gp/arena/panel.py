"""The panel: opponents that are the same in every report, and never choose a champion."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

import numpy as np

from senet_gp.arena.games import play_between
from senet_gp.arena.intervals import Estimate, estimate
from senet_gp.arena.pool import Pool
from senet_gp.engine.results import Pairings
from senet_gp.games.protocol import Game
from senet_gp.games.registry import part_of
from senet_gp.games.small import if_solvable
from senet_gp.players.parsing import player_from_text
from senet_gp.players.player import Player
from senet_gp.streams import part_keys

#: Opponents as they are written on the command line, by what they are called together.
Groups = Mapping[str, Sequence[str]]

RANDOM_MOVER = "random"
RANDOM_TREES = tuple(f"random-tree:{number}" for number in range(1, 9))
PERFECT = "minimax"
#: On larger boards perfect play takes long to find.
_MAX_SQUARES = 16


def panel_of(game: Game) -> tuple[str, ...]:
    """A random mover, random expressions, and the game's own, such as Senet's plain race, or perfect play."""
    return tuple(text for texts in _groups(game).values() for text in texts)


def fast_panel(game: Game) -> dict[str, list[Player]]:
    """The opponents of the panel that compiled code plays, by what they are called together."""
    found = {}
    for name, texts in _groups(game).items():
        players = [player_from_text(text, game) for text in texts]
        if all(player.participant is not None for player in players):
            found[name] = players
    return found


def _groups(game: Game) -> Groups:
    own: Callable[[Game], Groups] = part_of(game.name, "panel")
    return {"a random mover": (RANDOM_MOVER,), "eight random expressions": RANDOM_TREES, **own(game)}


def perfect_play(game: Game) -> Groups:
    """The own opponent of a game that brings none: perfect play, as far as it does not take long."""
    small = if_solvable(game)
    return {"perfect play": (PERFECT,)} if small is not None and small.squares <= _MAX_SQUARES else {}


def against(
    player: Player, opponents: Sequence[Player], *, games: int, key: int, pool: Pool, game: Game
) -> Estimate:
    """What a player's games against opponents, as many against each, say of its share of points.

    Games come in pairs on the same throws, each player moving first in one of a pair.

    Args:
        player: who is measured.
        opponents: whom it plays.
        games: how many games against each, an even number.
        key: the key that those of the games are derived from.
        pool: where the games are played.
        game: the game, with its parameters.

    Raises:
        ValueError: if the number of games is odd.
    """
    if games % 2:
        raise ValueError(f"{games} games cannot be shared equally between two seats")
    number = np.arange(games * len(opponents))
    opponent, is_second, pairs = 1 + number // games, number % 2 == 1, number // 2
    first, second = np.where(is_second, opponent, 0), np.where(is_second, 0, opponent)
    keys = part_keys(key, len(number) // 2)[pairs]
    results = play_between([player, *opponents], Pairings(first, second, keys), pool, game)
    sign = np.where(is_second, -1, 1)
    return estimate((1 + results.outcomes * sign) / 2, pairs, (results.luck * sign).astype(np.float64))
