"""What is known of boards after a move of a small game (see :mod:`senet_gp.simplification.facts`)."""

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
