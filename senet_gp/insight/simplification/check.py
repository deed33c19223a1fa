"""How far two expressions do the same: their values on many boards, and their choices in decisions."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np

from primitives.vocabulary import Node, Vocabulary
from senet_gp.arena.decisions import Decisions, all_boards, sampling_of
from senet_gp.engine.measurement import wilson
from senet_gp.engine.participants import ScoredBoards, Source, scored_plainly, values_of
from senet_gp.games.protocol import Game
from senet_gp.games.small import if_solvable
from senet_gp.runtime import interruption

#: The number of boards of a check, unless the game has fewer.
BOARDS = 1_000_000


class Check(NamedTuple):
    """A comparison of two expressions.

    Attributes:
        boards: the number of boards on which they were computed.
        differences: the number of these on which their values differ.
        complete: whether these are all reachable boards of the game.
    """

    boards: int
    differences: int
    complete: bool


def check(
    tree: Sequence[Node],
    other: Sequence[Node],
    vocabulary: Vocabulary,
    game: Game,
    rng: np.random.Generator,
    boards: int = BOARDS,
) -> Check:
    """Compare the values of two expressions.

    In a small game all reachable boards are used if there are at most ``boards``; otherwise random ones.

    Raises:
        KeyboardInterrupt: if the user interrupts it.
    """
    sources = [Source.of(nodes, vocabulary) for nodes in (tree, other)]
    number = differences = 0
    complete = False
    small = if_solvable(game)
    if small is not None:
        found, complete = all_boards(small, boards, rng, plainly=scored_plainly(game, vocabulary))
        batches: Iterator[ScoredBoards] = iter([found])
    else:
        batches = sampling_of(game, vocabulary).boards(boards, rng)
    for batch in batches:
        interruption.check()
        one, another = (values_of(source, batch) for source in sources)
        number += batch.shape[1]
        differences += int(np.count_nonzero(one != another))
    return Check(number, differences, complete)


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
    best, others = (decisions.best(Source.of(nodes, vocabulary)) for nodes in (tree, other))
    differences = decisions.differences(best, others)
    return Agreement(len(decisions), differences, decisions.complete)
