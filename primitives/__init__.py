"""The typed vocabularies that players are written in: one module per game, over shared parts.

Each primitive is declared once: its name, types, range, plain Python meaning, and the operation that
the compiled evaluator runs for it. From the declarations come DEAP's typed primitive sets
(``Vocabulary.pset``), the tables of the translator, and docs/vocabulary.md.
"""

from __future__ import annotations

from primitives.board import Board
from primitives.types import Number, Truth
from primitives.vocabulary import Primitive, Vocabulary

__all__ = ["Board", "Number", "Primitive", "Truth", "Vocabulary", "vocabularies", "vocabulary"]


def vocabularies(game: str) -> dict[str, Vocabulary]:
    """The vocabularies of a game by name, the game's default first.

    Raises:
        UsageError: if there is no such game.
    """
    from primitives import senet
    from senet_gp.errors import UsageError

    games = {"senet": senet.VOCABULARIES}
    if game not in games:
        raise UsageError(f"there is no game {game[:30]!r}: the games are {', '.join(games)}")
    return games[game]


def vocabulary(game: str, name: str | None = None) -> Vocabulary:
    """A game's vocabulary by name, or its default one.

    Raises:
        UsageError: if there is no such game, or no such vocabulary in it.
    """
    from senet_gp.errors import UsageError

    known = vocabularies(game)
    if name is None:
        return next(iter(known.values()))
    if name not in known:
        raise UsageError(f"{game} has no vocabulary {name[:30]!r}: it has {', '.join(known)}")
    return known[name]
