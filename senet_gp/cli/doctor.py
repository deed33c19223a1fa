"""``senet-gp doctor``: what is installed, what this computer has, and how fast it plays.

With ``--compile``, everything is compiled once, before many processes begin.
"""

from __future__ import annotations

import os
import platform
import re
import shlex
import sys
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from importlib import metadata
from pathlib import Path

import click

from senet_gp.cli import FAILED, compile_kernels, compiling, options
from senet_gp.cli.help_pages import RESOURCES, Verb, option
from senet_gp.cli.output import print_json
from senet_gp.games.registry import GAMES, game_of
from senet_gp.runtime import __version__
from senet_gp.runtime.errors import SenetGpError, printable
from senet_gp.runtime.files import locked
from senet_gp.runtime.kernel_cache import LOCK, base_directory, why_not_kept
from senet_gp.runtime.machine import available_cores, available_memory, in_mib

#: Games of random movers a second on one core of a server of 2024.
USUAL_GAMES = 13_000
_GAMES = 6000
_EXTRA = re.compile(r"extra == ['\"](\w+)['\"]")
_SHOWN_EXTRAS = ("dask", "mpi", "serve")
#: How many seconds it waits for another process that compiles, too.
_PATIENCE = 900


@dataclass(frozen=True)
class Finding:
    """Something that was looked at.

    Attributes:
        what: what it is, in a word or two.
        found: what is there.
        advice: what to do, as a sentence; empty if nothing is off.
    """

    what: str
    found: str
    advice: str = ""


def findings() -> Iterator[Finding]:
    """Look at everything, the quick things first."""
    yield Finding("senet-gp", f"{__version__} in {Path(__file__).parents[1]}")
    yield Finding("Python", f"{platform.python_version()}, {platform.platform(terse=True)}")
    yield from _packages()
    yield Finding("settings", _settings() or "none")
    yield _cache()
    yield Finding("cores", f"{available_cores()} of {os.cpu_count()}")
    yield Finding("memory", in_mib(available_memory()))
    yield from _speed()


def _packages() -> Iterator[Finding]:
    """The packages that are needed, and those of extras, with their versions."""
    try:
        requirements = metadata.requires("senet-gp") or []
    except metadata.PackageNotFoundError:
        yield Finding("packages", "unknown: senet-gp is not installed, but runs from its source")
        return
    for extra in ("", *_SHOWN_EXTRAS):
        needed = [text for text in requirements if ("".join(_EXTRA.findall(text))) == extra]
        versions = {text: _version(re.split(r"[^\w.-]", text)[0]) for text in needed}
        missing = [text.partition(";")[0] for text, version in versions.items() if not version]
        advice = f"run pip install {shlex.join(missing)}" if missing and not extra else ""
        found = ", ".join(filter(None, versions.values())) or "not installed"
        yield Finding(f"extra {extra}" if extra else "packages", found, advice)


def _version(package: str) -> str:
    """A package with its version; empty if it is not there."""
    try:
        return f"{package} {metadata.version(package)}"
    except metadata.PackageNotFoundError:
        return ""


def _settings() -> str:
    """The environment variables that change what this program and numba do."""
    ours = (name for name in sorted(os.environ) if name.startswith(("NUMBA_", "SENET_GP_")))
    return " ".join(f"{name}={os.environ[name]}" for name in ours)


def _cache() -> Finding:
    """Where compiled code is kept."""
    base = base_directory()
    reason = why_not_kept(base)
    if reason:
        return Finding(
            "compiled code",
            f"cannot be kept in {base} ({reason})",
            "set SENET_GP_CACHE to a directory that can be written",
        )
    size = sum(file.stat().st_size for file in base.rglob("*") if file.is_file())
    return Finding("compiled code", f"kept in {base}, {in_mib(size)}")


def _speed() -> Iterator[Finding]:
    """How long compiled code takes to be ready, and how fast it plays."""
    from senet_gp.arena.match import play_match

    game = game_of("senet")
    begun = time.perf_counter()
    compile_kernels(game)
    play_match("random", "random", game=game, games=2)
    yield Finding("ready to play after", f"{time.perf_counter() - begun:.1f} s")
    begun = time.perf_counter()
    play_match("random", "random", game=game, games=_GAMES)
    rate = _GAMES / (time.perf_counter() - begun)
    yield Finding(
        "speed", f"{rate:,.0f} random games of Senet a second on one core; usual are {USUAL_GAMES:,}"
    )


@click.command(
    "doctor",
    cls=Verb,
    examples=["senet-gp doctor", "senet-gp doctor --compile", "senet-gp doctor --compile senet"],
)
@click.argument("game_names", metavar="[GAME]…", nargs=-1, shell_complete=options.game_names)
@option(
    "--compile",
    "compiles",
    group=RESOURCES,
    is_flag=True,
    help="Instead, compile all that each GAME needs, or all games if none is named, and keep it.",
)
@options.as_json
def doctor(game_names: tuple[str, ...], *, compiles: bool, as_json: bool) -> None:
    """Say what is installed, where compiled code is kept, and how fast this computer plays.

    Ends with 1 if a package is missing or compiled code cannot be kept, else with 0. It takes some seconds,
    the first time about 15 more, in which it compiles.

    With --compile, call it once before many processes begin at the same time, such as the jobs of an array:
    else each of them compiles the same. The machine code is kept in your cache directory, or in
    SENET_GP_CACHE. It is valid for this version of senet-gp, Python and numba, and this kind of processor.
    """
    if compiles:
        options.refuse_unread("without --compile", "as_json")
        _compile_games(game_names)
        return
    options.refuse_unread("with --compile", "game_names")
    seen = []
    for finding in findings():
        seen.append(finding)
        if not as_json:
            click.echo(f"{finding.what}: {printable(finding.found)}")
            if finding.advice:
                click.echo(f"  {printable(finding.advice)}")
    off = sum(bool(finding.advice) for finding in seen)
    if as_json:
        print_json({"findings": seen, "off": off})
    if off:
        sys.exit(FAILED)


def _compile_games(names: Sequence[str]) -> None:
    """Compile everything that is compiled for some games, all by default, and keep it on disk.

    Raises:
        FileError: if another process compiles for too long, or the cache cannot be written.
        SenetGpError: if it cannot be kept.
        UsageError: if there is no such game.
    """
    from senet_gp.evolution.run.precompile import compile_game
    from senet_gp.runtime import compiling_notice

    games = [game_of(name) for name in dict.fromkeys(names or GAMES)]
    cache = _cache()
    if cache.advice:
        raise SenetGpError(f"{cache.what} {cache.found}: {cache.advice}")
    compiling_notice.be_silent()
    lock = base_directory() / LOCK
    lock.touch()
    refusal = (
        f"another process has compiled into {lock.parent} for {_PATIENCE // 60} minutes: wait for its end, "
        "or set SENET_GP_CACHE to another directory"
    )
    click.echo("compiling, or waiting for another process that does ...", err=True)
    with locked(lock, refusal, patience=_PATIENCE):
        for game in games:
            begun = time.perf_counter()
            with compiling(f"interrupted while {game.name} was compiled; what is compiled is kept"):
                if game.family:
                    compile_game(game)
            done = f"{time.perf_counter() - begun:.0f} s" if game.family else "played in plain Python"
            click.echo(f"{game.name}: {done}", err=True)
    click.echo(f"{cache.what}: {printable(_cache().found)}")
