"""At the terminal, an experiment is played or groups of runs are compared, and the results are printed."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import click

from senet_gp.arena.local_pool import pool_of
from senet_gp.arena.pool import WorkerError
from senet_gp.arena.workers import Workers
from senet_gp.cli import Interrupted, compile_kernels
from senet_gp.cli.console import Console, figures, names, print_table
from senet_gp.cli.output import command_for, print_json
from senet_gp.cli.progress import progress
from senet_gp.evolution.loop.node_budget import PopulationTooLargeError
from senet_gp.experiments.comparison import (
    Comparison,
    Findings,
    HeadToHead,
    Summary,
    difference_in_words,
    findings_of,
    head_to_head,
    in_game,
    interval_in_words,
    met_in_game,
    noise_in_words,
    sensitivity_in_words,
    value_in_words,
)
from senet_gp.experiments.encounters import encounters_of, write_encounters
from senet_gp.experiments.experiment import (
    collected,
    groups_of,
    measured_groups,
    missing_runs,
    play,
    shard_of,
)
from senet_gp.experiments.plan import Plan
from senet_gp.experiments.plan_file import begin_or_go_on
from senet_gp.experiments.run_tables import rows_of_runs
from senet_gp.experiments.running import Processes
from senet_gp.runtime import interruption
from senet_gp.runtime.errors import SenetGpError, printable
from senet_gp.show.experiment_page import PAGE, write_experiment_page

#: The most comparisons that are printed; all of them are on the page and in ``--json``.
_MAX_COMPARISONS = 30


def play_at_terminal(
    directory: Path, plan: Plan, processes: Processes, again: str, shard: tuple[int, int] | None
) -> None:
    """Play what is left of the experiment, or of a shard of it, with a progress bar."""
    tasks = list(plan.tasks())
    if shard:
        tasks = shard_of(tasks, *shard)
        again += f" --shard {shard[0]}/{shard[1]}"
    go_on = f"what was done is saved, go on with: {command_for(again)}"
    interruption.check()
    extended = begin_or_go_on(directory, plan)
    if extended:
        click.echo(f"senet-gp: {extended}.", err=True)
    for game in {config.game_value for config in plan.variants.values()}:
        compile_kernels(game, f"interrupted; {go_on}")
    with _saved(go_on), progress("runs") as show:
        play(directory, plan, tasks, processes, show, show.begin_stage)


@contextmanager
def _saved(go_on: str) -> Iterator[None]:
    """Say how to go on where what is done in this context ends early.

    Raises:
        Interrupted: if the user interrupts it.
        SenetGpError: if memory runs out or workers die.
    """
    try:
        yield
    except KeyboardInterrupt:
        raise Interrupted(f"interrupted; {go_on}") from None
    except (PopulationTooLargeError, WorkerError) as error:
        raise SenetGpError(f"{error}; {go_on}") from None
    except MemoryError:
        raise SenetGpError(f"memory ran out; {go_on}") from None


def tell_results(directory: Path, plan: Plan, by: str, again: str, *, as_json: bool) -> None:
    """Collect the tables, write the page, and print what the experiment says, if all runs are done."""
    left = missing_runs(directory, plan)
    if left:
        runs = "1 run is" if len(left) == 1 else f"{len(left):,} runs are"
        command = command_for(again)
        if as_json:
            content: dict[str, Any] = {"directory": str(directory), "runs": None, "left": len(left)}
            print_json(content | {"variants": [], "comparisons": []})
        else:
            click.echo(f"{runs} left to other shards; to play them and see the results: {command}")
        return
    runs_done = collected(directory, plan)
    seconds = [run.total_seconds for run in runs_done]
    encounters = list(encounters_of(directory, plan))
    write_encounters(directory, encounters)
    findings = findings_of(rows_of_runs(runs_done), by, seconds)
    findings = dataclasses.replace(findings, met=head_to_head(encounters))
    write_experiment_page(directory, plan, runs_done, findings, command_for(again))
    if as_json:
        print_json({"directory": str(directory), "runs": len(runs_done), **findings.as_json()})
        return
    click.echo(f"{len(runs_done)} runs; budget: {plan.budget}")
    _tell_findings(findings)
    click.echo(f"The page is {printable(str(directory / PAGE))}; tables and runs are beside it.")


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
    groups = groups_of(directories, others, games=games)
    compile_kernels(groups[0].runs[0].config.game_value)
    with pool_of(workers) as pool, progress("runs") as show:
        measured = measured_groups(groups, games=games, pool=pool, show=show)
    seconds = [run.total_seconds for run in measured]
    findings = findings_of(rows_of_runs(measured), by, seconds)
    if as_json:
        print_json({"runs": len(measured), **findings.as_json()})
        return
    _tell_findings(findings)


def _tell_findings(findings: Findings) -> None:
    """Print the variants, their comparisons, and what an experiment of this size can find."""
    console = Console()
    for game in dict.fromkeys(summary.game for summary in findings.summaries):
        own, comparisons = in_game(findings, game)
        console.print(f"\n{game}: {findings.column} of the champions\n")
        _print_variants(own, findings.column)
        if comparisons:
            _print_comparisons(comparisons[:_MAX_COMPARISONS], findings.column)
        if len(comparisons) > _MAX_COMPARISONS:
            console.print(f"{len(comparisons) - _MAX_COMPARISONS} further comparisons are in --json.")
        met = met_in_game(findings, game)
        if met:
            _print_met(met[:_MAX_COMPARISONS])
        for one in findings.sensitivities:
            if one.game == game:
                console.print(sensitivity_in_words(one, findings.column))
        noise = noise_in_words(own)
        if noise:
            console.print(noise)
    if findings.comparisons:
        console.print(
            "A12 is how often a run of the first has more than one of the second; 50 % is no difference. "
            "p is of the Mann-Whitney test, corrected by Holm for all comparisons; below 0.05 a difference "
            "is significant."
        )
    if findings.met:
        console.print(
            "Of two variants, the champions of the first runs met, those of the second, and so on; points "
            "are those of the first variant. p is of a permutation test, corrected for all pairs of "
            "variants; below 0.05 one is called better."
        )


def _print_variants(summaries: list[Summary], column: str) -> None:
    print_table(
        [*names("variant"), *figures("runs", "median", "95 % interval", "games", "seconds")],
        [
            (
                summary.name,
                str(len(summary.values)),
                value_in_words(summary.median, column),
                interval_in_words(summary.interval, column),
                f"{summary.games:,.0f}",
                "-" if summary.seconds is None else f"{summary.seconds:,.1f}",
            )
            for summary in summaries
        ],
    )
    click.echo()


def _print_comparisons(comparisons: list[Comparison], column: str) -> None:
    print_table(
        [*names("compared"), *figures("medians", "A12", "95 % interval", "p", "significant")],
        [
            (
                f"{one.a} with {one.b}",
                difference_in_words(one.difference, column),
                f"{one.effect:.0%}",
                f"{100 * one.interval[0]:.0f} to {one.interval[1]:.0%}",
                f"{one.p_corrected:.3g}",
                "yes" if one.different else "no",
            )
            for one in comparisons
        ],
    )
    click.echo()


def _print_met(met: list[HeadToHead]) -> None:
    print_table(
        [*names("champions against each other"), *figures("points", "95 % interval", "p"), *names("better")],
        [
            (
                f"{one.a} against {one.b}",
                value_in_words(one.share, "score"),
                interval_in_words(one.interval, "score"),
                f"{one.p_corrected:.3g}",
                one.better or "-",
            )
            for one in met
        ],
    )
    click.echo()
