"""What callers give as a player: a player itself, the text that names it, or an expression."""

from __future__ import annotations

from collections.abc import Iterable
from hashlib import blake2b
from typing import TypeAlias

from deap import gp

from primitives.by_game import vocabularies_of
from primitives.vocabulary import Vocabulary
from senet_gp.checks import several
from senet_gp.errors import UsageError
from senet_gp.games.protocol import Game
from senet_gp.games.registry import as_game
from senet_gp.players.parsing import player_from_text
from senet_gp.players.player import ExpressionPlayer, Player
from senet_gp.quoting import shortened
from senet_gp.trees.individual import Individual, whole
from senet_gp.trees.text import to_lisp

#: A player, the text that names it on the command line, or an expression.
Entrant: TypeAlias = "str | Player | Individual | gp.PrimitiveTree"

#: Longer texts of expressions are cut in the names of their players.
_MOST = 60


def as_player(given: Entrant, game: str | Game) -> Player:
    """The player that is meant.

    >>> from senet_gp import from_lisp
    >>> as_player("random", "senet").name
    'random'
    >>> as_player(from_lisp("(sub my_moves 1)", "hexapawn"), "hexapawn").name
    'expr:(sub my_moves 1)'

    Args:
        given: a player, the text that names it (see :func:`~senet_gp.players.parsing.player_from_text`), or
            an expression. An expression that is not an :class:`~senet_gp.trees.individual.Individual` belongs
            to the first vocabulary of the game that has all its words.
        game: the game, or the name of a game with its default parameters.

    Raises:
        UsageError: if the text names no player of the game, what is given is no player, or an expression is
            not whole.
        FileError: if the text names a file that cannot be read.
    """
    if isinstance(given, str):
        return player_from_text(given, game)
    if isinstance(given, gp.PrimitiveTree):
        tree = _whole(given, as_game(game))
        return ExpressionPlayer(tree, tree.vocabulary, _name_of(tree))
    # What only says which moves it may choose is enough for verdicts.
    methods = (getattr(given, name, None) for name in ("choose", "possible"))
    if not isinstance(given, type) and any(map(callable, methods)):
        return given
    raise UsageError(
        f"{shortened(repr(given))} cannot play: give an expression, a player, or a text such as 'random'"
    )


def entrants_in(name: str, given: Iterable[Entrant]) -> list[Entrant]:
    """The members of a list of players; a single text or a single expression is no list.

    >>> entrants_in("opponents", "random")
    Traceback (most recent call last):
    senet_gp.errors.UsageError: opponents is 'random', but it must be a list, such as ['random']

    Args:
        name: what the list is, as messages call it.
        given: the list.

    Raises:
        UsageError: if it is no list.
    """
    if isinstance(given, gp.PrimitiveTree):
        raise UsageError(f"{name} is a single expression, but it must be a list: put it into brackets")
    return several(name, given, "'random'")


def game_of_expressions(given: Iterable[Entrant]) -> Game | None:
    """The game of the first expression among players; None if there is no expression."""
    for one in given:
        vocabulary = getattr(one, "vocabulary", None)
        if isinstance(vocabulary, Vocabulary):
            return vocabulary.game
    return None


def _name_of(tree: Individual) -> str:
    """The name of an expression's player; where it is cut, a hash distinguishes those that begin alike."""
    text = to_lisp(tree)
    name = f"expr:{text}"
    digest = blake2b(text.encode(), digest_size=3).hexdigest()
    return name if len(name) <= _MOST else f"{shortened(name, _MOST)} {digest}"


def _whole(tree: gp.PrimitiveTree, game: Game) -> Individual:
    """An expression as an individual of its vocabulary, once it is known to be whole."""
    if isinstance(tree, Individual):
        return tree.checked()
    # What is no node is told as soon as the vocabulary is known.
    used = {name: None for node in tree if isinstance(name := getattr(node, "name", None), str)}
    for vocabulary in vocabularies_of(game).values():
        if used.keys() <= vocabulary.node_named.keys():
            return whole(tree, vocabulary)
    raise UsageError(
        f"no vocabulary of {game.name} has all words of {shortened(' '.join(used))}: make it an Individual "
        "with its vocabulary"
    )
