"""Vocabularies of Senet for the experiment of 1995, beside ours: named words, single constants, no types."""

from __future__ import annotations

import dataclasses

from primitives import Board, Number, Query, Square, Vocabulary, primitive, vocabulary_of
from primitives.types import MOST
from primitives.vocabulary import register_vocabulary
from senet_gp.games.senet import Senet
from senet_gp.runtime.compiled import kernel

#: The words of the vocabulary ``paper`` that the summary of the paper does not name: they are ours.
OURS = (
    *("protected", "my_pieces", "their_pieces", "my_distance", "their_distance", "my_barricade"),
    *("their_barricade", "i_am_in_water", "they_are_in_water", "hits"),
)


def named(game: Senet) -> Vocabulary:
    """What stands on a square, how many moves are possible, the start and the length of a move."""
    return vocabulary_of(game, "paper").without(*OURS, name="named")


def single_constants(game: Senet) -> Vocabulary:
    """The words of ``paper``; each of the thirty constants is a symbol of its own when trees are drawn."""
    paper = vocabulary_of(game, "paper")
    return dataclasses.replace(paper, name="single-constants", constants_together=False)


def untyped(game: Senet) -> Vocabulary:
    """The words of ``paper``, all of them numbers: a truth is 0 or 1, and any number but 0 is true."""
    paper = vocabulary_of(game, "paper")
    arithmetic = [paper.by_name[name] for name in ("add", "sub", "mul")]
    queries = [
        dataclasses.replace(word, result=Number)
        for word in paper.primitives
        if word.reads_board and word.name not in ("mine", "theirs", "empty")
    ]
    logic = (if_not_0, both, either, neither, mine_there, theirs_there, nothing_there)
    return dataclasses.replace(paper, name="untyped", primitives=(*arithmetic, *logic, *queries))


@kernel
def _if_not_0(condition: int, a: int, b: int) -> int:
    return a if condition else b


@primitive(Number, Number, Number, Number, low=-MOST, high=MOST, compiled=_if_not_0, reads_board=False)
def if_not_0(condition: int, a: int, b: int) -> int:
    """The number a unless the condition is 0, else b."""
    return a if condition else b


@kernel
def _both(a: int, b: int) -> int:
    return int((a != 0) & (b != 0))


@primitive(Number, Number, Number, low=0, high=1, compiled=_both, reads_board=False)
def both(a: int, b: int) -> int:
    """1 if neither number is 0, else 0."""
    return int(a != 0 and b != 0)


@kernel
def _either(a: int, b: int) -> int:
    return int((a != 0) | (b != 0))


@primitive(Number, Number, Number, low=0, high=1, compiled=_either, reads_board=False)
def either(a: int, b: int) -> int:
    """0 if both numbers are 0, else 1."""
    return int(a != 0 or b != 0)


@kernel
def _neither(a: int) -> int:
    return int(a == 0)


@primitive(Number, Number, low=0, high=1, compiled=_neither, reads_board=False)
def neither(a: int) -> int:
    """1 if the number is 0, else 0."""
    return int(a == 0)


@kernel
def _there(own: int, n: int) -> int:
    return (own >> n) & 1


@primitive(Number, Square, low=0, high=1, compiled=Query(_there, "mine"))
def mine_there(board: Board, n: int) -> int:
    """1 if a piece of mine stands on square n, else 0."""
    return int(n in board.mine)


@primitive(Number, Square, low=0, high=1, compiled=Query(_there, "theirs"))
def theirs_there(board: Board, n: int) -> int:
    """1 if a piece of theirs stands on square n, else 0."""
    return int(n in board.theirs)


@kernel
def _nothing_there(mine: int, theirs: int, n: int) -> int:
    return (((mine | theirs) >> n) & 1) ^ 1


@primitive(Number, Square, low=0, high=1, compiled=_nothing_there)
def nothing_there(board: Board, n: int) -> int:
    """1 if square n is empty, else 0."""
    return int(n not in board.mine | board.theirs)


for maker in (named, single_constants, untyped):
    register_vocabulary("senet", maker.__name__.replace("_", "-"), maker)
