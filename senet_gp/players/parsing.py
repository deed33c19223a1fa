"""Players as they are written on the command line."""

from __future__ import annotations

import os
import random
from pathlib import Path

from primitives import vocabularies, vocabulary
from senet_gp.errors import FileError, UsageError
from senet_gp.players.champion import FILE_NAME, Champion
from senet_gp.players.player import ExpressionPlayer, Player, RandomPlayer
from senet_gp.trees.growth import random_individual
from senet_gp.trees.text import from_lisp

KINDS = "random, random-tree:N, expr:TEXT, a run directory, or a champion file"


def player_from_text(text: str, game: str) -> Player:
    """The player that a command line names.

    * ``random``: chooses uniformly among the boards that a turn can end in.
    * ``random-tree:N``: a random expression in the game's default vocabulary, the N-th of them all.
    * ``expr:TEXT``: an expression in Lisp form, in any word that the game has.
    * a run directory or a champion file: the champion in it.

    Raises:
        UsageError: if there is no such game or kind of player, or the expression is bad.
        FileError: if the file cannot be read, or holds a champion of another game.
    """
    words = vocabularies(game)
    kind, _, rest = text.partition(":")
    if text == "random":
        return RandomPlayer()
    if kind == "random-tree":
        if not (rest.isascii() and rest.isdecimal() and len(rest) <= 18):
            raise UsageError(
                f"{text!r} is not a player: write random-tree:N with a whole number N, from 0 on"
            )
        default = vocabulary(game)
        return ExpressionPlayer(random_individual(default, random.Random(int(rest))), default, text)
    if kind == "expr":
        widest = max(words.values(), key=lambda v: len(v.primitives))
        return ExpressionPlayer(from_lisp(rest, widest), widest, text)
    if not text or not os.path.exists(text):  # noqa: PTH110 - it takes any text, Path.exists does not
        raise UsageError(f"there is no player {text!r}: a player is {KINDS}")
    return _champion_in(Path(text), game)


def _champion_in(path: Path, game: str) -> Player:
    file = path / FILE_NAME if path.is_dir() else path
    if not file.exists():
        unfinished = (path / "checkpoint.json").exists()
        hint = f"finish the run with: senet-gp resume {path}" if unfinished else "it is not a run directory"
        raise FileError(f"{path} holds no champion; {hint}")
    champion = Champion.read(file)
    if champion.vocabulary.game != game:
        raise FileError(f"{file} holds a champion of {champion.vocabulary.game}, not of {game}")
    return ExpressionPlayer(champion.tree, champion.vocabulary, str(path))
