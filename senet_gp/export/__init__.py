"""Champions for the world outside: expressions in other forms."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from primitives.vocabulary import Node, Vocabulary
from senet_gp.export.python_source import to_python
from senet_gp.trees.text import to_lisp


def _lisp_file(tree: Sequence[Node], _vocabulary: Vocabulary) -> str:
    return to_lisp(tree) + "\n"


#: The formats by name: each makes a file's text of a tree and its vocabulary.
FORMATS: dict[str, Callable[[Sequence[Node], Vocabulary], str]] = {
    "lisp": _lisp_file,
    "python": to_python,
}
