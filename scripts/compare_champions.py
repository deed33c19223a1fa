"""Compare the strength of champions that two checkouts breed from the same seeds.

    python scripts/compare_champions.py OTHER [GAME] [--seeds 20] [--first 1] [--games 200] -- OPTIONS

Both breed a champion from each seed by ``senet-gp evolve GAME --seed N OPTIONS``, with the Python that runs
this script. This checkout measures all champions by ``senet-gp compare``, whose tables it prints.

A change that only draws other random numbers should show no difference. OTHER is the older checkout, for
example one made by ``git worktree add``. With Senet's defaults this takes about ten minutes on two cores.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
from pathlib import Path
from tempfile import TemporaryDirectory

HERE = Path(__file__).resolve().parent.parent


def senet_gp(checkout: Path, directory: Path, *arguments: str) -> str:
    """The output of a checkout's ``senet-gp`` in a directory."""
    done = subprocess.run(  # noqa: S603 - our own
        [sys.executable, "-m", "senet_gp", *arguments],
        cwd=directory,
        env=os.environ | {"PYTHONPATH": str(checkout)},
        check=False,
        capture_output=True,
        text=True,
    )
    if done.returncode:
        sys.exit(f"senet-gp {' '.join(arguments)} failed in {checkout}: {done.stderr.strip()}")
    return done.stdout


def main() -> None:
    """Breed with both checkouts in turns, and compare."""
    parser = argparse.ArgumentParser(
        description="Compare the strength of champions of two checkouts.",
        epilog="Options of evolve follow after --.",
    )
    parser.add_argument("other", type=Path, help="the other checkout")
    parser.add_argument("game", nargs="?", default="senet")
    parser.add_argument("--seeds", type=int, default=20, help="the number of seeds")
    parser.add_argument("--first", type=int, default=1, help="the first seed")
    parser.add_argument("--games", type=int, default=200, help="a champion's games against each opponent")
    given = sys.argv[1:]
    own = given[: given.index("--")] if "--" in given else given
    asked, options = parser.parse_args(own), given[len(own) + 1 :]
    checkouts = {"other": asked.other.resolve(), "this": HERE}
    with TemporaryDirectory() as name:
        directory = Path(name)
        for seed in range(asked.first, asked.first + asked.seeds):
            print(f"seed {seed} ...", file=sys.stderr)
            for called, checkout in checkouts.items():
                (directory / called).mkdir(exist_ok=True)
                run = ("evolve", asked.game, "--seed", str(seed), "--quiet", "--out", f"{called}/{seed}")
                senet_gp(checkout, directory, *run, *options)
        print(senet_gp(HERE, directory, "compare", "this", "--with", "other", "--games", str(asked.games)))


if __name__ == "__main__":
    main()
