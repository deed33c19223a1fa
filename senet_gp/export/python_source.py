"""An expression as a Python file that needs nothing else.

The file contains the plain meanings of the primitives that the expression uses, copied from
:mod:`primitives`, and a function that computes the expression statement by statement, since nested calls
would fail beyond about 90 levels. Equal subexpressions are computed once.
"""

from __future__ import annotations

import inspect
import random
import textwrap
from collections.abc import Iterator, Sequence

from primitives.types import Square
from primitives.vocabulary import Node, Vocabulary
from senet_gp.errors import UsageError
from senet_gp.export.board_form import BoardForm
from senet_gp.export.carried import carried
from senet_gp.export.notation import what_it_is, what_the_value_means
from senet_gp.games.registry import part_of
from senet_gp.games.view import Board
from senet_gp.trees.plain import value

#: The number of boards that a file scores to check itself.
_CHECKS = 12

_ABOUT = (
    "This file stands alone. score() computes the expression. {} Numbers are integers that saturate at "
    "+-(2^31 - 1)."
)
_HEAD = '''"""{what_it_is}

{about}

{usage}
Without arguments, the file checks itself and scores the board at the start of the game.
"""

from __future__ import annotations

import random
import sys
from dataclasses import dataclass
'''

_READ = '''
def read(text: str) -> Board:
    """The board that an argument stands for."""
    return {reader}(text, squares={squares}, width={width})
'''

_SCORE = '''
def score(board: Board) -> int:
    """The value of the expression on a board."""
{body}
'''

_CHECK = '''
#: Boards, and what they scored when this file was made.
CHECKS = {{
{checks}
}}


def check() -> None:
    """Check that the scores of the boards are still the same."""
    for text, expected in CHECKS.items():
        if score(read(text)) != expected:
            sys.exit(f"this file is damaged, or this Python: {{text}} does not score {{expected}}")
'''

_CHOOSE_BOARD = '''
def choose(boards: list[Board]) -> int:
    """The index of the board with which the player ends the turn: a random one of those scored highest."""
    scores = [score(board) for board in boards]
    best = max(scores)
    return random.choice([index for index, points in enumerate(scores) if points == best])
'''
_CHOOSE_MOVE = '''
def choose(board: Board) -> int:
    """The move that the player makes on a board."""
    return score(board) % {}
'''

_MAIN = '''
def main() -> None:
    """Score the boards given on the command line, and say what is played."""
    check()
    texts = sys.argv[1:]
    if not texts:
        print(f"checked on {{len(CHECKS)}} boards")
        texts = ["{start}"]
    try:
        boards = [read(text) for text in texts]
    except ValueError as error:
        sys.exit(str(error))
{choice}


if __name__ == "__main__":
    main()
'''
_AMONG_BOARDS = """\
    for text, board in zip(texts, boards):
        print(text, score(board))
    if len(boards) > 1:
        print("plays", texts[choose(boards)])"""
_ON_EACH_BOARD = """\
    for text, board in zip(texts, boards):
        print(text, score(board), "plays", choose(board))"""


def to_python(tree: Sequence[Node], vocabulary: Vocabulary) -> str:
    """The text of a Python file whose ``score(board)`` computes the expression.

    Its function ``choose`` returns the player's choice: the index of a board with the highest score in a list
    of boards or, if the value names the move, the move. Whenever the file is run, it checks its scores of
    some boards against those that senet-gp computed.

    Args:
        tree: the nodes of the expression, root first.
        vocabulary: their vocabulary.

    Raises:
        UsageError: if the game does not say how its boards are read, or a word from outside this project
            needs something that the file cannot carry.

    >>> from primitives import vocabulary_of
    >>> from senet_gp.trees.text import from_lisp
    >>> words = vocabulary_of("hexapawn")
    >>> "def score(board: Board) -> int:" in to_python(from_lisp("my_moves", words), words)
    True
    """
    names = sorted({node.name for node in tree} & set(vocabulary.by_name))
    form: BoardForm | None = part_of(vocabulary.game.name, "exported")
    if form is None:
        raise UsageError(
            f"players of {vocabulary.game.name} cannot be written as Python, for its row does not say how "
            "a board is read from a text: export it in another format"
        )
    moves = len(vocabulary.game.named_moves)
    start = _start(vocabulary)
    parts_of_words = carried([vocabulary.by_name[name] for name in names], [form.read])
    board = {"squares": vocabulary.squares, "width": vocabulary.width}
    parts = [
        _HEAD.format(
            what_it_is=what_it_is(tree, vocabulary),
            about="\n".join(textwrap.wrap(_ABOUT.format(what_the_value_means(vocabulary)), 100)),
            usage=form.usage.format(start=start),
        ),
        *(["\n".join(parts_of_words.imports)] if parts_of_words.imports else []),
        inspect.getsource(Board),
        *parts_of_words.definitions,
        _READ.format(reader=form.read.__name__, **board),
        _SCORE.format(body="\n".join(f"    {statement}" for statement in _statements(tree, vocabulary))),
        _CHECK.format(checks="\n".join(_checks(tree, vocabulary, form))),
        _CHOOSE_MOVE.format(moves) if moves else _CHOOSE_BOARD,
        _MAIN.format(start=start, choice=_ON_EACH_BOARD if moves else _AMONG_BOARDS),
    ]
    return "\n\n".join(part.strip("\n") + "\n" for part in parts)


def _start(vocabulary: Vocabulary) -> str:
    """The board at the start of the game, as a text."""
    game = vocabulary.game
    return game.text(game.starts()[0])


def _checks(tree: Sequence[Node], vocabulary: Vocabulary, form: BoardForm) -> Iterator[str]:
    """Lines with boards and their values; expressions of the same size get the same boards."""
    rng = random.Random(len(tree))
    for text in dict.fromkeys(form.sample(vocabulary, rng) for _ in range(_CHECKS)):
        board = form.read(text, vocabulary.squares, vocabulary.width)
        yield f'    "{text}": {value(tree, vocabulary, board)},'


def _statements(tree: Sequence[Node], vocabulary: Vocabulary) -> Iterator[str]:
    """An assignment for every distinct subexpression except constants, and the return statement."""
    name_of: dict[str, str] = {}
    stack: list[str] = []
    for node in reversed(tree):
        primitive = vocabulary.by_name.get(node.name)
        if primitive is None:
            stack.append(node.name)
            continue
        arguments = ["board"] if primitive.reads_board else []
        for kind in primitive.arguments:
            # Our own words take squares cyclically themselves.
            cyclic = kind is Square and not primitive.is_ours
            arguments.append(f"({stack.pop()} - 1) % {vocabulary.squares} + 1" if cyclic else stack.pop())
        call = f"{primitive.name}({', '.join(arguments)})"
        if call not in name_of:
            name_of[call] = f"v{len(name_of) + 1}"
            yield f"{name_of[call]} = {call}"
        stack.append(name_of[call])
    yield f"return {stack.pop()}"
