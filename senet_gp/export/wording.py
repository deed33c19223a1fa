"""The sentences that introduce an expression in exported files."""

from __future__ import annotations

from collections.abc import Sequence

from primitives.vocabulary import Node, Vocabulary
from senet_gp.games.registry import titled

_SCORES = (
    "Its value rates a board at the end of a turn, for the player who makes the turn. Of all boards that the "
    "player can reach, one with the highest value is played."
)
_NAMES_THE_MOVE = "Its value is computed on the board before the move; modulo {} it is the move: {}."


def what_it_is(tree: Sequence[Node], vocabulary: Vocabulary) -> str:
    """The sentence that introduces an expression.

    >>> from primitives import vocabulary_of
    >>> from senet_gp.trees.text import from_lisp
    >>> words = vocabulary_of("hexapawn")
    >>> what_it_is(from_lisp("(add my_moves 2)", words), words)
    'A player of Hexapawn, made by senet-gp: an expression of 3 nodes in the basic vocabulary.'
    """
    game = vocabulary.game
    nodes = f"{len(tree)} node{'s' if len(tree) > 1 else ''}"
    return (
        f"A player of {titled(game)}, made by senet-gp: "
        f"an expression of {nodes} in the {vocabulary.name} vocabulary."
    )


def what_the_value_means(vocabulary: Vocabulary) -> str:
    """The sentences that explain how the value of an expression determines the move."""
    moves = vocabulary.game.named_moves
    numbered = ", ".join(f"{number} {move}" for number, move in enumerate(moves))
    return _NAMES_THE_MOVE.format(len(moves), numbered) if moves else _SCORES
