"""Opponents for people by level: easy, medium, hard and best, the same four words in every game."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from pathlib import Path

from senet_gp.engine.exact_table import is_soon
from senet_gp.games.dice.game import if_numbered
from senet_gp.games.dice.numbering import is_numbered
from senet_gp.games.protocol import Game
from senet_gp.games.registry import GAMES, in_words, part_of
from senet_gp.games.small import if_solvable
from senet_gp.players.network import learned_network
from senet_gp.players.player import RandomPlayer
from senet_gp.players.search import MinimaxPlayer
from senet_gp.runtime.documents import glance
from senet_gp.runtime.errors import UsageError

LEVEL_WORDS = ("easy", "medium", "hard", "best")
#: The level of the opponent by default: a beginner beats it now and then.
DEFAULT_LEVEL = "easy"
#: How many of 100 moves are at random, by level, where a game names no levels.
_SLIPS = (60, 30, 10, 0)
#: A beginner is taken to play this many of 100 moves at random, and all others as the usual opponent does.
_BEGINNERS_SLIPS = 50
#: What scripts/studies/levels.py measured. Each game with its parameters has a pair for each level: how many
#: points of 100 the level wins against the level below, and how many a beginner wins against the level.
_MEASURED = Path(__file__).parent / "data" / "levels.json"
_MAX_BYTES = 1 << 16


@dataclass(frozen=True)
class Level:
    """An opponent for people.

    Attributes:
        word: which level it is, one of ``LEVEL_WORDS``; it names the player on the command line.
        player: the player, as on the command line.
        below: the points of 100 that it wins against the level below; None if that was not measured with the
            parameters of the game.
        beginner: the points of 100 that a beginner wins against it, who plays every other move at random;
            None if that was not measured with them.
    """

    word: str
    player: str
    below: int | None = None
    beginner: int | None = None

    @property
    def name(self) -> str:
        """What people read."""
        return self.word.capitalize()


def levels_of(game: Game) -> tuple[Level, ...]:
    """The levels of a game, the easiest first; none where nobody plays better than at random.

    Raises:
        UsageError: if the function that the game's row names does not give a player for each.

    >>> from senet_gp.games.registry import game_of
    >>> [level.player for level in levels_of(game_of("hexapawn"))]
    ['slips:60:minimax', 'slips:30:minimax', 'slips:10:minimax', 'minimax']
    """
    own = part_of(game.name, "levels")
    best = best_known(game)
    if own is None and best == RandomPlayer.name:
        return ()
    texts = own(game) if own is not None else slipping(best)
    if len(texts) != len(LEVEL_WORDS):
        raise UsageError(
            f"levels of {game.title} gives {len(texts)} players: give one each for {', '.join(LEVEL_WORDS)}"
        )
    figures = _measured().get(in_words(game)) or ((None, None),) * len(LEVEL_WORDS)
    return tuple(
        Level(word, text, *both) for word, text, both in zip(LEVEL_WORDS, texts, figures, strict=True)
    )


@cache
def _measured() -> dict[str, list[tuple[int | None, int]]]:
    return glance(_MEASURED, _MAX_BYTES)


def slipping(best: str) -> tuple[str, ...]:
    """One player for each level, which makes more or fewer of its moves at random.

    >>> slipping("minimax")[0]
    'slips:60:minimax'
    """
    return tuple(f"slips:{slips}:{best}" if slips else best for slips in _SLIPS)


def best_known(game: Game) -> str:
    """The strongest player of a game that needs no file, as a text."""
    numbered = if_numbered(game)
    soon = numbered is not None and is_numbered(numbered) and is_soon(numbered)
    if soon or if_solvable(game) is not None:
        return MinimaxPlayer.name
    learned = learned_network(game)
    if learned is not None:
        return learned
    made = part_of(game.name, "players")
    return GAMES[game.name].opponent or (f"hand:{list(made)[-1]}" if made else RandomPlayer.name)


def beginner_of(game: Game) -> str:
    """Who stands for a beginner where levels are measured."""
    return f"slips:{_BEGINNERS_SLIPS}:{_usual(game)}"


def default_opponent(game: Game) -> str:
    """The opponent of a person who names none, as a text."""
    return next((level.player for level in levels_of(game) if level.word == DEFAULT_LEVEL), _usual(game))


def _usual(game: Game) -> str:
    """The opponent that the game's row names, or the best one that is known."""
    return GAMES[game.name].opponent or best_known(game)


def level_of(name: str, game: Game) -> Level | None:
    """The level of a player, by its name in a record; None if it is of no level."""
    return next((level for level in levels_of(game) if level.player == name), None)
