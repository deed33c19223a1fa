"""A position with its game, which notebooks draw."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from senet_gp.boards.svg import board_svg
from senet_gp.boards.text import board_text
from senet_gp.checks import whole_number
from senet_gp.displays import Pictured
from senet_gp.games.protocol import Game
from senet_gp.games.registry import game_of
from senet_gp.quoting import brief


@dataclass(frozen=True)
class Diagram(Pictured):
    """A position of a game, to look at: a picture in a notebook, ``print`` shows it as text.

    >>> print(Diagram.of("tictactoe", "x...o...."))
         1     2     3
         x     .     .
         4     5     6
         .     o     .
         7     8     9
         .     .     .

    Attributes:
        game: the game, with its parameters.
        position: the position.
        seat: the seat of the player whose view the position is: 0 for the first mover.
        steps: steps that are drawn as arrows (see :meth:`senet_gp.games.protocol.Decision.steps`).
    """

    game: Game
    position: Any
    seat: int = 0
    steps: Sequence[tuple[int, int]] = ()

    def __post_init__(self) -> None:
        object.__setattr__(self, "seat", whole_number("seat", self.seat, 0, 1))

    picture = "senet_gp.boards.diagram:svg_of"

    @classmethod
    def of(cls, game: Game | str, position: Any = None, seat: int = 0) -> Diagram:
        """The diagram of a position.

        Args:
            game: the game, or its name.
            position: the position, or its text; by default the first start position.
            seat: the seat of the player whose view the position is.

        Raises:
            UsageError: if there is no such game, or the text is not a position of it.
        """
        game = game_of(game) if isinstance(game, str) else game
        if position is None:
            position = game.starts()[0]
        elif isinstance(position, str):
            position = getattr(game, "position_as_written", game.position_from)(position)
        return cls(game, position, seat)

    def __repr__(self) -> str:
        return brief(self, self.game, self.game.text(self.position))

    def __str__(self) -> str:
        return board_text(self.game, self.position, self.seat)


def svg_of(diagram: Diagram) -> str:
    """The picture of a diagram, on a background of its own."""
    return board_svg(diagram.game, diagram.position, diagram.seat, steps=diagram.steps, background="#ffffff")
