"""Games and matches between players of any kind, spread over worker processes in batches.

What a batch holds never changes a result: every game has its own key, derived from what names it.
Trees become programs where their games are played, and only for as long.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from primitives import vocabulary_of
from senet_gp.arena.pool import Pool, Shared
from senet_gp.engine import play
from senet_gp.engine.participants import Chooser, Source
from senet_gp.engine.results import DuelResults, GameResults, Indices, Keys
from senet_gp.games.protocol import Game
from senet_gp.streams import part_key, part_keys

#: A worker is given such a part of what is left for each, so the last batches, which even out that some
#: take longer than others, are small; but none is smaller than such a part of all.
_PART_OF_THE_REST, _MIN_PART = 0.7, 0.25
#: So much work, in instructions a board, is all that makes a batch more than one game's or match's:
#: its programs have to fit into memory.
MAX_WORK = 1 << 20
#: The rules of a game take as long as scoring its boards by so many instructions.
WORK_OF_THE_RULES = 200
#: So many times as long does it take in plain Python; and somebody of whom only choices can be asked takes as
#: long as an expression of so many nodes.
_TIMES_SLOWER, _SIZE_OF_A_CHOOSER = 1000, 50
#: So much work, some two milliseconds, is done sooner than handed out.
LITTLE_WORK = 4000


def warm_up(game: Game) -> None:
    """Compile everything that a game needs, or load it, so that forked workers already have it."""
    one = np.ones(1, np.int64)
    vocabulary = vocabulary_of(game)
    # A constant, so that there is a tree to translate and boards to score.
    constant = Source(np.array([len(vocabulary.primitives)], np.int16).tobytes(), vocabulary)
    part_keys(part_key(0, 0), 1)
    if constant.has_kernels and game.kernels:
        play.play_duels([constant, constant], one - 1, one, np.zeros(1, np.uint64), 1, game)
        play.play_games([constant, constant], one - 1, one, np.zeros(1, np.uint64), game)


def work_of(entrants: Sequence[Chooser], game: Game) -> list[int]:
    """About how much work it is to play a board with each, in instructions of compiled code."""
    known = play.in_compiled_code(entrants, game).tolist()
    sizes = [getattr(entrant, "size", _SIZE_OF_A_CHOOSER) for entrant in entrants]
    return [
        size if fast else _TIMES_SLOWER * (WORK_OF_THE_RULES + size)
        for size, fast in zip(sizes, known, strict=True)
    ]


def batches_of(work: NDArray[np.int64], workers: int) -> Iterator[slice]:
    """Share games or matches of so much work each out among workers, in their order.

    Args:
        work: of each game or match, in instructions a board.
        workers: how many there are.
    """
    return cut_into_batches(
        work, workers, most_work=MAX_WORK, part_of_the_rest=_PART_OF_THE_REST, least_part=_MIN_PART
    )


def cut_into_batches(
    work: NDArray[np.int64],
    workers: int,
    *,
    least_work: int = 0,
    most_work: int,
    part_of_the_rest: float,
    least_part: float,
) -> Iterator[slice]:
    """Cut work into batches, in its order, the last ones small, so that nobody is waited for long.

    Args:
        work: of each piece, (pieces,), in any unit.
        workers: how many there are.
        least_work: of a batch, where there are several workers.
        most_work: of a batch, if it is more than one piece.
        part_of_the_rest: of what is left for each worker, such a part is a batch,
        least_part: but at least such a part of all that there is for each.
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
    """Which of so many entrants these games name."""
    named = np.zeros(count, np.bool_)
    named[first] = named[second] = True
    return named


def _in_common(
    parts: Sequence[Indices], first: Indices, second: Indices, count: int, workers: int
) -> NDArray[np.bool_]:
    """Which of so many entrants play in more batches than there are workers: they are shared by all."""
    batches = np.zeros(count, np.int64)
    for part in parts:
        batches += _named(first[part], second[part], count)
    return batches > workers


def _played(
    function: Callable[..., Any],
    everywhere: Shared[Sequence[Chooser]],
    which: Indices,
    others: Sequence[Chooser],
    *rest: Any,
) -> Any:
    """Play a batch between some of those who play in many batches, and some who do not."""
    return function([*(everywhere.value[index] for index in which.tolist()), *others], *rest)


def _spread(
    function: Callable[..., Any],
    pool: Pool,
    entrants: Sequence[Chooser],
    first: Indices,
    second: Indices,
    keys: Keys,
    *rest: Any,
    game: Game,
    largest_first: bool,
    batch_size: int | None,
) -> tuple[NDArray[Any], ...]:
    """Call a function on batches of games or matches and put the results together again."""
    count = len(keys)
    sizes = np.zeros(len(entrants), np.int64)
    playing = _named(first, second, len(entrants))
    sizes[playing] = work_of([entrants[index] for index in np.flatnonzero(playing).tolist()], game)
    work = WORK_OF_THE_RULES + sizes[first] + sizes[second]
    order = np.argsort(-work, kind="stable") if largest_first else np.arange(count)
    if batch_size is None:
        slices = batches_of(work[order], pool.workers)
    else:
        slices = (slice(begin, begin + batch_size) for begin in range(0, count, batch_size))
    parts = [order[part] for part in slices]
    common = _in_common(parts, first, second, len(entrants), pool.workers)
    everywhere = pool.share([entrants[index] for index in np.flatnonzero(common).tolist()])
    number = np.cumsum(common) - 1

    def task(chosen: Indices) -> tuple[Any, ...]:
        # Only the entrants that a batch needs are sent with it.
        needed = _named(first[chosen], second[chosen], len(entrants))
        shared, own = np.flatnonzero(needed & common), np.flatnonzero(needed & ~common)
        place = np.empty(len(entrants), np.int64)
        place[shared], place[own] = np.arange(len(shared)), len(shared) + np.arange(len(own))
        others = [entrants[index] for index in own.tolist()]
        sides = place[first[chosen]], place[second[chosen]]
        return (function, everywhere, number[shared], others, *sides, keys[chosen], *rest)

    answers = pool.map(_played, (task(part) for part in parts), here=int(work.sum()) <= LITTLE_WORK)
    columns = zip(*answers, strict=True)
    place = np.argsort(order)
    return tuple(np.concatenate(column)[place] for column in columns)


def play_games(
    pool: Pool,
    entrants: Sequence[Chooser],
    first: Indices,
    second: Indices,
    keys: Keys,
    game: Game,
    batch_size: int | None = None,
) -> GameResults:
    """Games as :func:`senet_gp.engine.play.play_games` plays them.

    Entrants are participants, or players of any kind that pickle.
    """
    return GameResults(
        *_spread(
            play.play_games,
            pool,
            entrants,
            first,
            second,
            keys,
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
    first: Indices,
    second: Indices,
    keys: Keys,
    games: int,
    game: Game,
    batch_size: int | None = None,
) -> DuelResults:
    """Matches between entrants, as :func:`senet_gp.engine.play.play_duels` plays them."""
    return DuelResults(
        *_spread(
            play.play_duels,
            pool,
            entrants,
            first,
            second,
            keys,
            games,
            game,
            game=game,
            # Nobody waits long for the last one then.
            largest_first=True,
            batch_size=batch_size,
        )
    )
