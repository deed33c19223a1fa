"""The progress of long work: a bar with the time left in a terminal; elsewhere, or where asked, nothing.

The bar is drawn by hand, between two pieces of work: a thread that draws would not survive in forked workers.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager

from rich.console import RenderableType
from rich.progress import (
    BarColumn,
    MofNCompleteColumn,
    Progress,
    TaskProgressColumn,
    TextColumn,
    TimeRemainingColumn,
)
from rich.table import Column

from senet_gp.cli.console import Console

#: What shows progress takes at most such a part of the time.
SHARE = 1 / 300
_SECONDS_BETWEEN_DRAWINGS = 0.1
#: With at most this many steps each is drawn, since a step may take long.
_FEW = 20
#: How many of the last seconds the time left is estimated from: all, as a single step may take long.
_ALL_OF_IT = 1e9


class ProgressBar:
    """Shows how far some work is; this one shows nothing, where there is no terminal.

    Attributes:
        seen: whether anything is shown.
    """

    seen = False

    def __call__(self, done: int, total: int, text: str = "") -> None:
        """Show how much is done, of how much (0 if that is not known), with a text beside it."""


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
    with _Bars(console, what, above, as_share=as_share) as bars:
        yield _DrawnBar(bars, as_share=as_share)


class _Bars(Progress):
    """A bar, and what stands above it.

    Args:
        console: where it is drawn.
        what: what is counted.
        above: makes what stands above it, on a console of some width.
        as_share: whether the share that is done is shown.
    """

    def __init__(
        self,
        console: Console,
        what: str,
        above: Callable[[int], RenderableType] | None,
        *,
        as_share: bool,
    ) -> None:
        self._above, self._wide = above, console.width
        whole = Column(no_wrap=True)
        done = TaskProgressColumn if as_share else MofNCompleteColumn
        # The bar and the text share what is left of the line; the text is cut there.
        super().__init__(
            TextColumn(what, markup=False),
            BarColumn(bar_width=None, table_column=Column(ratio=1)),
            done(table_column=whole),
            TimeRemainingColumn(table_column=whole),
            TextColumn("{task.description}", markup=False, table_column=Column(ratio=2, no_wrap=True)),
            console=console,
            auto_refresh=False,
            speed_estimate_period=_ALL_OF_IT,
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
        as_share: whether the share that is done is shown.
    """

    seen = True

    def __init__(self, bars: _Bars, *, as_share: bool) -> None:
        self._bars = bars
        self._as_share = as_share
        self._task = bars.add_task("", total=None)
        self._drawing = Allowance(SHARE, _SECONDS_BETWEEN_DRAWINGS)
        self._begun = False

    def __call__(self, done: int, total: int, text: str = "") -> None:
        few = 0 < total <= _FEW and not self._as_share
        if not self._begun or few or done == total or self._drawing.is_due():
            self._begun = True
            with self._drawing.spent():
                self._bars.update(
                    self._task, total=total or None, completed=done, description=text, refresh=True
                )
