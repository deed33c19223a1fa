"""Record the game that tests/games/senet_game.txt holds; run it to record it anew."""

from __future__ import annotations

from pathlib import Path

from senet_gp.arena.game import Game
from senet_gp.games.senet import Position, Senet
from senet_gp.players.parsing import player_from_text
from senet_gp.streams import game_streams

FILE = Path(__file__).parents[1] / "games" / "senet_game.txt"
FIRST, SECOND, KEY = "expr:(sub their_distance my_distance)", "expr:(add their_distance hits)", 1995

_HEAD = f"""\
A game of Senet, kept so that a change of the rules shows.
Record it anew with: python tests/support/record_senet_game.py

first mover (x): {FIRST}
other (o):       {SECOND}
key of the random streams: {KEY}

A line a group of throws: turn, mover, throws, number of boards to choose from, moves played as
start+throw, and the board after it, squares 1 to 30.

"""


def recorded() -> str:
    """Play the game and tell it."""
    players = (player_from_text(FIRST, "senet"), player_from_text(SECOND, "senet"))
    game = Game(players, game_streams(KEY), Senet(), Position.start())
    lines = []
    for choice in game.choices():
        after = choice.played.position
        board = str(after if choice.seat == 0 else after.turned())
        lines.append(f"{choice!s:<34} {board}")
    winner = {1: "x has won", -1: "o has won", 0: "stopped undecided"}[game.outcome or 0]
    return _HEAD + "\n".join(lines) + f"\n\n{winner} after {game.turns} turns\n"


if __name__ == "__main__":
    FILE.write_text(recorded(), encoding="utf-8")
