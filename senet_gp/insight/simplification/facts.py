"""Facts about the boards of each game, which go beyond arithmetic.

A fact holds on every board at the end of a turn (in Pursuit: on every board before a decision). This module
has the facts of all games, and each game has its own. Each comes with its reason, and tests check it on many
boards, in small games on all of them. Facts are used when atoms are made and multiplied, so the normal forms
of primitives, which are made with them, stand here, too.
"""

from __future__ import annotations

from typing import ClassVar

from primitives.declarations import Primitive
from primitives.types import Square
from primitives.vocabulary import Vocabulary, own_vocabularies_of
from senet_gp.games.registry import part_of
from senet_gp.insight.simplification.algebra import Algebra, Atom, Form
from senet_gp.insight.simplification.operations import OPERATIONS
from senet_gp.runtime.origins import is_of_this_project


class Facts:
    """The facts of all games whose boards are as ours.

    Attributes:
        ranges: the range of a primitive on these boards, where it is smaller than the declared range.
        unchanged_words: the primitives that have the same value for all afterstates of a decision.
        names: the terminals that equal another primitive on one square: that primitive and the square.
    """

    ranges: ClassVar[dict[str, tuple[int, int]]] = {}
    unchanged_words: ClassVar[frozenset[str]] = frozenset()
    names: ClassVar[dict[str, tuple[str, int]]] = {}

    def __init__(self, vocabulary: Vocabulary) -> None:
        self.vocabulary = vocabulary

    def value(
        self,
        forms: WordForms,
        word: str,
        kept: tuple[Form, ...],  # noqa: ARG002 - the facts of some games use it
        written: tuple[Form, ...],
    ) -> Form | None:
        """A query expressed by other queries; None if it is an atom of its own.

        Args:
            forms: makes the forms of primitives.
            word: the name of the query.
            kept: its arguments, with squares modulo the number of squares.
            written: its arguments as written.
        """
        algebra = forms.algebra
        if word == "empty":
            # An empty square has no piece of either side, and no square has two pieces.
            mine, theirs = (forms.value(side, written) for side in ("mine", "theirs"))
            return algebra.combined(algebra.combined(algebra.one, mine, -1), theirs, -1)
        if word in self.names:
            side, square = self.names[word]
            return forms.value(side, (algebra.constant(square),))
        return None

    def cycle(self, primitive: Primitive, kind: type) -> int:  # noqa: ARG002 - Senet looks at it
        """The cycle in which a word takes an argument of a kind: 0 if it is not known to take it in one."""
        # Squares are counted around before a word gets them.
        return self.vocabulary.squares if kind is Square else 0

    def exclude(self, a: Atom, b: Atom) -> bool:
        """Whether the product of two atoms is 0 on every board."""
        # No square has pieces of both sides.
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


class NoFacts(Facts):
    """For vocabularies in which the names of our words mean something else."""

    def value(
        self,
        forms: WordForms,  # noqa: ARG002
        word: str,  # noqa: ARG002
        kept: tuple[Form, ...],  # noqa: ARG002
        written: tuple[Form, ...],  # noqa: ARG002
    ) -> Form | None:
        """Nothing is known."""
        return None

    def exclude(self, a: Atom, b: Atom) -> bool:  # noqa: ARG002
        """Nothing is known."""
        return False


def facts_of(vocabulary: Vocabulary) -> Facts:
    """The facts of the game of a vocabulary, as far as they are about the words that it has."""
    facts: type[Facts] = part_of(vocabulary.game.name, "facts") or Facts
    if not is_of_this_project(facts.__module__) or (facts is not Facts and _has_the_words(vocabulary)):
        return facts(vocabulary)
    squares = [vocabulary.by_name.get(name) for name in ("mine", "theirs", "empty")]
    one_side = getattr(vocabulary.game, "one_side_a_square", False)
    known = one_side and all(word is None or word.is_ours for word in squares)
    return Facts(vocabulary) if known and (squares[2] is None or all(squares)) else NoFacts(vocabulary)


def _has_the_words(vocabulary: Vocabulary) -> bool:
    """Whether a vocabulary has all words of one that its game brings, which are ours."""
    words = set(vocabulary.primitives)
    return any(
        words.issuperset(own.primitives) and all(word.is_ours for word in own.primitives)
        for own in own_vocabularies_of(vocabulary.game).values()
    )


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
