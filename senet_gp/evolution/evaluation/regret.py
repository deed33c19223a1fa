"""The suite ``regret``: decisions of the winners' own games, in which a choice loses what it is worth less.

Whole games say little of an individual, and a decision that is lost may not lose the game. Here a teacher
tells the chance of winning after every choice of a decision, once for all individuals, so an individual's
regret, what it loses on average against the best choice, is known after some thousand boards are scored.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from senet_gp.arena.pool import Pool
from senet_gp.engine.cases import Cases, picked
from senet_gp.engine.participants import RANDOM_MOVER, Source
from senet_gp.evolution.config import Config
from senet_gp.evolution.evaluation.played_out_decisions import ask
from senet_gp.evolution.evaluation.protocol import Outcomes, sources
from senet_gp.evolution.evaluation.suites import Regret
from senet_gp.evolution.evaluation.teachers import Labelling
from senet_gp.evolution.evaluation.tuning import tuned_individuals
from senet_gp.runtime.recent import Recent
from senet_gp.runtime.streams import SeedDomain, key_of
from senet_gp.trees.individual import Individual

#: The decisions of so many generations at the beginning come from games of random movers.
FIRST_GENERATIONS = 5
#: The last winners, in whose games decisions are met.
LEARNERS = 4
#: The decisions labelled last are kept while they have no more bytes than this; the last ones always.
_MAX_BYTES = 1 << 26


def labelled_in(generation: int, refresh: int) -> int:
    """The generation in which the decisions of a generation were labelled.

    >>> [labelled_in(generation, 10) for generation in (1, 5, 6, 15, 16)]
    [1, 1, 6, 6, 16]

    Args:
        generation: the generation, from 1 on.
        refresh: after how many generations decisions are renewed.
    """
    if generation <= FIRST_GENERATIONS:
        return 1
    return generation - (generation - 1 - FIRST_GENERATIONS) % refresh


def labelled_decisions(
    suite: Regret,
    config: Config,
    population: Sequence[Individual],
    winners: Sequence[Individual],
    *,
    generation: int | None,
    rng: random.Random,
    pool: Pool,
) -> _DrawnDecisions:
    """The tests of :class:`~senet_gp.evolution.evaluation.suites.Regret`; it opens them."""
    cases = labelled_cases(suite, config, winners, generation or len(winners) + 1, pool)
    return _DrawnDecisions(sources(population), cases, suite.cases, rng, pool)


def tuned(
    suite: Regret,
    config: Config,
    population: Sequence[Individual],
    winners: Sequence[Individual],
    *,
    generation: int,
    pool: Pool,
) -> list[tuple[int, Individual]]:
    """The fittest individuals, tuned on the decisions of a generation, each with the index of its origin."""
    cases = labelled_cases(suite, config, winners, generation, pool)
    return tuned_individuals(population, cases, suite, generation=generation, config=config, pool=pool)


def labelled_cases(
    suite: Regret, config: Config, winners: Sequence[Individual], number: int, pool: Pool
) -> Cases:
    """The labelled decisions of a generation.

    They depend on the seed and on the winners before the generation in which they were labelled, so a run
    that is resumed labels the same ones again.
    """
    in_generation = labelled_in(number, suite.refresh)
    before = winners[: len(winners) - (number - in_generation)]
    labelling = Labelling(
        game=config.game_value,
        learners=tuple(sources(before[-LEARNERS:])) or (RANDOM_MOVER,),
        teacher=suite.teacher,
        games=suite.teacher_games,
        decisions=suite.labelled,
        # What random movers would reply is not worth the time.
        looks_ahead=suite.look_ahead and bool(before),
        key=key_of(config.seed, SeedDomain.LABELS, in_generation),
        seed=config.seed,
    )
    return _labelled(labelling, pool)


def _bytes_of(cases: Cases) -> int:
    return cases.boards.nbytes + cases.begins.nbytes + cases.outcomes.nbytes + cases.turns.nbytes


_LABELLED: Recent[Labelling, Cases] = Recent(_MAX_BYTES, _bytes_of)


def _labelled(labelling: Labelling, pool: Pool) -> Cases:
    """The decisions of a labelling, which serve many generations, also if islands are played in turn."""
    cases = _LABELLED.get(labelling)
    if cases is None:
        cases = labelling.labelled(pool)
        _LABELLED.put(labelling, cases)
    return cases


@dataclass(frozen=True)
class _DrawnDecisions:
    entrants: Sequence[Source]
    decisions: Cases
    count: int
    rng: random.Random
    pool: Pool

    def run(self, indices: Sequence[int], times: int = 1, number: int = 0) -> Outcomes:  # noqa: ARG002
        """Draw decisions from those that are labelled, and let individuals choose."""
        there = len(self.decisions.begins) - 1
        drawn = self.rng.sample(range(there), min(there, times * self.count))
        chosen = picked(self.decisions, np.array(sorted(drawn), np.int64))
        return ask([self.entrants[index] for index in indices], chosen, pool=self.pool)
