"""The typed vocabularies of expressions: one module for each game, and shared parts.

Each primitive is declared once: its name, types, range, plain Python meaning, and a kernel for compiled code,
if it has one. DEAP's typed primitive sets (``Vocabulary.pset``), the tables of the evaluator, and
docs/vocabulary.md are made from the declarations.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from primitives.by_game import vocabularies_of
from primitives.common import plain_vocabulary
from primitives.declarations import Primitive, Query, primitive
from primitives.registration import register_vocabulary
from primitives.types import Number, Square, Truth
from primitives.vocabulary import Vocabulary
from senet_gp.games.view import Board

if TYPE_CHECKING:
    from senet_gp.games.protocol import Game

__all__ = [
    "Board",
    "Number",
    "Primitive",
    "Query",
    "Square",
    "Truth",
    "Vocabulary",
    "plain_vocabulary",
    "primitive",
    "register_vocabulary",
    "vocabularies",
    "vocabulary_of",
]


def vocabularies(game: str | Game) -> Mapping[str, Vocabulary]:
    """The vocabularies of a game by name, the game's default first.

    >>> list(vocabularies("senet"))
    ['paper', 'extended', 'rich']

    Args:
        game: a game, or the name of a game with its default parameters.

    Raises:
        UsageError: if there is no such game.
    """
    from senet_gp.games.registry import as_game

    return vocabularies_of(as_game(game))


def vocabulary_of(game: str | Game, name: str | None = None) -> Vocabulary:
    """A vocabulary of a game, by name or its default; the same object for the same game and name.

    >>> vocabulary_of("tictactoe") is vocabulary_of("tictactoe")
    True

    Raises:
        UsageError: if there is no such game, or no such vocabulary in it.
    """
    from senet_gp.runtime.errors import UsageError

    known = vocabularies(game)
    if name is None:
        return next(iter(known.values()))
    if name not in known:
        game_name = game if isinstance(game, str) else game.name
        raise UsageError(
            f"{game_name} has no vocabulary {name[:30]!r}: it has {', '.join(known)}; --plugin MODULE adds "
            "others"
        )
    return known[name]
