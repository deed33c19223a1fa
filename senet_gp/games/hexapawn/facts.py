"""What is known of the boards after a move of hexapawn (see :mod:`senet_gp.simplification.facts`)."""

from __future__ import annotations

from typing import ClassVar

from senet_gp.games.board.facts import MovedFacts


class HexapawnFacts(MovedFacts):
    """Pawns start on rows 1 and 2 and go to rows 2 and 3; I have moved one, and none of mine was taken."""

    ranges: ClassVar = {"move_start": (1, 6), "move_to": (4, 9), "my_pieces": (1, 3)}
    unchanged_words: ClassVar = frozenset({"my_pieces"})
