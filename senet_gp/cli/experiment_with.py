"""``senet-gp experiment DIRECTORY… --with DIRECTORY…``: two groups of runs are compared."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from senet_gp.arena.workers import Workers
from senet_gp.cli import compile_kernels
from senet_gp.cli.output import print_json

if TYPE_CHECKING:
    from senet_gp.experiments.experiment import Group
    from senet_gp.games.protocol import Game

#: The option before the second group.
WITH = "--with"


def each_with(arguments: Sequence[str]) -> list[str]:
    """Arguments in which ``--with`` stands before each of the directories that follow it.

    >>> each_with(["a", "b", "--with", "c", "d", "--by", "nodes"])
    ['a', 'b', '--with', 'c', '--with', 'd', '--by', 'nodes']
    """
    found: list[str] = []
    second, named = False, 0
    for argument in arguments:
        if argument == WITH:
            second, named = True, 0
        elif argument.startswith("-"):
            second = False
        if second and argument != WITH:
            named += 1
            if named > 1:
                found.append(WITH)
        found.append(argument)
    return found


def compare(
    directories: Sequence[Path],
    others: Sequence[Path],
    workers: Workers | None,
    *,
    games: int,
    by: str,
    as_json: bool,
) -> None:
    """Compare two groups of runs that are there already.

    Args:
        directories: the directories of runs, or directories that hold some.
        others: those of the runs that they are compared with.
        workers: who measures the champions.
        games: how many games each champion plays against each opponent.
        by: what is compared.
        as_json: whether one JSON object is printed.
    """
    from senet_gp.arena.local_pool import pool_of
    from senet_gp.cli.experiment_view import tell_findings
    from senet_gp.cli.progress import progress
    from senet_gp.experiments.comparison import findings_of
    from senet_gp.experiments.experiment import groups_of, measured_groups
    from senet_gp.experiments.run_tables import rows_of_runs

    groups = groups_of(directories, others, games=games)
    compile_kernels(_game_of(groups))
    with pool_of(workers) as pool, progress("runs") as show:
        measured = measured_groups(groups, games=games, pool=pool, show=show)
    seconds = [run.total_seconds for run in measured]
    findings = findings_of(rows_of_runs(measured), by, seconds)
    if as_json:
        print_json({"runs": len(measured), **findings.as_json()})
        return
    tell_findings(findings)


def _game_of(groups: Sequence[Group]) -> Game:
    return groups[0].runs[0].config.game_value
