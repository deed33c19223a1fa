"""What is known of the boards of each game, beyond what holds for all numbers.

A fact holds on every board that a turn of the game can end in (in Pursuit: before which a player can be
asked). Each stands here with its reason; tests try every one on many boards, of the small games on all of
them.
"""

from __future__ import annotations

from typing import ClassVar

from primitives.vocabulary import Vocabulary
from senet_gp.simplification.forms import Algebra, Atom, Facts, Form

_WATER = 27


class SenetFacts(Facts):
    """A hit moves an enemy piece and never takes it off, so their pieces are as many whatever I play.

    They have at least one, for the game would be over; so their distance, barricade, and the squares of their
    first and last piece are at least 1.
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
        self, algebra: Algebra, word: str, kept: tuple[Form, ...], written: tuple[Form, ...]
    ) -> Form | None:
        """Nothing of a side is protected while a piece of it is in the water."""
        if word == "protected" and kept[0].constant == _WATER:
            return algebra.zero
        return super().value(algebra, word, kept, written)

    def exclude(self, a: Atom, b: Atom) -> bool:
        """Who is in the water has no moves."""
        for one, other in ((a, b), (b, a)):
            stuck = {"my_moves": "mine", "their_moves": "theirs"}.get(one.word)
            if stuck == other.word and other.arguments[0].constant == _WATER:
                return True
        return super().exclude(a, b)


class _MovedFacts(Facts):
    """The piece that has just been moved or placed stands where it went."""

    def value(
        self, algebra: Algebra, word: str, kept: tuple[Form, ...], written: tuple[Form, ...]
    ) -> Form | None:
        """It is mine, and no other."""
        if word in {"mine", "theirs"}:
            square = self._word_named(algebra, kept[0])
            if square == "move_to":
                return algebra.constant(int(word == "mine"))
            if square == "move_start":
                # A pawn leaves its square empty.
                return algebra.zero
        return super().value(algebra, word, kept, written)

    def _word_named(self, algebra: Algebra, square: Form) -> str | None:
        """The word of which a square is nothing but the value."""
        if len(square.terms) != 1:
            return None
        ((monomial, factor),) = square.terms.items()
        return algebra.atoms[monomial[0]].word if factor == 1 and len(monomial) == 1 else None


class HexapawnFacts(_MovedFacts):
    """Pawns start on rows 1 and 2 and go to rows 2 and 3; I have moved one, and none of mine was taken."""

    ranges: ClassVar = {"move_start": (1, 6), "move_to": (4, 9), "my_pieces": (1, 3)}
    unchanged_words: ClassVar = frozenset({"my_pieces"})


class PlacingFacts(_MovedFacts):
    """A piece of mine has been placed, whichever I chose; theirs stand where they stood."""

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
        self, algebra: Algebra, word: str, kept: tuple[Form, ...], written: tuple[Form, ...]
    ) -> Form | None:
        """Either side could place a piece where the other could."""
        if word == "their_moves":
            return algebra.value("my_moves", ())
        return super().value(algebra, word, kept, written)


class TicTacToeFacts(PlacingFacts):
    """A piece can be placed on every square that is empty."""

    def value(
        self, algebra: Algebra, word: str, kept: tuple[Form, ...], written: tuple[Form, ...]
    ) -> Form | None:
        """There are as many as the pieces leave."""
        if word == "my_moves":
            left = algebra.constant(self.vocabulary.squares)
            for pieces in ("my_pieces", "their_pieces"):
                left = algebra.combined(left, algebra.value(pieces, ()), -1)
            return algebra.known_between(left, 0, self.vocabulary.squares - 1)
        return super().value(algebra, word, kept, written)


_FACTS: dict[str, type[Facts]] = {
    "senet": SenetFacts,
    "hexapawn": HexapawnFacts,
    "tictactoe": TicTacToeFacts,
    "trilobite": PlacingFacts,
}


def facts_of(vocabulary: Vocabulary) -> Facts:
    """What is known of the game that a vocabulary is for."""
    return _FACTS.get(vocabulary.game, Facts)(vocabulary)
