"""Expressions with their normal forms, the shortest that are known for each form, and those of constants."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import cache, partial
from itertools import product

from primitives.declarations import OPERATIONS
from primitives.types import MOST, Number
from primitives.vocabulary import Node, Vocabulary
from senet_gp.trees.simplification.algebra import MAX_TERMS, Form, Terms
from senet_gp.trees.simplification.facts import facts_of
from senet_gp.trees.sums import composed_number

#: Constants are searched for among sums and products of at most this many terminals, up to this number.
_MAX_CONSTANTS = 3
_GREATEST_CONSTANT = 100_000


class Expression:
    """A node with its arguments and the normal form of its value.

    Attributes:
        node: the node.
        arguments: the expressions of its arguments.
        nodes: the number of its nodes.
        depth: the number of edges to its deepest leaf.
    """

    __slots__ = ("_form", "arguments", "depth", "node", "nodes")

    def __init__(
        self, node: Node, arguments: tuple[Expression, ...], form: Form | Callable[[], Form]
    ) -> None:
        self.node = node
        self.arguments = arguments
        self._form = form
        nodes, deepest = getattr(node, "size", 1), -1
        for argument in arguments:  # a loop, because this is where much of the time goes
            nodes += argument.nodes
            deepest = max(deepest, argument.depth)
        self.nodes: int = nodes
        self.depth: int = 1 + deepest

    @property
    def form(self) -> Form:
        """The normal form of its value."""
        if not isinstance(self._form, Form):
            self._form = self._form()
        return self._form

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
        operation = OPERATIONS.get(name)
        self.name, self.args = name, list(operation.arguments) if operation else []
        self.ret = operation.result if operation else Number
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
        facts: makes the forms of primitives.
        algebra: the algebra of these forms.
    """

    def __init__(self, vocabulary: Vocabulary) -> None:
        self.vocabulary = vocabulary
        self.facts = facts_of(vocabulary)
        self.algebra = self.facts.algebra
        self._known: dict[tuple[Form, type], Expression] = {}
        #: The expressions of a single node.
        self.terminals: list[Expression] = [self.made(word.name) for word in self._queries()]
        for constant in vocabulary.constants:
            self.made(str(constant))

    def forget(self) -> None:
        """Forget all expressions and forms; the builder cannot be used any more."""
        self._known.clear()
        self.algebra.forget()

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
            form = self.facts.form(word, tuple(argument.form for argument in arguments))
        else:
            form = self.algebra.constant(int(word))
        return self._noted(Expression(node, arguments, form), form)

    def _noted(self, expression: Expression, form: Form) -> Expression:
        """An expression of a form, of which the shortest is remembered."""
        key = (form, expression.node.ret)
        known = self._known.get(key)
        if known is None or shorter(known, expression) is expression:
            self._known[key] = expression
        return expression

    def summed(self, added: Sequence[Expression], taken: Sequence[Expression]) -> Expression:
        """The sum of some numbers, at least one, less others, as ``add`` and ``sub`` from left to right.

        As long as no sum on the way can leave the bounds of numbers or is too long, all are polynomials: then
        the last one is added up at once, and the forms of the others are found when they are asked for.
        """
        steps = [("add", one) for one in added[1:]] + [("sub", one) for one in taken]
        if not steps:
            return added[0]
        form = self._exact_sum(added, taken)
        total = added[0]
        if form is None:
            for word, one in steps:
                total = self.made(word, total, one)
            return total
        *before, (word, last) = steps
        for earlier, one in before:
            total = Expression(self.node(earlier), (total, one), partial(self._form_of, earlier, total, one))
        return self._noted(Expression(self.node(word), (total, last), form), form)

    def _exact_sum(self, added: Sequence[Expression], taken: Sequence[Expression]) -> Form | None:
        """The form of a sum; None if one of the sums on the way might be no polynomial."""
        terms: Terms = {}
        low = high = 0
        for one, sign in [(one, 1) for one in added] + [(one, -1) for one in taken]:
            form = one.form
            low += form.low if sign > 0 else -form.high
            high += form.high if sign > 0 else -form.low
            for monomial, factor in form.terms.items():
                terms[monomial] = terms.get(monomial, 0) + sign * factor
            if low < -MOST or high > MOST or len(terms) > MAX_TERMS:
                return None
        return self.algebra.known_between(self.algebra.form(terms), low, high)

    def _form_of(self, word: str, *arguments: Expression) -> Form:
        return self.facts.form(word, tuple(argument.form for argument in arguments))

    def known(self, form: Form, kind: type = Number) -> Expression | None:
        """The shortest expression made so far of a form."""
        return self._known.get((form, kind))


class Constants:
    """Finds short expressions of constants, in the vocabulary of a builder."""

    def __init__(self, builder: ExpressionBuilder) -> None:
        self._builder = builder
        self._recipes = _recipes(builder.vocabulary.constants)

    def constant(self, number: int) -> Expression:
        """A short expression of a number; of 0 if the number is out of bounds."""
        known = self._builder.known(self._builder.algebra.constant(number))
        if known is not None and known.nodes <= 3:
            return known
        if abs(number) > MOST:
            return self.zero()
        if number in self._recipes:
            word, a, b = self._recipes[number]
            made = self._builder.made(word, self.constant(a), self.constant(b))
        else:
            made = self._greatest() if number == MOST else self._composed(number)
        return shorter(known, made) or made

    def signed(self, number: int) -> tuple[int, Expression]:
        """A sign and an expression of sign * number, with the sign that makes the expression shorter."""
        positive, negative = self.constant(number), self.constant(-number)
        return (1, positive) if positive.nodes <= negative.nodes else (-1, negative)

    def zero(self) -> Expression:
        """A short expression of 0."""
        known = self._builder.known(self._builder.algebra.zero)
        return self._composed(0) if known is None else known

    def _composed(self, number: int) -> Expression:
        """A number digit by digit, with short expressions of its parts."""
        builder = self._builder
        return composed_number(number, builder.vocabulary.constants, builder.made, self._part)

    def _part(self, number: int) -> Expression:
        return self.constant(number) if number else self.zero()

    def _greatest(self) -> Expression:
        """The largest number, at which products saturate."""
        made = self._builder.made
        if max(self._builder.vocabulary.constants) < 2:
            return made(str(MOST))
        base = made(str(max(self._builder.vocabulary.constants)))
        square = made("mul", base, base)
        while square.form.constant != MOST:
            square = made("mul", square, square)
        return square


@cache
def _recipes(constants: range) -> dict[int, tuple[str, int, int]]:
    """For each number that a few terminals make, the last operation and its two operands."""
    layers: list[list[int]] = [list(constants)]
    found: dict[int, tuple[str, int, int]] = {}
    for count in range(2, _MAX_CONSTANTS + 1):
        layers.append([])
        for first in range(1, count):
            for a, b in product(layers[first - 1], layers[count - first - 1]):
                for word, number in (("add", a + b), ("sub", a - b), ("mul", a * b)):
                    if abs(number) <= _GREATEST_CONSTANT and number not in found and number not in constants:
                        found[number] = word, a, b
                        layers[-1].append(number)
    return found
