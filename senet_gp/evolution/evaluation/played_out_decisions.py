"""The suite ``decisions``: all individuals choose a move in the same positions.

Playouts find the value of every move in these positions, once for all individuals.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from senet_gp.arena.batches import NODE_TIME, RULES_TIME, cut, together
from senet_gp.arena.pool import Pool
from senet_gp.engine.cases import Cases, answers_of
from senet_gp.engine.evaluator import room_for
from senet_gp.engine.participants import SAFE_RANDOM_MOVER, Participant, Source, joined
from senet_gp.engine.play import kernels_of
from senet_gp.engine.results import Indices, Keys, Positions
from senet_gp.evolution.configuration.config import ResolvedConfig
from senet_gp.evolution.evaluation.played_games import drawn_indices, drawn_positions
from senet_gp.evolution.evaluation.protocol import Outcomes, key_for, sources
from senet_gp.evolution.evaluation.suites import PlayedOutDecisions
from senet_gp.games.protocol import Game
from senet_gp.runtime.streams import part_key, part_keys
from senet_gp.trees.individual import Individual

#: The parts of a generation's key: games in which positions are reached, playouts, and from there on the keys
#: of repeated tests.
_REACHING = 0
_PLAYOUTS = 1
_REPEATED = 2
#: The nanoseconds to translate a node, roughly.
_TRANSLATION_TIME = 250
#: The boards that a node scores in a nanosecond.
_SCORED_TOGETHER = 3
#: The number of nodes that take as long as finding the best score.
_MIN_SIZE = 20


def decisions(
    suite: PlayedOutDecisions,
    config: ResolvedConfig,
    population: Sequence[Individual],
    winners: Sequence[Individual],
    *,
    generation: int | None,
    rng: random.Random,
    pool: Pool,
) -> _DecisionTests:
    """The tests of :class:`~senet_gp.evolution.evaluation.suites.PlayedOutDecisions`; it opens them."""
    entrants = sources(population)
    if generation is None:
        players, opponents, count = entrants, entrants, config.final_games * len(entrants)
    else:
        # Until there are winners, some of the population take their place.
        rivals = rng.sample(entrants, min(max(1, suite.opponents), len(entrants)))
        players = sources(winners) or rivals
        opponents, count = [*rivals, *players], suite.cases
    key = key_for(config.seed, generation)
    return _DecisionTests(suite, config.game_value, entrants, players, opponents, count, key, rng, pool)


@dataclass(frozen=True)
class _DecisionTests:
    suite: PlayedOutDecisions
    game: Game
    entrants: Sequence[Source]
    players: Sequence[Source]  # the players that reach the positions, and that play on in playouts
    opponents: Sequence[Source]
    count: int
    key: int
    rng: random.Random
    pool: Pool

    def run(self, indices: Sequence[int], times: int = 1, number: int = 0) -> Outcomes:
        """Draw positions, find the values of the choices there, and let individuals choose."""
        cases = new_cases(
            self.players,
            self.opponents,
            CasePlan(
                positions=times * self.count,
                start_plies=self.suite.start_plies,
                playouts=self.suite.games,
                playout_plies=self.suite.playout_plies,
            ),
            key=part_key(self.key, _REPEATED + number) if number else self.key,
            rng=self.rng,
            game=self.game,
            pool=self.pool,
        )
        return ask([self.entrants[index] for index in indices], cases, pool=self.pool)


@dataclass(frozen=True, kw_only=True)
class CasePlan:
    """How many cases a suite of decisions has, and how the value of a choice is found.

    Attributes:
        positions: the number of positions.
        start_plies: how positions are drawn, as in
            :func:`~senet_gp.evolution.evaluation.played_games.drawn_positions`.
        playouts: the number of playouts for each choice.
        playout_plies: a playout counts as a draw after this many plies, the first of which is the choice.
    """

    positions: int
    start_plies: int
    playouts: int
    playout_plies: int


def new_cases(
    players: Sequence[Participant],
    opponents: Sequence[Participant],
    plan: CasePlan,
    *,
    key: int,
    rng: random.Random,
    game: Game,
    pool: Pool,
) -> Cases:
    """Draw positions, and find the value of every choice there by playouts.

    In each playout one of the players plays on for the player to move, against one of the opponents or, in
    half of the playouts, against a random mover. The value of a choice is the worst outcome of its playouts;
    in games with throws it is their mean.

    Args:
        players: the players that reach the positions, and that play on in playouts.
        opponents: their opponents in playouts.
        plan: how many positions and playouts there are.
        key: the key from which the keys of all games are derived.
        rng: draws positions and the players of playouts.
        game: the game, with its parameters.
        pool: where all games are played.
    """
    count = plan.positions
    positions = drawn_positions(
        players,
        count=count,
        start_plies=plan.start_plies,
        key=part_key(key, _REACHING),
        rng=rng,
        game=game,
        pool=pool,
    )
    shape = count, plan.playouts
    partners = drawn_indices(len(players), count * plan.playouts, rng).reshape(shape)
    against = drawn_indices(len(opponents), count * plan.playouts, rng).reshape(shape)
    against[:, ::2] = len(opponents)
    keys = part_keys(part_key(key, _PLAYOUTS), count)
    plies = min(plan.playout_plies, game.most_turns)
    playouts = _Playouts([*players], [*opponents, SAFE_RANDOM_MOVER], plies, game)
    sizes = [np.array([one.size for one in those], np.int64) for those in playouts[:2]]
    each = RULES_TIME + NODE_TIME * (sizes[0][partners] + sizes[1][against]) // 2
    batches = (
        (positions[part], partners[part], against[part], keys[part])
        for part in cut(plies * each.sum(axis=1), pool)
    )
    return joined_cases(pool.map(_played_out, batches, shared=playouts))


class _Playouts(NamedTuple):
    """The players of playouts and their length, which are the same for every batch."""

    players: Sequence[Participant]
    opponents: Sequence[Participant]
    plies: int
    game: Game


def _played_out(
    playouts: _Playouts, positions: Positions, partners: Indices, against: Indices, keys: Keys
) -> Cases:
    own, own_numbers = np.unique(partners, return_inverse=True)
    others, other_numbers = np.unique(against, return_inverse=True)
    programs = joined(
        [
            *(playouts.players[index] for index in own.tolist()),
            *(playouts.opponents[index] for index in others.tolist()),
        ]
    )
    own_numbers, other_numbers = own_numbers.reshape(partners.shape), other_numbers.reshape(against.shape)
    other_numbers += len(own)
    cases = kernels_of(playouts.game).played_out(
        programs, positions, own_numbers, other_numbers, keys, playouts.plies, playouts.game
    )
    return joined_cases([cases])


def joined_cases(parts: Sequence[Cases]) -> Cases:
    """The cases of several parts as one, in arrays that are no larger than needed."""
    boards = [part.boards[:, : len(part.begins) - 1 if part.policy else part.begins[-1]] for part in parts]
    count = sum(part.shape[1] for part in boards)
    padding = np.zeros((len(boards[0]), room_for(count) - count), boards[0].dtype)
    begins = np.cumsum([0, *(part.begins[-1] for part in parts)])
    return Cases(
        np.hstack([*boards, padding]),
        np.concatenate(
            [*(part.begins[:-1] + begin for part, begin in zip(parts, begins, strict=False)), begins[-1:]]
        ),
        np.concatenate([part.outcomes[: part.begins[-1]] for part in parts]),
        np.concatenate([part.turns[: part.begins[-1]] for part in parts]),
        parts[0].policy,
    )


def ask(entrants: Sequence[Participant], cases: Cases, *, pool: Pool) -> Outcomes:
    """The values of the choices of all entrants.

    Args:
        entrants: the players that choose.
        cases: the positions, with the value of every choice.
        pool: where the choices are computed.
    """
    sizes = np.array([entrant.size for entrant in entrants], np.int64)
    work = _TRANSLATION_TIME * sizes + (_MIN_SIZE + sizes) * len(cases.outcomes) // _SCORED_TOGETHER
    parts = cut(work, pool)
    asked = pool.map(_asked, ((together(entrants[part]),) for part in parts), shared=cases)
    values = np.concatenate([values for values, *_ in asked])
    return Outcomes(
        values=values,
        games=values.size,
        turns=sum(turns for _, turns, _ in asked),
        self_losses=sum(losses for *_, losses in asked),
    )


def _asked(cases: Cases, entrants: Sequence[Participant]) -> tuple[NDArray[Any], int, int]:
    """The values of the choices of some entrants, (entrants, cases), the turns and the self-losses."""
    values, turns = answers_of(joined(entrants), cases)
    return values, int(turns.sum()), int(((values < 0) & (turns == 1)).sum())
