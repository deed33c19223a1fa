"""A game as another package would add it, with nothing but its class and its vocabulary."""

from __future__ import annotations

from dataclasses import dataclass

from senet_gp.games.registry import Entry
from senet_gp.games.trilobite import Trilobite


@dataclass(frozen=True)
class Drop(Trilobite):
    """Trilobite by another name, on a wider board."""

    width: int = 4

    name = "drop"
    title = "Drop"


ENTRY = Entry(game="registered_game:Drop", words="primitives.small_games:trilobite")
