"""Games from positions: all play on from the same boards, against the same opponents, on the same lots.

The boards are met by earlier winners, so they are those that matter: where a good player gets to against a
bad one. The random mover takes a win wherever it sees one, so a mistake is likely to cost the game.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from senet_gp.arena.pool import Pool
from senet_gp.engine import positions as engine
from senet_gp.engine.participants import WIN_TAKING_RANDOM_MOVER, Participant, Source, joined
from senet_gp.engine.results import Indices, Keys, Positions
from senet_gp.evolution.config import Config
from senet_gp.evolution.evaluation.opponents import Opponents
from senet_gp.evolution.evaluation.outcomes import Outcomes
from senet_gp.evolution.evaluation.positions import drawn_places
from senet_gp.evolution.evaluation.protocol import key_for, sources
from senet_gp.evolution.evaluation.spread import NODE_TIME, RULES_TIME, cut, spread, together
from senet_gp.games.protocol import Game
from senet_gp.streams import part_key, part_keys
from senet_gp.trees.individual import Individual

_MEETING, _PLAYING = range(2)
#: Where there are fewer entrants a worker, boards are shared out too, but no fewer than so many at a time.
_MIN_ENTRANTS, _MIN_PLACES = 8, 64


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
        pool: Pool,
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
    pool: Pool

    @property
    def weight(self) -> int:
        """A game against a person counts as an opponent's games."""
        return self.config.games

    def run(self, indices: Sequence[int], times: int = 1, number: int = 0) -> Outcomes:
        """Draw boards, and let individuals play on from them."""
        game = self.config.game_value
        key = part_key(self.key, number) if number else self.first_key
        places = drawn_places(
            self.players,
            count=self.opponents.count(times),
            start_plies=self.config.start_plies,
            key=part_key(key, _MEETING),
            rng=self.rng,
            game=game,
            pool=self.pool,
        )
        return play_on_from(
            [self.entrants[index] for index in indices],
            self.opponents.with_games(WIN_TAKING_RANDOM_MOVER, times),
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
    pool: Pool,
    game: Game,
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
    ground = _Ground(
        [opponent for opponent, _ in opponents], places, against, part_keys(key, len(places)), game
    )
    sizes = np.array([entrant.size for entrant in entrants], np.int64)
    blocks = list(_blocks(len(places), len(entrants), pool.workers))
    tasks: list[tuple[Sequence[Participant], slice]] = []
    for block in blocks:
        work = (block.stop - block.start) * (RULES_TIME + NODE_TIME * sizes)
        tasks += [(together(entrants[part]), block) for part in cut(work, pool.workers)]
    played = spread(_played, ground, tasks, pool)
    values = [
        np.concatenate([each for (_, where), (each, *_) in zip(tasks, played, strict=True) if where == block])
        for block in blocks
    ]
    return Outcomes(
        values=np.hstack(values),
        games=len(entrants) * len(places),
        turns=sum(turns for _, turns, _ in played),
        self_losses=sum(losses for *_, losses in played),
    )


def _blocks(places: int, entrants: int, workers: int) -> Iterator[slice]:
    """The boards that are played on from in one batch: fewer where there are fewer entrants than batches."""
    wanted = -(-_MIN_ENTRANTS * workers // entrants) if workers > 1 else 1
    count = min(wanted, -(-places // _MIN_PLACES))
    ends = [places * number // count for number in range(count + 1)]
    return map(slice, ends[:-1], ends[1:])


class _Ground(NamedTuple):
    """What all play on: the same for every batch."""

    others: Sequence[Participant]
    places: Positions
    against: Indices
    keys: Keys
    game: Game


def _played(
    ground: _Ground, entrants: Sequence[Participant], block: slice
) -> tuple[NDArray[np.int8], int, int]:
    """The results of some entrants on some of the boards, (entrants, boards), all turns and own losses."""
    met, against = np.unique(ground.against[block], return_inverse=True)
    programs = joined([*entrants, *(ground.others[index] for index in met.tolist())])
    values, turns, self_losses = engine.play_from(
        programs,
        len(entrants),
        len(entrants) + against,
        ground.places[block],
        ground.keys[block],
        ground.game,
    )
    return values, int(turns.sum()), int(self_losses.sum())
