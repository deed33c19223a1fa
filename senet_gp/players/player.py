"""The protocol of all players, and the players that compiled games know too."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from typing import Any, Protocol

import numpy as np

from primitives import vocabulary
from primitives.vocabulary import Node, Vocabulary
from senet_gp.engine.evaluator import scores_of
from senet_gp.engine.program import RANDOM_MOVER, Program, translate
from senet_gp.engine.senet_play import best_board
from senet_gp.games import senet_rules
from senet_gp.games.senet import Candidate, Decision, Rules
from senet_gp.streams import CHOICES, Streams, below
from senet_gp.trees.text import from_lisp, to_lisp


class Player(Protocol):
    """Whoever can choose among the boards that a turn can end in."""

    @property
    def name(self) -> str:
        """The player as it is written on the command line."""

    @property
    def program(self) -> Program | None:
        """The player for compiled games; None if it can only be asked choice by choice."""

    def choose(self, decision: Decision, streams: Streams) -> int:
        """The index of the candidate that is played.

        Whatever is drawn is drawn from the stream of choices.
        """


class RandomPlayer:
    """Chooses uniformly among the distinct boards."""

    name = "random"
    program = RANDOM_MOVER

    def choose(self, decision: Decision, streams: Streams) -> int:
        """The index of a candidate, all equally likely."""
        return int(below(streams, CHOICES, len(decision.candidates)))


class ExpressionPlayer:
    """Plays the board on which an expression has the highest value, drawing among equals.

    Attributes:
        tree: the expression.
        vocabulary: the words it is written in.
        name: the player as it is written on the command line.
        rules: the rules it was evolved under, if that is known.
    """

    def __init__(
        self, tree: Sequence[Node], vocabulary: Vocabulary, name: str, rules: Rules | None = None
    ) -> None:
        self.tree = tree
        self.vocabulary = vocabulary
        self.name = name
        self.rules = rules

    @cached_property
    def program(self) -> Program:
        """The expression for compiled games."""
        return translate(self.tree, self.vocabulary)

    def scores(self, candidates: Sequence[Candidate]) -> list[int]:
        """The value of the expression on each candidate."""
        boards = np.array(
            [(c.position.mine, c.position.theirs, packed_moves(c), c.hits) for c in candidates], np.uint32
        )
        scores: list[int] = scores_of(self.program, boards.T).tolist()
        return scores

    def choose(self, decision: Decision, streams: Streams) -> int:
        """The index of a candidate of the highest value, equal ones being equally likely."""
        scores = np.array(self.scores(decision.candidates), np.int32)
        return int(best_board(len(scores), scores, streams))

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickle the text, from which another process makes the same player."""
        words = self.vocabulary
        return _expression_player, (to_lisp(self.tree), words.game, words.name, self.name, self.rules)


def _expression_player(
    text: str, game: str, vocabulary_name: str, name: str, rules: Rules | None
) -> ExpressionPlayer:
    words = vocabulary(game, vocabulary_name)
    return ExpressionPlayer(from_lisp(text, words), words, name, rules)


def packed_moves(candidate: Candidate) -> int:
    """A candidate's moves, packed as the compiled rules do."""
    packed = 0
    for index, move in enumerate(candidate.moves):
        byte = move.throw << senet_rules.THROW_SHIFT | move.start
        packed |= byte << senet_rules.FIRST_MOVE_SHIFT - senet_rules.MOVE_BITS * index
    return packed
