"""Simplification of an expression: step by step, from the strictest kind on, each step checked."""

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
from senet_gp.games.registry import as_game
from senet_gp.games.small import if_solvable
from senet_gp.insight.observed import decisions_for, equal_in_play
from senet_gp.players.player import ExpressionPlayer
from senet_gp.runtime import interruption
from senet_gp.runtime.checks import real_number, seed_number, whole_number
from senet_gp.runtime.errors import UsageError, brief, shortened
from senet_gp.trees.individual import Individual, whole
from senet_gp.trees.shape import beginning
from senet_gp.trees.simplification.proven import EFFORT, equal, equal_in_choice

#: The number of boards of a check, unless the game has fewer.
BOARDS = 1_000_000


class ValueComparison(NamedTuple):
    """A comparison of two expressions.

    Attributes:
        boards: the number of boards on which they were computed.
        differences: the number of these on which their values differ.
        complete: whether these are all reachable boards of the game.
    """

    boards: int
    differences: int
    complete: bool

    def as_json(self) -> dict[str, Any]:
        """The comparison as the command line prints it."""
        return {
            "boards": self.boards,
            "different_values": self.differences,
            "all_boards_of_the_game": self.complete,
        }

    def __str__(self) -> str:
        all_of = "all " if self.complete else ""
        return f"{self.differences} of {all_of}{self.boards:,} boards have another value"


def compare_values(
    tree: Sequence[Node],
    other: Sequence[Node],
    vocabulary: Vocabulary,
    game: Game,
    rng: np.random.Generator,
    boards: int = BOARDS,
) -> ValueComparison:
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
    return ValueComparison(number, differences, complete)


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


def compare_choices(
    tree: Sequence[Node], other: Sequence[Node], vocabulary: Vocabulary, decisions: Decisions
) -> ChoiceComparison:
    """How often two expressions make the same choice in these decisions."""
    best, others = (decisions.best(Source.of(nodes, vocabulary)) for nodes in (tree, other))
    differences = decisions.differences(best, others)
    return ChoiceComparison(len(decisions), differences, decisions.complete)


#: The kinds of simplification, each with what it keeps. Each starts from the result of the one before.
KINDS = {
    "equal": "equal (proven): the same value on every board",
    "choice": "equal in choice (proven): the same best candidates in every decision",
    "play": "equal in play (observed): chose the same in the games looked at",
}
DECISIONS = 100_000
#: The most decisions and boards.
_MOST = 1_000_000_000
MAX_PLAIN_DECISIONS = 3000
MAX_PLAIN_BOARDS = 20_000


@dataclass(frozen=True)
class SimplificationStep:
    """An expression after one kind of simplification.

    Attributes:
        kind: the kind.
        tree: the shorter expression.
        complete: whether the search ended because it found nothing shorter, not because it was stopped.
        evidence: the comparison of its values with those of the original; for the other kinds than ``equal``,
            that of its choices, in decisions that the search has not seen.
    """

    kind: str
    tree: Individual
    complete: bool
    evidence: ValueComparison | ChoiceComparison

    def __repr__(self) -> str:
        return brief(self, self.kind, f"{len(self.tree)} nodes", self.evidence)

    def __str__(self) -> str:
        early = "" if self.complete else "; stopped early, there may be shorter ones"
        return f"{KINDS[self.kind]}\n  {_size(self.tree)}{early}\n  {self.evidence}"

    def as_json(self) -> dict[str, Any]:
        """The step as the command line prints it."""
        sizes = {"nodes": len(self.tree), "depth": self.tree.depth}
        return {"kind": self.kind, **sizes, "complete": self.complete, **self.evidence.as_json()}


@dataclass(frozen=True)
class Simplification:
    """A simplified expression.

    Attributes:
        original: the expression before.
        steps: the steps, the last of which is of the requested kind.
        seed: the seed from which boards and decisions were drawn.
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


@dataclass(frozen=True, kw_only=True)
class Samples:
    """The boards and decisions that a simplification is drawn from and checked on.

    Attributes:
        decisions: the number of decisions that the search sees, and of others that it is checked on; a small
            game uses all its decisions.
        boards: the number of boards on which values are compared.
        seed: the seed from which both are drawn.

    Where boards are scored in plain Python, ``MAX_PLAIN_DECISIONS`` and ``MAX_PLAIN_BOARDS`` are the most.
    """

    decisions: int = DECISIONS
    boards: int = BOARDS
    seed: int = 1

    def __post_init__(self) -> None:
        for name in ("decisions", "boards"):
            object.__setattr__(self, name, whole_number(name, getattr(self, name), 1, _MOST))
        object.__setattr__(self, "seed", seed_number(self.seed))


_USUAL = Samples()


def simplify(
    tree: Sequence[Node],
    vocabulary: Vocabulary,
    game: Game | str,
    kind: str = "equal",
    *,
    samples: Samples = _USUAL,
    allowed: float = 0.0,
    effort: int = EFFORT,
) -> Simplification:
    """Make an expression shorter, and check on boards and decisions that it still does the same.

    Args:
        tree: the expression.
        vocabulary: its vocabulary.
        game: the game that it plays, with its parameters, or the name of one.
        kind: one of ``KINDS``.
        samples: the boards and decisions to use; the same samples give the same result.
        allowed: for the kind ``play``, the share of the decisions seen in which it may choose differently.
        effort: how many forms the search examines in a pass.

    Raises:
        UsageError: if the tree is no expression of the vocabulary, there is no such game or kind, the
            vocabulary is of another game, or a number is impossible.
        KeyboardInterrupt: if the user interrupts it.
    """
    allowed, effort = real_number("allowed", allowed, 0, 1), whole_number("effort", effort, 1)
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
    decisions, boards, seed = samples.decisions, samples.boards, samples.seed
    if scored_plainly(game, vocabulary):
        decisions, boards = min(decisions, MAX_PLAIN_DECISIONS), min(boards, MAX_PLAIN_BOARDS)
    shorter = equal(original, vocabulary, effort)
    compared = compare_values(original, shorter.tree, vocabulary, game, np.random.default_rng(seed), boards)
    steps = [SimplificationStep("equal", shorter.tree, shorter.complete, compared)]
    if kind != "equal":
        player = ExpressionPlayer(original, vocabulary, "original")
        fresh = decisions_for(player, game, decisions, seed + 1)
        shorter = equal_in_choice(shorter.tree, vocabulary, effort)
        agreed = compare_choices(original, shorter.tree, vocabulary, fresh)
        steps.append(SimplificationStep("choice", shorter.tree, shorter.complete, agreed))
    if kind == "play":
        seen = fresh if fresh.complete else decisions_for(player, game, decisions, seed)
        shorter = equal_in_play(shorter, vocabulary, seen, allowed=allowed, effort=effort)
        agreed = compare_choices(original, shorter.tree, vocabulary, fresh)
        steps.append(SimplificationStep("play", shorter.tree, shorter.complete, agreed))
    for step in steps:
        if step.kind != "play" and step.evidence.differences:
            raise AssertionError(f"a simplification proven {step.kind} is not: a rewriting rule is wrong")
    return Simplification(original, tuple(steps), seed, allowed)
