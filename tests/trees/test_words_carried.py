"""Exported Python files carry words from outside, or a sentence says why they cannot."""

from __future__ import annotations

import dataclasses
import random
import re
import subprocess
import sys
from importlib import import_module
from itertools import count
from pathlib import Path
from typing import Any

import pytest
from board_texts import text_of
from small_boards import candidate_board, random_candidates
from strategies import random_tree

from primitives import Board, Vocabulary, vocabulary_of
from primitives.vocabulary import _REGISTERED
from senet_gp.games.tictactoe import TicTacToe
from senet_gp.runtime.errors import UsageError
from senet_gp.show.formats import text_in
from senet_gp.trees import plain
from senet_gp.trees.board_forms import MOVED, PIECES
from senet_gp.trees.text import from_lisp

_NUMBERS = count()
_HEAD = """
import functools
import math
from itertools import pairwise as neighbours

import numpy as np

from primitives import Board, Number, Square, Truth, primitive
"""


def words_of(text: str, place: Path, monkeypatch: pytest.MonkeyPatch) -> Vocabulary:
    """Tic-tac-toe's vocabulary with the word ``own`` of a module of this text."""
    name = f"carried_{next(_NUMBERS)}"
    (place / f"{name}.py").write_text(_HEAD + text, encoding="utf-8")
    monkeypatch.syspath_prepend(place)
    module: Any = import_module(name)
    return vocabulary_of("tictactoe").with_primitives(module.own)


def assert_carried(vocabulary: Vocabulary, file: Path) -> None:
    """The file, run by itself, scores boards as the plain meanings do here."""
    rng = random.Random(3)
    game = TicTacToe()
    boards = [candidate_board(game, one) for one in random_candidates(game, rng, 60)]
    tree = random_tree(rng, vocabulary, 60)
    own = next(node for node in vocabulary.nodes if node.name in {"own", "my_corners"})
    while own not in tree:
        tree = random_tree(rng, vocabulary, 60)
    file.write_text(text_in("python", tree, vocabulary), encoding="utf-8")
    command = [sys.executable, "-I", "-S", file, *(text_of(board) for board in boards)]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    scores = [int(line.split()[1]) for line in done.stdout.splitlines()[:-1]]
    assert scores == plain.values_on(tree, vocabulary, boards)


def test_words_with_kernels_squares_and_names_of_their_module_are_carried(tmp_path: Path) -> None:
    module: Any = import_module("my_words")
    # It registers a vocabulary, and other tests go through all of them.
    _REGISTERED.pop("tictactoe", None)
    words = vocabulary_of("tictactoe").with_primitives(module.my_corners, module.my_edges, module.both_mine)
    for number in range(3):
        assert_carried(words, tmp_path / f"player{number}.py")
    text = text_in("python", from_lisp("(add my_corners my_corners)", words), words)
    assert text.count("CORNERS = frozenset(") == 1
    assert "@primitive" not in text


@pytest.mark.parametrize(
    "text",
    [
        """
_STEPS = {1: (2, 3), 4: (5, 6)}
_MOST = 3

def _near(square):
    "Beside it."
    return _STEPS.get(square, ()) if square < 5 else _near(square - 4)

@primitive(Number, Square, low=0, high=99)
def own(board, n, most=_MOST):
    "Told."
    total = 0
    for square in _near(n):
        total += square in board.mine
    return math.gcd(total, 4) + sum(b > a for a, b in neighbours(sorted(board.theirs)))
own_2 = own
""",
        """
def hash(number, other):
    return min(number * other, 1000) if number > 0 else 0
_alias = hash

@primitive(Truth)
def _all(board):
    "Told."
    from collections import Counter
    return len(Counter(board.mine)) > 2

@primitive(Number, Number, Number, low=0, high=1000, reads_board=False)
def own(a, b):
    "Told."
    return max(_alias(a, b), 0)
""",
        """
@primitive(Number, low=-2, high=99)
def own(board):
    "Told."
    return _other(board) * 2

@primitive(Number, low=-1, high=9)
def _other(board): "Told."; return [len(x) for x in (board.mine, board.theirs)][board.hits] - 1
""",
        """
from dataclasses import dataclass
from typing import NamedTuple

FACTOR = 2

class Base(NamedTuple):
    mine: frozenset
    theirs: frozenset

@dataclass(frozen=True)
class View:
    base: Base
    times: int = FACTOR

    def count(self):
        return _all(self.base) * self.times

def _all(base):
    return len(base.mine | base.theirs)

@primitive(Number, low=0, high=99)
def own(board):
    "Told."
    return View(Base(board.mine, board.theirs)).count()
""",
        """
@primitive(Number, Square, low=0, high=99)
def own(board, n, most_turns):
    "Told."
    return most_turns * (n in board.mine)
""",
    ],
)
def test_what_a_word_uses_is_carried(text: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    if "most=_MOST" in text:
        text = text.replace("    total = 0", '    "Told."\n    total = 0')
    assert_carried(words_of(text, tmp_path, monkeypatch), tmp_path / "player.py")


_WORD = """
{before}

@primitive(Number, low=0, high=99)
{decorated}def own(board, k={default}):
    "Told."
    {body}
"""
_EXECUTED = r"""exec('@primitive(Number, low=0, high=9)\ndef own(board):\n  "T."\n  return 0')"""
_WRAPPED = """
def _wrapped(function):
    @functools.wraps(function)
    def other(*given):
        return function(*given)
    return other
"""


@pytest.mark.parametrize(
    ("parts", "problem"),
    [
        ({"body": "return int(np.sign(k))"}, "because it uses np, which is <module"),
        ({"body": "import numpy; return 0"}, "own imports numpy"),
        (
            {"before": "@functools.cache\ndef _slow(n): return n", "body": "return _slow(0)"},
            "because it uses _slow, which is <functools._lru_cache_wrapper",
        ),
        ({"before": _WRAPPED, "decorated": "@_wrapped\n"}, "own closes over function"),
        ({"before": "class _A(np.ndarray): b = 1", "body": "return _A.b"}, "because it uses np, which is"),
        ({"before": "Made = type('Made', (), {'b': 1})", "body": "return Made.b"}, "Made has no source text"),
        (
            {"before": "def score(n): return 1", "body": "return score(1)"},
            "the file needs the name 'score' itself: rename it",
        ),
        ({"before": "def v2(n): return 1", "body": "return v2(1)"}, "the file needs the name 'v2' itself"),
        ({"before": "def max(a, b): return a", "body": "return max(1, 2)"}, "the file needs the name 'max'"),
        (
            {"before": "def numbers(n): return 1", "body": "return numbers(1)"},
            "two different things called 'numbers'",
        ),
        ({"after": _EXECUTED}, "own has no source text that is known"),
    ],
)
def test_what_cannot_be_carried_is_told(
    parts: dict[str, str], problem: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    usual = {"before": "", "decorated": "", "default": "0", "body": "return 0"}
    words = words_of(_WORD.format(**usual | parts) + parts.get("after", ""), tmp_path, monkeypatch)
    tree = from_lisp("(if_then_else (mine own) 1 2)", words)
    with pytest.raises(UsageError, match=re.escape(problem)) as refused:
        text_in("python", tree, words)
    assert "the word 'own' cannot be carried" in str(refused.value) or "different things" in problem
    # Other forms only name the word.
    assert all("own" in text_in(name, tree, words) for name in ("infix", "latex", "json"))


@dataclasses.dataclass(frozen=True)
class Pair:
    """Both sides of a board."""

    mine: frozenset[int]
    theirs: frozenset[int]


def read_pair(text: str, squares: int, width: int) -> Board:
    """Read a board with the help of a class."""
    pair = Pair(*(frozenset(n for n, sign in enumerate(text, 1) if sign == one) for one in "xo"))
    return Board(pair.mine, pair.theirs, squares=squares, width=width)


def test_a_reader_of_boards_may_use_a_class(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    words = vocabulary_of("hexapawn")
    form = dataclasses.replace(MOVED, read=read_pair)
    monkeypatch.setattr("senet_gp.trees.board_forms.MOVED", form)
    file = tmp_path / "player.py"
    file.write_text(text_in("python", from_lisp("(sub my_pieces their_pieces)", words), words), "utf-8")
    done = subprocess.run(
        [sys.executable, "-I", file, "xx..o...."], capture_output=True, text=True, check=True
    )
    assert done.stdout == "xx..o.... 1\n"


def test_a_form_that_reads_what_words_do_not_see_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    words = vocabulary_of("hexapawn")
    monkeypatch.setattr("senet_gp.trees.board_forms.MOVED", PIECES)
    with pytest.raises(UsageError, match="its row reads boards as Pieces, and its words see Board: let the"):
        text_in("python", from_lisp("my_moves", words), words)
