"""A module from outside that brings one of everything, and what of it plays and is recorded in a process."""

from __future__ import annotations

import json
import os
import sys
import tempfile
import traceback
from collections.abc import Callable
from pathlib import Path
from types import ModuleType
from typing import Any, NamedTuple

NAME = "their_code"

TEXT = '''\
"""Words, a game, operators, a suite and a credit."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

from primitives import Board, Number, plain_vocabulary, primitive, register_vocabulary, vocabulary_of
from senet_gp.runtime.compiled import kernel
from senet_gp.evolution.evaluation.protocol import Credit, Suite
from senet_gp.evolution.configuration.registration import credit, operator, suite
from senet_gp.games.plain import PlainGame
from senet_gp.games.registry import Entry, register_game

WEIGHT = 10

def helper(count: int) -> int:
    return count + 100

@primitive(Number, low=0, high=9999)
def their_word(board: Board) -> int:
    """A sum of what a helper, a constant and the word itself say."""
    return helper(len(board.mine)) + WEIGHT + 1000

@kernel
def counted(mine: int) -> int:
    return (mine & 1) + 7

@primitive(Number, low=0, high=99, compiled=counted)
def their_compiled(board: Board) -> int:
    """What the kernel says."""
    return 7

def vocabulary(game: object) -> object:
    return vocabulary_of("tictactoe", "basic").with_primitives(their_word, their_compiled, name="theirs")

register_vocabulary("tictactoe", "theirs", f"{__name__}:vocabulary")

class Heap(NamedTuple):
    mine: tuple[int, ...]
    theirs: tuple[int, ...]

@dataclass(frozen=True)
class Base(PlainGame):
    def moves(self, position: Heap, throws: tuple[int, ...]) -> dict[str, Heap]:
        return {str(n): Heap((position.mine[0] - n,), position.theirs) for n in (1, 2)}

@dataclass(frozen=True)
class Their(Base):
    name = "theirs"
    title = "Theirs"

    def starts(self) -> list[Heap]:
        return [Heap((9,), (9,))]

    def result(self, position: Heap) -> int | None:
        return 1 if position.mine[0] <= 0 else None

def left(position: Heap) -> int:
    """How many are left."""
    return max(position.mine[0], 0)

def words(game: Their) -> dict[str, object]:
    return plain_vocabulary(game, {left: 9})

register_game("theirs", Entry.of(Their, words))

@operator("mutation", "theirs", "nothing")
def their_mutation(individual: object, rng: object) -> tuple[object]:
    return (individual,) * 1

@suite("theirs", "some tests")
class TheirSuite(Suite):
    """Some tests."""

    credit = "theirs"

    def tests(self) -> int:
        return 11

@credit("theirs", "some fitness")
class TheirCredit(Credit):
    """Some fitness."""

    def most(self) -> int:
        return 13
'''


class Change(NamedTuple):
    """A part of the module that is changed.

    Attributes:
        old: its text, which stands in the module once.
        new: what takes its place.
        options: the options of a run that uses it.
    """

    old: str
    new: str
    options: dict[str, Any]


_WORDS = {"game": "tictactoe", "vocabulary": "theirs", "fitness": "knockout"}
_GAME = {"game": "theirs", "fitness": "knockout"}
#: What a run may use of others, and how it is changed.
CHANGES = {
    "word": Change("+ 1000", "+ 2000", _WORDS),
    "kernel": Change("& 1) + 7", "& 1) + 8", _WORDS),
    "helper": Change("count + 100", "count + 200", _WORDS),
    "constant": Change("WEIGHT = 10", "WEIGHT = 20", _WORDS),
    "rule": Change("position.mine[0] <= 0", "position.mine[0] <= 1", _GAME),
    "base": Change("for n in (1, 2)", "for n in (1, 2, 3)", _GAME),
    "operator": Change("(individual,) * 1", "(individual,) * 2", {"game": "tictactoe", "mutation": "theirs"}),
    "suite": Change("return 11", "return 12", {"game": "tictactoe", "fitness": "theirs"}),
    "credit": Change(
        "return 13", "return 14", {"game": "tictactoe", "fitness": "full-games", "credit": "theirs"}
    ),
}


def config_with(change: Change) -> Any:
    """The configuration of a run that uses what is changed."""
    from senet_gp.evolution.configuration.config import Config

    return Config.of(**{"population": 4, "generations": 1, **change.options})


def played_with(change: Change) -> Any:
    """What the changed part does, as a run with this configuration finds it."""
    import numpy as np

    from primitives import Board, vocabulary_of
    from senet_gp.engine.evaluator import scores_of
    from senet_gp.engine.program import translate
    from senet_gp.evolution.configuration.parts import class_of
    from senet_gp.games.registry import game_of
    from senet_gp.players.parsing import bound, player_from_text
    from senet_gp.trees.text import from_lisp

    if change.options["game"] == "theirs":
        game = game_of("theirs")
        start = game.starts()[0]
        one_left = start._replace(mine=(1,))
        return [sorted(game.moves(start, ())), game.result(one_left)]  # type: ignore[attr-defined]
    if "vocabulary" in change.options:
        words = vocabulary_of("tictactoe", "theirs")
        player = bound(player_from_text("expr:their_word", "tictactoe"), game_of("tictactoe"))
        value = player.vocabulary.by_name["their_word"](Board(frozenset({1, 2}), frozenset()))  # type: ignore[attr-defined]
        board = np.array([[6], [0], [0], [0]], np.uint32)
        return [value, *scores_of(translate(from_lisp("their_compiled", words), words), board).tolist()]
    if "mutation" in change.options:
        return len(their_mutation()("one", None))
    if change.options["fitness"] == "theirs":
        return class_of("fitness", "theirs")().tests()  # type: ignore[attr-defined]
    return class_of("credit", "theirs")().most()  # type: ignore[attr-defined]


def their_mutation() -> Callable[..., Any]:
    """The function of the mutation, as a run finds it."""
    from senet_gp.evolution.configuration.parts import class_of

    return class_of("mutation", "theirs").function  # type: ignore[attr-defined, no-any-return]


def recorded_with(change: Change) -> Any:
    """What a run that begins now records, and what an exported file of a word computes."""
    from primitives import Board, vocabulary_of
    from senet_gp.evolution.record.run_directory import RunDirectory
    from senet_gp.trees.python_source import to_python
    from senet_gp.trees.text import from_lisp

    with tempfile.TemporaryDirectory() as place:
        RunDirectory.create(f"{place}/run", config_with(change))
        file = Path(f"{place}/run/words.json")
        record = json.loads(file.read_text(encoding="utf-8")) if file.exists() else {}
    exported = None
    if "vocabulary" in change.options:
        words = vocabulary_of("tictactoe", "theirs")
        names: dict[str, Any] = {"__name__": "exported"}
        module = sys.modules["exported"] = ModuleType("exported")
        exec(to_python(from_lisp("their_word", words), words), names)  # noqa: S102 - our own export
        vars(module).update(names)
        exported = names["score"](Board(frozenset({1, 2}), frozenset()))
    return [record.get("words"), record.get("code"), exported]


def both(change: Change) -> Any:
    """What plays and what is recorded, or the sentence that refuses."""
    from senet_gp.runtime.errors import SenetGpError

    try:
        return [played_with(change), recorded_with(change)]
    except SenetGpError as error:
        return str(error)


def in_process(work: Callable[[], Any], place: Path) -> Any:
    """What a function returns in a process of its own that finds the module in a directory.

    The process is a fork of this one, which has not met the module.
    """
    read, write = os.pipe()
    pid = os.fork()
    if not pid:
        code = 1
        try:
            os.close(read)
            sys.path.insert(0, str(place))
            sys.dont_write_bytecode = True
            answer = json.dumps(work()).encode()
            os.write(write, answer)
            code = 0
        except BaseException:  # noqa: BLE001 - whatever it is is shown
            traceback.print_exc()
        finally:
            os._exit(code)
    os.close(write)
    with os.fdopen(read, "rb") as stream:
        answer = stream.read()
    assert os.waitpid(pid, 0)[1] == 0
    return json.loads(answer)


def write(place: Path, text: str) -> None:
    """Write the module with a time of its own, so that Python loads no bytecode of another one."""
    file = place / f"{NAME}.py"
    file.write_text(text, encoding="utf-8")
    os.utime(file, (len(text), hash(text) % 10**9))


def load() -> None:
    """Load the module as a plugin."""
    from senet_gp.runtime import plugins

    plugins.load(NAME)
