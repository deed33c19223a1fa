"""The progress of long commands: a bar in a terminal, else nothing, or a line now and then."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from datetime import timedelta

import click
from rich.progress import BarColumn, Progress, TextColumn, TimeRemainingColumn

from senet_gp.cli.console import Console
from senet_gp.engine.playthrough import Watcher
from senet_gp.players.player import Player

#: Called with how much is done, and a text to show beside it.
Show = Callable[[float, str], None]
#: What shows progress takes at most such a part of the time.
SHARE = 1 / 300
#: Where there is no terminal, a line is printed about every so many seconds.
LINE_EVERY = 10.0
_SECONDS_BETWEEN_REFRESHES = 0.1


class Allowance:
    """Limits an activity to a share of the time.

    Args:
        share: the share of the time that the activity may take.
        wait: how many seconds pass at least before it is first due, and between two times.
    """

    def __init__(self, share: float, wait: float) -> None:
        self._share = share
        self._wait = wait
        self._next = time.perf_counter() + wait

    def is_due(self) -> bool:
        """Whether the activity may happen again now."""
        return time.perf_counter() >= self._next

    @contextmanager
    def spent(self) -> Iterator[None]:
        """Measure how long the activity takes."""
        begun = time.perf_counter()
        yield
        ended = time.perf_counter()
        self._next = ended + max(self._wait, (ended - begun) / self._share)


def no_bar(_done: float, _text: str) -> None:
    """Show nothing, where there is no terminal."""


@contextmanager
def games_bar(games: int, players: Iterable[Player]) -> Iterator[Callable[[int], None] | None]:
    """Give a function that shows how many of the games have been played, or None to show nothing.

    Nothing is shown where there is no terminal, nor if a person plays: the bar would cover the board.
    """
    if any(isinstance(player, Watcher) for player in players):
        yield None
        return
    with progress_bar("games", games) as show:
        yield None if show is no_bar else lambda done: show(done, f"{done:,}/{games:,}")


@contextmanager
def progress_bar(what: str, total: float | None, *, plain: Show = no_bar) -> Iterator[Show]:
    """Give a function that shows how much is done in a bar on standard error.

    Args:
        what: the label in front of the bar: what is counted.
        total: how much there is to do; None if that is not known.
        plain: the function to give instead where there is no terminal.
    """
    console = Console(stderr=True)
    if not console.is_screen:
        yield plain
        return
    # Refreshed by hand, because a thread that refreshes would not survive in forked workers.
    with Progress(
        TextColumn(what, markup=False),
        BarColumn(),
        TextColumn("{task.description}", markup=False),
        *([] if total is None else [TextColumn("time left"), TimeRemainingColumn(compact=True)]),
        console=console,
        auto_refresh=False,
        transient=True,
    ) as progress:
        task = progress.add_task("", total=total)
        shown = 0.0

        def show(done: float, text: str) -> None:
            nonlocal shown
            now = time.perf_counter()
            if now - shown >= _SECONDS_BETWEEN_REFRESHES or (total is not None and done >= total):
                shown = now
                progress.update(task, completed=done, description=text, refresh=True)

        yield show


def progress_lines(what: str, total: float) -> Show:
    """A function that prints a line on standard error now and then, for commands of minutes and more.

    The time left is estimated from what was done since its first call, as work that goes on after a stop does
    not begin at 0.

    Args:
        what: what the line begins with: what is counted.
        total: how much there is to do.
    """
    telling = Allowance(SHARE, LINE_EVERY)
    begun: tuple[float, float] | None = None

    def show(done: float, text: str) -> None:
        nonlocal begun
        now = time.perf_counter()
        begun = begun or (done, now)
        if telling.is_due():
            with telling.spent():
                before, since = begun
                line = f"{what}: {text}, {done / total:.0%}"
                if done > before:
                    seconds = (now - since) * (total - done) / (done - before)
                    line += f", time left {timedelta(seconds=round(seconds))}"
                click.echo(line, err=True)

    return show
