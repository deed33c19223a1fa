"""Expressions with their normal forms, and the shortest that are known for each form."""

from __future__ import annotations

from collections.abc import Iterable

from primitives.declarations import NAMES, SIGNATURES, Signature
from primitives.types import Number, Truth
from primitives.vocabulary import Node, Vocabulary
from senet_gp.simplification.facts import facts_of
from senet_gp.simplification.forms import Form
from senet_gp.simplification.word_forms import WordForms


class Expression:
    """A node with its arguments and the normal form of its value.

    Attributes:
        node: the node.
        arguments: the expressions of its arguments.
        form: the normal form of its value.
        nodes: the number of its nodes.
        depth: the number of edges to its deepest leaf.
    """

    __slots__ = ("arguments", "depth", "form", "node", "nodes")

    def __init__(self, node: Node, arguments: tuple[Expression, ...], form: Form) -> None:
        self.node = node
        self.arguments = arguments
        self.form = form
        self.nodes: int = getattr(node, "size", 1) + sum(argument.nodes for argument in arguments)
        self.depth: int = 1 + max((argument.depth for argument in arguments), default=-1)

    def tree(self) -> list[Node]:
        """Its nodes, root first."""
        nodes: list[Node] = []
        waiting = [self]
        while waiting:
            expression = waiting.pop()
            nodes.append(expression.node)
            waiting.extend(reversed(expression.arguments))
        return nodes


class StandIn:
    """The node of an operation or a constant that the vocabulary lacks.

    An expression with such a node is so large that no search gives it as its result.
    """

    size = 1 << 40

    def __init__(self, name: str) -> None:
        signature = SIGNATURES[NAMES[name]] if name in NAMES else Signature((), Number)
        self.name, self.args, self.ret = name, list(signature.arguments), signature.result
        self.arity = len(self.args)


def shorter(a: Expression | None, b: Expression | None) -> Expression | None:
    """The expression with fewer nodes; if both have equally many the flatter one, else the first."""
    if a is None or (b is not None and (b.nodes, b.depth) < (a.nodes, a.depth)):
        return b
    return a


class ExpressionBuilder:
    """Makes expressions in one vocabulary, and remembers the shortest one of each form.

    Attributes:
        vocabulary: the vocabulary.
        forms: makes the forms of primitives.
        algebra: the algebra of these forms.
    """

    def __init__(self, vocabulary: Vocabulary) -> None:
        self.vocabulary = vocabulary
        self.forms = WordForms(vocabulary, facts_of(vocabulary))
        self.algebra = self.forms.algebra
        self._known: dict[tuple[Form, type], Expression] = {}
        #: The expressions of a single node.
        self.terminals: list[Expression] = [self.made(word.name) for word in self._queries()]
        for constant in vocabulary.constants:
            self.made(str(constant))

    def _queries(self) -> Iterable[Node]:
        return (
            node for node in self.vocabulary.nodes if not node.arity and node.name in self.vocabulary.by_name
        )

    def has(self, word: str) -> bool:
        """Whether the vocabulary has a primitive of this name."""
        return word in self.vocabulary.node_named

    def node(self, word: str) -> Node:
        """The node of a word; a stand-in if the vocabulary lacks it."""
        return self.vocabulary.node_named.get(word) or StandIn(word)

    def made(self, word: str, *arguments: Expression) -> Expression:
        """The expression of a primitive with its arguments."""
        node = self.node(word)
        if node.args if isinstance(node, StandIn) else word in self.vocabulary.by_name:
            form = self.forms.value(word, tuple(argument.form for argument in arguments))
        else:
            form = self.algebra.constant(int(word))
        key = (form, node.ret)
        known = self._known.get(key)
        expression = Expression(node, arguments, form)
        if known is None or shorter(known, expression) is expression:
            self._known[key] = expression
        return expression

    def known(self, form: Form, kind: type = Number) -> Expression | None:
        """The shortest expression made so far of a form."""
        return self._known.get((form, kind))

    def known_truths(self) -> list[Form]:
        """The forms of all truths made so far."""
        return [form for form, kind in self._known if kind is Truth]
