"""What an expression reads: its queries of the board."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Any

import numpy as np

from primitives.types import Square
from senet_gp.insight.parts import Influence, Influences, Subtree
from senet_gp.runtime.errors import brief

#: Longer arguments are not repeated in the meaning of a query.
_LONGEST_ARGUMENT = 30


@dataclass(frozen=True)
class Read:
    """A query of the board in an expression.

    Attributes:
        word: its primitive.
        text: the query with its arguments, as in ``mine(26)``.
        meaning: its meaning in words.
        squares: the squares that its argument names: one if the argument is constant; if it is computed, all
            of them in real decisions; empty if it does not have exactly one argument, a square.
        computed: whether one of its arguments depends on the board.
        influence: how often it occurs, and how many choices change without it.
    """

    word: str
    text: str
    meaning: str
    squares: tuple[int, ...]
    computed: bool
    influence: Influence

    def __repr__(self) -> str:
        return brief(self, self.word, self.text, self.meaning)

    def as_json(self) -> dict[str, Any]:
        """The query as ``senet-gp explain --json`` prints it."""
        return {
            "word": self.word,
            "text": self.text,
            "meaning": self.meaning,
            "squares": list(self.squares),
            "computed": self.computed,
            "times": self.influence.part.times,
            "choices_changed": self.influence.changed,
        }


def reads_of(influences: Influences) -> list[Read]:
    """The queries of the board in an expression, the most influential first."""
    # The whole expression may be a single query.
    tried = [influences.of(0), *influences.tried]
    asking = [influence for influence in tried if influence.part.query is not None]
    asking.sort(key=lambda one: (-one.changed, -one.part.times, one.infix))
    return [_read(influence, influences) for influence in asking]


def _read(influence: Influence, influences: Influences) -> Read:
    part = influence.part
    word = part.query
    assert word is not None  # noqa: S101 - it asks about the board
    if not word.arguments:
        return Read(word.name, word.name, word.description, (), computed=False, influence=influence)
    arguments = _arguments(part, influences)
    computed = any(argument.constant is None for argument in arguments)
    squares: tuple[int, ...] = ()
    text = influence.infix
    meaning = word.description
    if part.square is not None:
        squares = (part.square,)
        text = f"{word.name}({part.square})"
        meaning = _of_square(meaning, str(part.square))
    elif word.arguments == (Square,):
        values = influences.decisions.values(influences.source(influence.codes[1:]))
        squares = tuple(np.unique((values - 1) % influences.vocabulary.squares + 1).tolist())
        inner = influence.infix[len(word.name) + 1 : -1]
        if len(inner) <= _LONGEST_ARGUMENT:
            meaning = _of_square(meaning, inner)
    return Read(word.name, text, meaning, squares, computed=computed, influence=influence)


def _of_square(meaning: str, square: str) -> str:
    """A meaning that names the square instead of n.

    >>> _of_square("How many of my pieces stand on the squares 1 to n.", "7")
    'How many of my pieces stand on the squares 1 to 7.'
    """
    return re.sub(r"\b(square|squares 1 to) n\b", rf"\g<1> {square}", meaning)


def _arguments(part: Subtree, influences: Influences) -> list[Subtree]:
    """The arguments of a query."""
    subtrees = influences.subtrees
    begin: int = part.occurrences[0].start
    return [subtrees.distinct[subtrees.number[argument]] for argument in subtrees.arguments[begin]]
