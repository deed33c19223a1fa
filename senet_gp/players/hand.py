"""Players made by hand, by the names that their games give them (see the rows in the registry of games)."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from primitives import vocabulary_of
from primitives.vocabulary import Vocabulary
from senet_gp.errors import UsageError
from senet_gp.games.protocol import Game
from senet_gp.games.registry import GAMES, as_game, part_of
from senet_gp.players.player import ExpressionPlayer, Player
from senet_gp.quoting import shortened
from senet_gp.trees.individual import Individual
from senet_gp.trees.text import from_lisp


@dataclass(frozen=True, kw_only=True)
class HandMade:
    """A player that a person wrote.

    Attributes:
        name: what it is called.
        strategies: those of the paper that it combines.
        why: the thought behind it.
        expression: the player in Lisp form, in the words of its game's default vocabulary.
    """

    name: str
    strategies: tuple[str, ...]
    why: str
    expression: str

    def tree(self, vocabulary: Vocabulary) -> Individual:
        """The expression as a tree of a vocabulary that has its words."""
        return from_lisp(self.expression, vocabulary)

    def player(self, game: str | Game) -> ExpressionPlayer:
        """The player of its game."""
        vocabulary = vocabulary_of(game)
        return ExpressionPlayer(self.tree(vocabulary), vocabulary, f"hand:{self.name}")


def _of_game(game: str) -> Mapping[str, Callable[[Game], Player]]:
    """What makes each of a game's players, by name; nothing in games that have none."""
    found: Mapping[str, Callable[[Game], Player]] = part_of(game, "players") or {}
    return found


def hand_made_group(text: str, game: str) -> tuple[str, ...]:
    """The players that ``hand:`` and the letters mean which their names begin with; none if there are none.

    >>> hand_made_group("hand:HC", "senet")
    ('hand:HC1', 'hand:HC2', 'hand:HC3', 'hand:HC4', 'hand:HC5')
    """
    kind, _, letters = text.partition(":")
    if kind != "hand":
        return ()
    return tuple(f"hand:{name}" for name in _of_game(game) if name.rstrip("0123456789") == letters.upper())


def hand_made_player(name: str, game: str | Game) -> Player:
    """The hand-made player of a name, in capitals or not.

    Args:
        name: the player's name.
        game: the game, or the name of a game with its usual parameters.

    Raises:
        UsageError: if the game has none of this name.
    """
    game = as_game(game)
    known = _of_game(game.name)
    if not known:
        have = [name for name, entry in GAMES.items() if entry.players]
        raise UsageError(f"{game.name} has no hand-made players, but these games have: {', '.join(have)}")
    make = known.get(name.upper())
    if make is None:
        there = f"there are {', '.join(known)}" if len(known) > 1 else f"there is {', '.join(known)}"
        raise UsageError(f"there is no hand-made player {shortened(name)!r} of {game.name}: {there}")
    return make(game)
