"""Expressions as programs read them: a line of Lisp, or a JSON document with a flat list of nodes."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from primitives.declarations import Primitive
from primitives.vocabulary import Node, Vocabulary
from senet_gp.games.registry import parameters_of
from senet_gp.runtime.documents import document_text
from senet_gp.trees.individual import Individual
from senet_gp.trees.text import to_lisp

FORMAT, VERSION = "senet-gp expression", 1


def to_lisp_file(tree: Sequence[Node], _vocabulary: Vocabulary) -> str:
    """The content of a file: the expression in Lisp form on one line, which senet-gp can read."""
    return to_lisp(tree) + "\n"


def to_json(tree: Sequence[Node], vocabulary: Vocabulary) -> str:
    """The text of the JSON document.

    Its ``expression`` is the list of the tree's nodes, root first, every function before its arguments:
    primitives as texts, constants as numbers. ``words`` has the arguments, the result and the meaning of each
    primitive.

    >>> import json
    >>> from primitives import vocabulary_of
    >>> from senet_gp.trees.text import from_lisp
    >>> words = vocabulary_of("senet")
    >>> json.loads(to_json(from_lisp("(add hits 2)", words), words))["expression"]
    ['add', 'hits', 2]
    """
    used = sorted({node.name for node in tree} & set(vocabulary.by_name))
    return document_text(
        FORMAT,
        VERSION,
        {
            "game": vocabulary.game.name,
            "parameters": parameters_of(vocabulary.game),
            "vocabulary": vocabulary.name,
            "nodes": len(tree),
            "depth": Individual(tree, vocabulary).depth,
            "words": {name: _word(vocabulary.by_name[name]) for name in used},
            "expression": [node.name if node.name in vocabulary.by_name else node.value for node in tree],
        },
    )


def _word(primitive: Primitive) -> dict[str, Any]:
    return {
        "arguments": [kind.__name__ for kind in primitive.types],
        "result": primitive.result.__name__,
        "reads_board": primitive.reads_board,
        "meaning": primitive.description,
    }
