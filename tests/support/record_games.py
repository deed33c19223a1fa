"""Record the games that tests/games/records holds, one of each game.

python tests/support/record_games.py         all of them, anew
python tests/support/record_games.py GAME    one, as the first of a new game
"""

from __future__ import annotations

import sys
from pathlib import Path

from senet_gp.engine.playthrough import Playthrough, draw_start
from senet_gp.games.registry import GAMES, game_of
from senet_gp.players.parsing import player_from_text
from senet_gp.runtime.streams import game_streams

#: What records games again.
COMMAND = "python tests/support/record_games.py"
DIRECTORY = Path(__file__).parents[1] / "games" / "records"
#: The first mover, the other, and the key of the random streams, where these are not the usual ones.
_GAMES = {
    "senet": ("expr:(sub their_distance my_distance)", "expr:(add their_distance hits)", 1995),
    "pursuit": ("minimax", "minimax", 1995),
    "hexapawn": ("random", "minimax", 1962),
    "tictactoe": ("random", "minimax", 3),
    "trilobite": ("random", "random", 6),
}
_USUAL = ("random", "random", 1)

_HEAD = """\
A game of {title}, kept so that a change of the rules shows.
Record it anew with: {command}

first mover (x): {first}
other (o):       {second}
key of the random streams: {key}

A line a choice: turn, mover, throws if there are any, number of boards to choose from, moves, and the board
after it, seen by the player who is to move then.

"""


def file_of(game: str) -> Path:
    """Where a game's record is."""
    return DIRECTORY / f"{game}.txt"


def recorded(name: str) -> str:
    """Play the game and print it."""
    first, second, key = _GAMES.get(name, _USUAL)
    game = game_of(name)
    players = (player_from_text(first, game), player_from_text(second, game))
    streams = game_streams(key)
    playthrough = Playthrough(players, streams, game, draw_start(game, streams))
    lines = [f"{'start':<34} {game.text(playthrough.position)}"]
    for choice in playthrough.choices():
        seat = 1 - choice.seat if choice.ends_turn else choice.seat
        lines.append(f"{choice!s:<34} {game.text(choice.next_position)} {'xo'[seat]}")
    winner = {1: "x has won", -1: "o has won", 0: "nobody has won"}[playthrough.outcome or 0]
    head = _HEAD.format(command=COMMAND, title=game.title, first=first, second=second, key=key)
    return head + "\n".join(lines) + f"\n\n{winner} after {playthrough.turns} turns\n"


if __name__ == "__main__":
    for name in sys.argv[1:] or GAMES:
        file_of(name).write_text(recorded(name), encoding="utf-8")
