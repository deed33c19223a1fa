"""Work for a pool, cut into batches: one way for games, duels, tests, children and questions.

Work is a row of pieces, each with an estimate of the time that it takes. Consecutive pieces make a batch; the
first batches are large and the last ones small, so that all workers end together. How work is cut never
changes a result: every piece draws from a key of its own, and results come in the order of the pieces.

Games and duels between players of any kind are played here in the same way. Trees are translated into
programs in the process that plays their games, and the programs are freed afterwards.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from primitives.vocabulary import Vocabulary
from senet_gp.arena.compiling import compile_here
from senet_gp.arena.pool import Pool, Shared
from senet_gp.engine import play
from senet_gp.engine.participants import Chooser, Participant, Source
from senet_gp.engine.results import DuelResults, GameResults, Indices, Pairings
from senet_gp.games.protocol import Game

#: Rough times in nanoseconds: to find the moves in a position, and to evaluate one node on the boards there.
RULES_TIME, NODE_TIME = 800, 4
#: The turns of a game, roughly: as many as Senet's.
TURNS = 150
#: What the rules of a game take.
RULES_TIME_OF_A_GAME = TURNS * RULES_TIME
#: Plain Python is slower by this factor; and a player that can only be asked choice by choice is taken to
#: need as long as an expression of this many nodes.
_TIMES_SLOWER, _SIZE_OF_A_CHOOSER = 1000, 50
_SECOND = 1_000_000_000
#: The smallest and largest work of a batch, in nanoseconds: less does not pay for sending it; more delays an
#: interruption, and its programs have to fit into memory.
_MIN_WORK, _MAX_WORK = 1_000_000, 300_000_000
#: This much work is faster to do here than to send to a worker.
LITTLE_WORK = 2_400_000
#: A batch is this share of the work that is left for each worker, so the last batches are small and even out
#: differences in time; but it is at least this share of all work for each worker.
_PART_OF_THE_REST, _MIN_PART = 0.7, 0.25


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


def spread(
    function: Callable[..., Any],
    common: Any,
    batches: Iterable[tuple[Any, ...]],
    pool: Pool,
    *,
    here: bool = False,
) -> list[Any]:
    """``[function(common, *batch) for batch in batches]``, computed by the workers.

    Args:
        function: a function at module level.
        common: its first argument, which is sent to each worker once; it must be picklable, or be shared.
        batches: its other arguments for each call, which must be picklable, too.
        pool: where the calls run.
        here: whether they run in this process, since they are less work than sending them.
    """
    shared = common if isinstance(common, Shared) else pool.share(common)
    return pool.map(_done, ((function, shared, *batch) for batch in batches), here=here)


def _done(function: Callable[..., Any], common: Shared[Any], *batch: Any) -> Any:
    return function(common.value, *batch)


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


def time_of_moves(entrants: Sequence[Chooser], game: Game) -> list[int]:
    """Roughly how long each entrant thinks in a game, in nanoseconds; what the rules take is not in it."""
    known = play.in_compiled_code(entrants, game).tolist()
    sizes = [getattr(entrant, "size", _SIZE_OF_A_CHOOSER) for entrant in entrants]
    own_turns = TURNS // 2
    return [
        own_turns * (NODE_TIME * size if fast else _TIMES_SLOWER * (RULES_TIME + NODE_TIME * size))
        for size, fast in zip(sizes, known, strict=True)
    ]


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
    everywhere: Sequence[Chooser],
    function: Callable[..., Any],
    which: Indices,
    others: Sequence[Chooser],
    *rest: Any,
) -> Any:
    """Play a batch whose players are some of the shared entrants and some that came with the batch."""
    return function([*(everywhere[index] for index in which.tolist()), *others], *rest)


def _spread_play(
    function: Callable[..., Any],
    pool: Pool,
    entrants: Sequence[Chooser],
    pairings: Pairings,
    *rest: Any,
    game: Game,
    longest_first: bool,
) -> tuple[NDArray[Any], ...]:
    """Call a function on batches of games or duels and put the results together again."""
    first, second, keys = pairings
    thinking = np.zeros(len(entrants), np.int64)
    playing = _named(first, second, len(entrants))
    thinking[playing] = time_of_moves([entrants[index] for index in np.flatnonzero(playing).tolist()], game)
    work = RULES_TIME_OF_A_GAME + thinking[first] + thinking[second]
    order = np.argsort(-work, kind="stable") if longest_first else np.arange(len(keys))
    parts = [order[part] for part in cut(work[order], pool)]
    common = _in_common(parts, pairings, len(entrants), pool.workers)
    number = np.cumsum(common) - 1

    def batch(chosen: Indices) -> tuple[Any, ...]:
        # Only the entrants that a batch needs are sent with it.
        needed = _named(first[chosen], second[chosen], len(entrants))
        shared, own = np.flatnonzero(needed & common), np.flatnonzero(needed & ~common)
        there = np.empty(len(entrants), np.int64)
        there[shared], there[own] = np.arange(len(shared)), len(shared) + np.arange(len(own))
        others = [entrants[index] for index in own.tolist()]
        within = Pairings(there[first[chosen]], there[second[chosen]], keys[chosen])
        return (function, number[shared], others, within, *rest)

    here = int(work.sum()) <= LITTLE_WORK
    if not here:
        pool.prepare(compile_here, function, *rest)
    everywhere = [entrants[index] for index in np.flatnonzero(common).tolist()]
    answers = spread(_played, everywhere, map(batch, parts), pool, here=here)
    columns = zip(*answers, strict=True)
    original = np.argsort(order)
    return tuple(np.concatenate(column)[original] for column in columns)


def play_games(pool: Pool, entrants: Sequence[Chooser], pairings: Pairings, game: Game) -> GameResults:
    """Play games in the pool, as :func:`senet_gp.engine.play.play_games` plays them.

    Args:
        pool: where the games are played.
        entrants: participants, or players of any kind that can be pickled.
        pairings: who plays whom, (games,).
        game: the game, with its parameters.
    """
    # The games of one entrant stay together, so that few programs are needed in each batch.
    columns = _spread_play(play.play_games, pool, entrants, pairings, game, game=game, longest_first=False)
    return GameResults(*columns)


def play_duels(
    pool: Pool, entrants: Sequence[Chooser], pairings: Pairings, games: int, game: Game
) -> DuelResults:
    """Play duels in the pool, as :func:`senet_gp.engine.play.play_duels` plays them.

    Args:
        pool: where the duels are played.
        entrants: participants, or players of any kind that can be pickled.
        pairings: who plays whom, (duels,).
        games: the largest number of games in a duel, not counting the deciding pair.
        game: the game, with its parameters.
    """
    # The longest first, so that all workers end at about the same time.
    columns = _spread_play(
        play.play_duels, pool, entrants, pairings, games, game, game=game, longest_first=True
    )
    return DuelResults(*columns)
