"""Measure how strong what teaches in a run of the suite ``regret`` is, if it plays itself.

    python scripts/measure_teacher.py GAMES [PLAYER ...]
    python scripts/measure_teacher.py GAMES --of hand:HC5 [PLAYER ...]

The first is the teacher ``network``, each of whose halves learns from GAMES games, as in a run with seed 1
and ``--teacher-games GAMES``. The second is what the teacher ``self`` fits to games of the winners, here
fitted to GAMES games of a player against itself. Then the teacher plays 10,000 paired games against each
PLAYER, by default ``net`` and ``hand:HC5``.
"""

from __future__ import annotations

import argparse
import time
from typing import cast

import numpy as np

from senet_gp import WorkerPool, game_of, player_from_text
from senet_gp.arena.match import play_match
from senet_gp.engine.network import Network
from senet_gp.evolution.evaluation.schooling import NETWORKS
from senet_gp.evolution.evaluation.teaching_network import teaching_network
from senet_gp.games.senet.labels import LABELS
from senet_gp.players.network import NetworkPlayer
from senet_gp.streams import part_keys

SENET = game_of("senet")
GAMES = 10_000
_PLAYED, _FITTED = 1, 2


def fitted_to(games: int, player: str) -> Network:
    """The networks that are fitted to games of a player against itself, as one."""
    participant = player_from_text(player, SENET).participant
    seats = np.zeros(games, np.int64)
    seen = LABELS.sampled_games([participant], (seats, seats), part_keys(_PLAYED, games), SENET)
    keys = part_keys(_FITTED, NETWORKS).tolist()
    return cast("Network", LABELS.together([LABELS.fitted_chances(seen, key=key) for key in keys]))


def main() -> None:
    """Do what the command line asks for."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument(
        "games", type=int, metavar="GAMES", help="how many games it learns from, or is fitted to"
    )
    parser.add_argument("--of", metavar="PLAYER", help="fit it to games of this player, such as hand:HC5")
    parser.add_argument(
        "players", nargs="*", default=["net", "hand:HC5"], metavar="PLAYER", help="the opponents"
    )
    given = parser.parse_intermixed_args()  # PLAYERs may follow --of
    with WorkerPool() as pool:
        since = time.perf_counter()
        network = (
            fitted_to(given.games, given.of) if given.of else teaching_network(SENET, given.games, 1, pool)
        )
        print(f"{given.games:,} games: {time.perf_counter() - since:.0f} s")
        teacher = NetworkPlayer(network, "the teacher")
        for player in given.players:
            estimate = play_match(teacher, player, game=SENET, games=GAMES, pool=pool).estimate
            low, high = estimate.interval
            print(f"{player}: {estimate.adjusted:.1%} ({low:.1%} to {high:.1%})", flush=True)


if __name__ == "__main__":
    main()
