"""Short expressions of constants."""

from __future__ import annotations

from functools import cache
from itertools import product

from primitives.types import MOST
from senet_gp.simplification.expressions import Expression, ExpressionBuilder, shorter
from senet_gp.trees.constants import composed_number

#: Constants are searched for among sums and products of at most this many terminals, up to this number.
_MAX_CONSTANTS = 3
_GREATEST_CONSTANT = 100_000


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
