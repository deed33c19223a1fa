"""Expressions as programs read them: in the Lisp form of the paper, and as JSON with a flat list of nodes.

The Lisp form is ``(sub their_pieces my_pieces)``. Its reader accepts the words of one vocabulary and nothing
else; it never evaluates the text. Reading and writing take time in proportion to the length and do not
recurse, so trees may have any depth.
"""

from __future__ import annotations

import difflib
import re
from collections.abc import Sequence
from typing import Any, NoReturn

from primitives import vocabulary_of
from primitives.declarations import Primitive
from primitives.types import Number
from primitives.vocabulary import Node, Vocabulary
from senet_gp.games.protocol import Game
from senet_gp.games.registry import parameters_of
from senet_gp.runtime.documents import document_text
from senet_gp.runtime.errors import UsageError, shown
from senet_gp.trees.individual import Individual, trusted
from senet_gp.trees.nodes import arguments_of, in_lisp

#: The format of expressions as JSON.
FORMAT, VERSION = "senet-gp expression", 1
_TOKEN = re.compile(r"[()]|[^\s()]+")


def from_lisp(
    text: str, vocabulary: Vocabulary | Game | str, others: Sequence[Vocabulary] = ()
) -> Individual:
    """Read an expression of type Number in Lisp form; terminals are written without parentheses.

    >>> len(from_lisp("(sub my_moves their_moves)", "hexapawn"))
    3
    >>> from_lisp("(sub my_moves)", "hexapawn")
    Traceback (most recent call last):
    senet_gp.runtime.errors.UsageError: bad expression, character 14: sub takes 2 arguments, but 1 stand here

    Args:
        text: the expression.
        vocabulary: its vocabulary, or a game or the name of one, whose default vocabulary it is then.
        others: the game's other vocabularies, if none has all words of the text; for messages.

    Raises:
        UsageError: if the text is not exactly one well-typed expression; the message tells the character.
    """
    if not isinstance(text, str):
        raise UsageError(f"{shown(text)} is no expression: write a text such as '(sub 1 2)'")
    own = vocabulary if isinstance(vocabulary, Vocabulary) else vocabulary_of(vocabulary)
    reader = _Reader(text, own, others)
    for token in _TOKEN.finditer(text):
        reader.take(token.group(), token.start())
    return reader.finished()


class _Reader:
    """Reads an expression token by token.

    ``open`` holds the functions whose closing parenthesis has not been read, each with the number of its
    arguments so far.
    """

    def __init__(self, text: str, vocabulary: Vocabulary, others: Sequence[Vocabulary] = ()) -> None:
        self.text = text
        self.vocabulary = vocabulary
        self.others = others
        self.nodes: list[Node] = []
        self.open: list[list[int]] = []  # [index of the function's node, arguments so far]
        self.after_parenthesis = False

    def take(self, token: str, place: int) -> None:
        if token == "(":  # noqa: S105
            self._open(place)
        elif token == ")":  # noqa: S105
            self._close(place)
        else:
            self._word(token, place)

    def finished(self) -> Individual:
        end = len(self.text)
        if self.after_parenthesis:
            self._fail(end, "the text ends where a function's name should stand")
        if self.open:
            name = self.nodes[self.open[-1][0]].name
            self._fail(end, f"the text ends inside '({name} …'; a closing parenthesis is missing")
        if not self.nodes:
            self._fail(0, "there is no expression")
        return trusted(self.nodes, self.vocabulary)

    def _open(self, place: int) -> None:
        if self.after_parenthesis:
            self._fail(place, "a function's name should stand after '('")
        self._expect_argument(place)
        self.after_parenthesis = True

    def _close(self, place: int) -> None:
        if self.after_parenthesis:
            self._fail(place, "a function's name should stand after '('")
        if not self.open:
            self._fail(place, "there is no open parenthesis to close")
        index, given = self.open.pop()
        function = self.nodes[index]
        if given < function.arity:
            self._fail(place, f"{function.name} takes {function.arity} arguments, but {given} stand here")

    def _word(self, word: str, place: int) -> None:
        node = self.vocabulary.node_named.get(word)
        if node is None:
            self._fail(place, self._unknown(word))
        if node.arity and not self.after_parenthesis:
            self._fail(place, f"{word} is a function: write it as ({word} …)")
        if not node.arity and self.after_parenthesis:
            self._fail(place, f"{word} takes no arguments: write it without parentheses")
        wanted = self._expect_argument(place)
        if node.ret is not wanted:
            self._fail(place, f"{word} is a {node.ret.__name__}, but a {wanted.__name__} should stand here")
        self.after_parenthesis = False
        if self.open:
            self.open[-1][1] += 1
        self.nodes.append(node)
        if node.arity:
            self.open.append([len(self.nodes) - 1, 0])

    def _expect_argument(self, place: int) -> type:
        """The type of the argument that should follow; an error if none should."""
        if not self.open:
            if self.nodes:
                self._fail(place, "the expression has ended, but more text follows")
            return Number
        index, given = self.open[-1]
        function = self.nodes[index]
        if given == function.arity:
            self._fail(place, f"{function.name} takes {function.arity} arguments; here stands one more")
        wanted: type = function.args[given]
        return wanted

    def _unknown(self, word: str) -> str:
        shown = word if len(word) <= 30 else word[:30] + "…"
        vocabulary = self.vocabulary
        constants = vocabulary.constants
        if word.lstrip("+-").isdecimal():
            return f"{shown} is not a constant: constants are {constants[0]} to {constants[-1]}"
        whose = f"the {vocabulary.name} vocabulary"
        if any(word in other.node_named for other in self.others):
            return (
                f"'{shown}' is not a word of {whose} of {vocabulary.game.name}, and no other one has all "
                "words of this expression"
            )
        known = dict.fromkeys(name for words in (vocabulary, *self.others) for name in words.node_named)
        near = difflib.get_close_matches(shown, known, n=1)
        hint = f"; did you mean '{near[0]}'?" if near else ""
        whose = "any vocabulary" if self.others else whose
        return f"'{shown}' is not a word of {whose} of {vocabulary.game.name}{hint}"

    def _fail(self, place: int, reason: str) -> NoReturn:
        raise UsageError(f"bad expression, character {place + 1}: {reason}")


def to_lisp(tree: Sequence[Node]) -> str:
    """The expression in Lisp form, on one line.

    >>> to_lisp(from_lisp("( add 1 my_moves )", "hexapawn"))
    '(add 1 my_moves)'

    Args:
        tree: the expression; of a list of nodes without a vocabulary only the arguments are counted.

    Raises:
        UsageError: if it is not one whole expression.
    """
    return in_lisp(_checked(tree))


def _checked(tree: Sequence[Node]) -> Sequence[Node]:
    """A tree whose nodes are one whole tree."""
    if isinstance(tree, Individual):
        return tree.checked()
    nodes = tree if isinstance(tree, Sequence) else [tree]
    others = [node for node in nodes if not (hasattr(node, "arity") and hasattr(node, "name"))]
    if others:
        raise UsageError(f"the nodes are no tree: {shown(others[0])} is no node")
    arguments_of(tree)  # which says what is wrong
    return tree


def to_lisp_file(tree: Sequence[Node], _vocabulary: Vocabulary) -> str:
    """The content of a file: the expression in Lisp form on one line, which senet-gp can read."""
    return to_lisp(tree) + "\n"


def to_json(tree: Sequence[Node], vocabulary: Vocabulary) -> str:
    """The text of the JSON document.

    Its keys are these:

    - ``format`` and ``version``: the kind of document; an incompatible change raises the version.
    - ``sha256``: the checksum of the compact JSON, with sorted keys, of all keys below.
    - ``game``, ``parameters``, ``vocabulary``: the game, its parameters, and the name of the vocabulary.
    - ``nodes``, ``depth``: the size of the tree; the depth counts edges.
    - ``words``: for each primitive in the tree the types of its ``arguments`` and its ``result`` (``Number``
      or ``Truth``), whether it ``reads_board``, and its ``meaning``.
    - ``expression``: the nodes, root first, every function before its arguments: primitives as texts,
      constants as numbers.

    >>> import json
    >>> from primitives import vocabulary_of
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
