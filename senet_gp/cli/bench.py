"""``senet-gp bench``."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from senet_gp.arena.workers import Workers
from senet_gp.cli.options import json_option, refuse_unread, workers_option
from senet_gp.cli.output import print_json

if TYPE_CHECKING:
    from rich.table import Table

    from senet_gp.benchmark.generation import ScalingFigures
    from senet_gp.benchmark.suite import Report


@click.command("bench")
@click.option(
    "--full",
    is_flag=True,
    help="Also measure several workers, memory, a start without compiled code and, in a checkout, plain "
    "DEAP; takes some minutes.",
)
@workers_option
@json_option
def command(workers: Workers | None, *, full: bool, as_json: bool) -> None:
    """Measure how fast senet-gp is on this computer: games, knockouts, generations, and starts.

    docs/performance.md explains what is measured and what the numbers mean. This takes half a minute on an
    idle core. With --full, --workers is the largest number of workers that is measured.

    The comparison with plain DEAP is not part of the installed package: --full makes it where senet-gp runs
    from a checkout of its repository (scripts/benchmark/plain_deap.py).
    """
    from senet_gp.benchmark.plain_deap import NOT_INSTALLED
    from senet_gp.benchmark.suite import Effort, measure
    from senet_gp.cli import compile_kernels
    from senet_gp.errors import UsageError
    from senet_gp.games.registry import game_of

    if not full:
        refuse_unread("with --full", "workers")
    wanted = Workers.of(workers)
    if wanted.method:
        raise UsageError(f"bench starts its workers in the usual way: write --workers {wanted.count}")
    compile_kernels(game_of("senet"))
    report = measure(
        full=full,
        workers=wanted.count,
        effort=Effort(),
        tell=lambda what: click.echo(f"measuring {what} …", err=True),
    )
    if full and not report.plain_deap:
        click.echo(NOT_INSTALLED, err=True)
    if as_json:
        print_json(report.as_json())
        return
    _print(report)


def _print(report: Report) -> None:
    """Print all figures as tables."""
    from senet_gp.cli.console import Console

    console = Console()
    console.print(_games(report))
    click.echo(
        "equivalent: 10⁹ nodes of the tree times boards, a second; evaluated: 10⁹ instructions a second\n"
    )
    console.print(_knockouts(report))
    if report.plain_deap:
        console.print(_plain_deap(report))
    console.print(_generations(report))
    if report.scaling:
        console.print(_workers(report.scaling))
    starts = {"help": "--help", "import": "import senet_gp", "tiny_run": "a tiny run"}
    starts["tiny_run_cold"] = "the same, compiling first"
    listed = ", ".join(f"{starts[what]} {seconds:.2f} s" for what, seconds in report.startup.items())
    click.echo(f"Starts: {listed}")
    if report.memory:
        _print_memory(report.memory)
    click.echo(f"Medians of {report.effort.repeats} repeats; {report.seconds:.0f} s in all.")


def _print_memory(memory: dict[str, Any]) -> None:
    click.echo(
        f"Bytes a node, for {memory['trees']} trees of {memory['nodes']:,.0f} nodes: "
        f"population {memory['population_bytes_per_node']:.1f}; "
        f"at most in the parent {memory['parent_peak_bytes_per_node']:.1f}, "
        f"in a worker {memory['worker_peak_bytes_per_node']:.1f}"
    )


def _table(title: str, *headings: str) -> Table:
    """A table whose first column is text and the others numbers."""
    from rich.box import SIMPLE
    from rich.table import Table

    table = Table(box=SIMPLE, title=title, title_justify="left")
    for number, heading in enumerate(headings):
        table.add_column(heading, justify="right" if number else "left", no_wrap=True)
    return table


def _games(report: Report) -> Table:
    table = _table(
        "Games a second against a random mover, on one core",
        *("", "nodes", "instructions", "games/s", "equivalent", "evaluated"),
    )
    table.add_row("random mover", "", "", f"{report.random_games_per_second:,.0f}", "", "")
    for tree in report.trees:
        table.add_row(
            "random expression",
            f"{tree.nodes:,}",
            f"{tree.instructions:,}",
            f"{tree.games_per_second:,.0f}",
            f"{tree.node_evaluations_per_second / 1e9:.2f}",
            f"{tree.instructions_per_second / 1e9:.2f}",
        )
    return table


def _knockouts(report: Report) -> Table:
    table = _table(
        "A whole knockout on one core",
        *("nodes a tree", "entrants", "games", "seconds", "translating", "games/s"),
    )
    for played in report.knockouts.values():
        table.add_row(
            f"{played.nodes:.0f}",
            str(played.entrants),
            str(played.games),
            f"{played.seconds:.2f}",
            f"{played.seconds_translating:.3f}",
            f"{played.games_per_second:,.0f}",
        )
    return table


def _plain_deap(report: Report) -> Table:
    table = _table(
        "The same knockout by plain DEAP, and how many times faster senet-gp is",
        *("nodes a tree", "games/s", "faster a game", "faster in all", "same results"),
    )
    for nodes, plain in report.plain_deap.items():
        table.add_row(
            f"{report.knockouts[nodes].nodes:.0f}",
            f"{plain.games_per_second:.1f}",
            f"{plain.speedup_per_game:.0f}",
            f"{plain.speedup_in_total:.0f}",
            f"{'yes' if plain.same_results else 'NO'}, of {plain.entrants}",
        )
    return table


def _generations(report: Report) -> Table:
    table = _table(
        "A generation of evolve on one core: the time that is not spent on playing",
        *("nodes a tree", "share", "seconds in all", "breeding", "saving"),
    )
    for figures in report.generations.values():
        table.add_row(
            f"{figures.nodes:.0f}",
            f"{figures.share:.1%}",
            f"{figures.seconds:.2f}",
            f"{figures.seconds_breeding:.3f}",
            f"{figures.seconds_saving:.3f}",
        )
    return table


def _workers(scaling: ScalingFigures) -> Table:
    table = _table(
        f"A generation of trees of {scaling.nodes:.0f} nodes by more workers",
        *("workers", "seconds evaluating", "times faster", "seconds in all", "times faster"),
    )
    for number, seconds in scaling.seconds.items():
        table.add_row(
            str(number),
            f"{scaling.seconds_evaluating[number]:.2f}",
            f"{scaling.speedup.get(number, 1):.2f}",
            f"{seconds:.2f}",
            f"{scaling.generation_speedup.get(number, 1):.2f}",
        )
    return table
