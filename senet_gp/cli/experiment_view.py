"""At the terminal, an experiment is played, and its results are printed."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import click

from senet_gp.arena.pool import WorkerError
from senet_gp.cli import Interrupted, compile_kernels
from senet_gp.cli.console import Console, figures, names, print_table
from senet_gp.cli.entrants import tell_slow_words
from senet_gp.cli.output import command_for, plural, print_json, typed
from senet_gp.cli.progress import progress
from senet_gp.evolution.loop.node_budget import PopulationTooLargeError
from senet_gp.experiments.comparison import (
    Comparison,
    Findings,
    Summary,
    at_best,
    difference_in_words,
    findings_of,
    in_game,
    interval_in_words,
    short_runs,
    value_in_words,
)
from senet_gp.experiments.experiment import collected, missing_runs, shard_of
from senet_gp.experiments.plan import Plan
from senet_gp.experiments.plan_file import begin_or_go_on
from senet_gp.experiments.running import Processes, play_experiment
from senet_gp.experiments.runs_table import RunRow
from senet_gp.runtime import compiling_notice, interruption
from senet_gp.runtime.errors import SenetGpError, printable
from senet_gp.runtime.files import is_there
from senet_gp.show.experiment_page import PAGE, write_experiment_page

#: The most pairs that are printed, and the same beside effects of factors; the page has all of them.
_MAX_COMPARISONS, _MAX_BESIDE_EFFECTS = 30, 10


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
    _note(begin_or_go_on(directory, plan, typed()))
    _note(at_best(plan))
    configs = list(plan.variants.values())
    compiled = (one.vocabulary_value for one in configs if one.game_value.family)
    tell_slow_words({word for words in compiled for word in words.without_kernel})
    for game in {config.game_value for config in configs}:
        compile_kernels(game, f"interrupted; {go_on}")
    compiling_notice.be_silent()  # what is said from here on would not say of which run
    with _saved(go_on), progress("runs") as show:
        play_experiment(directory, plan, tasks, processes, show)


def _note(sentence: str) -> None:
    """Print a sentence, if there is one, where it is no part of the results."""
    if sentence:
        click.echo(f"senet-gp: {sentence}.", err=True)


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
    """Collect the table, write the page, and print what the experiment says, if all runs are done."""
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
    rows = collected(directory, plan)
    findings = findings_of(rows, by)
    write_experiment_page(directory, plan, rows, findings)
    _note(short_runs(rows))
    gone = [row.path for row in rows if not is_there(directory / row.path)]
    if gone:
        _note(
            f"{plural(len(gone), 'run')} of the table cannot be found, such as {printable(gone[0])}: what "
            "was measured stays, and to play such a run again, remove its file in measured"
        )
    if as_json:
        print_json({"directory": str(directory), "runs": len(rows), **findings.as_json()})
        return
    click.echo(f"{len(rows)} runs; budget: {plan.budget}")
    _tell_findings(findings)
    page = printable(str(directory / PAGE))
    click.echo(f"The picture is on the page {page}; beside it, {RunRow.TABLE.name} has a row for each run.")


def _tell_findings(findings: Findings) -> None:
    """Print the variants of each game and their comparisons."""
    console = Console()
    for game in dict.fromkeys(summary.game for summary in findings.summaries):
        heading, own, comparisons, effects = in_game(findings, game)
        console.print(f"\n{game}: {findings.column} of the champions\n")
        _print_variants(heading, own, findings.column)
        if effects:
            _print_comparisons("factor", effects, findings.column)
        if len(comparisons) > (_MAX_BESIDE_EFFECTS if effects else _MAX_COMPARISONS):
            console.print(f"{len(comparisons)} pairs of variants are compared on the page and in --json.\n")
        elif comparisons:
            _print_comparisons("compared" if heading == "variant" else heading, comparisons, findings.column)
    if findings.comparisons:
        apart = ", those of levels of factors and those of variants apart" if findings.effects else ""
        console.print(
            "A12 is how often a run of the first has more than one of the second; 50 % is no difference. "
            f"p is of the Mann-Whitney test, corrected by Holm for all comparisons{apart}; below 0.05 a "
            "difference is significant."
        )


def _print_variants(heading: str, summaries: list[Summary], column: str) -> None:
    measures = ("runs", "median", "95 % interval", "generations", "games", "seconds\n(clock)")
    print_table(
        [*names(heading), *figures(*measures)],
        [
            (
                summary.name,
                str(len(summary.values)),
                value_in_words(summary.median, column),
                interval_in_words(summary.interval, column),
                f"{summary.generations:,.0f}",
                f"{summary.games:,.0f}",
                "-" if summary.seconds is None else f"{summary.seconds:,.1f}",
            )
            for summary in summaries
        ],
    )
    click.echo()


def _print_comparisons(heading: str, comparisons: list[Comparison], column: str) -> None:
    print_table(
        [*names(heading), *figures("medians", "A12", "95 % interval", "p", "significant")],
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
