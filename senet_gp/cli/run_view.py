"""What is shown while a run goes on: a live table in a terminal, else a line now and then.

Both take only a small share of the run's time: the longer it takes to show them, the less often they are
shown. The table is drawn between generations, by the main thread: a second thread would not survive in forked
workers. With islands there is a line whenever an island is saved.
"""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import timedelta
from itertools import chain

import click
from rich.box import SIMPLE
from rich.live import Live
from rich.table import Table

from primitives import vocabulary_of
from senet_gp.arena.intervals import Estimate
from senet_gp.arena.panel import against, fast_panel
from senet_gp.arena.pool import Pool
from senet_gp.cli.console import Console
from senet_gp.cli.progress import LINE_EVERY, SHARE, Allowance
from senet_gp.evolution.config import MOST_GENERATIONS, Config
from senet_gp.evolution.evaluation.registry import SUITES
from senet_gp.evolution.evaluation.teacher_texts import NETWORK, NETWORKS
from senet_gp.evolution.islands import next_stop
from senet_gp.evolution.loop import Generation
from senet_gp.players.player import ExpressionPlayer
from senet_gp.seed_domains import SeedDomain
from senet_gp.streams import key_of

_DRAW_EVERY = 0.25
#: About so many games a second two networks, each on a core, learn from, or are fitted to.
_TRAINED_A_SECOND, _FITTED_A_SECOND = 4_000, 6_000
#: What takes less time is not told.
_TELL_WAIT_AFTER = 2.0
#: Runs that were shorter are told no more of their end in lines.
_TELL_END_AFTER = 3.0
#: What goes on after the last generation.
MEASURING = "Choosing and measuring the champion …"
#: Games against each opponent of the panel, each time a winner is measured.
_GAMES = 4
_ROWS = 6
#: The time left is estimated from this many generations.
_GENERATIONS = 10

Show = Callable[[Generation], None]


@dataclass
class RunView:
    """What is shown of a run that goes on.

    Attributes:
        config: the run's configuration.
        pool: where winners play against the panel.
        score: the score of the last winner that was measured against the panel; None before the first.
        measured: the generation of that winner.
        seconds: how long all generations have taken so far.
        rows: the last generations that were drawn.
        last: the last of them.
    """

    config: Config
    pool: Pool
    score: Estimate | None = None
    measured: int = 0
    seconds: float = 0.0
    rows: deque[tuple[str, ...]] = field(default_factory=lambda: deque(maxlen=_ROWS))
    last: Generation | None = None
    _measuring: Allowance = field(default_factory=lambda: Allowance(SHARE, 0.5))
    _ended: deque[float] = field(
        default_factory=lambda: deque([time.perf_counter()], maxlen=_GENERATIONS + 1)
    )

    def note(self, generation: Generation) -> None:
        """Note that a generation has ended."""
        self._ended.append(time.perf_counter())
        self.seconds += generation.seconds_breeding + generation.seconds_evaluating

    def measure(self, generation: Generation) -> None:
        """Let a winner play against the panel, if it is time; this does not change the run."""
        if not self._measuring.is_due():
            return
        with self._measuring.spent():
            game = self.config.game_value
            vocabulary = vocabulary_of(game, self.config.vocabulary)
            opponents = list(chain.from_iterable(fast_panel(game).values()))
            self.score = against(
                ExpressionPlayer(generation.winner, vocabulary, "winner"),
                opponents,
                games=_GAMES,
                key=key_of(self.config.seed, SeedDomain.RUN_VIEW, generation.number),
                pool=self.pool,
                game=game,
            )
            self.measured = generation.number

    def seconds_left(self, generation: Generation) -> float:
        """An estimate of the seconds left: each generation to come takes as long as the last ones."""
        each = (self._ended[-1] - self._ended[0]) / (len(self._ended) - 1)
        left = each * (self.config.generations - generation.number)
        return min(left, max(0.0, 60 * self.config.minutes - self.seconds)) if self.config.minutes else left

    def time_left(self, generation: Generation) -> str:
        """The same, as hours, minutes and seconds."""
        return str(timedelta(seconds=round(self.seconds_left(generation))))

    def score_of(self, generation: Generation) -> str:
        """The score of the generation's winner against the panel, with its interval, if it was measured."""
        if self.score is None or self.measured != generation.number:
            return ""
        low, high = self.score.interval
        return f"{self.score.adjusted:.0%} ({low:.0%} to {high:.0%})"

    def as_line(self, generation: Generation) -> str:
        """A generation in one line."""
        record = generation.record
        score = self.score_of(generation)
        parts = [
            f"mean {record['size_mean']:.0f} nodes",
            f"winner {record['winner_size']}",
            *([f"against the panel {score}"] if score else []),
            speed_of(generation, self.config),
            *([_full(generation)] if generation.refused else []),
            f"time left {self.time_left(generation)}",
        ]
        return f"generation {number_of(generation, self.config)}: {', '.join(parts)}"

    def as_row(self, generation: Generation) -> tuple[str, ...]:
        """A generation as a row of the table."""
        record = generation.record
        return (
            number_of(generation, self.config),
            f"{record['winner_size']:,}",
            f"{record['size_mean']:,.1f}",
            self.score_of(generation),
            _speed(generation),
        )


def number_of(generation: Generation, config: Config) -> str:
    """The number of a generation, with that of the last one if it is known."""
    of_all = "" if config.generations == MOST_GENERATIONS else f"/{config.generations}"
    return f"{generation.number}{of_all}"


def speed_of(generation: Generation, config: Config) -> str:
    """How many games, or whatever the tests of the run are called, there were a second."""
    return f"{_speed(generation)} {_counted(config)}/s"


def _speed(generation: Generation) -> str:
    return f"{generation.games / generation.seconds_evaluating:,.0f}"


def _counted(config: Config) -> str:
    return SUITES[config.fitness].counted


def _full(generation: Generation) -> str:
    return f"memory is full: {generation.refused} children were refused"


@contextmanager
def run_view(
    config: Config, pool: Pool, *, quiet: bool, lines: bool = False, seconds: float = 0.0
) -> Iterator[Show]:
    """Give a function that takes each generation and shows, on standard error, how far the run is.

    Args:
        config: the run's configuration.
        pool: where winners play against the panel.
        quiet: whether nothing is shown.
        lines: whether lines are shown even where a table could be drawn.
        seconds: how long the generations before have taken, if the run goes on.
    """
    if quiet:
        yield lambda _generation: None
        return
    _tell_training(config, pool)
    view = RunView(config, pool, seconds=seconds)
    console = Console(stderr=True)
    if console.is_screen and console.fits(_headings(view)) and not lines:
        with Live(console=console, auto_refresh=False) as live:
            yield _drawing(view, live)
            if view.last is not None:
                live.update(_table(view, view.last, caption=""), refresh=True)
    else:
        yield _telling(view)


def _tell_training(config: Config, pool: Pool) -> None:
    """Say what the first generation waits for, if networks that teach take a while."""
    if config.missing_for("teacher_games") is not None:
        return
    games, cores = config.teacher_games, min(pool.workers, NETWORKS)
    if config.teacher == NETWORK:
        seconds = games * NETWORKS / cores / _TRAINED_A_SECOND
        what = f"the two halves of the network that teaches play {games:,} games each"
    else:
        seconds = games * NETWORKS / cores / _FITTED_A_SECOND
        what = f"networks are fitted to {games:,} games"
    if seconds > _TELL_WAIT_AFTER:
        click.echo(f"First {what}, which takes about {seconds:.0f} seconds …", err=True)


def _telling(view: RunView) -> Show:
    """A function that prints a line now and then."""
    telling = Allowance(SHARE, LINE_EVERY)
    begun = time.perf_counter()

    def show(generation: Generation) -> None:
        view.note(generation)
        if telling.is_due():
            with telling.spent():
                view.measure(generation)
                click.echo(view.as_line(generation), err=True)
        if generation.last and time.perf_counter() - begun > _TELL_END_AFTER:
            click.echo(MEASURING, err=True)

    return show


def _drawing(view: RunView, live: Live) -> Show:
    """A function that draws the table of the last generations that were shown."""
    drawing = Allowance(SHARE, _DRAW_EVERY)

    def show(generation: Generation) -> None:
        view.note(generation)
        # The last one is always shown: short runs would otherwise show nothing.
        if drawing.is_due() or generation.last:
            view.measure(generation)
            with drawing.spent():
                view.rows.append(view.as_row(generation))
                view.last = generation
                left = MEASURING if generation.last else f"time left {view.time_left(generation)}"
                live.update(_table(view, generation, left), refresh=True)

    return show


def _table(view: RunView, generation: Generation, caption: str) -> Table:
    parts = [caption, _full(generation) if generation.refused else ""]
    table = _headings(view)
    table.caption = "; ".join(filter(None, parts)) or None
    for row in view.rows:
        table.add_row(*row)
    return table


def _headings(view: RunView) -> Table:
    """The table without rows."""
    table = Table(box=SIMPLE, caption_justify="left", collapse_padding=True)
    rate = f"{_counted(view.config)}/s"
    for heading in ("generation", "winner's size", "mean size", "against the panel", rate):
        table.add_column(heading, justify="right", no_wrap=True)
    return table


def island_view(
    config: Config, played: int, *, quiet: bool, seconds: float = 0.0
) -> Callable[[Generation], None]:
    """A function that takes each generation of every island and tells how far the run is, on standard error.

    Args:
        config: the run's configuration.
        played: the number of generations that every island has played.
        quiet: whether nothing is shown.
        seconds: how long the generations before have taken, if the run goes on.
    """
    if quiet:
        return lambda _generation: None
    return _Lines(config, played, seconds).show


class _Lines:
    def __init__(self, config: Config, played: int, seconds: float) -> None:
        self._config = config
        self._seconds = seconds
        self._begun = time.perf_counter()
        self._seen = 0
        self._played = dict.fromkeys(range(1, config.islands + 1), played)

    def show(self, generation: Generation) -> None:
        """Print a line if the island stops after this generation."""
        config, island, number = self._config, generation.island, generation.number
        self._seen += 1
        self._played[island] = number
        if number != next_stop(config, number - 1):
            return
        record = generation.record
        spent = time.perf_counter() - self._begun
        left = spent / self._seen * (config.islands * config.generations - sum(self._played.values()))
        if config.minutes:
            left = min(left, max(0.0, 60 * config.minutes - self._seconds - spent))
        click.echo(
            f"island {island}/{config.islands}, generation {number_of(generation, config)}: "
            f"mean {record['size_mean']:.0f} nodes, winner {record['winner_size']}, "
            f"{speed_of(generation, config)}, "
            f"time left {timedelta(seconds=round(left))}",
            err=True,
        )
        if generation.last and min(self._played.values()) == number:
            click.echo(MEASURING, err=True)
