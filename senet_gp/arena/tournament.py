"""A tournament: a round robin between players, with the rating of each, and its confidence interval.

Ratings are on the scale of chess, where 400 points are odds of ten to one, with mean 0. The games of each two
players are measured like a match (:mod:`senet_gp.arena.match`): luck is subtracted, and pairs of games with
the same throws form clusters.

In the model of Bradley and Terry (1952) the probability that one player beats another depends only on the
difference of their strengths, which is the logarithm of the odds. The estimates are of the strengths that
infinitely many games between the same players would give. So the intervals are valid even where the model
does not fit: the model gives the probabilities, but the variance of the points between two players is
estimated from their own games. Existing libraries for this model, such as choix, give no intervals.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import isfinite, log

import numpy as np
from numpy.typing import NDArray
from scipy.optimize import elementwise
from scipy.special import expit, stdtrit

from senet_gp.arena.match import RoundRobin, round_robin
from senet_gp.arena.pool import Pool, SerialPool
from senet_gp.engine.measurement import PRIOR_CLUSTERS
from senet_gp.games.protocol import Game
from senet_gp.games.registry import as_game
from senet_gp.players.parsing import Entrant, as_player, entrants_in
from senet_gp.runtime.checks import number_of_games, seed_number
from senet_gp.runtime.errors import UsageError, brief
from senet_gp.runtime.interruption import Progress
from senet_gp.runtime.registries import Displayed
from senet_gp.runtime.streams import Purpose, key_of

#: Round robins and knockouts between players.
TOURNAMENT = Purpose(3)
#: The method of the intervals, for ``--json``.
INTERVAL_METHOD = "score test, clustered by pairs of games on the same throws, luck subtracted"

_SCALE = 400 / log(10)
#: The ``repr`` of a tournament shows at most this many of its players.
_SHOWN = 3
#: No number of games could prove odds of e²³, one to ten billion: bounds beyond it are open.
_REACH = 23.0
#: This many drawn games against an average player keep strengths finite that the games do not determine.
_RIDGE = 1e-9
_STEPS = 200
_LONGEST_STEP = 2.0
_PRECISION = 1e-8
#: Bounds are found for as many players at once as make matrices of about this many elements.
_ELEMENTS = 1_000_000


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
    key = key_of(seed, TOURNAMENT)
    played = round_robin(
        entrants, key=key, pool=pool or SerialPool(), game=game, games=games, show=show, by_name=True
    )
    return Tournament(played, standings(played))


@dataclass(frozen=True, slots=True)
class Meetings:
    """The results of the games between each two of some players.

    Attributes:
        games: the number of games of each pair.
        shares: (players, players) float64, the share of points of the row's player against the column's; the
            diagonal is not read.
        effects: (players, players) float64, symmetric: the design effects, that is the variance of these
            points divided by the variance that independent games would have.
    """

    games: int
    shares: NDArray[np.float64]
    effects: NDArray[np.float64]


def strengths(meetings: Meetings) -> NDArray[np.float64]:
    """The players' strengths, (players,) float64 with mean 0, always finite.

    The gradient of the likelihood is that of Firth ("Bias reduction of maximum likelihood estimates", 1993):
    as if each pair had drawn some more games, in total one less than there are players. Maximum likelihood
    alone would put a player that has won every game at infinity.

    >>> even = Meetings(10, np.full((2, 2), 0.5), np.ones((2, 2)))
    >>> strengths(even).tolist()
    [0.0, 0.0]
    """
    players = len(meetings.shares)
    found = np.zeros((1, players))
    for _ in range(_STEPS):
        gradient, weights, information = _slopes(found, meetings)
        inverse = np.linalg.inv(information)[0]
        own = inverse.diagonal()
        leverages = weights[0] * (own[:, None] + own[None, :] - 2 * inverse)
        drawn = leverages * (0.5 - _chances(found)[0])
        step = inverse @ (gradient[0] + drawn.sum(axis=1))
        found += _shortened(step[None])
        if np.abs(step).max() < _PRECISION:
            break
    return np.asarray(found[0] - found[0].mean())


def bounds(meetings: Meetings, fitted: NDArray[np.float64], level: float) -> NDArray[np.float64]:
    """Confidence intervals of strengths relative to the mean of all players.

    The interval contains every strength that the score test does not reject: the other strengths are fitted
    to it, and the slope of the likelihood, which is 0 at the best strength, is compared with its standard
    deviation (Boos, "On generalized score tests", 1992), with the variances that ``effects`` gives. For two
    players this is Wilson's interval (1927) for their share; like that, it is open on a side where no game
    was lost or none was won.

    Args:
        meetings: the results of the games.
        fitted: (players,) float64, the strengths, where the search for the bounds begins.
        level: the largest slope that is not rejected, in standard deviations: 1.96 for 95 %, if the effects
            are known.

    Returns:
        (players, 2) float64, lower and upper bounds; -inf and inf where the games set no bound.
    """
    players = len(fitted)
    found = np.empty((players, 2))
    size = max(1, _ELEMENTS // players**2)
    for begin in range(0, players, size):
        targets = np.arange(begin, min(players, begin + size))
        for side, sign in enumerate((-1, 1)):
            found[targets, side] = _Profile(meetings, fitted, targets).bound(sign, level)
    return found


class _Profile:
    """The fits in which the strength of one player is fixed, for some players.

    Attributes:
        targets: (problems,) int64, the player whose strength is fixed in each problem.
    """

    def __init__(self, meetings: Meetings, fitted: NDArray[np.float64], targets: NDArray[np.int64]) -> None:
        self.meetings = meetings
        self.targets = targets
        #: The last strengths fitted in each problem, where the next fit begins.
        self._last = np.tile(fitted, (len(targets), 1))

    def bound(self, sign: int, level: float) -> NDArray[np.float64]:
        """The bounds on one side, below (``sign`` -1) or above (1)."""

        def beyond(at: NDArray[np.float64], problems: NDArray[np.int64]) -> NDArray[np.float64]:
            slope, variance = self._test(at, problems)
            # Like the quotient of the test, but bounded where the variance is nearly zero.
            return np.asarray(-sign * slope / np.sqrt(slope**2 + level**2 * variance) - np.sqrt(0.5))

        problems = np.arange(len(self.targets))
        inside = self._last[problems, self.targets]
        _, variance = self._test(inside, problems)
        outside, reach = inside.copy(), level / np.sqrt(variance)
        farthest = _REACH + np.abs(inside)
        # If even the fitted strength is rejected, it is the bound: every interval contains it.
        within = beyond(inside, problems) < 0
        found = np.where(within, sign * np.inf, inside)
        accepted = within.copy()
        while (going := np.flatnonzero(within & (np.abs(outside) < farthest))).size:
            inside[going] = outside[going]
            moved = outside[going] + sign * reach[going]
            outside[going] = np.clip(moved, -farthest[going], farthest[going])
            reach[going] *= 2
            within[going] = beyond(outside[going], going) < 0
        closed = np.flatnonzero(accepted & ~within)
        if closed.size:
            bracket = (inside[closed], outside[closed])
            tolerances = {"xatol": 1e-7, "xrtol": 1e-9}
            found[closed] = elementwise.find_root(beyond, bracket, args=(closed,), tolerances=tolerances).x
        return found

    def _test(
        self, at: NDArray[np.float64], problems: NDArray[np.int64]
    ) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
        """The slope of the log-likelihood in the fixed strength, with the others fitted, and its variance."""
        targets = self.targets[problems]
        rows, players = np.arange(len(problems)), self._last.shape[1]
        against_mean = np.full((len(problems), players), -1 / players)
        against_mean[rows, targets] += 1
        found = self._last[problems]
        found += (at - found[rows, targets])[:, None] * against_mean * players / (players - 1)
        for _ in range(_STEPS):
            gradient, weights, information = _slopes(found, self.meetings)
            solved = np.linalg.solve(information, np.stack([gradient, against_mean], axis=2))
            free, held = solved[:, :, 0], solved[:, :, 1]
            # The derivative of all strengths by the fixed one.
            along = held / (against_mean * held).sum(axis=1)[:, None]
            step = free - along * (against_mean * free).sum(axis=1)[:, None]
            if np.abs(step).max() < _PRECISION:
                break
            found += _shortened(step)
        self._last[problems] = found
        apart = along[:, :, None] - along[:, None, :]
        variance = (weights * self.meetings.effects * apart**2).sum(axis=(1, 2)) / 2
        return (along * gradient).sum(axis=1), variance + _RIDGE * (along**2).sum(axis=1)


def _chances(strength: NDArray[np.float64]) -> NDArray[np.float64]:
    """(problems, players, players) float64: the probability that the row's player beats the column's."""
    return np.asarray(expit(strength[:, :, None] - strength[:, None, :]))


def _slopes(
    strength: NDArray[np.float64], meetings: Meetings
) -> tuple[NDArray[np.float64], NDArray[np.float64], NDArray[np.float64]]:
    """The gradient, the variances of independent games, and the information, made regular in the mean."""
    players = strength.shape[1]
    one = np.arange(players)
    chances = _chances(strength)
    surplus = meetings.games * (meetings.shares - chances)
    weights = meetings.games * chances * (1 - chances)
    surplus[:, one, one] = weights[:, one, one] = 0
    information = -weights
    information[:, one, one] = weights.sum(axis=2) + _RIDGE
    information += weights.sum(axis=(1, 2))[:, None, None] / players**2
    return surplus.sum(axis=2) - _RIDGE * strength, weights, information


def _shortened(step: NDArray[np.float64]) -> NDArray[np.float64]:
    """Steps shortened so that no strength moves farther than a bound."""
    longest = np.abs(step).max(axis=1, keepdims=True)
    return np.asarray(step * np.minimum(1, _LONGEST_STEP / np.maximum(longest, _LONGEST_STEP)))
