"""What is known of boards after a move of the small games (see :mod:`senet_gp.simplification.facts`)."""

from __future__ import annotations

from typing import ClassVar

from primitives.vocabulary import Vocabulary
from senet_gp.simplification.algebra import Algebra, Form
from senet_gp.simplification.facts import Facts, WordForms


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
