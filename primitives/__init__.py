"""The typed vocabularies that players are written in: one module per game, over shared parts.

Each primitive is declared once: its name, types, range, plain Python meaning, and the kernel, if it has one,
that answers it in compiled code. From the declarations come DEAP's typed primitive sets
(``Vocabulary.pset``), the tables and the dispatch of the evaluator, and docs/vocabulary.md.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from primitives.declarations import Primitive
from primitives.query import Query
from primitives.types import Number, Square, Truth
from primitives.vocabulary import Vocabulary, vocabularies_of
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
    "vocabularies",
    "vocabulary_of",
]


def vocabularies(game: str | Game) -> Mapping[str, Vocabulary]:
    """The vocabularies of a game by name, the game's default first.

    Args:
        game: a game, or a game's name, which stands for the game with its usual parameters.

    Raises:
        UsageError: if there is no such game.
    """
    from senet_gp.games.registry import game_of

    return vocabularies_of(game_of(game) if isinstance(game, str) else game)


def vocabulary_of(game: str | Game, name: str | None = None) -> Vocabulary:
    """A vocabulary of a game, by name or its default one; the same object for the same game and name.

    Raises:
        UsageError: if there is no such game, or no such vocabulary in it.
    """
    from senet_gp.errors import UsageError

    known = vocabularies(game)
    if name is None:
        return next(iter(known.values()))
    if name not in known:
        game_name = game if isinstance(game, str) else game.name
        raise UsageError(f"{game_name} has no vocabulary {name[:30]!r}: it has {', '.join(known)}")
    return known[name]
