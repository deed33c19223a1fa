"""The normal forms of the primitives of a vocabulary, with the facts of its game."""

from __future__ import annotations

from primitives.declarations import Primitive
from primitives.vocabulary import Vocabulary
from senet_gp.simplification.algebra import Algebra
from senet_gp.simplification.facts import Facts
from senet_gp.simplification.forms import Atom, Form
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
        cycles = [self.facts.cycle(primitive, kind) for kind in primitive.arguments]
        kept = tuple(
            self.algebra.residue(form, cycle) if cycle else form
            for cycle, form in zip(cycles, arguments, strict=True)
        )
        if not primitive.is_ours:
            return self._value_from_outside(primitive, kept, arguments)
        known = self.facts.value(self, word, kept, arguments)
        if known is not None:
            return known
        low, high = self.facts.ranges.get(word, (primitive.low, primitive.high))
        return self.algebra.atom(Atom(word, kept), low, high, arguments)

    def _value_from_outside(
        self, primitive: Primitive, kept: tuple[Form, ...], arguments: tuple[Form, ...]
    ) -> Form:
        """The form of a word of which only its declaration is known."""
        low, high = primitive.low, primitive.high
        if low == high:
            return self.algebra.constant(low)
        return self.algebra.atom(Atom(primitive.name, kept), low, high, arguments)
