"""Hints for a person at the board: the best choices with their chances, and why one is better."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import NamedTuple

from senet_gp.games.protocol import Decision
from senet_gp.insight.chance_sources import Playouts, usual_effort
from senet_gp.insight.chances import (
    Best,
    Chances,
    ChanceSource,
    Effort,
    best_of,
    chance_text,
    key_of_decision,
    measured,
)
from senet_gp.insight.reasons import reasons_of
from senet_gp.insight.why import Why, why
from senet_gp.runtime.checks import seed_number
from senet_gp.runtime.errors import UsageError, brief, printable, shortened

#: For so many decisions the chances are kept.
_MAX_KEPT = 16
#: Chances that perfect play leaves, in words.
_RESULTS = {0.0: "loses", 0.5: "draws", 1.0: "wins"}


class Hint(NamedTuple):
    """A choice with its chance.

    Attributes:
        choice: the index of the afterstate.
        chance: the chance of winning.
        interval: its 95 % interval; of width 0 if it is known.
        known: what is known besides, such as ``wins in 3 moves``; or nothing.
        close: whether it is too close to call whether this choice or the best one is better.
    """

    choice: int
    chance: float
    interval: tuple[float, float]
    known: str
    close: bool


class ChanceHints:
    """Gives hints in wins of 100, or in small games as results of perfect play.

    The same seed gives the same hints.

    >>> from senet_gp.insight.chance_sources import chance_source
    >>> hints = ChanceHints(chance_source("tictactoe"))
    >>> game = hints.source.game
    >>> decision = game.decision(game.position_from("xx.oo...."), seat=0, throws=())
    >>> hints.advice(decision)[1][0]
    (0, 'wins in 1 move')

    Attributes:
        source: what knows, or estimates, the chances.
        seed: the seed of the games; the hints of one seed have the numbers of the analysis of that seed.
        effort: how many games a hint takes; by default as many as a choice of an analysed game.
        reasons: what tells why a choice is better than another.
    """

    def __init__(self, source: ChanceSource, seed: int = 1, effort: Effort | None = None) -> None:
        self.source = source
        self.effort = effort or usual_effort(source)
        self.seed = seed_number(seed)
        self.reasons = reasons_of(source)
        self._found: dict[int, Best] = {}

    def __repr__(self) -> str:
        return brief(self, self.source.name)

    def best(self, decision: Decision) -> list[Hint]:
        """The best choices, the best first; all choices if their results are known.

        They are in the order of all that is known of them when the best is chosen, which is more than the
        games that then measure them: so one that is too close to call may have more wins than the best.
        """
        found = self._known(decision)
        return self._hints(decision, found.chances, found.shown, found.close)

    def verdict(self, decision: Decision) -> str:
        """Whether one choice is clearly the best, or it is too close to call, in a sentence."""
        return "" if self.source.exact else self._known(decision).verdict(decision)

    def _measured(self, decision: Decision, pair: tuple[int, int]) -> Chances:
        key = key_of_decision(self.source, decision, self.seed)
        found = self._found.get(key)
        if found is not None and set(pair) <= set(found.chances.indices):
            return found.chances  # by the same games
        return measured(self.source, decision, pair, key, self.effort)

    def _hints(
        self, decision: Decision, chances: Chances, indices: Sequence[int], close: Collection[int]
    ) -> list[Hint]:
        words = self.source.words(decision)
        return [
            Hint(
                index,
                chances.value(index),
                chances.interval(index),
                words[index] if words else "",
                index in close,
            )
            for index in indices
        ]

    def advice(self, decision: Decision) -> tuple[str, list[tuple[int, str]]]:
        """A heading, and the indices of the best afterstates, each with its chance or its result in words."""
        best = self.best(decision)
        heading = " ".join(filter(None, (self.verdict(decision), self.heading(best))))
        return heading, [(hint.choice, _told(hint)) for hint in best]

    def why(self, decision: Decision, index: int | None = None) -> str:
        """Why a choice, by default the best, is better or worse than its rival, as :meth:`compared` has it.

        Raises:
            UsageError: if there is only one choice.
        """
        return "\n".join(self.compared(decision, index).sentences)

    def compared(self, decision: Decision, index: int | None = None, rival: int | None = None) -> Why:
        """Why a choice is better, or worse, than another.

        Args:
            decision: the decision.
            index: the index of the choice; by default the best.
            rival: the index of the other; by default the best choice, or for that the best one that is
                clearly worse.

        Raises:
            UsageError: if there is only one choice.
        """
        if len(decision.afterstates) == 1:
            raise UsageError("there is only one choice here")
        if index is None:
            index = self._known(decision).shown[0]
        if rival is None or rival == index:
            rival = self._rival(decision, index)
        pair = (index, rival)
        return why(self.source, self.reasons, decision, pair, self._measured(decision, pair))

    def _rival(self, decision: Decision, index: int) -> int:
        """What a choice is compared with if nobody says what."""
        known = self._known(decision)
        if index != known.shown[0]:
            return known.shown[0]
        every = range(len(decision.afterstates))
        others = [one for one in dict.fromkeys([*known.shown, *every]) if one != index]
        return next((one for one in known.shown[1:] if one not in known.close), others[0])

    def heading(self, hints: Sequence[Hint]) -> str:
        """What the chances of these choices are chances of, in a sentence that ends in a colon."""
        if self.source.exact:
            results = {_RESULTS.get(hint.chance) for hint in hints}
            if len(hints) > 1 and len(results) == 1 and None not in results:
                return f"Every move {results.pop()}, if both play perfectly after it:"
            return "The result of each move, if both play perfectly after it:"
        slow = isinstance(self.source, Playouts) and self.source.plainly
        few = ", few because plain Python is slow" if slow else ""
        means = printable(shortened(self.source.means, 60))
        return f"Wins of 100 {means} (95 % intervals, {self.effort.games:,} games each{few}):"

    def _known(self, decision: Decision) -> Best:
        """What is known of a decision; the last ones are kept."""
        key = key_of_decision(self.source, decision, self.seed)
        if key not in self._found:
            found = best_of(self.source, decision, key, self.effort)
            while len(self._found) >= _MAX_KEPT:
                self._found.pop(next(iter(self._found)))
            self._found[key] = found
        return self._found[key]


def _told(hint: Hint) -> str:
    """What is known of a choice, in words."""
    close = ", too close to call" if hint.close else ""
    return hint.known or f"{chance_text(hint.chance, hint.interval)}{close}"
