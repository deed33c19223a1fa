"""An expression as people write it: operators between their arguments, few parentheses, short lines.

Read by the rules of :mod:`senet_gp.export.notation` the text is the same tree again; where lines are broken
does not matter. Nothing here recurses, and the time is in proportion to the length.
"""

from __future__ import annotations

from collections.abc import Sequence

from primitives.vocabulary import Node, Vocabulary
from senet_gp.export.notation import BETWEEN, IF, NOT, SIGNS, needs_parentheses
from senet_gp.trees.arguments import arguments_of

_WIDTH = 80
_STEP = 2
#: Deeper levels are not indented further, so that their lines keep some room and the text stays short.
_MAX_INDENT = 40
#: What is as wide as this never stands on one line.
_TOO_WIDE = 10**9

# What is still to be written: a text; or a node, as (index, indent of its lines, whether it must stand on one
# line because what it belongs to does).
_Task = str | tuple[int, int, bool]


def to_infix(tree: Sequence[Node]) -> str:
    """The expression with real operators, such as ``if mine(26) then my_moves else 1 - their_distance``."""
    return "".join(_Writer(tree).written()) + "\n"


def to_infix_file(tree: Sequence[Node], _vocabulary: Vocabulary) -> str:
    """The same as a file: whatever the vocabulary, the tree alone says it."""
    return to_infix(tree)


class _Writer:
    """Writes one tree, part by part, from a stack of what is still to be written."""

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
        """A node and all below it, without a break."""
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
        """How wide a node is on one line, if those below it are known."""
        name = self.names[index]
        # A choice within a choice's branch is hard to read on one line.
        if name == IF and IF in {self.names[branch] for branch in self.arguments[index][1:]}:
            return _TOO_WIDE
        parts = self._on_one_line(index)
        width = sum(len(part) if isinstance(part, str) else self.widths[part[0]] for part in parts)
        return min(width, _TOO_WIDE)

    def _on_lines(self, index: int, indent: int) -> list[_Task]:
        """A node that is too wide, as lines of this indent; the first line has been begun."""
        if self.bracketed[index]:
            inner = _deeper(indent)
            return ["(", _line(inner), *self._broken(index, inner), _line(indent), ")"]
        return self._broken(index, indent)

    def _broken(self, index: int, indent: int) -> list[_Task]:
        """The same, without its parentheses."""
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
        """Operators of one strength, read from the left: a line for each operand."""
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
        """The indent of an operand's lines: a chain without parentheses of its own is set off."""
        bare = self.names[operand] in BETWEEN and not self.bracketed[operand]
        return _deeper(indent) if bare else indent

    def _choice(self, index: int, indent: int) -> list[_Task]:
        """A choice, and those that it ends in, as ``if … then … else if … then … else …``."""
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
        """What stands behind ``then`` or ``else``: on the same line if there is room."""
        fits = column + self.widths[index] <= _WIDTH
        return [" " if fits else _line(inner), (index, inner, fits)]


def _line(indent: int) -> str:
    """The end of a line and the beginning of the next."""
    return "\n" + " " * indent


def _deeper(indent: int) -> int:
    return min(indent + _STEP, _MAX_INDENT)
