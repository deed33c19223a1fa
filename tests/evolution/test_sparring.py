"""Finalists play somebody, and who wins is fitter for it."""

from __future__ import annotations

from pathlib import Path

import pytest

from senet_gp.arena.pool import WorkerPool
from senet_gp.evolution.config import Config
from senet_gp.evolution.loop import Evolution
from senet_gp.evolution.run_directory import RunDirectory
from senet_gp.evolution.sparring import Sparring
from senet_gp.games.rules import Decision
from senet_gp.players.human import Leave
from senet_gp.players.player import RandomPlayer
from senet_gp.streams import Streams

CONFIG = Config(population=16, generations=4, games=1, parameters={"pieces": 1}, final_games=2, seed=3)


class Partner(RandomPlayer):
    """Counts the games it is in by whom it watches, and leaves after so many choices."""

    name = "partner"

    def __init__(self, most_choices: int = 10_000) -> None:
        self.left = most_choices
        self.seen: set[str] = set()

    def choose(self, decision: Decision, streams: Streams) -> int:
        """Choose at random, or leave."""
        self.left -= 1
        if self.left < 0:
            raise Leave
        return super().choose(decision, streams)

    def watch(self, _turn: int, _decision: Decision, _index: int, name: str) -> None:
        """Note whose move is seen."""
        self.seen.add(name)


def test_the_finalists_of_every_second_generation_play_and_winners_gain() -> None:
    partner = Partner()
    gained = []
    with WorkerPool(1) as pool:
        plain = Evolution(CONFIG, pool)
        sparring = Evolution(CONFIG, pool, sparring=Sparring(partner, 2))
        for number in range(1, 3):
            plain.next_generation()
            sparring.next_generation()
            if number == 1:
                assert not partner.seen
        for one, other in zip(plain.state.population, sparring.state.population, strict=True):
            assert list(one) == list(other)
            gained.append(other.fitness.values[0] - one.fitness.values[0])
    assert partner.seen == {"partner", "finalist 1 of generation 2", "finalist 2 of generation 2"}
    assert set(gained) <= {0, 1}
    assert sum(gained) <= 2
    best = sorted(range(16), key=lambda index: -plain.state.population[index].fitness.values[0])[:2]
    assert all(index in best for index, gain in enumerate(gained) if gain)


def test_the_run_goes_on_when_the_partner_leaves(tmp_path: Path) -> None:
    partner = Partner(most_choices=0)
    sparring = Sparring(partner, 1)
    run = RunDirectory.create(tmp_path / "run", CONFIG)
    with WorkerPool(1) as pool:
        evolution = Evolution(CONFIG, pool, sparring=sparring)
        for generation in evolution:
            run.save(generation, evolution.state)
    assert sparring.partner is None
    assert run.load_state().generation == 4


@pytest.mark.parametrize("seed", range(3))
def test_a_fitness_with_a_game_against_a_person_reads_back(tmp_path: Path, seed: int) -> None:
    config = Config(population=4, generations=2, games=1, parameters={"pieces": 1}, final_games=2, seed=seed)
    run = RunDirectory.create(tmp_path / "run", config)
    with WorkerPool(1) as pool:
        evolution = Evolution(config, pool, sparring=Sparring(Partner(), 1))
        for generation in evolution:
            run.save(generation, evolution.state)
            again = RunDirectory.open(run.path).load_state()
            assert [i.fitness.values for i in again.population] == [
                i.fitness.values for i in evolution.state.population
            ]
