"""The suite ``full-games``: games from the start, against the same opponents for all.

A knockout of deterministic programs tells little: two of them play the same game again and again, and most
are out after one duel. Here every individual plays many games against the same opponents, with the same
random numbers. The opponents are some of the population, some earlier winners, so that old skills are not
forgotten, and a random mover. They sometimes make a random move (noise), which leads to positions that they
would avoid.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple

import numpy as np

from senet_gp.arena.games import play_games_in_pool
from senet_gp.arena.pool import Pool
from senet_gp.engine.participants import SAFE_RANDOM_MOVER, Chooser, Noisy, Participant, Source
from senet_gp.engine.results import Pairings
from senet_gp.evolution.configuration.config import ResolvedConfig
from senet_gp.evolution.evaluation.protocol import Outcomes, key_for, sources
from senet_gp.evolution.evaluation.suites import FullGames
from senet_gp.games.protocol import Game
from senet_gp.runtime.streams import part_key, part_keys
from senet_gp.trees.individual import Individual

#: The keys of repeated tests start here among the parts of a generation's key; the parts below are the games
#: of its first tests.
_REPEATED = 1 << 32


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
        cls,
        entrants: Sequence[Source],
        earlier: Sequence[Source],
        suite: FullGames,
        rng: random.Random,
    ) -> Opponents:
        """Some of the population, and as many earlier winners, drawn for a generation."""
        rivals = rng.sample(entrants, min(suite.opponents, len(entrants)))
        others = rivals + rng.sample(earlier, min(suite.opponents, len(earlier)))
        return cls(others, suite.games, suite.random_games, suite.noise)

    @classmethod
    def of_final(cls, entrants: Sequence[Source], suite: FullGames, games: int) -> Opponents:
        """All finalists, and as many games against the random mover as against all of them together."""
        return cls(entrants, games, games * len(entrants), suite.noise)

    def with_games(self, times: int) -> list[tuple[Participant, int]]:
        """Each opponent with its number of games: ``times`` as many as in a generation."""
        others = [(Noisy(other, self.noise), times * self.games) for other in self.others]
        return [*others, (SAFE_RANDOM_MOVER, times * self.random_games)]


def full_games(
    suite: FullGames,
    config: ResolvedConfig,
    population: Sequence[Individual],
    winners: Sequence[Individual],
    *,
    generation: int | None,
    rng: random.Random,
    pool: Pool,
) -> _FullGameTests:
    """The tests of :class:`~senet_gp.evolution.evaluation.suites.FullGames`; it opens them."""
    entrants = sources(population)
    if generation is None:
        opponents = Opponents.of_final(entrants, suite, config.final_games)
    else:
        opponents = Opponents.of_generation(entrants, sources(winners), suite, rng)
    key = key_for(config.seed, generation)
    return _FullGameTests(entrants, opponents, key, config.game_value, pool)


@dataclass(frozen=True)
class _FullGameTests:
    entrants: Sequence[Source]
    opponents: Opponents
    key: int
    game: Game
    pool: Pool

    def run(self, indices: Sequence[int], times: int = 1, number: int = 0) -> Outcomes:
        """Let individuals play all opponents."""
        result = play_full_games(
            [self.entrants[index] for index in indices],
            self.opponents.with_games(times),
            key=part_key(self.key, _REPEATED + number) if number else self.key,
            pool=self.pool,
            game=self.game,
        )
        return replace(result, per_opponent=times * self.opponents.games)


def play_full_games(
    entrants: Sequence[Chooser],
    opponents: Sequence[tuple[Chooser, int]],
    *,
    key: int,
    pool: Pool,
    game: Game,
) -> Outcomes:
    """Play every entrant against every opponent; the entrant moves first in every other game.

    Args:
        entrants: the players that are tested.
        opponents: each opponent with its number of games.
        key: the key from which the keys of the games are derived: game n of every entrant has the same, so
            that a column of the outcomes is the same test for all.
        pool: where the games are played.
        game: the game, with its parameters.
    """
    against = np.repeat(np.arange(len(opponents)), [games for _, games in opponents])
    games = len(against)
    own = np.repeat(np.arange(len(entrants)), games)
    other = np.tile(len(entrants) + against, len(entrants))
    begins = np.tile(np.arange(games) % 2 == 0, len(entrants))
    results = play_games_in_pool(
        pool,
        [*entrants, *(opponent for opponent, _ in opponents)],
        Pairings(
            np.where(begins, own, other),
            np.where(begins, other, own),
            np.tile(part_keys(key, games), len(entrants)),
        ),
        game,
    )
    values = np.where(begins, results.outcomes, -results.outcomes).reshape(len(entrants), games)
    return Outcomes(
        values=values,
        games=values.size,
        turns=int(results.turns.sum()),
        self_losses=int(results.self_losses.sum()),
    )
