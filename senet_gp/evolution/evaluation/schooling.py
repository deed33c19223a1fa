"""The teachers of the suite ``regret`` that are no players, and how many games a teacher plays."""

from __future__ import annotations

#: The winners of the run so far, and a network that the run trains.
SELF, NETWORK = "self", "network"
#: A network that teaches is made of so many, which learn side by side, each on a core.
NETWORKS = 2
#: How many games each part of that network learns from, for each minute of the run, and at least and at most;
#: and how many games of other teachers chances are fitted to.
_GAMES_A_MINUTE, _LEAST_GAMES, _MOST_GAMES, _FITTED_GAMES = 100_000, 40_000, 800_000, 20_000


def usual_games(teacher: str, minutes: float) -> int:
    """How many games a teacher plays if nothing is said, in a run of so many minutes; 0 for no limit.

    >>> usual_games("self", 10), usual_games("network", 1), usual_games("network", 10)
    (20000, 100000, 800000)
    """
    if teacher != NETWORK:
        return _FITTED_GAMES
    return min(_MOST_GAMES, max(_LEAST_GAMES, int(minutes * _GAMES_A_MINUTE)))
