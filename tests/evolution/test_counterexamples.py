"""Positions on lines of play that earlier winners lose, from which generations play on."""

from __future__ import annotations

import random
from typing import Any

import numpy as np
import pytest

from primitives import vocabulary_of
from senet_gp.arena.pool import SerialPool
from senet_gp.arena.verdict import LinesOfPlay
from senet_gp.evolution.configuration.config import Config
from senet_gp.evolution.configuration.effects import unread
from senet_gp.evolution.evaluation import played_games
from senet_gp.evolution.evaluation.evaluators import opened_tests
from senet_gp.evolution.evaluation.played_games import Counterexamples, with_some
from senet_gp.evolution.evaluation.suites import FromPositions
from senet_gp.games.board.game import Position
from senet_gp.games.small import SmallGame, small_game
from senet_gp.players.player import ExpressionPlayer
from senet_gp.trees.individual import Individual
from senet_gp.trees.text import from_lisp

#: Of tic-tac-toe: takes the middle, then the highest square; rates all boards alike; wins what it can, too.
LOSERS = ("(if_then_else (mine 5) (add 9 9) move_to)", "(mul 1 1)", "(sub 9 move_to)")


def individual(text: str, game: str = "tictactoe") -> Individual:
    return from_lisp(text, vocabulary_of(game))


def can_lose(game: SmallGame, player: ExpressionPlayer, position: Any) -> bool:
    """Whether the player to move can lose: by enumeration, in a game without cycles."""
    decision = game.decision_among(position, 0, game.afterstates(position))
    for index in player.possible(decision):
        after = decision.afterstates[index]
        if after.result is not None:
            continue
        for answer in game.afterstates(game.swapped(after.position)):
            if answer.result == 1:
                return True
            if answer.result is None and can_lose(game, player, game.swapped(answer.position)):
                return True
    return False


@pytest.mark.parametrize("text", LOSERS)
def test_they_are_positions_from_which_the_player_can_lose(text: str) -> None:
    game, one = small_game("tictactoe"), individual(text)
    player = ExpressionPlayer(one, one.vocabulary, "player")
    found = Counterexamples(game).of([one])
    assert found.shape[1:] == (3,)
    assert len(found) >= 4
    pieces = set()
    for mine, theirs, extra in found.tolist():
        assert can_lose(game, player, Position(mine, theirs, extra))
        pieces.add((mine.bit_count(), theirs.bit_count()))
    assert {(0, 0), (0, 1)} <= pieces, "both seats, from their first choices on"


def test_who_cannot_lose_has_none_and_each_player_its_own() -> None:
    game = small_game("hexapawn")
    vocabulary = vocabulary_of("hexapawn")
    counterexamples = Counterexamples(game)
    one, other = (from_lisp(text, vocabulary) for text in ("move_to", "(sub 1 move_to)"))
    apart = [counterexamples.of([each]).tolist() for each in (one, other)]
    assert counterexamples.of([one, other, one]).tolist() == [*apart[0], *apart[1], *apart[0]]
    assert counterexamples.of([]).shape == (0, 3)


def test_winners_are_asked_about_once_in_a_run(monkeypatch: pytest.MonkeyPatch) -> None:
    walks: list[int] = []
    usual = played_games.LinesOfPlay

    def counted(*arguments: Any) -> LinesOfPlay:
        walks.append(1)
        return usual(*arguments)

    monkeypatch.setattr(played_games, "LinesOfPlay", counted)
    played_games._counterexamples_in.cache_clear()
    config = Config.of("tictactoe", counterexamples=0.5)
    winners = [individual(text) for text in LOSERS]
    for generation in (2, 3):
        opened_tests(config, winners, winners, generation=generation, rng=random.Random(1), pool=SerialPool())
    assert len(walks) == 2 * len(LOSERS), "one for each seat"


def test_a_generation_plays_on_from_them(monkeypatch: pytest.MonkeyPatch) -> None:
    taken: list[Any] = []
    usual = played_games.play_on_from

    def noted(entrants: Any, opponents: Any, positions: Any, **options: Any) -> Any:
        taken.append(positions)
        return usual(entrants, opponents, positions, **options)

    monkeypatch.setattr(played_games, "play_on_from", noted)
    population = [individual(text) for text in LOSERS]
    refuted = {tuple(row) for row in Counterexamples(small_game("tictactoe")).of(population[:1]).tolist()}

    def shares(share: float, winners: list[Individual]) -> float:
        config = Config.of("tictactoe", counterexamples=share, random_games=60, opponents=2, start_plies=8)
        tests = opened_tests(
            config, population, winners, generation=3, rng=random.Random(1), pool=SerialPool()
        )
        tests.run([0, 1])
        return float(np.mean([tuple(row) in refuted for row in taken.pop().tolist()]))

    without, some, all_of_them = (shares(share, population[:1]) for share in (0.0, 0.5, 1.0))
    assert 0.5 <= some < 1
    assert without < 0.4
    assert all_of_them == 1
    assert shares(1.0, []) == shares(0.0, []), "before there are winners"


def test_others_take_the_place_of_some() -> None:
    positions, others = np.arange(30).reshape(10, 3), -np.arange(1, 7).reshape(2, 3)
    mixed = with_some(positions, others, 0.3, random.Random(2))
    assert (mixed < 0).all(axis=1).sum() == 3
    assert ((mixed == positions).all(axis=1) | (mixed < 0).all(axis=1)).all()
    assert (positions >= 0).all(), "its argument is left alone"
    assert with_some(positions, others[:0], 0.3, random.Random(2)) is positions
    assert with_some(positions, others, 0.09, random.Random(2)) is positions


def test_they_are_for_games_that_can_be_walked() -> None:
    tictactoe = Config(game="tictactoe")
    assert isinstance(tictactoe.fitness, FromPositions)
    assert ("fitness", "counterexamples") not in unread(tictactoe.resolved())
    senet = Config(game="senet", fitness=FromPositions(start_plies=60))
    assert ("fitness", "counterexamples") in unread(senet.resolved())
