"""The model of Bradley and Terry (1952), fitted to a round robin, with confidence intervals.

In this model the probability that one player beats another depends only on the difference of their strengths,
which is the logarithm of the odds. Strengths have mean 0.

The estimates are of the strengths that infinitely many games between the same players would give. So the
intervals are valid even where the model does not fit: the model gives the probabilities, but the variance of
the points between two players is estimated from their own games.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from scipy.optimize import elementwise
from scipy.special import expit

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
