"""The suite ``regret`` where perfect play values all decisions of a game."""

from __future__ import annotations

import random
from functools import partial
from typing import Any

import numpy as np
import pytest
from tiny_runs import small_config

from primitives import vocabulary_of
from senet_gp.arena.local_pool import WorkerPool
from senet_gp.arena.pool import SerialPool
from senet_gp.arena.verdict import verdict
from senet_gp.engine.exact_table import listed_chances
from senet_gp.evolution.configuration.config import Config
from senet_gp.evolution.configuration.effects import unread
from senet_gp.evolution.evaluation.decisions import DrawnDecisions, perfect_decisions
from senet_gp.evolution.evaluation.evaluators import evaluate_by_tests
from senet_gp.evolution.evaluation.suites import Regret
from senet_gp.evolution.loop.evolution import Evolution
from senet_gp.games.registry import GAMES, Entry, game_of
from senet_gp.players.exact import PerfectPlayer
from senet_gp.players.parsing import player_from_text
from senet_gp.runtime.errors import UsageError
from senet_gp.trees.individual import Individual
from senet_gp.trees.text import from_lisp

small = partial(small_config, fitness="regret")


def asked_in(game: str, winners: list[Individual], **options: Any) -> DrawnDecisions:
    config = small(game, credit="lexicase", **options)
    assert isinstance(config.fitness, Regret)
    rng = random.Random(1)
    tests = config.fitness.open(config, winners, winners, generation=2, rng=rng, pool=SerialPool())
    assert isinstance(tests, DrawnDecisions)
    return tests


def test_decisions_are_those_that_the_last_winners_meet() -> None:
    winner = from_lisp("(if_then_else (mine 5) (add 9 9) move_to)", vocabulary_of("tictactoe"))
    anywhere = asked_in("tictactoe", []).those
    met = asked_in("tictactoe", [winner]).those
    assert asked_in("tictactoe", [winner], everywhere=True).those.tolist() == anywhere.tolist()
    assert len(met) < len(anywhere) / 3
    assert set(met) < set(anywhere)


def test_decisions_tell_apart_what_the_credit_counts_as_different() -> None:
    """Where a draw counts as a win, decisions in which no choice loses tell nothing."""
    half, whole = (asked_in("tictactoe", [], draw_value=value) for value in (0.5, 1.0))
    assert 0 < len(whole.those) < len(half.those)
    begins, outcomes = half.cases.begins, half.cases.outcomes
    for which in whole.those[::50].tolist():
        own = outcomes[begins[which] : begins[which + 1]]
        assert own.min() < 0 <= own.max()


def test_who_regrets_nothing_has_all_points() -> None:
    """By the mean, a choice is worth what perfect play makes of it."""
    vocabulary = vocabulary_of("hexapawn")
    population = [
        Individual(from_lisp(text, vocabulary))
        for text in ("(if_then_else (empty 1) their_pieces (sub 7 their_pieces))", "(mul 1 1)")
    ]
    config = small("hexapawn", population=2, credit="mean", cases=200)
    evaluation = evaluate_by_tests(population, 1, config=config, rng=random.Random(1), pool=SerialPool())
    assert evaluation.winner == 0
    assert population[0].fitness.values > population[1].fitness.values


def test_a_perfect_player_of_trilobite_is_bred_in_a_second() -> None:
    config = Config.of("trilobite", fitness="regret", until="proven", seed=3)
    with WorkerPool(1) as pool:
        evolution = Evolution(config, pool)
        played = sum(1 for _ in evolution)
        champion, generation = evolution.champion()
    assert played == generation < 200
    assert [seat.worst for seat in verdict("trilobite", champion).seats] == [0, 0]


def test_in_a_game_without_throws_perfect_play_teaches() -> None:
    config = Config.of("trilobite", fitness="regret").resolved()
    assert config.fitness.as_values()["teacher"] == "minimax"
    assert unread(config)["fitness", "teacher"] == "a game with throws and kernels"
    with pytest.raises(UsageError, match="tunes only in a game with throws and kernels: in trilobite use"):
        Config.of("trilobite", fitness="regret", tune=1).resolved()


def test_a_game_with_too_many_positions_is_refused() -> None:
    config = small("trilobite", parameters={"width": 5, "height": 5, "line": 4})
    with pytest.raises(UsageError, match="has more than 200,000 positions"):
        next(iter(Evolution(config, SerialPool())))


def test_with_throws_choices_are_worth_the_chances_that_they_leave(monkeypatch: pytest.MonkeyPatch) -> None:
    """Also where neither rules nor words have kernels."""
    entry = Entry(game="dice_race:DiceRace", words="dice_race:vocabularies")
    monkeypatch.setitem(GAMES, "dicerace", entry)
    game = game_of("dicerace", {"pieces": 2, "length": 6})
    options: dict[str, Any] = {
        "parameters": {"pieces": 2, "length": 6},
        "cases": 60,
        "selection": "tournament",
    }
    config = small("dicerace", **options)
    tests = perfect_decisions(
        config, [], [], count=10, everywhere=False, rng=random.Random(1), pool=SerialPool()
    )
    perfect, listing = player_from_text("minimax", game), listed_chances(game).listing
    assert isinstance(perfect, PerfectPlayer)
    for number, position in list(enumerate(listing.positions))[::200]:
        which = listing.decisions[number]
        decision = game.decision(position, 0, listing.throws[which])
        chances = np.array(perfect.scores(decision))
        own = tests.cases.outcomes[listing.choices[which] : listing.choices[which + 1]]
        assert own == pytest.approx(1 - chances.max() + chances, abs=2e-6)
    with WorkerPool(2) as pool:
        winners = [generation.winner for generation in Evolution(config, pool)]
    assert len(winners) == 3
