"""A decision judged: what its choices are worth, in which order, and how far that can be trusted.

Hints, reasons, analyses and the record of one's play all show what stands here, so they show the same.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from decimal import ROUND_HALF_UP, Decimal
from enum import Enum
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from senet_gp.games.protocol import Decision
from senet_gp.games.wording import in_words, wording_of
from senet_gp.insight.judges import Bounds, Judge
from senet_gp.runtime.errors import brief

#: How many of the best choices are shown where their chances are estimated.
_SHOWN = 5


class Grade(Enum):
    """How good a choice is, by the wins of 100 that it loses against the best.

    A choice is an inaccuracy or worse only if the judge is sure that the best is better.
    """

    BEST = "best"
    FINE = "fine"
    INACCURACY = "inaccuracy"
    MISTAKE = "mistake"
    BLUNDER = "blunder"

    @property
    def mark(self) -> str:
        """The mark beside a move, as in chess: ``?!``, ``?`` or ``??``; nothing for a good one."""
        return _MARKS.get(self, "")


_MARKS = {Grade.INACCURACY: "?!", Grade.MISTAKE: "?", Grade.BLUNDER: "??"}
#: What is less than this is no win of 100, rounded.
_UNSEEN = 0.005
#: The wins lost, as a chance, from which on a choice has these grades.
INACCURACY, MISTAKE, BLUNDER = 0.02, 0.05, 0.10


@dataclass(frozen=True, eq=False)
class Judgement:
    """What the choices of a decision are worth.

    >>> from senet_gp.insight.judges import judge_of
    >>> judge = judge_of("tictactoe")
    >>> decision = judge.game.decision(judge.game.position_from("xx.oo...."), seat=0, throws=())
    >>> found = judged(judge, decision)
    >>> found.best, found.words[found.best], found.grade(found.order[-1]).value
    (0, 'wins in 1 move', 'blunder')

    Attributes:
        decision: the decision.
        chances: the chance of winning of the player who decides, after each afterstate, (afterstates,)
            float64.
        order: the indices of all afterstates, the best first; their chances never rise.
        exact: whether the chances are known and not estimated.
        bounds: how far differences can be trusted.
        words: for each afterstate what is known besides its chance; or nothing.
        expected: the afterstate that is played where the chances before the throw assume that the game goes
            on.
    """

    decision: Decision
    chances: NDArray[np.float64]
    order: tuple[int, ...]
    exact: bool
    bounds: Bounds
    words: Sequence[str]
    expected: int

    def __repr__(self) -> str:
        return brief(self, *(f"{index}: {self.chance(index):.2f}" for index in self.shown))

    @property
    def best(self) -> int:
        """The index of the best choice."""
        return self.order[0]

    @cached_property
    def shown(self) -> tuple[int, ...]:
        """The indices of the choices that are shown, the best first; all if their chances are known."""
        return self.order if self.exact else self.order[:_SHOWN]

    @property
    def is_choice(self) -> bool:
        """Whether there is anything to choose."""
        return len(self.order) > 1

    def chance(self, index: int) -> float:
        """The chance of winning after a choice."""
        return float(self.chances[index])

    def lost(self, index: int) -> float:
        """How much better the best choice is than this one; never below 0."""
        return self.chance(self.best) - self.chance(index)

    def is_equal(self, index: int, other: int) -> bool:
        """Whether two choices are about equal."""
        gap = self._gap(index, other)
        return gap < self.bounds.probable or gap == 0

    def is_sure(self, index: int, other: int) -> bool:
        """Whether it is sure, and not just probable, that the better of two choices is better."""
        return not self.is_equal(index, other) and self._gap(index, other) >= self.bounds.sure

    def _gap(self, index: int, other: int) -> float:
        return abs(self.chance(index) - self.chance(other))

    def note(self, index: int) -> str:
        """How sure it is that the best choice is better than this one; nothing if it is sure."""
        if index == self.best or self.words or self.is_sure(self.best, index):
            return ""
        return "about equal" if self.is_equal(self.best, index) else "probably worse"

    def grade(self, index: int) -> Grade:
        """How good a choice is."""
        lost = self.lost(index)
        if lost < _UNSEEN:
            return Grade.BEST
        if lost < INACCURACY or not self.is_sure(self.best, index):
            return Grade.FINE
        return Grade.BLUNDER if lost >= BLUNDER else Grade.MISTAKE if lost >= MISTAKE else Grade.INACCURACY

    @property
    def verdict(self) -> str:
        """Whether one choice is the best, in a sentence; nothing without a choice, or where all is known."""
        if not self.is_choice or self.words:
            return ""
        equal = sum(self.is_equal(self.best, index) for index in self.order)
        if equal > len(self.shown):
            return f"These, and {in_words(equal - len(self.shown))} more, are about equal."
        if equal > 1:
            return f"The first {in_words(equal)} are about equal."
        return f"The first is {'' if self.is_sure(self.best, self.order[1]) else 'probably '}the best."

    def move_text(self, index: int) -> str:
        """A choice as people read it."""
        return wording_of(self.decision).move_text(index)

    def word(self, index: int) -> str:
        """What is known of a choice besides its chance; or nothing."""
        return self.words[index] if self.words else ""


def judged(judge: Judge, decision: Decision) -> Judgement:
    """A decision as a judge sees it."""
    chances = judge.after(decision)
    order = judge.best_first(decision, chances)
    return Judgement(
        decision,
        chances,
        order,
        judge.exact,
        judge.bounds(len(chances)),
        judge.words(decision, chances),
        judge.expected(decision, order[0]),
    )


def wins(chance: float) -> str:
    """A chance in wins of 100; a half is rounded up, as on the page in the browser.

    >>> wins(0.736), wins(0.525)
    ('74', '53')
    """
    return str(rounded(chance))


def rounded(chance: float) -> int:
    """A chance, or a difference of chances, in whole wins of 100; a half is rounded away from zero."""
    return int(Decimal(100 * chance).quantize(Decimal(1), ROUND_HALF_UP))


def signed(chance: float) -> str:
    """A difference of chances in wins of 100, with its sign.

    >>> signed(0.081), signed(-0.002)
    ('+8', '0')
    """
    return f"{rounded(chance):+d}" if rounded(chance) else "0"
