"""The normal forms of the primitives of a vocabulary, with the facts of its game."""

from __future__ import annotations

from primitives.declarations import Primitive
from primitives.types import Square
from primitives.vocabulary import Vocabulary
from senet_gp.simplification.algebra import Algebra
from senet_gp.simplification.facts import Facts
from senet_gp.simplification.forms import MOVE_CYCLE, Atom, Form
from senet_gp.simplification.operations import OPERATIONS


class WordForms:
    """Makes the forms of primitives with arguments.

    Attributes:
        vocabulary: the vocabulary.
        facts: the facts of its game.
        algebra: the algebra of the forms.
    """

    def __init__(self, vocabulary: Vocabulary, facts: Facts) -> None:
        self.vocabulary = vocabulary
        self.facts = facts
        self.algebra = Algebra(vocabulary, facts.exclude)

    def value(self, word: str, arguments: tuple[Form, ...]) -> Form:
        """The form of a primitive with arguments."""
        operation = OPERATIONS.get(word)
        if operation is not None:
            return operation(self.algebra, *arguments)
        primitive = self.vocabulary.by_name[word]
        if not primitive.is_ours:
            return self._value_from_outside(primitive, arguments)
        kept = tuple(
            self.algebra.residue(form, self.vocabulary.squares if kind is Square else MOVE_CYCLE)
            for kind, form in zip(primitive.arguments, arguments, strict=True)
        )
        known = self.facts.value(self, word, kept, arguments)
        if known is not None:
            return known
        low, high = self.facts.ranges.get(word, (primitive.low, primitive.high))
        return self.algebra.atom(Atom(word, kept), low, high, arguments)

    def _value_from_outside(self, primitive: Primitive, arguments: tuple[Form, ...]) -> Form:
        """The form of a word of which only its declaration is known."""
        kept = tuple(
            self.algebra.residue(form, self.vocabulary.squares) if kind is Square else form
            for kind, form in zip(primitive.arguments, arguments, strict=True)
        )
        low, high = primitive.low, primitive.high
        if low == high:
            return self.algebra.constant(low)
        return self.algebra.atom(Atom(primitive.name, kept), low, high, arguments)
