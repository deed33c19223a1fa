"""What is shown while a run with islands goes on: a line whenever an island is saved."""

from __future__ import annotations

import time
from collections.abc import Callable
from datetime import timedelta

import click

from senet_gp.cli.run_view import MEASURING, number_of, speed_of
from senet_gp.evolution.config import Config
from senet_gp.evolution.islands import next_stop
from senet_gp.evolution.loop import Generation


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
