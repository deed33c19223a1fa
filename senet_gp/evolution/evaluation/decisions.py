"""The suite ``regret`` in games whose positions can be listed: perfect play values all of their decisions.

In a game without throws those count that the last winners may come to make in some line of play, in a game
with throws all. What each choice leads to is found once, so a test of a population costs no more than scoring
the boards.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from primitives.vocabulary import Vocabulary
from senet_gp.arena.batches import cut, together
from senet_gp.arena.pool import Pool
from senet_gp.engine.cases import Answers, Cases, answers_of, cases_on, picked
from senet_gp.engine.every_line import EveryLine
from senet_gp.engine.exact_table import listed_chances
from senet_gp.engine.participants import Source, joined_boards, scored_boards, scored_plainly
from senet_gp.engine.results import Indices
from senet_gp.evolution.configuration.config import ResolvedConfig
from senet_gp.evolution.evaluation.credits import compared
from senet_gp.evolution.evaluation.evaluators import credit_of
from senet_gp.evolution.evaluation.protocol import Outcomes, sources
from senet_gp.games.protocol import Game
from senet_gp.games.small import if_solvable
from senet_gp.trees.individual import Individual

#: The last winners, in whose lines of play decisions are met.
LEARNERS = 16
#: The winners whose decisions are remembered, since winners stay for several generations.
_REMEMBERED = 128
#: Values are rounded, since the last digits of sums may differ from machine to machine.
_DIGITS = 6
#: The nanoseconds to translate a node, roughly.
_TRANSLATION_TIME = 250
#: The boards that a node scores in a nanosecond.
_SCORED_TOGETHER = 3
#: The number of nodes that take as long as finding the best score.
_MIN_SIZE = 20


class _Listed(NamedTuple):
    """All decisions of a game, and how a player comes to them, if that can be told."""

    cases: Cases
    lines: EveryLine | None


@lru_cache(1)
def _listed(game: Game, vocabulary: Vocabulary) -> _Listed:
    small = if_solvable(game)
    if small is None:
        return _Listed(_with_throws(game, vocabulary), None)
    lines = EveryLine.listed(small, vocabulary)
    return _Listed(lines.cases, lines)


def listed_cases(game: Game, vocabulary: Vocabulary) -> Cases:
    """All decisions of a game, valued by perfect play."""
    return _listed(game, vocabulary).cases


def _with_throws(game: Game, vocabulary: Vocabulary) -> Cases:
    """A case for each throw in each position of a game; a choice is worth 1 less its regret."""
    solved, plainly = listed_chances(game), scored_plainly(game, vocabulary)
    listing, chances = solved.listing, solved.chances_of_choices
    boards = joined_boards(
        [
            scored_boards(game.decision(position, 0, listing.throws[number]), plainly=plainly)
            for place, position in enumerate(listing.positions)
            for number in range(listing.decisions[place], listing.decisions[place + 1])
        ]
    )
    best = np.maximum.reduceat(chances, listing.choices[:-1])
    worth = (1 - (np.repeat(best, np.diff(listing.choices)) - chances)).round(_DIGITS)
    lost = np.zeros(len(worth), np.bool_)
    return cases_on(boards, listing.choices, worth, lost, policy=bool(game.named_moves))


@lru_cache(_REMEMBERED)
def _met(lines: EveryLine, winner: bytes) -> NDArray[np.bool_]:
    return lines.met_by(Individual.from_packed(winner, lines.vocabulary))


def perfect_decisions(
    config: ResolvedConfig,
    population: Sequence[Individual],
    winners: Sequence[Individual],
    *,
    count: int,
    everywhere: bool,
    rng: random.Random,
    pool: Pool,
) -> DrawnDecisions:
    """Tests by decisions that the last winners may come to make; if there are none, by any.

    Args:
        config: the configuration of the run.
        population: the individuals to test.
        winners: the winners of earlier generations.
        count: how many decisions a generation draws.
        everywhere: whether they are drawn from all.
        rng: draws them.
        pool: where individuals choose.
    """
    cases, lines = _listed(config.game_value, config.vocabulary_value)
    worth = cases.outcomes
    if worth.dtype == np.int8:
        worth = compared(worth, credit_of(config).draw_value)
    best, worst = (each.reduceat(worth, cases.begins[:-1]) for each in (np.maximum, np.minimum))
    telling = best > worst
    met = np.zeros(len(telling), np.bool_)
    if lines is not None and not everywhere:
        for winner in winners[-LEARNERS:]:
            met |= _met(lines, winner.packed)
    every = np.ones(len(telling), np.bool_)
    those = next(np.flatnonzero(some) for some in (met & telling, telling, every) if some.any())
    return DrawnDecisions(sources(population), cases, those, count, rng, pool)


@dataclass(frozen=True)
class DrawnDecisions:
    """Tests by decisions that are drawn from many.

    Attributes:
        entrants: the players that choose.
        cases: decisions with the value of every choice.
        those: the numbers of the decisions that are drawn from.
        count: how many a generation draws.
        rng: draws them.
        pool: where players choose.
    """

    entrants: Sequence[Source]
    cases: Cases
    those: Indices
    count: int
    rng: random.Random
    pool: Pool

    def run(self, indices: Sequence[int], times: int = 1, number: int = 0) -> Outcomes:  # noqa: ARG002
        """Draw decisions, and let individuals choose."""
        there = len(self.those)
        drawn = self.rng.sample(range(there), min(there, times * self.count))
        cases = picked(self.cases, self.those[np.array(sorted(drawn), np.int64)])
        return _answered([self.entrants[index] for index in indices], cases, self.pool)


def _answered(entrants: Sequence[Source], cases: Cases, pool: Pool) -> Outcomes:
    """The values of the choices of all entrants."""
    sizes = np.array([entrant.size for entrant in entrants], np.int64)
    work = _TRANSLATION_TIME * sizes + (_MIN_SIZE + sizes) * len(cases.outcomes) // _SCORED_TOGETHER
    batches = ((together(entrants[part]),) for part in cut(work, pool))
    answers: list[Answers] = pool.map(_answers, batches, shared=cases)
    values = np.concatenate([answer.outcomes for answer in answers])
    return Outcomes(
        values=values,
        games=values.size,
        turns=values.size,
        self_losses=sum(int(answer.lost_at_once.sum()) for answer in answers),
    )


def _answers(cases: Cases, entrants: Sequence[Source]) -> Answers:
    return answers_of(entrants, cases)
