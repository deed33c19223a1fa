"""The forms in which an expression can be written, by name: one row each, which says where it is made.

What a row names is resolved on use, so what stands here imports neither numba nor matplotlib, and the command
line can read it.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from senet_gp.errors import UsageError
from senet_gp.rows import Registry

if TYPE_CHECKING:
    from primitives.vocabulary import Node, Vocabulary


@dataclass(frozen=True, kw_only=True)
class Format:
    """What there is to know of a format.

    Attributes:
        made: ``module:attribute`` of a function from a tree and its vocabulary to the content of a file,
            ``str`` or ``bytes``; it raises UsageError if the tree is too large.
        help: a short description of such a file for help texts.
        is_text: whether the content is ``str``, which can be printed and is written as UTF-8, or ``bytes``.
    """

    made: str
    help: str
    is_text: bool = True


#: The formats, in the order in which ``--help`` tells them.
FORMATS = Registry(
    "format",
    {
        "lisp": Format(made="senet_gp.export.lisp:to_lisp_file", help="one line that can be read back"),
        "python": Format(
            made="senet_gp.export.python_source:to_python",
            help="a file that stands alone, scores boards and chooses among them",
        ),
        "infix": Format(made="senet_gp.export.infix:to_infix_file", help="operators, with few parentheses"),
        "latex": Format(made="senet_gp.export.latex:to_latex", help="a document that compiles by itself"),
        "dot": Format(made="senet_gp.export.expression_dot:to_dot", help="input for Graphviz"),
        "png": Format(made="senet_gp.plots.expression:to_png", help="a picture of the tree", is_text=False),
        "svg": Format(made="senet_gp.plots.expression:to_svg", help="a picture that scales"),
        "json": Format(made="senet_gp.export.expression_json:to_json", help="for other programs"),
    },
)


def register_format(name: str, row: Format) -> None:
    """Make a format known to the command line, and wherever formats are asked for by name.

    Raises:
        UsageError: if the name is no simple word, or that of another format.
    """
    FORMATS.add(name, row)


def content_in(name: str, tree: Sequence[Node], vocabulary: Vocabulary) -> str | bytes:
    """The content of a file that holds an expression in a format: ``str`` if that is text, else ``bytes``.

    Args:
        name: that of the format.
        tree: the expression.
        vocabulary: the words that it is written in.

    Raises:
        UsageError: if there is no such format, the tree is too large for it, or what its row names cannot be
            had or makes something else than the row says.
    """
    row = FORMATS[name]
    content = FORMATS.part(name, "made")(tree, vocabulary)
    kind = str if row.is_text else bytes
    if not isinstance(content, kind):
        raise UsageError(
            f"{row.made} makes {type(content).__name__}, but the row of the format {name} promises "
            f"{kind.__name__}: correct is_text there, or the function"
        )
    return content


def text_in(name: str, tree: Sequence[Node], vocabulary: Vocabulary) -> str:
    """The same of a format that is text.

    Raises:
        UsageError: as :func:`content_in`, or if the format is not text.
    """
    content = content_in(name, tree, vocabulary)
    if not isinstance(content, str):
        texts = (name for name, row in FORMATS.items() if row.is_text)
        raise UsageError(f"{name} is not text: take one of {', '.join(texts)}")
    return content
