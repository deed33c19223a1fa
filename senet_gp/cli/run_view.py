"""What is shown in a terminal while a run goes on: its last generations, and below them how far it is.

Both take only a small share of the time: the longer it takes to show them, the less often they are shown.
They are drawn between generations.
"""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import contextmanager
from math import ceil

from rich.console import Group, RenderableType
from rich.text import Text

from senet_gp.arena.match import measure
from senet_gp.arena.panel import fast_panel
from senet_gp.arena.pool import Pool
from senet_gp.cli.console import Console, drawn, figures
from senet_gp.cli.progress import SHARE, Allowance, ProgressBar, progress
from senet_gp.engine.measurement import Measurement
from senet_gp.evolution.configuration.common_options import MAX_GENERATIONS
from senet_gp.evolution.configuration.config import ResolvedConfig
from senet_gp.evolution.evaluation.suites import NETWORK, NETWORKS, Regret
from senet_gp.evolution.loop.state import Generation
from senet_gp.players.player import ExpressionPlayer
from senet_gp.runtime.recent import Recent
from senet_gp.runtime.streams import Purpose, key_of

#: Games against the panel while a run is shown live.
RUN_VIEW = Purpose(9)
_SECONDS_BETWEEN_DRAWINGS = 0.25
_SECONDS_BETWEEN_MEASUREMENTS = 0.5
#: About how many games a second two networks, each on a core, learn from.
_TRAINED_A_SECOND = 4_000
#: What takes less time is not told.
_TELL_WAIT_AFTER = 2.0
#: What goes on after the last generation.
MEASURING = "choosing and measuring the champion"
#: Games against each opponent of the panel, each time a winner is measured.
_GAMES = 4
_ROWS = 6


class RunView:
    """What is shown of a run that goes on.

    Args:
        config: the run's configuration.
        pool: where winners play against the panel.
        played: the number of generations that it has played; with islands, that every island has.
        seconds: how long these have taken.
    """

    def __init__(self, config: ResolvedConfig, pool: Pool, *, played: int = 0, seconds: float = 0.0) -> None:
        self._config = config
        self._pool = pool
        self._begun = time.perf_counter() - seconds
        self._played = dict.fromkeys(range(1, config.islands + 1) if config.islands > 1 else [0], played)
        self._rows: Recent[int, tuple[str, ...]] = Recent(_ROWS)
        self._score: Measurement | None = None
        self._drawing = Allowance(SHARE, _SECONDS_BETWEEN_DRAWINGS)
        self._measuring = Allowance(SHARE, _SECONDS_BETWEEN_MEASUREMENTS)
        self._bar = ProgressBar()

    @contextmanager
    def shown(self, *, quiet: bool) -> Iterator[None]:
        """Inside this context the run is shown in a terminal, unless nothing is to be shown."""
        what = "time" if self._config.minutes else "generations"
        by_time = bool(self._config.minutes)
        with progress(what, as_share=by_time, quiet=quiet, above=self.above) as self._bar:
            self._bar(*self.done, awaited_first(self._config, self._pool))
            yield
        if self._bar.seen:
            console = Console(stderr=True)
            console.print(self.table(console.width))

    @property
    def saved(self) -> int:
        """The number of generations that the run has played; with islands, that every island has."""
        return min(self._played.values())

    @property
    def done(self) -> tuple[int, int]:
        """How many generations of all islands are played, of how many; thousandths if time limits the run."""
        played, generations = sum(self._played.values()), self._config.generations * self._config.islands
        if not self._config.minutes:
            return played, generations
        of_time = (time.perf_counter() - self._begun) / (60 * self._config.minutes)
        return round(1000 * min(1.0, max(of_time, played / generations))), 1000

    def show(self, generation: Generation) -> None:
        """Show a generation, if it is time; the last one always, as short runs would else show nothing."""
        self._played[generation.island] = generation.number
        if not self._bar.seen:
            return
        due = generation.last or self._drawing.is_due()
        if not due and not generation.island:
            return
        if due:
            self._measure(generation)
        self._rows.put(generation.island or generation.number, self._row(generation))
        if due:
            with self._drawing.spent():
                self._bar(*self.done, self._remark(generation))

    def _measure(self, generation: Generation) -> None:
        """Let a winner play against the panel, if it is time; this does not change the run.

        With islands, the pool plays the other islands meanwhile.
        """
        self._score = None
        if generation.island or not self._measuring.is_due():
            return
        with self._measuring.spent():
            game = self._config.game_value
            vocabulary = self._config.vocabulary_value
            played = measure(
                [ExpressionPlayer(generation.winner, vocabulary, "winner")],
                fast_panel(game),
                games=_GAMES,
                key=key_of(self._config.seed, RUN_VIEW, generation.number),
                pool=self._pool,
                game=game,
            )
            self._score = played.measured(0)

    def _row(self, generation: Generation) -> tuple[str, ...]:
        config = self._config
        of_all = "" if config.generations == MAX_GENERATIONS else f"/{config.generations}"
        figures_of_it = (
            f"{generation.number}{of_all}",
            f"{generation.row.winner_size:,}",
            f"{generation.row.size_mean:,.1f}",
        )
        speed = f"{generation.games / generation.timing.seconds_evaluating:,.0f}"
        if generation.island:
            return (str(generation.island), *figures_of_it, speed)
        return (*figures_of_it, "" if self._score is None else str(self._score), speed)

    def _remark(self, generation: Generation) -> str:
        if generation.last and self.saved == generation.number:
            return MEASURING
        return f"memory is full: {generation.refused} children were refused" if generation.refused else ""

    def table(self, width: int) -> RenderableType:
        """The last generations that were shown, on a console of this width; with islands, their last ones."""
        rows = sorted(self._rows.items())
        if not rows:
            return Group()
        counted = f"{self._config.fitness.counted}/s"
        sizes = ("generation", "winner's size", "mean size")
        islands = self._config.islands > 1
        headings = ("island", *sizes, counted) if islands else (*sizes, "against the panel", counted)
        return drawn(figures(*headings), [row for _, row in rows], width)

    def above(self, width: int) -> RenderableType:
        """The same, and a line between it and the bar."""
        return Group(self.table(width), Text())


def awaited_first(config: ResolvedConfig, pool: Pool) -> str:
    """What a run waits for before its first generation, if networks that teach take a while."""
    suite = config.fitness
    if not isinstance(suite, Regret) or suite.teacher != NETWORK:
        return ""
    games, islands = suite.teacher_games, config.islands
    # An island is in one process, where the halves of its network learn in turn.
    turns = ceil(islands / pool.workers) * NETWORKS if islands > 1 else ceil(NETWORKS / pool.workers)
    seconds = games * turns / _TRAINED_A_SECOND
    what = f"the two halves of the network that teaches play {games:,} games each"
    return f"first {what}, which takes about {seconds:.0f} seconds" if seconds > _TELL_WAIT_AFTER else ""
