"""What is said of an expression in the files that it is exported to."""

from __future__ import annotations

from collections.abc import Sequence

from primitives.vocabulary import Node, Vocabulary
from senet_gp.games.board.game import BoardGame
from senet_gp.games.registry import in_words

_SCORES = (
    "Its value tells how good the board is that a turn would end in, for the player who has made the turn; "
    "among the boards that he can reach, the player plays one with the highest value."
)
_NAMES_THE_MOVE = (
    "Its value is computed on the board before the move; modulo 4 it is the move: 0 to the left, 1 to the "
    "right, 2 up, 3 down."
)


def names_the_move(vocabulary: Vocabulary) -> bool:
    """Whether the value of an expression names the move instead of scoring boards."""
    rules = vocabulary.rules
    return isinstance(rules, BoardGame) and rules.policy


def what_it_is(tree: Sequence[Node], vocabulary: Vocabulary) -> str:
    """The sentence that introduces an expression."""
    rules = vocabulary.rules
    nodes = f"{len(tree)} node{'s' if len(tree) > 1 else ''}"
    return (
        f"A player of {rules.title}{in_words(rules).removeprefix(rules.name)}, made by senet-gp: "
        f"an expression of {nodes} in the {vocabulary.name} vocabulary."
    )


def what_the_value_means(vocabulary: Vocabulary) -> str:
    """How the value of an expression decides what is played."""
    return _NAMES_THE_MOVE if names_the_move(vocabulary) else _SCORES
