"""Decisions: boards that all are asked about, and what is known to come of each choice there.

What a choice leads to is found by games, once for all individuals.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from senet_gp.arena.pool import WorkerPool
from senet_gp.engine import positions as engine
from senet_gp.engine.decisions import Answers, Cases, answers_of
from senet_gp.engine.participants import CAREFUL_RANDOM_MOVER, Participant, Source, joined
from senet_gp.evolution.config import Config
from senet_gp.evolution.evaluation.outcomes import Outcomes
from senet_gp.evolution.evaluation.positions import drawn_indices, drawn_places
from senet_gp.evolution.evaluation.protocol import key_for, sources
from senet_gp.games.protocol import Rules
from senet_gp.streams import part_key, part_keys
from senet_gp.trees.individual import Individual

_MEETING, _TRIALS = range(2)
#: Parts of a generation's key below are those of its first tests.
_FURTHER = 2
#: So many entrants are asked at a time; less is not worth handing out.
_ASKED_AT_ONCE = 64


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
        pool: WorkerPool,
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
    pool: WorkerPool

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
            plies=self.config.case_plies,
            openings=self.config.openings,
            key=part_key(self.key, _FURTHER + number) if number else self.key,
            rng=self.rng,
            game=self.config.rules,
        )
        return ask([self.entrants[index] for index in indices], cases, pool=self.pool)


def new_cases(
    players: Sequence[Participant],
    opponents: Sequence[Participant],
    *,
    count: int,
    trials: int,
    plies: int,
    openings: int,
    key: int,
    rng: random.Random,
    game: Rules,
) -> Cases:
    """Draw boards and find out what the choices there lead to.

    Every choice is tried in some games: one of the players plays on, against one of the opponents or, in half
    of the games, against a random mover. The worst of these games is what it leads to;
    with throws, their mean.

    Args:
        players: who has met the boards, and who plays on.
        opponents: against whom.
        count: how many boards.
        trials: in how many games each choice is tried.
        plies: who has not won or lost after so many moves of both, the choice among them, has drawn.
        openings: how boards are drawn, as
            :func:`~senet_gp.evolution.evaluation.positions.drawn_places` takes it.
        key: the key from which those of all games are derived.
        rng: draws boards and who plays.
        game: the game, with its parameters.
    """
    programs = joined([*players, *opponents, CAREFUL_RANDOM_MOVER])
    random_mover = len(players) + len(opponents)
    places = drawn_places(
        players, count=count, openings=openings, key=part_key(key, _MEETING), rng=rng, game=game
    )
    partners = drawn_indices(len(players), count * trials, rng).reshape(count, trials)
    against = len(players) + drawn_indices(len(opponents), count * trials, rng).reshape(count, trials)
    against[:, ::2] = random_mover
    keys = part_keys(part_key(key, _TRIALS), count)
    return engine.played_out(programs, places, partners, against, keys, plies, game)


def ask(entrants: Sequence[Participant], cases: Cases, *, pool: WorkerPool) -> Outcomes:
    """What all entrants choose, and what comes of it.

    Args:
        entrants: who is asked.
        cases: about which boards.
        pool: where they are asked.
    """
    tasks: list[tuple[Any, ...]] = [
        (entrants[begin : begin + _ASKED_AT_ONCE], cases) for begin in range(0, len(entrants), _ASKED_AT_ONCE)
    ]
    values, turns = (np.concatenate(columns) for columns in zip(*pool.map(_answers, tasks), strict=True))
    return Outcomes(
        values=values,
        games=values.size,
        turns=int(turns.sum()),
        own_losses=int(((values < 0) & (turns == 1)).sum()),
    )


def _answers(entrants: Sequence[Participant], cases: Cases) -> Answers:
    return answers_of(joined(entrants), cases)
