"""Champions for the world outside: expressions in other forms."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from primitives.vocabulary import Node, Vocabulary
from senet_gp.export.expression_dot import to_dot
from senet_gp.export.expression_json import to_json
from senet_gp.export.infix import to_infix
from senet_gp.export.latex import to_latex
from senet_gp.export.python_source import to_python
from senet_gp.trees.text import to_lisp


def _lisp_file(tree: Sequence[Node], _vocabulary: Vocabulary) -> str:
    return to_lisp(tree) + "\n"


def _infix_file(tree: Sequence[Node], _vocabulary: Vocabulary) -> str:
    return to_infix(tree)


#: The formats that are text, by name: each makes a file's content of a tree and its vocabulary, and raises
#: UsageError if the tree is too large for it. Pictures are drawn by senet_gp.plots.expression.
FORMATS: dict[str, Callable[[Sequence[Node], Vocabulary], str]] = {
    "lisp": _lisp_file,
    "python": to_python,
    "infix": _infix_file,
    "latex": to_latex,
    "dot": to_dot,
    "json": to_json,
}
