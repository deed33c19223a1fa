"""Games per second and core. Several players take turns, so that a disturbance affects all of them.

Time is the processor's time of this process: what other processes take of the core does not count.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from statistics import median

#: Plays so many games.
Play = Callable[[int], object]
#: Seconds a game takes, one number a repeat.
Times = list[float]


def timed(play: Play, games: int) -> float:
    """The seconds per game, measured over this many games."""
    begin = time.process_time()
    play(games)
    return (time.process_time() - begin) / games


def games_for(play: Play, seconds: float) -> int:
    """How many games take about this many seconds; after this call everything is compiled."""
    games = 2
    play(games)
    while (each := timed(play, games)) * games < seconds / 8:
        games *= 2
    return max(1, round(seconds / each))


def measured(plays: Mapping[str, Play], *, seconds: float, repeats: int) -> dict[str, Times]:
    """The seconds that a game of each player takes.

    All are measured in turns, in their order, so neighbours can be compared: two of the same repeat.

    Args:
        plays: what is to be measured, by name.
        seconds: how long each is played in a repeat, about.
        repeats: how often.
    """
    games = {name: games_for(play, seconds) for name, play in plays.items()}
    times: dict[str, Times] = {name: [] for name in plays}
    for _ in range(repeats):
        for name, play in plays.items():
            times[name].append(timed(play, games[name]))
    return times


def rate(times: Times) -> float:
    """Games per second: the median."""
    return 1 / median(times)
