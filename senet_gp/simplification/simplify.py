"""Simplification as people ask for it: by kind, step by step, each step checked."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from primitives.vocabulary import Node, Vocabulary
from senet_gp.games.protocol import Game
from senet_gp.players.player import ExpressionPlayer
from senet_gp.simplification.check import BOARDS, Check, check
from senet_gp.simplification.decisions import decisions_for
from senet_gp.simplification.observed import Agreement, agreement, equal_in_play
from senet_gp.simplification.proven import EFFORT, equal, equal_in_choice
from senet_gp.trees.individual import Individual

#: The kinds, each with what it keeps; a later one is made from the one before.
KINDS = {
    "equal": "equal (proven): the same value on every board",
    "choice": "equal in choice (proven): the same best candidates in every decision",
    "play": "equal in play (observed): chose the same in the games looked at",
}
DECISIONS = 100_000


@dataclass(frozen=True)
class Step:
    """An expression made shorter in one of the kinds.

    Attributes:
        kind: the kind.
        tree: the shorter expression.
        complete: whether the search went on until nothing shorter was found; else it was stopped early.
        check: of ``equal``, the values compared with the original's.
        agreement: of the others, the choices compared with the original's, in decisions that the search has
        not
            seen.
    """

    kind: str
    tree: Individual
    complete: bool
    check: Check | None = None
    agreement: Agreement | None = None

    def __str__(self) -> str:
        early = "" if self.complete else "; stopped early, there may be shorter ones"
        return f"{KINDS[self.kind]}\n  {_size(self.tree)}{early}\n  {self._evidence()}"

    def _evidence(self) -> str:
        if self.check is not None:
            all_of = "all " if self.check.complete else ""
            return f"{self.check.differences} of {all_of}{self.check.boards} boards have another value"
        return str(self.agreement)

    def as_json(self) -> dict[str, Any]:
        """The step as the command line prints it."""
        evidence: dict[str, Any] = {}
        if self.check is not None:
            evidence = {
                "boards": self.check.boards,
                "different_values": self.check.differences,
                "all_boards_of_the_game": self.check.complete,
            }
        elif self.agreement is not None:
            evidence = self.agreement.as_json()
        sizes = {"nodes": len(self.tree), "depth": self.tree.depth}
        return {"kind": self.kind, **sizes, "complete": self.complete, **evidence}


@dataclass(frozen=True)
class Simplification:
    """An expression made shorter.

    Attributes:
        original: the expression.
        steps: the steps, the last of the kind that was asked for.
        seed: what the boards and decisions were drawn from.
        allowed: of the last kind, in what share of the decisions seen it might choose otherwise.
    """

    original: Individual
    steps: tuple[Step, ...]
    seed: int
    allowed: float

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
    game: Game,
    kind: str = "equal",
    *,
    decisions: int = DECISIONS,
    boards: int = BOARDS,
    seed: int = 1,
    allowed: float = 0.0,
    effort: int = EFFORT,
) -> Simplification:
    """Make an expression shorter, and check on boards and decisions that it does the same.

    Args:
        tree: the expression.
        vocabulary: the words it is written in.
        game: the game it plays.
        kind: one of ``KINDS``.
        decisions: how many are looked at, and how many others it is compared on; of a small game, always all.
        boards: how many boards values are compared on.
        seed: the same gives the same result.
        allowed: of the kind ``play``, in what share of the decisions looked at it may choose otherwise.
        effort: how many forms the search takes apart in a pass.

    Raises:
        KeyboardInterrupt: if the person has asked for it.
    """
    original = Individual(tree, vocabulary)
    shorter = equal(original, vocabulary, effort)
    compared = check(original, shorter.tree, vocabulary, game, np.random.default_rng(seed), boards)
    steps = [Step("equal", shorter.tree, shorter.complete, check=compared)]
    if kind != "equal":
        player = ExpressionPlayer(original, vocabulary, "original")
        fresh = decisions_for(player, game, decisions, seed + 1)
        shorter = equal_in_choice(shorter.tree, vocabulary, effort)
        agreed = agreement(original, shorter.tree, vocabulary, fresh)
        steps.append(Step("choice", shorter.tree, shorter.complete, agreement=agreed))
    if kind == "play":
        seen = fresh if fresh.complete else decisions_for(player, game, decisions, seed)
        shorter = equal_in_play(shorter.tree, vocabulary, seen, allowed=allowed, effort=effort)
        agreed = agreement(original, shorter.tree, vocabulary, fresh)
        steps.append(Step("play", shorter.tree, shorter.complete, agreement=agreed))
    for step in steps:
        if (step.check and step.check.differences) or (
            step.kind == "choice" and step.agreement and step.agreement.differences
        ):
            raise AssertionError(f"what is proven {step.kind} is not: a mistake in the rules")
    return Simplification(original, tuple(steps), seed, allowed)
