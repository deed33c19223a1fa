"""Measure how strong the network is that teaches in a run of the suite ``regret``.

    python scripts/measure_teacher.py GAMES [PLAYER ...]

Each half of the network learns from GAMES games, as in a run with seed 1 and ``--teacher-games GAMES``. Then
the network plays 10,000 paired games against each PLAYER, by default ``net`` and ``hand:HC5``.
"""

from __future__ import annotations

import sys
import time

from senet_gp import WorkerPool, game_of
from senet_gp.arena.match import play_match
from senet_gp.evolution.evaluation.teaching_network import teaching_network
from senet_gp.players.network import NetworkPlayer

GAMES = 10_000


def main() -> None:
    """Do what the command line asks for."""
    games, players = int(sys.argv[1]), sys.argv[2:] or ["net", "hand:HC5"]
    senet = game_of("senet")
    with WorkerPool() as pool:
        since = time.perf_counter()
        teacher = NetworkPlayer(teaching_network(senet, games, 1, pool), "the teacher")
        print(f"{games:,} games each: {time.perf_counter() - since:.0f} s")
        for player in players:
            estimate = play_match(teacher, player, game=senet, games=GAMES, pool=pool).estimate
            low, high = estimate.interval
            print(f"{player}: {estimate.adjusted:.1%} ({low:.1%} to {high:.1%})", flush=True)


if __name__ == "__main__":
    main()
