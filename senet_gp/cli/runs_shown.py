"""The progress of many runs, and what ends them early."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

import click

if TYPE_CHECKING:
    from senet_gp.cli.progress import Show
    from senet_gp.experiments.plan import Task
    from senet_gp.experiments.running import Progress


@contextmanager
def runs_shown(runs: int, go_on: str) -> Iterator[Show]:
    """Show how many runs are done, and say how to go on where they end early.

    Args:
        runs: the number of runs.
        go_on: how to go on, a part of a sentence.

    Raises:
        Interrupted: if the user interrupts what is done in this context.
        SenetGpError: if memory runs out or workers die.
    """
    from senet_gp.arena.pool import WorkerError
    from senet_gp.cli import Interrupted
    from senet_gp.cli.progress import progress_bar
    from senet_gp.errors import SenetGpError
    from senet_gp.evolution.node_budget import PopulationTooLargeError

    def line(_done: float, text: str) -> None:
        click.echo(text, err=True)

    with progress_bar("runs", runs, plain=line) as bar:
        try:
            yield bar
        except KeyboardInterrupt:
            raise Interrupted(f"interrupted; {go_on}") from None
        except (PopulationTooLargeError, WorkerError) as error:
            raise SenetGpError(f"{error}; {go_on}") from None
        except MemoryError:
            raise SenetGpError(f"memory ran out; {go_on}") from None


def run_line(bar: Show) -> Progress:
    """What shows the runs that are done on a bar."""

    def show(done: int, runs: int, task: Task | None) -> None:
        last = f", {task.variant} seed {task.config.seed}" if task else ""
        bar(done, f"{done:,}/{runs:,}{last}")

    return show
