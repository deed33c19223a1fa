"""Measure how much slower games are in plain Python, choice by choice, than in compiled code.

python scripts/plain_against_compiled.py [NODES]

Two random expressions of about NODES nodes (by default 60) play the same games, from the same keys, in both
ways. Times are medians of three measurements of processor time on one core.
"""

from __future__ import annotations

import random
import sys
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from statistics import median
from typing import Any

import numpy as np

from primitives import vocabulary_of
from senet_gp.engine import plain_play, play
from senet_gp.engine.participants import Chooser, Source, one_of_best
from senet_gp.engine.results import Pairings
from senet_gp.games.protocol import Decision, Game
from senet_gp.games.registry import game_of
from senet_gp.streams import Streams, part_keys
from senet_gp.trees.growth import random_individual

#: Games played in each way: compiled, and choice by choice.
_GAMES = {"senet": (2000, 4), "pursuit": (40_000, 60), "hexapawn": (40_000, 60), "tictactoe": (40_000, 60)}
_GAMES["trilobite"] = _GAMES["tictactoe"]


@dataclass(frozen=True)
class Plainly:
    """Plays like an expression, by the Python functions of its primitives."""

    source: Source

    def choose(self, decision: Decision, streams: Streams) -> int:
        """The afterstate that the expression, or the policy, chooses."""
        values = self.source.plain_values(decision)
        return values[0] % len(decision.afterstates) if decision.policy else one_of_best(values, streams)


def seconds_a_game(
    way: Callable[..., Any], players: Sequence[Chooser], games: int, game: Game
) -> tuple[float, list[int]]:
    """The processor time of a game, and how the first of them ended."""
    first = np.arange(games) % 2
    keys, times = part_keys(1, games), []
    for _ in range(3):
        begin = time.process_time()
        results = way(players, Pairings(first, 1 - first, keys), game)
        times.append((time.process_time() - begin) / games)
    return median(times), results.outcomes[:4].tolist()


def main(nodes: int) -> None:
    """Print a row for each game."""
    print("game        compiled [µs]  in plain Python [µs]  times slower")
    for name, (many, few) in _GAMES.items():
        game, rng = game_of(name), random.Random(1)
        vocabulary = vocabulary_of(game)
        drawn = (random_individual(vocabulary, rng) for _ in range(100_000))
        trees = [tree for tree in (next(drawn) for _ in range(3000)) if 0.5 < len(tree) / nodes < 2][:2]
        sources = [Source.of(tree, vocabulary) for tree in trees]
        once = Pairings(np.zeros(1, np.int64), np.ones(1, np.int64), part_keys(1, 1))
        play.play_games(sources, once, game)
        fast, outcomes = seconds_a_game(play.play_games, sources, many, game)
        slow, same = seconds_a_game(plain_play.play_games, [*map(Plainly, sources)], few, game)
        assert outcomes == same, "both ways play the same games"
        print(f"{name:<10} {fast * 1e6:>14.1f} {slow * 1e6:>21.0f} {slow / fast:>13.0f}")


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 60)
