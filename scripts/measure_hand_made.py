"""The hand-made players against a random mover and against the random trees 1 to 8.

    python scripts/measure_hand_made.py [GAMES_AGAINST_RANDOM [GAMES_AGAINST_EACH_TREE]]

Prints the table of results in docs/players.md.
"""

from __future__ import annotations

import sys

from senet_gp import WorkerPool, play_match, player_from_text
from senet_gp.players import RandomPlayer
from senet_gp.players.hand import SENET_REFERENCES, SENET_SEEDS

TREES = [player_from_text(f"random-tree:{n}", "senet") for n in range(1, 9)]


def main() -> None:
    """Print the table."""
    games, games_a_tree = (int(text) for text in (*sys.argv[1:], "10000", "1000")[:2])
    trees = " | ".join(f"tree {n}" for n in range(1, 9))
    print(f"| player | random | 95 % interval | {trees} |")
    print("| --- |" + " ---: |" * 10)
    with WorkerPool() as pool:
        for made in (*SENET_REFERENCES, *SENET_SEEDS):
            player = player_from_text(f"hand:{made.name}", "senet")
            report = play_match(player, RandomPlayer(), games=games, seed=1, pool=pool)
            scores = [play_match(player, tree, games=games_a_tree, seed=1, pool=pool).score for tree in TREES]
            interval = " to ".join(f"{100 * bound:.1f}" for bound in report.interval)
            cells = " | ".join(f"{100 * score:.1f}" for score in scores)
            print(f"| `{player.name}` | {100 * report.score:.1f} | {interval} | {cells} |", flush=True)


if __name__ == "__main__":
    main()
