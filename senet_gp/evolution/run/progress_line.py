"""One line that shows how far a run is, in a notebook or a script."""

from __future__ import annotations

import sys
import time
from collections import deque
from datetime import timedelta
from math import inf
from typing import TextIO

from senet_gp.evolution.loop.state import Generation
from senet_gp.runtime.checks import real_number, whole_number

#: The time left is estimated from this many generations.
_GENERATIONS = 10
#: The least seconds after which the line is written again.
_SECONDS_BETWEEN = 0.2


class ProgressLine:
    """Writes one line about the generations of a run, and overwrites it with each.

    Call it with each generation, as :class:`~senet_gp.evolution.run.run.RunHooks` does with its
    ``on_generation``. Without one, :func:`~senet_gp.evolution.run.run.play_run` does so in notebooks.

    >>> from senet_gp import Config, Evolution, SerialPool
    >>> config = Config.of("hexapawn", population=12, generations=2, games=2)
    >>> line = ProgressLine(config.generations, sys.stdout)
    >>> for generation in Evolution(config, SerialPool()):  # doctest: +ELLIPSIS, +NORMALIZE_WHITESPACE
    ...     line(generation)
    generation 1: winner of ... on average; ... left ...generation 2: winner of ... on average; done in ...

    Args:
        generations: the number of generations of the run.
        stream: where the line is written; by default standard error.
        islands: the number of islands, each of which has its generations.
        minutes: how long the run lasts, if that is limited; 0 if it is not.
    """

    def __init__(
        self,
        generations: int,
        stream: TextIO | None = None,
        *,
        islands: int = 1,
        minutes: float = 0.0,
    ) -> None:
        self._generations = whole_number("generations", generations, 1)
        self._seconds = 60 * real_number("minutes", minutes, 0) or inf
        self._stream = stream
        self._islands = whole_number("islands", islands, 1)
        self._played: dict[int, int] = {}
        self._begun = time.monotonic()
        self._ended = deque([self._begun], maxlen=_GENERATIONS + 1)
        self._written = 0.0
        self._width = 0

    def __call__(self, generation: Generation) -> None:
        """Write the line for a generation, unless it was written a moment ago; the last one ends the line."""
        now = time.monotonic()
        self._ended.append(now)
        self._played[generation.island] = generation.number
        others = self._islands - len(self._played)  # whose generations are not known yet
        played = sum(self._played.values()) + others * min(self._played.values())
        to_play = self._islands * self._generations - played
        ends = generation.last or generation.number >= self._generations
        last = ends and not others and min(self._played.values()) == generation.number
        if not last and now - self._written < _SECONDS_BETWEEN:
            return
        self._written = now
        each = (now - self._ended[0]) / (len(self._ended) - 1)
        left = min(each * to_play, max(0.0, self._seconds - now + self._begun))
        when = f"done in {_clock(now - self._begun)}" if last else f"about {_clock(left)} left"
        text = f"{generation}; {when}"
        stream = sys.stderr if self._stream is None else self._stream
        if self._width:
            stream.write("\r")
        # Blanks cover what a longer line has left there.
        stream.write(f"{text:<{self._width}}")
        if last:
            stream.write("\n")
        stream.flush()
        self._width = len(text)

    def __repr__(self) -> str:
        return f"<ProgressLine: {self._generations} generations>"


def in_notebook() -> bool:
    """Whether standard error is shown in a notebook, by Jupyter's kernel for Python.

    >>> in_notebook()
    False
    """
    return type(sys.stderr).__module__.partition(".")[0] == "ipykernel"


def _clock(seconds: float) -> str:
    return str(timedelta(seconds=round(seconds)))
