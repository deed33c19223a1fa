"""The influence of a part of an expression: how many choices change if a constant replaces it."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from primitives.types import Truth
from primitives.vocabulary import Codes, Vocabulary
from senet_gp import interruption
from senet_gp.explanation.sampled_decisions import SampledDecisions
from senet_gp.explanation.subtrees import Subtree, Subtrees, replaced
from senet_gp.export.infix import to_infix
from senet_gp.quoting import brief
from senet_gp.trees.constants import constant
from senet_gp.trees.individual import Individual
from senet_gp.trees.text import to_lisp

#: The largest and smallest number of parts that are examined, the nearest to the root first, and the number
#: of nodes that limits it in large expressions.
_MAX_TRIED, _MIN_TRIED, _NODES_TRIED = 300, 30, 400_000
#: How many parts are measured in games.
MAX_LEADING = 10
#: Two parts have the same effect if the choices without them differ in at most this share of those changed.
_ALIKE = 0.1


@dataclass(frozen=True, eq=False)
class Influence:
    """A part of an expression, and the player without it.

    Attributes:
        part: the part.
        codes: its own nodes.
        value: the constant that replaces it: its rounded mean in real decisions, or the more frequent truth.
        without: the nodes of the whole expression with every occurrence of the part replaced.
        changed: the share of real decisions in which other afterstates are best after the replacement.
        vocabulary: the vocabulary.
    """

    part: Subtree
    codes: Codes
    value: int
    without: Codes
    changed: float
    vocabulary: Vocabulary

    def __repr__(self) -> str:
        return brief(
            self,
            f"{self.changed:.1%} of the choices changed",
            f"size {len(self.codes)}",
            f"value {self.value}",
        )

    @cached_property
    def lisp(self) -> str:
        """The first occurrence of the part in Lisp form."""
        return to_lisp(self.vocabulary.decode(self.codes))

    @cached_property
    def infix(self) -> str:
        """The part with operators, on one line."""
        return in_a_line(self.codes, self.vocabulary)

    @property
    def replacement(self) -> int | bool:
        """The value as a number or a truth."""
        return bool(self.value) if self.part.kind is Truth else self.value

    @property
    def replacement_text(self) -> str:
        """The replacement as text."""
        return str(self.replacement).lower()

    def as_json(self) -> dict[str, Any]:
        """The part as documented for ``senet-gp explain --json``."""
        return {
            "expression": self.lisp,
            "nodes": self.part.size,
            "times": self.part.times,
            "replaced_by": self.replacement,
            "choices_changed": self.changed,
        }


class Influences:
    """Computes the influence of the parts of an expression, each once.

    Attributes:
        subtrees: the parts.
        sampled: the real decisions.
    """

    def __init__(self, tree: Individual, subtrees: Subtrees, sampled: SampledDecisions) -> None:
        self.subtrees = subtrees
        self.sampled = sampled
        self._codes = tree.codes
        self._best = sampled.best(tree.codes)
        self._known: dict[int, Influence] = {}

    def of(self, number: int) -> Influence:
        """The influence of the part of this number."""
        if number not in self._known:
            interruption.check()
            self._known[number] = self._tried(self.subtrees.distinct[number])
        return self._known[number]

    def _tried(self, part: Subtree) -> Influence:
        sampled, vocabulary = self.sampled, self.sampled.vocabulary
        codes = self._codes[part.occurrences[0]]
        if part.constant is not None:
            return Influence(part, codes, part.constant, self._codes, 0.0, vocabulary)
        mean = sampled.mean(codes)
        value = int(mean >= 0.5) if part.kind is Truth else round(mean)
        without = replaced(
            self._codes, part.occurrences, vocabulary.codes_of(constant(value, part.kind, vocabulary))
        )
        changed = sampled.differences(self._best, sampled.best(without)) / len(sampled.all)
        return Influence(part, codes, value, without, changed, vocabulary)

    @cached_property
    def tried(self) -> list[Influence]:
        """The influences of the parts nearest to the root, and of the queries of the board nearest to it.

        The whole expression, constant parts and pieces of chains are left out.
        """
        distinct = self.subtrees.distinct
        most = min(_MAX_TRIED, max(_MIN_TRIED, _NODES_TRIED // len(self._codes)))
        parts = [
            number
            for number in range(1, len(distinct))
            if distinct[number].constant is None and not distinct[number].in_chain
        ]
        parts.sort(key=lambda number: distinct[number].depth)
        asking = [number for number in parts if distinct[number].query is not None]
        chosen = set(parts[:most]) | set(asking[:most])
        return [self.of(number) for number in sorted(chosen)]

    def leading(self) -> list[Influence]:
        """The most influential parts in order; of several parts with the same effect, one."""
        sampled = self.sampled
        found: list[Influence] = []
        choices: list[NDArray[np.int64]] = []
        for influence in sorted(self.tried, key=lambda one: (-one.changed, one.part.size)):
            if len(found) == MAX_LEADING or not influence.changed:
                break
            best = sampled.best(influence.without)
            most = _ALIKE * influence.changed * len(sampled.all)
            if all(sampled.differences(best, other) > most for other in choices):
                found.append(influence)
                choices.append(best)
        return found

    def idle(self) -> list[Influence]:
        """The parts that change no choice, and those that compute a constant; none inside another."""
        distinct = self.subtrees.distinct
        constants = [
            self.of(number)
            for number in range(1, len(distinct))
            if distinct[number].constant is not None and distinct[number].size > 1
        ]
        still = [influence for influence in [*self.tried, *constants] if not influence.changed]
        still.sort(key=lambda one: -one.part.size)
        found: list[Influence] = []
        for influence in still:
            if not any(_within(influence.part, other.part) for other in found):
                found.append(influence)
        return found


def _within(part: Subtree, other: Subtree) -> bool:
    """Whether all occurrences of a part are inside another part."""
    return all(
        any(outer.start <= inner.start and inner.stop <= outer.stop for outer in other.occurrences)
        for inner in part.occurrences
    )


def in_a_line(codes: Codes, vocabulary: Vocabulary) -> str:
    """An expression with operators, on one line."""
    words = " ".join(to_infix(vocabulary.decode(codes)).split())
    return words.replace("( ", "(").replace(" )", ")")
