"""An expression as a file of JavaScript that needs nothing else: the meanings of its words, translated.

The file has what :mod:`senet_gp.trees.python_source` writes as Python, and its scores are the same. It is a
script, not a module, so that a page may name it and be opened from a file.
"""

from __future__ import annotations

import inspect
import itertools
import re
from collections.abc import Callable, Iterable, Sequence
from types import FunctionType
from typing import Any, NamedTuple

from primitives.types import Square, square_named
from primitives.vocabulary import Node, Vocabulary
from senet_gp.runtime.errors import UsageError, shortened
from senet_gp.trees.board_forms import BoardForm
from senet_gp.trees.python_source import Collector, board_form, checks, statements, words_of
from senet_gp.trees.python_to_javascript import RUNTIME, NotTranslatedError, Translator
from senet_gp.trees.text import what_it_is, what_the_value_means

#: How much of what has no translation a message quotes.
_QUOTED = 60
#: What a file has in ``python.js`` of Python's library.
_LIBRARY: tuple[tuple[Any, str], ...] = ((itertools.product, "$product"),)

_FILE = """\
// {what_it_is}
//
// This file stands alone: <script src="player.js"></script> makes "player", with the functions
//   player.score(board)    the value of the expression on a board; {about}
//   player.choose(boards)  {choose}
//   player.read(text)      the board that a text stands for, as "{start}"
//   player.check()         whether the file scores as when it was made
// A board is a text or what read() gives.

const player = (() => {{
"use strict";
{runtime}
{meanings}
const CHECKS = {{
{checks}
}};
const $board_of = (board) => typeof board === "string" ? read(board) : board;
return {{
  read,
  score: (board) => score($board_of(board)),
  {function},
  check: () => Object.entries(CHECKS).every(([text, points]) => score(read(text)) === points),
}};
}})();
if (typeof module === "object") module.exports = player;
"""
_CHOOSE_BOARD = """\
choose(boards) {
    const scores = boards.map((board) => score($board_of(board)));
    const best = scores.flatMap((points, index) => points === Math.max(...scores) ? [index] : []);
    return best[Math.floor(Math.random() * best.length)];
  }"""
_AMONG_BOARDS = "the index of the board that is played, a random one of those scored highest"


def to_javascript(tree: Sequence[Node], vocabulary: Vocabulary) -> str:
    """The text of a file of JavaScript that scores boards and chooses among them.

    Args:
        tree: the nodes of the expression, root first.
        vocabulary: their vocabulary.

    Raises:
        UsageError: if the game does not say how its boards are read, or something that a word uses has no
            translation.

    >>> from primitives import vocabulary_of
    >>> from senet_gp.trees.text import from_lisp
    >>> words = vocabulary_of("hexapawn")
    >>> "function score(board)" in to_javascript(from_lisp("my_moves", words), words)
    True
    """
    form, start, _ = board_form(vocabulary)
    moves = len(vocabulary.game.named_moves)
    return _FILE.format(
        what_it_is=what_it_is(tree, vocabulary),
        about=what_the_value_means(vocabulary).rstrip("."),
        choose="the number of the move that is played" if moves else _AMONG_BOARDS,
        start=start,
        runtime=RUNTIME.read_text(encoding="utf-8"),
        meanings=scoring(tree, vocabulary, form),
        checks="\n".join(checks(tree, vocabulary, form)),
        function=f"choose: (board) => $mod(score($board_of(board)), {moves})" if moves else _CHOOSE_BOARD,
    )


def scoring(tree: Sequence[Node], vocabulary: Vocabulary, form: BoardForm | None = None) -> str:
    """The functions ``score`` and ``parts`` with all that they use; ``read``, too, if a form is given.

    Args:
        tree: the nodes of the expression, root first.
        vocabulary: their vocabulary.
        form: how boards are read.

    Raises:
        UsageError: if something that a word uses has no translation.
    """
    game = vocabulary.game
    collector = Sources()
    collector.define_class_of(game.seen(game.starts()[0]))
    collector.define_all(words_of(tree, vocabulary), [] if form is None else [form.read])
    parts = [collector.translated()]
    if form is not None:
        size = f"{vocabulary.squares}, {vocabulary.width}"
        parts.append(f"const read = (text) => {form.read.__name__}(text, {size});\n")
    body = "\n".join(f"    {statement}" for statement in statements(tree, vocabulary))
    asked = ", ".join(part.call for part in asked_of_boards(tree, vocabulary))
    functions = f"def score(board):\n{body}\ndef parts(board):\n    return [{asked}]\n"
    parts.append(collector.translator.definition(functions))
    return "".join(parts)


class Asked(NamedTuple):
    """What an expression asks of a board.

    Attributes:
        text: it, as people read it, such as ``mine(9)``.
        word: its word.
        squares: the squares that it names.
        call: it, as the definitions of a file are called.
    """

    text: str
    word: str
    squares: list[int]
    call: str


def asked_of_boards(tree: Sequence[Node], vocabulary: Vocabulary) -> list[Asked]:
    """What an expression asks of a board, but for words whose arguments are themselves computed."""
    found: dict[str, Asked] = {}
    for begin, node in enumerate(tree):
        word = vocabulary.by_name.get(node.name)
        arguments = [each.name for each in tree[begin + 1 : begin + 1 + node.arity]]
        if word is None or not word.reads_board or any(each in vocabulary.by_name for each in arguments):
            continue
        call = next(statements(tree[begin : begin + 1 + node.arity], vocabulary)).partition(" = ")[2]
        squares = [
            square_named(int(text), vocabulary.squares)
            for kind, text in zip(word.arguments, arguments, strict=True)
            if kind is Square
        ]
        text = f"{word.name}({', '.join(arguments)})" if arguments else word.name
        found[text] = Asked(text, word.name, squares, call)
    return list(found.values())


class Sources(Collector):
    """Collects sources that are to be translated.

    Args:
        attributes: the attributes of values whose classes are not collected.
        library: what stands for functions that are not translated but written in JavaScript, too.
    """

    file = "JavaScript"
    own_names = re.compile("board|read|score|parts|CHECKS|v[0-9]+")

    def __init__(self, attributes: Iterable[str] = (), library: Sequence[tuple[Any, str]] = ()) -> None:
        super().__init__()
        self.translator = Translator(attributes)
        self._library = (*_LIBRARY, *library)
        self._done: dict[str, str] = {}

    def define(self, name: str, thing: Any) -> None:
        """Collect what a name stands for, of a kernel its function."""
        native = next((known for other, known in self._library if other is thing), None)
        if native is not None:
            if self.is_new(name, thing):
                self._done[name] = f"const {name}={native};\n"
                self.translator.known[name] = None
            return
        super().define(name, getattr(thing, "py_func", thing))

    def define_class_of(self, value: Any) -> None:
        """Collect the class of a value that functions are given, so that its attributes are known."""
        kind = type(value)
        if kind.__module__ != "builtins":
            self.purpose = f"the class {kind.__name__}"
            self.define(kind.__name__, kind)

    def add_import(self, name: str, thing: Any) -> None:
        """What a class is made with needs no translation; what computes has none."""
        if getattr(thing, "__module__", None) not in {"dataclasses", "typing", "collections.abc"}:
            self.refuse(f"because it uses {name}, which is {shortened(repr(thing), 40)}")

    def translated(self) -> str:
        """All definitions, translated.

        Raises:
            UsageError: if one has no translation; the message names its line.
        """
        for name, text in self.sources.items():
            if name not in self._done:
                self._done[name] = self.translation(self.translator.definition, text, self.things[name])
        return "".join(self._done.values())

    def translation(self, translate: Callable[[str], str], text: str, thing: Any) -> str:
        """The translation of the text of a function or class.

        Raises:
            UsageError: if it has none.
        """
        try:
            return translate(text)
        except NotTranslatedError as error:
            raise UsageError(
                f"{_place_of(thing, text, error.line)} has no translation into JavaScript: "
                f"{shortened(error.what, _QUOTED)}"
            ) from error


def _place_of(thing: Any, text: str, line: int) -> str:
    """Where a line of a definition stands in its file, as the subject of a sentence."""
    if not isinstance(thing, FunctionType | type):
        return "a value"
    lines, first = inspect.getsourcelines(thing)
    above = len(lines) - len(text.splitlines())
    return f"{thing.__qualname__}, in line {first + above + line - 1} of {thing.__module__},"
