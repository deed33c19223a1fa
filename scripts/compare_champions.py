"""Compare the strength of champions that two checkouts breed from the same seeds.

    python scripts/compare_champions.py OTHER [GAME] [--seeds 20] [--first 1] [--opponent hand:HC5] -- OPTIONS

Both breed a champion from each seed by ``senet-gp evolve GAME --seed N OPTIONS``, with the Python that runs
this script. This checkout measures all champions in matches of --games games against the opponents. The
script prints both medians of the shares of points, their difference with its 95 % interval, the probability
that a champion of this checkout is better than one of the other, and the p value of the Mann-Whitney test.

A change that only draws other random numbers should show no difference. OTHER is the older checkout, for
example one made by ``git worktree add``. With Senet's defaults this takes about ten minutes on two cores.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
from pathlib import Path
from statistics import fmean, median
from tempfile import TemporaryDirectory

from senet_gp.reproduction.comparison import Effect, effect_of

HERE = Path(__file__).resolve().parent.parent


def senet_gp(checkout: Path, *arguments: str) -> str:
    """The output of ``senet-gp`` in a checkout."""
    done = subprocess.run(  # noqa: S603 - our own
        [sys.executable, "-m", "senet_gp", *arguments],
        cwd=checkout,
        env=os.environ | {"PYTHONPATH": str(checkout)},
        check=False,
        capture_output=True,
        text=True,
    )
    if done.returncode:
        sys.exit(f"senet-gp {' '.join(arguments)} failed in {checkout}: {done.stderr.strip()}")
    return done.stdout


def share_of_points(game: str, champion: Path, opponent: str, games: int) -> float:
    """A champion's share of the points against an opponent."""
    found = json.loads(
        senet_gp(HERE, "match", game, str(champion), opponent, "--games", str(games), "--json")
    )
    score: float = found["score"]
    return score


def described(effect: Effect) -> str:
    """A comparison in words."""
    value, low, high = (
        100 * number for number in (effect.difference.value, effect.difference.low, effect.difference.high)
    )
    return (
        f"difference {value:+.1f} points of 100 (95 % interval {low:+.1f} to {high:+.1f}), "
        f"better in {effect.superiority:.0%} of pairs, p = {effect.p:.2f}"
    )


def main() -> None:
    """Breed with both checkouts in turns, measure, and print a line for each opponent."""
    parser = argparse.ArgumentParser(
        description="Compare the strength of champions of two checkouts.",
        epilog="Options of evolve follow after --.",
    )
    parser.add_argument("other", type=Path, help="the other checkout")
    parser.add_argument("game", nargs="?", default="senet")
    parser.add_argument("--seeds", type=int, default=20, help="the number of seeds")
    parser.add_argument("--first", type=int, default=1, help="the first seed")
    parser.add_argument("--games", type=int, default=2000, help="the games of each match")
    parser.add_argument(
        "--opponent", action="append", help="an opponent  [default: random, hand:HC1, hand:HC5]"
    )
    given = sys.argv[1:]
    own = given[: given.index("--")] if "--" in given else given
    asked, options = parser.parse_args(own), given[len(own) + 1 :]
    opponents = asked.opponent or ["random", "hand:HC1", "hand:HC5"]
    checkouts = {"other": asked.other.resolve(), "this": HERE}
    shares: dict[str, dict[str, list[float]]] = {
        name: {opponent: [] for opponent in opponents} for name in checkouts
    }
    with TemporaryDirectory() as directory:
        for seed in range(asked.first, asked.first + asked.seeds):
            print(f"seed {seed} ...", file=sys.stderr)
            for name, checkout in checkouts.items():
                out = Path(directory) / f"{name}-{seed}"
                senet_gp(
                    checkout,
                    *("evolve", asked.game, "--seed", str(seed), "--quiet", "--out", str(out), *options),
                )
                for opponent in opponents:
                    found = share_of_points(asked.game, out / "champion.json", opponent, asked.games)
                    shares[name][opponent].append(found)
    for opponent in opponents:
        other, this = shares["other"][opponent], shares["this"][opponent]
        print(f"{opponent}: other {median(other):.1%}, this {median(this):.1%}; ", end="")
        print(described(effect_of(this, other)))
    means = [[fmean(row) for row in zip(*shares[name].values(), strict=True)] for name in checkouts]
    print(f"all opponents: {described(effect_of(means[1], means[0]))}")


if __name__ == "__main__":
    main()
