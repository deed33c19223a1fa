"""Positions of Senet are met, played on from and decided as in games played choice by choice."""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import Any

import numpy as np
import pytest

from primitives import vocabulary_of
from senet_gp.engine.cases import answers_of
from senet_gp.engine.dice_play import met_positions, play_from, played_out
from senet_gp.engine.participants import (
    SAFE_RANDOM_MOVER,
    WIN_TAKING_RANDOM_MOVER,
    Noisy,
    Participant,
    Source,
    joined,
    scored_boards,
    values_of,
)
from senet_gp.engine.playthrough import Playthrough, play_game
from senet_gp.games.dice.rules import COLUMNS
from senet_gp.games.senet import Senet, SenetDecision, SenetPosition
from senet_gp.runtime.streams import CHOICES, below, game_streams, part_key, part_keys
from senet_gp.trees.individual import random_individual
from senet_gp.trees.text import from_lisp

WORDS = vocabulary_of("senet", "extended")
#: Of choices that look alike on the board, the moves that led there decide.
BY_THE_MOVES = from_lisp("(add (mul 3 hits) (sub (move_start 1) (move_length 1)))", WORDS)


def sources(count: int, seed: int = 1) -> list[Source]:
    rng = random.Random(seed)
    return [Source.of(random_individual(WORDS, rng), WORDS) for _ in range(count)]


def position_of(row: Any) -> SenetPosition:
    assert row[2] == 0
    return SenetPosition(int(row[0]), int(row[1]))


def opening(player: Participant, other: Participant, key: int, most: int, game: Senet) -> SenetPosition:
    """The position that an opening leaves, by games choice by choice."""
    for number in range(1000):
        own = part_key(key, number)
        turns = below(game_streams(part_key(own, 0)), CHOICES, most + 1)
        if turns == 0:
            return game.starts()[0]
        pair = (player, other) if turns % 2 == 0 else (other, player)
        playthrough = Playthrough(pair, game_streams(part_key(own, 1)), game, game.starts()[0])
        for choice in playthrough.choices():
            if choice.turn == turns and choice.ends_turn:
                break
        position: SenetPosition = choice.next_position
        if choice.result is None and not position.in_water:
            return position
    raise AssertionError("no opening goes on")


@pytest.mark.parametrize(("pieces", "most"), [(7, 60), (7, 0), (2, 40), (1, 1000)])
def test_the_same_positions_are_met(pieces: int, most: int) -> None:
    game, players = Senet(pieces), [*sources(3), Noisy(sources(1)[0], 0.3)]
    everybody = joined([*players, SAFE_RANDOM_MOVER])
    count = 16
    meeting, keys = np.arange(count) % len(players), part_keys(pieces, count)
    positions = met_positions(everybody, meeting, len(players), keys, most, game)
    met = [position_of(row) for row in positions]
    # Games of more turns than the rules have are not begun.
    longest = min(most, game.most_turns)
    for number, position in enumerate(met):
        player = players[meeting[number]]
        assert position == opening(player, SAFE_RANDOM_MOVER, int(keys[number]), longest, game)
        assert position.mine
        assert position.theirs
        assert not position.in_water
    assert len(set(met)) > 8 or most == 0


@pytest.mark.parametrize("pieces", [7, 2])
def test_games_from_positions_are_those_choice_by_choice(pieces: int) -> None:
    game, players = Senet(pieces), [*sources(4), WIN_TAKING_RANDOM_MOVER]
    others = [Noisy(sources(5)[4], 0.3), WIN_TAKING_RANDOM_MOVER]
    everybody = joined([*players, *others])
    count = 12
    keys = part_keys(3, count)
    positions = met_positions(everybody, np.zeros(count, np.int64), len(players), keys, 40, game)
    against = len(players) + np.arange(count) % 2
    outcomes, turns, self_losses = play_from(everybody, len(players), against, positions, keys, game)
    assert not self_losses.any()
    for player, who in enumerate(players):
        for number in range(count):
            other = others[number % 2]
            whole = play_game(who, other, int(keys[number]), game, position_of(positions[number]))
            assert (outcomes[player, number], turns[player, number]) == (whole.outcome, whole.turns)


def thrown(position: SenetPosition, key: int, game: Senet) -> SenetDecision:
    """What is to be chosen at a position: the first thing that leaves a choice, of a hundred at most."""
    streams = game_streams(part_key(key, 0))
    for _ in range(100):
        decision = game.next_decision(position, 0, streams)
        if len(decision.afterstates) > 1:
            break
    return decision


def tried(
    decision: SenetDecision,
    index: int,
    pair: tuple[Participant, Participant],
    key: int,
    most: int,
    game: Senet,
) -> tuple[float, int]:
    """The points of a choice in one game, and its turns, choice by choice."""
    if decision.result(index) == 1:
        return 1.0, 1
    begun = int(decision.ends_turn(index))
    playthrough = Playthrough(pair, game_streams(key), game, decision.following(index), begun)
    if begun == most:
        return 0.5, 1
    for choice in playthrough.choices():
        if choice.result is not None:
            return float(choice.seat == 0), choice.turn
        if choice.turn == most and choice.ends_turn:
            return 0.5, most
    return 0.5, playthrough.turns


@pytest.mark.parametrize(("pieces", "most"), [(7, 1000), (7, 6), (3, 1), (2, 1000)])
def test_choices_are_worth_what_games_choice_by_choice_give(pieces: int, most: int) -> None:
    game, players = Senet(pieces), sources(3)
    everybody = [*players, SAFE_RANDOM_MOVER]
    programs, count, playouts = joined(everybody), 5, 3
    keys, rng = part_keys(11 + pieces, count), np.random.default_rng(pieces)
    positions = met_positions(programs, np.zeros(count, np.int64), 3, keys, 40, game)
    partners, opponents = rng.integers(0, 3, (2, count, playouts))
    opponents[:, ::2] = 3
    cases = played_out(programs, positions, partners, opponents, keys, most, game)
    assert cases.outcomes.dtype == np.float64
    for case in range(count):
        decision = thrown(position_of(positions[case]), int(keys[case]), game)
        begin, end = cases.begins[case : case + 2]
        assert (cases.boards[:, begin:end] == decision.boards()).all()
        for index in range(min(end - begin, 12)):
            results = []
            for playout in range(playouts):
                pair = everybody[partners[case, playout]], everybody[opponents[case, playout]]
                streams = part_key(int(keys[case]), 1 + playout)
                results.append(tried(decision, index, pair, streams, most, game))
            points, turns = np.mean(results, axis=0)
            assert cases.outcomes[begin + index] == points
            assert cases.turns[begin + index] == np.rint(turns)


def cases_of(game: Senet, positions: Sequence[SenetPosition], seed: int = 5, playouts: int = 1) -> Any:
    rows = np.array([(one.mine, one.theirs, 0) for one in positions], np.int64)
    shape = len(rows), playouts
    programs = joined([SAFE_RANDOM_MOVER])
    zeros = np.zeros(shape, np.int64)
    return played_out(programs, rows, zeros, zeros, part_keys(seed, len(rows)), 1000, game)


def test_of_equal_choices_the_mean_counts() -> None:
    game, count = Senet(), 12
    cases = cases_of(game, game.starts() * count, playouts=4)
    assert cases.boards.shape[0] == COLUMNS
    source = Source.of(BY_THE_MOVES, WORDS)
    several = [*sources(12), source]
    answers = answers_of(joined(several), cases)
    assert answers.outcomes.dtype == np.float64
    ties = 0
    for program, one in enumerate(several):
        for case, key in enumerate(part_keys(5, count).tolist()):
            scores = values_of(one, scored_boards(thrown(game.starts()[0], key, game), plainly=True))
            best = cases.begins[case] + np.flatnonzero(scores == scores.max())
            ties += len(best) > 1
            assert answers.outcomes[program, case] == pytest.approx(cases.outcomes[best].mean(), abs=1e-12)
            worst = best[np.argmin(cases.outcomes[best])]
            assert answers.turns[program, case] == cases.turns[worst]
    assert 0 < ties < len(several) * count


def test_good_choices_are_worth_more_than_bad_ones() -> None:
    game, count = Senet(3), 1500
    good, bad = (
        Source.of(from_lisp(text, WORDS), WORDS)
        for text in (
            "(sub their_distance (add my_distance (mul 2 their_moves)))",
            "(sub my_distance their_distance)",
        )
    )
    programs, alone = joined([good, SAFE_RANDOM_MOVER]), np.zeros((count, 6), np.int64)
    positions = met_positions(programs, alone[:, 0], 1, part_keys(1, count), 20, game)
    cases = played_out(programs, positions, alone, alone, part_keys(2, count), 1000, game)
    outcomes, _ = answers_of(joined([good, bad]), cases)
    gain = outcomes[0] - outcomes[1]
    assert gain.mean() > 3 * gain.std() / np.sqrt(count)


def test_a_choice_that_wins_at_once_is_worth_everything() -> None:
    """The last piece, on 30, is borne off by any throw: there is never anything to choose."""
    position = SenetPosition.of([30], [1, 2, 5])
    cases = cases_of(Senet(3), [position])
    assert cases.outcomes.tolist() == [1.0]
    assert cases.turns.tolist() == [1]


def test_the_same_luck_for_all() -> None:
    """Programs that play alike get the same results, whatever other programs there are."""
    game, (one, other) = Senet(3), sources(2, seed=9)
    programs = joined([one, other, one, WIN_TAKING_RANDOM_MOVER])
    keys = part_keys(4, 40)
    positions = met_positions(programs, np.ones(40, np.int64), 3, keys, 20, game)
    outcomes, turns, _ = play_from(programs, 3, np.full(40, 3), positions, keys, game)
    assert (outcomes[0] == outcomes[2]).all()
    assert (turns[0] == turns[2]).all()
    assert (turns[0] != turns[1]).any()
