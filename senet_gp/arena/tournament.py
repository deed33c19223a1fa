"""A tournament: a round robin between players, with the rating of each, and its confidence interval.

The model is that of Bradley and Terry (:mod:`senet_gp.arena.bradley_terry`); ratings are on the scale of
chess, where 400 points are odds of ten to one, with mean 0. The games of each two players are measured like a
match (:mod:`senet_gp.arena.paired_games`): luck is subtracted, and pairs of games with the same throws form
clusters. Existing libraries for this model, such as choix, give no intervals.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import isfinite, log

import numpy as np
from scipy.special import stdtrit

from senet_gp.arena.bradley_terry import Meetings, bounds, strengths
from senet_gp.arena.paired_games import RoundRobin, round_robin
from senet_gp.arena.pool import Pool, SerialPool
from senet_gp.engine.measurement import PRIOR_CLUSTERS
from senet_gp.games.protocol import Game
from senet_gp.games.registry import as_game
from senet_gp.players.parsing import Entrant, as_player, entrants_in
from senet_gp.runtime.checks import number_of_games, seed_number
from senet_gp.runtime.errors import UsageError, brief
from senet_gp.runtime.interruption import Progress
from senet_gp.runtime.registries import Displayed
from senet_gp.runtime.streams import SeedDomain, key_of

#: The method of the intervals, for ``--json``.
INTERVAL_METHOD = "score test, clustered by pairs of games on the same throws, luck subtracted"

_SCALE = 400 / log(10)
#: The ``repr`` of a tournament shows at most this many of its players.
_SHOWN = 3


@dataclass(frozen=True, slots=True)
class Standing:
    """The result of an entrant in a round robin.

    Attributes:
        entrant: its index among the entrants, from 0 on.
        player: its name.
        rating: its rating, from the points with luck subtracted; the mean of all entrants is 0.
        interval: the 95 % confidence interval of its rating relative to the mean of all entrants; -inf or inf
            where the games set no bound.
        wins: the number of games won.
        losses: the number of games lost.
        draws: the number of games drawn.
    """

    entrant: int
    player: str
    rating: float
    interval: tuple[float, float]
    wins: int
    losses: int
    draws: int

    @property
    def interval_in_words(self) -> str:
        """The interval as people read it, such as ``-35 to +12``, or ``+12 or more``."""
        # Rounded to whole numbers, so that there is no -0.
        low, high = (f"{round(end):+d}" if isfinite(end) else "" for end in self.interval)
        if low and high:
            return f"{low} to {high}" if low != high else low
        return f"{low} or more" if low else f"{high} or less" if high else "no bound"

    def __repr__(self) -> str:
        low, high = self.interval
        results = f"{self.wins} won, {self.draws} drawn, {self.losses} lost"
        return brief(self, f"{self.rating:+.0f} ({low:+.0f} to {high:+.0f})", results, self.player)


def standings(tournament: RoundRobin) -> list[Standing]:
    """The entrants of a round robin with their ratings, the best first; equal ones in their order."""
    meetings = _meetings(tournament)
    fitted = strengths(meetings)
    # Differences below a millionth of a point are rounding errors.
    ratings = (_SCALE * fitted).round(6) + 0.0
    intervals = _SCALE * bounds(meetings, fitted, _level(len(tournament.players), tournament.games))
    wins, losses, draws = (tournament.tally(outcome) for outcome in (1, -1, 0))
    rows = [
        Standing(
            index,
            player,
            float(ratings[index]),
            (float(intervals[index, 0]), float(intervals[index, 1])),
            int(wins[index]),
            int(losses[index]),
            int(draws[index]),
        )
        for index, player in enumerate(tournament.players)
    ]
    return sorted(rows, key=lambda standing: -standing.rating)


def places_without_a_loss(tournament: RoundRobin, table: Sequence[Standing]) -> list[int]:
    """The ranks down to which all entrants won all their games against all lower-ranked entrants.

    The distance between these groups is then unbounded, and with it the mean of all entrants.
    """
    order = [standing.entrant for standing in table]
    points = tournament.points[order][:, order]
    return [n for n in range(1, len(order)) if (points[:n, n:] == tournament.games).all()]


def _level(players: int, games: int) -> float:
    """How many standard deviations contain 95 %, by Student's t because the variances are estimated too."""
    return float(stdtrit((players - 1) * (games // 2 + PRIOR_CLUSTERS) - 1, 0.975))


def _meetings(tournament: RoundRobin) -> Meetings:
    """The games of each two entrants, each measured as a match."""
    count, games = len(tournament.players), tournament.games
    shares, effects = np.full((count, count), 0.5), np.ones((count, count))
    # Estimating the share from the same games takes up the variance of one cluster.
    clusters = games // 2 + PRIOR_CLUSTERS
    correction = clusters / (clusters - 1)
    for meeting, (one, other) in enumerate(tournament.sides.tolist()):
        measured = tournament.results.measured(meeting)
        shares[one, other], shares[other, one] = measured.share, 1 - measured.share
        effects[one, other] = effects[other, one] = games / measured.effective_games * correction
    return Meetings(games, shares, effects)


@dataclass(frozen=True, eq=False)
class Tournament(Displayed):
    """The games of a tournament, and the standings.

    Attributes:
        played: all games.
        standings: a row for each player, the best first.
    """

    played: RoundRobin
    standings: list[Standing]

    def __repr__(self) -> str:
        best = ", ".join(f"{row.player} {row.rating:+.0f}" for row in self.standings[:_SHOWN])
        return brief(self, f"{len(self.standings)} players, {self.played.games} games a pair", best)


def play_tournament(
    players: Sequence[Entrant],
    *,
    game: Game | str,
    games: int = 200,
    seed: int = 1,
    pool: Pool | None = None,
    show: Progress | None = None,
) -> Tournament:
    """Play a round robin as ``senet-gp tournament`` does: each player against each other.

    The games of two players depend on the seed and on their names alone: not on their order, on the other
    players, or on the number of workers.

    >>> tournament = play_tournament(["minimax", "random"], game="hexapawn", games=20)
    >>> [(standing.player, standing.wins) for standing in tournament.standings]
    [('minimax', 17), ('random', 3)]

    Args:
        players: the players, texts that name them (see
            :func:`~senet_gp.players.parsing.player_from_text`), or expressions, such as individuals; at least
            two. Expressions are bound to the game with its parameters.
        game: the game, with its parameters, or the name of one.
        games: the number of games between each two players, an even number.
        seed: the seed of the random streams.
        pool: where the games are played; by default in this process.
        show: is called now and then with the number of games played.

    Raises:
        UsageError: if there is no such game or player, there are fewer than two players, the number of games
            is odd, or an expression is made for another game.
    """
    games, seed = number_of_games(games, even=True), seed_number(seed)
    game = as_game(game)
    given = entrants_in("players", players)
    entrants = sorted((as_player(player, game) for player in given), key=lambda player: player.name)
    if len(entrants) < 2:
        raise UsageError("a tournament needs at least two players: name another")
    key = key_of(seed, SeedDomain.TOURNAMENT)
    played = round_robin(
        entrants, key=key, pool=pool or SerialPool(), game=game, games=games, show=show, by_name=True
    )
    return Tournament(played, standings(played))
