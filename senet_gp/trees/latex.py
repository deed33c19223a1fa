r"""An expression as a LaTeX document that compiles by itself.

A subexpression gets a name and a formula of its own if its formula would be too large, or if it occurs more
than once. So no formula is deep, whatever the tree, and each fits about one line; TeX may break it at
operators.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from primitives.vocabulary import Node, Vocabulary
from senet_gp.trees.text import BETWEEN, IF, NOT, needs_parentheses, what_it_is, what_the_value_means

_HEAD = r"""\documentclass[a4paper]{article}
\usepackage{amsmath}
\usepackage[margin=2cm]{geometry}
\raggedright
\setlength{\parindent}{0pt}
% A query; a formula with its name; a query with what it tells.
\newcommand{\query}[1]{\mathit{#1}}
\newcommand{\define}[2]{\par\medskip\hangindent=2em $\displaystyle #1 = #2$\par}
\newcommand{\tell}[2]{\par\smallskip\hangindent=2em $\query{#1}$: #2\par}
"""

#: The largest width of a formula in characters; a wider one is divided.
_WIDTH = 80
#: The largest height of a formula in rows.
_ROWS = 6
#: The smallest width of a repeated subexpression that gets a name.
_WORTH_A_NAME = 24
#: The width of a name.
_NAME_WIDTH = 4

_SIGNS = {
    "or_": r"\lor",
    "and_": r"\land",
    "less_than": "<",
    "greater": ">",
    "equal": "=",
    "add": "+",
    "sub": "-",
    "mul": r"\cdot",
}
_ESCAPES = str.maketrans(
    {character: f"\\{character}" for character in "&%$#_{}"}
    | {"\\": r"\textbackslash{}", "~": r"\textasciitilde{}", "^": r"\textasciicircum{}"}
    | {"<": "$<$", ">": "$>$", "*": "$\\cdot$"}
)


def to_latex(tree: Sequence[Node], vocabulary: Vocabulary) -> str:
    r"""The text of a LaTeX document with the formulas and the meanings of the queries in them.

    >>> from primitives import vocabulary_of
    >>> from senet_gp.trees.text import from_lisp
    >>> words = vocabulary_of("senet")
    >>> r"\define{\query{value}}{\query{hits} + 2}" in to_latex(from_lisp("(add hits 2)", words), words)
    True
    """
    lines = [
        _HEAD,
        r"\begin{document}",
        f"{_escaped(what_it_is(tree, vocabulary))} {_escaped(what_the_value_means(vocabulary))}",
        r"Numbers are integers that saturate at $\pm(2^{31}-1)$.",
        "",
        *_Formulas(tree).definitions(),
        r"\par\bigskip\hrule",
        *_meanings(tree, vocabulary),
        r"\end{document}",
    ]
    return "\n".join(lines) + "\n"


def _meanings(tree: Sequence[Node], vocabulary: Vocabulary) -> Iterator[str]:
    """The lines with the meanings of the queries in the tree."""
    for name in sorted({node.name for node in tree} & set(vocabulary.by_name)):
        if name not in BETWEEN and name not in {IF, NOT}:
            yield rf"\tell{{{_escaped(name)}}}{{{_escaped(vocabulary.by_name[name].description)}}}"


def _escaped(text: str) -> str:
    return text.translate(_ESCAPES)


@dataclass
class _Part:
    """A distinct subexpression.

    Attributes:
        name: the name of its root.
        arguments: the numbers of the parts that are its arguments.
        uses: how often it is an argument of distinct subexpressions.
        width: the width of its formula in characters, where named arguments count as their names.
        rows: the height of its formula in rows.
        named: whether it has a name and a formula of its own.
    """

    name: str
    arguments: tuple[int, ...]
    uses: int = 0
    width: int = 0
    rows: int = 1
    named: bool = False


class _Formulas:
    """The formulas of one tree: its distinct subexpressions, arguments before the functions that use them."""

    def __init__(self, tree: Sequence[Node]) -> None:
        self.parts: list[_Part] = []
        self._find(tree)
        for part in self.parts:
            self._measure(part)
        root = len(self.parts) - 1
        self.waiting = [root]  # the parts with formulas, in the order in which their names occur
        self.labels = {root: r"\query{value}"}

    def definitions(self) -> Iterator[str]:
        """The formulas, in the order in which their names occur."""
        for number in self.waiting:
            yield rf"\define{{{self.labels[number]}}}{{{self._formula(self.parts[number])}}}"

    def _find(self, tree: Sequence[Node]) -> None:
        """Number the distinct subexpressions; the whole tree is the last."""
        known: dict[tuple[str, tuple[int, ...]], int] = {}
        stack: list[int] = []
        for node in reversed(tree):
            arguments = tuple(stack.pop() for _ in range(node.arity))
            number = known.setdefault((node.name, arguments), len(known))
            if number == len(self.parts):
                self.parts.append(_Part(node.name, arguments))
                for argument in arguments:
                    self.parts[argument].uses += 1
            stack.append(number)

    def _measure(self, part: _Part) -> None:
        """Find the size of a part's formula, naming the largest arguments until it is small enough."""
        arguments = [self.parts[argument] for argument in part.arguments]
        for argument in arguments:
            if argument.uses > 1 and argument.width >= _WORTH_A_NAME:
                argument.named = True
        while True:
            self._set_size(part, arguments)
            inline = [argument for argument in arguments if not argument.named and argument.arguments]
            if not inline or (part.width <= _WIDTH and part.rows <= _ROWS):
                return
            too_high = part.rows > _ROWS
            max(inline, key=lambda a: (a.rows if too_high else 0, a.width)).named = True

    def _set_size(self, part: _Part, arguments: Sequence[_Part]) -> None:
        widths = [_NAME_WIDTH if argument.named else argument.width for argument in arguments]
        rows = [1 if argument.named else argument.rows for argument in arguments]
        if part.name == IF:
            condition, then, otherwise = widths
            part.width = max(then + condition, otherwise) + len("{ if ")
            part.rows = max(rows[0], rows[1]) + rows[2]
        else:
            part.width = len(part.name) if part.name not in BETWEEN else 0
            part.width += sum(width + len("()") for width in widths)
            part.rows = max(rows, default=1)

    # The following functions are recursive; the limited size of formulas limits the depth.

    def _formula(self, part: _Part) -> str:
        """The formula of a part; named arguments in it get labels."""
        if part.name == IF:
            return self._choice(part)
        texts = [self._argument(part.name, place, number) for place, number in enumerate(part.arguments)]
        if part.name in BETWEEN:
            return f"{texts[0]} {_SIGNS[part.name]} {texts[1]}"
        if part.name == NOT:
            return rf"\lnot {texts[0]}"
        if texts:
            return rf"\query{{{_escaped(part.name)}}}{_in_parentheses(', '.join(texts), part)}"
        return part.name if part.name.lstrip("-").isdecimal() else rf"\query{{{_escaped(part.name)}}}"

    def _argument(self, function: str, place: int, number: int) -> str:
        """The formula of a part, or its name, as the argument of a function with index ``place``."""
        part = self.parts[number]
        if part.named:
            if number not in self.labels:
                self.labels[number] = f"e_{{{len(self.labels)}}}"
                self.waiting.append(number)
            return self.labels[number]
        text = self._formula(part)
        return _in_parentheses(text, part) if needs_parentheses(function, place, part.name) else text

    def _choice(self, part: _Part) -> str:
        """A choice and those in its else branches, with a line for each case."""
        cases = []
        while True:
            condition, then, otherwise = part.arguments
            cases.append(rf"{self._argument(IF, 1, then)} & \text{{if }} {self._argument(IF, 0, condition)}")
            part = self.parts[otherwise]
            if part.named or part.name != IF:
                break
        cases.append(rf"{self._argument(IF, 2, otherwise)} & \text{{otherwise}}")
        return r"\begin{cases} " + r" \\ ".join(cases) + r" \end{cases}"


def _in_parentheses(text: str, part: _Part) -> str:
    """A text in parentheses as high as the part is; TeX breaks lines within low ones only."""
    return rf"\left({text}\right)" if part.rows > 1 else f"({text})"
