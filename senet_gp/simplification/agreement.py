"""How often two expressions make the same choice."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from primitives.vocabulary import Node, Vocabulary
from senet_gp.arena.intervals import wilson
from senet_gp.simplification.decisions import Decisions


@dataclass(frozen=True)
class Agreement:
    """How often two expressions make the same choice.

    Attributes:
        decisions: the number of decisions in which they were compared.
        differences: the number of these in which their best afterstates differ.
        complete: whether these are all decisions of the game, so that there is no sampling error.

    >>> print(Agreement(decisions=300, differences=0, complete=False))
    0 of 300 decisions differ (95 % interval: below 1.0000 %)
    """

    decisions: int
    differences: int
    complete: bool

    @property
    def interval(self) -> tuple[float, float]:
        """The 95 % confidence interval of the share of decisions in which they differ.

        It is Wilson's interval; if there was no difference, its upper end follows the rule of three,
        3 / decisions. If all decisions of the game were compared, both ends are the share itself.
        """
        share = self.differences / self.decisions
        if self.complete:
            return share, share
        if not self.differences:
            return 0.0, min(1.0, 3 / self.decisions)
        return wilson(self.differences, self.decisions)

    def as_json(self) -> dict[str, Any]:
        """The agreement as the command line prints it."""
        return {
            "decisions": self.decisions,
            "differences": self.differences,
            "all_decisions_of_the_game": self.complete,
            "share_of_differences_interval": list(self.interval),
        }

    def __str__(self) -> str:
        if self.complete:
            return f"{self.differences} of all {self.decisions} decisions of the game differ"
        low, high = self.interval
        between = f"{100 * low:.4f} % to {100 * high:.4f} %" if low else f"below {100 * high:.4f} %"
        return f"{self.differences} of {self.decisions} decisions differ (95 % interval: {between})"


def agreement(
    tree: Sequence[Node], other: Sequence[Node], vocabulary: Vocabulary, decisions: Decisions
) -> Agreement:
    """How often two expressions make the same choice in these decisions."""
    best = decisions.best(tree, vocabulary)
    differences = decisions.differences(best, decisions.best(other, vocabulary))
    return Agreement(len(decisions), differences, decisions.complete)
