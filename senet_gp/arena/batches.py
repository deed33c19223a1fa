"""Games and matches between programs, spread over worker processes in batches.

What a batch holds never changes a result: every game has its own key, derived from what names it.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from primitives import vocabulary
from senet_gp.arena.pool import WorkerPool
from senet_gp.engine import play
from senet_gp.engine.program import Program, joined, translate_codes
from senet_gp.engine.results import GameResults, Indices, Keys, MatchResults
from senet_gp.games.rules import Rules
from senet_gp.streams import part_key, part_keys

#: So many batches for each worker even out that some take longer than others.
_BATCHES_A_WORKER = 4


def warm_up(rules: Rules) -> None:
    """Compile everything that a game needs, or load it, so that forked workers already have it."""
    one = np.ones(1, np.int64)
    words = vocabulary(rules)
    # A constant, so that there is a tree to translate and boards to score.
    program = translate_codes(np.array([len(words.primitives)], np.int16), words)
    programs = joined([program, program])
    part_keys(part_key(0, 0), 1)
    play.play_matches(programs, one - 1, one, np.zeros(1, np.uint64), 1, rules)
    play.play_games(programs, one - 1, one, np.zeros(1, np.uint64), rules)


def _spread(
    function: Callable[..., Any],
    pool: WorkerPool,
    programs: Sequence[Program],
    first: Indices,
    second: Indices,
    keys: Keys,
    *rest: Any,
    batch_size: int | None,
) -> tuple[NDArray[Any], ...]:
    """Call a function on batches of games or matches and put the results together again."""
    count = len(keys)
    if batch_size is None:
        batches = 1 if pool.workers == 1 else pool.workers * _BATCHES_A_WORKER
        batch_size = max(1, -(-count // batches))
    tasks = []
    for begin in range(0, count, batch_size):
        part = slice(begin, begin + batch_size)
        # Only the programs that a batch needs are sent with it.
        needed = np.zeros(len(programs), bool)
        needed[first[part]] = needed[second[part]] = True
        places = np.cumsum(needed) - 1
        local = joined([programs[index] for index in np.flatnonzero(needed).tolist()])
        tasks.append((local, places[first[part]], places[second[part]], keys[part], *rest))
    columns = zip(*pool.map(function, tasks), strict=True)
    return tuple(np.concatenate(column) for column in columns)


def play_games(
    pool: WorkerPool,
    programs: Sequence[Program],
    first: Indices,
    second: Indices,
    keys: Keys,
    rules: Rules,
    batch_size: int | None = None,
) -> GameResults:
    """Games between programs, as :func:`senet_gp.engine.play.play_games` plays them."""
    return GameResults(
        *_spread(play.play_games, pool, programs, first, second, keys, rules, batch_size=batch_size)
    )


def play_matches(
    pool: WorkerPool,
    programs: Sequence[Program],
    first: Indices,
    second: Indices,
    keys: Keys,
    games: int,
    rules: Rules,
    batch_size: int | None = None,
) -> MatchResults:
    """Matches between programs, as :func:`senet_gp.engine.play.play_matches` plays them."""
    return MatchResults(
        *_spread(
            play.play_matches,
            pool,
            programs,
            first,
            second,
            keys,
            games,
            rules,
            batch_size=batch_size,
        )
    )
