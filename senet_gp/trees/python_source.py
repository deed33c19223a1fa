"""An expression as a Python file that needs nothing else.

The file contains the plain meanings of the primitives that the expression uses, copied from
:mod:`primitives`, a function that reads a board from a text, whose form depends on the game, and a function
that computes the expression statement by statement, since nested calls would fail beyond about 90 levels.
Equal subexpressions are computed once.

The text of a board has a character for each square, from square 1 on: x for a piece of the player who has
just moved, o for a piece of the other, a dot for an empty square.

The file carries the sources of functions, and of all that they use. Of this project's own functions
everything is known. A function or class from outside is carried if its file would mean the same without its
module: it may use its arguments, builtins, the standard library, and functions, classes and plain values of
its module.
"""

from __future__ import annotations
import __future__

import ast
import builtins
import dis
import inspect
import random
import re
import sys
import textwrap
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from types import CodeType, FunctionType, ModuleType
from typing import Any, NamedTuple, NoReturn

from primitives.declarations import Primitive
from primitives.types import Square, square_named
from primitives.vocabulary import Node, Vocabulary
from senet_gp.games.plain import Pieces
from senet_gp.games.protocol import Board, Game, in_signs
from senet_gp.games.registry import part_of
from senet_gp.runtime.errors import UsageError, shortened
from senet_gp.runtime.loaded_code import is_plain
from senet_gp.runtime.origins import is_of_this_project
from senet_gp.runtime.source_texts import class_source_of, codes_within, definition_of, has_changed, source_of
from senet_gp.trees.plain import value
from senet_gp.trees.text import what_it_is, what_the_value_means

#: The most moves that lead to a random board.
_MOST_MOVES = 20
#: The explanation, in exported files, of boards that are written square by square.
SQUARES_USAGE = """\
Run it with boards as arguments to score them, and to see which of them is played. A board is one character
a square from 1 on: x a piece of the player who has just moved, o one of the other's, . an empty square.
"""


def pieces(text: str, squares: int) -> tuple[frozenset[int], frozenset[int]]:
    """The squares of x and those of o."""
    if len(text) != squares or set(text) - set("xo."):
        raise ValueError(f"a board is {squares} characters x, o or ., not {text!r}")
    mine = frozenset(square for square, piece in enumerate(text, 1) if piece == "x")
    return mine, frozenset(square for square, piece in enumerate(text, 1) if piece == "o")


def numbers(texts: list[str]) -> list[int]:
    """Texts as whole numbers."""
    try:
        return [int(text) for text in texts]
    except ValueError:
        raise ValueError(f"there should be whole numbers instead of {', '.join(texts)}") from None


def read_moved(text: str, squares: int, width: int) -> Board:
    """``BOARD``, ``BOARD:TARGET`` or ``BOARD:START-TARGET``."""
    board, _, move = text.partition(":")
    mine, theirs = pieces(board, squares)
    start, _, target = move.rpartition("-")
    first, last = numbers([start or "0", target or "0"])
    return Board(mine, theirs, squares=squares, width=width, start=first, target=last)


@dataclass(frozen=True)
class BoardForm:
    """The text form of a game's boards.

    Attributes:
        read: makes a board, as words see it, from its text, the number of squares, and the width; exported
            files contain the source of this function.
        usage: the explanation of the form, in which ``{start}`` stands for the board at the start.
        sample: draws a random board and returns its text.
    """

    read: Callable[[str, int, int], Any]
    usage: str
    sample: Callable[[Vocabulary, random.Random], str]


def sample_pieces(vocabulary: Vocabulary, rng: random.Random) -> str:
    """The text of a random board: pieces of both sides on random squares."""
    squares = vocabulary.squares
    counted = vocabulary.by_name.get("my_pieces")
    most = squares if counted is None else counted.high
    mine, theirs = rng.randint(0, most), rng.randint(0, most)
    signs = ("x" * mine + "o" * theirs)[:squares].ljust(squares, ".")
    return "".join(rng.sample(signs, squares))


def reached(game: Game, rng: random.Random) -> Any:
    """What words see after some random moves."""
    position, seat = rng.choice(game.starts()), 0
    for left in range(rng.randrange(_MOST_MOVES), -1, -1):
        chances = game.throw_chances(position)
        (throws,) = rng.choices(list(chances), list(chances.values()))
        decision = game.decision(position, seat, throws)
        index = rng.randrange(len(decision.afterstates))
        if left == 0 or decision.result(index) is not None:
            break
        position = decision.following(index)
        seat ^= decision.ends_turn(index)
    return decision.view(index)


def sample_moved(vocabulary: Vocabulary, rng: random.Random) -> str:
    """The text of a board that random moves lead to, with the move just made."""
    board = reached(vocabulary.game, rng)
    return f"{in_signs(board.mine, board.theirs, vocabulary.squares)}:{board.start}-{board.target}"


#: Boards with the move just made.
MOVED = BoardForm(
    read_moved,
    SQUARES_USAGE
    + """\
Behind a colon may stand the move just made: the square that it led to, or both, as in {start}:1-4""",
    sample_moved,
)


def read_placed(text: str, squares: int, width: int) -> Board:
    """Read ``BOARD`` or ``BOARD:TARGET``; a board may be numbers: -1 a cross, 1 a nought, 0 empty."""
    board, colon, target = text.partition(":")
    if "," in board:
        cells = numbers(board.split(","))
        if len(cells) != squares or set(cells) - {-1, 0, 1} or sum(cells) not in {-1, 0}:
            raise ValueError(
                f"on {squares} cells crosses, -1, are as many as noughts, 1, or one more: not {board}"
            )
        # Crosses begin: if there is one more of them, they have just moved.
        signs = {0: ".", -1: "x", 1: "o"} if sum(cells) else {0: ".", -1: "o", 1: "x"}
        board = "".join(signs[cell] for cell in cells)
    return read_moved(board + colon + target, squares, width)


def read_pieces(text: str, squares: int, width: int) -> Pieces:  # noqa: ARG001 - as all readers
    """``BOARD``."""
    return Pieces(*pieces(text, squares))


def _sample_pieces_reached(vocabulary: Vocabulary, rng: random.Random) -> str:
    board = reached(vocabulary.game, rng)
    return in_signs(board.mine, board.theirs, vocabulary.squares)


#: Positions of a :class:`~senet_gp.games.plain.PlainBoardGame`, if its words see them as they are.
PIECES = BoardForm(read_pieces, SQUARES_USAGE + "One is {start}.", _sample_pieces_reached)


#: Boards with the move just made, in any of the ways that they are written.
PLACED = BoardForm(
    read_placed,
    SQUARES_USAGE
    + """\
So where the noughts have just moved they are x. A board may also be nine numbers with commas, -1 a cross,
1 a nought, 0 empty; crosses begin. Behind a colon may stand the square of the move just made, as in
{start}:5""",
    sample_moved,
)


def read_thrown(text: str, squares: int, width: int) -> Board:
    """Read ``BOARD``, ``BOARD:MOVES`` or ``BOARD:MOVES:HITS``, with moves as in ``9+3,12+1``."""
    board, _, more = text.partition(":")
    moves, _, hits = more.partition(":")
    mine, theirs = pieces(board, squares)
    made = [numbers(move.replace("-", "+").split("+")) for move in moves.split(",") if move]
    if any(len(move) != 2 for move in made):
        raise ValueError(f"moves are like 9+3,12+1 and not like {moves}")
    thrown = tuple((throw, start) for start, throw in made)
    return Board(mine, theirs, thrown, numbers([hits or "0"])[0], squares, width)


def _sample_thrown(vocabulary: Vocabulary, rng: random.Random) -> str:
    made = (f"{rng.randint(1, vocabulary.squares)}+{rng.randint(1, 5)}" for _ in range(rng.randint(0, 4)))
    return f"{sample_pieces(vocabulary, rng)}:{','.join(made)}:{rng.randint(0, 4)}"


#: The form of boards with the moves just made, and the number of pieces they hit.
THROWN = BoardForm(
    read_thrown,
    SQUARES_USAGE
    + """\
Behind a colon may stand the moves just made, square+throw, and behind another how many pieces they hit, as in
{start}:9+3,12+1:1""",
    _sample_thrown,
)


def read_places(text: str, squares: int, width: int) -> Board:
    """Read ``X,Y,X,Y,LAST,LAST``: my square, theirs, my last move and theirs, -1 if there was none.

    No word uses the last number; it is there because it is part of positions everywhere else.
    """
    given = numbers(text.split(","))
    if (
        len(given) != 6
        or not all(0 <= place < width for place in given[:4])
        or not all(-1 <= move <= 3 for move in given[4:])
    ):
        raise ValueError(
            f"a board is x,y,x,y,last,last with places from 0 to {width - 1} and last moves from -1 to 3, "
            f"not {text!r}"
        )
    x, y, enemy_x, enemy_y, last_move, _ = given
    mine, theirs = frozenset({y * width + x + 1}), frozenset({enemy_y * width + enemy_x + 1})
    return Board(mine, theirs, squares=squares, width=width, last_move=last_move)


def _sample_places(vocabulary: Vocabulary, rng: random.Random) -> str:
    places = [rng.randrange(vocabulary.width) for _ in range(4)]
    return ",".join(map(str, [*places, rng.randint(-1, 3), rng.randint(-1, 3)]))


#: Both places, and the last moves.
PLACES = BoardForm(
    read_places,
    """\
Run it with boards as arguments, each x,y,x,y,last,last: the player's place, the enemy's, and their last
moves, -1 where there was none, as in {start}. The value and the move are printed.""",
    _sample_places,
)


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
'''

_READ = '''
def read(text: str) -> {board}:
    """The board that an argument stands for."""
    return {reader}(text, squares={squares}, width={width})
'''

_SCORE = '''
def score(board: {board}) -> int:
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
def choose(boards: list[{board}]) -> int:
    """The index of the board with which the player ends the turn: a random one of those scored highest."""
    scores = [score(board) for board in boards]
    best = max(scores)
    return random.choice([index for index, points in enumerate(scores) if points == best])
'''
_CHOOSE_MOVE = '''
def choose(board: {board}) -> int:
    """The move that the player makes on a board."""
    return score(board) % {moves}
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
#: The names that the file itself defines or imports.
_OF_THE_FILE = re.compile("annotations|random|sys|board|read|score|CHECKS|check|choose|main|v[0-9]+")


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
    board = type(form.read(start, vocabulary.squares, vocabulary.width))
    _check_form(vocabulary, board)
    parts_of_words = carried([vocabulary.by_name[name] for name in names], [form.read])
    choose = _CHOOSE_MOVE if moves else _CHOOSE_BOARD
    size = {"squares": vocabulary.squares, "width": vocabulary.width}
    body = "\n".join(f"    {statement}" for statement in _statements(tree, vocabulary))
    parts = [
        _HEAD.format(
            what_it_is=what_it_is(tree, vocabulary),
            about="\n".join(textwrap.wrap(_ABOUT.format(what_the_value_means(vocabulary)), 100)),
            usage=form.usage.format(start=start),
        ),
        *(["\n".join(parts_of_words.imports)] if parts_of_words.imports else []),
        *parts_of_words.definitions,
        _READ.format(reader=form.read.__name__, board=board.__name__, **size),
        _SCORE.format(board=board.__name__, body=body),
        _CHECK.format(checks="\n".join(_checks(tree, vocabulary, form))),
        choose.format(board=board.__name__, moves=moves),
        _MAIN.format(start=start, choice=_ON_EACH_BOARD if moves else _AMONG_BOARDS),
    ]
    return "\n\n".join(part.strip("\n") + "\n" for part in parts)


def _start(vocabulary: Vocabulary) -> str:
    """The board at the start of the game, as a text."""
    game = vocabulary.game
    return game.text(game.starts()[0])


def _check_form(vocabulary: Vocabulary, board: type[Any]) -> None:
    """Check that boards that are read from texts are what words see.

    Raises:
        UsageError: if they are of another class.
    """
    game = vocabulary.game
    seen = type(game.seen(game.starts()[0]))
    if board is not seen:
        raise UsageError(
            f"players of {game.name} cannot be written as Python, for its row reads boards as "
            f"{board.__name__}, and its words see {seen.__name__}: let the part exported name a form that "
            f"reads {seen.__name__}, as senet_gp.trees.python_source:PIECES reads Pieces"
        )


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
            argument = stack.pop()
            arguments.append(_square(argument, vocabulary.squares) if kind is Square else argument)
        arguments += [f"{name}={number}" for name, number in vocabulary.numbers_of(primitive).items()]
        call = f"{primitive.name}({', '.join(arguments)})"
        if call not in name_of:
            name_of[call] = f"v{len(name_of) + 1}"
            yield f"{name_of[call]} = {call}"
        stack.append(name_of[call])
    yield f"return {stack.pop()}"


def _square(number: str, squares: int) -> str:
    """The square that a number names, which is a constant or a name."""
    if number.lstrip("-").isdecimal():
        return str(square_named(int(number), squares))
    return f"({number} - 1) % {squares} + 1"


class Carried(NamedTuple):
    """Parts of a file.

    Attributes:
        imports: lines that import from the standard library.
        definitions: sources, what is used before what uses it.
    """

    imports: list[str]
    definitions: list[str]


def carried(words: Sequence[Primitive], functions: Sequence[Callable[..., Any]]) -> Carried:
    """The sources of words' meanings and of other functions, and of all that they use, each once.

    Raises:
        UsageError: if a word from outside needs something that a file cannot carry.
    """
    collector = _Collector()
    for word in words:
        collector.word = word
        collector.define(word.name, word.meaning, ours=word.is_ours)
    collector.word = None
    for function in functions:
        collector.define(function.__name__, function, ours=is_of_this_project(function.__module__))
    return Carried(collector.imports, list(collector.sources.values()))


class _Collector:
    """Collects sources; ``word`` is the word for which it does so at present."""

    def __init__(self) -> None:
        self.sources: dict[str, str] = {}
        self.imports: list[str] = []
        self.word: Primitive | None = None
        self._known: dict[str, Any] = {}

    def define(self, name: str, thing: Any, *, ours: bool) -> None:
        """Collect what a name stands for, in code of ours or of others."""
        thing = thing.meaning if isinstance(thing, Primitive) else thing
        if name in self._known:
            if self._known[name] is not thing:
                self._refuse(f"of which the file would hold two different things called {name!r}")
            return
        self._known[name] = thing
        if not ours:
            self._check_name(name)
        if is_plain(thing):
            self.sources[name] = f"{name} = {thing!r}"
        elif _is_standard(str(getattr(thing, "__module__", ""))):
            self._import(name, thing)
        elif inspect.isfunction(thing):
            self._define_function(name, thing)
        elif isinstance(thing, type):
            self._define_class(name, thing)
        else:
            self._import(name, thing)

    def _define_function(self, name: str, function: FunctionType) -> None:
        if is_of_this_project(str(function.__module__)):
            called, source = function.__name__, inspect.getsource(function)
        else:
            called, source = self._definition_from_outside(function)
        self._add(name, called, source, function, _named_by(function.__code__, "LOAD_GLOBAL"))

    def _define_class(self, name: str, kind: type) -> None:
        source = class_source_of(kind)
        if source is None:
            self._refuse(f"because the source text of {kind.__module__}.{kind.__qualname__} is not known")
        # Its methods look up names as functions do, and its body looks up decorators and bases.
        code = compile(source, "", "exec", __future__.annotations.compiler_flag, dont_inherit=True)
        used = [*_named_by(code, "LOAD_GLOBAL"), *_named_by(code, "LOAD_NAME")]
        self._add(name, kind.__name__, source, kind, [each for each in used if each != "__name__"])

    def _add(self, name: str, called: str, source: str, thing: Any, used: Sequence[str]) -> None:
        """Add a definition, by which something is called ``called``, behind what it uses."""
        if self._known.setdefault(called, thing) is not thing:
            self._refuse(f"of which the file would hold two different things called {called!r}")
        names = vars(sys.modules[thing.__module__]) if isinstance(thing, type) else thing.__globals__
        ours = is_of_this_project(str(thing.__module__))
        for other in used:
            if other in names:
                self.define(other, names[other], ours=ours)
        self.sources[called] = source
        if called != name:
            self.sources[name] = f"{name} = {called}"

    def _definition_from_outside(self, function: FunctionType) -> tuple[str, str]:
        """The name in a function's definition, and its text."""
        source, found = source_of(function), definition_of(function)
        definition = None if found is None else found.node
        why = _why_not(function, definition)
        if why or source is None or not isinstance(definition, ast.FunctionDef):
            self._refuse(f"because {function.__module__}.{function.__qualname__} {why}")
        return definition.name, source

    def _import(self, name: str, thing: Any) -> None:
        """Import something of the standard library."""
        if isinstance(thing, ModuleType):
            module = called = thing.__name__
            line = f"import {module}"
        else:
            module, called = getattr(thing, "__module__", None) or "", getattr(thing, "__qualname__", "")
            line = f"from {module} import {called}"
            if getattr(sys.modules.get(module), called, builtins) is not thing:
                module = ""
        if not _is_standard(module):
            self._refuse(f"because it uses {name}, which is {shortened(repr(thing), 40)}")
        self.imports.append(line if name == called else f"{line} as {name}")

    def _check_name(self, name: str) -> None:
        if _OF_THE_FILE.fullmatch(name):
            self._refuse(f"because the file needs the name {name!r} itself: rename it")

    def _refuse(self, why: str) -> NoReturn:
        called = f"the word {self.word.name!r}" if self.word else "the reader of the game's boards"
        raise UsageError(f"{called} cannot be carried in a Python file that stands alone, {why}")


def _why_not(function: FunctionType, definition: ast.AST | None) -> str:
    """Why the definition alone does not say what a function does; empty if it does."""
    if has_changed(function):
        return "was loaded from a file that has changed since: begin anew, or load it again"
    if not isinstance(definition, ast.FunctionDef):
        return "has no source text that is known, or is not a def"
    if function.__code__.co_freevars:
        closed = ", ".join(function.__code__.co_freevars)
        return f"closes over {closed}: use names of the module instead"
    if hasattr(function, "__wrapped__"):
        return "is changed by a decorator"
    defaults = [*definition.args.defaults, *filter(None, definition.args.kw_defaults)]
    if any(isinstance(node, ast.Name) for default in defaults for node in ast.walk(default)):
        return "has default values that name other things"
    imported = [name for name in _named_by(function.__code__, "IMPORT_NAME") if not _is_standard(name)]
    return f"imports {imported[0]}" if imported else ""


def _is_standard(module: str) -> bool:
    return module.partition(".")[0] in sys.stdlib_module_names


def _named_by(code: CodeType, instruction: str) -> list[str]:
    """What code names in the instructions of a kind, in comprehensions and methods too."""
    return [
        str(step.argval)
        for one in (code, *codes_within(code))
        for step in dis.get_instructions(one)
        if step.opname == instruction
    ]
