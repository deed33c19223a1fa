"""Play the hand-made players against a random mover, the random trees 1 to 8, and HC1 to HC5.

    python scripts/measure_hand_made.py [GAMES_AGAINST_RANDOM [GAMES_AGAINST_EACH_OTHER]]

Prints the two tables of results in docs/players.md.
"""

from __future__ import annotations

import sys
from statistics import fmean

from senet_gp import WorkerPool, play_match, player_from_text
from senet_gp.games.senet.players import SENET_REFERENCES, SENET_SEEDS, SENET_VARIANTS
from senet_gp.players import RandomPlayer

TREES = [player_from_text(f"random-tree:{n}", "senet") for n in range(1, 9)]
REFERENCES = [player_from_text(f"hand:{made.name}", "senet") for made in SENET_REFERENCES]
HAND_MADE = [
    player_from_text(f"hand:{made.name}", "senet")
    for made in (*SENET_REFERENCES, *SENET_SEEDS, *SENET_VARIANTS)
]


def print_row(*cells: str) -> None:
    """Print a row of a table."""
    print("| " + " | ".join(cells) + " |", flush=True)


def main() -> None:
    """Print the tables."""
    games, games_each = (int(text) for text in (*sys.argv[1:], "10000", "1000")[:2])
    with WorkerPool() as pool:
        print_row("player", "random", "95 % interval", *(f"tree {n}" for n in range(1, 9)))
        print_row("---", *["---:"] * 10)
        for player in HAND_MADE:
            report = play_match(player, RandomPlayer(), games=games, seed=1, pool=pool)
            scores = [play_match(player, tree, games=games_each, seed=1, pool=pool).score for tree in TREES]
            interval = " to ".join(f"{100 * bound:.1f}" for bound in report.interval)
            shares = [f"{100 * score:.1f}" for score in (report.score, *scores)]
            print_row(f"`{player.name}`", shares[0], interval, *shares[1:])
        print()
        print_row("player", *(made.name for made in SENET_REFERENCES), "mean")
        print_row("---", *["---:"] * 6)
        for player in HAND_MADE:
            shares = [
                0.5  # against themselves
                if player.name == other.name
                else play_match(player, other, games=games_each, seed=1, pool=pool).score
                for other in REFERENCES
            ]
            print_row(f"`{player.name}`", *(f"{100 * share:.1f}" for share in (*shares, fmean(shares))))


if __name__ == "__main__":
    main()
