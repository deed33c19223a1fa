"""Facts about the boards of each game, which go beyond arithmetic.

A fact holds on every board at the end of a turn (in Pursuit: on every board before a decision). This module
has the facts of all games, and each game has its own. Each comes with its reason, and tests check it on many
boards, in small games on all of them. Facts are used when atoms are made and multiplied, so the normal forms
of primitives, which are made with them, stand here, too.
"""

from __future__ import annotations

from typing import ClassVar

from primitives.declarations import Primitive
from primitives.types import Number, Square
from primitives.vocabulary import Vocabulary, own_vocabularies_of
from senet_gp.games.registry import part_of
from senet_gp.runtime.origins import is_of_this_project
from senet_gp.trees.simplification.algebra import OPERATIONS, Algebra, Atom, Form


class Facts:
    """Makes the forms of primitives with arguments, by the facts of all games whose boards are as ours.

    Attributes:
        vocabulary: the vocabulary.
        algebra: the algebra of the forms.
        ranges: the range of a primitive on these boards, where it is smaller than the declared range.
        unchanged_words: the primitives that have the same value for all afterstates of a decision.
        names: the terminals that equal another primitive on one square: that primitive and the square.
    """

    ranges: ClassVar[dict[str, tuple[int, int]]] = {}
    unchanged_words: ClassVar[frozenset[str]] = frozenset()
    names: ClassVar[dict[str, tuple[str, int]]] = {}

    def __init__(self, vocabulary: Vocabulary) -> None:
        self.vocabulary = vocabulary
        self.algebra = Algebra(vocabulary, self.exclude)

    def form(self, word: str, arguments: tuple[Form, ...] = ()) -> Form:
        """The form of a primitive with arguments."""
        operation = OPERATIONS.get(word)
        if operation is not None:
            return operation(self.algebra, *arguments)
        primitive = self.vocabulary.by_name[word]
        cycles = [self.cycle(primitive, kind) for kind in primitive.arguments]
        kept = tuple(
            self.algebra.residue(form, cycle) if cycle else form
            for cycle, form in zip(cycles, arguments, strict=True)
        )
        low, high = primitive.low, primitive.high
        if primitive.is_ours:
            known = self.known(Atom(word, kept), arguments)
            if known is not None:
                return known
            low, high = self.ranges.get(word, (low, high))
        elif low == high:
            return self.algebra.constant(low)
        return self.algebra.atom(Atom(word, kept), low, high, arguments)

    def known(self, query: Atom, written: tuple[Form, ...]) -> Form | None:
        """A query expressed by other queries; None if it is an atom of its own.

        Args:
            query: the query; squares among its arguments are modulo the number of squares.
            written: its arguments as written.
        """
        if query.word == "empty":
            # An empty square has no piece of either side, and no square has two pieces.
            mine, theirs = (self.form(side, written) for side in ("mine", "theirs"))
            return self.algebra.combined(self.algebra.combined(self.algebra.one, mine, -1), theirs, -1)
        if query.word in self.names:
            side, square = self.names[query.word]
            return self.form(side, (self.algebra.constant(square),))
        return None

    def cycle(self, primitive: Primitive, kind: type) -> int:  # noqa: ARG002 - Senet looks at it
        """The cycle in which a word takes an argument of a kind: 0 if it is not known to take it in one."""
        # Squares are counted around before a word gets them.
        return self.vocabulary.squares if kind is Square else 0

    def exclude(self, a: Atom, b: Atom) -> bool:
        """Whether the product of two atoms is 0 on every board."""
        # No square has pieces of both sides.
        return {a.word, b.word} == {"mine", "theirs"} and a.arguments == b.arguments

    def unchanged(self, form: Form) -> bool:
        """Whether a form has the same value for all afterstates of a decision."""
        return all(self._unchanged_atom(self.algebra.atoms[number]) for number in form.atoms())

    def _unchanged_atom(self, atom: Atom) -> bool:
        return atom.word in self.unchanged_words and all(map(self.unchanged, atom.arguments))


class NoFacts(Facts):
    """For vocabularies in which the names of our words mean something else."""

    def known(self, query: Atom, written: tuple[Form, ...]) -> Form | None:  # noqa: ARG002
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

    def known(self, query: Atom, written: tuple[Form, ...]) -> Form | None:
        """No piece of a player is protected while one of them is in the water."""
        if query.word == "protected" and query.arguments[0].constant == _WATER:
            return self.algebra.zero
        return super().known(query, written)

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

    def known(self, query: Atom, written: tuple[Form, ...]) -> Form | None:
        """The piece on the target square is mine."""
        if query.word in {"mine", "theirs"}:
            square = self._word_of(query.arguments[0])
            if square == "move_to":
                return self.algebra.constant(int(query.word == "mine"))
            if square == "move_start":
                # A pawn leaves its square empty.
                return self.algebra.zero
        return super().known(query, written)

    def _word_of(self, square: Form) -> str | None:
        """The word whose value a square is, if it is nothing else."""
        if len(square.terms) != 1:
            return None
        ((monomial, factor),) = square.terms.items()
        return self.algebra.atoms[monomial[0]].word if factor == 1 and len(monomial) == 1 else None


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

    def known(self, query: Atom, written: tuple[Form, ...]) -> Form | None:
        """Both players have the same squares to place a piece on."""
        if query.word == "their_moves":
            return self.form("my_moves")
        return super().known(query, written)


class HexapawnFacts(MovedFacts):
    """A move goes from row 1 or 2 to row 2 or 3; I have moved one pawn, and none of mine was taken."""

    ranges: ClassVar = {"move_start": (1, 6), "move_to": (4, 9), "my_pieces": (1, 3)}
    unchanged_words: ClassVar = frozenset({"my_pieces"})


class TicTacToeFacts(PlacingFacts):
    """A piece can be placed on every square that is empty."""

    def known(self, query: Atom, written: tuple[Form, ...]) -> Form | None:
        """There are as many moves as empty squares."""
        if query.word == "my_moves":
            left = self.algebra.constant(self.vocabulary.squares)
            for pieces in ("my_pieces", "their_pieces"):
                left = self.algebra.combined(left, self.form(pieces), -1)
            return self.algebra.known_between(left, 0, self.vocabulary.squares - 1)
        return super().known(query, written)
