"""The rules of Ur: in plain Python, as kernels, and on a drawn board they are the same."""

from __future__ import annotations

import doctest
import random
from collections import Counter
from types import ModuleType

import drawn_board
import pytest
from royal_ur import board, views
from royal_ur.board import GEOMETRY, ROSETTES, drawn_square
from royal_ur.game import Ur

from senet_gp.games import Sides
from senet_gp.runtime.errors import UsageError
from senet_gp.testing import check_game

#: Each piece of the other side but one is home.
HOME_BUT_ONE = (15,) * 6


@pytest.mark.parametrize("module", [board, views])
def test_examples_of_docstrings(module: ModuleType) -> None:
    found = doctest.testmod(module)
    assert found.attempted > found.failed == 0


def moves_from(mine: tuple[int, ...], theirs: tuple[int, ...], throw: int) -> list[str]:
    game = Ur(pieces=len(mine))
    decision = game.decision(Sides(mine, theirs), 0, (throw,))
    return [decision.notation(index) for index in range(len(decision.afterstates))]


@pytest.mark.parametrize("pieces", [1, 3, 7])
def test_the_game_passes_all_checks_that_games_must_pass(pieces: int) -> None:
    """Among them: kernels list what plain rules list, and words have the values that their kernels give."""
    report = check_game(Ur(pieces=pieces), seconds=2)
    assert report.stopped == 0
    assert report.words >= 40


@pytest.mark.parametrize("pieces", [1, 2, 5, 7])
def test_moves_are_those_of_a_drawn_board(pieces: int) -> None:
    game, rng = Ur(pieces=pieces), random.Random(pieces)
    compared = 0
    for _ in range(40):
        position, seat = game.starts()[0], 0
        while True:
            throw = rng.choice(drawn_board.throws())
            decision = game.decision(position, seat, (throw,))
            before = drawn_board.drawn(position, first=seat)
            found = Counter(
                drawn_board.Move(
                    drawn_board.drawn(after.position, first=seat),
                    again=not decision.ends_turn(index),
                    won=after.result == 1,
                )
                for index, after in enumerate(decision.afterstates)
            )
            assert found == Counter(drawn_board.moves(before, seat, throw)), (position, throw)
            compared += 1
            index = rng.randrange(len(decision.afterstates))
            if decision.result(index) is not None:
                break
            position = decision.following(index)
            seat = 1 - seat if decision.ends_turn(index) else seat
    assert compared > 500


def test_the_board_is_drawn_as_it_looks() -> None:
    for player in (0, 1):
        places = [GEOMETRY.places[drawn_square(square, player)] for square in range(1, 15)]
        assert [(row, column) for column, row in places] == drawn_board.route(player)
    shown = {place for place in GEOMETRY.places.values() if drawn_board.DRAWING[place[1]][place[0]] != " "}
    assert len(shown) == len(GEOMETRY.places) == 20
    rosettes = {
        (row, column) for row in range(3) for column in range(8) if drawn_board.is_rosette((row, column))
    }
    noted = {GEOMETRY.places[square] for square in GEOMETRY.notes}
    assert {(row, column) for column, row in noted} == rosettes
    assert {drawn_board.route(0).index(cell) + 1 for cell in rosettes if cell[0]} == {*ROSETTES}


def test_chances_of_throws() -> None:
    game = Ur()
    (position,) = game.starts()
    assert {throws[0]: chance * 16 for throws, chance in game.throw_chances(position).items()} == Counter(
        drawn_board.throws()
    )
    assert list(game.laws()[0].chances * 16) == [1, 4, 6, 4, 1]


@pytest.mark.parametrize(
    ("mine", "theirs", "throw", "expected"),
    [
        # Entering; two pieces in hand are one choice.
        ((0, 0), (0, 0), 3, ["hand-3"]),
        # A throw of 0, and one that no piece can use, pass.
        ((0, 0), (0, 0), 0, ["-"]),
        ((14, 15), (0, 0), 2, ["-"]),
        # Home is reached exactly.
        ((13, 14), (0, 0), 1, ["14-home"]),
        ((13, 14), (0, 0), 2, ["13-home"]),
        # Own pieces block.
        ((0, 2), (0, 0), 2, ["2-4"]),
        # Pieces are hit on the shared squares alone, and not in the centre.
        ((3, 9), (6, 11), 2, ["3-5", "9-11*"]),
        ((3, 10), (6, 12), 3, ["3-6*", "10-13"]),
        ((2, 6), (4, 8), 2, ["2-4"]),
        ((11, 15), (13, 15), 2, ["11-13"]),
    ],
)
def test_moves(mine: tuple[int, ...], theirs: tuple[int, ...], throw: int, expected: list[str]) -> None:
    assert moves_from(mine, theirs, throw) == expected


def test_hits_go_back_into_the_hand() -> None:
    decision = Ur(pieces=2).decision(Sides((4, 15), (0, 7)), 0, (3,))
    assert decision.afterstates[0].position == Sides((7, 15), (0, 0))
    assert decision.remark(0) == "hits"


@pytest.mark.parametrize(("start", "throw"), [(0, 4), (5, 3), (13, 1), (12, 2)])
def test_rosettes_give_another_throw(start: int, throw: int) -> None:
    decision = Ur(pieces=2).decision(Sides((start, 15), (0, 0)), 1, (throw,))
    assert not decision.ends_turn(0)
    assert decision.following(0) == Sides((start + throw, 15), (0, 0))
    assert decision.remark(0) == "throw again"


def test_the_last_piece_home_wins() -> None:
    decision = Ur(pieces=7).decision(Sides((*(14,), *HOME_BUT_ONE), (0,) * 7), 0, (1,))
    assert (decision.result(0), decision.ends_turn(0), decision.remark(0)) == (1, True, "wins")


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("0,0/0,16", "a side is 2 numbers from 0 to 15, in rising order"),
        ("1,0/0,0", "a side is 2 numbers"),
        ("0,0,0/0,0,0", "a side is 2 numbers"),
        ("3,3/0,0", "no two pieces of a side stand on one square"),
        ("0,7/7,15", "both sides stand on one of the squares 5 to 12"),
        ("15,15/15,15", "both sides are home"),
    ],
)
def test_impossible_positions_are_refused(text: str, reason: str) -> None:
    with pytest.raises(UsageError, match=reason):
        Ur(pieces=2).position_from(text)
    assert Ur(pieces=2).position_from("3,14/3,14") == Sides((3, 14), (3, 14))


@pytest.mark.parametrize("throws", [(), (5,), (-1,), (1, 1)])
def test_impossible_throws_are_refused(throws: tuple[int, ...]) -> None:
    with pytest.raises(UsageError, match="is one number from 0 to 4"):
        Ur().decision(Ur().starts()[0], 0, throws)


@pytest.mark.parametrize("pieces", [0, 8])
def test_there_are_one_to_seven_pieces(pieces: int) -> None:
    with pytest.raises(UsageError, match="pieces"):
        Ur(pieces=pieces)
