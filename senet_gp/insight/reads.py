"""What an expression reads: its queries of the board, and what a player cares for, in one sentence."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

import numpy as np

from primitives.types import Square
from senet_gp.arena.pool import Pool, SerialPool
from senet_gp.games.protocol import Game
from senet_gp.insight.pairing import Pairing, SampleSize, decisions_of
from senet_gp.insight.parts import Influence, Influences, Subtree, Subtrees
from senet_gp.players.player import ExpressionPlayer
from senet_gp.runtime.errors import brief
from senet_gp.runtime.streams import SeedDomain, key_of
from senet_gp.trees.individual import Individual

#: Longer arguments are not repeated in the meaning of a query.
_LONGEST_ARGUMENT = 30
#: At most so many queries are named after the first, in a sentence.
_FURTHER = 2
#: A run does not wait long for one sentence: percentages of 1,500 decisions are within 3 points.
_SAMPLED = SampleSize(games=8, enough=1500)


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


def summary_of(player: ExpressionPlayer, game: Game, *, pool: Pool | None = None) -> str:
    """A sentence that names the questions about the board that change most of a player's choices.

    The decisions are the first of those of :func:`~senet_gp.insight.explanation.explain` with seed 1.

    Args:
        player: the player.
        game: the game, with its parameters.
        pool: where these games are played; by default in this process.

    Raises:
        SenetGpError: if the player never has a choice.
        KeyboardInterrupt: if the user interrupts it.
    """
    tree = Individual(player.tree, player.vocabulary)
    key = key_of(key_of(1, SeedDomain.EXPLANATION), 0)
    sampled = decisions_of(Pairing.of(player, game), key, pool or SerialPool(), _SAMPLED)
    return summary_of_reads(reads_of(Influences(tree, Subtrees.of(tree, player.vocabulary), sampled)))


def summary_of_reads(reads: Iterable[Read]) -> str:
    """The sentence of :func:`summary_of` from the queries of an explanation, the most influential first."""
    reads = [read for read in reads if read.influence.changed > 0]
    if not reads:
        return "No single question about the board changes its choices."
    first, *others = reads
    changed = f"{first.influence.changed:.0%} of its choices would be others without it"
    then = " and ".join(f"{read.text} ({read.influence.changed:.0%})" for read in others[:_FURTHER])
    return f"Its choices hang most on {_told(first)}: {changed}{'; then on ' if then else ''}{then}."


def _told(read: Read) -> str:
    """A question, with the first part of its meaning."""
    meaning = read.meaning.partition(";")[0].rstrip(".")
    return f"{read.text} ({meaning[:1].lower()}{meaning[1:]})"
