"""What is known of the boards of our games (see :mod:`senet_gp.insight.simplification.facts`).

In Senet that are the boards that a turn can end in, in the small games those after a move.
"""

from __future__ import annotations

from typing import ClassVar

from primitives.declarations import Primitive
from primitives.types import Number
from primitives.vocabulary import Vocabulary
from senet_gp.insight.simplification.algebra import Algebra, Atom, Form
from senet_gp.insight.simplification.facts import Facts, WordForms

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


class MovedFacts(Facts):
    """The piece that has just been moved or placed is on its target square."""

    def value(
        self, forms: WordForms, word: str, kept: tuple[Form, ...], written: tuple[Form, ...]
    ) -> Form | None:
        """The piece on the target square is mine."""
        if word in {"mine", "theirs"}:
            square = self._word_named(forms.algebra, kept[0])
            if square == "move_to":
                return forms.algebra.constant(int(word == "mine"))
            if square == "move_start":
                # A pawn leaves its square empty.
                return forms.algebra.zero
        return super().value(forms, word, kept, written)

    def _word_named(self, algebra: Algebra, square: Form) -> str | None:
        """The word whose value a square is, if it is nothing else."""
        if len(square.terms) != 1:
            return None
        ((monomial, factor),) = square.terms.items()
        return algebra.atoms[monomial[0]].word if factor == 1 and len(monomial) == 1 else None


class PlacingFacts(MovedFacts):
    """I have placed one piece; the other player's pieces are where they were."""

    unchanged_words: ClassVar = frozenset({"my_pieces", "their_pieces", "theirs"})

    def __init__(self, vocabulary: Vocabulary) -> None:
        super().__init__(vocabulary)
        squares = vocabulary.squares
        self.ranges = {  # type: ignore[misc]
            "my_pieces": (1, (squares + 1) // 2),
            "their_pieces": (0, squares // 2),
            "move_to": (1, squares),
        }

    def value(
        self, forms: WordForms, word: str, kept: tuple[Form, ...], written: tuple[Form, ...]
    ) -> Form | None:
        """Both players have the same squares to place a piece on."""
        if word == "their_moves":
            return forms.value("my_moves", ())
        return super().value(forms, word, kept, written)


class HexapawnFacts(MovedFacts):
    """A move goes from row 1 or 2 to row 2 or 3; I have moved one pawn, and none of mine was taken."""

    ranges: ClassVar = {"move_start": (1, 6), "move_to": (4, 9), "my_pieces": (1, 3)}
    unchanged_words: ClassVar = frozenset({"my_pieces"})


class TicTacToeFacts(PlacingFacts):
    """A piece can be placed on every square that is empty."""

    def value(
        self, forms: WordForms, word: str, kept: tuple[Form, ...], written: tuple[Form, ...]
    ) -> Form | None:
        """There are as many moves as empty squares."""
        if word == "my_moves":
            algebra = forms.algebra
            left = algebra.constant(self.vocabulary.squares)
            for pieces in ("my_pieces", "their_pieces"):
                left = algebra.combined(left, forms.value(pieces, ()), -1)
            return algebra.known_between(left, 0, self.vocabulary.squares - 1)
        return super().value(forms, word, kept, written)
