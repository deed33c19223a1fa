"""``senet-gp compare``."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import click

from senet_gp.arena.workers import Workers
from senet_gp.cli import compile_kernels, options
from senet_gp.cli.output import print_json

if TYPE_CHECKING:
    from senet_gp.experiments.experiment import Group
    from senet_gp.games.protocol import Game

_WITH = "--with"


class _Groups(click.Command):
    """Takes several directories after ``--with``, which click's options do not."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Give each directory after ``--with`` an option of its own."""
        return super().parse_args(ctx, each_with(args))


def each_with(arguments: Sequence[str]) -> list[str]:
    """Arguments in which ``--with`` stands before each of the directories that follow it.

    >>> each_with(["a", "b", "--with", "c", "d", "--by", "nodes"])
    ['a', 'b', '--with', 'c', '--with', 'd', '--by', 'nodes']
    """
    found: list[str] = []
    second, named = False, 0
    for argument in arguments:
        if argument == _WITH:
            second, named = True, 0
        elif argument.startswith("-"):
            second = False
        if second and argument != _WITH:
            named += 1
            if named > 1:
                found.append(_WITH)
        found.append(argument)
    return found


@click.command("compare", cls=_Groups)
@click.argument("directories", metavar="DIRECTORY…", nargs=-1, required=True, type=options.PATH)
@click.option(
    _WITH,
    "others",
    metavar="DIRECTORY…",
    multiple=True,
    required=True,
    type=options.PATH,
    help="The other runs: run directories, or directories that hold some.",
)
@options.measuring_games
@options.by
@options.workers
@options.as_json
def command(
    directories: tuple[Path, ...],
    others: tuple[Path, ...],
    games: int,
    by: str,
    workers: Workers | None,
    *,
    as_json: bool,
) -> None:
    """Compare the runs in some DIRECTORIES with those after --with.

    A DIRECTORY is that of a run, or holds some, such as runs/lexicase in an experiment. The champions are
    measured anew, against opponents that had no part in any run; no file is written.
    """
    from senet_gp.arena.local_pool import pool_of
    from senet_gp.cli.experiment_view import tell_findings
    from senet_gp.cli.progress import progress
    from senet_gp.experiments.comparison import findings_of
    from senet_gp.experiments.experiment import groups_of, measured_groups
    from senet_gp.experiments.run_tables import rows_of_runs

    groups = groups_of(directories, others, games=games)
    runs = sum(len(group.runs) for group in groups)
    compile_kernels(_game_of(groups))
    with pool_of(workers) as pool, progress("runs", runs) as show:
        show(0)
        measured = measured_groups(groups, games=games, pool=pool, show=show)
    seconds = [run.total_seconds for run in measured]
    findings = findings_of(rows_of_runs(measured), by, seconds)
    if as_json:
        print_json({"runs": runs, **findings.as_json()})
        return
    tell_findings(findings)


def _game_of(groups: Sequence[Group]) -> Game:
    return groups[0].runs[0].config.game_value
