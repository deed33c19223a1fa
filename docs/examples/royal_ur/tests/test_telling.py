"""What people see of Ur: the board in a terminal and as a picture, moves in words, and the verbs."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from pathlib import Path

import pytest
from royal_ur.game import Ur

from senet_gp.games import Sides, board_svg, board_text
from senet_gp.games.wording import wording_of
from senet_gp.runtime.errors import UsageError

POSITION = Sides((0, 3, 8, 14), (2, 5, 13, 15))
BOARD = """\
       4       3       2       1                      14      13
       .       .       o       .                       .       o
 rosette                                         rosette
       5       6       7       8       9      10      11      12
       o       .       .       x       .       .       .       .
                         rosette
       4       3       2       1                      14      13
       .       x       .       .                       x       .
 rosette                                         rosette"""


def test_the_board_as_text() -> None:
    game = Ur(pieces=4)
    assert board_text(game, POSITION, seat=0) == BOARD
    # The other player sees the same board.
    assert board_text(game, game.swapped(POSITION), seat=1) == BOARD
    assert game.beside(POSITION) == {"in hand": (1, 0), "home, of 4": (0, 1)}


def test_the_board_as_a_picture() -> None:
    svg = board_svg(Ur(pieces=4), POSITION, 0, steps=[(0, 4)])
    assert svg.count("data-square") == 20
    assert svg.count(">rosette<") == 5
    assert svg.count("<circle") == 6
    assert "The first mover&#x27;s pieces, full: 8 3 14." in svg
    assert "The other&#x27;s, rings: 2 13 5." in svg


def test_moves_in_words() -> None:
    game = Ur(pieces=4)
    wording = wording_of(game.decision(Sides((0, 3, 8, 14), (2, 9, 13, 15)), 0, (1,)))
    texts = [wording.text(index) for index in wording.order()]
    assert texts == ["14→home", "8→9*", "3→4", "hand→1"]
    assert [wording.with_remark(index) for index in wording.order()] == [
        *("14→home", "8→9*, hits", "3→4, throw again", "hand→1")
    ]
    for text in ("8→9*", "8-9", "8 - 9*", "8"):
        assert [wording.text(index) for index in wording.meant(text)] == ["8→9*"]
    assert [wording.text(index) for index in wording.meant("HAND")] == ["hand→1"]
    with pytest.raises(UsageError, match="is not a move here"):
        wording.meant("9-10")


@pytest.mark.parametrize(("throw", "told"), [(0, "nothing is thrown"), (4, "no piece can move")])
def test_what_happens_without_a_move(throw: int, told: str) -> None:
    wording = wording_of(Ur(pieces=1).decision(Sides((12,), (0,)), 0, (throw,)))
    assert [wording.move_text(index) for index in wording.order()] == [told]
    assert wording.meant("-") == [0]


def shown(*arguments: str, cwd: Path, lines: str = "") -> str:
    """What a verb prints; the game is found by its entry point, or by the plugin."""
    command = [sys.executable, "-m", "senet_gp", "--plugin", "royal_ur.game", *arguments]
    done = subprocess.run(command, cwd=cwd, input=lines, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_three_pieces_are_solved_in_seconds(tmp_path: Path) -> None:
    told = json.loads(
        shown("table", "ur", "--rule", "pieces=3", "--out", "ur.chances", "--json", cwd=tmp_path)
    )
    assert told["positions"] == 263_121
    assert told["first_mover_chance"] == pytest.approx(0.5162, abs=1e-4)
    # The file serves for fewer pieces, too.
    perfect, by_hand = (
        json.loads(
            shown(
                "verdict", "ur", player, "--rule", "pieces=2", "--table", "ur.chances", "--json", cwd=tmp_path
            )
        )["regret"]
        for player in ("minimax", "hand:LEVEL5")
    )
    assert perfect == pytest.approx(0, abs=1e-9)
    assert 0 < by_hand < 0.2


def test_people_play_it(tmp_path: Path) -> None:
    played = shown(
        *("play", "ur", "--rule", "pieces=1", "--against", "hand:LEVEL1", "--seed", "1", "--ascii"),
        *("--record", "game.txt"),
        cwd=tmp_path,
        lines="rules\n" + "1!\n" * 99,
    )
    assert "Two players race their pieces" in played
    assert re.search(r"in hand: x [01], o [01]", played)
    assert "hand>" in played
    assert "throw again" in played or "wins" in played
    assert shown("replay", "game.txt", "--ascii", cwd=tmp_path).startswith("The Royal Game of Ur")
