"""An expression as a Python file that stands alone.

The file holds the plain meanings of the primitives that the expression uses, as they stand in
:mod:`primitives`, and a function that computes the expression statement by statement: nested calls
would fail beyond some 90 levels. Equal subexpressions are computed once.
"""

from __future__ import annotations

import dis
import inspect
from collections.abc import Callable, Iterator, Sequence
from types import CodeType
from typing import Any

from primitives.board import Board
from primitives.vocabulary import Node, Vocabulary

_HEAD = '''"""A player of {game}, evolved by senet-gp: {nodes} nodes in the {name} vocabulary.

This file stands alone. score() tells how good the board is that a turn would end in, for the player who
has made the turn; among the boards that he can reach, the player plays one with the highest score.
Numbers are integers that saturate at +-(2^31 - 1).

Run it with boards as arguments to score them, each one character a square from 1 on: x a piece of the
player who has just moved, o one of the other's, . an empty square.
"""

from __future__ import annotations

import sys
from dataclasses import dataclass
'''

_FOOT = '''

def main() -> None:
    """Score the boards given on the command line, or else the board at the start of the game."""
    for text in sys.argv[1:] or ["{start}"]:
        if len(text) != {squares} or set(text) - set("xo."):
            sys.exit(f"a board is {squares} characters x, o or ., not {{text!r}}")
        mine = frozenset(square for square, piece in enumerate(text, 1) if piece == "x")
        theirs = frozenset(square for square, piece in enumerate(text, 1) if piece == "o")
        print(text, score(Board(mine, theirs)))


if __name__ == "__main__":
    main()
'''

_STARTS = {"senet": "xoxoxoxoxoxoxo" + "." * 16}


def to_python(tree: Sequence[Node], vocabulary: Vocabulary) -> str:
    """The text of a Python file whose ``score(board)`` computes the expression."""
    words = [
        vocabulary.by_name[name] for name in sorted({node.name for node in tree} & set(vocabulary.by_name))
    ]
    head = _HEAD.format(game=vocabulary.game, name=vocabulary.name, nodes=len(tree))
    foot = _FOOT.format(start=_STARTS[vocabulary.game], squares=vocabulary.squares)
    definitions = _definitions([word.meaning for word in words])
    body = "\n".join(f"    {statement}" for statement in _statements(tree, vocabulary))
    score = (
        "def score(board: Board) -> int:\n"
        '    """How good the board is for the player who has just moved; the highest score is played."""\n'
        f"{body}\n"
    )
    parts = [head, inspect.getsource(Board), *definitions, score]
    return "\n\n".join(part.rstrip("\n") + "\n" for part in parts) + foot


def _statements(tree: Sequence[Node], vocabulary: Vocabulary) -> Iterator[str]:
    """One assignment for every distinct subexpression that is no constant, and the return."""
    name_of: dict[str, str] = {}
    stack: list[str] = []
    for node in reversed(tree):
        primitive = vocabulary.by_name.get(node.name)
        if primitive is None:
            stack.append(node.name)
            continue
        arguments = ["board"] if primitive.reads_board else []
        arguments += [stack.pop() for _ in primitive.arguments]
        call = f"{primitive.name}({', '.join(arguments)})"
        if call not in name_of:
            name_of[call] = f"v{len(name_of) + 1}"
            yield f"{name_of[call]} = {call}"
        stack.append(name_of[call])
    yield f"return {stack.pop()}"


def _definitions(functions: Sequence[Callable[..., Any]]) -> list[str]:
    """The sources of functions and of all that they call, each once, what is called first."""
    sources: dict[str, str] = {}
    known: set[str] = set()

    def define(name: str, thing: Any) -> None:
        if name in known or thing is Board:
            return
        known.add(name)
        if inspect.isfunction(thing):
            for other in _global_names(thing.__code__):
                if other in thing.__globals__:
                    define(other, thing.__globals__[other])
            sources[name] = inspect.getsource(thing)
        else:
            sources[name] = f"{name} = {thing!r}"

    for function in functions:
        define(function.__name__, function)
    return list(sources.values())


def _global_names(code: CodeType) -> list[str]:
    """Names that a function's code looks up among globals, in comprehensions too."""
    names = [str(step.argval) for step in dis.get_instructions(code) if step.opname == "LOAD_GLOBAL"]
    for constant in code.co_consts:
        if isinstance(constant, CodeType):
            names += _global_names(constant)
    return names
