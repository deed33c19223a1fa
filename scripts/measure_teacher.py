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
import sys
import time
from typing import cast

import numpy as np

from senet_gp import WorkerPool, game_of, player_from_text
from senet_gp.arena.match import play_match
from senet_gp.engine.network import Network
from senet_gp.errors import SenetGpError, UsageError
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
    if participant is None or not participant.has_kernels:
        raise UsageError(f"{player} does not play by itself in compiled code: name an expression, or random")
    seats = np.zeros(games, np.int64)
    seen = LABELS.sampled_games([participant], (seats, seats), part_keys(_PLAYED, games), SENET)
    keys = part_keys(_FITTED, NETWORKS).tolist()
    return cast("Network", LABELS.together([LABELS.fitted_chances(seen, key=key) for key in keys]))


def tell(games: int, of: str | None, players: list[str]) -> None:
    """Train or fit the teacher, and measure it."""
    opponents = [player_from_text(player, SENET) for player in players]
    with WorkerPool() as pool:
        since = time.perf_counter()
        network = fitted_to(games, of) if of else teaching_network(SENET, games, 1, pool)
        print(f"{games:,} games: {time.perf_counter() - since:.0f} s")
        teacher = NetworkPlayer(network, "the teacher")
        for text, opponent in zip(players, opponents, strict=True):
            estimate = play_match(teacher, opponent, game=SENET, games=GAMES, pool=pool).estimate
            low, high = estimate.interval
            print(f"{text}: {estimate.adjusted:.1%} ({low:.1%} to {high:.1%})", flush=True)


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
    if given.games < 1:
        parser.error(f"GAMES is {given.games}, but it must be 1 or more")
    try:
        tell(given.games, given.of, given.players)
    except SenetGpError as error:
        sys.exit(f"measure_teacher: {error}.")


if __name__ == "__main__":
    main()
