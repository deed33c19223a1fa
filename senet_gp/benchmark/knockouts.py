"""Whole knockouts on one core.

All is done in this process, and time is the processor's, as in :mod:`senet_gp.benchmark.rates`.
"""

from __future__ import annotations

import random
import time
from collections.abc import Sequence
from dataclasses import dataclass
from statistics import mean, median

from primitives import vocabulary_of
from senet_gp.arena.knockout import KnockoutResult, knockout
from senet_gp.arena.local_pool import WorkerPool
from senet_gp.arena.pool import Pool
from senet_gp.benchmark.expressions import WORDS
from senet_gp.engine.participants import Source
from senet_gp.engine.program import translate
from senet_gp.games.senet import Senet
from senet_gp.streams import key_of
from senet_gp.trees.individual import Individual

SEED = 1


@dataclass(frozen=True, slots=True)
class KnockoutFigures:
    """A knockout on one core.

    Attributes:
        nodes: of a tree, on average.
        entrants: how many trees.
        games: how many games were played.
        seconds: for the knockout; the median.
        seconds_translating: for making programs of the trees before; the median.
    """

    nodes: float
    entrants: int
    games: int
    seconds: float
    seconds_translating: float

    @property
    def games_per_second(self) -> float:
        """Games a second of the knockout alone."""
        return self.games / self.seconds


def sources_of(trees: Sequence[Individual]) -> list[Source]:
    """Trees as they take part."""
    vocabulary = vocabulary_of("senet", WORDS)
    return [Source.of(tree, vocabulary) for tree in trees]


def played(sources: Sequence[Source], pool: Pool, game: Senet) -> KnockoutResult:
    """The knockout that is measured."""
    return knockout(sources, key=key_of(SEED), rng=random.Random(SEED), pool=pool, game=game)


def measure_knockout(trees: Sequence[Individual], *, repeats: int) -> KnockoutFigures:
    """Play the knockout of these trees so often, on one core.

    Args:
        trees: 512 at most: of so many the programs are remembered, so that nothing is translated while the
            knockout is timed.
        repeats: how often.
    """
    vocabulary = vocabulary_of("senet", WORDS)
    sources = sources_of(trees)
    translating, playing = [], []
    with WorkerPool(1) as pool:
        result = played(sources, pool, Senet())  # from here on programs are remembered
        for _ in range(repeats):
            begin = time.process_time()
            for tree in trees:
                translate(tree, vocabulary)
            translated = time.process_time()
            played(sources, pool, Senet())
            playing.append(time.process_time() - translated)
            translating.append(translated - begin)
    return KnockoutFigures(
        mean(map(len, trees)), len(trees), result.games, median(playing), median(translating)
    )
