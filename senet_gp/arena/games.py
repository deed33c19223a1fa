"""Games and duels between players of any kind: played in the pool, or in this process if a person takes part.

Trees are translated into programs in the process that plays their games, and the programs are freed
afterwards. What a game needs is compiled before workers play it.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from primitives import vocabulary_of
from senet_gp.arena import batches
from senet_gp.arena.batches import NODE_TIME, RULES_TIME, RULES_TIME_OF_A_GAME, TURNS, cut
from senet_gp.arena.panel import fast_panel
from senet_gp.arena.pool import Pool
from senet_gp.engine import play
from senet_gp.engine.evaluator import scorer
from senet_gp.engine.participants import RANDOM_MOVER, Chooser, Source, joined
from senet_gp.engine.playthrough import Watcher, games_by_choices
from senet_gp.engine.program import compile_words
from senet_gp.engine.results import DuelResults, GameResults, Indices, Pairings, put
from senet_gp.games.protocol import Game
from senet_gp.players.player import Player
from senet_gp.runtime.interruption import Progress
from senet_gp.runtime.streams import part_key, part_keys

#: Plain Python is slower by this factor.
_TIMES_SLOWER = 1000
#: The nodes of an expression that needs about as long as a player that is asked choice by choice.
_SIZE_OF_A_CHOOSER = 50
#: The most reports of progress.
_TIMES_SHOWN = 50
#: The least games for each worker between two reports.
_MIN_SHOWN = 8


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
    found = np.zeros(count, np.int64)
    for part in parts:
        found += _named(pairings.first[part], pairings.second[part], count)
    return found > workers


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

    here = int(work.sum()) <= batches.LITTLE_WORK
    if not here:
        pool.prepare(compile_here, function, *rest)
    everywhere = [entrants[index] for index in np.flatnonzero(common).tolist()]
    answers = pool.map(_played, map(batch, parts), shared=everywhere, here=here)
    columns = zip(*answers, strict=True)
    original = np.argsort(order)
    return tuple(np.concatenate(column)[original] for column in columns)


def play_games_in_pool(
    pool: Pool, entrants: Sequence[Chooser], pairings: Pairings, game: Game
) -> GameResults:
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


def play_duels_in_pool(
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


def play_between(
    players: Sequence[Player],
    pairings: Pairings,
    pool: Pool,
    game: Game,
    show: Progress | None = None,
) -> GameResults:
    """Play games between players.

    Args:
        players: the players; those that cannot be compiled must be picklable.
        pairings: who plays whom, (games,).
        pool: where the games are played.
        game: the game, with its parameters.
        show: is called now and then with the number of games played; it does not change the results.

    Returns:
        The results, (games,).
    """
    if show is None:
        return _play(players, pairings, pool, game)
    count = len(pairings.keys)
    results = GameResults.new(count)
    size = max(_MIN_SHOWN * pool.workers, -(-count // _TIMES_SHOWN))
    for begin in range(0, count, size):
        part = slice(begin, begin + size)
        put(results, part, _play(players, pairings.part(part), pool, game))
        show(min(begin + size, count), count, "")
    return results


def _play(players: Sequence[Player], pairings: Pairings, pool: Pool, game: Game) -> GameResults:
    results = GameResults.new(len(pairings.keys))
    # A person sits at this terminal, so their games are played in this process.
    people = np.array(list(map(is_person, players)))
    watched = people[pairings.first] | people[pairings.second]
    away = ~watched
    if away.any():
        put(results, away, play_games_in_pool(pool, entrants_of(players), pairings.part(away), game))
    if watched.any():
        put(results, watched, games_by_choices(players, pairings.part(watched), game))
    return results


def is_person(player: Player) -> bool:
    """Whether a player is a person at this terminal, who has to be shown every choice."""
    return isinstance(player, Watcher)


def entrants_of(players: Sequence[Player]) -> list[Chooser]:
    """The players in the form that is sent to workers: their participants where they have one."""
    return [player if player.participant is None else player.participant for player in players]


# What a game needs for the first time is compiled before workers play.


def warm_up(game: Game) -> None:
    """Compile everything that a game needs, or load it from the cache, so that forked workers have it."""
    constant = _constant_of(game)
    part_keys(part_key(0, 0), 1)
    if constant.has_kernels and game.family:
        compile_words(constant.vocabulary)
        _play_one(constant, play.play_duels, 1, game)
        _play_one(constant, play.play_games, game)


@cache
def compile_here(function: Callable[..., Any], *rest: Any) -> None:
    """Compile the kernels that a function of :mod:`senet_gp.engine.play` needs, or load them, once.

    Call it before workers play: else each of them would compile the same kernels at the same time, and a
    notebook would not show why nothing happens.

    Args:
        function: ``play_games`` or ``play_duels``.
        rest: its arguments after the pairings, the last of which is the game.
    """
    if rest[-1].family:
        _play_one(RANDOM_MOVER, function, *rest)


def compile_side_by_side(game: Game, pool: Pool) -> None:
    """Compile what :func:`warm_up` and the panel need, by two workers, into the cache.

    What translates expressions and networks needs nothing of what plays games, and takes half of the time.

    Args:
        game: the game, which has kernels.
        pool: two new processes.

    Raises:
        WorkerError: if a worker dies repeatedly.
    """
    for task in [pool.submit(_compile_translation, game), pool.submit(_compile_play, game)]:
        task.result()


def _compile_translation(game: Game) -> None:
    constant = _constant_of(game)
    if constant.has_kernels:
        compile_words(constant.vocabulary)
        scorer()
        joined([constant])
    joined([player.participant for player in fast_panel(game) if player.participant is not None])


def _compile_play(game: Game) -> None:
    compile_here(play.play_duels, 1, game)
    compile_here(play.play_games, game)


def _play_one(player: Chooser, function: Callable[..., Any], *rest: Any) -> None:
    """Play one game or duel of a player against itself."""
    one = np.ones(1, np.int64)
    function([player, player], Pairings(one - 1, one, np.zeros(1, np.uint64)), *rest)


def _constant_of(game: Game) -> Source:
    """A constant of a game's vocabulary: the smallest tree that is translated and scores boards."""
    vocabulary = vocabulary_of(game)
    return Source(np.array([len(vocabulary.primitives)], np.int16).tobytes(), vocabulary)
