"""What is known of the boards that a turn of Senet can end in (see :mod:`senet_gp.simplification.facts`)."""

from __future__ import annotations

from typing import ClassVar

from primitives.declarations import Primitive
from primitives.types import Number
from senet_gp.simplification.algebra import Atom, Form
from senet_gp.simplification.facts import Facts, WordForms

_WATER = 27
#: Numbers that differ by the least common multiple of 1, 2, 3 and 4 name the same move.
MOVE_CYCLE = 12


class SenetFacts(Facts):
    """A hit moves an enemy piece and never removes it, so all afterstates have equally many of them.

    They have at least one piece, because otherwise the game would be over; so their distance, barricade, and
    the squares of their first and last piece are at least 1.
    """

    ranges: ClassVar = {
        "their_pieces": (1, 7),
        "their_distance": (1, 189),
        "their_barricade": (1, 7),
        "their_first": (1, 30),
        "their_last": (1, 30),
    }
    unchanged_words: ClassVar = frozenset({"their_pieces"})
    #: The water is square 27.
    names: ClassVar = {"i_am_in_water": ("mine", _WATER), "they_are_in_water": ("theirs", _WATER)}

    def value(
        self, forms: WordForms, word: str, kept: tuple[Form, ...], written: tuple[Form, ...]
    ) -> Form | None:
        """No piece of a player is protected while one of them is in the water."""
        if word == "protected" and kept[0].constant == _WATER:
            return forms.algebra.zero
        return super().value(forms, word, kept, written)

    def cycle(self, primitive: Primitive, kind: type) -> int:
        """A number names a move of the turn modulo their count, which is at most four."""
        cyclic = kind is Number and primitive.is_ours and primitive.reads_board
        return MOVE_CYCLE if cyclic else super().cycle(primitive, kind)

    def exclude(self, a: Atom, b: Atom) -> bool:
        """A player with a piece in the water has no moves."""
        for one, other in ((a, b), (b, a)):
            stuck = {"my_moves": "mine", "their_moves": "theirs"}.get(one.word)
            if stuck == other.word and other.arguments[0].constant == _WATER:
                return True
        return super().exclude(a, b)
