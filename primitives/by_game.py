"""The vocabularies of a game by name: its own, and those registered for it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import cast

from primitives.registration import made_by, registered_for
from primitives.vocabulary import Vocabulary, named_by
from senet_gp.games.protocol import Game
from senet_gp.games.registry import GAMES
from senet_gp.runtime.errors import UsageError
from senet_gp.runtime.plugins import load_installed


class _Vocabularies(Mapping[str, Vocabulary]):
    """The vocabularies of a game by name: its own, then those registered, each made when it is asked for."""

    def __init__(self, game: Game) -> None:
        self._game = game
        self._own = own_vocabularies_of(game)
        self._registered = registered_for(game)
        for name in self._registered:
            if name in self._own:
                raise UsageError(
                    f"{game.name} has a vocabulary {name!r} of its own: let {self._registered[name]} be "
                    "registered by another name"
                )

    def __getitem__(self, name: str) -> Vocabulary:
        if name not in self._own and name not in self._registered:
            load_installed()
            self._registered = registered_for(self._game)
        # A registry would raise another error for an unknown name.
        if name in self._registered:
            return cast("Vocabulary", named_by(self._registered[name], self._game, name))
        found = self._own[name]
        found.check_current()
        return found

    def __iter__(self) -> Iterator[str]:
        # Installed plugins are loaded only if someone asks for more than the game's own.
        yield from self._own
        load_installed()
        self._registered = registered_for(self._game)
        yield from self._registered

    def __len__(self) -> int:
        return sum(1 for _ in self)


def own_vocabularies_of(game: Game) -> Mapping[str, Vocabulary]:
    """The vocabularies of a game by name that it brings itself, the default first."""
    own: Mapping[str, Vocabulary] = made_by(GAMES[game.name].words, game)
    return own


def vocabularies_of(game: Game) -> Mapping[str, Vocabulary]:
    """The vocabularies of a game by name, the default first, then those registered for it.

    Raises:
        UsageError: if a vocabulary is registered by the name of one of the game's own.
    """
    return _Vocabularies(game)
