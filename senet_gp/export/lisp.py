"""An expression as a file in Lisp form."""

from __future__ import annotations

from collections.abc import Sequence

from primitives.vocabulary import Node, Vocabulary
from senet_gp.trees.text import to_lisp


def to_lisp_file(tree: Sequence[Node], _vocabulary: Vocabulary) -> str:
    """One line, which reads back."""
    return to_lisp(tree) + "\n"
