"""How expressions are written for people: signs of operators, how strongly they bind, and parentheses.

Whoever reads a text by these rules gets the same tree. So a + (b + c) keeps its parentheses: sums saturate,
and (a + b) + c may be another number.
"""

from __future__ import annotations

from enum import Enum, IntEnum

from primitives.vocabulary import Node, Vocabulary


class Binding(IntEnum):
    """How strongly a form holds its arguments together, the weakest first, as in Python."""

    IF = 0
    OR = 1
    AND = 2
    NOT = 3
    COMPARISON = 4
    SUM = 5
    PRODUCT = 6
    CALL = 7  # terminals, and functions with their arguments in parentheses


class Kind(Enum):
    """What a node is, for pictures."""

    CONSTANT = "constant"
    QUERY = "query"
    FUNCTION = "function"  # also a truth that is always the same


IF, NOT = "if_then_else", "not_"

#: The operators that stand between their two arguments, and how strongly they bind.
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

#: What stands at the edges of a tree from a choice to its arguments.
CHOICE_EDGES = ("", "then", "else")

_BINDING = {IF: Binding.IF, NOT: Binding.NOT, **BETWEEN}


def binding(name: str) -> Binding:
    """How strongly the form of a node of this name binds."""
    return _BINDING.get(name, Binding.CALL)


def needs_parentheses(parent: str, number: int, argument: str) -> bool:
    """Whether the argument of this number, from 0 on, must stand in parentheses.

    Args:
        parent: the name of the node whose argument it is.
        number: which argument; operators of one strength are read from the left.
        argument: the name of the argument's own node.
    """
    own, outer = binding(argument), binding(parent)
    if outer in {Binding.CALL, Binding.IF}:
        return False
    return own < outer or (own == outer and number > 0)


def kind_of(node: Node, vocabulary: Vocabulary) -> Kind:
    """What a node is."""
    primitive = vocabulary.by_name.get(node.name)
    if primitive is None:
        return Kind.CONSTANT
    return Kind.QUERY if primitive.reads_board else Kind.FUNCTION
