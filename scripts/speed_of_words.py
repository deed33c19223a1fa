"""How fast words are: in plain Python, with a kernel of their own, and built in, side by side.

python scripts/speed_of_words.py [GAME]

The same word, how many pieces are mine, is declared three times. Two equal expressions with it play the same
games of Senet, or of another game of this project, from the same keys; processor time on one core, the median
of five.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Sequence
from statistics import median

from primitives import Board, Number, Vocabulary, primitive, vocabulary_of
from senet_gp.arena.match import play_match
from senet_gp.arena.pool import SerialPool
from senet_gp.compiled import kernel
from senet_gp.games.bits import popcount
from senet_gp.games.registry import game_of
from senet_gp.players.player import ExpressionPlayer
from senet_gp.trees.text import from_lisp

_TEXT = "(add (mul {0} 9) (if_then_else (mine 5) {0} (sub {0} their_pieces)))"


@primitive(Number, low=0, high=15)
def plain_pieces(board: Board) -> int:
    """How many pieces I have on the board."""
    return len(board.mine)


@kernel
def _count(mine: int) -> int:
    return popcount(mine)


@primitive(Number, low=0, high=15, compiled=_count)
def compiled_pieces(board: Board) -> int:
    """How many pieces I have on the board."""
    return len(board.mine)


def seconds_a_game(words: Vocabulary, word: str, games: int) -> tuple[float, Sequence[int]]:
    """The processor time of a game, and how many games each player has won."""
    tree = from_lisp(_TEXT.format(word), words)
    one, other = (ExpressionPlayer(tree, words, name) for name in ("one", "other"))
    times = []
    with SerialPool() as pool:
        for repetition in range(6):
            begin = time.process_time()
            report = play_match(one, other, games=games, seed=1, pool=pool, game=words.game)
            # At first, it is compiled.
            if repetition:
                times.append((time.process_time() - begin) / games)
    return median(times), report.wins


def main(game: str) -> None:
    """Print the table."""
    words = vocabulary_of(game_of(game)).with_primitives(plain_pieces, compiled_pieces)
    print(f"{game}: seconds a game, games a second, times as long as built in")
    rows = {}
    for word, games in {"my_pieces": 2000, "compiled_pieces": 2000, "plain_pieces": 20}.items():
        rows[word], _ = seconds_a_game(words, word, games)
    wins = {word: list(seconds_a_game(words, word, 20)[1]) for word in rows}
    assert len(set(map(tuple, wins.values()))) == 1, "the three words play differently"
    for word, seconds in rows.items():
        print(f"{word:<16} {seconds:10.2e} {1 / seconds:10.0f} {seconds / rows['my_pieces']:8.1f}")


if __name__ == "__main__":
    main(sys.argv[1] if len(sys.argv) > 1 else "senet")
