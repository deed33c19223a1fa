"""Vocabularies of Senet for the experiment of 1995, beside ours: the named words, and single constants."""

from __future__ import annotations

import dataclasses

from primitives import Vocabulary, vocabulary_of
from primitives.vocabulary import register_vocabulary
from senet_gp.games.senet import Senet

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


register_vocabulary("senet", "named", named)
register_vocabulary("senet", "single-constants", single_constants)
