"""Cases for a population: boards drawn anew, what each choice there leads to, and what everybody chooses."""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import Any

import numpy as np

from senet_gp.arena.openings import drawn_indices, drawn_places
from senet_gp.arena.pool import Pool
from senet_gp.arena.rounds import SharedResult
from senet_gp.engine import cases as engine
from senet_gp.engine.cases import Cases
from senet_gp.engine.participants import CAREFUL_RANDOM_MOVER, Participant, joined
from senet_gp.engine.results import Indices
from senet_gp.games.board.game import BoardGame
from senet_gp.streams import part_key, part_keys

#: So many entrants are asked at a time; less is not worth handing out.
_ASKED_AT_ONCE = 64
_MEETING, _TRIALS = range(2)


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
    game: BoardGame,
) -> Cases:
    """Draw boards and find out what the choices there lead to.

    Every choice is tried in some games: one of the players plays on, against one of the opponents or, in half
    of the games, against a random mover. The worst of these games is what it leads to.

    Args:
        players: who has met the boards, and who plays on.
        opponents: against whom.
        count: how many boards.
        trials: in how many games each choice is tried.
        plies: who has not won or lost after so many moves of both, the choice among them, has drawn.
        openings: how boards are drawn, as :func:`senet_gp.arena.openings.drawn_places` takes it.
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


def _chosen(entrants: Sequence[Participant], cases: Cases) -> Indices:
    return engine.choices(joined(entrants), cases)


def ask(entrants: Sequence[Participant], cases: Cases, *, pool: Pool) -> SharedResult:
    """What all entrants choose, and what comes of it: a choice wins, may lose, or neither.

    Args:
        entrants: who is asked.
        cases: about which boards.
        pool: where they are asked.
    """
    tasks: list[tuple[Any, ...]] = [
        (entrants[begin : begin + _ASKED_AT_ONCE], cases) for begin in range(0, len(entrants), _ASKED_AT_ONCE)
    ]
    chosen = np.concatenate(pool.map(_chosen, tasks))
    outcomes, turns = cases.outcomes[chosen], cases.turns[chosen]
    return SharedResult(outcomes, int(turns.sum()), int(((outcomes < 0) & (turns == 1)).sum()))
