"""Simplification by observed decisions: the shorter expression makes the same choices in all of them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from math import sqrt
from typing import Any

from primitives.vocabulary import Node, Vocabulary
from senet_gp import interruption
from senet_gp.arena.intervals import wilson
from senet_gp.simplification.decisions import Decisions
from senet_gp.simplification.proven import EFFORT, Simplified, equal_in_choice
from senet_gp.trees.individual import Individual, subtree_end

#: A replacement is tested on this many decisions, then on ten times as many and so on, until it fails.
_FIRST_DECISIONS = 300
#: The search stops after this many replacements.
MAX_ATTEMPTS = 30_000
#: How many subtrees below a node, the smallest ones, may replace it.
_MAX_BELOW = 40
_NODES_OF_A_PAIR = 3


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


def equal_in_play(
    tree: Sequence[Node],
    vocabulary: Vocabulary,
    decisions: Decisions,
    *,
    allowed: float = 0.0,
    effort: int = EFFORT,
) -> Simplified:
    """A shorter expression that has the same best afterstates in all these decisions, or in nearly all.

    Terminals, subtrees below, and functions of two queries replace subtrees; replacements that save the most
    nodes are tried first.

    Args:
        tree: the expression.
        vocabulary: its vocabulary.
        decisions: the decisions.
        allowed: the share of the decisions in which other afterstates may be best.
        effort: the effort of the search by proven rules after each change.

    Raises:
        KeyboardInterrupt: if the user interrupts it.
    """
    judge = _Judge(tree, vocabulary, decisions, allowed)
    best = equal_in_choice(tree, vocabulary, effort)
    while True:
        shortened = _shortened(best.tree, judge)
        if len(shortened) == len(best.tree):
            return Simplified(best.tree, best.complete and judge.attempts < MAX_ATTEMPTS)
        best = equal_in_choice(shortened, vocabulary, effort // 3)


class _Judge:
    """Decides whether expressions make the same choices as a given one."""

    def __init__(
        self, tree: Sequence[Node], vocabulary: Vocabulary, decisions: Decisions, allowed: float
    ) -> None:
        self.vocabulary = vocabulary
        self._allowed = allowed
        self.attempts = 0
        best = decisions.best(tree, vocabulary)
        self._stages = []
        number = _FIRST_DECISIONS
        while number < len(decisions):
            part = decisions.first(number)
            self._stages.append((part, best[: part.begins[-1]]))
            number *= 10
        self._stages.append((decisions, best))

    def agrees(self, tree: Sequence[Node]) -> bool:
        """Whether the best afterstates are the same, except in the allowed share of decisions."""
        interruption.check()
        self.attempts += 1
        # By chance, a part of the decisions may have more differences, up to four standard deviations.
        for number, (part, best) in enumerate(self._stages, 1):
            expected = self._allowed * len(part)
            chance = 0.0 if number == len(self._stages) else 4 * sqrt(expected)
            if part.differences(part.best(tree, self.vocabulary), best) > expected + chance:
                return False
        return True


def _shortened(tree: Sequence[Node], judge: _Judge) -> Individual:
    """The tree after as many replacements as agree."""
    nodes = list(tree)
    found = True
    while found:
        found = False
        for _, begin, end, replacement in _replacements(nodes, judge.vocabulary):
            if judge.attempts >= MAX_ATTEMPTS:
                break
            tried = [*nodes[:begin], *replacement, *nodes[end:]]
            if judge.agrees(tried):
                nodes, found = tried, True
                break
    return Individual(nodes, judge.vocabulary)


def _replacements(tree: Sequence[Node], vocabulary: Vocabulary) -> list[tuple[int, int, int, list[Node]]]:
    """Possible replacements (nodes saved, begin, end, new nodes), those that save the most nodes first."""
    terminals = {
        kind: [n for n in vocabulary.nodes if not n.arity and n.ret is kind] for kind in vocabulary.types
    }
    pairs = {kind: _pairs(vocabulary, kind) for kind in vocabulary.types}
    ends = [subtree_end(tree, begin) for begin in range(len(tree))]
    found = []
    for begin, end in enumerate(ends):
        kind = tree[begin].ret
        if end - begin < 2:
            continue
        found += [(end - begin - 1, begin, end, [terminal]) for terminal in terminals[kind]]
        if end - begin > _NODES_OF_A_PAIR:
            found += [(end - begin - _NODES_OF_A_PAIR, begin, end, pair) for pair in pairs[kind]]
        below = [
            (begin, ends[b] - b, b) for b in range(begin + 1, end) if tree[b].arity and tree[b].ret is kind
        ]
        for _, size, place in sorted(below)[:_MAX_BELOW]:
            found.append((end - begin - size, begin, end, list(tree[place : place + size])))
    return sorted(found, key=lambda replacement: (-replacement[0], replacement[1]))


@cache
def _pairs(vocabulary: Vocabulary, kind: type) -> list[list[Node]]:
    """All functions of a type applied to two different queries without arguments."""
    queries = [
        vocabulary.node_named[w.name] for w in vocabulary.primitives if w.reads_board and not w.arguments
    ]
    return [
        [function, one, other]
        for function in vocabulary.roots[kind]
        for one in queries
        for other in queries
        if one is not other and [one.ret, other.ret] == function.args
    ]
