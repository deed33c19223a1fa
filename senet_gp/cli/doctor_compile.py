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
from senet_gp.games.registry import GAMES, game_of
from senet_gp.runtime import compiling_notice
from senet_gp.runtime.errors import FileError, SenetGpError, printable
from senet_gp.runtime.files import locked
from senet_gp.runtime.kernel_cache import LOCK, base_directory, why_not_kept
from senet_gp.runtime.machine import check_address_space

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
    base = base_directory()
    reason = why_not_kept(base)
    if reason:
        raise SenetGpError(
            f"compiled code cannot be kept in {base} ({reason}): set SENET_GP_CACHE to a directory that can "
            "be written"
        )
    check_address_space(cached=False)
    games = [game_of(name) for name in dict.fromkeys(names or GAMES)]
    for game in games:
        if names and not game.family:
            click.echo(f"{game.name} is played in plain Python: nothing of it is compiled", err=True)
    _compile([game for game in games if game.family])


def _compile(games: list[Game]) -> None:
    """Compile what is compiled for these games, and say how far it is and what was done."""
    from senet_gp.evolution.precompile import compile_game
    from senet_gp.runtime.compiled import CACHE_DIRECTORY

    if CACHE_DIRECTORY is None:
        raise SenetGpError("nothing was compiled, since it cannot be kept")
    if not games:
        return
    compiling_notice.be_silent()
    begun = time.perf_counter()
    with _alone(CACHE_DIRECTORY):
        before = _kept(CACHE_DIRECTORY)
        for number, game in enumerate(games, 1):
            where = f"{game.name} ({number} of {len(games)})"
            click.echo(f"{where} ...", err=True)
            since, there = time.perf_counter(), _kept(CACHE_DIRECTORY)
            with compiling(f"interrupted while {game.name} was compiled; what is compiled is kept"):
                compile_game(game)
            new = len(_kept(CACHE_DIRECTORY) - there)
            click.echo(f"{where}: {_done(new)}, {time.perf_counter() - since:.0f} s", err=True)
    new = len(_kept(CACHE_DIRECTORY) - before)
    names = ", ".join(game.name for game in games)
    said = f"compiled for {names} in {time.perf_counter() - begun:.0f} s" if new else f"for {names}"
    click.echo(f"{_done(new)} {said}; the cache is {printable(str(CACHE_DIRECTORY))}")


def _done(new: int) -> str:
    if not new:
        return "everything was there"
    return plural(new, "function")


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
