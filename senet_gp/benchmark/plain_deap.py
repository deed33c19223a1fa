"""A comparison with plain DEAP. It needs a checkout, because its program is not installed."""

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

#: In a checkout and in an sdist it is next to the packages; it is not installed.
_SCRIPT = Path("scripts", "benchmark", "plain_deap.py")
_CHECKOUT = Path(__file__).resolve().parents[2]
NOT_INSTALLED = (
    "the comparison with plain DEAP is not installed: run senet-gp bench --full from a checkout to get it"
)


@dataclass(frozen=True, slots=True)
class PlainFigures:
    """A knockout played by plain DEAP, compared with senet-gp's.

    Attributes:
        entrants: the number of trees that played plain DEAP's knockout.
        games: the number of games of this knockout.
        games_per_second: plain DEAP's games per second.
        same_results: whether senet-gp's knockout of the same trees has the same ranks and number of games.
        seconds_extrapolated: plain DEAP's seconds for compiling all trees and playing the whole knockout,
            extrapolated from this one.
        speedup_per_game: how many times faster senet-gp plays a game.
        speedup_in_total: how many times faster senet-gp translates all trees and plays the whole knockout.
    """

    entrants: int
    games: int
    games_per_second: float
    same_results: bool
    seconds_extrapolated: float
    speedup_per_game: float
    speedup_in_total: float


def has_plain_deap() -> bool:
    """Whether senet-gp runs from a checkout, which has the program for plain DEAP."""
    # An installation may be next to a directory called scripts that belongs to something else.
    return (_CHECKOUT / "pyproject.toml").is_file() and (_CHECKOUT / _SCRIPT).is_file()


def plain_deap() -> Any:
    """The module ``scripts/benchmark/plain_deap.py`` of this checkout.

    Raises:
        SenetGpError: if senet-gp does not run from a checkout.
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
    """Let plain DEAP play the knockout of the first trees, with the same random streams as senet-gp.

    Args:
        trees: the trees of the whole knockout.
        ours: senet-gp's figures of the whole knockout.
        entrants: the number of trees that plain DEAP plays with, a power of two.
        pieces: the number of pieces of each side.

    Raises:
        SenetGpError: if senet-gp does not run from a checkout.
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
