"""Measure how many games of some games a core plays in a second, by a random mover and by an expression.

Run it with games, each the path of a plugin or the name of a game, and an expression that all of them know:

    python scripts/speed_of_games.py "(sub my_longest their_longest)" \
        docs/example_package/board_games_example/tapatan.py \
        docs/example_package/board_games_example/fast_tapatan.py
"""

from __future__ import annotations

import sys
import time
from itertools import count
from pathlib import Path

from senet_gp import plugins
from senet_gp.arena.local_pool import WorkerPool
from senet_gp.arena.match import play_match
from senet_gp.arena.pool import Pool
from senet_gp.games.protocol import Game
from senet_gp.games.registry import game_of
from senet_gp.players.parsing import player_from_text

#: A measurement takes at least so long, in seconds.
_SECONDS = 1.0


def games_in_a_second(game: Game, text: str, pool: Pool) -> float:
    """How many games of a player against a random mover are played in a second."""
    player, other = player_from_text(text, game), player_from_text("random", game)
    play_match(
        player, other, games=2, seed=1, pool=pool, game=game
    )  # what is compiled or loaded is not timed
    for doubled in count(4):
        begun = time.perf_counter()
        play_match(player, other, games=1 << doubled, seed=1, pool=pool, game=game)
        seconds = time.perf_counter() - begun
        if seconds >= _SECONDS:
            return (1 << doubled) / seconds
    raise AssertionError("the time of more and more games exceeds any limit")


def main() -> None:
    """Measure the games of the command line."""
    expression, *names = sys.argv[1:]
    with WorkerPool(1) as pool:
        for name in names:
            if name.endswith(".py"):
                plugins.load(name)
            game = game_of(Path(name).stem)
            for text in ("random", f"expr:{expression}"):
                print(f"{game.name:<16}{games_in_a_second(game, text, pool):>12,.0f} games/s  {text}")


if __name__ == "__main__":
    main()
