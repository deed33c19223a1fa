"""Simplification of an expression: like terms are added up, then parts are replaced by smaller ones.

A replacement stays if the same afterstates are best in all decisions of a small game, which proves that it
chooses alike, or else in a sample. The result is compared with the original in decisions that the search has
not seen.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import count, cycle, islice
from math import sqrt
from typing import Any, NamedTuple

from primitives.vocabulary import Node, Vocabulary
from senet_gp.arena.decisions import Decisions, Meeting, all_decisions, sampled_decisions
from senet_gp.arena.pool import SerialPool
from senet_gp.engine.measurement import wilson
from senet_gp.engine.participants import Source, scored_plainly
from senet_gp.games.protocol import Game
from senet_gp.games.registry import as_game
from senet_gp.games.small import if_solvable
from senet_gp.players.parsing import player_from_text
from senet_gp.players.player import ExpressionPlayer, Player, RandomPlayer
from senet_gp.runtime import interruption
from senet_gp.runtime.checks import real_number, seed_number, whole_number
from senet_gp.runtime.errors import Brief, UsageError, brief, shortened
from senet_gp.runtime.streams import key_of
from senet_gp.trees.individual import Individual, whole
from senet_gp.trees.like_terms import with_like_terms
from senet_gp.trees.shape import arguments_of, beginning, subtree_ends

#: A replacement is tested on this many decisions, then on ten times as many and so on, until it fails.
_FIRST_DECISIONS = 300
#: The search stops after it has tested this many replacements.
MAX_TESTED = 100_000
#: How many subtrees below a node, the smallest ones, may replace it.
_MAX_BELOW = 40
_NODES_OF_A_PAIR = 3
#: The number of random expressions that a player meets, in addition to itself and a random mover.
_PANEL = 4


def decisions_for(player: ExpressionPlayer, game: Game, number: int, seed: int) -> Decisions:
    """All decisions of the game if it is small, else some of games in which the player takes part.

    They are those of both sides, in games of the player against itself, a random mover and random
    expressions. There are fewer than asked for, or none, where games give less than one decision each.

    Args:
        player: the player.
        game: the game.
        number: the number of decisions, if these are not all.
        seed: the seed of the games.

    Raises:
        KeyboardInterrupt: if the user interrupts it.
    """
    small = if_solvable(game)
    plainly = scored_plainly(game, player.vocabulary)
    whole = None if small is None else all_decisions(small, plainly=plainly)
    if whole is not None:
        return whole
    # No more games than decisions are played, since in some games nobody ever has a choice.
    meetings = islice(_meetings(player, game, seed), number)
    found = sampled_decisions(meetings, player.vocabulary, game, enough=number, pool=SerialPool())
    return found.first(number)


def _meetings(player: ExpressionPlayer, game: Game, seed: int) -> Iterator[Meeting]:
    """Games of a player against each of a panel, without end."""
    others: list[Player] = [player, RandomPlayer()]
    others += [player_from_text(f"random-tree:{tree}", game) for tree in range(1, _PANEL + 1)]
    for number, other in zip(count(), cycle(others), strict=False):
        begins = number // len(others) % 2 == 0
        yield Meeting((player, other) if begins else (other, player), key_of(seed, number))


class Simplified(NamedTuple):
    """A shorter expression.

    Attributes:
        tree: the expression.
        complete: whether the search ended because it found nothing shorter, not because it was stopped.
    """

    tree: Individual
    complete: bool


def with_smaller_parts(
    tree: Sequence[Node], vocabulary: Vocabulary, decisions: Decisions, *, allowed: float = 0.0
) -> Simplified:
    """A shorter expression that has the same best afterstates in all these decisions, or in nearly all.

    Terminals, subtrees below, and functions of two queries replace subtrees; replacements that save the most
    nodes are tried first.

    Args:
        tree: the expression.
        vocabulary: its vocabulary.
        decisions: the decisions.
        allowed: the share of the decisions in which other afterstates may be best.

    Raises:
        KeyboardInterrupt: if the user interrupts it.
    """
    judge = _Judge(tree, vocabulary, decisions, allowed)
    best = Individual(tree, vocabulary)
    while True:
        shortened = _shortened(best, judge)
        if len(shortened) == len(best):
            return Simplified(best, judge.tested < MAX_TESTED)
        best = with_like_terms(shortened, vocabulary)


class _Judge:
    """Decides whether expressions make the same choices as a given one."""

    def __init__(
        self, tree: Sequence[Node], vocabulary: Vocabulary, decisions: Decisions, allowed: float
    ) -> None:
        self.vocabulary = vocabulary
        self._allowed = allowed
        self.tested = 0
        best = decisions.best(Source.of(tree, vocabulary))
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
        self.tested += 1
        # By chance, a part of the decisions may have more differences, up to four standard deviations.
        for number, (part, best) in enumerate(self._stages, 1):
            expected = self._allowed * len(part)
            chance = 0.0 if number == len(self._stages) else 4 * sqrt(expected)
            if part.differences(part.best(Source.of(tree, self.vocabulary)), best) > expected + chance:
                return False
        return True


def _shortened(tree: Sequence[Node], judge: _Judge) -> Individual:
    """The tree after as many replacements as agree."""
    nodes = list(tree)
    while True:
        shorter = _after_a_round(nodes, judge)
        if len(shorter) == len(nodes):
            return Individual(nodes, judge.vocabulary)
        nodes = shorter


def _after_a_round(tree: list[Node], judge: _Judge) -> list[Node]:
    """The tree after replacements; what has failed before the last one is not tried again in this round."""
    nodes = tree
    numbers: dict[tuple[str, ...], int] = {}
    failed: set[tuple[int, int]] = set()
    found = True
    while found:
        found = False
        failed_now = set()
        for _, begin, end, replacement in _replacements(nodes, judge.vocabulary):
            parts = (tuple(node.name for node in part) for part in (nodes[begin:end], replacement))
            old, new = (numbers.setdefault(part, len(numbers)) for part in parts)
            if (old, new) in failed:
                continue
            if judge.tested >= MAX_TESTED:
                return nodes
            tried = [*nodes[:begin], *replacement, *nodes[end:]]
            if judge.agrees(tried):
                nodes, found = tried, True
                break
            failed_now.add((old, new))
        failed |= failed_now
    return nodes


def _replacements(tree: Sequence[Node], vocabulary: Vocabulary) -> list[tuple[int, int, int, list[Node]]]:
    """Possible replacements (nodes saved, begin, end, new nodes), those that save the most nodes first."""
    terminals = {
        kind: [n for n in vocabulary.nodes if not n.arity and n.ret is kind] for kind in vocabulary.types
    }
    pairs = {kind: _pairs(vocabulary, kind) for kind in vocabulary.types}
    ends = subtree_ends(arguments_of(tree))
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


@dataclass(frozen=True)
class ChoiceComparison:
    """How often two expressions make the same choice.

    Attributes:
        decisions: the number of decisions in which they were compared.
        differences: the number of these in which their best afterstates differ.
        complete: whether these are all decisions of the game, so that there is no sampling error.

    >>> print(ChoiceComparison(decisions=300, differences=0, complete=False))
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
        share = self.differences / max(1, self.decisions)
        if self.complete:
            return share, share
        if not self.differences:
            return 0.0, min(1.0, 3 / max(1, self.decisions))
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


def compare_choices(
    tree: Sequence[Node], other: Sequence[Node], vocabulary: Vocabulary, decisions: Decisions
) -> ChoiceComparison:
    """How often two expressions make the same choice in these decisions."""
    best, others = (decisions.best(Source.of(nodes, vocabulary)) for nodes in (tree, other))
    differences = decisions.differences(best, others)
    return ChoiceComparison(len(decisions), differences, decisions.complete)


#: The kinds of simplification, each with what it does. Each starts from the result of the one before.
KINDS = {
    "terms": "like terms added up",
    "play": "parts replaced by smaller ones",
}
DECISIONS = 100_000
#: The most decisions, and the most where boards are scored in plain Python.
_MOST = 1_000_000_000
MAX_PLAIN_DECISIONS = 3000


@dataclass(frozen=True, repr=False)
class SimplificationStep(Brief):
    """An expression after one kind of simplification.

    Attributes:
        kind: the kind.
        tree: the shorter expression.
        complete: whether the search ended because it found nothing shorter, not because it was stopped.
        evidence: for the kind ``play``, the comparison of its choices with those of the original, in all
            decisions of the game, or else in some that the search has not seen.
    """

    kind: str
    tree: Individual
    complete: bool
    evidence: ChoiceComparison | None = None

    @property
    def same(self) -> str:
        """In what it is the same as the original, as the end of a sentence."""
        if self.evidence is None:
            return "chooses the same, as only like terms are added up"
        if self.evidence.complete and not self.evidence.differences:
            return "chooses the same, which is proven: all decisions of the game were tried"
        tried = self.evidence.decisions
        same = tried - self.evidence.differences
        return f"chose the same in {same:,} of {tried:,} decisions, which is observed, not proven"

    def __str__(self) -> str:
        early = "" if self.complete else "; stopped early, there may be shorter ones"
        evidence = f"\n  {self.evidence}" if self.evidence else ""
        return f"{KINDS[self.kind]}\n  {_size(self.tree)}{early}{evidence}"

    def as_json(self) -> dict[str, Any]:
        """The step as the command line prints it."""
        sizes = {"nodes": len(self.tree), "depth": self.tree.depth}
        evidence = self.evidence.as_json() if self.evidence else {}
        return {"kind": self.kind, **sizes, "complete": self.complete, **evidence}


@dataclass(frozen=True)
class Simplification:
    """A simplified expression.

    Attributes:
        original: the expression before.
        steps: the steps, the last of which is of the requested kind.
        seed: the seed from which decisions were drawn.
        allowed: for the kind ``play``, the share of the decisions seen in which it may choose differently.
    """

    original: Individual
    steps: tuple[SimplificationStep, ...]
    seed: int
    allowed: float

    def __repr__(self) -> str:
        return brief(
            self, f"{len(self.original)} nodes before", f"{len(self.tree)} nodes now", beginning(self.tree)
        )

    @property
    def tree(self) -> Individual:
        """The simplified expression."""
        return self.steps[-1].tree

    def __str__(self) -> str:
        return "\n".join([f"before\n  {_size(self.original)}", *map(str, self.steps)])

    def as_json(self) -> dict[str, Any]:
        """The simplification as the command line prints it, and as champion files keep it."""
        return {
            "kind": self.steps[-1].kind,
            "seed": self.seed,
            "allowed": self.allowed,
            "before": {"nodes": len(self.original), "depth": self.original.depth},
            "steps": [step.as_json() for step in self.steps],
        }


def _size(tree: Individual) -> str:
    return f"{len(tree)} {'node' if len(tree) == 1 else 'nodes'}, depth {tree.depth}"


def simplify(
    tree: Sequence[Node],
    vocabulary: Vocabulary,
    game: Game | str,
    kind: str = "play",
    *,
    decisions: int = DECISIONS,
    seed: int = 1,
    allowed: float = 0.0,
) -> Simplification:
    """Make an expression shorter.

    Args:
        tree: the expression.
        vocabulary: its vocabulary.
        game: the game that it plays, with its parameters, or the name of one.
        kind: one of ``KINDS``.
        decisions: how many decisions the search sees, and how many others it is checked on; a small game uses
            all its decisions, and where boards are scored in plain Python ``MAX_PLAIN_DECISIONS`` are the
            most.
        seed: the seed from which they are drawn; the same seed gives the same result.
        allowed: for the kind ``play``, the share of the decisions seen in which it may choose differently.

    Raises:
        UsageError: if the tree is no expression of the vocabulary, there is no such game or kind, the
            vocabulary is of another game, or a number is impossible.
        KeyboardInterrupt: if the user interrupts it.
    """
    decisions, seed = whole_number("decisions", decisions, 1, _MOST), seed_number(seed)
    allowed = real_number("allowed", allowed, 0, 1)
    if kind not in KINDS:
        raise UsageError(
            f"there is no kind of simplification {shortened(repr(kind))}: choose {', '.join(KINDS)}"
        )
    game = as_game(game)
    if vocabulary.game.name != game.name:
        raise UsageError(
            f"the vocabulary is of {vocabulary.game.name}, but the game is {game.name}: give one of the game"
        )
    original = whole(tree, vocabulary)
    if scored_plainly(game, vocabulary):
        decisions = min(decisions, MAX_PLAIN_DECISIONS)
    tree = with_like_terms(original, vocabulary)
    steps = [SimplificationStep("terms", tree, complete=True)]
    if kind == "play":
        player = ExpressionPlayer(original, vocabulary, "original")
        seen = decisions_for(player, game, decisions, seed)
        shorter = with_smaller_parts(tree, vocabulary, seen, allowed=allowed)
        fresh = seen if seen.complete else decisions_for(player, game, decisions, seed + 1)
        agreed = compare_choices(original, shorter.tree, vocabulary, fresh)
        steps.append(SimplificationStep("play", shorter.tree, shorter.complete, agreed))
    return Simplification(original, tuple(steps), seed, allowed)
