"""Compiling what a game needs for the first time: in this process, before workers play, or on two cores."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Any

import numpy as np

from primitives import vocabulary_of
from senet_gp.arena.local_pool import WorkerPool
from senet_gp.arena.pool import WorkerError
from senet_gp.engine import play
from senet_gp.engine.evaluator import scorer
from senet_gp.engine.participants import RANDOM_MOVER, Source, joined
from senet_gp.engine.results import Pairings
from senet_gp.games.protocol import Game
from senet_gp.runtime.streams import part_key, part_keys


def warm_up(game: Game) -> None:
    """Compile everything that a game needs, or load it from the cache, so that forked workers have it."""
    one = np.ones(1, np.int64)
    constant = _constant_of(game)
    part_keys(part_key(0, 0), 1)
    if constant.has_kernels and game.family:
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
    if rest[-1].family:
        one = np.ones(1, np.int64)
        function([RANDOM_MOVER, RANDOM_MOVER], Pairings(one - 1, one, np.zeros(1, np.uint64)), *rest)


def compile_side_by_side(game: Game) -> None:
    """Compile what :func:`warm_up` needs, by two processes, into the cache.

    What translates expressions needs nothing of what plays games. If a process dies, what it would have
    compiled is not in the cache, and is compiled later as usual.

    >>> from senet_gp import game_of
    >>> compile_side_by_side(game_of("hexapawn"))

    Args:
        game: the game, which has kernels.
    """
    try:
        with WorkerPool(2) as pool:
            tasks = [pool.submit(_compile_translation, game), pool.submit(_compile_play, game)]
            for task in tasks:
                task.result()
    except WorkerError:
        return


def _compile_translation(game: Game) -> None:
    constant = _constant_of(game)
    if constant.has_kernels:
        scorer()
        joined([constant])


def _compile_play(game: Game) -> None:
    compile_here(play.play_duels, 1, game)
    compile_here(play.play_games, game)


def _constant_of(game: Game) -> Source:
    """A constant of a game's vocabulary: the smallest tree that is translated and scores boards."""
    vocabulary = vocabulary_of(game)
    return Source(np.array([len(vocabulary.primitives)], np.int16).tobytes(), vocabulary)
