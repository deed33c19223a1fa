"""Train the networks of Senet that come with the program again; they must come out as they are shipped.

python scripts/train_networks.py
"""

from __future__ import annotations

import sys
import time

from senet_gp.games.registry import game_of
from senet_gp.players.network import (
    TrainedNetwork,
    mixed_network,
    read_network,
    shipped_networks,
    train_network,
)


def trained(begun: TrainedNetwork, games: int) -> TrainedNetwork:
    """A network after its training, which tells now and then how far it is."""
    state, since = begun, time.perf_counter()
    for state in train_network(begun, games, at_once=5000):
        rate = state.games / (time.perf_counter() - since)
        print(f"{state.games:,} of {games:,} games, {rate:,.0f} a second", flush=True)
    return state


def main() -> None:
    """Train them, and tell whether they are the same; the exit code is 1 if one is not."""
    same = True
    game = game_of("senet")
    for file in filter(None, [*shipped_networks(game), mixed_network(game)]):
        shipped = read_network(file)
        blank = TrainedNetwork.new(shipped.game, shipped.network.hidden, shipped.course, shipped.command)
        is_same = trained(blank, shipped.games) == shipped
        told = "the same network as" if is_same else "ANOTHER NETWORK than"
        print(f"{told} {file.name}", flush=True)
        same = same and is_same
    sys.exit(not same)


if __name__ == "__main__":
    main()
