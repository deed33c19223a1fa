"""Any number and any truth as an expression in a vocabulary."""

from __future__ import annotations

from primitives.types import Truth
from primitives.vocabulary import Node, Vocabulary
from senet_gp.errors import UsageError


def constant(value: int, kind: type, vocabulary: Vocabulary) -> list[Node]:
    """An expression that has this value on every board.

    Numbers that are not terminals are written in the base of the largest constant, as in
    ``(add (mul 2 30) 5)``. No part exceeds the value, so nothing saturates, and the translator makes one
    constant of them. If the vocabulary has no constant truth, a query and its negation are combined.

    Args:
        value: the number, or 1 or 0 for a truth.
        kind: the type of the value.
        vocabulary: the vocabulary.

    Raises:
        UsageError: if the vocabulary lacks a word that is needed for it.

    >>> from primitives import vocabulary_of
    >>> from primitives.types import Number
    >>> from senet_gp.games.registry import game_of
    >>> " ".join(node.name for node in constant(65, Number, vocabulary_of(game_of("senet"))))
    'add mul 2 30 5'
    """
    names = _names(value, kind, vocabulary)
    for name in names:
        if name not in vocabulary.node_named:
            raise UsageError(
                f"parts of an expression are replaced by constants, for which the vocabulary "
                f"{vocabulary.name!r} needs the word {name!r}: explain a player of one that has it"
            )
    return [vocabulary.node_named[name] for name in names]


def _names(value: int, kind: type, vocabulary: Vocabulary) -> list[str]:
    if kind is Truth:
        return _truth(value, vocabulary)
    if value < 0:
        return ["sub", *_names(0, kind, vocabulary), *_names(-value, kind, vocabulary)]
    if value in vocabulary.constants:
        return [str(value)]
    base = vocabulary.constants[-1]
    if value == 0:
        return ["sub", str(base), str(base)]
    digits = []
    while value:
        value, digit = divmod(value, base)
        digits.append(digit)
    names = [str(digits.pop())]
    while digits:
        names = ["mul", *names, str(base)]
        digit = digits.pop()
        if digit:
            names = ["add", *names, str(digit)]
    return names


def _truth(value: int, vocabulary: Vocabulary) -> list[str]:
    word = "always" if value else "never"
    if word in vocabulary.by_name:
        return [word]
    # A query or its negation is always true, and both together never are.
    truths = [word.name for word in vocabulary.primitives if word.result is Truth and not word.arguments]
    query = truths[0] if truths else word
    return ["or_" if value else "and_", query, "not_", query]
