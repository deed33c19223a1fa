"""Train the networks of Senet that come with the program again, and a second one of another seed and size.

The first ones must come out bit for bit as they are shipped. The second one is a measure that nothing else
uses: it is written into a new file.

    python scripts/train_networks.py again
    python scripts/train_networks.py second FILE
"""

from __future__ import annotations

import argparse
import sys
import time
from pathlib import Path

from senet_gp.engine.network_learning import Course
from senet_gp.games.registry import game_of
from senet_gp.players.network import (
    TrainedNetwork,
    read_network,
    shipped_networks,
    train_network,
    write_network,
)
from senet_gp.runtime.errors import SenetGpError
from senet_gp.runtime.files import check_new

SECOND_SEED = 2
SECOND_HIDDEN = 96


def trained(begun: TrainedNetwork, games: int) -> TrainedNetwork:
    """A network after its training, which tells now and then how far it is."""
    state, since = begun, time.perf_counter()
    for state in train_network(begun, games, at_once=5000):
        rate = state.games / (time.perf_counter() - since)
        print(f"{state.games:,} of {games:,} games, {rate:,.0f} a second", flush=True)
    return state


def train_again() -> bool:
    """Train the networks that are shipped, and tell whether they are the same."""
    same = True
    for file in shipped_networks(game_of("senet")):
        shipped = read_network(file)
        blank = TrainedNetwork.new(shipped.game, shipped.network.hidden, shipped.course, shipped.command)
        is_same = trained(blank, shipped.games) == shipped
        told = "the same network as" if is_same else "ANOTHER NETWORK than"
        print(f"{told} {file.name}", flush=True)
        same = same and is_same
    return same


def train_second(file: Path) -> None:
    """Train the second network and write it into a new file."""
    check_new(file)
    shipped = read_network(shipped_networks(game_of("senet"))[0])
    course = Course(SECOND_SEED, shipped.course.decay, shipped.course.rate, shipped.course.halving)
    second = trained(TrainedNetwork.new(shipped.game, SECOND_HIDDEN, course), shipped.games)
    write_network(second, file, new=True)


def main() -> None:
    """Do what the command line asks for."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    which = parser.add_subparsers(dest="which", required=True)
    which.add_parser("again", help="train the networks that are shipped")
    second = which.add_parser("second", help="train the second network")
    second.add_argument("file", type=Path, metavar="FILE", help="the new file that it is written into")
    given = parser.parse_args()
    try:
        if given.which == "second":
            train_second(given.file)
        elif not train_again():
            sys.exit(1)
    except SenetGpError as error:
        sys.exit(f"train_networks: {error}.")


if __name__ == "__main__":
    main()
