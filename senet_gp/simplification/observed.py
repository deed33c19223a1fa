"""Expressions made shorter by what real decisions show: they choose the same, as far as was seen."""

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

#: A replacement is tried on so many decisions, then on ten times as many and so on, until it fails.
_FIRST_DECISIONS = 300
#: So many replacements are tried; then the search is stopped.
MAX_TRIALS = 30_000
#: Of the subtrees below a node, so many may replace it, the smallest ones.
_MAX_BELOW = 40
_NODES_OF_A_PAIR = 3


@dataclass(frozen=True)
class Agreement:
    """How often two expressions choose the same.

    Attributes:
        decisions: in how many decisions they were compared.
        differences: in how many of these not the same candidates were best.
        complete: whether these are all decisions of the game, so that nothing is left to chance.
    """

    decisions: int
    differences: int
    complete: bool

    @property
    def interval(self) -> tuple[float, float]:
        """The 95 % confidence interval of the share of decisions in which they differ.

        Wilson's; where no difference was seen, its upper end is the rule of three, 3 / decisions. If all
        decisions of the game were compared it is the share itself.
        """
        share = self.differences / self.decisions
        if self.complete:
            return share, share
        if not self.differences:
            return 0.0, min(1.0, 3 / self.decisions)
        return wilson(self.differences, self.decisions)

    def as_json(self) -> dict[str, Any]:
        """It as the command line prints it."""
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
    """How often two expressions choose the same in these decisions."""
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
    """A shorter expression that has the same best candidates in all these decisions, or nearly all.

    Subtrees are replaced by terminals, by what stands below them, and by one function of two queries; what
    saves most nodes is tried first.

    Args:
        tree: the expression.
        vocabulary: the words it is written in.
        decisions: the decisions.
        allowed: in this share of them other candidates may be best.
        effort: how long proven rules are looked for in between.

    Raises:
        KeyboardInterrupt: if the person has asked for it.
    """
    judge = _Judge(tree, vocabulary, decisions, allowed)
    best = equal_in_choice(tree, vocabulary, effort)
    while True:
        shortened = _shortened(best.tree, judge)
        if len(shortened) == len(best.tree):
            return Simplified(best.tree, best.complete and judge.trials < MAX_TRIALS)
        best = equal_in_choice(shortened, vocabulary, effort // 3)


class _Judge:
    """Tells whether expressions choose as one does."""

    def __init__(
        self, tree: Sequence[Node], vocabulary: Vocabulary, decisions: Decisions, allowed: float
    ) -> None:
        self.vocabulary = vocabulary
        self._allowed = allowed
        self.trials = 0
        best = decisions.best(tree, vocabulary)
        self._stages = []
        number = _FIRST_DECISIONS
        while number < len(decisions):
            part = decisions.first(number)
            self._stages.append((part, best[: part.begins[-1]]))
            number *= 10
        self._stages.append((decisions, best))

    def agrees(self, tree: Sequence[Node]) -> bool:
        """Whether the same candidates are best, but for the share of decisions that is allowed."""
        interruption.check()
        self.trials += 1
        # A part of the decisions may show a few differences more by chance: four standard deviations.
        for number, (part, best) in enumerate(self._stages, 1):
            expected = self._allowed * len(part)
            chance = 0.0 if number == len(self._stages) else 4 * sqrt(expected)
            if part.differences(part.best(tree, self.vocabulary), best) > expected + chance:
                return False
        return True


def _shortened(tree: Sequence[Node], judge: _Judge) -> Individual:
    """The tree after replacements, until none agrees."""
    nodes = list(tree)
    found = True
    while found:
        found = False
        for _, begin, end, replacement in _replacements(nodes, judge.vocabulary):
            if judge.trials >= MAX_TRIALS:
                break
            tried = [*nodes[:begin], *replacement, *nodes[end:]]
            if judge.agrees(tried):
                nodes, found = tried, True
                break
    return Individual(nodes, judge.vocabulary)


def _replacements(tree: Sequence[Node], vocabulary: Vocabulary) -> list[tuple[int, int, int, list[Node]]]:
    """What may replace a subtree: (nodes saved, where it begins, where it ends, what), most saved first."""
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
    """The functions of a type of two different queries that take no argument."""
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
