"""Simulate how often the 95 % intervals of ``senet-gp tournament`` contain the true rating.

    python scripts/coverage_of_ratings.py [TOURNAMENTS [PROCESSES]]

The players of the simulated tournaments have known ratings (tests/support/simulated_tournaments.py): they are
equal, or each is better than the one before, or some play alike. Prints the table of docs/measuring.md; with
1,000 tournaments per cell it takes about an hour in one process.
"""

from __future__ import annotations

import sys
from multiprocessing import get_context
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "tests" / "support"))

from simulated_tournaments import Field, drawn, ladder

from senet_gp.arena.ratings import standings

GAMES = (2, 4, 20, 200)
FIELDS = (
    ladder("2, equal", 2, 0.5),
    ladder("2, .9 ladder", 2, 0.9),
    ladder("2, .99 ladder", 2, 0.99),
    ladder("3, equal", 3, 0.5),
    ladder("3, .9 ladder", 3, 0.9),
    ladder("3, .99 ladder", 3, 0.99),
    ladder("3, two alike", 3, 0.8, alike=2),
    ladder("9, equal", 9, 0.5),
    ladder("9, .9 ladder", 9, 0.9),
    ladder("9, .99 ladder", 9, 0.99),
    ladder("9, two alike", 9, 0.65, alike=2),
    ladder("9, four alike", 9, 0.75, alike=4),
    ladder("9, six alike", 9, 0.85, alike=6),
)


def intervals(field: Field, games: int, tournaments: int) -> NDArray[np.float64]:
    """The intervals of many tournaments, ``(tournaments, players, 2)``, from a seed of their own."""
    rng = np.random.default_rng([games, *map(ord, field.name)])
    found = np.empty((tournaments, len(field.chances), 2))
    for number in range(tournaments):
        for standing in standings(drawn(field, games, rng)):
            found[number, standing.entrant] = standing.interval
    return found


def cell(task: tuple[Field, int, int]) -> str:
    """The coverage over all players, that of the worst and best covered one, and the share of open ends."""
    field, games, tournaments = task
    found, truth = intervals(field, games, tournaments), field.truth()
    held = 100 * ((found[:, :, 0] <= truth) & (truth <= found[:, :, 1])).mean(axis=0)
    text = f"{held.mean():.1f} ({held.min():.1f}–{held.max():.1f})"  # noqa: RUF001
    ends = np.isinf(found).mean()
    return f"{text} [{100 * ends:.0f}]" if ends >= 0.005 else text


def main() -> None:
    """Print the table."""
    tournaments, processes = [*map(int, sys.argv[1:]), *(1000, 1)[len(sys.argv) - 1 :]]
    tasks = [(field, games, tournaments) for field in FIELDS for games in GAMES]
    print(f"| players | {' | '.join(f'{games} games a pair' for games in GAMES)} |")
    print(f"| --- |{' --- |' * len(GAMES)}")
    with get_context("spawn").Pool(processes) as pool:
        cells = pool.imap(cell, tasks)
        for field in FIELDS:
            print(f"| {field.name} | {' | '.join(next(cells) for _ in GAMES)} |", flush=True)


if __name__ == "__main__":
    main()
