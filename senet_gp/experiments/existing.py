"""Runs that exist, compared: two groups of run directories, measured anew."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

from senet_gp.arena.pool import Pool
from senet_gp.evolution.run_directory import RunDirectory
from senet_gp.experiments.measuring import measured_run
from senet_gp.experiments.results import MeasuredRun, seconds_of
from senet_gp.games.registry import in_words
from senet_gp.players.champion import Champion
from senet_gp.runtime.errors import FileError, UsageError, quoted, shortened
from senet_gp.runtime.files import is_there

_CONFIG = "config.toml"


@dataclass(frozen=True)
class Group:
    """Some runs that are compared with others.

    Attributes:
        name: what they are called.
        runs: their directories.
    """

    name: str
    runs: tuple[RunDirectory, ...]


def groups_of(some: Sequence[Path], others: Sequence[Path], *, games: int) -> tuple[Group, Group]:
    """Two groups of runs of one game, all of which have ended.

    Args:
        some: run directories, or directories that hold some.
        others: those that they are compared with.
        games: the games with which each champion will be measured against each opponent.

    Raises:
        UsageError: if a run is named twice, the runs are of several games, or the number of games is odd.
        FileError: if there is no run, or one has not ended or cannot be read.
    """
    if games % 2:
        raise UsageError(f"{games} games are impossible: name an even number")
    found = (_group(some), _group(others))
    paths = [run.path.resolve() for group in found for run in group.runs]
    for path in paths:
        if paths.count(path) > 1:
            raise UsageError(f"{shortened(path)} is named twice: name every run once")
    game = found[0].runs[0].config.game_value
    for group in found:
        for run in group.runs:
            if run.config.game_value != game:
                raise UsageError(
                    f"{shortened(run.path)} is a run of {in_words(run.config.game_value)}, not of "
                    f"{in_words(game)}: compare runs of one game"
                )
    first, second = found
    if first.name == second.name:
        first, second = (
            Group(f"{first.name} (first)", first.runs),
            Group(f"{second.name} (second)", second.runs),
        )
    return first, second


def _group(directories: Sequence[Path]) -> Group:
    runs = [run for directory in directories for run in _runs_in(directory)]
    more = len(directories) - 1
    name = shortened(directories[0])
    return Group(f"{name} and {more} more" if more else name, tuple(runs))


def _runs_in(directory: Path) -> list[RunDirectory]:
    """The run in a directory, or those in the directories that it holds."""
    if is_there(directory / _CONFIG):
        paths = [directory]
    else:
        try:
            paths = sorted(path for path in directory.iterdir() if is_there(path / _CONFIG))
        except (OSError, ValueError):
            raise FileError(f"{shortened(directory)} is not a directory that can be read") from None
    if not paths:
        raise FileError(
            f"{shortened(directory)} is no run directory and holds none: name such as runs/lexicase in the "
            "directory of an experiment"
        )
    runs = [RunDirectory.open(path) for path in paths]
    for run in runs:
        if not run.has_ended():
            raise FileError(
                f"{shortened(run.path)} has not ended: play it to its end with senet-gp resume "
                f"{quoted(run.path)}"
            )
    return runs


def measured_groups(
    groups: Sequence[Group], *, games: int, pool: Pool, show: Callable[[int], object] = lambda _done: None
) -> list[MeasuredRun]:
    """Measure the champions of all runs.

    Args:
        groups: the groups, which become variants.
        games: the games of each champion against each opponent, an even number.
        pool: where the games are played.
        show: called with the number of runs that are measured so far.

    Raises:
        FileError: if a file of a run cannot be read.
    """
    found = []
    for group in groups:
        for run in group.runs:
            champion = Champion.read(run.champion_file)
            measured = measured_run(run, champion, games=games, pool=pool)
            found.append(MeasuredRun(group.name, run.config, measured, seconds_of(run)))
            show(len(found))
    return found
