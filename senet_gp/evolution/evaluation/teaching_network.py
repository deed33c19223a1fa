"""The network that a run trains so that it can teach, in the suite ``regret``.

It is small and learns fast. What such a network says goes up and down from game to game, and two networks
err in different places, so two of them learn side by side, each is taken as its mean over the last part of
its training, and what both say counts.
"""

from __future__ import annotations

import time
from threading import Lock
from typing import NamedTuple

from senet_gp.arena.pool import Pool
from senet_gp.compiling_notice import say
from senet_gp.engine.network import Course, Network
from senet_gp.evolution.evaluation.schooling import NETWORKS
from senet_gp.evolution.evaluation.spread import spread
from senet_gp.games.protocol import Game
from senet_gp.players.network import network_class
from senet_gp.seed_domains import SeedDomain
from senet_gp.streams import key_of, part_key

#: The hidden values of each network: small ones learn most in a minute.
_HIDDEN = 32
#: A course for a short training: large steps at first, which soon become small.
_RATE, _HALVING = 0.04, 20_000
#: A network is taken as its mean at the ends of so many of the equal parts of its training, the last ones.
_PARTS, _LAST_PARTS = 40, 8
#: How far the training is, is said after the first part that ends so many seconds after the last time.
_SECONDS_BETWEEN_LINES = 30

_KEPT: dict[_Training, Network] = {}
_KEEPING = Lock()
#: So many networks are kept: that of a run serves all its lessons.
_MOST_KEPT = 2


class _Training(NamedTuple):
    game: Game
    games: int
    seed: int


def teaching_network(game: Game, games: int, seed: int, pool: Pool) -> Network:
    """The network that teaches in a run; it is trained when it is first asked for.

    Args:
        game: the game, with its parameters.
        games: how many games against itself each of its parts learns from.
        seed: the seed of the run.
        pool: where it learns; it does not change the result.
    """
    training = _Training(game, games, seed)
    found = _KEPT.get(training)
    if found is None:
        found = _trained(training, pool)
    with _KEEPING:
        _KEPT.pop(training, None)
        _KEPT[training] = found  # the one used last
        for other in list(_KEPT)[:-_MOST_KEPT]:
            del _KEPT[other]
    return found


def _trained(training: _Training, pool: Pool) -> Network:
    """Let the networks learn, part by part, so that a worker that is lost has little to do again."""
    game, games, seed = training
    kind = network_class(game)
    key = key_of(seed, SeedDomain.TEACHER)
    courses = [
        Course(seed=part_key(key, number) >> 1, rate=_RATE, halving=_HALVING) for number in range(NETWORKS)
    ]
    networks: list[Network] = [kind.new(_HIDDEN, course.seed) for course in courses]
    late: list[list[Network]] = [[] for _ in networks]
    said = time.monotonic()
    for part in range(_PARTS):
        first, end = games * part // _PARTS, games * (part + 1) // _PARTS
        jobs = [(network, first, end, course) for network, course in zip(networks, courses, strict=True)]
        networks = spread(_taught, game, jobs, pool)
        if part >= _PARTS - _LAST_PARTS:
            for one, network in zip(late, networks, strict=True):
                one.append(network)
        if time.monotonic() - said >= _SECONDS_BETWEEN_LINES:
            said = time.monotonic()
            say(f"Each half of the network has learned from {end:,} of {games:,} games …")
    return kind.together([kind.mean_of(one) for one in late])


def _taught(game: Game, network: Network, first: int, end: int, course: Course) -> Network:
    return network.taught(first, end, course, game)
