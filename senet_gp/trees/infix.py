"""An expression as people write it: operators between their arguments, few parentheses, short lines.

The text read by the rules of :mod:`senet_gp.trees.notation` gives the same tree again; line breaks have no
meaning. No function here is recursive, and the time is proportional to the length.
"""

from __future__ import annotations

from collections.abc import Sequence

from primitives.vocabulary import Node, Vocabulary
from senet_gp.trees.nodes import arguments_of
from senet_gp.trees.notation import BETWEEN, IF, NOT, SIGNS, needs_parentheses

_WIDTH = 80
_STEP = 2
#: The largest indent; deeper levels are not indented further, so that there is room in their lines.
_MAX_INDENT = 40
#: The width of an expression that is never written on one line.
_TOO_WIDE = 10**9

# A part that is still to be written: a text; or a node, as (index, indent of its lines, whether it must be on
# one line because it belongs to an expression that is).
_Task = str | tuple[int, int, bool]


def to_infix(tree: Sequence[Node]) -> str:
    """The expression with operators between their arguments, in lines of about 80 columns.

    >>> from primitives import vocabulary_of
    >>> from senet_gp.trees.text import from_lisp
    >>> text = "(if_then_else (mine 26) my_moves (sub 1 their_distance))"
    >>> print(to_infix(from_lisp(text, vocabulary_of("senet"))), end="")
    if mine(26) then my_moves else 1 - their_distance
    """
    return "".join(_Writer(tree).written()) + "\n"


def to_infix_file(tree: Sequence[Node], _vocabulary: Vocabulary) -> str:
    """The content of a file; it does not depend on the vocabulary."""
    return to_infix(tree)


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
