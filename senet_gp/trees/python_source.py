"""An expression as a Python file that needs nothing else.

The file contains the plain meanings of the primitives that the expression uses, copied from
:mod:`primitives`, and a function that computes the expression statement by statement, since nested calls
would fail beyond about 90 levels. Equal subexpressions are computed once.

The file carries the sources of functions and classes, and of all that they use: the standard library, and
functions, classes and plain values of their modules. What uses anything else is refused.
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
from types import CodeType, FunctionType, ModuleType
from typing import Any, NamedTuple, NoReturn

from primitives.declarations import Primitive
from primitives.types import Square, square_named
from primitives.vocabulary import Node, Vocabulary
from senet_gp.games.registry import part_of
from senet_gp.runtime.errors import UsageError, shortened
from senet_gp.runtime.module_hashes import text_of
from senet_gp.trees.board_forms import BoardForm
from senet_gp.trees.plain import value
from senet_gp.trees.text import what_it_is, what_the_value_means

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
#: What a Python file takes from Python, also in the texts of plain values.
_FROM_PYTHON = re.compile("enumerate|frozenset|int|len|list|max|print|range|set|str|zip|ValueError")


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
    form, start, board = board_form(vocabulary)
    moves = len(vocabulary.game.named_moves)
    parts_of_words = carried(words_of(tree, vocabulary), [form.read])
    choose = _CHOOSE_MOVE if moves else _CHOOSE_BOARD
    size = {"squares": vocabulary.squares, "width": vocabulary.width}
    body = "\n".join(f"    {statement}" for statement in statements(tree, vocabulary))
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
        _CHECK.format(checks="\n".join(checks(tree, vocabulary, form))),
        choose.format(board=board.__name__, moves=moves),
        _MAIN.format(start=start, choice=_ON_EACH_BOARD if moves else _AMONG_BOARDS),
    ]
    return "\n\n".join(part.strip("\n") + "\n" for part in parts)


def words_of(tree: Sequence[Node], vocabulary: Vocabulary) -> list[Primitive]:
    """The words that an expression uses, by their names."""
    return [
        vocabulary.by_name[name] for name in sorted({node.name for node in tree} & set(vocabulary.by_name))
    ]


def board_form(vocabulary: Vocabulary) -> tuple[BoardForm, str, type[Any]]:
    """How boards are read from texts, the text of the board at the start, and the class of a board.

    Raises:
        UsageError: if the game's row does not say it, or says it of boards of another class than words see.
    """
    game = vocabulary.game
    form: BoardForm | None = part_of(game.name, "exported")
    if form is None:
        raise UsageError(
            f"players of {game.name} cannot be written as code, for its row does not say how a board is read "
            "from a text: say it by exported= of Entry.of, or export another format"
        )
    start = game.text(game.starts()[0])
    board = type(form.read(start, vocabulary.squares, vocabulary.width))
    seen = type(game.seen(game.starts()[0]))
    if board is not seen:
        raise UsageError(
            f"players of {game.name} cannot be written as code, for its row reads boards as "
            f"{board.__name__}, and its words see {seen.__name__}: let the part exported name a form that "
            f"reads {seen.__name__}, as senet_gp.trees.board_forms:PIECES reads Pieces"
        )
    return form, start, board


def checks(tree: Sequence[Node], vocabulary: Vocabulary, form: BoardForm) -> Iterator[str]:
    """Lines with boards and their values; expressions of the same size get the same boards."""
    rng = random.Random(len(tree))
    for text in dict.fromkeys(form.sample(vocabulary, rng) for _ in range(_CHECKS)):
        board = form.read(text, vocabulary.squares, vocabulary.width)
        yield f'    "{text}": {value(tree, vocabulary, board)},'


def statements(tree: Sequence[Node], vocabulary: Vocabulary) -> Iterator[str]:
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
    collector = Collector()
    collector.define_all(words, functions)
    return Carried(collector.imports, list(collector.sources.values()))


class Collector:
    """Collects sources, what is used before what uses it.

    Attributes:
        file: what the sources are to stand in.
        own_names: the names that the file itself defines or imports.
        sources: the definitions by their names.
        things: what the names stand for.
        imports: lines that import from the standard library.
        purpose: what needs the sources at present, as the subject of a sentence.
    """

    file = "a Python file that stands alone"
    own_names = re.compile("annotations|random|sys|board|read|score|CHECKS|check|choose|main|v[0-9]+")

    def __init__(self) -> None:
        self.sources: dict[str, str] = {}
        self.things: dict[str, Any] = {}
        self.imports: list[str] = []
        self.purpose = ""

    def define_all(self, words: Sequence[Primitive], functions: Sequence[Callable[..., Any]]) -> None:
        """Collect the meanings of words and readers of boards, and all that they use.

        Raises:
            UsageError: if a word from outside needs something that the file cannot carry.
        """
        for word in words:
            self.purpose = f"the word {word.name!r}"
            self.define(word.name, word.meaning)
        self.purpose = "the reader of the game's boards"
        for function in functions:
            self.define(function.__name__, function)

    def define(self, name: str, thing: Any) -> None:
        """Collect what a name stands for, and all that it uses."""
        thing = thing.meaning if isinstance(thing, Primitive) else thing
        if not self.is_new(name, thing):
            return
        taken = self.file == Collector.file and _FROM_PYTHON.fullmatch(name)
        if (taken and thing is not getattr(builtins, name)) or self.own_names.fullmatch(name):
            self.refuse(f"because the file needs the name {name!r} itself: rename it")
        if is_plain(thing):
            self.sources[name] = f"{name} = {thing!r}"
        elif isinstance(thing, FunctionType | type) and not _is_standard(str(thing.__module__)):
            self._copy(name, thing)
        else:
            self.add_import(name, thing)

    def is_new(self, name: str, thing: Any) -> bool:
        """Note what a name stands for; it may not stand for anything else."""
        if name not in self.things:
            self.things[name] = thing
            return True
        known = self.things[name]
        if known is not thing and not (is_plain(known) and is_plain(thing) and repr(known) == repr(thing)):
            self.refuse(f"of which the file would hold two different things called {name!r}")
        return False

    def _copy(self, name: str, thing: FunctionType | type) -> None:
        """Add the definition of a function or class, behind what it uses."""
        defined = self.defined(thing)
        if defined.name != name:
            self.is_new(defined.name, thing)
        self.sources[defined.name] = defined.text
        if defined.name != name:
            self.sources[name] = f"{name} = {defined.name}"

    def defined(self, thing: FunctionType | type) -> _Definition:
        """The definition of a function or class; what it uses is collected."""
        defined = _definition_of(thing)
        if isinstance(defined, str):
            self.refuse(f"because {thing.__module__}.{thing.__qualname__} {defined}")
        names = vars(sys.modules[thing.__module__]) if isinstance(thing, type) else thing.__globals__
        for used in defined.uses:
            if used in names and used != "__name__":
                self.define(used, names[used])
            elif hasattr(builtins, used) and used[:2] != "__":
                self.is_new(used, getattr(builtins, used))
        return defined

    def add_import(self, name: str, thing: Any) -> None:
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
            self.refuse(f"because it uses {name}, which is {shortened(repr(thing), 40)}")
        self.imports.append(line if name == called else f"{line} as {name}")

    def refuse(self, why: str) -> NoReturn:
        """Say that what needs the sources cannot be carried.

        Raises:
            UsageError: with the reason.
        """
        raise UsageError(f"{self.purpose} cannot be carried in {self.file}, {why}")


class _Definition(NamedTuple):
    """How a function or class is defined.

    Attributes:
        name: its name there.
        text: the text of the definition, of a function without its decorators.
        uses: the names that it looks up outside.
    """

    name: str
    text: str
    uses: list[str]


def _definition_of(thing: FunctionType | type) -> _Definition | str:
    """The definition of a function or class, or why it alone does not say what that does."""
    closed = thing.__code__.co_freevars if isinstance(thing, FunctionType) else ()
    if closed:
        return f"closes over {', '.join(closed)}: use names of the module instead"
    try:
        if isinstance(thing, FunctionType) and not _is_current(thing):
            return "is not what its file defines now: begin again, in another process"
        text = textwrap.dedent(inspect.getsource(thing))
        (node,) = ast.parse(text).body
    except (OSError, TypeError, SyntaxError, ValueError):
        return "has no source text that is known"
    if not isinstance(node, ast.FunctionDef | ast.ClassDef):
        return "is not a def"
    if isinstance(node, ast.FunctionDef):
        text = "\n".join(text.splitlines()[node.lineno - 1 : node.end_lineno]) + "\n"
    code = compile(text, "", "exec", __future__.annotations.compiler_flag, dont_inherit=True)
    imported = [name for name in _named_by(code, "IMPORT_NAME") if not _is_standard(name)]
    if imported:
        return f"imports {imported[0]}"
    return _Definition(node.name, text, [*_named_by(code, "LOAD_GLOBAL"), *_named_by(code, "LOAD_NAME")])


def _is_current(function: FunctionType) -> bool:
    """Whether the source text of a function's module is still what it was when it was loaded.

    Raises:
        OSError: if there is no source text.
    """
    file = function.__code__.co_filename
    if file == "<string>":
        # Made by exec: from Python 3.13 on, inspect takes the module's file for its source.
        raise OSError(file)
    text = text_of(function.__module__)
    return not text or "".join(inspect.findsource(function)[0]).split() == text.decode().split()


def is_plain(value: Any) -> bool:
    """Whether a value is a number, a truth, a text or a collection of such, which its repr writes."""
    if type(value) in {bool, int, str, bytes, type(None), range}:
        return True
    if type(value) is float:
        return value - value == 0
    if type(value) is dict:
        return all(is_plain(key) and is_plain(of) for key, of in value.items())
    return type(value) in {tuple, list, set, frozenset} and all(map(is_plain, value))


def _codes_within(code: CodeType) -> Iterator[CodeType]:
    """The code of the functions, comprehensions and classes that stand within a function or a module."""
    for constant in code.co_consts:
        if isinstance(constant, CodeType):
            yield constant
            yield from _codes_within(constant)


def _is_standard(module: str) -> bool:
    return module.partition(".")[0] in sys.stdlib_module_names


def _named_by(code: CodeType, instruction: str) -> list[str]:
    """What code names in the instructions of a kind, in comprehensions and methods too."""
    return [
        str(step.argval)
        for each in (code, *_codes_within(code))
        for step in dis.get_instructions(each)
        if step.opname == instruction
    ]
