"""Scores of many individuals against fixed opponents."""

from __future__ import annotations

import random
from typing import Any

import numpy as np
import pytest
from deap import gp

from primitives import vocabulary_of
from senet_gp.arena.local_pool import WorkerPool
from senet_gp.arena.match import SCORES, Entrant, PairedGames, measure, score_against
from senet_gp.engine.playthrough import games_by_choices
from senet_gp.engine.results import Pairings
from senet_gp.games.registry import game_of
from senet_gp.players.human import HumanPlayer
from senet_gp.players.parsing import player_from_text
from senet_gp.players.player import ExpressionPlayer, Player
from senet_gp.runtime.errors import UsageError
from senet_gp.runtime.streams import key_of, part_keys
from senet_gp.trees.individual import Individual, random_individual
from senet_gp.trees.text import from_lisp, to_lisp

SENET = vocabulary_of("senet")
POPULATION = [random_individual(SENET, random.Random(seed)) for seed in range(12)]
OPPONENTS = ["random", "hand:S1", "expr:(sub their_distance my_distance)"]


def test_every_score_is_the_mean_of_games_that_are_played_choice_by_choice() -> None:
    """An oracle that plays each pair of games by itself, in plain Python."""
    game = game_of("hexapawn")
    words = vocabulary_of("hexapawn")
    individuals = [random_individual(words, random.Random(seed)) for seed in range(4)]
    opponents = ["random", "minimax"]
    found = score_against(individuals, opponents, games=6, seed=3)
    assert (found.shape, found.dtype) == ((4, 2), np.float64)
    keys = part_keys(key_of(3, SCORES), 2 * 3).reshape(2, 3)
    for row, individual in enumerate(individuals):
        for column, text in enumerate(opponents):
            players = [ExpressionPlayer(individual, words, "x"), player_from_text(text, game)]
            points = 0.0
            for key in keys[column]:
                for seat in (0, 1):
                    pairing = Pairings(np.array([seat]), np.array([1 - seat]), np.array([key]))
                    (outcome,) = games_by_choices(players, pairing, game).outcomes.tolist()
                    points += (1 + (outcome if seat == 0 else -outcome)) / 2
            assert found[row, column] == points / 6


def test_the_number_of_workers_and_the_others_do_not_matter(pool: WorkerPool) -> None:
    together = score_against(POPULATION, OPPONENTS, games=4, pool=pool)
    np.testing.assert_array_equal(together, score_against(POPULATION, OPPONENTS, games=4))
    for index in (3, 7):
        alone = score_against(POPULATION[index : index + 1], OPPONENTS, games=4)
        np.testing.assert_array_equal(together[index], alone[0])
    other_seed = score_against(POPULATION, OPPONENTS, games=4, seed=2)
    assert (together != other_seed).any()


def test_everything_that_can_play_is_scored() -> None:
    best = "(sub their_distance my_distance)"
    given: list[Entrant] = [
        from_lisp(best, SENET),
        gp.PrimitiveTree(from_lisp(best, SENET)),
        f"expr:{best}",
        player_from_text(f"expr:{best}", "senet"),
    ]
    scores = score_against(given, [from_lisp("my_pieces", SENET), "random"], games=4)
    assert len(set(map(tuple, scores.tolist()))) == 1
    assert score_against([], ["random"], game="senet").shape == (0, 1)


def test_one_expression_plays_once(monkeypatch: pytest.MonkeyPatch) -> None:
    played = []
    from senet_gp.arena import match

    def watched(players: list[Player], opponents: list[Player], **options: Any) -> PairedGames:
        played.append(len(players))
        return measure(players, opponents, **options)

    monkeypatch.setattr(match, "measure", watched)
    one = from_lisp("my_pieces", SENET)
    scores = score_against([one, Individual(one), POPULATION[0], one], ["random"], games=2)
    assert played == [2]
    assert scores[0] == scores[1] == scores[3]


def test_scores_of_equal_players_are_even_and_a_loser_has_none() -> None:
    scores = score_against(["random"], ["random"], games=400, game="tictactoe")
    assert abs(float(scores[0, 0]) - 0.5) < 0.1
    assert score_against(["expr:1"], ["minimax"], games=20, game="hexapawn").max() < 0.3
    assert score_against(["minimax"], ["expr:1"], games=20, game="hexapawn").min() > 0.7


@pytest.mark.parametrize(
    ("individuals", "opponents", "options", "message"),
    [
        (POPULATION, ["random"], {"games": 3}, "games is 3, but it must be an even number"),
        (POPULATION, ["random"], {"games": 0}, "games is 0, but it must be from 1"),
        (POPULATION, [], {}, "there are no opponents to score against"),
        (POPULATION, ["nobody"], {}, "there is no player 'nobody'"),
        (POPULATION, ["human"], {}, "a person plays only at the terminal"),
        (POPULATION, [HumanPlayer(game_of("senet"))], {}, "a person cannot be scored"),
        (POPULATION, [3], {}, "3 cannot play: give an expression"),
        (POPULATION, ["random"], {"game": "hexapawn"}, "a player of senet cannot play hexapawn"),
        (["random"], ["random"], {}, "the game of these players is unknown"),
        (
            [gp.PrimitiveTree(from_lisp("my_moves", vocabulary_of("hexapawn")))],
            ["random"],
            {"game": "pursuit"},
            "no vocabulary of pursuit has all words of my_moves",
        ),
    ],
)
def test_what_cannot_be_scored_is_told(
    individuals: list[Entrant], opponents: list[Entrant], options: dict[str, object], message: str
) -> None:
    with pytest.raises(UsageError, match=message):
        score_against(individuals, opponents, **options)  # type: ignore[arg-type]


def test_lisp_and_text_agree() -> None:
    text = to_lisp(POPULATION[0])
    np.testing.assert_array_equal(
        score_against([POPULATION[0]], ["random"], games=4),
        score_against([f"expr:{text}"], ["random"], games=4, game="senet"),
    )
