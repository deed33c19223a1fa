"""Numbers of boards, and exact win probabilities: known endings, and a solver on the drawn board."""

from __future__ import annotations

from fractions import Fraction
from itertools import combinations_with_replacement, product
from math import comb

import drawn_board
import numpy as np
import pytest
from numpy.typing import NDArray
from royal_ur import kernels, numbering
from royal_ur.game import Ur
from royal_ur.sweep import PatchSweep

from senet_gp.engine.exact_solving import Solving
from senet_gp.engine.exact_table import chance_table
from senet_gp.games import Sides
from senet_gp.games.dice.numbering import (
    ONE,
    board_of,
    check_numbers,
    groups_of,
    number_of,
    numbered_rules,
)

#: How many boards there are on which the game goes on, by pieces a side.
BOARDS = {1: 217, 2: 12869, 3: 263121, 4: 2602822, 5: 14669769, 6: 53188365, 7: 137870097}


def going_on(pieces: int) -> list[Sides]:
    """All positions with so many pieces a side in which no side is home."""
    game = Ur(pieces=pieces)
    sides = [side for side in combinations_with_replacement(range(16), pieces) if min(side) < 15]
    positions = [Sides(mine, theirs) for mine, theirs in product(sides, sides)]
    return [position for position in positions if game.refusal(position) is None]


@pytest.mark.parametrize("pieces", [1, 2])
def test_boards_are_numbered_without_gaps(pieces: int) -> None:
    game = Ur(pieces=pieces)
    rules, positions = numbered_rules(game), going_on(pieces)
    numbers = [number_of(rules, *game.board_of(position)) for position in positions]
    assert sorted(numbers) == list(range(BOARDS[pieces]))
    for number, position in zip(numbers, positions, strict=True):
        assert game.position_of(board_of(rules, number)) == position


@pytest.mark.parametrize("pieces", BOARDS)
def test_counts_of_boards(pieces: int) -> None:
    game = Ur(pieces=pieces)
    assert groups_of(game)[-1] == BOARDS[pieces]
    assert groups_of(game) == groups_of(Ur())[: len(groups_of(game))]
    check_numbers(game)


def test_the_published_count_has_boards_on_which_the_game_is_over() -> None:
    # One side is home; the other has left to go one to seven pieces, some of them on the 14 squares.
    won = sum(comb(14, on_squares) for left in range(1, 8) for on_squares in range(left + 1))
    both_home = 1
    assert BOARDS[7] + 2 * won + both_home == 137_913_936


def test_boards_with_fewer_pieces_have_the_same_numbers() -> None:
    few, many = Ur(pieces=2), Ur(pieces=7)
    assert numbering.NUMBERING.has_boards_of(many, few)
    assert not numbering.NUMBERING.has_boards_of(few, many)
    for position in going_on(2)[::97]:
        more = Sides(*((*side, *(15,) * 5) for side in position))
        assert number_of(numbered_rules(few), *few.board_of(position)) == number_of(
            numbered_rules(many), *many.board_of(more)
        )


def test_what_is_no_board_has_no_number() -> None:
    game = Ur(pieces=2)
    rules = numbered_rules(game)
    mine, theirs, state = game.board_of(Sides((0, 7), (3, 15)))
    assert number_of(rules, mine, theirs, state) >= 0
    for wrong in (
        (mine, theirs, state + (1 << kernels.MY_HAND)),
        (mine, theirs, state + (1 << kernels.MY_HOME)),
        (mine, theirs, state | 1 << 12),
        (mine | 1, theirs, state),
        (mine | 1 << 15, theirs, state),
        (mine, theirs | 1 << 7, state),
        game.board_of(Sides((15, 15), (0, 3))),
        game.board_of(Sides((0, 3), (15, 15))),
    ):
        assert number_of(rules, *wrong) == -1


def test_boards_near_the_end_are_looked_at_first() -> None:
    game = Ur(pieces=2)
    rules = numbered_rules(game)
    begin = 0
    for group, end in enumerate(groups_of(game)):
        order = numbering.NUMBERING.order(game, group)
        assert (order.dtype, sorted(order.tolist())) == (np.int32, list(range(begin, end)))
        places = [sum(map(sum, game.position_of(board_of(rules, number)))) for number in order.tolist()]
        assert places == sorted(places, reverse=True)
        begin = end


def exact_chance(mine: int, theirs: int) -> Fraction:
    """The chance of the mover with one piece a side on squares that are not shared, on the drawn board.

    A throw without a move leaves the board to the other, so two boards have an equation each.
    """
    won, waits = _by_first_throw(mine, theirs)
    others_won, others_wait = _by_first_throw(theirs, mine)
    # a = won + waits (1 - b), and b = others_won + others_wait (1 - a)
    return (won + waits - waits * (others_won + others_wait)) / (1 - waits * others_wait)


def _by_first_throw(mine: int, theirs: int) -> tuple[Fraction, Fraction]:
    """The chance to win but for those throws that move nothing, and the chance of these."""
    won = waits = Fraction(0)
    here = drawn_board.drawn(((mine,), (theirs,)))
    for throw in drawn_board.throws():
        (move,) = drawn_board.moves(here, 0, throw)
        if move.won:
            won += Fraction(1, 16)
        elif move.board == here:
            waits += Fraction(1, 16)
        else:
            later = (
                exact_chance(mine + throw, theirs) if move.again else 1 - exact_chance(theirs, mine + throw)
            )
            won += later / 16
    return won, waits


KNOWN = {(14, 14): Fraction(4, 7), (13, 14): Fraction(116, 161), (14, 13): Fraction(74, 161)}


@pytest.mark.parametrize(("mine", "theirs"), KNOWN)
def test_known_endings(mine: int, theirs: int) -> None:
    assert exact_chance(mine, theirs) == KNOWN[mine, theirs]
    for pieces in (1, 2):
        home = (15,) * (pieces - 1)
        found = chance_table(Ur(pieces=pieces)).chance(Sides((mine, *home), (theirs, *home)))
        assert found == pytest.approx(float(KNOWN[mine, theirs]), abs=1e-8)


def solved(positions: list[Sides]) -> dict[Sides, float]:
    """The chances of the mover in positions, by sweeps over the moves of the drawn board."""
    boards = {position: drawn_board.drawn(position) for position in positions}
    # The other player's view, as if they were the first mover.
    others = {drawn_board.drawn(position, first=1): position for position in positions}
    same = {board: position for position, board in boards.items()}
    number = {position: place for place, position in enumerate(positions)}
    won = len(positions)
    after = np.full((won, 5, 2), won, np.int64)
    turned = np.zeros((won, 5, 2), np.bool_)
    for position, board in boards.items():
        for throw in range(5):
            made = drawn_board.moves(board, 0, throw)
            for place, move in enumerate((*made, *made)[:2]):
                if not move.won:
                    following = same[move.board] if move.again else others[move.board]
                    after[number[position], throw, place] = number[following]
                    turned[number[position], throw, place] = not move.again
    values, change = np.full(won + 1, 0.5), 1.0
    values[won] = 1
    chances = np.bincount(drawn_board.throws()) / 16
    while change > 1e-11:
        reached = np.where(turned, 1 - values[after], values[after])
        new = reached.max(axis=2) @ chances
        change = float(np.abs(new - values[:won]).max())
        values[:won] = new
    return dict(zip(positions, values[:won].tolist(), strict=True))


@pytest.mark.parametrize("pieces", [1, 2])
def test_chances_are_those_of_the_drawn_board(pieces: int) -> None:
    """With at most two pieces a side there are at most two moves."""
    table = chance_table(Ur(pieces=pieces))
    for position, chance in solved(going_on(pieces)).items():
        assert table.chance(position) == pytest.approx(chance, abs=1e-7)


def test_sweeps_in_the_order_of_play_find_what_listing_all_throws_finds() -> None:
    fast, listed = Solving(Ur(pieces=3)), Solving(Ur(pieces=3))
    count, most = len(list(fast.sweeps())), len(list(listed.sweeps(listed=True)))
    assert count < most
    # Both end when no value changes by more than a few units of 2^-31, and so are a few units off.
    assert np.abs(fast.values.astype(np.int64) - listed.values).max() <= 100


def in_sweeps(group: int, cores: int, sweeps: int) -> NDArray[np.uint32]:
    """The values of a group, which begin with what none can have, after some sweeps."""
    begin, end = groups_of(Ur())[group - 1 : group + 1]
    values = np.full(end, ONE // 2, np.uint32)
    values[begin:] = 2**32 - 1
    sweep = PatchSweep(group, begin, end, values, cores)
    for _ in range(sweeps):
        for part in range(sweep.parts):
            sweep.visit(part)
    return values[begin:]


@pytest.mark.parametrize("group", [1, 2, 5])
def test_a_sweep_visits_every_board(group: int) -> None:
    assert in_sweeps(group, cores=1, sweeps=1).max() <= ONE


@pytest.mark.parametrize("group", [4, 5])
def test_any_number_of_cores_finds_the_same_to_the_last_bit(group: int) -> None:
    assert np.array_equal(in_sweeps(group, cores=1, sweeps=3), in_sweeps(group, cores=3, sweeps=3))
