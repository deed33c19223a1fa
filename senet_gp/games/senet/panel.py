"""Fixed opponents that only Senet has."""

from __future__ import annotations

from senet_gp.games.protocol import Game

#: The difference of the distances that both players have to go.
RACE = "expr:(sub their_distance my_distance)"


def panel(_game: Game) -> dict[str, tuple[str, ...]]:
    """The plain race."""
    return {"the plain race": (RACE,)}


def references(_game: Game) -> dict[str, tuple[str, ...]]:
    """The hand-made references, which are in no first population that the program itself makes."""
    return {"HC1 to HC5": tuple(f"hand:HC{number}" for number in range(1, 6))}
