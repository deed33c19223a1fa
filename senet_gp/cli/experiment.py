"""``senet-gp experiment``."""

from __future__ import annotations

import re
from pathlib import Path

import click

from senet_gp.arena.workers import Workers
from senet_gp.cli import options
from senet_gp.cli.help_pages import Verb, option
from senet_gp.runtime.checks import absolute
from senet_gp.runtime.errors import quoted

#: A group of options in the help.
_RUNS = "Runs of a plan"


class _Shard(click.ParamType[tuple[int, int]]):
    """A shard of an experiment, written I/N."""

    name = "I/N"

    def convert(
        self, value: object, param: click.Parameter | None, ctx: click.Context | None
    ) -> tuple[int, int]:
        """The number of the shard, and the number of all shards."""
        shard = re.fullmatch(r"([0-9]{1,6})/([0-9]{1,6})", str(value), re.ASCII)
        if shard is None or not 1 <= int(shard[1]) <= int(shard[2]):
            self.fail(f"{str(value)[:40]!r} is not a shard, such as 1/3, the first of three", param, ctx)
        return int(shard[1]), int(shard[2])


@click.command(
    "experiment",
    cls=Verb,
    examples=[
        "senet-gp experiment plan.toml --seeds 30",
        "senet-gp experiment 1995 --seeds 20",
    ],
)
@click.argument("plan_file", metavar="PLAN", type=options.PATH)
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
    type=click.IntRange(1),
    help="End each run with the generation whose end comes nearest to this many games, or decisions in "
    "the suite regret.  [default: after the generations that the plan names]",
)
@option(
    "--max-seconds",
    group=_RUNS,
    type=options.Finite(0, min_open=True),
    help="End each run with the generation whose end comes nearest to this many seconds of processor time; "
    "the result then depends on the machine.",
)
@option(
    "--shard",
    group=_RUNS,
    type=_Shard(),
    help="Play only this part of the runs, such as 1/3, the first of three; for job arrays.",
)
@options.measuring_games
@options.by
@options.as_json
@options.jobs
@options.run_workers
def experiment(
    plan_file: Path,
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
    tested in docs/reproduction.md.

    Every champion is measured against fixed opponents. Writes a directory with a run
    directory for each run, a table of all runs, runs.csv, and a page with a picture, index.html. The same
    command goes on where it was stopped or killed, and the results do not depend on the number of jobs,
    workers or shards, unless runs are limited in seconds. docs/experiments.md describes plans and figures.
    """
    from senet_gp.cli.experiment_view import play_at_terminal, tell_results
    from senet_gp.experiments.plan import Budget, number_in_words, read_plan
    from senet_gp.experiments.running import Processes

    processes = Processes.of(jobs, workers)
    budget = Budget(max_games=max_games or 0, max_seconds=max_seconds or 0.0)
    plan = read_plan(plan_file, seeds=seeds, budget=budget, games=games)
    directory = absolute(out or plan_file.stem)
    given = {
        "max-games": max_games,
        "max-seconds": max_seconds and number_in_words(max_seconds),
        "games": games if games != 200 else "",
        "by": by if by != "score" else "",
        "jobs": jobs,
        "workers": workers,
    }
    again = f"experiment {quoted(plan_file)} --seeds {seeds} --out {quoted(directory)}"
    again += "".join(f" --{name} {value}" for name, value in given.items() if value)
    play_at_terminal(directory, plan, processes, again, shard)
    tell_results(directory, plan, by, again, as_json=as_json)
