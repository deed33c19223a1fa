"""Compiling what a game needs for the first time, on two cores."""

from __future__ import annotations

from senet_gp.arena.batches import compile_here, constant_of
from senet_gp.arena.local_pool import WorkerPool
from senet_gp.arena.pool import WorkerError
from senet_gp.engine import play
from senet_gp.engine.evaluator import scorer
from senet_gp.engine.participants import joined
from senet_gp.games.protocol import Game


def compile_side_by_side(game: Game) -> None:
    """Compile what :func:`~senet_gp.arena.batches.warm_up` needs, by two processes, into the cache.

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
    constant = constant_of(game)
    if constant.has_kernels:
        scorer()
        joined([constant])


def _compile_play(game: Game) -> None:
    compile_here(play.play_duels, 1, game)
    compile_here(play.play_games, game)
