"""Champions of small games, made shorter by proof."""

from __future__ import annotations

import pytest
from perfect_players import NEVER_LOSES, NEVER_LOSES_TRILOBITE

from senet_gp.arena.local_pool import WorkerPool
from senet_gp.arena.pool import SerialPool
from senet_gp.arena.verdict import verdict
from senet_gp.evolution.configuration.config import Config
from senet_gp.evolution.evaluation.final import shortest_proven
from senet_gp.trees.text import from_lisp


def config_of(game: str, population: int = 40) -> Config:
    """A run in which 100 individuals are bred for each of ``population``."""
    return Config.of(game, population=population, generations=100, seed=3)


@pytest.mark.parametrize(
    ("game", "text", "nodes"), [("tictactoe", NEVER_LOSES, 102), ("trilobite", NEVER_LOSES_TRILOBITE, 26)]
)
def test_what_is_found_is_shorter_and_never_loses_either(game: str, text: str, nodes: int) -> None:
    winner = from_lisp(text, config_of(game).vocabulary_value)
    found = shortest_proven(winner, config_of(game), SerialPool())
    assert len(found) <= nodes <= len(winner)
    assert [seat.worst for seat in verdict(game, found).seats] == [0, 0]


def test_workers_find_the_same() -> None:
    config = config_of("trilobite", population=10)
    winner = from_lisp(f"(add (sub my_moves my_moves) {NEVER_LOSES_TRILOBITE})", config.vocabulary_value)
    with WorkerPool(2) as pool:
        found = shortest_proven(winner, config, pool)
    assert len(found) < len(winner)
    assert found == shortest_proven(winner, config, SerialPool())


@pytest.mark.parametrize(("game", "text"), [("tictactoe", "move_to"), ("senet", "their_distance")])
def test_a_winner_that_is_not_proven_stays_as_it_is(game: str, text: str) -> None:
    winner = from_lisp(text, config_of(game).vocabulary_value)
    assert shortest_proven(winner, config_of(game), SerialPool()) is winner
