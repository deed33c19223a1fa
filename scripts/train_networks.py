"""Train the network of Senet that comes with the program again, and a second one of another seed and size.

The first must come out bit for bit as it is shipped. The second is a measure that nothing else uses: it is
written into a new file.

python scripts/train_networks.py again
python scripts/train_networks.py second runs/second-network.json
"""

from __future__ import annotations

import sys
import time
from pathlib import Path

from senet_gp.engine.network import Course
from senet_gp.files.names import check_new
from senet_gp.games.registry import game_of
from senet_gp.players.network import TrainedNetwork, train_network
from senet_gp.players.network_file import read_network, shipped_network, write_network

SECOND_SEED, SECOND_HIDDEN = 2, 96


def trained(begun: TrainedNetwork, games: int) -> TrainedNetwork:
    """A network after its training, which tells now and then how far it is."""
    state, since = begun, time.perf_counter()
    for state in train_network(begun, games, at_once=5000):
        rate = state.games / (time.perf_counter() - since)
        print(f"{state.games:,} of {games:,} games, {rate:,.0f} a second", flush=True)
    return state


def main() -> None:
    """Do what the command line asks for."""
    game = game_of("senet")
    file = shipped_network(game)
    assert file is not None, "no network is shipped"
    shipped = read_network(file)
    if sys.argv[1:] == ["again"]:
        blank = TrainedNetwork.new(shipped.game, shipped.network.hidden, shipped.course, shipped.command)
        same = trained(blank, shipped.games) == shipped
        print("the same network" if same else "ANOTHER NETWORK than the one that is shipped")
        sys.exit(not same)
    if len(sys.argv) != 3 or sys.argv[1] != "second":
        sys.exit(__doc__)
    check_new(Path(sys.argv[2]))
    course = Course(SECOND_SEED, shipped.course.decay, shipped.course.rate, shipped.course.halving)
    second = trained(TrainedNetwork.new(game, SECOND_HIDDEN, course), shipped.games)
    write_network(second, Path(sys.argv[2]), new=True)


if __name__ == "__main__":
    main()
