"""Hand-made players, by the names in the rows of their games in the registry."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from primitives import vocabulary_of
from primitives.vocabulary import Vocabulary
from senet_gp.games.protocol import Game
from senet_gp.games.registry import GAMES, as_game, part_of
from senet_gp.players.player import ExpressionPlayer, Player
from senet_gp.runtime.errors import UsageError, shortened
from senet_gp.trees.individual import Individual
from senet_gp.trees.text import from_lisp


@dataclass(frozen=True, kw_only=True)
class HandMade:
    """A player that a person wrote.

    Attributes:
        name: its name.
        strategies: the paper's strategies that it combines.
        why: the idea behind it.
        expression: the player in Lisp form, in its game's default vocabulary.
        share: its measured share of points, in percent, against HC1 to HC5 in the game with its default
            parameters, as scripts/studies/hand_made.py has it; None if it was not measured.
    """

    name: str
    strategies: tuple[str, ...]
    why: str
    expression: str
    share: float | None = None

    def tree(self, vocabulary: Vocabulary) -> Individual:
        """The expression as a tree of a vocabulary that has its words."""
        return from_lisp(self.expression, vocabulary)

    def __call__(self, game: str | Game) -> ExpressionPlayer:
        """The player of its game."""
        vocabulary = vocabulary_of(game)
        return ExpressionPlayer(self.tree(vocabulary), vocabulary, f"hand:{self.name}")


def _of_game(game: str) -> Mapping[str, Callable[[Game], Player]]:
    """The functions that make a game's hand-made players, by name; none if it has no such players."""
    found: Mapping[str, Callable[[Game], Player]] = part_of(game, "players") or {}
    return found


def hand_made_of(name: str, game: str) -> HandMade | None:
    """What is told of a hand-made player of a game; None if it is no expression.

    >>> hand_made_of("HC5", "senet").share, hand_made_of("LOGIC", "tictactoe")
    (57.3, None)
    """
    made = _of_game(game)[name]
    return made if isinstance(made, HandMade) else None


def hand_made_group(text: str, game: str) -> tuple[str, ...]:
    """The players that ``hand:LETTERS`` means: those whose names begin with the letters.

    >>> hand_made_group("hand:HC", "senet")
    ('hand:HC1', 'hand:HC2', 'hand:HC3', 'hand:HC4', 'hand:HC5')
    """
    kind, _, letters = text.partition(":")
    if kind != "hand":
        return ()
    return tuple(f"hand:{name}" for name in _of_game(game) if name.rstrip("0123456789") == letters.upper())


def hand_made_player(name: str, game: str | Game) -> Player:
    """The hand-made player with a name, in upper or lower case.

    >>> hand_made_player("logic", "tictactoe").name
    'hand:LOGIC'

    Args:
        name: the player's name.
        game: the game, or the name of a game with its default parameters.

    Raises:
        UsageError: if the game has no hand-made player with this name, or it has another name itself.
    """
    game = as_game(game)
    known = _of_game(game.name)
    small = next((name for name in known if name != name.upper()), "")
    if small:
        raise UsageError(f"the names in players of {game.name} must be in capitals, not {shortened(small)!r}")
    if not known:
        have = [name for name, entry in GAMES.items() if entry.players]
        raise UsageError(f"{game.name} has no hand-made players, but these games have: {', '.join(have)}")
    make = known.get(name.upper())
    if make is None:
        there = f"there are {', '.join(known)}" if len(known) > 1 else f"there is {', '.join(known)}"
        raise UsageError(f"there is no hand-made player {shortened(name)!r} of {game.name}: {there}")
    made = make(game)
    wanted = f"hand:{name.upper()}"
    if made.name != wanted:
        raise UsageError(
            f"the player {name.upper()} of {game.name} is called {shortened(made.name)}: let its name be "
            f"{wanted}, by which records find it again"
        )
    return made
