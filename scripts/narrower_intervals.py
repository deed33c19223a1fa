"""Measure how much common throws and the adjustment for luck narrow the interval of a match.

    python scripts/narrower_intervals.py [GAMES]

For some pairs of players it prints the width of the interval relative to that of as many independent games:
with luck subtracted, with games in pairs on the same throws, and with both, as ``senet-gp match`` plays them.
This is the table of docs/measuring.md.
"""

from __future__ import annotations

import sys
from math import sqrt

import numpy as np

from senet_gp import WorkerPool, player_from_text
from senet_gp.arena.batches import play_games
from senet_gp.arena.intervals import estimate
from senet_gp.engine.results import Pairings
from senet_gp.games.senet import Senet
from senet_gp.players import Player
from senet_gp.streams import key_of, part_keys

RACE = "expr:(sub their_distance my_distance)"
EVOLVED = "expr:(sub (sub their_distance my_distance) (mul their_moves their_pieces))"
BARRICADE = "expr:(add (mul their_barricade their_distance) my_moves)"
HITS = "expr:(add their_distance hits)"
PAIRS = [
    (BARRICADE, HITS),
    (RACE, BARRICADE),
    (EVOLVED, RACE),
    (RACE, "random"),
]


def widths(a: Player, b: Player, games: int, pool: WorkerPool) -> tuple[float, list[float]]:
    """The score of ``a``, and the relative widths."""
    assert a.participant is not None
    assert b.participant is not None
    seats = np.arange(games) % 2
    sign = 1 - 2 * seats
    pairs, alone = np.arange(games) // 2, np.arange(games)
    found = []
    for clusters in (alone, pairs):
        keys = part_keys(key_of(17), games)[clusters]
        pairings = Pairings(seats, 1 - seats, keys)
        played = play_games(pool, [a.participant, b.participant], pairings, Senet())
        points = (1 + played.outcomes * sign) / 2
        luck = (played.luck * sign).astype(float)
        found += [estimate(points, clusters), estimate(points, clusters, luck)]
    return found[-1].score, [sqrt(games / one.effective_games) for one in found[1:]]


def main() -> None:
    """Print the table."""
    games = int(sys.argv[1]) if len(sys.argv) > 1 else 20_000
    print("| players | score | luck subtracted | same throws | both |")
    print("| --- | ---: | ---: | ---: | ---: |")
    with WorkerPool() as pool:
        for a, b in PAIRS:
            players = player_from_text(a, "senet"), player_from_text(b, "senet")
            score, relative = widths(*players, games, pool)
            cells = " | ".join(f"{width:.3f}" for width in relative)
            print(f"| `{a}` against `{b}` | {score:.3f} | {cells} |", flush=True)


if __name__ == "__main__":
    main()
