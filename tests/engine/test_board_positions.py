"""Games from positions that a program plays all at once are the games that are played one by one."""

from __future__ import annotations

import random
from fractions import Fraction
from functools import cache

import numpy as np
import pytest
from small_boards import BOARD_GAMES
from strategies import random_tree

from primitives import vocabulary_of
from senet_gp.engine import board_play
from senet_gp.engine.board_play import met_positions, play_from
from senet_gp.engine.participants import (
    RANDOM_MOVER,
    SAFE_RANDOM_MOVER,
    WIN_TAKING_RANDOM_MOVER,
    Noisy,
    Source,
    joined,
)
from senet_gp.engine.program import translate
from senet_gp.engine.results import Pairings
from senet_gp.games.board.game import BoardGame, Position
from senet_gp.games.registry import game_of
from senet_gp.games.tictactoe import TicTacToe
from senet_gp.runtime.streams import key_of, part_keys


@pytest.mark.parametrize("endings", [60, 1500])
@pytest.mark.parametrize("game", BOARD_GAMES, ids=repr)
def test_they_are_the_games_one_by_one(game: BoardGame, endings: int) -> None:
    """With many boards some take each other's positions in what is remembered."""
    rng, vocabulary = random.Random(endings), vocabulary_of(game)
    programs = [Source.of(random_tree(rng, vocabulary, 40), vocabulary) for _ in range(6)]
    players = [*programs[:3], Noisy(programs[3], 0.4), RANDOM_MOVER]
    others = [*programs[4:], Noisy(programs[0], 0.4), WIN_TAKING_RANDOM_MOVER, SAFE_RANDOM_MOVER]
    everybody = joined([*players, *others])
    opponents = len(players) + np.arange(endings, dtype=np.int64) % len(others)
    keys = part_keys(key_of(endings), endings)
    positions = met_positions(everybody, opponents, 0, keys, 4, game)
    outcomes, turns, self_losses = play_from(everybody, len(players), opponents, positions, keys, game)
    assert outcomes.shape == (len(players), endings)
    for ending in range(0, endings, endings // 60):
        one = slice(ending, ending + 1)
        start = Position(*positions[ending].tolist())
        for player in range(len(players)):
            first = np.array([player])
            result = board_play.play_games(everybody, Pairings(first, opponents[one], keys[one]), game, start)
            assert outcomes[player, ending] == result.outcomes[0]
            assert turns[player, ending] == result.turns[0]
            assert self_losses[player, ending] == result.self_losses[0]


def test_games_of_a_policy_that_never_end_are_cut() -> None:
    game = game_of("pursuit", {"rounds": 6})
    assert isinstance(game, BoardGame)
    vocabulary = vocabulary_of(game)
    away = translate(random_tree(random.Random(3), vocabulary, 40), vocabulary)
    programs = joined([away, SAFE_RANDOM_MOVER])
    keys = part_keys(1, 400)
    opponents = np.ones(400, np.int64)
    positions = met_positions(programs, opponents, 1, keys, 0, game)
    _, turns, _ = play_from(programs, 1, opponents, positions, keys, game)
    assert turns.max() == game.most_turns
    assert turns.min() > 0


@cache
def chances(position: Position, *, takes_wins: bool) -> tuple[Fraction, Fraction]:
    """How likely random movers of tic-tac-toe win and draw who are to move; the other never looks."""
    game = TicTacToe()
    afterstates = game.afterstates(position)
    if takes_wins:
        afterstates = [one for one in afterstates if one.result == 1] or afterstates
    won = drawn = Fraction(0)
    for afterstate in afterstates:
        if afterstate.result is not None:
            won, drawn = won + (afterstate.result == 1), drawn + (afterstate.result == 0)
            continue
        theirs, draws = chances(game.swapped(afterstate.position), takes_wins=not takes_wins)
        won, drawn = won + 1 - theirs - draws, drawn + draws
    return won / len(afterstates), drawn / len(afterstates)


@pytest.mark.parametrize("seat", [0, 1])
def test_a_keen_random_mover_misses_no_win(seat: int) -> None:
    game, count = TicTacToe(), 40_000
    (start,) = game.starts()
    won, drawn = chances(start, takes_wins=seat == 0)
    seats = np.full(count, seat), np.full(count, 1 - seat)
    programs = joined([WIN_TAKING_RANDOM_MOVER, RANDOM_MOVER])
    outcomes = board_play.play_games(programs, Pairings(*seats, part_keys(1, count)), game).outcomes
    for outcome, chance in ((1, won), (0, drawn), (-1, 1 - won - drawn)):
        error = np.sqrt(float(chance * (1 - chance)) / count)
        assert abs((outcomes == outcome).mean() - float(chance)) < 4 * error


def test_a_win_taking_random_mover_does_not_lose_by_its_own_move() -> None:
    game, count = game_of("pursuit"), 2000
    assert isinstance(game, BoardGame)
    programs = joined([WIN_TAKING_RANDOM_MOVER, SAFE_RANDOM_MOVER])
    zeros = np.zeros(count, np.int64)
    results = board_play.play_games(programs, Pairings(zeros, zeros + 1, part_keys(2, count)), game)
    assert not results.self_losses.any()
    assert (results.outcomes == 1).sum() > 2 * (results.outcomes == -1).sum()
