"""The time of whole knockouts on one core.

Everything runs in this process; times are processor time, as in :mod:`senet_gp.benchmark.rates`.
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
    """A knockout on one core; times are medians over the repeats.

    Attributes:
        nodes: the mean number of nodes of a tree.
        entrants: the number of trees.
        games: the number of games played.
        seconds: the seconds of the knockout.
        seconds_translating: the seconds of translating the trees into programs before it.
    """

    nodes: float
    entrants: int
    games: int
    seconds: float
    seconds_translating: float

    @property
    def games_per_second(self) -> float:
        """Games per second of the knockout without translation."""
        return self.games / self.seconds


def sources_of(trees: Sequence[Individual]) -> list[Source]:
    """The trees as participants of a knockout."""
    vocabulary = vocabulary_of("senet", WORDS)
    return [Source.of(tree, vocabulary) for tree in trees]


def played(sources: Sequence[Source], pool: Pool, game: Senet) -> KnockoutResult:
    """Play the knockout that is measured."""
    return knockout(sources, key=key_of(SEED), rng=random.Random(SEED), pool=pool, game=game)


def measure_knockout(trees: Sequence[Individual], *, repeats: int) -> KnockoutFigures:
    """Play the knockout of these trees on one core.

    Args:
        trees: the entrants, 512 at most: a process remembers this many programs, so that nothing is
            translated while the knockout is timed.
        repeats: the number of measured knockouts.
    """
    vocabulary = vocabulary_of("senet", WORDS)
    sources = sources_of(trees)
    translating, playing = [], []
    with WorkerPool(1) as pool:
        result = played(sources, pool, Senet())  # from now on the programs are remembered
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
