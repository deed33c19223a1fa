"""Schemes of learning side by side, over many machines."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from senet_gp.cli.lessons import SEATS, Lesson
from senet_gp.cli.output import print_json, tell_written

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from senet_gp.arena.workers import Workers
    from senet_gp.experiments.comparison import Findings
    from senet_gp.learning.comparison import Course
    from senet_gp.players.matchbox import Scheme


def compare_schemes(
    lesson: Lesson,
    schemes: dict[str, Scheme],
    seeds: int,
    workers: Workers | None,
    plot: Path | None,
    *,
    as_json: bool,
) -> None:
    """Train many machines by each scheme, and print what that says about the schemes."""
    from senet_gp.arena.local_pool import pool_of
    from senet_gp.cli import compile_kernels
    from senet_gp.cli.progress import progress_bar
    from senet_gp.learning.comparison import LessonPlan, compare, findings_of
    from senet_gp.learning.training import teachers_from

    teachers_from(lesson.against, lesson.game, next(iter(schemes.values())))  # refuses a wrong name now
    compile_kernels(lesson.game)
    plan = LessonPlan(against=lesson.against, games=lesson.games, seats=SEATS[lesson.seat])
    with pool_of(workers) as pool, progress_bar("schemes", len(schemes)) as advance:
        courses = compare(
            lesson.game,
            schemes,
            plan,
            seeds=range(lesson.seed, lesson.seed + seeds),
            pool=pool,
            show=lambda done: advance(len(done), f"{len(done)}/{len(schemes)} {done[-1].scheme}"),
        )
    if plot:
        from senet_gp.plots import save
        from senet_gp.plots.learning import draw_comparison

        machines = "one machine" if seeds == 1 else f"{seeds} machines"
        save(draw_comparison(courses, f"{lesson}, {machines} a scheme"), plot)
    findings = findings_of(lesson.game, courses, plan)
    if as_json:
        rows = [course.as_json() for course in courses]
        lessons = {**lesson.as_json(), "games": lesson.games, "seeds": seeds, "schemes": rows}
        print_json({**lessons, **findings.as_json()})
        return
    click.echo(f"Learning {lesson}, seeds {lesson.seed} to {lesson.seed + seeds - 1}")
    _print_schemes(courses)
    click.echo("Proven: no line of play makes the machine lose.")
    _print_differences(findings)
    tell_written(plot)


def _print_schemes(courses: Sequence[Course]) -> None:
    from rich.box import SIMPLE
    from rich.table import Table

    from senet_gp.cli.console import Console

    table = Table(box=SIMPLE)
    table.add_column("scheme", no_wrap=True)
    table.add_column("proven", justify="right", no_wrap=True)
    table.add_column("after games, median", justify="right")
    table.add_column("95 % interval", justify="right", no_wrap=True)
    for heading in ("at most", "won at the end"):
        table.add_column(heading, justify="right")
    for course in courses:
        until = course.as_json()["games_until_proven"]
        interval = until and until["interval"]
        machines = len(course.curves)
        table.add_row(
            course.scheme,
            f"{round(course.proven[-1] * machines)} of {machines}",
            f"{until['median']:.0f}" if until else "-",
            f"{interval[0]:.0f} to {interval[1]:.0f}" if interval else "-",
            str(until["most"]) if until else "-",
            f"{course.won[-1]:.1%}",
        )
    Console().print(table)


def _print_differences(findings: Findings) -> None:
    """Print which schemes are called different, and what so many machines can tell."""
    from rich.box import SIMPLE
    from rich.table import Table

    from senet_gp.cli.console import Console
    from senet_gp.experiments.wording import sensitivity_in_words

    console = Console()
    sooner: dict[str, list[str]] = {summary.name: [] for summary in findings.summaries}
    for pair in findings.comparisons:
        if pair.different:
            scheme, other = (pair.a, pair.b) if pair.effect < 0.5 else (pair.b, pair.a)
            sooner[scheme].append(other)
    if any(sooner.values()):
        table = Table(box=SIMPLE)
        table.add_column("scheme", no_wrap=True)
        table.add_column("proven sooner than")
        for scheme, others in sooner.items():
            if others:
                table.add_row(scheme, "; ".join(others))
        console.print(table)
    else:
        console.print("No scheme is told from another.")
    console.print(
        "Sooner: after fewer games, where a machine that is not proven at the end counts with all its games; "
        "p of the Mann-Whitney test, corrected by Holm for all pairs of schemes, is below 0.05."
    )
    for one in findings.sensitivities:
        console.print(sensitivity_in_words(one, findings.column))
