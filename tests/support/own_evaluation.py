"""A suite and a credit of another package, each with options of its own."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass

import numpy as np

from primitives.vocabulary import Vocabulary
from senet_gp.arena.pool import Pool
from senet_gp.evolution.configuration.config import Config
from senet_gp.evolution.configuration.options import option
from senet_gp.evolution.configuration.parts import PARTS, Part
from senet_gp.evolution.configuration.registration import credit, suite
from senet_gp.evolution.evaluation.protocol import (
    Credit,
    Evaluation,
    Outcomes,
    Suite,
    evaluation_by,
    key_for,
    points_of,
)
from senet_gp.evolution.evaluation.protocol import Tests as SomeTests
from senet_gp.games.protocol import Game
from senet_gp.trees.individual import Individual


@contextmanager
def registered(*parts: type[Part]) -> Iterator[None]:
    """Parts that are known for a while."""
    for part in parts:
        PARTS[part.kind].add(part.name, part)
    try:
        yield
    finally:
        for part in parts:
            del PARTS[part.kind][part.name]


def taken_out(kind: str, name: str) -> type[Part]:
    """A part that was registered, and is no longer: other tests of this process go through all parts."""
    return PARTS[kind].pop(name)


@suite("shapes", "numbers that a tree's shape should come to")
class Shapes(Suite):
    """Numbers that a tree's shape should come to.

    Grades from 0 to 1: how near the size and the depth of a tree are to numbers drawn at random.
    """

    credit = "lexicase"
    crowned = "had the best shape in generation {generation}"
    cases: int = option(8, "shapes that are wanted", between=(1, 1_000))
    largest: int = option(30, "the most nodes that are wanted", between=(1, 1_000))

    def open(
        self,
        config: Config,
        population: Sequence[Individual],
        winners: Sequence[Individual],  # noqa: ARG002
        *,
        generation: int | None,
        rng: random.Random,
        pool: Pool,  # noqa: ARG002
    ) -> SomeTests:
        """The numbers of a generation; in the final twice as many."""
        count = self.cases * (1 if generation else 2)
        return _Shapes(population, count, self.largest, key_for(config.seed, generation), rng.random())

    def why_not(self, game: Game, vocabulary: Vocabulary) -> str:  # noqa: ARG002
        """This suite is not for hexapawn."""
        return "hexapawn has never heard of: use {others}" if game.name == "hexapawn" else ""


@dataclass(frozen=True)
class _Shapes:
    population: Sequence[Individual]
    count: int
    largest: int
    key: int
    drawn: float

    def run(self, indices: Sequence[int], times: int = 1, number: int = 0) -> Outcomes:
        """Compare with new numbers."""
        rng = random.Random(f"{self.key} {number} {self.drawn}")
        wanted = np.array(
            [[rng.randint(1, self.largest), rng.randint(1, 8)] for _ in range(times * self.count)]
        )
        trees = [self.population[index] for index in indices]
        are = np.array([[len(tree), tree.depth] for tree in trees])
        values = 1 / (1.0 + np.abs(are[:, None, :] - wanted[None, :, :]).sum(axis=2))
        return Outcomes(values=values, games=0, turns=0, self_losses=0)


taken_out("fitness", "shapes")


@credit("best", "the best of all tests")
class Best(Credit):
    """The best of all tests."""

    least: float = option(0.1, "the fitness of those who gain nothing", between=(1e-6, 1.0))

    def assign(
        self,
        population: Sequence[Individual],
        tests: SomeTests,
        *,
        reproduced: int,  # noqa: ARG002
        key: int,  # noqa: ARG002
        rng: random.Random,  # noqa: ARG002
    ) -> Evaluation:
        """Run all tests once."""
        result = tests.run(range(len(population)))
        fitness = (self.least + points_of(result.values, self.draw_value).max(axis=1)).tolist()
        return evaluation_by(population, [result], winner=int(np.argmax(fitness)), fitness=fitness)


taken_out("credit", "best")
