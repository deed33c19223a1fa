"""Values of all positions found in compiled code, against those found by the rules in plain Python."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from typing import ClassVar

import pytest

from senet_gp.games.board.game import BoardGame
from senet_gp.games.registry import game_of
from senet_gp.games.small import small_game
from senet_gp.games.solving import listed
from senet_gp.games.solving.listed import ListedValues
from senet_gp.games.solving.perfect import AllValues, PerfectPlay, reachable
from senet_gp.games.trilobite import Trilobite
from senet_gp.runtime.errors import UsageError
from senet_gp.runtime.interruption import given_up_if


class Repeating(Trilobite):
    """It says that it may repeat positions, so all of them are listed."""

    cyclic: ClassVar[bool] = True


@pytest.mark.parametrize("name", ["hexapawn", "pursuit", "trilobite", "tictactoe"])
def test_the_values_are_those_of_the_plain_rules(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Also where there is little room at first."""
    monkeypatch.setattr(listed, "_ROOM", 64)
    game = small_game(name)
    assert isinstance(game, BoardGame)
    fast, slow = ListedValues(game), AllValues(game)
    positions = list(reachable(game, game.starts()))
    for position, afterstates in positions[:: 1 + len(positions) // 300]:
        assert fast.value(position) == slow.value(position)
        assert fast.values_of_moves(position, afterstates) == slow.values_of_moves(position, afterstates)
    assert fast._known.listing.counts.tolist() == [len(positions)] * 2


def test_a_position_that_no_game_reaches_has_a_value() -> None:
    game = game_of("hexapawn")
    assert isinstance(game, BoardGame)
    position = game.position_from("x.....o..")
    assert ListedValues(game).value(position) == AllValues(game).value(position)


def test_more_positions_are_solved_than_plain_rules_can_list(monkeypatch: pytest.MonkeyPatch) -> None:
    """The same as by alpha-beta search, which knows no repetitions."""
    game, same = Repeating(width=5, height=4), Trilobite(width=5, height=4)
    repeating, alone = PerfectPlay(game), PerfectPlay(same)
    (start,) = game.starts()
    assert repeating.value(start) == alone.value(start)
    solver = repeating._solver
    assert isinstance(solver, ListedValues)
    assert solver._known.listing.counts[0] > 100_000
    monkeypatch.setattr(listed, "MOST_LISTED", 50_000)
    with pytest.raises(UsageError, match="trilobite has more than 50000 positions: take a smaller board"):
        PerfectPlay(game).value(start)


def test_who_is_interrupted_or_shares_it_is_told_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing that is half known is taken for known."""
    monkeypatch.setattr(listed, "_ROOM", 64)
    monkeypatch.setattr(listed, "_AT_ONCE", 100)
    game = small_game("hexapawn")
    assert isinstance(game, BoardGame)
    (start,) = game.starts()
    moves = game.afterstates(start)
    right = AllValues(game).values_of_moves(start, moves)
    for calls in range(5):
        values, left = ListedValues(game), iter(range(calls))
        with given_up_if(lambda left=left: next(left, None) is None), pytest.raises(KeyboardInterrupt):
            values.value(start)
        assert values.values_of_moves(start, moves) == right
    shared = ListedValues(game)
    with ThreadPoolExecutor(3) as threads:
        asked = [threads.submit(shared.values_of_moves, start, moves) for _ in range(6)]
        assert [one.result() for one in asked] == [right] * 6
    monkeypatch.setattr(listed, "MOST_LISTED", 5)
    refused = ListedValues(game)
    for _ in range(2):
        with pytest.raises(UsageError, match="has more than 5 positions"):
            refused.value(start)
