"""Compiled games are those that the rules play as objects, and duels consist of them."""

from __future__ import annotations

import random

import numpy as np
import pytest
from thinned import thinned

from primitives import vocabulary_of
from senet_gp.engine import dice_play
from senet_gp.engine.participants import RANDOM_MOVER, joined
from senet_gp.engine.playthrough import Playthrough, play_game
from senet_gp.engine.results import Pairings, best_board
from senet_gp.games.senet import Senet, SenetPosition
from senet_gp.players import ExpressionPlayer, Player, RandomPlayer
from senet_gp.runtime.streams import CHOICES, below, game_streams, key_of, part_key, part_keys
from senet_gp.trees.individual import random_individual

WORDS = vocabulary_of("senet", "extended")
_LOTS = 1 << 32


def some_players(count: int, seed: int) -> list[Player]:
    rng = random.Random(seed)
    players: list[Player] = [
        ExpressionPlayer(random_individual(WORDS, rng), WORDS, f"tree {index}") for index in range(count - 1)
    ]
    return [RandomPlayer(), *players]


def test_a_player_that_never_moves_on_is_stopped_after_500_turns() -> None:
    """Two players that go back whenever they can, and never bear off while they can choose."""
    back = ExpressionPlayer(
        [
            WORDS.node_named[n]
            for n in ("add", "my_distance", "mul", "30", "add", "my_pieces", "their_pieces")
        ],
        WORDS,
        "back",
    )
    programs = joined([back.participant, back.participant])
    results = dice_play.play_games(
        programs, Pairings(np.zeros(200, int), np.ones(200, int), part_keys(1, 200)), Senet()
    )
    stopped = results.outcomes == 0
    assert stopped.any()
    assert (results.turns[stopped] == 500).all()
    assert (results.turns[~stopped] <= 500).all()


def expected_match(players: list[Player], a: int, b: int, key: int, games: int) -> tuple[bool, int, int]:
    """A duel as the tournament defines it, game by game, played by the rules as objects."""
    streams = game_streams(part_key(key, _LOTS))
    lead = turns = played = 0
    for number in range(games + 2):
        if number < games and abs(lead) > games - number:
            break  # decided
        if number == games and lead:
            break
        a_first = number % 2 == 0 if number < games else (number - games) % 2 == 0
        if number == games - 1 and games % 2 and games > 1:
            a_first = below(streams, CHOICES, 2) == 0
        pair = (players[a], players[b]) if a_first else (players[b], players[a])
        game = play_game(*pair, part_key(key, number), Senet())
        assert game.outcome is not None
        outcome = game.outcome if a_first else -game.outcome
        lead += outcome or (1 if below(streams, CHOICES, 2) == 0 else -1)
        turns += game.turns
        played += 1
    if not lead:
        lead = 1 if below(streams, CHOICES, 2) == 0 else -1
    return lead < 0, played, turns


@pytest.mark.parametrize("games", thinned([1, 2, 5], kept=(1, 2)))
def test_matches(games: int) -> None:
    players = some_players(5, 15)
    programs = joined([player.participant for player in players if player.participant])
    rng = random.Random(16)
    count = 20
    first = np.array([rng.randrange(5) for _ in range(count)])
    second = np.array([rng.randrange(5) for _ in range(count)])
    keys = part_keys(key_of(17), count)
    results = dice_play.play_duels(programs, Pairings(first, second, keys), games, Senet())
    for index in range(count):
        expected = expected_match(players, first[index], second[index], int(keys[index]), games)
        assert (bool(results.second_won[index]), results.games[index], results.turns[index]) == expected
    if games == 2:
        assert (results.games > 2).any(), "no match of this test was equal after two games"


def test_equal_players_win_equally_often() -> None:
    programs = joined([RANDOM_MOVER, RANDOM_MOVER])
    count = 4000
    results = dice_play.play_duels(
        programs, Pairings(np.zeros(count, int), np.ones(count, int), part_keys(key_of(3), count)), 3, Senet()
    )
    assert abs(results.second_won.mean() - 0.5) < 4 * 0.5 / np.sqrt(count)
    assert set(results.games.tolist()) == {2, 3}


def test_ties_are_drawn_uniformly_and_cost_one_draw() -> None:
    streams = game_streams(9)
    scores = np.array([1, 5, -3, 5, 5, 0], np.int32)
    drawn = [best_board(6, scores, streams) for _ in range(6000)]
    counts = [drawn.count(index) for index in range(6)]
    assert counts[0] == counts[2] == counts[5] == 0
    assert all(abs(counts[index] - 2000) < 4 * np.sqrt(6000 * 2 / 9) for index in (1, 3, 4))
    before = streams.copy()
    assert best_board(5, np.array([1, 2, 3, 4, 5], np.int32), streams) == 4
    assert np.array_equal(before, streams), "without a tie nothing is drawn"


def test_throws_do_not_depend_on_choices_nor_on_the_other_player() -> None:
    """In two games on the same key a seat sees the same groups of throws, one after another."""
    players = some_players(4, 20)
    seen = []
    for player in players:
        playthrough = Playthrough((player, players[0]), game_streams(77), Senet(), SenetPosition.start())
        groups = [choice for choice in playthrough.choices() if not choice.before.in_water]
        seen.append(
            [[choice.decision.throws for choice in groups if choice.seat == seat][:8] for seat in (0, 1)]
        )
    assert seen[0] == seen[1] == seen[2] == seen[3]


def test_luck_is_what_is_thrown_above_the_mean() -> None:
    """The mean of luck over games is zero for all players, and luck is correlated with winning."""
    players = some_players(6, 21)
    programs = joined([player.participant for player in players if player.participant])
    count = 6000
    first = np.arange(count) % 6
    results = dice_play.play_games(
        programs, Pairings(first, np.arange(count) // 6 % 6, part_keys(3, count)), Senet()
    )
    assert abs(results.luck.mean()) < 4 * results.luck.std() / np.sqrt(count)
    assert np.corrcoef(results.luck, results.outcomes)[0, 1] > 0.1
