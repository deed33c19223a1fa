"""``senet-gp doctor --compile``: everything is compiled once, before many processes begin."""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

import click

from senet_gp.cli import compiling
from senet_gp.cli.output import plural
from senet_gp.evolution.precompile import compile_game
from senet_gp.games.registry import GAMES, game_of
from senet_gp.runtime import compiling_notice
from senet_gp.runtime.compiled import CACHE_DIRECTORY
from senet_gp.runtime.errors import FileError, SenetGpError, printable
from senet_gp.runtime.files import locked
from senet_gp.runtime.kernel_cache import LOCK

if TYPE_CHECKING:
    from senet_gp.games.protocol import Game

#: How many seconds it waits for another process that compiles, too.
_PATIENCE = 900


def compile_games(names: Sequence[str]) -> None:
    """Compile everything that is compiled for some games, and keep it on disk.

    Args:
        names: the games; none for all of them.

    Raises:
        SenetGpError: if it cannot be kept.
        UsageError: if there is no such game.
    """
    games = [game_of(name) for name in dict.fromkeys(names or GAMES)]
    if CACHE_DIRECTORY is None:
        raise SenetGpError("nothing is compiled, since it cannot be kept")
    for game in games:
        if names and not game.family:
            click.echo(f"{game.name} is played in plain Python: nothing of it is compiled", err=True)
    compiling_notice.be_silent()
    begun, before = time.perf_counter(), _kept(CACHE_DIRECTORY)
    with _alone(CACHE_DIRECTORY):
        for game in games:
            if game.family:
                _compile(game, CACHE_DIRECTORY)
    new, seconds = len(_kept(CACHE_DIRECTORY) - before), time.perf_counter() - begun
    done = f"{plural(new, 'function')} compiled in {seconds:.0f} s" if new else "everything was there"
    click.echo(f"{done}; the cache is {printable(str(CACHE_DIRECTORY))}")


def _compile(game: Game, cache: Path) -> None:
    """Compile what is compiled for a game, and say so."""
    click.echo(f"{game.name} ...", err=True)
    begun, before = time.perf_counter(), _kept(cache)
    with compiling(f"interrupted while {game.name} was compiled; what is compiled is kept"):
        compile_game(game)
    new, seconds = len(_kept(cache) - before), time.perf_counter() - begun
    click.echo(f"{game.name}: {plural(new, 'new function')}, {seconds:.0f} s", err=True)


def _kept(cache: Path) -> set[tuple[Path, int]]:
    """The files of machine code, each with the time when it was written."""
    return {(file, file.stat().st_mtime_ns) for file in cache.rglob("*.nbc")}


@contextmanager
def _alone(cache: Path) -> Iterator[None]:
    """Inside this context, no other process compiles everything; wait for one that does.

    Raises:
        FileError: if it takes too long, or the cache cannot be written.
    """
    lock = cache / LOCK
    lock.touch()
    refusal = (
        f"another process has compiled into {cache} for {_PATIENCE // 60} minutes: wait for its end, or set "
        "SENET_GP_CACHE to another directory"
    )
    with ExitStack() as stack:
        try:
            stack.enter_context(locked(lock, refusal))
        except FileError:
            click.echo("another process compiles already: waiting for its end ...", err=True)
            stack.enter_context(locked(lock, refusal, patience=_PATIENCE))
        yield
