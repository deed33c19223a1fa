"""Exported Python files stand alone and mean the same."""

from __future__ import annotations

import random
import subprocess
import sys
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest
from board_texts import text_of
from small_boards import BOARD_GAMES, candidate_board, random_candidates
from small_boards import columns as small_columns
from strategies import columns, nested, random_board, random_tree
from thinned import thinned

from primitives import Board, Vocabulary, vocabulary_of
from senet_gp.engine.evaluator import scores_of
from senet_gp.engine.program import translate
from senet_gp.games.board.game import BoardGame
from senet_gp.games.protocol import Game
from senet_gp.games.registry import GAMES, game_of
from senet_gp.players.player import ExpressionPlayer
from senet_gp.runtime.streams import game_streams
from senet_gp.show.formats import text_in
from senet_gp.trees.individual import random_individual
from senet_gp.trees.text import from_lisp

EXTENDED = vocabulary_of("senet", "extended")
NO_PLACES = "a board is x,y,x,y,last,last with places from 0 to 3 and last moves from -1 to 3"


def loaded(tree: list, vocabulary: Vocabulary) -> ModuleType:
    source = text_in("python", tree, vocabulary)
    module = ModuleType("exported")
    sys.modules["exported"] = module  # where dataclasses look for it
    exec(compile(source, "exported.py", "exec"), module.__dict__)  # noqa: S102 - our own
    return module


def assert_same(tree: list, vocabulary: Vocabulary, boards: int) -> None:
    rng = random.Random(len(tree))
    some = [random_board(rng) for _ in range(boards)]
    module = loaded(tree, vocabulary)
    scores = [module.score(module.Board(board.mine, board.theirs, board.moves, board.hits)) for board in some]
    assert scores == scores_of(translate(tree, vocabulary), columns(some)).tolist()


def test_every_word_is_exported() -> None:
    rng = random.Random(1)
    used: set[str] = set()
    for _ in range(20):
        tree = random_tree(rng, EXTENDED, 40)
        used |= {node.name for node in tree}
        assert_same(tree, EXTENDED, 30)
    assert used >= set(EXTENDED.by_name)


def test_evolved_shapes(vocabulary: Vocabulary) -> None:
    rng = random.Random(2)
    for _ in range(10):
        assert_same(random_individual(vocabulary, rng), vocabulary, 20)


@pytest.mark.slow
def test_deep_trees() -> None:
    assert_same(nested(random.Random(2), EXTENDED, 10_000), EXTENDED, 2)


@pytest.mark.parametrize("text", ["7", "my_moves", "(add 1 2)"])
def test_the_smallest_expressions(text: str) -> None:
    assert_same(from_lisp(text, EXTENDED), EXTENDED, 5)


def test_the_file_runs_without_our_packages(tmp_path: Path) -> None:
    vocabulary = vocabulary_of("senet")
    tree = from_lisp(
        "(add (if_then_else (protected 3) my_moves their_barricade) (mul 2 their_distance))", vocabulary
    )
    file = tmp_path / "champion.py"
    file.write_text(text_in("python", tree, vocabulary))
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
    checked, scored = start.stdout.splitlines()
    assert checked == "checked on 12 boards"
    assert scored.split()[0] == "oxoxoxoxoxoxox" + "." * 16
    bad = subprocess.run([sys.executable, "-I", str(file), "xo"], capture_output=True, text=True, check=False)
    assert (bad.returncode, bad.stdout) == (1, "")
    assert bad.stderr == "a board is 30 characters x, o or ., not 'xo'\n"


def test_a_board_of_the_file_shows_itself_as_elsewhere() -> None:
    module = loaded(from_lisp("my_moves", EXTENDED), EXTENDED)
    board = Board(frozenset({30, 2}), frozenset({20}), moves=((4, 9),))
    assert repr(module.Board(**vars(board))) == repr(board) == "<Board: mine [2, 30], theirs [20], (4, 9)>"
    long = Board(frozenset(range(1, 31)), frozenset(range(1, 31)))
    assert repr(module.Board(**vars(long))) == repr(long)
    assert len(repr(long)) == 110


def test_lisp_is_one_line_that_reads_back() -> None:
    tree = random_tree(random.Random(3), EXTENDED, 50)
    text = text_in("lisp", tree, EXTENDED)
    assert text.count("\n") == 1
    assert list(from_lisp(text, EXTENDED)) == tree


@pytest.mark.parametrize(
    "game",
    thinned(
        [
            game
            for game in BOARD_GAMES
            if GAMES[game.name].exported and not vocabulary_of(game).without_kernel
        ],
        kept=range(0, len(BOARD_GAMES), 2),
    ),
    ids=repr,
)
def test_players_of_small_games_are_exported(game: BoardGame) -> None:
    rng = random.Random(3)
    vocabulary = vocabulary_of(game)
    some = random_candidates(game, rng, 40)
    plain = [candidate_board(game, afterstate) for afterstate in some]
    for _ in range(10):
        tree = random_tree(rng, vocabulary, 30)
        module = loaded(tree, vocabulary)
        scores = [module.score(module.Board(**vars(board))) for board in plain]
        assert scores == scores_of(translate(tree, vocabulary), small_columns(some)).tolist()


@pytest.mark.parametrize(
    ("game", "text", "boards", "shown"),
    [
        ("pursuit", "(add own_x (mul 2 enemy_y))", ["1,0,3,2,-1,2"], "1,0,3,2,-1,2 5 plays 1\n"),
        ("pursuit", "own_last_move", [], "checked on 12 boards\n0,0,2,2,-1,-1 -1 plays 3\n"),
        ("hexapawn", "(add move_start move_to)", [".xxx..ooo:1-4"], ".xxx..ooo:1-4 5\n"),
        (
            "tictactoe",
            "(if_then_else (mine 5) move_to 1)",
            ["....x....:5", "x........:1"],
            "....x....:5 5\nx........:1 1\nplays ....x....:5\n",
        ),
        (
            # Crosses at 1 and 2, a nought at 9: the crosses have just moved; then a nought at 3, too.
            "tictactoe",
            "(if_then_else (mine 9) (mul move_to my_pieces) (sub their_pieces 9))",
            ["-1,-1,0,0,0,0,0,0,1:2", "-1,-1,1,0,0,0,0,0,1:3", "oox.....x:2"],
            "-1,-1,0,0,0,0,0,0,1:2 -8\n-1,-1,1,0,0,0,0,0,1:3 6\noox.....x:2 4\nplays -1,-1,1,0,0,0,0,0,1:3\n",
        ),
        ("trilobite", "their_moves", ["......x.."], "......x.. 3\n"),
        (
            "senet",
            "(add (mul 10 hits) (move_start 2))",
            [f"x{'.' * 29}:9+3,12-1:2"],
            f"x{'.' * 29}:9+3,12-1:2 32\n",
        ),
    ],
)
def test_files_run(tmp_path: Path, game: str, text: str, boards: list[str], shown: str) -> None:
    vocabulary = vocabulary_of(game)
    file = tmp_path / "champion.py"
    file.write_text(text_in("python", from_lisp(text, vocabulary), vocabulary))
    done = subprocess.run([sys.executable, "-I", file, *boards], capture_output=True, text=True, check=False)
    assert (done.stdout, done.stderr) == (shown, "")


@pytest.mark.parametrize("name", [name for name, row in GAMES.items() if row.exported])
def test_the_file_chooses_as_the_player_does(name: str) -> None:
    """On decisions of real games; boards go through the texts that the file reads."""
    game = game_of(name)
    vocabulary = vocabulary_of(game)
    rng = random.Random(5)
    streams = game_streams(5)
    for _ in range(6):
        player = ExpressionPlayer(random_tree(rng, vocabulary, 12), vocabulary, "player")
        module = loaded(player.tree, vocabulary)
        position, seat = rng.choice(game.starts()), 0
        for _ in range(12):
            decision = game.next_decision(position, seat, streams)
            possible = player.possible(decision)
            if decision.policy:
                # The same text as everywhere.
                chosen = module.choose(module.read(game.text(decision.position)))
                assert decision.notation(possible[0]) == str(chosen)
            else:
                texts = [text_of(board_of(game, afterstate)) for afterstate in decision.afterstates]
                assert module.choose([module.read(text) for text in texts]) in possible
            index = rng.choice(possible)
            if decision.result(index) is not None:
                break
            position = decision.following(index)
            seat = 1 - seat if decision.ends_turn(index) else seat


def board_of(game: Game, afterstate: Any) -> Board:
    """The board of an afterstate, as plain meanings see it."""
    if isinstance(game, BoardGame):
        return candidate_board(game, afterstate)
    position = afterstate.position
    moves = tuple((move.throw, move.start) for move in afterstate.moves)
    return Board(frozenset(position.my_squares), frozenset(position.their_squares), moves, afterstate.hits)


@pytest.mark.parametrize(
    ("game", "board", "message"),
    [
        ("senet", "x" * 30 + ":9", "moves are like 9+3,12+1 and not like 9"),
        ("senet", "x" * 30 + ":9+a", "there should be whole numbers instead of 9, a"),
        ("hexapawn", "xxx...ooo:1-a", "there should be whole numbers instead of 1, a"),
        ("tictactoe", "1,0,0", "on 9 cells crosses, -1, are as many as noughts, 1, or one more: not 1,0,0"),
        (
            "tictactoe",
            "-1,-1,0,0,0,0,0,0,a",
            "there should be whole numbers instead of -1, -1, 0, 0, 0, 0, 0, 0, a",
        ),
        *(
            ("pursuit", text, f"{NO_PLACES}, not '{text}'")
            for text in ("0,0,2,2", "0,0,2,2,-1", "0,0,2,4,1,1", "0,0,2,2,4,1", "0,0,2,2,1,-2")
        ),
    ],
)
def test_boards_that_are_none_are_refused(tmp_path: Path, game: str, board: str, message: str) -> None:
    vocabulary = vocabulary_of(game)
    file = tmp_path / "player.py"
    file.write_text(text_in("python", from_lisp("2", vocabulary), vocabulary))
    done = subprocess.run([sys.executable, "-I", file, board], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout, done.stderr) == (1, "", message + "\n")


def test_a_damaged_file_says_so(tmp_path: Path) -> None:
    vocabulary = vocabulary_of("hexapawn")
    text = text_in("python", from_lisp("(sub my_pieces their_pieces)", vocabulary), vocabulary)
    file = tmp_path / "player.py"
    file.write_text(text.replace("v3 = sub(v2, v1)", "v3 = sub(v1, v2)"))
    assert file.read_text() != text
    done = subprocess.run([sys.executable, "-I", file], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout) == (1, "")
    assert done.stderr.startswith("this file is damaged, or this Python: ")
