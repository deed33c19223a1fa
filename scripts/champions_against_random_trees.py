"""Play the champions of ten runs with the default options against eight random individuals.

    python scripts/champions_against_random_trees.py [RUNS]

According to the paper (Ferrer and Martin 1995), its unseeded champions won at least 145 of 200 games against
each of eight random individuals. Prints the table of docs/results.md.
"""

from __future__ import annotations

import sys
import time

from primitives import vocabulary_of
from senet_gp import Config, Evolution, WorkerPool, play_match, player_from_text
from senet_gp.players import ExpressionPlayer

GAMES, WANTED = 200, 145
OPPONENTS = [player_from_text(f"random-tree:{n}", "senet") for n in range(1, 9)]


def wins_of_champion(seed: int, pool: WorkerPool) -> tuple[list[int], float]:
    """Play a run with the default options.

    Returns:
        The champion's wins against each opponent, and the seconds of the run.
    """
    start = time.perf_counter()
    evolution = Evolution(Config(seed=seed), pool)
    for _ in evolution:
        pass
    tree, _ = evolution.champion()
    seconds = time.perf_counter() - start
    champion = ExpressionPlayer(tree, vocabulary_of("senet"), "champion")
    return [
        play_match(champion, other, games=GAMES, seed=seed, pool=pool).wins[0] for other in OPPONENTS
    ], seconds


def main() -> None:
    """Print the table."""
    runs = int(sys.argv[1]) if len(sys.argv) > 1 else 10
    numbers = range(1, len(OPPONENTS) + 1)
    print("| seed | " + " | ".join(f"tree {n}" for n in numbers) + f" | at least {WANTED} | seconds |")
    print("| ---: |" + " ---: |" * (len(OPPONENTS) + 2))
    with WorkerPool() as pool:
        for seed in range(1, runs + 1):
            wins, seconds = wins_of_champion(seed, pool)
            enough = sum(won >= WANTED for won in wins)
            cells = " | ".join(f"{won:3}" for won in wins)
            print(f"| {seed} | {cells} | {enough} of {len(wins)} | {seconds:.1f} |", flush=True)


if __name__ == "__main__":
    main()
