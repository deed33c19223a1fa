"""Games from positions: all play on from the same boards, against the same opponents, on the same lots.

The boards are met by earlier winners, so they are those that matter: where a good player gets to against a
bad one. The random mover takes a win wherever it sees one, so a mistake is likely to cost the game.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from senet_gp.arena.pool import WorkerPool
from senet_gp.engine import positions as engine
from senet_gp.engine.participants import KEEN_RANDOM_MOVER, Participant, Source, joined
from senet_gp.engine.results import Indices, Keys, Positions
from senet_gp.evolution.config import Config
from senet_gp.evolution.evaluation.opponents import Opponents
from senet_gp.evolution.evaluation.outcomes import Outcomes
from senet_gp.evolution.evaluation.positions import drawn_places
from senet_gp.evolution.evaluation.protocol import key_for, sources
from senet_gp.games.protocol import Rules
from senet_gp.streams import part_key, part_keys
from senet_gp.trees.individual import Individual

_MEETING, _PLAYING = range(2)
#: At most so many entrants play at a time, so that there is less to wait for at the end.
_AT_ONCE = 64


@dataclass(frozen=True)
class FromPositions:
    """The suite of games from boards (see :class:`~senet_gp.evolution.evaluation.protocol.Suite`)."""

    config: Config

    def open(
        self,
        population: Sequence[Individual],
        winners: Sequence[Individual],
        *,
        generation: int | None,
        rng: random.Random,
        pool: WorkerPool,
    ) -> _Continuations:
        """Draw the opponents of a generation; its boards are drawn when the tests are run."""
        config, entrants, earlier = self.config, sources(population), sources(winners)
        key = key_for(config.seed, generation)
        if generation is None:
            opponents, first_key = Opponents.of_final(entrants, config), key
        else:
            opponents = Opponents.of_generation(entrants, earlier, config, rng)
            first_key = part_key(key, 0)
        # Before there are winners, somebody has to take their place.
        return _Continuations(config, entrants, earlier or entrants, opponents, key, first_key, rng, pool)


@dataclass(frozen=True)
class _Continuations:
    config: Config
    entrants: Sequence[Source]
    players: Sequence[Source]  # who meets the boards
    opponents: Opponents
    key: int
    first_key: int
    rng: random.Random
    pool: WorkerPool

    @property
    def weight(self) -> int:
        """A game against a person counts as an opponent's games."""
        return self.config.games

    def run(self, indices: Sequence[int], times: int = 1, number: int = 0) -> Outcomes:
        """Draw boards, and let individuals play on from them."""
        game = self.config.rules
        key = part_key(self.key, number) if number else self.first_key
        places = drawn_places(
            self.players,
            count=self.opponents.count(times),
            openings=self.config.openings,
            key=part_key(key, _MEETING),
            rng=self.rng,
            game=game,
        )
        return play_on_from(
            [self.entrants[index] for index in indices],
            self.opponents.with_games(KEEN_RANDOM_MOVER, times),
            places,
            key=part_key(key, _PLAYING),
            pool=self.pool,
            game=game,
        )


def play_on_from(
    entrants: Sequence[Participant],
    opponents: Sequence[tuple[Participant, int]],
    places: Positions,
    *,
    key: int,
    pool: WorkerPool,
    game: Rules,
) -> Outcomes:
    """Let every entrant play on from every board.

    Args:
        entrants: who is tested; they are to move on the boards.
        opponents: against whom, and in how many games each, in the order of the boards.
        places: the boards, one for each game.
        key: the key from which those of the games are derived.
        pool: where the games are played.
        game: the game, with its parameters.
    """
    against = np.repeat(np.arange(len(opponents)), [games for _, games in opponents])
    others = [opponent for opponent, _ in opponents]
    keys = part_keys(key, len(places))
    at_once = min(_AT_ONCE, -(-len(entrants) // pool.workers))
    tasks: list[tuple[Any, ...]] = [
        (entrants[begin : begin + at_once], others, places, against, keys, game)
        for begin in range(0, len(entrants), at_once)
    ]
    values, turns, own_losses = (
        np.concatenate(columns) for columns in zip(*pool.map(_played, tasks), strict=True)
    )
    return Outcomes(
        values=values, games=values.size, turns=int(turns.sum()), own_losses=int(own_losses.sum())
    )


def _played(
    entrants: Sequence[Participant],
    others: Sequence[Participant],
    places: Positions,
    against: Indices,
    keys: Keys,
    game: Rules,
) -> tuple[NDArray[np.int8], Indices, NDArray[np.bool_]]:
    programs = joined([*entrants, *others])
    return engine.play_from(programs, len(entrants), len(entrants) + against, places, keys, game)
