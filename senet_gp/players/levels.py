"""Opponents for people by level: easy, medium, hard and best, the same four words in every game."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from senet_gp.engine.exact_table import is_soon
from senet_gp.games.dice.game import if_numbered
from senet_gp.games.dice.numbering import is_numbered
from senet_gp.games.protocol import Game
from senet_gp.games.registry import GAMES, game_of, part_of
from senet_gp.games.small import if_solvable
from senet_gp.players.matchbox import KIND as MACHINE
from senet_gp.players.network import KIND as NETWORK
from senet_gp.players.network import shipped_network
from senet_gp.players.search import MinimaxPlayer

LEVEL_WORDS = ("easy", "medium", "hard", "best")
#: The level of an opponent that nobody has chosen: a beginner beats it now and then.
DEFAULT_LEVEL = "easy"
#: So many of 100 moves are at random where a game names no levels.
_SLIPS = (60, 30, 10, 0)


#: What a beginner is taken to be: whoever plays so many of 100 moves at random, the others as the game's
#: usual opponent.
_BEGINNERS_SLIPS = 50
#: Of the games that come with the program, for each level the points of 100 against the level below, and a
#: beginner's against it; scripts/measure_levels.py prints them.
_MEASURED: dict[str, tuple[tuple[int | None, int], ...]] = {
    "senet": ((None, 33), (66, 21), (79, 6), (59, 8)),
    "pursuit": ((None, 57), (69, 37), (65, 22), (58, 17)),
    "hexapawn": ((None, 54), (60, 42), (57, 37), (54, 33)),
    "tictactoe": ((None, 56), (67, 38), (65, 25), (59, 16)),
    "trilobite": ((None, 55), (64, 39), (61, 29), (56, 23)),
}


@dataclass(frozen=True)
class Level:
    """An opponent for people.

    Attributes:
        word: which level it is, one of ``LEVEL_WORDS``; it names the player on the command line.
        player: the player, as on the command line.
        below: the points of 100 that it wins against the level below; None if that was not measured.
        beginner: the points of 100 that a beginner wins against it, who plays every other move at random;
            None if that was not measured.
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
    """The levels of a game, the easiest first.

    >>> from senet_gp.games.registry import game_of
    >>> [level.player for level in levels_of(game_of("hexapawn"))]
    ['slips:60:minimax', 'slips:30:minimax', 'slips:10:minimax', 'minimax']
    """
    own = part_of(game.name, "levels")
    texts = own(game) if own is not None else slipping(best_known(game))
    usual = game == game_of(game.name)
    measured = _MEASURED.get(game.name) if usual else None
    figures = measured or ((None, None),) * len(LEVEL_WORDS)
    return tuple(
        Level(word, text, *both) for word, text, both in zip(LEVEL_WORDS, texts, figures, strict=True)
    )


def slipping(best: str) -> tuple[str, ...]:
    """One player for each level, which makes more or fewer of its moves at random.

    >>> slipping("minimax")[0]
    'slips:60:minimax'
    """
    return tuple(f"slips:{slips}:{best}" if slips else best for slips in _SLIPS)


def senet(game: Game) -> tuple[str, ...]:
    """The players of Senet's levels: a plain race with slips and without, one made by hand, and a network."""
    race = GAMES[game.name].opponent
    best = best_known(game)
    return (f"slips:25:{race}", f"{race}", "hand:HC5", best)


def best_known(game: Game) -> str:
    """The strongest player of a game that needs no file, as a text."""
    numbered = if_numbered(game)
    soon = numbered is not None and is_numbered(numbered) and is_soon(numbered)
    if soon or if_solvable(game) is not None:
        return MinimaxPlayer.name
    if shipped_network(game) is not None:
        return NETWORK
    made = part_of(game.name, "players")
    return GAMES[game.name].opponent or (f"hand:{list(made)[-1]}" if made else "random")


def beginner_of(game: Game) -> str:
    """Who stands for a beginner where levels are measured."""
    return f"slips:{_BEGINNERS_SLIPS}:{GAMES[game.name].opponent or best_known(game)}"


def default_level(game: Game) -> Level:
    """The level of an opponent that nobody has chosen."""
    return next(level for level in levels_of(game) if level.word == DEFAULT_LEVEL)


def level_of(name: str, game: Game) -> Level | None:
    """The level of a player, by its name in a record; None if it is of no level."""
    return next((level for level in levels_of(game) if level.player == name), None)


def called(name: str, game: Game) -> str:
    """What people call a player of a record: its level, the name of a machine's file, or the name itself.

    >>> from senet_gp.games.registry import game_of
    >>> called("minimax", game_of("hexapawn")), called("random", game_of("hexapawn"))
    ('Best', 'random')
    """
    if name.startswith(f"{MACHINE}:"):
        return Path(name.partition(":")[2]).stem or name
    level = level_of(name, game)
    return name if level is None else level.name
