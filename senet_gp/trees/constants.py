"""Any number and any truth as an expression in a vocabulary."""

from __future__ import annotations

from collections.abc import Callable
from itertools import chain
from typing import TypeVar

from primitives.types import Truth
from primitives.vocabulary import Node, Vocabulary
from senet_gp.runtime.errors import UsageError

#: An expression, in whatever form the caller makes it.
Made = TypeVar("Made")


def constant(value: int, kind: type, vocabulary: Vocabulary) -> list[Node]:
    """An expression that has this value on every board.

    No part of a number exceeds the number itself, so nothing saturates, and the translator makes one constant
    of it.

    Args:
        value: the number, or 1 or 0 for a truth.
        kind: the type of the value.
        vocabulary: the vocabulary.

    Raises:
        UsageError: if the vocabulary lacks a word that is needed for it.

    >>> from primitives import vocabulary_of
    >>> from primitives.types import Number
    >>> " ".join(node.name for node in constant(65, Number, vocabulary_of("senet")))
    'add mul 30 2 5'
    """

    def made(word: str, *arguments: list[Node]) -> list[Node]:
        if word not in vocabulary.node_named:
            raise UsageError(
                f"parts of expressions are replaced by constants, for which the vocabulary "
                f"{vocabulary.name!r} lacks {word!r}: use a player of a vocabulary that has it"
            )
        return [vocabulary.node_named[word], *chain.from_iterable(arguments)]

    def number(part: int) -> list[Node]:
        if part in vocabulary.constants:
            return made(str(part))
        return composed_number(part, vocabulary.constants, made, number)

    return constant_truth(vocabulary, made, value=bool(value)) if kind is Truth else number(value)


def composed_number(
    value: int, constants: range, made: Callable[..., Made], number: Callable[[int], Made]
) -> Made:
    """An expression of a number that is not a terminal: its last digit in the base of the largest constant.

    Args:
        value: the number.
        constants: the constants of the vocabulary.
        made: makes an expression of a word and the expressions of its arguments.
        number: makes an expression of a part of the number: of all digits but the last, of the last digit, of
            the number without its sign, or of 0.
    """
    base = max(constants)
    if value == 0:
        return made("sub", made(str(base)), made(str(base)))
    if base < 2 or 0 < value < base:
        # There are no digits to write it with, or it is a digit that is missing.
        return made(str(value))
    if value < 0:
        positive = number(-value)
        return made("sub", number(0), positive)
    whole, digit = divmod(value, base)
    multiple = made("mul", made(str(base)), number(whole))
    return made("add", multiple, number(digit)) if digit else multiple


def constant_truth(vocabulary: Vocabulary, made: Callable[..., Made], *, value: bool) -> Made:
    """An expression of a truth that has this value on every board.

    If the vocabulary has no constant truth, the expression combines a query and its negation.

    Args:
        vocabulary: the vocabulary.
        made: makes an expression of a word and the expressions of its arguments.
        value: whether the truth holds.
    """
    word = "always" if value else "never"
    if word in vocabulary.by_name:
        return made(word)
    # A query or its negation always holds, and both together never do.
    truths = (word.name for word in vocabulary.primitives if word.result is Truth and not word.arguments)
    query = next(truths, word)
    return made("or_" if value else "and_", made(query), made("not_", made(query)))
