"""Plain DEAP beside us, where senet-gp runs from a checkout: it is no part of what is installed."""

from __future__ import annotations

import importlib.util
import random
import sys
import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from senet_gp.arena.local_pool import WorkerPool
from senet_gp.benchmark.knockouts import SEED, KnockoutFigures, played, sources_of
from senet_gp.errors import SenetGpError
from senet_gp.games.senet import Senet
from senet_gp.streams import key_of
from senet_gp.trees.individual import Individual

#: Stands beside the packages in a checkout and in an sdist, and nowhere else.
_SCRIPT = Path("scripts", "benchmark", "plain_deap.py")
_CHECKOUT = Path(__file__).resolve().parents[2]
#: What to say where it is missing.
NOT_INSTALLED = (
    "plain DEAP is no part of what is installed: run senet-gp bench --full from a checkout to compare with it"
)


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


def has_plain_deap() -> bool:
    """Whether this is a checkout, where plain DEAP can be compared with."""
    # Where packages are installed somebody else's scripts may stand.
    return (_CHECKOUT / "pyproject.toml").is_file() and (_CHECKOUT / _SCRIPT).is_file()


def plain_deap() -> Any:
    """The module ``scripts/benchmark/plain_deap.py`` of this checkout.

    Raises:
        SenetGpError: if this is no checkout.
    """
    name = "senet_gp_plain_deap"
    file = _CHECKOUT / _SCRIPT
    spec = importlib.util.spec_from_file_location(name, file) if has_plain_deap() else None
    if spec is None or spec.loader is None:
        raise SenetGpError(NOT_INSTALLED)
    module = sys.modules[name] = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def compare_with_plain_deap(
    trees: Sequence[Individual], ours: KnockoutFigures, *, entrants: int, pieces: int = 7
) -> PlainFigures:
    """Let plain DEAP play the knockout of the first of the trees, on the same random streams as we do.

    Args:
        trees: the trees of the whole knockout.
        ours: what was measured of it.
        entrants: how many of them plain DEAP plays with; a power of two.
        pieces: pieces a side.

    Raises:
        SenetGpError: if this is no checkout.
    """
    some = trees[:entrants]
    module = plain_deap()
    begin = time.process_time()
    plain = module.PlainDeap()
    players = [plain.player(tree) for tree in some]
    compiled = time.process_time()
    result = module.knockout(players, key=key_of(SEED), rng=random.Random(SEED), pieces=pieces)
    seconds = time.process_time() - compiled
    with WorkerPool(1) as pool:
        expected = played(sources_of(some), pool, Senet(pieces))
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
