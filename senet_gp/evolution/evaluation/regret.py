"""The suite ``regret``: decisions of the winners' own games, in which a choice loses what it is worth less.

Whole games say little of an individual, and a decision that is lost may not lose the game. Here a teacher
tells the chance of winning after every choice of a decision, once for all individuals, so an individual's
regret, what it loses on average against the best choice, is known after some thousand boards are scored.
"""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from threading import Lock
from typing import TYPE_CHECKING, Any

import numpy as np

from senet_gp.arena.pool import Pool
from senet_gp.engine.cases import Cases, picked
from senet_gp.engine.participants import RANDOM_MOVER, Source
from senet_gp.evolution.config import Config
from senet_gp.evolution.evaluation.played_out_decisions import ask
from senet_gp.evolution.evaluation.protocol import Outcomes, sources
from senet_gp.evolution.evaluation.teacher_texts import learns_from_games
from senet_gp.evolution.evaluation.teachers import Labelling
from senet_gp.evolution.evaluation.tuning import tuned_individuals
from senet_gp.games.dice.game import if_dice
from senet_gp.games.protocol import Game
from senet_gp.runtime.streams import SeedDomain, key_of
from senet_gp.trees.individual import Individual
from senet_gp.trees.sums import why_no_sums

if TYPE_CHECKING:
    from primitives.vocabulary import Vocabulary

#: The decisions of so many generations at the beginning come from games of random movers.
FIRST_GENERATIONS = 5
#: The last winners, in whose games decisions are met.
LEARNERS = 4
#: Chances cannot be fitted to fewer games.
_MIN_GAMES = 10
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


@dataclass(frozen=True)
class Regret:
    """The suite of labelled decisions (see :class:`~senet_gp.evolution.evaluation.protocol.Suite`).

    The decisions depend on the seed and on the winners before the generation in which they were labelled, so
    a run that is resumed labels the same ones again.
    """

    config: Config

    def open(
        self,
        population: Sequence[Individual],
        winners: Sequence[Individual],
        *,
        generation: int | None,
        rng: random.Random,
        pool: Pool,
    ) -> _DrawnDecisions:
        """Label decisions, if it is time to; matches decide the final, which this suite has no tests for."""
        cases = self._cases(winners, generation or len(winners) + 1, pool)
        return _DrawnDecisions(sources(population), cases, self.config.cases, rng, pool)

    def improve(
        self, population: Sequence[Individual], generation: int, winners: Sequence[Individual], *, pool: Pool
    ) -> list[tuple[int, Individual]]:
        """Tune the fittest individuals on the decisions of a generation (see :mod:`.tuning`).

        Args:
            population: the individuals of the generation before, with their fitness.
            generation: the number of the generation that the results enter.
            winners: the winners of earlier generations.
            pool: where this is done.

        Returns:
            The new individuals, each with the index of its origin.
        """
        cases = self._cases(winners, generation, pool)
        return tuned_individuals(population, cases, generation=generation, config=self.config, pool=pool)

    def _cases(self, winners: Sequence[Individual], number: int, pool: Pool) -> Cases:
        """The labelled decisions of a generation."""
        config = self.config
        labelled = labelled_in(number, config.refresh)
        before = winners[: len(winners) - (number - labelled)]
        labelling = Labelling(
            game=config.game_value,
            learners=tuple(sources(before[-LEARNERS:])) or (RANDOM_MOVER,),
            teacher=config.teacher,
            games=config.teacher_games,
            decisions=config.labelled,
            # What random movers would reply is not worth the time.
            looks_ahead=config.look_ahead and bool(before),
            key=key_of(config.seed, SeedDomain.LABELS, labelled),
            seed=config.seed,
        )
        return _labelled(labelling, pool)


_KEPT: dict[Labelling, Cases] = {}
_KEEPING = Lock()


def _labelled(labelling: Labelling, pool: Pool) -> Cases:
    """The decisions of a labelling, which serve many generations, also if islands are played in turn."""
    cases = _KEPT.get(labelling)
    if cases is None:
        cases = labelling.labelled(pool)
    with _KEEPING:
        _KEPT.pop(labelling, None)
        room = _MAX_BYTES - _bytes_of(cases)
        for other in reversed(list(_KEPT)):  # the last one used first
            room -= _bytes_of(_KEPT[other])
            if room < 0:
                del _KEPT[other]
        _KEPT[labelling] = cases
    return cases


def _bytes_of(cases: Cases) -> int:
    return cases.boards.nbytes + cases.begins.nbytes + cases.outcomes.nbytes + cases.turns.nbytes


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


def why_not_labelled(game: Game, vocabulary: Vocabulary, options: Mapping[str, Any]) -> str:
    """Why a run cannot use this suite; an empty text if it can."""
    if if_dice(game) is None:
        return f"is for games with throws whose rules are kernels: in {game.name} use {{others}}"
    if vocabulary.without_kernel:
        return (
            f"needs compiled code, but {vocabulary.without_kernel[0]} has no kernel: use {{others}}, or give "
            "this primitive a kernel"
        )
    if learns_from_games(options["teacher"]) and options["teacher_games"] < _MIN_GAMES:
        return f"needs at least {_MIN_GAMES} games of the teacher, not {options['teacher_games']}"
    if options["labelled"] < options["cases"]:
        return (
            f"draws cases of the labelled decisions, and {options['labelled']:,} are fewer than "
            f"{options['cases']:,} cases: give more labelled or fewer cases"
        )
    lacking = why_no_sums(vocabulary) if options["tune"] else ""
    return f"cannot tune here: {lacking}; use --tune 0" if lacking else ""
