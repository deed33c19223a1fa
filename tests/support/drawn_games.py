"""Decisions of random games of all games, whose boards are drawn; and games of other packages."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, cast

from played_games import played

from senet_gp.engine.playthrough import Choice
from senet_gp.games.protocol import Game, Geometry
from senet_gp.games.registry import GAMES, game_of

DRAWN: list[Game] = [
    *map(game_of, GAMES),
    game_of("senet", {"pieces": 2}),
    game_of("pursuit", {"size": 5}),
    game_of("trilobite", {"width": 5, "height": 4}),
]


def choices_of(game: Game, games: int) -> list[Choice]:
    """All choices of a number of random games."""
    return [choice for key in range(games) for choice in played(game, key)[1]]


class _Crowded:
    """A game of another package: its board has a corner without a square, and squares hold many pieces."""

    title = "Crowd <& \x1b>"
    geometry = Geometry(((1, 2, 0), (3, 4, 5)), {5: "<end>"}, {4: "a&b"})

    def occupants(self, _position: Any, _seat: int) -> Mapping[int, Sequence[int]]:
        return {1: (0,) * 7, 3: (0, 1), 4: (0, 0, 1, 1), 5: (1,) * 12}


CROWDED = cast("Game", _Crowded())


class _Boardless:
    """A game of numbers."""

    title = "Numbers"
    geometry = Geometry(())

    def occupants(self, _position: Any, _seat: int) -> Mapping[int, Sequence[int]]:
        return {}

    def text(self, position: Any) -> str:
        return f"<{position}>"


BOARDLESS = cast("Game", _Boardless())
