"""The typed vocabularies of expressions: those of Senet, those of the small games, and what they share.

Each primitive is declared once: its name, types, range, plain Python meaning, and a kernel for compiled code,
if it has one. DEAP's typed primitive sets (``Vocabulary.pset``), the tables of the evaluator, and
docs/vocabulary.md are made from the declarations.
"""

from __future__ import annotations

from primitives.common import SQUARES, plain_vocabulary
from primitives.declarations import Primitive, Query, primitive
from primitives.types import Number, Square, Truth
from primitives.vocabulary import Vocabulary, register_vocabulary, vocabularies, vocabulary_of
from senet_gp.games.protocol import Board

__all__ = [
    "SQUARES",
    "Board",
    "Number",
    "Primitive",
    "Query",
    "Square",
    "Truth",
    "Vocabulary",
    "plain_vocabulary",
    "primitive",
    "register_vocabulary",
    "vocabularies",
    "vocabulary_of",
]
