"""Games per second on one core. Several players take turns, so that a disturbance affects all of them.

Times are the processor time of this process, which excludes the time of other processes on the core.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from statistics import median

#: Plays the given number of games.
Play = Callable[[int], object]
#: The seconds per game, one number for each repeat.
Times = list[float]


def timed(play: Play, games: int) -> float:
    """The mean seconds per game over this many games."""
    begin = time.process_time()
    play(games)
    return (time.process_time() - begin) / games


def games_for(play: Play, seconds: float) -> int:
    """The number of games that take about this many seconds; after this call everything is compiled."""
    games = 2
    play(games)
    while (each := timed(play, games)) * games < seconds / 8:
        games *= 2
    return max(1, round(seconds / each))


def measured(plays: Mapping[str, Play], *, seconds: float, repeats: int) -> dict[str, Times]:
    """The seconds per game of each player.

    In every repeat all players are measured one after another, in their order. So the times of different
    players in the same repeat can be compared.

    Args:
        plays: the functions that play, by name.
        seconds: the approximate length of a measurement.
        repeats: the number of measurements of each player.
    """
    games = {name: games_for(play, seconds) for name, play in plays.items()}
    times: dict[str, Times] = {name: [] for name in plays}
    for _ in range(repeats):
        for name, play in plays.items():
            times[name].append(timed(play, games[name]))
    return times


def rate(times: Times) -> float:
    """Games per second, from the median of the times.

    >>> rate([0.1, 0.25, 0.5])
    4.0
    """
    return 1 / median(times)
