"""Decisions: boards that all are asked about, and what is known to come of each choice there.

What a choice leads to is found by games, once for all individuals.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from senet_gp.arena.pool import Pool
from senet_gp.engine import positions as engine
from senet_gp.engine.decisions import Cases, answers_of
from senet_gp.engine.evaluator import room_for
from senet_gp.engine.participants import SAFE_RANDOM_MOVER, Participant, Source, joined
from senet_gp.engine.results import Indices, Keys, Positions
from senet_gp.evolution.config import Config
from senet_gp.evolution.evaluation.outcomes import Outcomes
from senet_gp.evolution.evaluation.positions import drawn_indices, drawn_places
from senet_gp.evolution.evaluation.protocol import key_for, sources
from senet_gp.evolution.evaluation.spread import NODE_TIME, RULES_TIME, cut, spread, together
from senet_gp.games.protocol import Game
from senet_gp.streams import part_key, part_keys
from senet_gp.trees.individual import Individual

_MEETING, _TRIALS = range(2)
#: Parts of a generation's key below are those of its first tests.
_FURTHER = 2
#: About how many nanoseconds it takes to translate a node; how many boards it scores in one; and so many
#: nodes take as long as finding the best of the scores.
_TRANSLATION_TIME, _SCORED_TOGETHER, _MIN_SIZE = 250, 3, 20


@dataclass(frozen=True)
class Decisions:
    """The suite of decisions on boards (see :class:`~senet_gp.evolution.evaluation.protocol.Suite`)."""

    config: Config

    def open(
        self,
        population: Sequence[Individual],
        winners: Sequence[Individual],
        *,
        generation: int | None,
        rng: random.Random,
        pool: Pool,
    ) -> _Questions:
        """Draw who plays out the choices of a generation; its boards are drawn when the tests are run."""
        config, entrants = self.config, sources(population)
        if generation is None:
            players, opponents, count = entrants, entrants, config.final_games * len(entrants)
        else:
            # Before there are winners, somebody has to take their place.
            rivals = rng.sample(entrants, min(max(1, config.opponents), len(entrants)))
            players = sources(winners) or rivals
            opponents, count = [*rivals, *players], config.cases
        return _Questions(
            config, entrants, players, opponents, count, key_for(config.seed, generation), rng, pool
        )


@dataclass(frozen=True)
class _Questions:
    config: Config
    entrants: Sequence[Source]
    players: Sequence[Source]  # who meets the boards, and tries what choices lead to
    opponents: Sequence[Source]
    count: int
    key: int
    rng: random.Random
    pool: Pool

    @property
    def weight(self) -> int:
        """In half of the games an opponent plays, each of them equally often."""
        return max(1, round(self.config.cases / 2 / len(self.opponents)))

    def run(self, indices: Sequence[int], times: int = 1, number: int = 0) -> Outcomes:
        """Draw boards, find out what the choices there lead to, and ask individuals."""
        cases = new_cases(
            self.players,
            self.opponents,
            count=times * self.count,
            trials=self.config.games,
            plies=self.config.playout_plies,
            start_plies=self.config.start_plies,
            key=part_key(self.key, _FURTHER + number) if number else self.key,
            rng=self.rng,
            game=self.config.game_value,
            pool=self.pool,
        )
        return ask([self.entrants[index] for index in indices], cases, pool=self.pool)


def new_cases(
    players: Sequence[Participant],
    opponents: Sequence[Participant],
    *,
    count: int,
    trials: int,
    plies: int,
    start_plies: int,
    key: int,
    rng: random.Random,
    game: Game,
    pool: Pool,
) -> Cases:
    """Draw boards and find out what the choices there lead to.

    Every choice is tried in some games: one of the players plays on, against one of the opponents or, in half
    of the games, against a random mover. The worst of these games is what it leads to; with throws, their
    mean.

    Args:
        players: who has met the boards, and who plays on.
        opponents: against whom.
        count: how many boards.
        trials: in how many games each choice is tried.
        plies: who has not won or lost after so many moves of both, the choice among them, has drawn.
        start_plies: how boards are drawn, as
            :func:`~senet_gp.evolution.evaluation.positions.drawn_places` takes it.
        key: the key from which those of all games are derived.
        rng: draws boards and who plays.
        game: the game, with its parameters.
        pool: where all games are played.
    """
    places = drawn_places(
        players,
        count=count,
        start_plies=start_plies,
        key=part_key(key, _MEETING),
        rng=rng,
        game=game,
        pool=pool,
    )
    partners = drawn_indices(len(players), count * trials, rng).reshape(count, trials)
    against = drawn_indices(len(opponents), count * trials, rng).reshape(count, trials)
    against[:, ::2] = len(opponents)
    keys = part_keys(part_key(key, _TRIALS), count)
    trying = _Trying([*players], [*opponents, SAFE_RANDOM_MOVER], min(plies, game.most_turns), game)
    sizes = [np.array([one.size for one in those], np.int64) for those in trying[:2]]
    each = RULES_TIME + NODE_TIME * (sizes[0][partners] + sizes[1][against]) // 2
    batches = (
        (places[part], partners[part], against[part], keys[part])
        for part in cut(trying.plies * each.sum(axis=1), pool.workers)
    )
    return joined_cases(spread(_played_out, trying, batches, pool))


class _Trying(NamedTuple):
    """What choices are tried by: the same for every batch."""

    players: Sequence[Participant]
    opponents: Sequence[Participant]
    plies: int
    game: Game


def _played_out(trying: _Trying, places: Positions, partners: Indices, against: Indices, keys: Keys) -> Cases:
    own, own_places = np.unique(partners, return_inverse=True)
    others, other_places = np.unique(against, return_inverse=True)
    programs = joined(
        [
            *(trying.players[index] for index in own.tolist()),
            *(trying.opponents[index] for index in others.tolist()),
        ]
    )
    own_places, other_places = own_places.reshape(partners.shape), other_places.reshape(against.shape)
    other_places += len(own)
    cases = engine.played_out(programs, places, own_places, other_places, keys, trying.plies, trying.game)
    return joined_cases([cases])


def joined_cases(parts: Sequence[Cases]) -> Cases:
    """All cases of several parts, one behind the other, in no more room than they need."""
    boards = [part.boards[:, : len(part.begins) - 1 if part.policy else part.begins[-1]] for part in parts]
    count = sum(part.shape[1] for part in boards)
    room = np.zeros((len(boards[0]), room_for(count) - count), boards[0].dtype)
    begins = np.cumsum([0, *(part.begins[-1] for part in parts)])
    return Cases(
        np.hstack([*boards, room]),
        np.concatenate(
            [*(part.begins[:-1] + begin for part, begin in zip(parts, begins, strict=False)), begins[-1:]]
        ),
        np.concatenate([part.outcomes[: part.begins[-1]] for part in parts]),
        np.concatenate([part.turns[: part.begins[-1]] for part in parts]),
        parts[0].policy,
    )


def ask(entrants: Sequence[Participant], cases: Cases, *, pool: Pool) -> Outcomes:
    """What all entrants choose, and what comes of it.

    Args:
        entrants: who is asked.
        cases: about which boards.
        pool: where they are asked.
    """
    sizes = np.array([entrant.size for entrant in entrants], np.int64)
    work = _TRANSLATION_TIME * sizes + (_MIN_SIZE + sizes) * len(cases.outcomes) // _SCORED_TOGETHER
    asked = spread(_asked, cases, ((together(entrants[part]),) for part in cut(work, pool.workers)), pool)
    values = np.concatenate([values for values, *_ in asked])
    return Outcomes(
        values=values,
        games=values.size,
        turns=sum(turns for _, turns, _ in asked),
        self_losses=sum(losses for *_, losses in asked),
    )


def _asked(cases: Cases, entrants: Sequence[Participant]) -> tuple[NDArray[Any], int, int]:
    """What comes of the choices of some, (entrants, cases), all turns and own losses."""
    values, turns = answers_of(joined(entrants), cases)
    return values, int(turns.sum()), int(((values < 0) & (turns == 1)).sum())
