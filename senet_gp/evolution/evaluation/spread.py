"""Work on tests, spread over the workers of a pool in batches.

What a batch holds never changes a result: every game, every board has a key of its own.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from primitives.vocabulary import Vocabulary
from senet_gp.arena.batches import cut_into_batches
from senet_gp.arena.pool import Pool, Shared
from senet_gp.engine.participants import Participant, Source

#: About how long it takes, in nanoseconds, to find the moves on a board, and to score it by one node.
RULES_TIME, NODE_TIME = 800, 4
#: Work is counted in nanoseconds; batches of less are not worth handing out, and of more keep waiting who
#: interrupts. It is a rough measure, by which the batches of one call are alike.
_MIN_WORK, _MAX_WORK = 1_000_000, 50_000_000
#: A batch is such a part of what is left for each worker, and the last ones are such a part of all.
_PART_OF_THE_REST, _MIN_PART = 0.6, 0.05


def cut(work: NDArray[np.int64], workers: int) -> Iterator[slice]:
    """Cut work into batches, in its order (see :func:`senet_gp.arena.batches.cut_into_batches`).

    Args:
        work: of each piece, (pieces,), about how many nanoseconds it takes.
        workers: how many workers there are.
    """
    return cut_into_batches(
        work,
        workers,
        least_work=_MIN_WORK,
        most_work=_MAX_WORK,
        part_of_the_rest=_PART_OF_THE_REST,
        least_part=_MIN_PART,
    )


class _Together(list[Source]):
    """Trees of one vocabulary, pickled as their codes: in a tenth of the time that they take one by one."""

    def __reduce__(self) -> tuple[Any, ...]:
        return _apart, ([source.codes for source in self], self[0].vocabulary)


def _apart(codes: list[bytes], vocabulary: Vocabulary) -> list[Source]:
    return [Source(each, vocabulary) for each in codes]


def together(entrants: Sequence[Participant]) -> Sequence[Participant]:
    """The entrants of a batch, as they are best sent with it."""
    trees = [entrant for entrant in entrants if isinstance(entrant, Source)]
    if len(trees) == len(entrants) and len({id(tree.vocabulary) for tree in trees}) == 1:
        return _Together(trees)
    return entrants


def spread(
    function: Callable[..., Any], common: Any, batches: Iterable[tuple[Any, ...]], pool: Pool
) -> list[Any]:
    """``[function(common, *batch) for batch in batches]``, done by the workers.

    Args:
        function: a function at module level.
        common: what it needs for every batch, which goes to each worker once; it must pickle.
        batches: the rest of its arguments, which must pickle, too.
        pool: where it is done.
    """
    shared = pool.share(common)
    return pool.map(_done, ((function, shared, *batch) for batch in batches))


def _done(function: Callable[..., Any], common: Shared[Any], *batch: Any) -> Any:
    return function(common.value, *batch)
