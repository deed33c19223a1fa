"""Schemes of learning side by side, over many machines."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from senet_gp.cli.lessons import SEATS, Lesson
from senet_gp.cli.output import print_json, tell_written

if TYPE_CHECKING:
    from pathlib import Path

    from senet_gp.arena.workers import Workers
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
    """Train many machines by each scheme, and print a table of the schemes."""
    from rich.box import SIMPLE
    from rich.table import Table

    from senet_gp.arena.local_pool import WorkerPool
    from senet_gp.cli import compile_kernels
    from senet_gp.cli.console import Console
    from senet_gp.cli.progress import progress_bar
    from senet_gp.learning.comparison import LessonPlan, compare
    from senet_gp.learning.training import teachers_from

    teachers_from(lesson.against, lesson.game, next(iter(schemes.values())))  # refuses a wrong name now
    compile_kernels(lesson.game)
    with WorkerPool(workers) as pool, progress_bar("schemes", len(schemes)) as advance:
        courses = compare(
            lesson.game,
            schemes,
            LessonPlan(against=lesson.against, games=lesson.games, seats=SEATS[lesson.seat]),
            seeds=range(lesson.seed, lesson.seed + seeds),
            pool=pool,
            show=lambda done: advance(len(done), f"{len(done)}/{len(schemes)} {done[-1].scheme}"),
        )
    if plot:
        from senet_gp.plots import save
        from senet_gp.plots.learning import draw_comparison

        machines = "one machine" if seeds == 1 else f"{seeds} machines"
        save(draw_comparison(courses, f"{lesson}, {machines} a scheme"), plot)
    rows = [course.as_json() for course in courses]
    if as_json:
        print_json({**lesson.as_json(), "games": lesson.games, "seeds": seeds, "schemes": rows})
        return
    click.echo(f"Learning {lesson}, seeds {lesson.seed} to {lesson.seed + seeds - 1}")
    table = Table(box=SIMPLE)
    table.add_column("scheme", no_wrap=True)
    for heading in ("proven", "after games, median", "at most", "won at the end"):
        table.add_column(heading, justify="right")
    for course, row in zip(courses, rows, strict=True):
        until = row["games_until_proven"]
        table.add_row(
            course.scheme,
            f"{round(course.proven[-1] * seeds)} of {seeds}",
            f"{until['median']:.0f}" if until else "-",
            str(until["most"]) if until else "-",
            f"{course.won[-1]:.1%}",
        )
    Console().print(table)
    click.echo("Proven: no line of play makes the machine lose.")
    tell_written(plot)
