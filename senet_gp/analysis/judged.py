"""What an analysis says of a choice, and of all choices of a player."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import hypot, sqrt
from typing import Any

from senet_gp.analysis.best import Best
from senet_gp.analysis.chances import Chances, Difference
from senet_gp.engine.playthrough import Choice
from senet_gp.quoting import brief

#: A choice that loses at least this many wins of 100, beyond doubt, is a mistake, or a blunder.
MISTAKE, BLUNDER = 0.05, 0.10
_SEATS = ("first", "second")


@dataclass(frozen=True, eq=False)
class JudgedChoice:
    """A choice of a game, with the chances of the player who made it.

    Attributes:
        choice: the decision, and what was played.
        before: the chance before the throw, with its standard error.
        found: the best choices, with the chances after them, after the one that was played, and after the one
            that the analysis assumes.
        assumed: the index of the choice that is made where the chances assume that the game goes on.
        words: what is known of each choice besides its chance; or nothing.
    """

    choice: Choice
    before: Difference
    found: Best
    assumed: int
    words: Sequence[str]

    def __repr__(self) -> str:
        return brief(self, " ".join(str(self.choice).split()), f"chance {self.after:.0%}", self.mark)

    @property
    def chances(self) -> Chances:
        """The chances that are known."""
        return self.found.chances

    @property
    def best(self) -> int:
        """The index of the best choice."""
        return self.found.shown[0]

    @property
    def shown(self) -> tuple[int, ...]:
        """The indices of the best choices, the best first."""
        return self.found.shown

    @property
    def verdict(self) -> str:
        """Whether one choice is clearly the best, if chances are estimated."""
        return "" if all(self.chances.certain) else self.found.verdict(self.choice.decision)

    @property
    def after(self) -> float:
        """The chance after the choice."""
        return self.chances.value(self.choice.index)

    @property
    def interval(self) -> tuple[float, float]:
        """The 95 % confidence interval of the chance after the choice."""
        return self.chances.interval(self.choice.index)

    @property
    def thrown(self) -> float:
        """The chance after the throw, if the player goes on as the analysis assumes."""
        return self.chances.value(self.assumed)

    @property
    def luck(self) -> Difference | None:
        """What the throw gave: the chance after it less the chance before it; None if nothing was thrown."""
        if not self.choice.decision.throws:
            return None
        error = hypot(self.chances.error(self.assumed), self.before.error)
        return Difference(self.thrown - self.before.value, error)

    @property
    def play(self) -> Difference:
        """How much better the choice is than the one that the analysis assumes."""
        return self.chances.difference(self.choice.index, self.assumed)

    @property
    def lost(self) -> Difference:
        """How much worse the choice is than the best."""
        return self.chances.difference(self.best, self.choice.index)

    def is_close(self, index: int) -> bool:
        """Whether it is too close to call whether a choice or the best one is better."""
        return index != self.best and self.chances.difference(self.best, index).doubtful

    @property
    def is_decision(self) -> bool:
        """Whether there was anything to choose."""
        return len(self.choice.decision.afterstates) > 1

    @property
    def mark(self) -> str:
        """``??`` for a blunder, ``?`` for a mistake, else nothing."""
        if not self.lost.certain or self.lost.value < MISTAKE:
            return ""
        return "??" if self.lost.value >= BLUNDER else "?"

    @property
    def first_movers(self) -> float:
        """The first mover's chance after the choice."""
        return 1 - self.after if self.choice.seat else self.after

    def word(self, index: int) -> str:
        """What is known of a choice besides its chance."""
        return self.words[index] if self.words else ""

    def as_json(self) -> dict[str, Any]:
        """The choice as documented for ``senet-gp analyse --json``."""
        decision, index = self.choice.decision, self.choice.index
        return {
            "turn": self.choice.turn,
            "seat": _SEATS[self.choice.seat],
            "throws": list(decision.throws),
            "options": len(decision.afterstates),
            "moves": decision.notation(index),
            "remark": decision.remark(index),
            "before": self.before.value,
            "after": self.after,
            "interval": list(self.interval),
            "luck": self.luck and self.luck.value,
            "luck_interval": self.luck and list(self.luck.interval),
            "lost": self.lost.value,
            "lost_interval": list(self.lost.interval),
            "mark": self.mark,
            "close": self.is_close(index),
            "verdict": self.verdict,
            "known": self.word(index),
            "best": [
                {
                    "moves": decision.notation(one),
                    "remark": decision.remark(one),
                    "chance": self.chances.value(one),
                    "interval": list(self.chances.interval(one)),
                    "known": self.word(one),
                    "close": self.is_close(one),
                    "played": one == index,
                }
                for one in self.shown
            ],
        }


def total(differences: Sequence[Difference]) -> Difference:
    """The sum of independent differences.

    >>> total([Difference(0.5, 0.3), Difference(-0.25, 0.4)])
    Difference(value=0.25, error=0.5)
    """
    return Difference(
        sum(difference.value for difference in differences),
        sqrt(sum(difference.error**2 for difference in differences)),
    )


@dataclass(frozen=True)
class Accuracy:
    """How well a player chose.

    Attributes:
        name: the player's name.
        seat: the player's seat.
        decisions: the number of decisions in which there was anything to choose.
        lost: how much of the chance of winning a decision lost on average, compared with the best choice.
        mistakes: the number of mistakes that are no blunders.
        blunders: the number of blunders.
    """

    name: str
    seat: int
    decisions: int
    lost: Difference
    mistakes: int
    blunders: int

    @classmethod
    def of(cls, name: str, seat: int, choices: Sequence[JudgedChoice]) -> Accuracy:
        """The accuracy of a player in the choices of a game."""
        own = [choice for choice in choices if choice.choice.seat == seat and choice.is_decision]
        lost, count = total([choice.lost for choice in own]), max(1, len(own))
        marks = [choice.mark for choice in own]
        mean = Difference(lost.value / count, lost.error / count)
        return cls(name, seat, len(own), mean, marks.count("?"), marks.count("??"))

    def as_json(self) -> dict[str, Any]:
        """The accuracy as documented for ``senet-gp analyse --json``."""
        return {
            "player": self.name,
            "seat": _SEATS[self.seat],
            "decisions": self.decisions,
            "lost_a_decision": self.lost.value,
            "interval": list(self.lost.interval),
            "mistakes": self.mistakes,
            "blunders": self.blunders,
        }
