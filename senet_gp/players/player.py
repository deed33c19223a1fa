"""The protocol of players, and players that work in every game."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from functools import cached_property
from typing import Any, Protocol, cast

import numpy as np

from primitives.vocabulary import Node, Vocabulary
from senet_gp.engine.participants import RANDOM_MOVER, Noisy, Participant, Source
from senet_gp.engine.program import Program, translate_codes
from senet_gp.games.protocol import Decision
from senet_gp.runtime.checks import real_number
from senet_gp.runtime.errors import brief
from senet_gp.runtime.registries import Displayed
from senet_gp.runtime.streams import CHOICES, Streams, below
from senet_gp.trees.individual import Individual, whole
from senet_gp.trees.text import from_lisp, to_lisp


class Player(Protocol):
    """A player: it can choose among the afterstates of a decision."""

    @property
    def name(self) -> str:
        """The player as it is written on the command line."""

    @property
    def participant(self) -> Participant | None:
        """The player in the form that is sent to workers; None if the player itself is sent."""

    def choose(self, decision: Decision, streams: Streams) -> int:
        """The index of the chosen afterstate; all draws come from the stream of choices."""


class RandomPlayer:
    """Chooses uniformly among the afterstates: in Senet distinct boards, elsewhere moves."""

    name = "random"
    participant = RANDOM_MOVER

    def __repr__(self) -> str:
        return brief(self, self.name)

    def choose(self, decision: Decision, streams: Streams) -> int:
        """The index of an afterstate, all equally likely."""
        return RANDOM_MOVER.choose(decision, streams)

    def possible(self, decision: Decision) -> list[int]:
        """The indices of all afterstates."""
        return list(range(len(decision.afterstates)))


class ScoringPlayer(ABC):
    """Plays the afterstate with the highest score, breaking ties at random; it plays choice by choice.

    Attributes:
        name: the player as it is written on the command line.
    """

    name: str
    participant = None

    def __repr__(self) -> str:
        return brief(self, self.name)

    @abstractmethod
    def scores(self, decision: Decision) -> Sequence[float]:
        """The score of each afterstate."""

    def choose(self, decision: Decision, streams: Streams) -> int:
        """The index of an afterstate with the highest score; ties are broken at random."""
        best = self.possible(decision)
        return best[below(streams, CHOICES, len(best)) if len(best) > 1 else 0]

    def possible(self, decision: Decision) -> list[int]:
        """The indices of all afterstates of the highest score."""
        scores = np.array(self.scores(decision))
        found: list[int] = np.flatnonzero(scores == scores.max()).tolist()
        return found


class SurePlayer(ABC):
    """A player that may choose only one of the afterstates, and so makes no random draws.

    Attributes:
        name: the player as it is written on the command line.
    """

    name: str
    participant = None

    def __repr__(self) -> str:
        return brief(self, self.name)

    @abstractmethod
    def chosen(self, decision: Decision) -> int:
        """The index of the afterstate that it plays."""

    def choose(self, decision: Decision, streams: Streams) -> int:  # noqa: ARG002 - it draws nothing
        """The index of the afterstate that it plays."""
        return self.chosen(decision)

    def possible(self, decision: Decision) -> list[int]:
        """The indices of the afterstates that it may choose: only one."""
        return [self.chosen(decision)]


class ExpressionPlayer(Displayed):
    """Plays the afterstate for which an expression has the highest value, breaking ties at random.

    In a game whose programs are policies (Pursuit), the value names the move.

    Attributes:
        tree: the expression.
        vocabulary: its vocabulary.
        name: the player as it is written on the command line.

    Raises:
        UsageError: if the tree is no expression of the vocabulary.
    """

    def __init__(self, tree: Sequence[Node], vocabulary: Vocabulary, name: str) -> None:
        self.tree: Individual = whole(tree, vocabulary)
        self.vocabulary = vocabulary
        self.name = name

    def __repr__(self) -> str:
        return brief(self, f"size {len(self.tree)}", self.name)

    @cached_property
    def participant(self) -> Source:
        """The expression in the form that is sent to workers."""
        return Source(self.tree.packed, self.vocabulary)

    @cached_property
    def program(self) -> Program:
        """The expression translated for compiled code.

        Raises:
            UsageError: if a word of it has no kernel.
        """
        return translate_codes(self.tree.codes, self.vocabulary)

    def scores(self, decision: Decision) -> list[int]:
        """The score of each afterstate: its value, or for a policy 1 for the afterstate that it names."""
        return self.participant.scores(decision)

    def choose(self, decision: Decision, streams: Streams) -> int:
        """The index of an afterstate with the highest value; ties are broken at random."""
        return self.participant.choose(decision, streams)

    def possible(self, decision: Decision) -> list[int]:
        """The indices of all afterstates of the highest value."""
        return self.possible_in([decision])[0]

    def possible_in(self, decisions: Sequence[Decision]) -> list[list[int]]:
        """The indices of all afterstates of the highest value, in each of several decisions of one game."""
        found = []
        for scores in self.participant.scores_in(decisions):
            best = max(scores)
            found.append([index for index, score in enumerate(scores) if score == best])
        return found

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickle the text, from which another process makes the same player."""
        return _expression_player, (to_lisp(self.tree), self.vocabulary, self.name)


def _expression_player(text: str, vocabulary: Vocabulary, name: str) -> ExpressionPlayer:
    return ExpressionPlayer(from_lisp(text, vocabulary), vocabulary, name)


class NoisyPlayer:
    """Plays as another player, but with some probability makes a random move: ``slips:PERCENT:PLAYER``.

    The random move does not lose at once if another is possible (see
    :class:`senet_gp.engine.participants.Noisy`).

    >>> NoisyPlayer(RandomPlayer(), 0.25).name
    'slips:25:random'

    Attributes:
        base: the player that it plays as.
        chance: the probability of a random move, 0 to 1.
    """

    def __init__(self, base: Player, chance: float) -> None:
        self.base = base
        self.chance = real_number("chance", chance, 0, 1)

    def __repr__(self) -> str:
        return brief(self, self.name)

    @property
    def name(self) -> str:
        """The player as it is written on the command line, which reads chances in whole percents alone."""
        return f"slips:{100 * self.chance:g}:{self.base.name}"

    @property
    def participant(self) -> Noisy | None:
        """The player in the form that is sent to workers; None if the player itself is sent."""
        if not isinstance(self.base, ExpressionPlayer):
            return None
        return Noisy(self.base.participant, self.chance)

    def choose(self, decision: Decision, streams: Streams) -> int:
        """The index of the chosen afterstate."""
        return Noisy(cast("Participant", self.base), self.chance).choose(decision, streams)


def without_slips(player: Player) -> Player:
    """The player that a noisy one plays as, or the player itself."""
    return player.base if isinstance(player, NoisyPlayer) else player
