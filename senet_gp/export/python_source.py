"""An expression as a Python file that stands alone.

The file holds the plain meanings of the primitives that the expression uses, as they stand in
:mod:`primitives`, and a function that computes the expression statement by statement: nested calls
would fail beyond some 90 levels. Equal subexpressions are computed once.
"""

from __future__ import annotations

import dis
import inspect
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from types import CodeType
from typing import Any

from primitives.board import Board
from primitives.vocabulary import Node, Vocabulary
from senet_gp.games.board_game import BoardGame
from senet_gp.games.pursuit import Pursuit

_HEAD = '''"""A player of {game}, evolved by senet-gp: {nodes} nodes in the {name} vocabulary.

This file stands alone. {what}
Numbers are integers that saturate at +-(2^31 - 1).

{usage}
"""

from __future__ import annotations

import sys
from dataclasses import dataclass
'''

_SCORES = """\
score() tells how good the board is that a turn would end in, for the player who
has made the turn; among the boards that he can reach, the player plays one with the highest score."""
_NAMES_THE_MOVE = """\
score() is computed on the board before the move; modulo 4 it is the move:
0 to the left, 1 to the right, 2 up, 3 down."""

_SENET_USAGE = """\
Run it with boards as arguments to score them, each one character a square from 1 on: x a piece of the
player who has just moved, o one of the other's, . an empty square."""
_SMALL_USAGE = """\
Run it with boards as arguments to score them, each one character a square from 1 on: x a piece of the
player who has just moved, o one of the other's, . an empty square. Behind a colon may stand the move just
made: the square that it led to, or both, as in {start}:1-4."""
_PURSUIT_USAGE = """\
Run it with boards as arguments, each x,y,x,y,last: the player's place, the enemy's, and the player's
last move, -1 if there was none. The value and the move are printed."""

_READ_SQUARES = '''

def read(text: str) -> Board:
    """The board that an argument stands for."""
    squares, _, move = text.partition(":")
    if len(squares) != {squares} or set(squares) - set("xo."):
        sys.exit(f"a board is {squares} characters x, o or ., not {{squares!r}}")
    start, _, target = move.rpartition("-")
    return Board(
        mine=frozenset(square for square, piece in enumerate(squares, 1) if piece == "x"),
        theirs=frozenset(square for square, piece in enumerate(squares, 1) if piece == "o"),
        squares={squares},
        width={width},
        start=int(start or 0),
        target=int(target or 0),
    )
'''

_READ_PLACES = '''

def read(text: str) -> Board:
    """The board that an argument stands for."""
    x, y, enemy_x, enemy_y, last_move = map(int, text.split(","))
    mine, theirs = frozenset({{y * {width} + x + 1}}), frozenset({{enemy_y * {width} + enemy_x + 1}})
    return Board(mine, theirs, squares={squares}, width={width}, last_move=last_move)
'''

_MAIN = '''

def main() -> None:
    """Score the boards given on the command line, or else the board at the start of the game."""
    for text in sys.argv[1:] or ["{start}"]:
        value = score(read(text))
        print(text, {shown})


if __name__ == "__main__":
    main()
'''


def to_python(tree: Sequence[Node], vocabulary: Vocabulary) -> str:
    """The text of a Python file whose ``score(board)`` computes the expression."""
    words = [
        vocabulary.by_name[name] for name in sorted({node.name for node in tree} & set(vocabulary.by_name))
    ]
    form = _form(vocabulary)
    head = _HEAD.format(
        game=vocabulary.game, name=vocabulary.name, nodes=len(tree), what=form.what, usage=form.usage
    )
    foot = form.foot
    definitions = _definitions([word.meaning for word in words])
    body = "\n".join(f"    {statement}" for statement in _statements(tree, vocabulary))
    score = (
        "def score(board: Board) -> int:\n"
        '    """How good the board is for the player who has just moved; the highest score is played."""\n'
        f"{body}\n"
    )
    parts = [head, inspect.getsource(Board), *definitions, score]
    return "\n\n".join(part.rstrip("\n") + "\n" for part in parts) + foot


@dataclass(frozen=True)
class _Form:
    """What depends on the kind of game: what is said of the score, how to use the file, and its end."""

    what: str
    usage: str
    foot: str


def _form(vocabulary: Vocabulary) -> _Form:
    rules = vocabulary.rules
    board = {"squares": vocabulary.squares, "width": vocabulary.width}
    start = rules.text(rules.starts()[0])
    if isinstance(rules, Pursuit):
        start = start.rpartition(",")[0]  # without the enemy's last move
        end = _READ_PLACES.format(**board) + _MAIN.format(start=start, shown="value, value % 4")
        return _Form(_NAMES_THE_MOVE, _PURSUIT_USAGE, end)
    end = _READ_SQUARES.format(**board) + _MAIN.format(start=start, shown="value")
    usage = _SMALL_USAGE.format(start=start) if isinstance(rules, BoardGame) else _SENET_USAGE
    return _Form(_SCORES, usage, end)


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
