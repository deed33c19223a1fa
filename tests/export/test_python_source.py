"""Exported Python files stand alone and mean the same."""

from __future__ import annotations

import random
import subprocess
import sys
from pathlib import Path
from types import ModuleType

import pytest
from small_boards import BOARD_GAMES, candidate_board, random_candidates
from small_boards import columns as small_columns
from strategies import columns, nested, random_board, random_tree

from primitives import Vocabulary, vocabulary
from senet_gp.engine.evaluator import scores_of
from senet_gp.engine.program import translate
from senet_gp.export import FORMATS
from senet_gp.games.board_game import BoardGame
from senet_gp.trees.growth import random_individual
from senet_gp.trees.text import from_lisp

EXTENDED = vocabulary("senet", "extended")


def loaded(tree: list, words: Vocabulary) -> ModuleType:
    source = FORMATS["python"](tree, words)
    module = ModuleType("exported")
    sys.modules["exported"] = module  # where dataclasses look for it
    exec(compile(source, "exported.py", "exec"), module.__dict__)  # noqa: S102 - our own
    return module


def assert_same(tree: list, words: Vocabulary, boards: int) -> None:
    rng = random.Random(len(tree))
    some = [random_board(rng) for _ in range(boards)]
    module = loaded(tree, words)
    scores = [module.score(module.Board(board.mine, board.theirs, board.moves, board.hits)) for board in some]
    assert scores == scores_of(translate(tree, words), columns(some)).tolist()


def test_every_word_is_exported() -> None:
    rng = random.Random(1)
    used: set[str] = set()
    for _ in range(60):
        tree = random_tree(rng, EXTENDED, 40)
        used |= {node.name for node in tree}
        assert_same(tree, EXTENDED, 30)
    assert used >= set(EXTENDED.by_name)


def test_evolved_shapes_and_deep_trees(words: Vocabulary) -> None:
    rng = random.Random(2)
    for _ in range(30):
        assert_same(random_individual(words, rng), words, 20)
    assert_same(nested(rng, words, 10_000), words, 2)


@pytest.mark.parametrize("text", ["7", "my_moves", "(add 1 2)"])
def test_the_smallest_expressions(text: str) -> None:
    assert_same(from_lisp(text, EXTENDED), EXTENDED, 5)


def test_the_file_runs_without_our_packages(tmp_path: Path) -> None:
    words = vocabulary("senet")
    tree = from_lisp(
        "(add (if_then_else (protected 3) my_moves their_barricade) (mul 2 their_distance))", words
    )
    file = tmp_path / "champion.py"
    file.write_text(FORMATS["python"](tree, words))
    board = "x.xo" + "." * 24 + "ox"
    done = subprocess.run(
        [sys.executable, "-I", "-S", str(file), board],
        capture_output=True,
        text=True,
        check=True,
        cwd=tmp_path,
    )
    # No neighbours, so square 3 is not protected; no run of theirs is longer than 1; 27 + 2 squares to go.
    assert done.stdout == f"{board} {1 + 2 * (27 + 2)}\n"
    start = subprocess.run([sys.executable, "-I", str(file)], capture_output=True, text=True, check=True)
    assert start.stdout.split()[0] == "oxoxoxoxoxoxox" + "." * 16
    bad = subprocess.run([sys.executable, "-I", str(file), "xo"], capture_output=True, text=True, check=False)
    assert (bad.returncode, bad.stdout) == (1, "")
    assert bad.stderr == "a board is 30 characters x, o or ., not 'xo'\n"


def test_lisp_is_one_line_that_reads_back() -> None:
    tree = random_tree(random.Random(3), EXTENDED, 50)
    text = FORMATS["lisp"](tree, EXTENDED)
    assert text.count("\n") == 1
    assert list(from_lisp(text, EXTENDED)) == tree


@pytest.mark.parametrize("game", BOARD_GAMES, ids=repr)
def test_players_of_small_games_are_exported(game: BoardGame) -> None:
    rng = random.Random(3)
    words = vocabulary(game)
    some = random_candidates(game, rng, 40)
    plain = [candidate_board(game, candidate) for candidate in some]
    for _ in range(10):
        tree = random_tree(rng, words, 30)
        module = loaded(tree, words)
        scores = [module.score(module.Board(**vars(board))) for board in plain]
        assert scores == scores_of(translate(tree, words), small_columns(some)).tolist()


@pytest.mark.parametrize(
    ("game", "text", "boards", "shown"),
    [
        ("pursuit", "(add own_x (mul 2 enemy_y))", ["1,0,3,2,-1"], "1,0,3,2,-1 5 1\n"),
        ("pursuit", "own_last_move", [], "0,0,2,2,-1 -1 3\n"),
        ("hexapawn", "(add move_start move_to)", [".xxx..ooo:1-4"], ".xxx..ooo:1-4 5\n"),
        (
            "tictactoe",
            "(if_then_else (mine 5) move_to 1)",
            ["....x....:5", "x........:1"],
            "....x....:5 5\nx........:1 1\n",
        ),
        ("trilobite", "their_moves", ["......x.."], "......x.. 3\n"),
    ],
)
def test_files_of_small_games_run(
    tmp_path: Path, game: str, text: str, boards: list[str], shown: str
) -> None:
    words = vocabulary(game)
    file = tmp_path / "champion.py"
    file.write_text(FORMATS["python"](from_lisp(text, words), words))
    done = subprocess.run([sys.executable, "-I", file, *boards], capture_output=True, text=True, check=False)
    assert (done.stdout, done.stderr) == (shown, "")
