"""A suite and a credit of another package, which the library knows by a row each."""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from senet_gp.arena.pool import Pool
from senet_gp.evolution.config import Config
from senet_gp.evolution.evaluation.protocol import Evaluation, Outcomes, evaluation_by, key_for, points_of
from senet_gp.evolution.evaluation.protocol import Tests as SomeTests
from senet_gp.evolution.evaluation.registry import CreditRow, SuiteRow
from senet_gp.games.protocol import Game
from senet_gp.trees.individual import Individual

SUITE = SuiteRow(
    made="own_evaluation:Shapes",
    help="numbers that a tree's shape should come to",
    reads=("cases",),
    crowned="had the best shape in generation {generation}",
    credit="lexicase",
    why_not="own_evaluation:why_not_hexapawn",
)
CREDIT = CreditRow(made="own_evaluation:Best", help="the best of all tests", reads=("draw_value",))


def why_not_hexapawn(game: Game, _vocabulary: object, _options: object) -> str:
    """This suite is not for hexapawn."""
    return "hexapawn has never heard of" if game.name == "hexapawn" else ""


@dataclass(frozen=True)
class Shapes:
    """Grades from 0 to 1: how near the size and the depth of a tree are to numbers drawn at random."""

    config: Config

    def open(
        self,
        population: Sequence[Individual],
        _winners: Sequence[Individual],
        *,
        generation: int | None,
        rng: random.Random,
        pool: Pool,  # noqa: ARG002
    ) -> _Shapes:
        """The numbers of a generation; in the final twice as many."""
        count = self.config.cases * (1 if generation else 2)
        key = key_for(self.config.seed, generation)
        return _Shapes(population, count, key, rng.random())


@dataclass(frozen=True)
class _Shapes:
    population: Sequence[Individual]
    count: int
    key: int
    drawn: float

    def run(self, indices: Sequence[int], times: int = 1, number: int = 0) -> Outcomes:
        """Compare with new numbers."""
        rng = random.Random(f"{self.key} {number} {self.drawn}")
        wanted = np.array([[rng.randint(1, 30), rng.randint(1, 8)] for _ in range(times * self.count)])
        trees = [self.population[index] for index in indices]
        are = np.array([[len(tree), tree.depth] for tree in trees])
        values = 1 / (1.0 + np.abs(are[:, None, :] - wanted[None, :, :]).sum(axis=2))
        return Outcomes(values=values, games=0, turns=0, self_losses=0)


@dataclass(frozen=True)
class Best:
    """Fitness as the best of all tests."""

    config: Config

    def assign(
        self,
        population: Sequence[Individual],
        tests: SomeTests,
        *,
        past_winners: int,  # noqa: ARG002
        key: int,  # noqa: ARG002
        rng: random.Random,  # noqa: ARG002
    ) -> Evaluation:
        """Run all tests once."""
        result = tests.run(range(len(population)))
        fitness = (0.1 + points_of(result.values, self.config.draw_value).max(axis=1)).tolist()
        return evaluation_by(population, [result], winner=int(np.argmax(fitness)), fitness=fitness)
