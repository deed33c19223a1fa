"""Every option of a run has its effect, and the loop decides as the paper does."""

from __future__ import annotations

import random
from collections import Counter
from typing import Any

import numpy as np
import pytest

from primitives import vocabulary_of
from senet_gp.arena.knockout import KnockoutResult
from senet_gp.arena.local_pool import WorkerPool
from senet_gp.engine import play
from senet_gp.evolution.configuration.config import Config
from senet_gp.evolution.evaluation import evaluators as fitness
from senet_gp.evolution.evaluation import final
from senet_gp.evolution.evaluation.protocol import Evaluation
from senet_gp.evolution.loop.evolution import Evolution
from senet_gp.games.senet import Senet
from senet_gp.players.parsing import player_from_text
from senet_gp.trees.individual import Individual, random_individual
from senet_gp.trees.text import from_lisp

WORDS = vocabulary_of("senet")


def evolution_of(**options: Any) -> Evolution:
    return Evolution(Config.of("senet", **{"population": 40, "generations": 3, **options}), WorkerPool(1))


def ranked(count: int) -> list[Individual]:
    population = [random_individual(WORDS, random.Random(n)) for n in range(count)]
    for rank, individual in enumerate(population, 1):
        individual.fitness.values = (rank,)
    return population


def chosen(evolution: Evolution, alias: str, population: list[Individual], count: int) -> Counter[int]:
    picked = getattr(evolution.toolbox, alias)(population, count)
    return Counter(int(individual.fitness.values[0]) for individual in picked)


def test_selection_and_elite() -> None:
    population = ranked(40)
    # In proportion to ranks 1 to 40 the mean rank drawn is 27.
    for options, alias, mean in [
        ({}, "select", 27.0),
        ({}, "reproduce", 27.0),
        ({"elite": "best"}, "select", 27.0),
        ({"selection": "tournament", "tournament_size": 2}, "select", 27.17),
        ({"selection": "tournament", "tournament_size": 9}, "select", 36.4),
        ({"selection": "tournament"}, "reproduce", 27.0),
    ]:
        counts = chosen(evolution_of(**options), alias, population, 6000)
        assert sum(rank * n for rank, n in counts.items()) / 6000 == pytest.approx(mean, abs=0.6)
    best = chosen(evolution_of(elite="best"), "reproduce", population, 5)
    assert best == {40: 1, 39: 1, 38: 1, 37: 1, 36: 1}


@pytest.mark.parametrize(("share", "reproduced"), [(0.125, 12), (0.29, 29), (0.0, 1), (1.0, 100)])
def test_the_share_that_is_reproduced(share: float, reproduced: int) -> None:
    evolution = evolution_of(
        population=100, elite_share=share, generations=2, parameters={"pieces": 1}, games=1
    )
    asked: list[int] = []
    original = evolution.toolbox.reproduce

    def counted(population: list[Individual], count: int) -> list[Individual]:
        asked.append(count)
        return original(population, count)  # type: ignore[no-any-return]

    evolution.toolbox.register("reproduce", counted)
    list(evolution)
    assert asked == [reproduced]
    assert len(evolution.state.population) == 100


@pytest.mark.parametrize(("games", "pieces"), [(1, 7), (3, 7), (5, 2)])
def test_matches_have_the_games_and_pieces_that_are_asked_for(
    games: int, pieces: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked = set()
    original = play.play_duels

    def watched(*arguments: Any) -> Any:
        asked.add((arguments[2], arguments[3]))
        return original(*arguments)

    monkeypatch.setattr(play, "play_duels", watched)
    list(evolution_of(games=games, parameters={"pieces": pieces}))
    assert asked == {(games, Senet(pieces))}


def test_every_match_of_a_run_has_its_own_key(monkeypatch: pytest.MonkeyPatch) -> None:
    keys: list[int] = []
    original = play.play_duels

    def watched(*arguments: Any) -> Any:
        keys.extend(arguments[1].keys.tolist())
        return original(*arguments)

    monkeypatch.setattr(play, "play_duels", watched)
    list(evolution_of())
    assert len(keys) == 3 * 39
    assert len(set(keys)) == len(keys)


def test_the_final_round_robin_chooses_by_points_and_of_equals_the_latest(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    evolution = evolution_of(final_games=6, parameters={"pieces": 3})
    words = evolution.config.vocabulary_value
    trees = [from_lisp(text, words) for text in ("(add 1 2)", "(add 1 3)", "(add 1 2)", "(add 1 4)")]
    evolution.state.winners = list(enumerate(trees, 1))
    asked: list[Any] = []

    def results(points: list[float]) -> Any:
        class Tournament:
            pass

        def played(players: Any, **options: Any) -> Any:
            asked.append(([player.name for player in players], options))
            tournament = Tournament()
            tournament.points = np.diag(points)  # type: ignore[attr-defined]
            return tournament

        return played

    # The equal expressions of generations 1 and 3 enter once.
    for points, winner in [([5, 1, 2], 2), ([1, 7, 2], 3), ([1, 2, 9], 4), ([4, 4, 1], 3), ([4, 4, 4], 4)]:
        monkeypatch.setattr(final, "round_robin", results([float(point) for point in points]))
        tree, born = evolution.champion()
        assert born == winner
        assert tree is dict(evolution.state.winners)[winner]
    names, options = asked[0]
    assert names == ["generation 2", "generation 3", "generation 4"]
    assert options["games"] == 6
    assert options["game"] == Senet(3)


def test_fitness_is_the_rank_in_the_knockout(monkeypatch: pytest.MonkeyPatch) -> None:
    result = KnockoutResult([1, 3, 2, 1], 1, 3, 8, 900, 0)
    monkeypatch.setattr(fitness, "knockout", lambda *_arguments, **_options: result)
    population = ranked(4)
    evolution = evolution_of()
    evaluation = evolution.toolbox.evaluate(population, 1)
    assert evaluation == Evaluation(winner=1, games=8, turns=900, self_losses=0)
    assert [individual.fitness.values for individual in population] == [(1.0,), (3.0,), (2.0,), (1.0,)]


def test_the_fixed_opponents_are_not_in_any_first_population() -> None:
    """Otherwise results against them would be biased."""
    opponents = [player_from_text(f"random-tree:{n}", "senet") for n in range(1, 9)]
    large = [list(player.tree) for player in opponents if len(player.tree) > 7]  # type: ignore[attr-defined]
    assert large
    for seed in range(1, 9):
        population = evolution_of(seed=seed).toolbox.population(n=100)
        assert not [individual for individual in population if list(individual) in large]
