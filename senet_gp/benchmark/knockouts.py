"""Whole knockouts, ours and plain DEAP's, of trees that descend from bred ones.

All is done in this process, and time is the processor's, as in :mod:`senet_gp.benchmark.rates`.
"""

from __future__ import annotations

import random
import time
from collections.abc import Sequence
from dataclasses import dataclass
from statistics import mean, median

from primitives import vocabulary
from senet_gp.arena.knockout import KnockoutResult, knockout
from senet_gp.arena.local_pool import WorkerPool
from senet_gp.arena.pool import Pool
from senet_gp.benchmark import plain_deap
from senet_gp.benchmark.trees import WORDS
from senet_gp.engine.participants import Ready
from senet_gp.engine.program import Program, translate
from senet_gp.games.senet import Senet
from senet_gp.streams import key_of
from senet_gp.trees.individual import Individual

_SEED = 1


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


@dataclass(frozen=True, slots=True)
class PlainFigures:
    """Plain DEAP beside us.

    Attributes:
        entrants: the knockout was played by so many of the trees.
        games: how many games it took.
        games_per_second: plain DEAP's.
        same_results: whether everybody lost in the same round, after as many games, as in ours.
        seconds_extrapolated: for compiling all trees, and the games of the whole knockout, at that rate.
        speedup_per_game: by how much a game of ours is faster.
        speedup_in_total: by how much our translation and knockout are faster than that.
    """

    entrants: int
    games: int
    games_per_second: float
    same_results: bool
    seconds_extrapolated: float
    speedup_per_game: float
    speedup_in_total: float


def _translated(trees: Sequence[Individual]) -> list[Program]:
    words = vocabulary("senet", WORDS)
    return [translate(tree, words) for tree in trees]


def _played(programs: Sequence[Program], pool: Pool, rules: Senet) -> KnockoutResult:
    return knockout(
        [*map(Ready, programs)], key=key_of(_SEED), rng=random.Random(_SEED), pool=pool, rules=rules
    )


def measure_knockout(trees: Sequence[Individual], *, repeats: int) -> KnockoutFigures:
    """Play the knockout of these trees so often, on one core."""
    translating, playing = [], []
    with WorkerPool(1) as pool:
        for _ in range(repeats):
            begin = time.process_time()
            programs = _translated(trees)
            translated = time.process_time()
            result = _played(programs, pool, Senet())
            playing.append(time.process_time() - translated)
            translating.append(translated - begin)
    return KnockoutFigures(
        mean(map(len, trees)), len(trees), result.games, median(playing), median(translating)
    )


def compare_with_plain_deap(
    trees: Sequence[Individual], ours: KnockoutFigures, *, entrants: int, pieces: int = 7
) -> PlainFigures:
    """Let plain DEAP play the knockout of the first of the trees, on the same random streams as we do.

    Args:
        trees: the trees of the whole knockout.
        ours: what was measured of it.
        entrants: how many of them plain DEAP plays with; a power of two.
        pieces: pieces a side.
    """
    some = trees[:entrants]
    begin = time.process_time()
    plain = plain_deap.PlainDeap()
    players = [plain.player(tree) for tree in some]
    compiled = time.process_time()
    result = plain_deap.knockout(players, key=key_of(_SEED), rng=random.Random(_SEED), pieces=pieces)
    seconds = time.process_time() - compiled
    with WorkerPool(1) as pool:
        expected = _played(_translated(some), pool, Senet(pieces))
    extrapolated = (compiled - begin) * len(trees) / entrants + seconds * ours.games / result.games
    return PlainFigures(
        entrants=entrants,
        games=result.games,
        games_per_second=result.games / seconds,
        same_results=(result.ranks, result.games) == (expected.ranks, expected.games),
        seconds_extrapolated=extrapolated,
        speedup_per_game=ours.games_per_second * seconds / result.games,
        speedup_in_total=extrapolated / (ours.seconds + ours.seconds_translating),
    )
