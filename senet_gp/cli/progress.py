"""The progress of long work: a bar with the time left in a terminal; elsewhere, or where asked, nothing.

The bar is drawn by hand, between two pieces of work: a thread that draws would not survive in forked workers.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from datetime import timedelta

from rich.console import RenderableType
from rich.progress import BarColumn, Progress, ProgressColumn, Task, TextColumn
from rich.table import Column
from rich.text import Text

from senet_gp.cli.console import Console

#: What shows progress takes at most such a part of the time.
SHARE = 1 / 300
_SECONDS_BETWEEN_DRAWINGS = 0.1
#: With at most this many steps each is drawn, since a step may take long.
_FEW = 20


class ProgressBar:
    """Shows how far some work is; this one shows nothing, where there is no terminal.

    Attributes:
        seen: whether anything is shown.
    """

    seen = False

    def __call__(self, done: int, total: int, text: str = "") -> None:
        """Show how much is done, of how much (0 if that is not known), with a text beside it."""

    def begin_stage(self, what: str) -> ProgressBar:
        """Begin to count something else with the same bar."""
        del what
        return self


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


@contextmanager
def progress(
    what: str,
    *,
    as_share: bool = False,
    quiet: bool = False,
    above: Callable[[int], RenderableType] | None = None,
) -> Iterator[ProgressBar]:
    """Give a function that shows on standard error how much is done, or one that shows nothing.

    Its first call tells what was done before, from which on time is taken.

    Args:
        what: the label in front of the bar: what is counted.
        as_share: whether the share that is done is shown, in place of how much that is.
        quiet: whether nothing is shown in any case.
        above: makes what is drawn above the bar, on a console of some width.
    """
    console = Console(stderr=True)
    if quiet or not console.is_screen:
        yield ProgressBar()
        return
    with _Bars(console, above) as bars:
        yield _DrawnBar(bars, what, as_share=as_share)


class _Bars(Progress):
    """A bar, and what stands above it.

    Args:
        console: where it is drawn.
        above: makes what stands above it, on a console of some width.
    """

    def __init__(self, console: Console, above: Callable[[int], RenderableType] | None) -> None:
        self._above, self._wide = above, console.width
        whole = Column(no_wrap=True)
        # The bar and the text share what is left of the line; the text is cut there.
        super().__init__(
            TextColumn("{task.fields[what]}", markup=False),
            BarColumn(bar_width=None, table_column=Column(ratio=1)),
            _Done(whole),
            _TimeLeft(whole),
            TextColumn("{task.description}", markup=False, table_column=Column(ratio=2, no_wrap=True)),
            console=console,
            auto_refresh=False,
            get_time=time.perf_counter,
            expand=True,
            transient=True,
        )

    def get_renderables(self) -> Iterable[RenderableType]:
        """What is drawn, from above."""
        if self._above is not None:
            yield self._above(self._wide)
        yield from super().get_renderables()


class _DrawnBar(ProgressBar):
    """Shows how far some work is on a bar.

    Args:
        bars: where it is drawn.
        what: what is counted.
        as_share: whether the share that is done is shown.
    """

    seen = True

    def __init__(self, bars: _Bars, what: str, *, as_share: bool) -> None:
        self._bars = bars
        self._as_share = as_share
        self._task = bars.add_task("", total=None, what=what, before=0, as_share=as_share)
        self._drawing = Allowance(SHARE, _SECONDS_BETWEEN_DRAWINGS)
        self._before: int | None = None

    def __call__(self, done: int, total: int, text: str = "") -> None:
        begins = self._before is None
        if begins:
            self._before = done
        few = 0 < total <= _FEW and not self._as_share
        if begins or few or done == total or self._drawing.is_due():
            with self._drawing.spent():
                self._bars.update(
                    self._task,
                    total=total or None,
                    completed=done,
                    description=text,
                    before=self._before,
                    refresh=True,
                )

    def begin_stage(self, what: str) -> ProgressBar:
        self._before = None
        self._bars.reset(self._task, total=None, what=what, before=0, as_share=self._as_share)
        return self


class _Done(ProgressColumn):
    """How much is done, of how much."""

    def render(self, task: Task) -> Text:
        if task.total is None:
            return Text(f"{task.completed:,.0f}")
        if task.fields["as_share"]:
            return Text(f"{task.completed / task.total:4.0%}")
        return Text(f"{task.completed:,.0f}/{task.total:,}")


class _TimeLeft(ProgressColumn):
    """How long the rest takes, if it goes on as since the beginning.

    rich's own estimate waits for a second step, and forgets steps of more than half a minute.
    """

    def render(self, task: Task) -> Text:
        done = task.completed - task.fields["before"]
        if task.total is None or task.elapsed is None or done <= 0:
            return Text()
        seconds = task.elapsed * max(0.0, task.total - task.completed) / done
        return Text(f"{timedelta(seconds=round(seconds))} left")
