"""``senet-gp bench``."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import click

from senet_gp.arena.workers import Workers
from senet_gp.cli.options import json_option, refuse_unread, workers_option

if TYPE_CHECKING:
    from rich.table import Table

    from senet_gp.benchmark.suite import Report


@click.command("bench")
@click.option(
    "--full",
    is_flag=True,
    help="Also plain DEAP, more workers than one, memory, and a start without compiled code; some minutes.",
)
@workers_option
@json_option
def command(workers: Workers | None, *, full: bool, as_json: bool) -> None:
    """Measure how fast senet-gp is on this machine, beside a yardstick that is measured in turns with it.

    What is measured, and what the numbers mean, is told in docs/performance.md. Takes less than a minute on a
    core that does nothing else. --workers says to how many workers --full measures.
    """
    from senet_gp.benchmark.suite import Effort, measure
    from senet_gp.cli import compile_kernels
    from senet_gp.errors import UsageError
    from senet_gp.games.registry import rules_of

    if not full:
        refuse_unread("with --full", "workers")
    wanted = Workers.of(workers)
    if wanted.method:
        raise UsageError(f"bench starts its workers in the usual way: write --workers {wanted.count}")
    compile_kernels(rules_of("senet"))
    report = measure(
        full=full,
        workers=wanted.count,
        effort=Effort(),
        tell=lambda what: click.echo(f"measuring {what} …", err=True),
    )
    if as_json:
        click.echo(json.dumps(report.as_json()))
        return
    _print(report)


def _print(report: Report) -> None:
    """All figures, for people."""
    from senet_gp.cli.console import Console

    console = Console()
    if not console.is_terminal:
        console = Console(width=120)
    console.print(_games(report))
    click.echo(
        "A turn: times the yardstick a turn, not a game; bred trees win sooner.\n"
        "Equivalent: 10⁹ nodes of the tree as bred, times boards, a second. Evaluated: 10⁹ instructions.\n"
    )
    console.print(_knockouts(report))
    console.print(_generations(report))
    if report.scaling:
        console.print(_workers(report))
        console.print(_simulated(report))
    starts = {"help": "--help", "import": "import senet_gp", "tiny_run": "a tiny run"}
    starts["tiny_run_cold"] = "the same, compiling first"
    told = ", ".join(f"{starts[what]} {seconds:.2f} s" for what, seconds in report.startup.items())
    click.echo(f"Starts: {told}")
    if report.memory:
        _print_memory(report.memory)
    click.echo(f"Medians of {report.effort.repeats} repeats; {report.seconds:.0f} s in all.")


def _print_memory(memory: dict[str, Any]) -> None:
    click.echo(
        f"Bytes a node of {memory['trees']} trees of {memory['nodes']:,.0f} nodes: "
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
        *("tree", "nodes", "instructions", "yardstick", "senet-gp", "times", "a turn"),
        *("equivalent", "evaluated"),
    )
    figures = report.random
    rates = (figures.yardstick_games_per_second, figures.games_per_second)
    table.add_row(
        "random mover", "", "", *(f"{rate:,.0f}" for rate in rates), f"{figures.ratio:.2f}", "", "", ""
    )
    for tree in report.trees:
        table.add_row(
            tree.tree,
            f"{tree.nodes:,}",
            f"{tree.instructions:,}",
            f"{tree.yardstick_games_per_second:,.0f}",
            f"{tree.games_per_second:,.0f}",
            f"{tree.ratio:.2f}",
            f"{tree.ratio_per_turn:.2f}",
            f"{tree.node_evaluations_per_second / 1e9:.2f}",
            f"{tree.instructions_per_second / 1e9:.2f}",
        )
    return table


def _knockouts(report: Report) -> Table:
    table = _table(
        "A whole knockout on one core",
        *("nodes a tree", "entrants", "games", "seconds", "translating", "games/s"),
        *(
            ("plain DEAP games/s", "times a game", "times in all", "same results")
            if report.plain_deap
            else ()
        ),
    )
    for nodes, played in report.knockouts.items():
        cells = [
            f"{played.nodes:.0f}",
            str(played.entrants),
            str(played.games),
            f"{played.seconds:.2f}",
            f"{played.seconds_translating:.3f}",
            f"{played.games_per_second:,.0f}",
        ]
        if report.plain_deap:
            plain = report.plain_deap[nodes]
            cells += [
                f"{plain.games_per_second:.1f}",
                f"{plain.speedup_per_game:.0f}",
                f"{plain.speedup_in_total:.0f}",
                f"{'yes' if plain.same_results else 'NO'}, of {plain.entrants}",
            ]
        table.add_row(*cells)
    return table


def _generations(report: Report) -> Table:
    table = _table(
        "A generation of evolve on one core: what is not matches",
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


def _workers(report: Report) -> Table:
    scaling = report.scaling
    assert scaling is not None  # noqa: S101 - not asked for otherwise
    table = _table(
        f"Evaluating a generation of trees of {scaling.nodes:.0f} nodes",
        *("workers", "seconds", "times faster", "overhead of a round, ms"),
    )
    table.add_row("1", f"{scaling.seconds[1]:.2f}", "1.00", "")
    for number, speedup in scaling.speedup.items():
        overhead = f"{1000 * scaling.round_overhead[number]:.1f}"
        table.add_row(str(number), f"{scaling.seconds[number]:.2f}", f"{speedup:.2f}", overhead)
    return table


def _simulated(report: Report) -> Table:
    cores = list(report.simulated[0].seconds)
    table = _table(
        "Simulated: a generation, times faster than on one core",
        *("population", "seconds on 1", *(f"on {number}" for number in cores[1:]), "pays to"),
    )
    for one in report.simulated:
        speedups = (f"{one.speedup[number]:.1f}" for number in cores[1:])
        table.add_row(f"{one.population:,}", f"{one.seconds[1]:.2f}", *speedups, str(one.pays_to))
    return table
