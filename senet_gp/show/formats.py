"""The formats in which an expression can be written: a registry with one row for each.

A row names the function that writes the format, which is imported only when it is used. So this module
imports neither numba nor matplotlib, and the command line starts quickly.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from senet_gp.runtime.errors import UsageError
from senet_gp.runtime.registries import Registry

if TYPE_CHECKING:
    from primitives.vocabulary import Node, Vocabulary


@dataclass(frozen=True, kw_only=True)
class Format:
    """A format.

    Attributes:
        made: ``module:attribute`` of the function that takes a tree and its vocabulary and returns the
            content of a file, ``str`` or ``bytes``; it raises UsageError if the tree is too large.
        help: a short description of such a file for help texts.
        is_text: True if the content is ``str``, which can be printed and is written as UTF-8; False if it is
            ``bytes``.
    """

    made: str
    help: str
    is_text: bool = True


#: The formats, in the order of ``--help``.
FORMATS = Registry(
    "format",
    {
        "lisp": Format(made="senet_gp.trees.text:to_lisp_file", help="one line that can be read back"),
        "python": Format(
            made="senet_gp.trees.python_source:to_python",
            help="a file that stands alone, scores boards and chooses among them",
        ),
        "javascript": Format(
            made="senet_gp.trees.javascript:to_javascript", help="the same for a page of one's own"
        ),
        "infix": Format(made="senet_gp.trees.text:to_infix", help="operators, with few parentheses"),
        "latex": Format(made="senet_gp.trees.latex:to_latex", help="a document that compiles by itself"),
        "dot": Format(made="senet_gp.trees.dot:to_dot", help="input for Graphviz"),
        "png": Format(
            made="senet_gp.show.plots.expression:to_png", help="a picture of the tree", is_text=False
        ),
        "svg": Format(made="senet_gp.show.plots.expression:to_svg", help="a picture that scales"),
        "json": Format(made="senet_gp.trees.text:to_json", help="for other programs"),
    },
)


def register_format(name: str, row: Format) -> None:
    """Add a format to the registry, which the command line and :func:`content_in` read.

    Args:
        name: the name of the format.
        row: its row.

    Raises:
        UsageError: if the name is not a simple word, or belongs to another format.
    """
    FORMATS.add(name, row)


def content_in(name: str, tree: Sequence[Node], vocabulary: Vocabulary) -> str | bytes:
    """The content of a file with an expression in a format.

    Args:
        name: the name of the format.
        tree: the nodes of the expression, root first.
        vocabulary: their vocabulary.

    Returns:
        A ``str`` if the format is text, else ``bytes``.

    Raises:
        UsageError: if there is no such format, if the tree is no expression of the vocabulary or too large
            for the format, if the function that its row names cannot be imported, or if this function returns
            another type than the row says.
    """
    row = FORMATS[name]
    tree = vocabulary.decode(vocabulary.encode(tree))
    content = FORMATS.part(name, "made")(tree, vocabulary)
    kind = str if row.is_text else bytes
    if not isinstance(content, kind):
        raise UsageError(
            f"{row.made} makes {type(content).__name__}, but the row of the format {name} promises "
            f"{kind.__name__}: correct is_text there, or the function"
        )
    return content


def text_in(name: str, tree: Sequence[Node], vocabulary: Vocabulary) -> str:
    """The text of an expression in a format that is text.

    Args:
        name: the name of the format.
        tree: the nodes of the expression, root first.
        vocabulary: their vocabulary.

    Raises:
        UsageError: as for :func:`content_in`, or if the format is not text.

    >>> from primitives import vocabulary_of
    >>> from senet_gp.trees.text import from_lisp
    >>> words = vocabulary_of("senet")
    >>> print(text_in("infix", from_lisp("(mul (add hits 2) my_moves)", words), words), end="")
    (hits + 2) * my_moves
    """
    content = content_in(name, tree, vocabulary)
    if not isinstance(content, str):
        texts = (name for name, row in FORMATS.items() if row.is_text)
        raise UsageError(f"{name} is not text: take one of {', '.join(texts)}")
    return content
