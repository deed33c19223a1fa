"""Measure how many games of Pursuit between random programs are lost by a repeated move.

The programs are drawn like a first population; two random ones of them play each game.

    python scripts/pursuit_repetitions.py [PROGRAMS] [GAMES]
"""

from __future__ import annotations

import random
import sys

import numpy as np

from primitives import vocabulary_of
from senet_gp.arena.batches import play_games
from senet_gp.arena.local_pool import WorkerPool
from senet_gp.engine.participants import Source
from senet_gp.engine.results import Pairings
from senet_gp.games.registry import game_of
from senet_gp.streams import part_keys
from senet_gp.trees.growth import random_individual


def main(programs: int = 2000, games: int = 40_000) -> None:
    """Play the games, and print the share of those lost by a repeated move."""
    game, rng = game_of("pursuit"), random.Random(1)
    vocabulary = vocabulary_of(game)
    entrants = [Source.of(random_individual(vocabulary, rng), vocabulary) for _ in range(programs)]
    first, second = (np.array([rng.randrange(programs) for _ in range(games)]) for _ in range(2))
    with WorkerPool() as pool:
        results = play_games(pool, entrants, Pairings(first, second, part_keys(1, games)), game)
    share = results.self_losses.mean()
    print(f"{games} games of {programs} random programs: {share:.1%} lost by a repeated move")


if __name__ == "__main__":
    main(*map(int, sys.argv[1:3]))
