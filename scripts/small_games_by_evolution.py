"""Evolve players of the small games with the defaults, and prove their results over every line of play.

    python scripts/small_games_by_evolution.py [GAME ...] [--seeds 5] [--workers 2]

The verdict is only a measurement of the champion after the run, which it does not influence.
"""

from __future__ import annotations

import argparse
import time

from primitives import vocabulary_of
from senet_gp.arena.local_pool import WorkerPool
from senet_gp.arena.verdict import Verdict, verdict
from senet_gp.evolution.config import Config
from senet_gp.evolution.loop import Evolution
from senet_gp.games.pursuit.measure import PursuitMeasure
from senet_gp.games.small import small_game, small_games
from senet_gp.players.player import ExpressionPlayer


def reached(game: str, result: Verdict) -> bool:
    """Whether a verdict is the best possible: in hexapawn only the second player can always win."""
    if result.measure is not None:
        return result.measure.perfect
    if game == "hexapawn":
        return result.seats[1].worst == 1
    return all(seat.worst >= 0 for seat in result.seats)


def main() -> None:
    """Print a row of a Markdown table for each game and seed."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("games", nargs="*", default=small_games(), metavar="GAME", choices=small_games())
    parser.add_argument("--seeds", type=int, default=5, help="the number of seeds, which begin with 1")
    parser.add_argument("--workers", type=int, default=None)
    arguments = parser.parse_args()
    print("| game | seed | proven | verdict | generations | population | nodes | seconds |")
    print("| --- | --- | --- | --- | --- | --- | --- | --- |")
    for name in arguments.games:
        for seed in range(1, arguments.seeds + 1):
            config = Config.from_values({"game": name, "seed": seed})
            start = time.perf_counter()
            with WorkerPool(arguments.workers) as pool:
                evolution = Evolution(config, pool)
                for _ in evolution:
                    pass
                champion, _ = evolution.champion()
            seconds = time.perf_counter() - start
            game = small_game(name)
            player = ExpressionPlayer(champion, vocabulary_of(game, config.vocabulary), "champion")
            result = verdict(game, player)
            text = "; ".join(map(str, result.seats))
            if isinstance(measure := result.measure, PursuitMeasure):
                text = (
                    f"of {measure.states} states misses a win in {measure.missed.count}, "
                    f"allows one in {measure.allowed.count}, repeats in {measure.repeated.count}"
                )
            proven = "yes" if reached(name, result) else "no"
            print(
                f"| {name} | {seed} | {proven} | {text} | {config.generations} | {config.population} "
                f"| {len(champion)} | {seconds:.0f} |",
                flush=True,
            )


if __name__ == "__main__":
    main()
