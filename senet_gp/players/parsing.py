"""Players as they are written on the command line."""

from __future__ import annotations

import os
import random
from collections.abc import Sequence
from pathlib import Path

from primitives import vocabularies, vocabulary
from senet_gp.errors import FileError, UsageError
from senet_gp.files import is_there, shortened
from senet_gp.games.senet import Rules
from senet_gp.players.champion import FILE_NAME, Champion
from senet_gp.players.hand import hand_made_player
from senet_gp.players.player import ExpressionPlayer, Player, RandomPlayer
from senet_gp.players.search import MOST_TURNS, SearchPlayer
from senet_gp.trees.growth import random_individual
from senet_gp.trees.text import from_lisp

KINDS = (
    "random, random-tree:N, hand:NAME, expr:TEXT, search:TURNS:PLAYER, a run directory, or a champion file"
)


def player_from_text(text: str, game: str) -> Player:
    """The player that a command line names.

    * ``random``: chooses uniformly among the boards that a turn can end in.
    * ``random-tree:N``: a random expression in the game's default vocabulary, the N-th of them all.
    * ``hand:NAME``: a player made by hand, as told in docs/players.md.
    * ``expr:TEXT``: an expression in Lisp form, in any word that the game has.
    * ``search:TURNS:PLAYER``: looks so many turns ahead with that player's evaluation.
    * a run directory or a champion file: the champion in it.

    Raises:
        UsageError: if there is no such game or kind of player, or the expression is bad.
        FileError: if the file cannot be read, or holds a champion of another game.
    """
    words = vocabularies(game)
    kind, _, rest = text.partition(":")
    if text == "random":
        return RandomPlayer()
    if text == "human":
        raise UsageError(f"a person plays at the terminal only: senet-gp play {game} --against PLAYER")
    if kind == "random-tree":
        if not (rest.isascii() and rest.isdecimal() and len(rest) <= 18):
            raise UsageError(
                f"{text!r} is not a player: write random-tree:N with a whole number N, from 0 on"
            )
        default = vocabulary(game)
        # Seeded by a text: a run seeded by the same number must not begin with this very individual.
        drawn = random_individual(default, random.Random(f"random-tree:{int(rest)}"))
        return ExpressionPlayer(drawn, default, text)
    if kind == "hand":
        return hand_made_player(rest, game)
    if kind == "expr":
        widest = max(words.values(), key=lambda v: len(v.primitives))
        return ExpressionPlayer(from_lisp(rest, widest), widest, " ".join(text.split()))
    if kind == "search":
        return _searching(rest, game)
    if not text or not is_there(text):
        raise UsageError(f"there is no player {shortened(text)!r}: a player is {KINDS}")
    return _champion_in(Path(text), game)


def _searching(text: str, game: str) -> Player:
    turns, _, base_text = text.partition(":")
    if not (turns.isascii() and turns.isdecimal() and len(turns) <= 18):
        raise UsageError(
            f"'search:{text[:60]}' is not a player: write search:TURNS:PLAYER, TURNS being 1 to {MOST_TURNS}"
        )
    base = player_from_text(base_text, game)
    if not isinstance(base, ExpressionPlayer):
        raise UsageError(f"{base_text[:60]} has no evaluation to look ahead with: search needs an expression")
    return SearchPlayer(base, int(turns))


def _champion_in(path: Path, game: str) -> Player:
    file = path / FILE_NAME if os.path.isdir(path) else path  # noqa: PTH112 - it raises nothing
    if not is_there(file) and os.access(path, os.X_OK):
        unfinished = is_there(path / "checkpoint.json")
        hint = f"finish the run with: senet-gp resume {path}" if unfinished else "it is not a run directory"
        raise FileError(f"{path} holds no champion; {hint}")
    champion = Champion.read(file)
    if champion.vocabulary.game != game:
        raise FileError(f"{file} holds a champion of {champion.vocabulary.game}, not of {game}")
    return ExpressionPlayer(champion.tree, champion.vocabulary, str(path), champion.rules)


def rules_for(players: Sequence[Player], pieces: int | None) -> Rules:
    """The rules that players meet under: those asked for, else those that champions among them come from.

    Raises:
        UsageError: if the number of pieces is impossible, or the champions come from different rules.
    """
    if pieces is not None:
        return Rules(pieces)
    evolved = [player.base if isinstance(player, SearchPlayer) else player for player in players]
    found = {player.rules for player in evolved if isinstance(player, ExpressionPlayer) and player.rules}
    if len(found) > 1:
        raise UsageError(
            "these champions were evolved with different numbers of pieces: choose with --pieces"
        )
    return found.pop() if found else Rules()
