"""Work on tests, spread over the workers of a pool in batches.

What a batch holds never changes a result: every game, every board has a key of its own.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Any

import numpy as np
from numpy.typing import NDArray

from senet_gp.arena.pool import WorkerPool

#: About how long it takes, in nanoseconds, to find the moves on a board, and to score it by one node.
RULES_TIME, NODE_TIME = 800, 4
#: Work is counted in nanoseconds; batches of less are not worth handing out, and of more keep waiting who
#: interrupts. It is a rough measure, by which the batches of one call are alike.
_LEAST_WORK, _MOST_WORK = 1_000_000, 50_000_000
#: A batch is such a part of what is left for each worker, and the last ones are such a part of all.
_PART_OF_THE_REST, _LEAST_PART = 0.6, 0.05


def cut(work: NDArray[np.int64], workers: int) -> Iterator[slice]:
    """Cut work into batches, in its order, the last ones small, so that nobody is waited for long.

    Args:
        work: of each piece, (pieces,), about how many nanoseconds it takes.
        workers: how many workers there are.
    """
    done = np.concatenate([[0], np.cumsum(work)])
    whole = int(done[-1])
    least = max(_LEAST_WORK, int(whole * _LEAST_PART / workers))
    begin = 0
    while begin < len(work):
        share = _MOST_WORK
        if workers > 1:
            share = min(share, max(least, int((whole - done[begin]) * _PART_OF_THE_REST / workers)))
        end = max(begin + 1, int(np.searchsorted(done, done[begin] + share, side="right")) - 1)
        yield slice(begin, end)
        begin = end


def spread(
    function: Callable[..., Any], common: Any, batches: Iterable[tuple[Any, ...]], pool: WorkerPool
) -> list[Any]:
    """``[function(common, *batch) for batch in batches]``, done by the workers.

    Args:
        function: a function at module level.
        common: what it needs for every batch; it must pickle, as the batches must.
        batches: the rest of its arguments.
        pool: where it is done.
    """
    return pool.map(function, ((common, *batch) for batch in batches))
