"""What is known of the boards of each game, beyond what holds for all numbers.

A fact holds on every board that a turn of the game can end in (in Pursuit: before which a player can be
asked). What holds in every game stands here, the rest with the game; each has its reason, and tests try
every one on many boards, of the small games on all of them. Facts are used when atoms are made and
multiplied.
"""

from __future__ import annotations

from typing import ClassVar, Protocol

from primitives.vocabulary import Vocabulary
from senet_gp.games.registry import part_of
from senet_gp.simplification.algebra import Algebra
from senet_gp.simplification.forms import Atom, Form


class Forms(Protocol):
    """What makes the forms of words, so that a fact can tell one word by others."""

    @property
    def algebra(self) -> Algebra:
        """What the forms are made by."""

    def value(self, word: str, arguments: tuple[Form, ...]) -> Form:
        """The form of a word with arguments."""


class Facts:
    """What holds in every game.

    Attributes:
        ranges: values that words can have on these boards, where that is less than their declared range.
        unchanged_words: words that have the same value for all afterstates of a decision.
        names: terminals that stand for an atom of another word: its word and square.
    """

    ranges: ClassVar[dict[str, tuple[int, int]]] = {}
    unchanged_words: ClassVar[frozenset[str]] = frozenset()
    names: ClassVar[dict[str, tuple[str, int]]] = {}

    def __init__(self, vocabulary: Vocabulary) -> None:
        self.vocabulary = vocabulary

    def value(
        self,
        forms: Forms,
        word: str,
        kept: tuple[Form, ...],  # noqa: ARG002 - others look at it
        written: tuple[Form, ...],
    ) -> Form | None:
        """What a query is in terms of others; None if it stands for itself.

        Args:
            forms: what makes the forms of words.
            word: the query.
            kept: its arguments, of squares what is left of them modulo the number of squares.
            written: its arguments as they are.
        """
        algebra = forms.algebra
        if word == "empty":
            # What is empty holds no piece of either side, and no square holds two.
            mine, theirs = (forms.value(side, written) for side in ("mine", "theirs"))
            return algebra.combined(algebra.combined(algebra.one, mine, -1), theirs, -1)
        if word in self.names:
            side, square = self.names[word]
            return forms.value(side, (algebra.constant(square),))
        return None

    def exclude(self, a: Atom, b: Atom) -> bool:
        """Whether the product of two atoms is 0 on every board."""
        # A square is not held by both sides.
        return {a.word, b.word} == {"mine", "theirs"} and a.arguments == b.arguments

    def unchanged(self, algebra: Algebra, form: Form) -> bool:
        """Whether a form has the same value for all afterstates of a decision."""
        return all(
            self._unchanged_atom(algebra, algebra.atoms[number])
            for monomial in form.terms
            for number in monomial
        )

    def _unchanged_atom(self, algebra: Algebra, atom: Atom) -> bool:
        return atom.word in self.unchanged_words and all(
            self.unchanged(algebra, argument) for argument in atom.arguments
        )


def facts_of(vocabulary: Vocabulary) -> Facts:
    """What is known of the game that a vocabulary is for."""
    facts: type[Facts] = part_of(vocabulary.game.name, "facts")
    return facts(vocabulary)
