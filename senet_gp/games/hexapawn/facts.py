"""What is known of the boards after a move of hexapawn (see :mod:`senet_gp.simplification.facts`)."""

from __future__ import annotations

from typing import ClassVar

from senet_gp.games.board.facts import MovedFacts


class HexapawnFacts(MovedFacts):
    """A move goes from row 1 or 2 to row 2 or 3; I have moved one pawn, and none of mine was taken."""

    ranges: ClassVar = {"move_start": (1, 6), "move_to": (4, 9), "my_pieces": (1, 3)}
    unchanged_words: ClassVar = frozenset({"my_pieces"})
