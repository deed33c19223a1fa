"""Expressions as texts: in the Lisp form of the paper, as JSON, and in infix form as people write them.

The Lisp form is ``(sub their_pieces my_pieces)``. Its reader accepts the words of one vocabulary and nothing
else; it never evaluates the text. JSON has a flat list of nodes.

In infix form operators stand between their arguments, in short lines, with no parentheses that the value does
not need; line breaks have no meaning. So a + (b + c) keeps its parentheses only where a sum may saturate:
then (a + b) + c may be another number. The sentences that introduce an expression in files stand here, too.

Reading and writing take time in proportion to the length and do not recurse, so trees may have any depth.
"""

from __future__ import annotations

import difflib
import re
from collections import deque
from collections.abc import Sequence
from enum import Enum, IntEnum
from math import prod
from typing import Any, NamedTuple, NoReturn, TypeAlias

from primitives import vocabulary_of
from primitives.declarations import Primitive
from primitives.types import MOST, Number
from primitives.vocabulary import Node, Vocabulary
from senet_gp.games.protocol import Game
from senet_gp.games.registry import parameters_of, titled
from senet_gp.runtime.documents import document_text
from senet_gp.runtime.errors import UsageError, shown
from senet_gp.trees.individual import Individual, trusted
from senet_gp.trees.shape import arguments_of, in_lisp

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


IF = "if_then_else"
NOT = "not_"
#: The signs of operators in plain text.
SIGNS = {
    "or_": "or",
    "and_": "and",
    NOT: "not",
    "less_than": "<",
    "greater": ">",
    "equal": "=",
    "add": "+",
    "sub": "-",
    "mul": "*",
    IF: "if",
}
#: The labels of the edges from a choice to its arguments.
CHOICE_EDGES = ("", "then", "else")
_SCORES = (
    "Its value rates a board at the end of a turn, for the player who makes the turn. Of all boards that the "
    "player can reach, one with the highest value is played."
)
_NAMES_THE_MOVE = "Its value is computed on the board before the move; modulo {} it is the move: {}."

_WIDTH = 80
_STEP = 2
#: The largest indent; deeper levels are not indented further, so that there is room in their lines.
_MAX_INDENT = 40
#: The width of an expression that is never written on one line.
_TOO_WIDE = 10**9

# A part that is still to be written: a text; or a node, as (index, indent of its lines, whether it must be on
# one line because it belongs to an expression that is).
_Task = str | tuple[int, int, bool]


class Binding(IntEnum):
    """How strongly an operator binds its arguments, the weakest first, as in Python."""

    IF = 0
    OR = 1
    AND = 2
    NOT = 3
    COMPARISON = 4
    SUM = 5
    PRODUCT = 6
    CALL = 7  # terminals, and functions with their arguments in parentheses


class NodeKind(Enum):
    """The kind of a node, which pictures show by its colour."""

    CONSTANT = "constant"
    QUERY = "query"
    FUNCTION = "function"  # also a constant truth


#: The operators that are written between their two arguments, and how strongly they bind.
BETWEEN = {
    "or_": Binding.OR,
    "and_": Binding.AND,
    **dict.fromkeys(("less_than", "greater", "equal"), Binding.COMPARISON),
    **dict.fromkeys(("add", "sub"), Binding.SUM),
    "mul": Binding.PRODUCT,
}
#: Operators that are read alike, and those after which they need no parentheses: a + (b - c) is a + b - c.
_FAMILY = {"add": "sum", "sub": "sum", "mul": "product", "or_": "or", "and_": "and"}
_READ_FROM_THE_LEFT = {"add", "mul", "or_", "and_"}
_BINDING = {IF: Binding.IF, NOT: Binding.NOT, **BETWEEN}


def binding(name: str) -> Binding:
    """How strongly a node of this name binds its arguments."""
    return _BINDING.get(name, Binding.CALL)


def needs_parentheses(parent: str, number: int, argument: str) -> bool:
    """Whether the argument of this number, from 0 on, must stand in parentheses.

    Args:
        parent: the name of the node whose argument it is.
        number: the index of the argument; operators that bind equally strongly are read from the left.
        argument: the name of the argument's own node.

    >>> needs_parentheses("add", 0, "sub"), needs_parentheses("add", 1, "sub")
    (False, True)
    """
    own, outer = binding(argument), binding(parent)
    return outer not in {Binding.CALL, Binding.IF} and (own < outer or (own == outer and number > 0))


def greatest_of(name: str, arguments: Sequence[int], vocabulary: Vocabulary) -> int:
    """A number that no absolute value of a node exceeds, as if sums and products did not saturate.

    Args:
        name: the name of the node.
        arguments: such a number for each of its arguments.
        vocabulary: its vocabulary.
    """
    word = vocabulary.by_name.get(name)
    if word is None:
        return abs(int(name))
    if name == "mul":
        return prod(arguments)
    if name in {"add", "sub"}:
        return sum(arguments)
    return max(arguments[1:]) if name == IF else max(abs(word.low), abs(word.high))


def flat(tree: Sequence[Node], vocabulary: Vocabulary) -> list[Node]:
    """The expression with (a + b) - c in place of a + (b - c) wherever nothing saturates.

    >>> from primitives import vocabulary_of
    >>> words = vocabulary_of("senet")
    >>> to_lisp(flat(from_lisp("(add 1 (sub (mul 2 hits) 3))", words), words))
    '(sub (add 1 (mul 2 hits)) 3)'
    """
    stack: list[_Flat] = []
    for node in reversed(tree):
        arguments = [stack.pop() for _ in range(node.arity)]
        greatest = greatest_of(node.name, [argument.greatest for argument in arguments], vocabulary)
        family = _FAMILY.get(node.name, "")
        parts = [argument.closed() for argument in arguments]
        run = deque[Node]()
        if family and arguments[0].family == family:
            run, parts[0] = arguments[0].run, arguments[0].rest
        run.appendleft(node)
        if node.name in _READ_FROM_THE_LEFT and arguments[-1].family == family and greatest <= MOST:
            run, parts[-1] = _joined(arguments[-1].run, run), arguments[-1].rest
        stack.append(_Flat(family, run, parts, min(greatest, MOST)))
    return _nodes_of(stack.pop().closed())


#: Nodes, or parts that follow one another.
_Parts: TypeAlias = "list[_Parts] | deque[Node]"


class _Flat(NamedTuple):
    """A flat expression, in parts that are joined at the end, so that no node is copied at each level.

    Attributes:
        family: that of its root; empty if its root is no operator that can be read from the left.
        run: the nodes at its beginning, of that family, each the first argument of the one before.
        rest: what follows.
        greatest: a number that its absolute value does not exceed.
    """

    family: str
    run: deque[Node]
    rest: _Parts
    greatest: int

    def closed(self) -> _Parts:
        """The whole expression, as a part of others."""
        return [self.run, self.rest]


def _joined(first: deque[Node], second: deque[Node]) -> deque[Node]:
    """The nodes of both; the longer one takes those of the other."""
    if len(first) < len(second):
        second.extendleft(reversed(first))
        return second
    first.extend(second)
    return first


def _nodes_of(parts: _Parts) -> list[Node]:
    """The nodes of all parts, in order."""
    nodes: list[Node] = []
    stack = [parts]
    while stack:
        part = stack.pop()
        if isinstance(part, list):
            stack.extend(reversed(part))
        else:
            nodes.extend(part)
    return nodes


def kind_of(node: Node, vocabulary: Vocabulary) -> NodeKind:
    """The kind of a node."""
    primitive = vocabulary.by_name.get(node.name)
    if primitive is None:
        return NodeKind.CONSTANT
    return NodeKind.QUERY if primitive.reads_board else NodeKind.FUNCTION


def what_it_is(tree: Sequence[Node], vocabulary: Vocabulary) -> str:
    """The sentence that introduces an expression.

    >>> from primitives import vocabulary_of
    >>> from senet_gp.trees.text import from_lisp
    >>> words = vocabulary_of("hexapawn")
    >>> what_it_is(from_lisp("(add my_moves 2)", words), words)
    'A player of Hexapawn, made by senet-gp: an expression of 3 nodes in the basic vocabulary.'
    """
    nodes = f"{len(tree)} node{'s' if len(tree) > 1 else ''}"
    return (
        f"A player of {titled(vocabulary.game)}, made by senet-gp: "
        f"an expression of {nodes} in the {vocabulary.name} vocabulary."
    )


def what_the_value_means(vocabulary: Vocabulary) -> str:
    """The sentences that explain how the value of an expression determines the move."""
    moves = vocabulary.game.named_moves
    numbered = ", ".join(f"{number} {move}" for number, move in enumerate(moves))
    return _NAMES_THE_MOVE.format(len(moves), numbered) if moves else _SCORES


def to_infix(tree: Sequence[Node], vocabulary: Vocabulary) -> str:
    """The expression with operators between their arguments, in lines of about 80 columns.

    >>> from primitives import vocabulary_of
    >>> words = vocabulary_of("senet")
    >>> text = "(if_then_else (mine 26) my_moves (add 1 (sub hits their_distance)))"
    >>> print(to_infix(from_lisp(text, words), words), end="")
    if mine(26) then my_moves else 1 + hits - their_distance
    """
    return "".join(_Writer(flat(tree, vocabulary)).written()) + "\n"


class _Writer:
    """Writes a tree part by part, with a stack of the parts that are still to be written."""

    def __init__(self, tree: Sequence[Node]) -> None:
        self.names = [node.name for node in tree]
        self.arguments = arguments_of(tree)
        self.bracketed = [False] * len(tree)
        for index, arguments in enumerate(self.arguments):
            for number, argument in enumerate(arguments):
                self.bracketed[argument] = needs_parentheses(self.names[index], number, self.names[argument])
        self.widths = [0] * len(tree)
        for index in range(len(tree) - 1, -1, -1):
            self.widths[index] = self._width(index)

    def written(self) -> list[str]:
        """The parts of the text."""
        parts = []
        column = 0
        waiting: list[_Task] = [(0, 0, False)]
        while waiting:
            task = waiting.pop()
            if isinstance(task, str):
                parts.append(task)
                column = len(task) - 1 if task[0] == "\n" else column + len(task)
                continue
            index, indent, must = task
            fits = must or column + self.widths[index] <= _WIDTH
            waiting += reversed(self._on_one_line(index) if fits else self._on_lines(index, indent))
        return parts

    def _on_one_line(self, index: int) -> list[_Task]:
        """A node and everything below it, on one line."""
        name = self.names[index]
        arguments: list[_Task] = [(argument, 0, True) for argument in self.arguments[index]]
        if name == IF:
            tasks = ["if ", arguments[0], " then ", arguments[1], " else ", arguments[2]]
        elif name == NOT:
            tasks = ["not ", arguments[0]]
        elif name in BETWEEN:
            tasks = [arguments[0], f" {SIGNS[name]} ", arguments[1]]
        elif arguments:
            tasks = [f"{name}(", arguments[0]]
            for argument in arguments[1:]:
                tasks += [", ", argument]
            tasks.append(")")
        else:
            tasks = [name]
        return ["(", *tasks, ")"] if self.bracketed[index] else tasks

    def _width(self, index: int) -> int:
        """The width of a node on one line; the widths of its arguments must be known."""
        name = self.names[index]
        # A choice within a choice's branch is hard to read on one line.
        if name == IF and IF in {self.names[branch] for branch in self.arguments[index][1:]}:
            return _TOO_WIDE
        parts = self._on_one_line(index)
        width = sum(len(part) if isinstance(part, str) else self.widths[part[0]] for part in parts)
        return min(width, _TOO_WIDE)

    def _on_lines(self, index: int, indent: int) -> list[_Task]:
        """A node that is too wide for one line; its further lines have this indent."""
        if self.bracketed[index]:
            inner = _deeper(indent)
            return ["(", _line(inner), *self._broken(index, inner), _line(indent), ")"]
        return self._broken(index, indent)

    def _broken(self, index: int, indent: int) -> list[_Task]:
        """A node that is too wide for one line, without its parentheses."""
        name, arguments = self.names[index], self.arguments[index]
        if name == IF:
            return self._choice(index, indent)
        if name == NOT:
            return ["not ", (arguments[0], indent, False)]
        if name in BETWEEN:
            return self._chain(index, indent)
        inner = _deeper(indent)
        tasks: list[_Task] = [f"{name}("]
        for argument in arguments:
            tasks += [_line(inner), (argument, inner, False), ","]
        return [*tasks[:-1], _line(indent), ")"]

    def _chain(self, index: int, indent: int) -> list[_Task]:
        """A chain of operators that bind equally strongly, with a line for each operand."""
        strength = BETWEEN[self.names[index]]
        tasks: list[_Task] = []
        first = index
        while BETWEEN.get(self.names[first]) == strength and (first == index or not self.bracketed[first]):
            sign = SIGNS[self.names[first]]
            first, second = self.arguments[first]
            tasks += [(second, self._hanging(second, indent), False), f"{sign} ", _line(indent)]
        tasks.append((first, self._hanging(first, indent), False))
        return tasks[::-1]

    def _hanging(self, operand: int, indent: int) -> int:
        """The indent of an operand's lines, which is deeper for a chain without parentheses."""
        bare = self.names[operand] in BETWEEN and not self.bracketed[operand]
        return _deeper(indent) if bare else indent

    def _choice(self, index: int, indent: int) -> list[_Task]:
        """A choice and those in its else branches, as ``if … then … else if … then … else …``."""
        inner = _deeper(indent)
        tasks: list[_Task] = []
        word = "if"
        while True:
            condition, then, otherwise = self.arguments[index]
            column = indent + len(f"{word}  then ") + self.widths[condition]
            if column <= _WIDTH:
                tasks += [f"{word} ", (condition, 0, True), " then"]
            else:
                tasks += [word, _line(inner), (condition, inner, False), _line(indent), "then"]
                column = indent + len("then ")
            tasks += [*self._branch(then, inner, column), _line(indent)]
            if self.names[otherwise] != IF:
                return [*tasks, "else", *self._branch(otherwise, inner, indent + len("else "))]
            word, index = "else if", otherwise

    def _branch(self, index: int, inner: int, column: int) -> list[_Task]:
        """The expression after ``then`` or ``else``, on the same line if there is room."""
        fits = column + self.widths[index] <= _WIDTH
        return [" " if fits else _line(inner), (index, inner, fits)]


def _line(indent: int) -> str:
    """A line break and the indent of the next line."""
    return "\n" + " " * indent


def _deeper(indent: int) -> int:
    return min(indent + _STEP, _MAX_INDENT)
