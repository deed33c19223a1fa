"""Code from outside that raises is named in one sentence, in every verb, with one worker and with two."""

from __future__ import annotations

import pickle
import signal
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from commands import run_command
from thinned import thinned

from senet_gp.arena.local_pool import WorkerPool
from senet_gp.runtime import interruption, origins

#: Each kind of code from outside; what it does where the sign stands is one of the failures.
PLUGIN = '''
"""Words, a vocabulary, a game, operators and a suite; one of them fails."""

import os, sys
from dataclasses import dataclass

from primitives import Number, primitive, plain_vocabulary, register_vocabulary, vocabulary_of
from senet_gp.evolution import Suite, option, suite
from senet_gp.games import Entry, PlainGame, Sides, register_game

WHICH = os.environ["WHICH"]


def fail(where):
    if WHICH == where:
        {failure}


@primitive(Number, low=0, high=9)
def odd_word(board):
    """A word."""
    fail("odd_word")
    return len(board.mine)


def words(game):
    fail("words")
    return vocabulary_of(game).with_primitives(odd_word, name="own")


register_vocabulary("hexapawn", "own", "failing:words")


@dataclass(frozen=True)
class Dash(PlainGame):
    name = "dash"
    title = "Dash"
    stochastic = True

    def starts(self):
        return [Sides((0,), (0,))]

    def dice(self, position):
        fail("Dash.dice")
        return (6,)

    def moves(self, position, throws):
        fail("Dash.moves")
        return {{"go": position._replace(mine=(position.mine[0] + throws[0],)), "stay": position}}

    def result(self, position):
        fail("Dash.result")
        return 1 if position.mine[0] > 20 else None


def my_steps(position):
    """How far I am."""
    return min(position.mine[0], 99)


def vocabularies(game):
    return plain_vocabulary(game, {{my_steps: 99}})


register_game("dash", Entry.of(Dash, vocabularies))


def mutated(individual):
    fail("mutated")
    return (individual,)


def setup(toolbox, evolution):
    toolbox.register("mutate", mutated)


@suite("own", "a suite")
class Judge(Suite):
    """A suite."""

    games: int = option(1, "games of each individual")

    def open(self, *given, **options):
        fail("Judge.open")


'''
FAILURES = {
    "raises": ("return 1 // 0", "ZeroDivisionError: integer division or modulo by zero"),
    "recurses": ("return fail(where)", "RecursionError: maximum recursion depth exceeded"),
    "mutates": ("frozenset().add(1)", "AttributeError: 'frozenset' object has no attribute 'add'"),
    "ends": ("sys.exit(3)", "SystemExit: 3"),
    "lacks a file": (
        "open('not-there')",
        "FileNotFoundError: [Errno 2] No such file or directory: 'not-there'",
    ),
    "asks for one more": ("next(iter(()))", "StopIteration"),
    "closes": ("raise GeneratorExit", "GeneratorExit"),
    "interrupts": ("raise KeyboardInterrupt", "KeyboardInterrupt"),
    "is no Exception": ("raise BaseException('odd')", "BaseException: odd"),
    "cannot be shown": ("raise type('Odd', (Exception,), {'__str__': lambda self: 1 // 0})", "Odd"),
}
TINY = "--population 12 --generations 2 --games 1 --final-games 2 --seed 1 --out run"
MATCH = "match hexapawn expr:odd_word random --games 20"
EVOLVE = f"evolve hexapawn --vocabulary own {TINY}"
#: What fails, and a command that comes to it.
LINES = [
    *(("odd_word", f"{EVOLVE} --workers {workers}") for workers in (1, 2)),
    ("odd_word", f"{EVOLVE} --fitness knockout --islands 2 --workers 2"),
    *(
        ("odd_word", f"match hexapawn expr:odd_word random --games 20 --workers {workers}")
        for workers in (1, 2)
    ),
    ("odd_word", "tournament hexapawn expr:odd_word random --games 4 --workers 2"),
    ("odd_word", "watch hexapawn expr:odd_word random"),
    ("odd_word", "play hexapawn --against expr:odd_word --second"),
    ("odd_word", "explain expr:odd_word --game hexapawn"),
    ("odd_word", "verdict hexapawn expr:odd_word"),
    ("odd_word", "export expr:odd_word --game hexapawn --simplify=play"),
    ("words", EVOLVE),
    ("words", "match hexapawn expr:odd_word random --games 20"),
    ("mutated", f"evolve hexapawn {TINY} --mutant-share 1 --operators failing:setup --workers 1"),
    ("mutated", f"evolve hexapawn {TINY} --mutant-share 1 --operators failing:setup --workers 2"),
    ("Judge.open", f"evolve hexapawn --fitness own {TINY}"),
    ("Dash.dice", f"evolve dash {TINY} --workers 2"),
    ("Dash.moves", "match dash expr:my_steps random --games 20 --workers 1"),
    ("Dash.result", "watch dash expr:my_steps random"),
    ("Dash.moves", "explain expr:my_steps --game dash"),
]

CALLED = {
    "mutated": "the operator registered as mutate (failing.mutated)",
    "Judge.open": "with the credit mean (senet_gp.evolution.evaluation.credits:MeanCredit)",
}


def said(tmp_path: Path, which: str, line: str, failure: str) -> str:
    return said_of(tmp_path, FAILURES[failure][0], line, 1, which)


def said_of(tmp_path: Path, statement: str, line: str, code: int, which: str = "odd_word") -> str:
    """What a command says whose exit code this is, if this statement stands in the code that fails."""
    (tmp_path / "failing.py").write_text(PLUGIN.format(failure=statement))
    done = run_command(
        *line.split(), "--plugin", "failing",
        cwd=tmp_path, environment={"WHICH": which}, lines="1\n",
        before=origins._OF_PLUGINS.clear,  # those of other tests
    )  # fmt: skip
    assert done.returncode == code, done.stderr
    return done.stderr


@pytest.mark.parametrize(("which", "line"), LINES, ids=[f"{which} {line[:60]}" for which, line in LINES])
def test_what_fails_is_named_in_every_verb(which: str, line: str, tmp_path: Path) -> None:
    error = said(tmp_path, which, line, "raises")
    number = (tmp_path / "failing.py").read_text().splitlines().index(f"        {FAILURES['raises'][0]}") + 1
    # Operators and evaluations are named by what they are registered as, too.
    called = CALLED.get(which, f"senet-gp: {which} of failing")
    assert error.endswith(
        f"{called} has failed with {FAILURES['raises'][1]} (line {number} of failing.py): mend it there.\n"
    )
    assert "Traceback" not in error


@pytest.mark.parametrize("workers", thinned([1, 2], kept=[1]))
@pytest.mark.parametrize("failure", FAILURES)
def test_however_it_fails(failure: str, workers: int, tmp_path: Path) -> None:
    error = said(tmp_path, "odd_word", f"{EVOLVE} --quiet --workers {workers}", failure)
    assert f"odd_word of failing has failed with {FAILURES[failure][1]} (line " in error
    assert "Traceback" not in error


@pytest.mark.parametrize("workers", [1, 2])
@pytest.mark.parametrize("failure", ["asks for one more", "is no Exception"])
def test_rules_are_named_as_words_are(failure: str, workers: int, tmp_path: Path) -> None:
    line = f"match dash expr:my_steps random --games 20 --workers {workers}"
    error = said(tmp_path, "Dash.moves", line, failure)
    assert error.startswith(f"senet-gp: Dash.moves of failing has failed with {FAILURES[failure][1]} (line ")
    assert error.count("\n") == 1


#: What ends a process without an exception, and what is said of workers that it ends.
ENDS = {
    "os._exit(3)": "the last: exit code 3); look for what ends the process, such as os._exit, in failing.",
    "import ctypes; ctypes.string_at(0)": "the last: killed by signal 11); compiled code, or a library, "
    "crashes: look for an index that does not exist in failing.",
}


@pytest.mark.parametrize("ends", ENDS)
def test_code_that_ends_its_worker_is_blamed_and_not_memory(ends: str, tmp_path: Path) -> None:
    error = said_of(tmp_path, ends, f"{MATCH} --workers 2", 1)
    assert error.endswith(f"senet-gp: 5 worker processes died over the same task ({ENDS[ends]}\n")


def test_a_crash_of_the_program_itself_is_not_silent(tmp_path: Path) -> None:
    crash = "import ctypes; ctypes.string_at(0)"
    error = said_of(tmp_path, crash, f"{MATCH} --workers 1", -signal.SIGSEGV)
    number = (tmp_path / "failing.py").read_text().splitlines().index(f"        {crash}") + 1
    assert "Fatal Python error: Segmentation fault\n" in error
    assert f'failing.py", line {number} in fail\n' in error


def test_what_is_at_work_when_the_program_is_ended_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    """A word that never ends: the second Ctrl-C ends the program at once, and says where it was."""
    ended: list[Any] = []
    monkeypatch.setattr(interruption, "_asked", True)
    monkeypatch.setattr(interruption, "_first_exit_message", None)
    monkeypatch.setattr(interruption, "_end", ended.append)

    def never_ends(_board: object) -> int:
        interruption._note(2, sys._getframe())
        return 1

    _called_as_a_word(never_ends)
    (sentence,) = ended
    line = never_ends.__code__.co_firstlineno + 1
    assert sentence.startswith("senet-gp: ended at once, while test_what_is_at_work")
    assert sentence.endswith(f"of {__name__} was at work (line {line} of {__file__}).")


def test_our_own_faults_keep_their_traceback() -> None:
    with pytest.raises(TypeError) as caught:
        WorkerPool(1).submit()  # type: ignore[call-arg]
    assert origins.told(caught.value) == ""
    assert origins.at_work(sys._getframe()) == ""


class _TravelsBadly(Exception):  # noqa: N818 - a word may raise anything
    def __init__(self, one: int, two: int) -> None:
        super().__init__(f"{one} {two}")


def _bad(_one: int) -> None:
    raise _TravelsBadly(1, 2)


def test_an_exception_that_cannot_travel_is_told() -> None:
    with pytest.raises(TypeError):
        pickle.loads(pickle.dumps(_TravelsBadly(1, 2)))  # noqa: S301 - our own
    with (
        WorkerPool(2) as pool,
        pytest.raises(Exception, match=r"_bad of .* has failed with _TravelsBadly: 1 2"),
    ):
        list(pool.map(_bad, [(1,), (2,)]))


def _called_as_a_word(function: Callable[..., Any]) -> None:
    """Call a function of this test as a word is called."""
    from primitives import Number, Primitive, vocabulary_of
    from senet_gp.trees import plain
    from senet_gp.trees.text import from_lisp

    word = Primitive(function, (), Number, low=0, high=9)
    words = vocabulary_of("hexapawn").with_primitives(word)
    plain.value(from_lisp(function.__name__, words), words, None)
