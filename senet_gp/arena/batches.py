"""Games and duels between players of any kind, distributed over worker processes in batches.

How games are put into batches never changes a result: every game has a key of its own. Trees are translated
into programs in the process that plays their games, and the programs are freed afterwards.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from primitives import vocabulary_of
from senet_gp.arena.pool import Pool, Shared
from senet_gp.engine import play
from senet_gp.engine.participants import RANDOM_MOVER, Chooser, Source
from senet_gp.engine.results import DuelResults, GameResults, Indices, Pairings
from senet_gp.games.protocol import Game
from senet_gp.streams import part_key, part_keys

#: A batch is this share of the work that is left for each worker, so the last batches are small and even out
#: differences in time; but it is at least this share of all work for each worker.
_PART_OF_THE_REST, _MIN_PART = 0.7, 0.25
#: The largest work of a batch of several games or duels, in instructions per board: its programs have to fit
#: into memory.
MAX_WORK = 1 << 20
#: Applying the rules of a game takes as long as scoring its boards with this many instructions.
WORK_OF_THE_RULES = 200
#: Plain Python is slower by this factor; and a player that can only be asked choice by choice is taken to
#: need as long as an expression of this many nodes.
_TIMES_SLOWER, _SIZE_OF_A_CHOOSER = 1000, 50
#: This much work, about two milliseconds, is faster to do here than to send to a worker.
LITTLE_WORK = 4000
#: Roughly the work that a worker does in a second.
WORK_A_SECOND = 1_000_000


def constant_of(game: Game) -> Source:
    """A constant of a game's vocabulary: the smallest tree that is translated and scores boards."""
    vocabulary = vocabulary_of(game)
    return Source(np.array([len(vocabulary.primitives)], np.int16).tobytes(), vocabulary)


def warm_up(game: Game) -> None:
    """Compile everything that a game needs, or load it from the cache, so that forked workers have it."""
    one = np.ones(1, np.int64)
    constant = constant_of(game)
    part_keys(part_key(0, 0), 1)
    if constant.has_kernels and game.kernels:
        pairings = Pairings(one - 1, one, np.zeros(1, np.uint64))
        play.play_duels([constant, constant], pairings, 1, game)
        play.play_games([constant, constant], pairings, game)


@cache
def compile_here(function: Callable[..., Any], *rest: Any) -> None:
    """Compile the kernels that a function of :mod:`senet_gp.engine.play` needs, or load them, once.

    Call it before workers play: else each of them would compile the same kernels at the same time, and a
    notebook would not show why nothing happens.

    Args:
        function: ``play_games`` or ``play_duels``.
        rest: its arguments after the pairings, the last of which is the game.
    """
    if rest[-1].kernels:
        one = np.ones(1, np.int64)
        function([RANDOM_MOVER, RANDOM_MOVER], Pairings(one - 1, one, np.zeros(1, np.uint64)), *rest)


def work_of(entrants: Sequence[Chooser], game: Game) -> list[int]:
    """Roughly how much work each entrant needs per board, in instructions of compiled code."""
    known = play.in_compiled_code(entrants, game).tolist()
    sizes = [getattr(entrant, "size", _SIZE_OF_A_CHOOSER) for entrant in entrants]
    return [
        size if fast else _TIMES_SLOWER * (WORK_OF_THE_RULES + size)
        for size, fast in zip(sizes, known, strict=True)
    ]


def batches_of(work: NDArray[np.int64], workers: int, least_seconds: float = 0.0) -> Iterator[slice]:
    """Divide games or duels into batches, in their order.

    Args:
        work: (games,) int64, the work of each game or duel, in instructions per board.
        workers: the number of workers.
        least_seconds: how long a batch takes at least, if there is one for each worker.
    """
    return cut_into_batches(
        work,
        workers,
        least_work=least_batch(int(work.sum()), workers, int(least_seconds * WORK_A_SECOND)),
        most_work=MAX_WORK,
        part_of_the_rest=_PART_OF_THE_REST,
        least_part=_MIN_PART,
    )


def least_batch(whole: int, workers: int, wanted: int) -> int:
    """The least work of a batch: what is wanted, unless workers would then have none."""
    return min(wanted, -(-whole // workers))


def cut_into_batches(
    work: NDArray[np.int64],
    workers: int,
    *,
    least_work: int = 0,
    most_work: int,
    part_of_the_rest: float,
    least_part: float,
) -> Iterator[slice]:
    """Divide work into batches, in its order; the last batches are small, so that all workers end together.

    >>> work = np.full(8, 10)
    >>> batches = cut_into_batches(work, 2, most_work=100, part_of_the_rest=0.5, least_part=0.1)
    >>> [(batch.start, batch.stop) for batch in batches]
    [(0, 2), (2, 3), (3, 4), (4, 5), (5, 6), (6, 7), (7, 8)]

    Args:
        work: (pieces,) int64, the work of each piece, in any unit.
        workers: the number of workers.
        least_work: the smallest work of a batch, if there are several workers.
        most_work: the largest work of a batch of several pieces.
        part_of_the_rest: the share of the remaining work for each worker that a batch is,
        least_part: but at least this share of the whole work for each worker.
    """
    done = np.concatenate([[0], np.cumsum(work)])
    whole = int(done[-1])
    begin = 0
    while begin < len(work):
        share = most_work
        if workers > 1:
            left = whole - int(done[begin])
            wanted = int(max(left * part_of_the_rest, whole * least_part) / workers)
            share = min(share, max(least_work, wanted))
        end = max(begin + 1, int(np.searchsorted(done, done[begin] + share, side="right")) - 1)
        yield slice(begin, end)
        begin = end


def _named(first: Indices, second: Indices, count: int) -> NDArray[np.bool_]:
    """Which of ``count`` entrants play in these games, (count,) bool."""
    named = np.zeros(count, np.bool_)
    named[first] = named[second] = True
    return named


def _in_common(parts: Sequence[Indices], pairings: Pairings, count: int, workers: int) -> NDArray[np.bool_]:
    """Which of ``count`` entrants play in more batches than there are workers: these go to all workers."""
    batches = np.zeros(count, np.int64)
    for part in parts:
        batches += _named(pairings.first[part], pairings.second[part], count)
    return batches > workers


def _played(
    function: Callable[..., Any],
    everywhere: Shared[Sequence[Chooser]],
    which: Indices,
    others: Sequence[Chooser],
    *rest: Any,
) -> Any:
    """Play a batch whose players are some of the shared entrants and some that came with the batch."""
    return function([*(everywhere.value[index] for index in which.tolist()), *others], *rest)


def _spread(
    function: Callable[..., Any],
    pool: Pool,
    entrants: Sequence[Chooser],
    pairings: Pairings,
    *rest: Any,
    game: Game,
    largest_first: bool,
    batch_size: int | None,
) -> tuple[NDArray[Any], ...]:
    """Call a function on batches of games or duels and put the results together again."""
    first, second, keys = pairings
    count = len(keys)
    sizes = np.zeros(len(entrants), np.int64)
    playing = _named(first, second, len(entrants))
    sizes[playing] = work_of([entrants[index] for index in np.flatnonzero(playing).tolist()], game)
    work = WORK_OF_THE_RULES + sizes[first] + sizes[second]
    order = np.argsort(-work, kind="stable") if largest_first else np.arange(count)
    if batch_size is None:
        slices = batches_of(work[order], pool.workers, pool.batch_seconds)
    else:
        slices = (slice(begin, begin + batch_size) for begin in range(0, count, batch_size))
    parts = [order[part] for part in slices]
    common = _in_common(parts, pairings, len(entrants), pool.workers)
    everywhere = pool.share([entrants[index] for index in np.flatnonzero(common).tolist()])
    number = np.cumsum(common) - 1

    def task(chosen: Indices) -> tuple[Any, ...]:
        # Only the entrants that a batch needs are sent with it.
        needed = _named(first[chosen], second[chosen], len(entrants))
        shared, own = np.flatnonzero(needed & common), np.flatnonzero(needed & ~common)
        there = np.empty(len(entrants), np.int64)
        there[shared], there[own] = np.arange(len(shared)), len(shared) + np.arange(len(own))
        others = [entrants[index] for index in own.tolist()]
        batch = Pairings(there[first[chosen]], there[second[chosen]], keys[chosen])
        return (function, everywhere, number[shared], others, batch, *rest)

    here = int(work.sum()) <= LITTLE_WORK
    if not here:
        pool.prepare(compile_here, function, *rest)
    answers = pool.map(_played, (task(part) for part in parts), here=here)
    columns = zip(*answers, strict=True)
    original = np.argsort(order)
    return tuple(np.concatenate(column)[original] for column in columns)


def play_games(
    pool: Pool,
    entrants: Sequence[Chooser],
    pairings: Pairings,
    game: Game,
    batch_size: int | None = None,
) -> GameResults:
    """Play games in the pool, as :func:`senet_gp.engine.play.play_games` plays them.

    Args:
        pool: where the games are played.
        entrants: participants, or players of any kind that can be pickled.
        pairings: who plays whom, (games,).
        game: the game, with its parameters.
        batch_size: how many games a worker is given at a time; by default this depends on their work.
    """
    return GameResults(
        *_spread(
            play.play_games,
            pool,
            entrants,
            pairings,
            game,
            game=game,
            # The games of one entrant stay together, so that few programs are needed in each batch.
            largest_first=False,
            batch_size=batch_size,
        )
    )


def play_duels(
    pool: Pool,
    entrants: Sequence[Chooser],
    pairings: Pairings,
    games: int,
    game: Game,
    batch_size: int | None = None,
) -> DuelResults:
    """Play duels in the pool, as :func:`senet_gp.engine.play.play_duels` plays them.

    Args:
        pool: where the duels are played.
        entrants: participants, or players of any kind that can be pickled.
        pairings: who plays whom, (duels,).
        games: the largest number of games in a duel, not counting the deciding pair.
        game: the game, with its parameters.
        batch_size: how many duels a worker is given at a time; by default this depends on their work.
    """
    return DuelResults(
        *_spread(
            play.play_duels,
            pool,
            entrants,
            pairings,
            games,
            game,
            game=game,
            # So all workers end at about the same time.
            largest_first=True,
            batch_size=batch_size,
        )
    )
