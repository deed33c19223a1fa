r"""An expression as a LaTeX document that compiles by itself.

A subexpression gets a name and a formula of its own if a formula would be too long with it, or if it is long
and occurs more than once. So no formula is deep, whatever the tree, and each fits about one line; TeX may
break it at operators.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from primitives.vocabulary import Node, Vocabulary
from senet_gp.trees.text import BETWEEN, IF, NOT, flat, needs_parentheses, what_it_is, what_the_value_means

_HEAD = r"""\documentclass[a4paper]{article}
\usepackage{amsmath}
\usepackage[margin=2cm]{geometry}
\raggedright
\setlength{\parindent}{0pt}
% A word; a formula with its name; a word with its meaning.
\newcommand{\query}[1]{\mathit{#1}}
\newcommand{\define}[2]{\par\medskip\hangindent=2em $\displaystyle #1 \mathrel{:=} #2$\par}
\newcommand{\tell}[2]{\par\smallskip\hangindent=2em $\query{#1}$: #2\par}
"""

#: The largest width of a formula: the characters of its words. A wider one is divided.
_WIDTH = 80
#: The smallest width of a repeated subexpression that gets a name.
_WORTH_A_NAME = 24
#: What a named part counts in the width of a formula.
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
    r"""The text of a LaTeX document with the formulas and the meanings of the words in them.

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
        *_formulas(flat(tree, vocabulary)),
        r"\par\bigskip\hrule",
        *_meanings(tree, vocabulary),
        r"\end{document}",
    ]
    return "\n".join(lines) + "\n"


def _meanings(tree: Sequence[Node], vocabulary: Vocabulary) -> Iterator[str]:
    """The lines with the meanings of the words in the tree."""
    for name in sorted({node.name for node in tree} & set(vocabulary.by_name)):
        if name not in BETWEEN and name not in {IF, NOT}:
            yield rf"\tell{{{_escaped(name)}}}{{{_escaped(vocabulary.by_name[name].description)}}}"


def _escaped(text: str) -> str:
    return text.translate(_ESCAPES)


class _Part(NamedTuple):
    """A distinct subexpression: the name of its root, and the indices of the parts that are its arguments."""

    name: str
    arguments: tuple[int, ...]


def _formulas(tree: Sequence[Node]) -> Iterator[str]:
    """The formula of the value, then those of the named parts that occur in it."""
    parts = _parts_of(tree)
    labels = {len(parts) - 1: r"\query{value}"}
    for index in sorted(_named(parts), reverse=True):
        labels[index] = f"e_{{{len(labels)}}}"
    formulas: list[str] = []
    cases: dict[int, list[str]] = {}
    for index, part in enumerate(parts):
        arguments = [
            labels.get(argument) or _as_argument(formulas[argument], part.name, number, parts[argument].name)
            for number, argument in enumerate(part.arguments)
        ]
        if part.name == IF:
            otherwise = part.arguments[2]
            follows = cases[otherwise] if parts[otherwise].name == IF and otherwise not in labels else None
            cases[index] = [
                rf"{arguments[1]} & \text{{if }} {arguments[0]}",
                *(follows or [rf"{arguments[2]} & \text{{otherwise}}"]),
            ]
            formulas.append(r"\begin{cases} " + r" \\ ".join(cases[index]) + r" \end{cases}")
        else:
            formulas.append(_formula(part.name, arguments))
    for index, label in labels.items():
        yield rf"\define{{{label}}}{{{formulas[index]}}}"


def _parts_of(tree: Sequence[Node]) -> list[_Part]:
    """The distinct subexpressions, arguments before functions that use them; the whole tree is the last."""
    known: dict[_Part, int] = {}
    stack: list[int] = []
    for node in reversed(tree):
        part = _Part(node.name, tuple(stack.pop() for _ in range(node.arity)))
        stack.append(known.setdefault(part, len(known)))
    return list(known)


def _named(parts: Sequence[_Part]) -> set[int]:
    """The parts that have a name and a formula of their own, so that no formula is long or repeats much."""
    uses = Counter(argument for part in parts for argument in part.arguments)
    widths: list[int] = []
    named: set[int] = set()
    for part in parts:
        arguments = sorted(part.arguments, key=lambda argument: widths[argument])
        named.update(a for a in arguments if uses[a] > 1 and widths[a] >= _WORTH_A_NAME)
        while True:
            width = len(part.name) + sum(_NAME_WIDTH if a in named else widths[a] for a in arguments)
            inline = [a for a in arguments if a not in named and parts[a].arguments]
            if width <= _WIDTH or not inline:
                break
            named.add(inline[-1])
        widths.append(width)
    return named


def _formula(name: str, arguments: Sequence[str]) -> str:
    """The formula of what is no choice, of the formulas of its arguments."""
    if name in BETWEEN:
        return f"{arguments[0]} {_SIGNS[name]} {arguments[1]}"
    if name == NOT:
        return rf"\lnot {arguments[0]}"
    if arguments:
        return rf"\query{{{_escaped(name)}}}{_in_parentheses(', '.join(arguments))}"
    return name if name.lstrip("-").isdecimal() else rf"\query{{{_escaped(name)}}}"


def _as_argument(formula: str, function: str, number: int, name: str) -> str:
    """The formula of a part with this name, as an argument of a function; ``number`` counts from 0."""
    return _in_parentheses(formula) if needs_parentheses(function, number, name) else formula


def _in_parentheses(formula: str) -> str:
    """A formula in parentheses as high as it is; TeX breaks lines within low ones only."""
    return rf"\left({formula}\right)" if r"\begin" in formula else f"({formula})"
