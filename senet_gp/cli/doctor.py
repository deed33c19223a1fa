"""``senet-gp doctor``: each finding says what is there, and what to do if something is off."""

from __future__ import annotations

import os
import platform
import re
import shlex
import sys
import time
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from importlib import metadata
from pathlib import Path
from statistics import median

import click

from senet_gp.cli import FAILED, check_surroundings, compile_kernels, options
from senet_gp.cli.help_pages import RESOURCES, Verb, option
from senet_gp.cli.output import print_json
from senet_gp.games.registry import game_of
from senet_gp.runtime import __version__
from senet_gp.runtime.errors import printable
from senet_gp.runtime.kernel_cache import base_directory, wanted_directory, why_not_kept
from senet_gp.runtime.machine import available_cores, available_memory, in_mib
from senet_gp.runtime.surroundings import changed_code, obstacles, without_directory

#: Games of random movers a second on one core of a server of 2024, and the share of it below which something
#: is off.
USUAL_GAMES = 13_000
_SLOW = 0.5
_GAMES = 2000
_REPEATS = 3
#: A run needs about so much memory, in bytes.
_MIN_MEMORY = 1 << 30
_NAME = re.compile(r"[A-Za-z0-9_.-]+")
_EXTRA = re.compile(r"extra == ['\"](\w+)['\"]")
_LEAST = re.compile(r">=\s*([0-9.]+)")
_SHOWN_EXTRAS = ("dask", "mpi", "serve")


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
    stopping = "; ".join(filter(None, [*obstacles(), without_directory()]))
    if stopping:
        yield Finding("surroundings", "nothing can be played", stopping)
    yield from _settings()
    yield _cache()
    yield _cores()
    yield _memory()
    if not stopping:
        yield from _speed()


def _settings() -> Iterator[Finding]:
    """The settings of numba that change what it compiles."""
    changed = changed_code()
    if changed:
        shown = " ".join(f"{name}={value}" for name, value in changed.items())
        yield Finding(
            "numba",
            shown,
            f"games may be much slower than usual, and are compiled again: unset {', '.join(changed)}",
        )


def _packages() -> Iterator[Finding]:
    """The packages that are needed, and the extras that are there."""
    try:
        requirements = metadata.requires("senet-gp") or []
    except metadata.PackageNotFoundError:
        yield Finding("packages", "unknown: senet-gp is not installed, but runs from its source")
        return
    needed: dict[str, list[str]] = {}
    for requirement in requirements:
        extra = _EXTRA.search(requirement)
        needed.setdefault(extra[1] if extra else "", []).append(requirement.partition(";")[0].strip())
    found, wrong = _versions(needed.pop("", []))
    advice = f"{', '.join(wrong.values())}: run {_installing(wrong)}" if wrong else ""
    yield Finding("packages", ", ".join(found), advice)
    for name in _SHOWN_EXTRAS:
        found, wrong = _versions(needed.get(name, []))
        missing = f"not installed; if you need it: {_installing(wrong)}"
        yield Finding(f"extra {name}", missing if wrong else ", ".join(found))


def _installing(requirements: Iterable[str]) -> str:
    """The command that installs what is required, as a shell takes it.

    >>> _installing(["numpy>=1.26", "deap"])
    "pip install --upgrade 'numpy>=1.26' deap"
    """
    return f"pip install --upgrade {shlex.join(requirements)}"


def _versions(requirements: list[str]) -> tuple[list[str], dict[str, str]]:
    """The packages with their versions, and what is wrong with some of them, by what is required."""
    found: list[str] = []
    wrong: dict[str, str] = {}
    for requirement in requirements:
        (name,) = _NAME.findall(requirement)[:1]
        least = _LEAST.search(requirement)
        try:
            version = metadata.version(name)
        except metadata.PackageNotFoundError:
            wrong[requirement] = f"{name} is missing"
            continue
        found.append(f"{name} {version}")
        if least and _numbers(version) < _numbers(least[1]):
            wrong[requirement] = f"{name} {version} is older than {least[1]}"
    return found, wrong


def _numbers(version: str) -> tuple[int, ...]:
    """The numbers of a version, for comparison.

    >>> _numbers("1.26.4") < _numbers("2.0rc1"), _numbers("3") < _numbers("3.0.1")
    (True, True)
    """
    leading = re.match(r"[0-9.]*", version)
    return tuple(int(part) for part in (leading[0] if leading else "").split(".") if part)


def _cache() -> Finding:
    """Where compiled code is kept."""
    base = base_directory()
    reason = why_not_kept(base)
    if reason:
        return Finding(
            "compiled code",
            f"cannot be kept in {base} ({reason})",
            "every start compiles again: set SENET_GP_CACHE to a directory that can be written",
        )
    wanted, where = wanted_directory(), str(base)
    if base != wanted:
        where = f"{base}, because {wanted} cannot be written ({why_not_kept(wanted)})"
    size = sum(file.stat().st_size for file in base.rglob("*") if file.is_file())
    return Finding("compiled code", f"kept in {where}, {in_mib(size)}")


def _cores() -> Finding:
    cores, all_cores = available_cores(), os.cpu_count() or 1
    found = f"{cores}" if cores == all_cores else f"{cores} of {all_cores} may be used"
    busy = os.getloadavg()[0] if hasattr(os, "getloadavg") else 0.0
    if busy > cores:
        advice = "other programs keep the cores busy: runs take longer, and measured times say little"
        return Finding("cores", f"{found}; load {busy:.1f}", advice)
    return Finding("cores", found)


def _memory() -> Finding:
    memory = available_memory()
    advice = (
        "runs of large trees stop early: give --memory-limit, or --max-nodes" if memory < _MIN_MEMORY else ""
    )
    return Finding("memory", in_mib(memory), advice)


def _speed() -> Iterator[Finding]:
    """How long compiled code takes to be ready, and how fast it plays."""
    from senet_gp.arena.match import play_match

    game = game_of("senet")
    begun = time.perf_counter()
    compile_kernels(game)
    play_match("random", "random", game=game, games=2)
    yield Finding("ready to play after", f"{time.perf_counter() - begun:.1f} s")
    rates = []
    for seed in range(_REPEATS):
        begun = time.perf_counter()
        play_match("random", "random", game=game, games=_GAMES, seed=seed)
        rates.append(_GAMES / (time.perf_counter() - begun))
    rate = median(rates)
    slow = rate < _SLOW * USUAL_GAMES
    yield Finding(
        "speed",
        f"{rate:,.0f} random games of Senet a second on one core; usual are {USUAL_GAMES:,}",
        "less than half: other programs may be running, or this computer is slow" if slow else "",
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
    help="Instead, compile everything that is compiled for each GAME, and keep it.  [default: every game]",
)
@options.as_json
def command(game_names: tuple[str, ...], *, compiles: bool, as_json: bool) -> None:
    """Say what is installed, where compiled code is kept, how fast this computer plays, and what is off.

    Ends with 0 if nothing is off, else with 1. It takes some seconds, the first time about 15 more, in which
    it compiles.

    With --compile, call it once before many processes begin at the same time, such as the jobs of an array:
    else each of them compiles the same. The machine code is kept in your cache directory, or in
    SENET_GP_CACHE. It is valid for this version of senet-gp, Python and numba, and this kind of processor.
    """
    if compiles:
        from senet_gp.cli.doctor_compile import compile_games

        options.refuse_unread("without --compile", "as_json")
        check_surroundings()
        compile_games(game_names)
        return
    options.refuse_unread("with --compile", "game_names")
    _tell_findings(as_json=as_json)


def _tell_findings(*, as_json: bool) -> None:
    """Print what was found, and what to do if something is off; then end with 1."""
    seen = []
    for finding in findings():
        seen.append(finding)
        if not as_json:
            click.echo(f"{finding.what}: {printable(finding.found)}")
    off = [finding for finding in seen if finding.advice]
    if as_json:
        rows = [{"what": one.what, "found": one.found, "advice": one.advice} for one in seen]
        print_json({"findings": rows, "off": len(off)})
    else:
        click.echo()
        for finding in off:
            click.echo(f"{finding.what}: {printable(finding.advice)}")
        if not off:
            click.echo("Everything is in order.")
    if off:
        sys.exit(FAILED)
