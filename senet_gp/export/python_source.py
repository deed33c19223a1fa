"""An expression as a Python file that stands alone.

The file holds the plain meanings of the primitives that the expression uses, as they stand in
:mod:`primitives`, and a function that computes the expression statement by statement: nested calls
would fail beyond some 90 levels. Equal subexpressions are computed once.
"""

from __future__ import annotations

import dis
import inspect
import random
import textwrap
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from types import CodeType
from typing import Any

from primitives.vocabulary import Node, Vocabulary
from senet_gp.export.board_text import read_moved, read_placed, read_places, read_thrown
from senet_gp.export.wording import names_the_move, what_it_is, what_the_value_means
from senet_gp.games.board.game import BoardGame
from senet_gp.games.tictactoe import TicTacToe
from senet_gp.games.view import Board
from senet_gp.trees.plain import value

#: So many boards the file scores to check itself.
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
    """Make sure that the boards still score the same."""
    for text, expected in CHECKS.items():
        if score(read(text)) != expected:
            sys.exit(f"this file is damaged, or this Python: {{text}} does not score {{expected}}")
'''

_CHOOSE_BOARD = '''
def choose(boards: list[Board]) -> int:
    """The index of the board that the player ends his turn in: one with the highest score, drawn by lot."""
    scores = [score(board) for board in boards]
    best = max(scores)
    return random.choice([index for index, points in enumerate(scores) if points == best])
'''
_CHOOSE_MOVE = '''
def choose(board: Board) -> int:
    """The move that the player makes on a board."""
    return score(board) % 4
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

_SQUARES_USAGE = """\
Run it with boards as arguments to score them, and to see which of them is played. A board is one character
a square from 1 on: x a piece of the player who has just moved, o one of the other's, . an empty square.
"""
_THROWN_USAGE = (
    _SQUARES_USAGE
    + """\
Behind a colon may stand the moves just made, square+throw, and behind another how many pieces they hit, as in
{start}:9+3,12+1:1"""
)
_MOVED_USAGE = (
    _SQUARES_USAGE
    + """\
Behind a colon may stand the move just made: the square that it led to, or both, as in {start}:1-4"""
)
_PLACED_USAGE = (
    _SQUARES_USAGE
    + """\
So where the noughts have just moved they are x. A board may also be nine numbers with commas, -1 a cross,
1 a nought, 0 empty; crosses begin. Behind a colon may stand the square of the move just made, as in
{start}:5"""
)
_PLACES_USAGE = """\
Run it with boards as arguments, each x,y,x,y,last,last: the player's place, the enemy's, and their last
moves, -1 where there was none, as in {start}. The value and the move are printed."""


@dataclass(frozen=True)
class _Form:
    """What depends on the kind of game.

    Attributes:
        read: reads a board from a text.
        usage: what is said of such texts; ``{start}`` in it is one.
        choose: the function that chooses.
        choice: how the file uses it.
        sample: draws the text of some board.
    """

    read: Callable[[str, int, int], Board]
    usage: str
    choose: str
    choice: str
    sample: Callable[[Vocabulary, random.Random], str]


def to_python(tree: Sequence[Node], vocabulary: Vocabulary) -> str:
    """The text of a Python file whose ``score(board)`` computes the expression.

    Its ``choose`` is what the player plays: of a list of boards, the index of one with the highest score;
    where the value names the move, the move. It holds some boards with the values that the plain meanings
    have on them here, which it compares with its own whenever it is run.
    """
    names = sorted({node.name for node in tree} & set(vocabulary.by_name))
    form = _form(vocabulary)
    start = _start(vocabulary)
    board = {"squares": vocabulary.squares, "width": vocabulary.width}
    parts = [
        _HEAD.format(
            what_it_is=what_it_is(tree, vocabulary),
            about="\n".join(textwrap.wrap(_ABOUT.format(what_the_value_means(vocabulary)), 100)),
            usage=form.usage.format(start=start),
        ),
        inspect.getsource(Board),
        *_definitions([*(vocabulary.by_name[name].meaning for name in names), form.read]),
        _READ.format(reader=form.read.__name__, **board),
        _SCORE.format(body="\n".join(f"    {statement}" for statement in _statements(tree, vocabulary))),
        _CHECK.format(checks="\n".join(_checks(tree, vocabulary, form))),
        form.choose,
        _MAIN.format(start=start, choice=form.choice),
    ]
    return "\n\n".join(part.strip("\n") + "\n" for part in parts)


def _form(vocabulary: Vocabulary) -> _Form:
    if names_the_move(vocabulary):
        return _Form(read_places, _PLACES_USAGE, _CHOOSE_MOVE, _ON_EACH_BOARD, _sample_places)
    if isinstance(vocabulary.rules, TicTacToe):
        return _Form(read_placed, _PLACED_USAGE, _CHOOSE_BOARD, _AMONG_BOARDS, _sample_moved)
    if isinstance(vocabulary.rules, BoardGame):
        return _Form(read_moved, _MOVED_USAGE, _CHOOSE_BOARD, _AMONG_BOARDS, _sample_moved)
    return _Form(read_thrown, _THROWN_USAGE, _CHOOSE_BOARD, _AMONG_BOARDS, _sample_thrown)


def _start(vocabulary: Vocabulary) -> str:
    """The board at the start of the game, as a text."""
    rules = vocabulary.rules
    return rules.text(rules.starts()[0])


def _checks(tree: Sequence[Node], vocabulary: Vocabulary, form: _Form) -> Iterator[str]:
    """Lines of boards with their values; the same for the same expression."""
    rng = random.Random(len(tree))
    for text in dict.fromkeys(form.sample(vocabulary, rng) for _ in range(_CHECKS)):
        board = form.read(text, vocabulary.squares, vocabulary.width)
        yield f'    "{text}": {value(tree, vocabulary, board)},'


def _sample_pieces(vocabulary: Vocabulary, rng: random.Random) -> str:
    squares = vocabulary.squares
    most = vocabulary.by_name["my_pieces"].high
    mine, theirs = rng.randint(0, most), rng.randint(0, most)
    signs = ("x" * mine + "o" * theirs)[:squares].ljust(squares, ".")
    return "".join(rng.sample(signs, squares))


def _sample_thrown(vocabulary: Vocabulary, rng: random.Random) -> str:
    made = (f"{rng.randint(1, vocabulary.squares)}+{rng.randint(1, 5)}" for _ in range(rng.randint(0, 4)))
    return f"{_sample_pieces(vocabulary, rng)}:{','.join(made)}:{rng.randint(0, 4)}"


def _sample_moved(vocabulary: Vocabulary, rng: random.Random) -> str:
    start, target = rng.randint(0, vocabulary.squares), rng.randint(1, vocabulary.squares)
    return f"{_sample_pieces(vocabulary, rng)}:{start}-{target}"


def _sample_places(vocabulary: Vocabulary, rng: random.Random) -> str:
    places = [rng.randrange(vocabulary.width) for _ in range(4)]
    return ",".join(map(str, [*places, rng.randint(-1, 3), rng.randint(-1, 3)]))


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
