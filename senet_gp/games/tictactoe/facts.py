"""What is known of the boards after a move of tic-tac-toe (see :mod:`senet_gp.simplification.facts`)."""

from __future__ import annotations

from senet_gp.games.board.facts import PlacingFacts
from senet_gp.simplification.algebra import Form
from senet_gp.simplification.facts import WordForms


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
