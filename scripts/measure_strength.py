"""Measure the players of an experiment in Senet, at every size, against players that are strong.

    python scripts/measure_strength.py EXPERIMENT [PLAYER ...]

EXPERIMENT is the directory of ``senet-gp experiment`` (such as of scripts/strength.toml), whose runs may go
on. Of each run its champion, and the strongest of at most 8, 15, 30, 60, 100 and 200 nodes that it kept, play
10,000 paired games each against each PLAYER, by default ``net`` and ``hand:HC5``. A line for each of them
tells its share of points with luck subtracted, and lines for each variant the medians with 95 % intervals
(those of order statistics, which assume nothing of the distribution). Players that were bred for few pieces
play with as many.
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path
from statistics import median

from scipy import stats

from senet_gp import WorkerPool, player_from_text
from senet_gp.arena.match import play_match
from senet_gp.evolution.run_directory import RunDirectory
from senet_gp.players.by_size import PlayersBySize
from senet_gp.players.champion import Champion
from senet_gp.runtime.errors import SenetGpError

GAMES = 10_000
SIZES = (8, 15, 30, 60, 100, 200)


def interval_of_median(values: list[float], form: str) -> str:
    """An interval with at least 95 % confidence between two of the values; none from fewer than six."""
    ordered, count = sorted(values), len(values)
    below = int(stats.binom.ppf(0.025, count, 0.5))
    if stats.binom.cdf(below - 1, count, 0.5) * 2 > 0.05 or below < 1:
        return "too few for an interval"
    return f"{ordered[below - 1]:{form}} to {ordered[count - below]:{form}}"


def players_of(directory: Path) -> dict[str, Champion] | None:
    """The players of one run by what they are called here; None if the run goes on."""
    run, name = RunDirectory.open(directory), f"{directory.parent.name} {directory.name}"
    if not run.has_ended():
        print(f"{name}: has not ended")
        return None
    found = {"champion": Champion.read(run.champion_file)}
    by_size = PlayersBySize.read(run.sizes_file)
    smallest = len(by_size.front[0].tree)
    return found | {f"{nodes} nodes": by_size.best(nodes) for nodes in SIZES if nodes >= smallest}


def measured(directory: Path, opponents: list[str], pool: WorkerPool) -> dict[tuple[str, str], float]:
    """Play the games of the players of one run, and tell what comes of them."""
    found: dict[tuple[str, str], float] = {}
    for called, player in (players_of(directory) or {}).items():
        found[called, "nodes"] = len(player.tree)
        told = [f"{directory.parent.name} {directory.name}, {called}: {len(player.tree)} nodes;"]
        for text in opponents:
            opponent = player_from_text(text, player.game)
            match = play_match(player.tree, opponent, game=player.game, games=GAMES, pool=pool)
            found[called, text] = match.measured.share
            low, high = match.interval
            told.append(f"{text} {match.measured.share:.1%} ({low:.1%} to {high:.1%})")
        print(" ".join(told), flush=True)
    return found


def tell(directory: Path, opponents: list[str]) -> None:
    """Measure the players of all runs, and tell the medians of each variant."""
    with WorkerPool() as pool:
        for variant in sorted(_directories(directory / "runs")):
            seeds = sorted(_directories(variant), key=lambda path: int(path.name))
            rows = [row for seed in seeds if (row := measured(seed, opponents, pool))]
            for key in dict.fromkeys(key for row in rows for key in row):
                values = [row[key] for row in rows if key in row]
                form = ",.0f" if key[1] == "nodes" else ".1%"
                middle, interval = format(median(values), form), interval_of_median(values, form)
                runs = f"{len(values)} {'seed' if len(values) == 1 else 'seeds'}"
                print(f"{variant.name}, {runs}: {key[0]}, {key[1]}: median {middle} ({interval})")


def _directories(path: Path) -> list[Path]:
    """The directories in a directory; other files, which somebody has put there, are passed over."""
    return [inside for inside in path.iterdir() if inside.is_dir()]


def main() -> None:
    """Do what the command line asks for."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("directory", type=Path, metavar="EXPERIMENT", help="the directory of an experiment")
    parser.add_argument("players", nargs="*", default=["net", "hand:HC5"], metavar="PLAYER")
    given = parser.parse_args()
    if not (given.directory / "runs").is_dir():
        parser.error(f"{given.directory} is not the directory of an experiment: it has no directory runs")
    try:
        tell(given.directory, given.players)
    except SenetGpError as error:
        sys.exit(f"measure_strength: {error}.")


if __name__ == "__main__":
    main()
