"""Readers of exported expressions, by the documented formats: the symbols of a tree, root first."""

from __future__ import annotations

import ast
import json
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import chain

from primitives import Vocabulary

_BETWEEN = {"or": 1, "and": 2, "<": 4, ">": 4, "=": 4, "+": 5, "-": 5, "*": 6}
_WORDS = {
    "or": "or_",
    "and": "and_",
    "not": "not_",
    "if": "if_then_else",
    "else": "if_then_else",
    "<": "less_than",
    ">": "greater",
    "=": "equal",
    "+": "add",
    "-": "sub",
    "*": "mul",
}
#: A choice is complete when its `else` is; what stands there reaches as far as it can.
_STRENGTHS = _BETWEEN | {"not": 3, "else": 0}
_ARITIES = {"not": 1, "else": 3} | dict.fromkeys(_BETWEEN, 2)


@dataclass
class _Tree:
    word: str
    arguments: list[_Tree] = field(default_factory=list)


def words_of(root: _Tree) -> list[str]:
    """The symbols of a tree, root first."""
    words, waiting = [], [root]
    while waiting:
        tree = waiting.pop()
        words.append(tree.word)
        waiting += reversed(tree.arguments)
    return words


def infix_tree(text: str) -> _Tree:
    """The tree that an infix text means, by operator precedence (Dijkstra's shunting yard)."""
    reader = _InfixReader()
    tokens = re.findall(r"\w+|[^\s\w]", text)
    for token, following in zip(tokens, [*tokens[1:], ""], strict=True):
        reader.take(token, is_function=following == "(")
    reader.finish(0)
    assert not reader.signs
    (root,) = reader.trees
    return root


class _InfixReader:
    def __init__(self) -> None:
        self.trees: list[_Tree] = []
        self.signs: list[str] = []  # operators, and what is open: "(", behind a function's name, "if", "then"

    def finish(self, strength: int) -> None:
        """Apply the operators on top that bind at least so strongly."""
        while self.signs and _STRENGTHS.get(self.signs[-1], -1) >= strength:
            sign = self.signs.pop()
            count = _ARITIES[sign]
            assert len(self.trees) >= count
            self.trees[-count:] = [_Tree(_WORDS[sign], self.trees[-count:])]

    def close(self, opening: str) -> None:
        self.finish(0)
        assert self.signs.pop() == opening

    def take(self, token: str, *, is_function: bool) -> None:
        if token in _BETWEEN:
            self.finish(_BETWEEN[token])
            self.signs.append(token)
        elif token in {"not", "if", "("}:
            self.signs.append(token)
        elif token in {"then", "else"}:
            self.close("if" if token == "then" else "then")  # noqa: S105
            self.signs.append(token)
        elif token == ",":  # noqa: S105
            self.close("(")
            self.signs += [", ", "("]
        elif token == ")":  # noqa: S105
            self.close("(")
            count = 1
            while self.signs and self.signs[-1] == ", ":
                self.signs.pop()
                count += 1
            if self.signs and self.signs[-1].startswith("call "):
                self.trees[-count:] = [_Tree(self.signs.pop().removeprefix("call "), self.trees[-count:])]
        elif is_function:
            self.signs.append(f"call {token}")
        else:
            assert re.fullmatch(r"\w+", token)
            self.trees.append(_Tree(token))


def infix_words(text: str) -> list[str]:
    """The symbols of an infix text."""
    return words_of(infix_tree(text))


#: What may be read from the left where it stands in the second argument.
_REGROUPED = {"add": {"add", "sub"}, "mul": {"mul"}, "or_": {"or_"}, "and_": {"and_"}}


def regrouped(words: Sequence[str], vocabulary: Vocabulary) -> list[str]:
    """The symbols of a tree in which a + (b + c) has become (a + b) + c, and products and truths likewise."""
    stack: list[_Tree] = []
    for word in reversed(words):
        arguments = [stack.pop() for _ in range(vocabulary.node_named[word].arity)]
        tree = _Tree(word, arguments)
        group = _REGROUPED.get(word, set())
        if group and arguments[1].word in group:
            tree = last = arguments[1]
            while last.arguments[0].word in group:
                last = last.arguments[0]
            last.arguments[0] = _Tree(word, [arguments[0], last.arguments[0]])
        stack.append(tree)
    return words_of(stack.pop())


_PYTHON_SIGNS = {"if": "(", "then": ") if (", "else": ") else", "=": "=="}
_PYTHON_WORDS = {
    ast.Or: "or_",
    ast.And: "and_",
    ast.Lt: "less_than",
    ast.Gt: "greater",
    ast.Eq: "equal",
    ast.Add: "add",
    ast.Sub: "sub",
    ast.Mult: "mul",
}


def words_by_python(text: str) -> list[str]:
    """The symbols of an infix text, as Python's own grammar groups it.

    Raises:
        SyntaxError: if it cannot be read.
    """
    tokens = re.findall(r"\w+|[^\s\w]", text)
    return _python_words(
        ast.parse(" ".join(_PYTHON_SIGNS.get(token, token) for token in tokens), mode="eval").body
    )


def _python_words(node: ast.expr) -> list[str]:
    match node:
        case ast.IfExp(then, condition, otherwise):  # Python's test, which it names first, stands second
            return ["if_then_else", *chain(*map(_python_words, (condition, then, otherwise)))]
        case ast.BoolOp(sign, (*first, last)):
            before = first[0] if len(first) == 1 else ast.BoolOp(sign, first)
            return [_PYTHON_WORDS[type(sign)], *_python_words(before), *_python_words(last)]
        case ast.Compare(left, [sign], [right]) | ast.BinOp(left, sign, right):
            return [_PYTHON_WORDS[type(sign)], *_python_words(left), *_python_words(right)]
        case ast.UnaryOp(ast.Not(), truth):
            return ["not_", *_python_words(truth)]
        case ast.Call(ast.Name(name), arguments):
            return [name, *chain(*map(_python_words, arguments))]
        case ast.Name(_) | ast.Constant(_) | ast.UnaryOp(ast.USub(), ast.Constant(_)):
            return [ast.unparse(node)]
    raise SyntaxError(ast.unparse(node))


def pairs_of_parentheses(text: str) -> Iterator[tuple[int, int]]:
    """Where the parentheses of each pair stand, but for those of functions."""
    opened: list[int] = []
    for match in re.finditer(r"[()]", text):
        if match[0] == "(":
            opened.append(match.start())
        elif not re.match(r"\w", text[: (begin := opened.pop())][-1:]):
            yield begin, match.start()


_CASES = re.compile(r"\\begin{cases}((?:(?!\\begin{cases}).)*?)\\end{cases}")
_QUERY = re.compile(r"\\query{([^{}]*)}")
_LATEX_SIGNS = {r"\cdot": "*", r"\lor": "or", r"\land": "and", r"\lnot": "not"}


def _choice(cases: re.Match[str]) -> str:
    *rows, last = cases[1].split(r"\\")
    text = ""
    for row in rows:
        then, condition = row.split(r"& \text{if }")
        text += f"if {condition} then {then} else "
    otherwise, nothing = last.split(r"& \text{otherwise}")
    assert not nothing.strip()
    return text + otherwise


def _infix_of_formula(formula: str) -> str:
    text = formula.replace(r"\_", "_")
    text = re.sub(r"e_{(\d+)}", r"e_\1", text)
    text = text.replace(r"\left(", "(").replace(r"\right)", ")")
    while r"\begin{cases}" in text:
        text = _CASES.sub(_choice, text)
    text = _QUERY.sub(r"\1", text)
    for command, sign in _LATEX_SIGNS.items():
        text = text.replace(command, f" {sign} ")
    assert "\\" not in text
    return text


def latex_words(text: str) -> list[str]:
    """The symbols of the expression in a LaTeX document."""
    defined = {}
    for label, formula in re.findall(r"^\\define{(e_{\d+}|\\query{value})}{(.*)}$", text, re.MULTILINE):
        defined[_infix_of_formula(label)] = infix_tree(_infix_of_formula(formula))
    words, waiting = [], [defined["value"]]
    while waiting:
        tree = waiting.pop()
        tree = defined.get(tree.word, tree)
        words.append(tree.word)
        waiting += reversed(tree.arguments)
    return words


def dot_words(text: str) -> list[str]:
    """The symbols of the tree in a Graphviz file."""
    trees = {}
    edges = []
    for line in text.splitlines():
        if node := re.fullmatch(r'  n(\d+) \[label="([^"]+)", fillcolor=\w+(?:, shape=ellipse)?\]', line):
            trees[node[1]] = _Tree(_WORDS.get(node[2], node[2]))
        elif edge := re.fullmatch(r'  n(\d+) -> n(\d+)(?: \[label="(?:then|else)"\])?', line):
            edges.append((edge[1], edge[2]))
    for parent, child in edges:
        trees[parent].arguments.append(trees[child])
    assert len(words_of(trees["0"])) == len(trees)
    return words_of(trees["0"])


def json_words(text: str) -> list[str]:
    """The symbols of the tree in a JSON document, which form a whole tree by their arities."""
    document = json.loads(text)
    open_arguments = 1
    for word in document["expression"]:
        assert open_arguments
        open_arguments -= 1
        if isinstance(word, str):
            open_arguments += len(document["words"][word]["arguments"])
    assert open_arguments == 0
    assert len(document["expression"]) == document["nodes"]
    return [str(word) for word in document["expression"]]
