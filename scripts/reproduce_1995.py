"""Repeat the core of the experiment of 1995: two unseeded and two seeded runs of 33 generations.

    python scripts/reproduce_1995.py [SEED]

Ferrer and Martin (1995) measured the winner of each run's last tournament in matches of 200 games against
eight random individuals and five hand-made players. This script prints their wins, and those of the champion
of senet-gp's final round robin. The command senet-gp reproduce adds panels, statistics and pictures.
"""

from __future__ import annotations

import sys

from primitives import vocabulary_of
from senet_gp import Config, Evolution, WorkerPool, play_match, player_from_text
from senet_gp.evolution.seeding import seeds_of_1995
from senet_gp.players import ExpressionPlayer

GENERATIONS, GAMES, ENOUGH = 33, 200, 145
RANDOM = [player_from_text(f"random-tree:{number}", "senet") for number in range(1, 9)]
HAND_MADE = [player_from_text(f"hand:HC{number}", "senet") for number in range(1, 6)]


def champions(config: Config, pool: WorkerPool) -> dict[str, ExpressionPlayer]:
    """Play a run: the winner of its last tournament, and the winner of the final round robin."""
    evolution = Evolution(config, pool)
    for generation in evolution:
        last = generation.winner
    vocabulary = vocabulary_of("senet")
    return {
        "last winner": ExpressionPlayer(last, vocabulary, "last winner"),
        "round robin": ExpressionPlayer(evolution.champion()[0], vocabulary, "round robin"),
    }


def main() -> None:
    """Print wins of 200."""
    seed = int(sys.argv[1]) if len(sys.argv) > 1 else 1
    opponents = [*RANDOM, *HAND_MADE]
    names = [other.name.replace("random-tree:", "RND").removeprefix("hand:") for other in opponents]
    print(f"wins of {GAMES} games".ljust(30), *(f"{name:>5}" for name in names))
    with WorkerPool() as pool:
        for kind in ("unseeded", "seeded"):
            for number in (0, 1):
                seeds = seeds_of_1995() if kind == "seeded" else ()
                config = Config(generations=GENERATIONS, seed=seed + number, seed_with=seeds)
                for which, champion in champions(config, pool).items():
                    wins = [
                        play_match(champion, other, games=GAMES, seed=seed, pool=pool).wins[0]
                        for other in opponents
                    ]
                    label = f"{('First', 'Second')[number]} {kind.capitalize()}, {which}"
                    enough = sum(won >= ENOUGH for won in wins[: len(RANDOM)])
                    print(label.ljust(30), *(f"{won:5}" for won in wins), end="")
                    print(f"   at least {ENOUGH} against {enough} of {len(RANDOM)} random ones", flush=True)


if __name__ == "__main__":
    main()
