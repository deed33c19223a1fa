"""Work for a pool, cut into batches: one way for games, duels, tests, children and questions.

Work is a row of pieces, each with an estimate of the time that it takes. Consecutive pieces make a batch; the
first batches are large and the last ones small, so that all workers end together. How work is cut never
changes a result: every piece draws from a key of its own, and results come in the order of the pieces.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from primitives.vocabulary import Vocabulary
from senet_gp.arena.pool import Pool
from senet_gp.engine.participants import Participant, Source

#: The nanoseconds, roughly, in which the moves in a position are found,
RULES_TIME = 800
#: and in which one node is evaluated on the boards there.
NODE_TIME = 4
#: The turns of a game, roughly: as many as Senet's.
TURNS = 150
#: What the rules of a game take.
RULES_TIME_OF_A_GAME = TURNS * RULES_TIME
_SECOND = 1_000_000_000
#: The smallest work of a batch, in nanoseconds: less does not pay for sending it.
_MIN_WORK = 1_000_000
#: The largest work: more delays an interruption, and its programs have to fit into memory.
_MAX_WORK = 300_000_000
#: This much work is faster to do here than to send to a worker.
LITTLE_WORK = 2_400_000
#: A batch is this share of the work that is left for each worker, so the last batches are small and even out
#: differences in time;
_PART_OF_THE_REST = 0.7
#: but it is at least this share of all work for each worker.
_MIN_PART = 0.25


def cut(work: NDArray[np.int64], pool: Pool) -> Iterator[slice]:
    """Cut work into batches of consecutive pieces.

    >>> from senet_gp.arena.pool import SerialPool
    >>> parts = cut(np.full(8, 100_000_000), SerialPool())
    >>> [(part.start, part.stop) for part in parts]
    [(0, 3), (3, 6), (6, 8)]

    Args:
        work: (pieces,) int64, the estimated nanoseconds of each piece.
        pool: where the batches are done.
    """
    done = np.concatenate([[0], np.cumsum(work)])
    whole = int(done[-1])
    least, most = _limits(whole, pool)
    begin = 0
    while begin < len(work):
        share = most
        if pool.workers > 1:
            left = whole - int(done[begin])
            wanted = int(max(left * _PART_OF_THE_REST, whole * _MIN_PART) / pool.workers)
            share = min(most, max(least, wanted))
        end = max(begin + 1, int(np.searchsorted(done, done[begin] + share, side="right")) - 1)
        yield slice(begin, end)
        begin = end


def work_of_a_part(whole: int, pool: Pool, parts: int) -> int:
    """The most work of a part, for work that is not cut in its order: the bracket of a knockout.

    Args:
        whole: the estimated nanoseconds of all work.
        pool: where the parts are done.
        parts: how many each worker is to have, at least, if they are not too small.
    """
    least, most = _limits(whole, pool)
    return most if pool.workers == 1 else min(most, max(least, LITTLE_WORK, whole // (parts * pool.workers)))


def _limits(whole: int, pool: Pool) -> tuple[int, int]:
    """The least and the most work of a batch: as the pool wishes, unless workers would then have none."""
    least = max(_MIN_WORK, min(int(pool.batch_seconds * _SECOND), -(-whole // pool.workers)))
    return least, max(_MAX_WORK, least)


class _Together(list[Source]):
    """Trees of one vocabulary, pickled as their codes, which takes a tenth of the time of single trees."""

    def __reduce__(self) -> tuple[Any, ...]:
        return _apart, ([source.codes for source in self], self[0].vocabulary)


def _apart(codes: list[bytes], vocabulary: Vocabulary) -> list[Source]:
    return [Source(each, vocabulary) for each in codes]


def together(entrants: Sequence[Participant]) -> Sequence[Participant]:
    """The entrants of a batch, in the form that is fastest to send."""
    trees = [entrant for entrant in entrants if isinstance(entrant, Source)]
    if len(trees) == len(entrants) and len({id(tree.vocabulary) for tree in trees}) == 1:
        return _Together(trees)
    return entrants
