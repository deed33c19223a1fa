"""Measure the champions of an experiment in Senet against players that are strong.

    python scripts/measure_strength.py EXPERIMENT [PLAYER ...]

EXPERIMENT is the directory of ``senet-gp experiment`` (such as of scripts/strength.toml), whose runs may go
on. Each champion plays 10,000 paired games against each PLAYER, by default ``net`` and ``hand:HC5``. A line
for each run tells its share of points with luck subtracted, and lines for each variant the medians with 95 %
intervals (those of order statistics, which assume nothing of the distribution). Champions that were bred for
few pieces play with as many.
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
from senet_gp.insight.simplification.proven import equal
from senet_gp.players.champion import Champion
from senet_gp.runtime.errors import SenetGpError

GAMES = 10_000


def interval_of_median(values: list[float], form: str) -> str:
    """An interval with at least 95 % confidence between two of the values; none from fewer than six."""
    ordered, count = sorted(values), len(values)
    below = int(stats.binom.ppf(0.025, count, 0.5))
    if stats.binom.cdf(below - 1, count, 0.5) * 2 > 0.05 or below < 1:
        return "too few for an interval"
    return f"{ordered[below - 1]:{form}} to {ordered[count - below]:{form}}"


def measured(directory: Path, players: list[str], pool: WorkerPool) -> dict[str, float] | None:
    """Play the games of one run's champion, and tell what comes of them; None if the run goes on."""
    run, name = RunDirectory.open(directory), f"{directory.parent.name} {directory.name}"
    if not run.has_ended():
        print(f"{name}: has not ended")
        return None
    champion = Champion.read(run.champion_file)
    opponents = [player_from_text(player, champion.game) for player in players]
    found: dict[str, float] = {
        "nodes": len(champion.tree),
        "nodes, simplified": len(equal(champion.tree, champion.tree.vocabulary).tree),
        "generations": run.config.generations,
    }
    told = [f"{name}:", *(f"{value} {what};" for what, value in found.items())]
    for player, opponent in zip(players, opponents, strict=True):
        match = play_match(champion.tree, opponent, game=champion.game, games=GAMES, pool=pool)
        found[player] = match.measured.share
        low, high = match.interval
        told.append(f"{player} {match.measured.share:.1%} ({low:.1%} to {high:.1%})")
    print(" ".join(told), flush=True)
    return found


def tell(directory: Path, players: list[str]) -> None:
    """Measure all champions, and tell the medians of each variant."""
    with WorkerPool() as pool:
        for variant in sorted(_directories(directory / "runs")):
            seeds = sorted(_directories(variant), key=lambda path: int(path.name))
            rows = [row for seed in seeds if (row := measured(seed, players, pool)) is not None]
            for what in rows[0] if rows else ():
                values = [row[what] for row in rows]
                form = ".1%" if what in players else ",.0f"
                middle, interval = format(median(values), form), interval_of_median(values, form)
                runs = f"{len(values)} {'seed' if len(values) == 1 else 'seeds'}"
                print(f"{variant.name}, {runs}: {what}: median {middle} ({interval})")


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
