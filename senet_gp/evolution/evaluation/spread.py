"""Tests divided into batches, which the workers of a pool run.

The division into batches never changes a result, since every game and every position has its own key.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from primitives.vocabulary import Vocabulary
from senet_gp.arena.batches import cut_into_batches, least_batch
from senet_gp.arena.pool import Pool, Shared
from senet_gp.engine.participants import Participant, Source

#: Rough times in nanoseconds: to find the moves in a position, and to evaluate one node on a board.
RULES_TIME, NODE_TIME = 800, 4
#: The smallest and largest work of a batch, in nanoseconds: less does not pay for sending it, and more delays
#: an interruption. The estimate is rough; it only makes the batches of one call similar.
_MIN_WORK, _MAX_WORK = 1_000_000, 50_000_000
#: The share of each worker's remaining work that goes into its next batch, and the smallest share of all.
_PART_OF_THE_REST, _MIN_PART = 0.6, 0.05
_SECOND = 1_000_000_000


def cut(work: NDArray[np.int64], workers: int, least_seconds: float = 0.0) -> Iterator[slice]:
    """Cut work into batches of consecutive pieces (see :func:`senet_gp.arena.batches.cut_into_batches`).

    Args:
        work: (pieces,) int64, the estimated nanoseconds of each piece.
        workers: the number of workers.
        least_seconds: how long a batch takes at least, if there is one for each worker.
    """
    least = least_batch(int(work.sum()), workers, int(least_seconds * _SECOND))
    return cut_into_batches(
        work,
        workers,
        least_work=max(_MIN_WORK, least),
        most_work=max(_MAX_WORK, least),
        part_of_the_rest=_PART_OF_THE_REST,
        least_part=_MIN_PART,
    )


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


def spread(
    function: Callable[..., Any], common: Any, batches: Iterable[tuple[Any, ...]], pool: Pool
) -> list[Any]:
    """``[function(common, *batch) for batch in batches]``, computed by the workers.

    Args:
        function: a function at module level.
        common: its first argument, which is sent to each worker once; it must be picklable.
        batches: its other arguments for each call, which must be picklable, too.
        pool: where the calls run.
    """
    shared = pool.share(common)
    return pool.map(_done, ((function, shared, *batch) for batch in batches))


def _done(function: Callable[..., Any], common: Shared[Any], *batch: Any) -> Any:
    return function(common.value, *batch)
