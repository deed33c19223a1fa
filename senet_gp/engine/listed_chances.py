"""The exact win probabilities of games with throws whose boards have no numbers: their positions are listed.

Nothing but the rules in plain Python is asked, so a game needs neither kernels nor numbers, but it must not
have too many positions. :mod:`senet_gp.engine.exact_table` does the same for games whose boards have numbers,
much faster and with many more; docs/small_games.md says why the limit of turns does not matter.
"""

from __future__ import annotations

from array import array
from dataclasses import dataclass, field
from functools import cache
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from senet_gp.engine.exact_table import SolvedChances
from senet_gp.games.protocol import Game
from senet_gp.games.registry import in_words, titled
from senet_gp.runtime import interruption
from senet_gp.runtime.errors import UsageError, brief

#: More positions than this are not listed, which would take minutes.
_MOST = 200_000
#: The values are exact when looking at all positions changes none by more than this.
_STILL = 1e-13
#: How far values go towards those that follow: with whole steps those of players that avoid the end of a game
#: can go up and down for ever.
_STEP = 0.75
#: The values of games that are over stand after those of the positions: of lost, drawn and won ones.
_ENDED = np.array([0.0, 0.5, 1.0])
#: Choices that differ by less are equally good, so that it does not matter how sums are rounded.
_EQUAL = 2.0**-31


class ListedPositions(NamedTuple):
    """All positions that a game can reach, and the choices there.

    A position has a *decision* for each throw; the decisions of a position, and the choices of a decision,
    stand one after another.
    """

    positions: list[Any]  # as the player to move sees them
    numbers: dict[Any, int]  # of the positions
    decisions: NDArray[np.int64]  # (positions + 1,): where the decisions of each position begin
    throws: list[tuple[int, ...]]  # of each decision
    chances: NDArray[np.float64]  # (decisions,): of its throws
    choices: NDArray[np.int64]  # (decisions + 1,): where the choices of each decision begin
    following: NDArray[np.int64]  # (choices,): the position that follows; beyond all of them, how it ends
    passes: NDArray[np.bool_]  # (choices,): whether the other player is to move then


@dataclass(frozen=True, eq=False)
class ListedChances(SolvedChances):
    """The chance of winning of the player to move, in all positions of a game; a draw counts one half.

    Attributes:
        game: the game, with its parameters.
        values: (positions,) float64: the chances.
        listing: the positions and what follows them.
    """

    game: Game
    values: NDArray[np.float64]
    listing: ListedPositions = field(repr=False)

    def __repr__(self) -> str:
        return brief(self, in_words(self.game), f"{len(self.values):,} positions")

    def chances_of(self, positions: list[Any]) -> NDArray[np.float64]:
        """The chances of the player who is about to throw, (positions,) float64; NaN for unknown ones."""
        numbers = self.listing.numbers
        return np.array([self.values[numbers[one]] if one in numbers else np.nan for one in positions])

    def policy_chances(self, weights: NDArray[np.float64]) -> tuple[float, float]:
        """A player's chances of winning against perfect play, moving first and moving second.

        Args:
            weights: (choices,) float64: how likely the player makes each choice of the listing. Perfect play
                makes each of its best choices equally often.
        """
        listing = self.listing
        found = _after(listing, np.append(self.values, _ENDED))
        best = np.maximum.reduceat(found, listing.choices[:-1])
        equal = (found > np.repeat(best, np.diff(listing.choices)) - _EQUAL).astype(np.float64)
        equal /= np.repeat(np.add.reduceat(equal, listing.choices[:-1]), np.diff(listing.choices))
        # The player's chance if the player is to move, and if perfect play is.
        own = opposed = np.full(len(self.values), 0.5)
        change = 1.0
        while change > _STILL:
            interruption.check()
            both = np.append(own, _ENDED), np.append(opposed, 1 - _ENDED)
            after_own = np.where(listing.passes, both[1][listing.following], both[0][listing.following])
            after_opposed = np.where(listing.passes, both[0][listing.following], both[1][listing.following])
            then = _mean(listing, weights * after_own), _mean(listing, equal * after_opposed)
            change = max(np.abs(then[0] - own).max(), np.abs(then[1] - opposed).max())
            own, opposed = then
        starts = [listing.numbers[start] for start in self.game.starts()]
        return float(own[starts].mean()), float(opposed[starts].mean())


def _mean(listing: ListedPositions, values: NDArray[np.float64]) -> NDArray[np.float64]:
    """The mean over all throws of the sums of the values of the choices, (positions,)."""
    sums = np.add.reduceat(values, listing.choices[:-1]) * listing.chances
    mean: NDArray[np.float64] = np.add.reduceat(sums, listing.decisions[:-1])
    return mean


def _after(listing: ListedPositions, values: NDArray[np.float64]) -> NDArray[np.float64]:
    """The chance of winning after each choice of the player who makes it, (choices,)."""
    reached = values[listing.following]
    return np.where(listing.passes, 1 - reached, reached)


def _listed(game: Game) -> ListedPositions:
    """List the positions of a game.

    Raises:
        UsageError: if there are too many.
        KeyboardInterrupt: if the person interrupts the program.
    """
    positions = list(dict.fromkeys(game.starts()))
    numbers = {position: number for number, position in enumerate(positions)}
    throws: list[tuple[int, ...]] = []
    decisions, choices, following = (array("q", [0]) for _ in range(3))
    chances, passes = array("d"), array("b")
    del following[:]
    for position in positions:  # which grow meanwhile
        interruption.check()
        for thrown, chance in game.throw_chances(position).items():
            decision = game.decision(position, 0, thrown)
            for index in range(len(decision.afterstates)):
                result = decision.result(index)
                if result is not None:
                    following.append(-2 - result)  # how many positions there will be is not known yet
                    passes.append(False)
                    continue
                then = decision.following(index)
                if then not in numbers:
                    numbers[then] = len(positions)
                    positions.append(then)
                following.append(numbers[then])
                passes.append(decision.ends_turn(index))
            throws.append(thrown)
            chances.append(chance)
            choices.append(len(following))
        decisions.append(len(throws))
        if len(positions) > _MOST:
            raise UsageError(
                f"perfect play of {titled(game)} is not known: it has more than {_MOST:,} positions; kernels "
                "and numbers for its boards would make it possible, or compare players by senet-gp match"
            )
    reached = np.array(following, np.int64)
    reached = np.where(reached < 0, len(positions) - 1 - reached, reached)
    return ListedPositions(
        positions,
        numbers,
        np.array(decisions),
        throws,
        np.array(chances),
        np.array(choices),
        reached,
        np.array(passes, np.bool_),
    )


@cache
def listed_chances(game: Game) -> ListedChances:
    """The chances of a game, which are found at the first call.

    Raises:
        UsageError: if it has too many positions.
        KeyboardInterrupt: if the person interrupts the program.
    """
    listing = _listed(game)
    values, change = np.full(len(listing.positions), 0.5), 1.0
    while change > _STILL:
        interruption.check()
        found = np.maximum.reduceat(_after(listing, np.append(values, _ENDED)), listing.choices[:-1])
        then = np.add.reduceat(found * listing.chances, listing.decisions[:-1])
        change = float(np.abs(then - values).max())
        values += _STEP * (then - values)
    return ListedChances(game, values, listing)
