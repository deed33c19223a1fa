"""Shorter players that are proven to be as good: what can be read of the champions of small games.

A winner that is proven to do as well as perfect play needs few of its nodes: much of it decides nothing, or
what another choice does as well. So it is changed step by step, at random, and a change is kept if what comes
of it is still proven and not larger. Most changes that are kept shorten nothing, but lead to where others do.
"""

from __future__ import annotations

import random

from senet_gp.arena.batches import spread
from senet_gp.arena.pool import Pool
from senet_gp.engine.every_line import EveryLine
from senet_gp.evolution.config import Config
from senet_gp.evolution.variation import (
    constant_mutation,
    hoist_mutation,
    shrink_mutation,
    varied_mutation,
)
from senet_gp.games.small import if_solvable
from senet_gp.runtime import interruption
from senet_gp.runtime.compiling_notice import say
from senet_gp.runtime.streams import SeedDomain, key_of, part_key
from senet_gp.trees.individual import Individual, grafted

#: How often a winner is shortened, each time by draws of its own: the shortest counts.
_TIMES = 2
#: Each time as many changes are tried as the run has bred individuals, but at most so many.
_MOST_TRIED = 50_000
#: Changes times nodes from which on it is said that this is done.
_TAKES_LONG = 1_000_000
#: How many times the nodes of the shortest one may have what the search goes on from, and so many more.
_SLACK = 1.1
_MORE = 2
#: How often, in tenths, a part is replaced by something small, or by a part of itself, a number is another,
#: or anything is changed; else a part is put in the place of another.
_SHRUNK, _HOISTED, _NUMBERS, _VARIED = 3, 1, 1, 4


def shortest_proven(winner: Individual, config: Config, pool: Pool) -> Individual:
    """The shortest player that is found to be as good as perfect play, like the winner of a run.

    Args:
        winner: the winner.
        config: the configuration of the run; it says how many individuals were bred, and the seed.
        pool: where this is done; it does not change the result.

    Returns:
        The winner itself if it is not as good, if the game is no small one, or if that is not told quickly
        (see :meth:`EveryLine.of`).

    Raises:
        KeyboardInterrupt: if the user interrupts it.
    """
    game = if_solvable(config.game_value)
    lines = None if game is None else EveryLine.of(game, winner.vocabulary)
    if lines is None or not lines.is_perfect(winner):
        return winner
    tries = min(_MOST_TRIED, config.population * config.generations)
    if tries * len(winner) > _TAKES_LONG:
        say(f"Looking for a shorter form of the champion, which has {len(winner)} nodes ...")
    key = key_of(config.seed, SeedDomain.SHORTENING)
    jobs = [(part_key(key, number),) for number in range(_TIMES)]
    found: list[Individual] = spread(_shortened, (winner, lines, tries), jobs, pool)
    return min([winner, *found], key=len)


def _shortened(common: tuple[Individual, EveryLine, int], key: int) -> Individual:
    """What one search finds."""
    winner, lines, tries = common
    rng = random.Random(key)
    shortest = present = winner
    for _ in range(tries):
        interruption.check()
        tried = _changed(present, rng)
        most = max(len(present), len(shortest) * _SLACK + _MORE)
        if len(tried) <= most and tried.packed != present.packed and lines.is_perfect(tried):
            present = tried
            if len(present) < len(shortest):
                shortest = present
    return shortest


def _changed(tree: Individual, rng: random.Random) -> Individual:
    """An expression after a small change."""
    vocabulary = tree.vocabulary
    drawn = rng.randrange(10)
    if drawn < _SHRUNK:
        (changed,) = shrink_mutation(tree, rng=rng)
    elif drawn < _SHRUNK + _HOISTED:
        (changed,) = hoist_mutation(tree, rng=rng)
    elif drawn < _SHRUNK + _HOISTED + _NUMBERS:
        (changed,) = constant_mutation(tree, vocabulary=vocabulary, rng=rng)
    elif drawn < _SHRUNK + _HOISTED + _NUMBERS + _VARIED:
        (changed,) = varied_mutation(tree, vocabulary=vocabulary, rng=rng)
    else:
        changed = _with_part_of_itself(tree, rng)
    return changed


def _with_part_of_itself(tree: Individual, rng: random.Random) -> Individual:
    """An expression in which a part stands in the place of another of its type."""
    part = tree.searchSubtree(rng.randrange(len(tree)))
    kind = tree[part.start].ret
    place = tree.place_of_type(kind, rng.randrange(tree.count_of_type(kind)))
    return grafted(tree, part, tree[tree.searchSubtree(place)])
