"""The best choices of a decision: the one function that hints, on a page or at a terminal, and analyses ask.

A decision has keys of its own, which depend on nothing but the seed, the position and the throws. So whoever
asks about it gets the same numbers.
"""

from __future__ import annotations

from collections.abc import Sequence
from hashlib import sha256
from typing import NamedTuple

from senet_gp.analysis.chances import Chances, ChanceSource, Effort, chances_after
from senet_gp.games.protocol import Decision
from senet_gp.seed_domains import SeedDomain
from senet_gp.streams import key_of, part_key

#: The parts of the key of a decision: the games that find the best choices, those that measure them, and the
#: choice of the player whose games these are.
_FOUND, _MEASURED, _PREFERRED = range(3)


class Best(NamedTuple):
    """The best choices of a decision.

    Attributes:
        shown: the indices of the best choices, the best first. They were found by other games than those that
            measure them, so their chances are not flattered by luck.
        chances: the chances after these choices, and after others that were asked for.
        possible: the choices of which any may be the best, shown or not.
    """

    shown: tuple[int, ...]
    chances: Chances
    possible: frozenset[int]

    @property
    def close(self) -> frozenset[int]:
        """The choices, besides the best, for which it is too close to call whether they are better."""
        return self.possible - {self.shown[0]}

    def verdict(self, decision: Decision) -> str:
        """Whether one choice is clearly the best, or it is too close to call; nothing without a choice."""
        if len(decision.afterstates) == 1:
            return ""
        if not self.close:
            return "The first of these is clearly the best."
        if self.close.isdisjoint(self.shown):
            return "The first of these is the best of them, but one that is not shown may be as good."
        return "Too close to call: the first of these is not clearly the best."


def key_of_decision(source: ChanceSource, decision: Decision, seed: int) -> int:
    """The key of the games that are played on from a decision."""
    text = f"{source.game.text(decision.position)} {' '.join(map(str, decision.throws))}"
    digest = int.from_bytes(sha256(text.encode()).digest()[:8], "little")
    return part_key(key_of(seed, SeedDomain.CHANCES), digest)


def best_of(
    source: ChanceSource, decision: Decision, key: int, effort: Effort, also: Sequence[int] = ()
) -> Best:
    """The best choices of a decision, with their chances.

    Args:
        source: what knows, or estimates, the chances.
        decision: the decision.
        key: the key of its games (:func:`key_of_decision`).
        effort: how many games.
        also: further choices whose chances are asked for.
    """
    ranking = source.ranked(decision, part_key(key, _FOUND), effort)
    shown = ranking.indices if source.exact else ranking.indices[: effort.shown]
    chances = measured(source, decision, list(dict.fromkeys([*shown, *also])), key, effort)
    doubtful = {index for index in chances.indices if chances.difference(shown[0], index).doubtful}
    settled = set(chances.indices) - doubtful - {shown[0]}
    return Best(shown, chances, ranking.possible - settled)


def measured(
    source: ChanceSource, decision: Decision, indices: Sequence[int], key: int, effort: Effort
) -> Chances:
    """The chances of choices by new games, which are the same whichever choices they are asked with."""
    return chances_after(source, decision, indices, part_key(key, _MEASURED), effort.games)


def preferred(source: ChanceSource, decision: Decision, key: int) -> int:
    """The choice that is made where the chances assume that the game goes on."""
    return source.preferred(decision, part_key(key, _PREFERRED))
