"""``senet-gp experiment``."""

from __future__ import annotations

import dataclasses
import re
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from senet_gp.arena.workers import Workers
from senet_gp.cli.options import (
    by_option,
    jobs_option,
    json_option,
    measuring_games_option,
    run_workers_option,
)
from senet_gp.cli.output import program
from senet_gp.runtime.checks import absolute
from senet_gp.runtime.errors import quoted

if TYPE_CHECKING:
    from senet_gp.experiments.plan import Plan, Task
    from senet_gp.experiments.running import Processes


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


@click.command("experiment")
@click.argument("plan_file", metavar="PLAN", type=click.Path(path_type=Path))
@click.option(
    "--seeds",
    type=click.IntRange(1, 1_000_000),
    default=10,
    show_default=True,
    help="How many runs each variant has, with consecutive seeds from that of its options on.",
)
@click.option(
    "--out",
    type=click.Path(path_type=Path),
    help="The directory of the experiment.  [default: the plan's name without its ending]",
)
@jobs_option
@run_workers_option
@click.option(
    "--max-games",
    type=click.IntRange(1),
    help="End each run with the generation whose end comes nearest to this many games, or decisions in "
    "the suites decisions and regret.  [default: after the generations that the plan names]",
)
@click.option(
    "--max-seconds",
    type=click.FloatRange(0, min_open=True),
    help="End each run with the generation whose end comes nearest to this many seconds of processor time; "
    "the result then depends on the machine.",
)
@measuring_games_option
@click.option(
    "--shard",
    type=_Shard(),
    help="Play only this part of the runs, such as 1/3, the first of three; for job arrays.",
)
@by_option
@json_option
def command(
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
    """Play variants with many seeds each, and compare them.

    PLAN is a TOML file, or 1995 for the experiment of Ferrer and Martin (1995), whose statements are then
    tested.

    Every champion is measured against opponents that had no part in any run, and champions of two variants
    meet. Writes a directory with a run directory for each run, tables such as runs.csv, and a page,
    index.html. The same command goes on where it was stopped or killed, and the results do not depend on the
    number of jobs, workers or shards, unless runs are limited in seconds. docs/experiments.md describes plans
    and figures.
    """
    from senet_gp.experiments.plan import Budget, read_plan
    from senet_gp.experiments.running import Processes

    processes = Processes.of(jobs, workers)
    budget = Budget(max_games=max_games or 0, max_seconds=max_seconds or 0.0)
    plan = read_plan(plan_file, seeds=seeds, budget=budget, games=games)
    directory = absolute(out or plan_file.stem)
    again = f"{program()} experiment {quoted(plan_file)} --seeds {seeds} --out {quoted(directory)}"
    again += f" --max-games {max_games}" if max_games else ""
    again += f" --max-seconds {max_seconds:g}" if max_seconds else ""
    again += f" --games {games}" if games != 200 else ""
    again += f" --by {by}" if by != "score" else ""
    _play(directory, plan, processes, again, shard)
    _tell(directory, plan, by, again, as_json=as_json)


def _play(
    directory: Path, plan: Plan, processes: Processes, again: str, shard: tuple[int, int] | None
) -> None:
    """Play what is left of the experiment, or of a shard of it, with a progress bar."""
    from senet_gp.cli import compile_kernels
    from senet_gp.cli.plugin_option import repeated
    from senet_gp.cli.progress import progress
    from senet_gp.experiments.experiment import play, shard_of
    from senet_gp.experiments.plan_file import begin_or_go_on
    from senet_gp.runtime import interruption

    tasks = list(plan.tasks())
    if shard:
        tasks = shard_of(tasks, *shard)
        again += f" --shard {shard[0]}/{shard[1]}"
    go_on = f"what was done is saved, go on with: {again}{repeated()}"
    interruption.check()
    extended = begin_or_go_on(directory, plan)
    if extended:
        click.echo(f"senet-gp: {extended}.", err=True)
    for game in {config.game_value for config in plan.variants.values()}:
        compile_kernels(game, f"interrupted; {go_on}")
    with _saved(go_on), progress("runs", len(tasks)) as show:

        def run_ends(done: int, _all: int, task: Task | None) -> None:
            show(done, f"{task.variant} seed {task.config.seed}" if task else "")

        def further(what: str, done: int, total: int) -> None:
            show.stage(what, total)
            show(done)

        play(directory, plan, tasks, processes, run_ends, further)


@contextmanager
def _saved(go_on: str) -> Iterator[None]:
    """Say how to go on where what is done in this context ends early.

    Raises:
        Interrupted: if the user interrupts it.
        SenetGpError: if memory runs out or workers die.
    """
    from senet_gp.arena.pool import WorkerError
    from senet_gp.cli import Interrupted
    from senet_gp.evolution.node_budget import PopulationTooLargeError
    from senet_gp.runtime.errors import SenetGpError

    try:
        yield
    except KeyboardInterrupt:
        raise Interrupted(f"interrupted; {go_on}") from None
    except (PopulationTooLargeError, WorkerError) as error:
        raise SenetGpError(f"{error}; {go_on}") from None
    except MemoryError:
        raise SenetGpError(f"memory ran out; {go_on}") from None


def _tell(directory: Path, plan: Plan, by: str, again: str, *, as_json: bool) -> None:
    """Collect the tables, write the page, and print what the experiment says, if all runs are done."""
    from senet_gp.cli.findings_view import tell_findings, tell_statements
    from senet_gp.cli.output import print_json
    from senet_gp.cli.plugin_option import repeated
    from senet_gp.experiments.comparison import findings_of, head_to_head
    from senet_gp.experiments.encounters import encounters_of, write_encounters
    from senet_gp.experiments.experiment import collected, missing_runs
    from senet_gp.experiments.paper import results_in
    from senet_gp.experiments.paper_findings import statements
    from senet_gp.experiments.results import rows_of_runs
    from senet_gp.runtime.errors import printable
    from senet_gp.show.report.experiment_page import PAGE, write_experiment_page

    left = missing_runs(directory, plan)
    if left:
        runs = "1 run is" if len(left) == 1 else f"{len(left):,} runs are"
        command = f"{again}{repeated()}"
        if as_json:
            content: dict[str, Any] = {"directory": str(directory), "runs": None, "left": len(left)}
            print_json(content | {"variants": [], "comparisons": []})
        else:
            click.echo(f"{runs} left to other shards; to play them and see the results: {command}")
        return
    runs_done = collected(directory, plan)
    seconds = [run.seconds[-1] if run.seconds else None for run in runs_done]
    encounters = list(encounters_of(directory, plan))
    write_encounters(directory, encounters)
    findings = findings_of(rows_of_runs(runs_done), by, seconds)
    findings = dataclasses.replace(findings, met=head_to_head(encounters))
    results = results_in(directory, plan) if plan.findings else None
    write_experiment_page(directory, plan, runs_done, findings, f"{again}{repeated()}", results)
    tested = statements(results) if results else []
    if as_json:
        content = {"directory": str(directory), "runs": len(runs_done), **findings.as_json()}
        print_json(content | {"findings": [dataclasses.asdict(one) for one in tested]})
        return
    click.echo(f"{len(runs_done)} runs; budget: {plan.budget}")
    tell_findings(findings)
    if tested:
        tell_statements(tested)
    click.echo(f"The page is {printable(str(directory / PAGE))}; tables and runs are beside it.")
