"""Duels and knockouts between players of any kind."""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import Any

import numpy as np
import pytest
from slow_players import Slow

from primitives import vocabulary_of
from senet_gp.arena.games import play_duels_in_pool
from senet_gp.arena.knockout import knockout, knockout_between
from senet_gp.arena.local_pool import WorkerPool
from senet_gp.engine.playthrough import DuelResult, Playthrough, play_duel
from senet_gp.engine.results import Pairings
from senet_gp.games.protocol import Decision, Game
from senet_gp.games.registry import GAMES, game_of
from senet_gp.games.senet import Senet
from senet_gp.players.player import ExpressionPlayer, Player, RandomPlayer
from senet_gp.runtime.streams import part_keys
from senet_gp.trees.individual import random_individual


def players_of(game: Game, count: int) -> list[Player]:
    vocabulary, rng = vocabulary_of(game), random.Random(count)
    trees = [random_individual(vocabulary, rng) for _ in range(count - 1)]
    return [
        RandomPlayer(),
        *(ExpressionPlayer(tree, vocabulary, f"tree {n}") for n, tree in enumerate(trees)),
    ]


def programs_of(players: Sequence[Player]) -> list[Any]:
    return [player.participant for player in players]


class Person(Slow):
    """The same player, but it watches the game."""

    def watch(self, _turn: int, _decision: Decision, _index: int, _name: str) -> None:
        """See what is played."""


class Host:
    """Notes all calls."""

    def __init__(self) -> None:
        self.rounds: list[tuple[int, int]] = []
        self.games: list[tuple[int, tuple[float, float], list[str]]] = []
        self.ended: list[int] = []
        self.duels: list[tuple[str, str]] = []

    def round_begins(self, number: int, rounds: int, _pairs: Sequence[tuple[int, int]]) -> None:
        """Note it."""
        self.rounds.append((number, rounds))

    def game_begins(self, playthrough: Playthrough, number: int, points: tuple[float, float]) -> None:
        """Note it."""
        assert playthrough.outcome is None
        self.games.append((number, points, [player.name for player in playthrough.players]))

    def game_ends(self, playthrough: Playthrough, by_lot: Player | None) -> None:
        """Note it."""
        assert playthrough.outcome is not None
        assert by_lot is None or playthrough.outcome == 0
        self.ended.append(playthrough.outcome)

    def duel_ends(self, winner: Player, loser: Player, *, by_lot: bool) -> None:
        """Note it."""
        assert by_lot in {True, False}
        self.duels.append((winner.name, loser.name))


@pytest.mark.parametrize("game", [Senet(1), *map(game_of, list(GAMES)[1:])], ids=repr)
@pytest.mark.parametrize("games", [1, 2, 3, 4])
def test_a_duel_is_the_one_that_compiled_code_plays(game: Game, games: int) -> None:
    players = players_of(game, 4)
    pairs = np.array([(a, b) for a in range(4) for b in range(4)])
    keys = part_keys(games, len(pairs))
    with WorkerPool(1) as pool:
        pairings = Pairings(pairs[:, 0].copy(), pairs[:, 1].copy(), keys)
        compiled = play_duels_in_pool(pool, programs_of(players), pairings, games, game)
    for number, (a, b) in enumerate(pairs.tolist()):
        duel = play_duel(players[a], players[b], int(keys[number]), games, game)
        assert duel == DuelResult(*(column[number] for column in compiled))


def test_a_knockout_is_the_same_however_its_duels_are_played() -> None:
    game = game_of("pursuit")
    players = players_of(game, 7)
    with WorkerPool(2) as pool:
        expected = knockout(programs_of(players), key=3, rng=random.Random(3), pool=pool, game=game, games=3)
        for who in (players, [Slow(player) for player in players], [Person(players[0]), *players[1:]]):
            found = knockout_between(who, key=3, rng=random.Random(3), pool=pool, game=game, games=3)
            assert found == expected


@pytest.mark.parametrize("seed", range(3))
def test_the_host_is_told_of_the_duels_of_a_person_alone(seed: int) -> None:
    game, host = game_of("hexapawn"), Host()
    players = [Person(RandomPlayer(), "person"), *players_of(game, 6)[1:]]
    with WorkerPool(1) as pool:
        rng = random.Random(seed)
        result = knockout_between(players, key=seed, rng=rng, pool=pool, game=game, games=3, host=host)
    assert host.rounds == [(1, 3), (2, 3), (3, 3)]
    assert len(host.ended) == len(host.games)
    assert [loser for _, loser in host.duels].count("person") == (result.winner != 0)
    # The score at the beginning of a game is that of the games before.
    points: dict[bool, float] = {}
    for (number, standing, names), outcome in zip(host.games, host.ended, strict=True):
        assert names.count("person") == 1
        first, second = (name == "person" for name in names)
        if number == 1:
            points = {True: 0.0, False: 0.0}
        assert standing == (points[first], points[second])
        points[first] += (1 + outcome) / 2
        points[second] += (1 - outcome) / 2
