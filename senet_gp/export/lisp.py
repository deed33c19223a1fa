"""An expression as a file in Lisp form."""

from __future__ import annotations

from collections.abc import Sequence

from primitives.vocabulary import Node, Vocabulary
from senet_gp.trees.text import to_lisp


def to_lisp_file(tree: Sequence[Node], _vocabulary: Vocabulary) -> str:
    """The content of a file: the expression in Lisp form on one line, which senet-gp can read."""
    return to_lisp(tree) + "\n"
