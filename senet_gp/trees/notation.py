"""The notation of expressions for people: signs of operators, how strongly they bind, and parentheses.

A text read by these rules gives the same tree. So a + (b + c) keeps its parentheses: sums saturate, and
(a + b) + c may be another number. The sentences that introduce an expression in files stand here, too.
"""

from __future__ import annotations

from collections.abc import Sequence
from enum import Enum, IntEnum

from primitives.vocabulary import Node, Vocabulary
from senet_gp.games.registry import titled

IF, NOT = "if_then_else", "not_"
#: The signs of operators in plain text.
SIGNS = {
    "or_": "or",
    "and_": "and",
    NOT: "not",
    "less_than": "<",
    "greater": ">",
    "equal": "=",
    "add": "+",
    "sub": "-",
    "mul": "*",
    IF: "if",
}
#: The labels of the edges from a choice to its arguments.
CHOICE_EDGES = ("", "then", "else")
_SCORES = (
    "Its value rates a board at the end of a turn, for the player who makes the turn. Of all boards that the "
    "player can reach, one with the highest value is played."
)
_NAMES_THE_MOVE = "Its value is computed on the board before the move; modulo {} it is the move: {}."


class Binding(IntEnum):
    """How strongly an operator binds its arguments, the weakest first, as in Python."""

    IF = 0
    OR = 1
    AND = 2
    NOT = 3
    COMPARISON = 4
    SUM = 5
    PRODUCT = 6
    CALL = 7  # terminals, and functions with their arguments in parentheses


class Kind(Enum):
    """The kind of a node, which pictures show by its colour."""

    CONSTANT = "constant"
    QUERY = "query"
    FUNCTION = "function"  # also a constant truth


#: The operators that are written between their two arguments, and how strongly they bind.
BETWEEN = {
    "or_": Binding.OR,
    "and_": Binding.AND,
    "less_than": Binding.COMPARISON,
    "greater": Binding.COMPARISON,
    "equal": Binding.COMPARISON,
    "add": Binding.SUM,
    "sub": Binding.SUM,
    "mul": Binding.PRODUCT,
}
_BINDING = {IF: Binding.IF, NOT: Binding.NOT, **BETWEEN}


def binding(name: str) -> Binding:
    """How strongly a node of this name binds its arguments."""
    return _BINDING.get(name, Binding.CALL)


def needs_parentheses(parent: str, number: int, argument: str) -> bool:
    """Whether the argument of this number, from 0 on, must stand in parentheses.

    Args:
        parent: the name of the node whose argument it is.
        number: the index of the argument; operators that bind equally strongly are read from the left.
        argument: the name of the argument's own node.

    >>> needs_parentheses("add", 0, "sub"), needs_parentheses("add", 1, "sub")
    (False, True)
    """
    own, outer = binding(argument), binding(parent)
    if outer in {Binding.CALL, Binding.IF}:
        return False
    return own < outer or (own == outer and number > 0)


def kind_of(node: Node, vocabulary: Vocabulary) -> Kind:
    """The kind of a node."""
    primitive = vocabulary.by_name.get(node.name)
    if primitive is None:
        return Kind.CONSTANT
    return Kind.QUERY if primitive.reads_board else Kind.FUNCTION


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
