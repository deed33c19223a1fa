"""The opponents of a population, in suites whose tests are games."""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import NamedTuple

from senet_gp.engine.participants import Noisy, Participant, Source
from senet_gp.evolution.config import Config


class Opponents(NamedTuple):
    """Individuals that sometimes make a random move, and a random mover.

    Attributes:
        others: the individuals among the opponents.
        games: the number of games against each of them.
        random_games: the number of games against the random mover.
        noise: the probability that one of the others makes a random move.
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
        """All finalists, and as many games against the random mover as against all of them together."""
        games = config.final_games
        return cls(entrants, games, games * len(entrants), config.noise)

    def with_games(self, random_mover: Participant, times: int) -> list[tuple[Participant, int]]:
        """Each opponent with its number of games: ``times`` as many as in a generation."""
        others = [(Noisy(other, self.noise), times * self.games) for other in self.others]
        return [*others, (random_mover, times * self.random_games)]

    def count(self, times: int) -> int:
        """The number of all games of one individual."""
        return times * (len(self.others) * self.games + self.random_games)
