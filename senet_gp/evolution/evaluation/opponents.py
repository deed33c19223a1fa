"""Whom a population plays, in suites whose tests are games."""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import NamedTuple

from senet_gp.engine.participants import Noisy, Participant, Source
from senet_gp.evolution.config import Config


class Opponents(NamedTuple):
    """Opponents that slip now and then, and a random mover.

    Attributes:
        others: those that are individuals.
        games: how many games are played against each of them.
        random_games: how many against the random mover.
        noise: the chance of a move of the others to be a random one.
    """

    others: Sequence[Source]
    games: int
    random_games: int
    noise: float

    @classmethod
    def of_generation(
        cls, entrants: Sequence[Source], earlier: Sequence[Source], config: Config, rng: random.Random
    ) -> Opponents:
        """Some of the population, and as many earlier winners, drawn for a generation."""
        rivals = rng.sample(entrants, min(config.opponents, len(entrants)))
        others = rivals + rng.sample(earlier, min(config.opponents, len(earlier)))
        return cls(others, config.games, config.random_games, config.noise)

    @classmethod
    def of_final(cls, entrants: Sequence[Source], config: Config) -> Opponents:
        """All finalists, and as many games against the random mover as against all of them."""
        games = config.final_games
        return cls(entrants, games, games * len(entrants), config.noise)

    def with_games(self, random_mover: Participant, times: int) -> list[tuple[Participant, int]]:
        """Each opponent with its number of games, so many times as many as a generation has."""
        others = [(Noisy(other, self.noise), times * self.games) for other in self.others]
        return [*others, (random_mover, times * self.random_games)]

    def count(self, times: int) -> int:
        """How many games all these are."""
        return times * (len(self.others) * self.games + self.random_games)
