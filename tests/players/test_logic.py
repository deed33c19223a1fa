"""The player of tic-tac-toe that follows rules: each rule held against a slow reading of its words."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import combinations as pairs

import pytest

from senet_gp.arena.local_pool import WorkerPool
from senet_gp.arena.match import play_match
from senet_gp.arena.verdict import verdict
from senet_gp.games.board.game import Afterstate, BoardDecision, Position, squares_of
from senet_gp.games.solving.perfect import graph, value_of_move, values
from senet_gp.games.tictactoe import TicTacToe
from senet_gp.players.hand_tictactoe import RULES, LogicPlayer
from senet_gp.players.parsing import player_from_text
from senet_gp.runtime.streams import game_streams

GAME = TicTacToe()
ROWS = [{1, 2, 3}, {4, 5, 6}, {7, 8, 9}]
LINES = [*ROWS, {1, 4, 7}, {2, 5, 8}, {3, 6, 9}, {1, 5, 9}, {3, 5, 7}]
CORNERS, SIDES = {1, 3, 7, 9}, {2, 4, 6, 8}

Squares = set[int]


def completing(mine: Squares, theirs: Squares) -> Squares:
    """A row, column or diagonal with two of my pieces and a blank space: the blank space."""
    return {
        square
        for line in LINES
        for square in line
        if len(line & mine) == 2 and square not in mine | theirs and not line & theirs
    }


def crossing(mine: Squares, theirs: Squares) -> Squares:
    """Two lines, each with one of my pieces and two blanks, that cross in a blank space: this space."""
    half = [line for line in LINES if len(line & mine) == 1 and not line & theirs]
    return set().union(*(a & b for a, b in pairs(half, 2))) - mine - theirs


def followed(mine: Squares, theirs: Squares) -> tuple[str, Squares] | None:
    """The first rule that applies with what it names; of blocking a fork nothing is said here."""
    free = set(range(1, 10)) - mine - theirs
    corner_to_corner = {10 - corner for corner in theirs & CORNERS} & free
    for name, squares in (
        ("win", completing(mine, theirs)),
        ("block", completing(theirs, mine)),
        ("fork", crossing(mine, theirs)),
        ("block a fork", set() if not crossing(theirs, mine) else None),
        ("centre", {5} & free),
        ("opposite corner", corner_to_corner),
        ("corner", CORNERS & free),
        ("side", SIDES & free),
    ):
        if squares is None:
            return None
        if squares:
            return name, squares
    raise AssertionError("a square is free")


@pytest.fixture(scope="module")
def every_position() -> Mapping[Position, Sequence[Afterstate]]:
    return graph(GAME, GAME.starts())


def named(position: Position, afterstates: Sequence[Afterstate]) -> tuple[str, Squares]:
    """The rule that the player follows and the squares that it may choose."""
    asked = BoardDecision(GAME, 0, position, afterstates)
    player = LogicPlayer()
    scores, possible = player.scores(asked), player.possible(asked)
    return list(RULES)[len(RULES) - max(scores)], {afterstates[index].target for index in possible}


def test_the_first_rule_that_applies_is_followed(
    every_position: Mapping[Position, Sequence[Afterstate]],
) -> None:
    """At every position that can be reached."""
    met = set()
    for position, afterstates in every_position.items():
        mine, theirs = set(squares_of(position.mine)), set(squares_of(position.theirs))
        rule, squares = named(position, afterstates)
        met.add(rule)
        expected = followed(mine, theirs)
        if expected is not None:
            assert (rule, squares) == expected, GAME.text(position)
            continue
        # The opponent could fork. Mostly there is a square after which they cannot, or must block elsewhere.
        blocking = set()
        for square in set(range(1, 10)) - mine - theirs:
            must_block = completing(mine | {square}, theirs)
            forks = crossing(theirs, mine | {square})
            if not (forks & must_block if must_block else forks):
                blocking.add(square)
        if rule == "block a fork":
            assert squares == blocking, GAME.text(position)
        else:
            assert not blocking
    assert met == set(RULES)


def test_it_never_loses_from_either_seat_whatever_it_draws() -> None:
    found = verdict(GAME, LogicPlayer())
    assert [seat.worst for seat in found.seats] == [0, 0]


def test_where_it_would_not_have_come_to_it_can_err(
    every_position: Mapping[Position, Sequence[Afterstate]],
) -> None:
    """So it is no perfect player, though it never loses."""
    known = values(GAME, every_position)
    worse = 0
    for position, afterstates in every_position.items():
        squares = named(position, afterstates)[1]
        gets = [value_of_move(GAME, c, known).result for c in afterstates if c.target in squares]
        worse += min(gets) < known[position].result
    assert (len(every_position), worse) == (4520, 64)


def test_it_is_a_player_like_any_other(pool: WorkerPool) -> None:
    """It can be sent to workers, and draws among equal moves."""
    player = player_from_text("hand:logic", "tictactoe")
    assert isinstance(player, LogicPlayer)
    assert player.name == "hand:LOGIC"
    report = play_match(player, player_from_text("minimax", GAME), games=20, seed=1, pool=pool, game=GAME)
    assert report.wins == (0, 0)
    against_random = play_match(
        player, player_from_text("random", GAME), games=100, seed=1, pool=pool, game=GAME
    )
    assert against_random.wins[0] > 80
    assert against_random.wins[1] == 0
    asked = BoardDecision(GAME, 1, Position(0, 1 << 5), GAME.afterstates(Position(0, 1 << 5)))
    streams = game_streams(1)
    assert {asked.notation(player.choose(asked, streams)) for _ in range(100)} == {"1", "3", "7", "9"}
