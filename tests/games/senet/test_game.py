"""Senet as objects, and a recorded game."""

from __future__ import annotations

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from senet_gp.games.senet import (
    Senet,
    SenetPosition,
    afterstates,
    packed_moves,
    packed_throws,
    rescued,
)
from senet_gp.games.senet.moves import unpacked_throws
from senet_gp.runtime.errors import UsageError


@st.composite
def positions(draw: st.DrawFn) -> SenetPosition:
    squares = draw(st.lists(st.integers(1, 30), unique=True, max_size=14))
    split = draw(st.integers(max(0, len(squares) - 7), min(7, len(squares))))
    return SenetPosition.of(squares[:split], squares[split:])


@given(positions())
def test_positions_read_back(position: SenetPosition) -> None:
    assert SenetPosition.from_text(str(position)) == position
    assert SenetPosition.of(position.my_squares, position.their_squares) == position
    assert position.swapped().swapped() == position


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda: SenetPosition.of([0], []), "no square 0"),
        (lambda: SenetPosition.of([31], []), "no square 31"),
        (lambda: SenetPosition.of([4, 4], []), "square 4 is named twice"),
        (lambda: SenetPosition.of([4], [4]), "square 4 cannot hold a piece of each side"),
        (lambda: SenetPosition.of(range(1, 9), []), "at most 7 pieces"),
        (lambda: SenetPosition(1, 0), "squares 1 to 30 only"),
        (lambda: SenetPosition(1 << 31, 0), "squares 1 to 30 only"),
        (lambda: SenetPosition.from_text("xo"), "30 characters"),
        (lambda: SenetPosition.from_text("X" * 30), "30 characters"),
        (lambda: SenetPosition.start(8), "a side in Senet is 8, but it must be from 1 to 7"),
        (lambda: SenetPosition.start(0), "a side in Senet is 0, but it must be from 1 to 7"),
        (lambda: SenetPosition.start(-1), "a side in Senet is -1, but it must be from 1 to 7"),
        (lambda: Senet(0), "a side in Senet is 0, but it must be from 1 to 7"),
        (lambda: packed_throws([]), "1 to 4 throws are played together, not 0"),
        (lambda: packed_throws([1] * 5), "1 to 4 throws are played together, not 5"),
        (lambda: packed_throws([6]), "the sticks never show 6"),
        (
            lambda: afterstates(SenetPosition.of([1], [20]), [1, 1, 1, 1, 2]),
            "1 to 4 throws are played together",
        ),
        (lambda: afterstates(SenetPosition.of([27], [1]), [1]), "in the water"),
        (lambda: afterstates(SenetPosition.of([5, 27], [20]), [2]), "in the water"),
        (
            lambda: rescued(SenetPosition.of([5], [20, 27]), 2),
            "no piece of the player to move is in the water",
        ),
        (lambda: afterstates(SenetPosition.of([], [1]), [1]), "the game is over"),
        (lambda: afterstates(SenetPosition.of([1], []), [1]), "the game is over"),
        (lambda: rescued(SenetPosition.of([26], [1]), 4), "no piece of the player to move is in the water"),
    ],
)
def test_impossible_requests_are_refused(call: object, message: str) -> None:
    with pytest.raises(UsageError, match=message):
        call()  # type: ignore[operator]


@given(st.lists(st.integers(1, 5), min_size=1, max_size=4))
def test_throws_unpack(throws: list[int]) -> None:
    assert unpacked_throws(packed_throws(throws)) == tuple(sorted(throws))


def test_moves_unpack() -> None:
    rng = random.Random(1)
    for _ in range(200):
        squares = rng.sample(range(1, 26), 14)
        throws = [rng.randint(1, 5) for _ in range(rng.randint(1, 4))]
        for afterstate in afterstates(SenetPosition.of(squares[:7], squares[7:]), throws):
            moves = [move.throw << 5 | move.start for move in afterstate.moves]
            assert packed_moves(afterstate.moves) == int.from_bytes(bytes(moves).ljust(4, b"\0"))
