"""``senet-gp experiment``."""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import Path

import click

from senet_gp.arena.workers import Workers
from senet_gp.cli import options
from senet_gp.cli.help_pages import Verb, option
from senet_gp.runtime.checks import absolute
from senet_gp.runtime.errors import UsageError, quoted, shortened

#: A group of options in the help.
_RUNS = "Runs of a plan"
#: The option before the second group of runs.
_WITH = "--with"


class _Shard(click.ParamType[tuple[int, int]]):
    """A shard of an experiment, written I/N."""

    name = "I/N"

    def convert(
        self, value: object, param: click.Parameter | None, ctx: click.Context | None
    ) -> tuple[int, int]:
        """The number of the shard, and the number of all shards."""
        found = re.fullmatch(r"([0-9]{1,6})/([0-9]{1,6})", str(value), re.ASCII)
        if found is None or not 1 <= int(found[1]) <= int(found[2]):
            self.fail(f"{str(value)[:40]!r} is not a shard, such as 1/3, the first of three", param, ctx)
        return int(found[1]), int(found[2])


class _Experiment(Verb):
    """Takes several directories after ``--with``, which click's options do not."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Give each directory after ``--with`` an option of its own."""
        return super().parse_args(ctx, _each_with(args))


@click.command(
    "experiment",
    cls=_Experiment,
    examples=[
        "senet-gp experiment plan.toml --seeds 30",
        "senet-gp experiment 1995 --seeds 20",
        "senet-gp experiment runs/senet-1 --with runs/senet-2 runs/senet-3",
    ],
)
@click.argument("sources", metavar="PLAN|DIRECTORY…", nargs=-1, required=True, type=options.PATH)
@option(
    "--seeds",
    group=_RUNS,
    type=click.IntRange(1, 1_000_000),
    default=10,
    show_default=True,
    help="How many runs each variant has, with consecutive seeds from that of its options on.",
)
@option(
    "--out",
    group=_RUNS,
    type=options.PATH,
    help="The directory of the experiment.  [default: the plan's name without its ending]",
)
@option(
    "--max-games",
    group=_RUNS,
    rare=True,
    type=click.IntRange(1),
    help="End each run with the generation whose end comes nearest to this many games, or decisions in "
    "the suites decisions and regret.  [default: after the generations that the plan names]",
)
@option(
    "--max-seconds",
    group=_RUNS,
    rare=True,
    type=click.FloatRange(0, min_open=True),
    help="End each run with the generation whose end comes nearest to this many seconds of processor time; "
    "the result then depends on the machine.",
)
@option(
    "--shard",
    group=_RUNS,
    rare=True,
    type=_Shard(),
    help="Play only this part of the runs, such as 1/3, the first of three; for job arrays.",
)
@option(
    _WITH,
    "others",
    group=options.COMPARISON,
    metavar="DIRECTORY…",
    multiple=True,
    type=options.PATH,
    help="Instead, compare the runs that are in each DIRECTORY with those in these; no file is written.",
)
@options.measuring_games
@options.by
@options.as_json
@options.jobs
@options.run_workers
def experiment(
    sources: tuple[Path, ...],
    others: tuple[Path, ...],
    seeds: int,
    out: Path | None,
    jobs: Workers | None,
    workers: Workers | None,
    max_games: int | None,
    max_seconds: float | None,
    games: int,
    shard: tuple[int, int] | None,
    by: str,
    *,
    as_json: bool,
) -> None:
    """Play the variants of a plan with many seeds each, and compare them.

    PLAN is a TOML file, or 1995 for the experiment of Ferrer and Martin (1995), whose statements are
    tested in docs/reproduction.md. With --with, no plan is played, but runs that are there already are
    compared; each DIRECTORY is that of a run, or holds some, such as runs/lexicase in an experiment.

    Every champion is measured against opponents that had no part in any run, and champions of two variants
    meet. Writes a directory with a run directory for each run, tables such as runs.csv, and a page,
    index.html. The same command goes on where it was stopped or killed, and the results do not depend on the
    number of jobs, workers or shards, unless runs are limited in seconds. docs/experiments.md describes plans
    and figures.
    """
    from senet_gp.cli.experiment_view import compare, play_at_terminal, tell_results
    from senet_gp.experiments.plan import Budget, read_plan
    from senet_gp.experiments.running import Processes

    if others:
        options.refuse_unread(f"without {_WITH}", "seeds", "out", "jobs", "max_games", "max_seconds", "shard")
        compare(sources, others, workers, games=games, by=by, as_json=as_json)
        return
    plan_file = _plan_file(sources)
    processes = Processes.of(jobs, workers)
    budget = Budget(max_games=max_games or 0, max_seconds=max_seconds or 0.0)
    plan = read_plan(plan_file, seeds=seeds, budget=budget, games=games)
    directory = absolute(out or plan_file.stem)
    again = f"experiment {quoted(plan_file)} --seeds {seeds} --out {quoted(directory)}"
    again += f" --max-games {max_games}" if max_games else ""
    again += f" --max-seconds {max_seconds:g}" if max_seconds else ""
    again += f" --games {games}" if games != 200 else ""
    again += f" --by {by}" if by != "score" else ""
    play_at_terminal(directory, plan, processes, again, shard)
    tell_results(directory, plan, by, again, as_json=as_json)


def _each_with(arguments: Sequence[str]) -> list[str]:
    """Arguments in which ``--with`` stands before each of the directories that follow it.

    >>> _each_with(["a", "b", "--with", "c", "d", "--by", "nodes"])
    ['a', 'b', '--with', 'c', '--with', 'd', '--by', 'nodes']
    """
    spread: list[str] = []
    second, named = False, 0
    for argument in arguments:
        if argument == _WITH:
            second, named = True, 0
        elif argument.startswith("-"):
            second = False
        if second and argument != _WITH:
            named += 1
            if named > 1:
                spread.append(_WITH)
        spread.append(argument)
    return spread


def _plan_file(sources: Sequence[Path]) -> Path:
    """The one plan that is to be played.

    Raises:
        UsageError: if there are several, or runs in its place.
    """
    from senet_gp.experiments.plan import SHIPPED

    if len(sources) > 1:
        raise UsageError(f"an experiment has one PLAN: name runs that are to be compared after {_WITH}")
    (plan_file,) = sources
    # A plan that comes with the program may have a directory of its name, that of its experiment.
    if plan_file.is_dir() and str(plan_file) not in SHIPPED:
        raise UsageError(
            f"{shortened(plan_file)} is a directory, and a PLAN is a file: name the runs that it is to be "
            f"compared with after {_WITH}"
        )
    return plan_file
