"""Expressions as sums of weighted terms, and sums as expressions.

Functions here work on the codes of nodes (see :attr:`~senet_gp.trees.individual.Individual.codes`). A *term*
is the packed codes of a subtree that is no sum, difference or multiple itself.
"""

from __future__ import annotations

import numpy as np

from primitives.types import Number
from primitives.vocabulary import Codes, Vocabulary
from senet_gp.trees import shape
from senet_gp.trees.constants import constant

#: The weight of each term. A weight is never 0.
Terms = dict[bytes, int]

_ADD, _SUB, _MUL = "add", "sub", "mul"


def why_no_sums(vocabulary: Vocabulary) -> str:
    """What a vocabulary lacks for weighted sums, as part of a sentence; empty if it lacks nothing.

    >>> from primitives import vocabulary_of
    >>> why_no_sums(vocabulary_of("senet"))
    ''
    """
    missing = [word for word in (_ADD, _SUB, _MUL) if word not in vocabulary.by_name]
    if missing:
        return f"the vocabulary {vocabulary.name} lacks {', '.join(missing)}"
    return "" if 1 in vocabulary.constants else f"the vocabulary {vocabulary.name} lacks the constant 1"


def terms_of(codes: Codes, vocabulary: Vocabulary) -> Terms:
    """An expression as a sum of weighted terms. Constant terms, which no choice depends on, are left out.

    >>> from primitives import vocabulary_of
    >>> from senet_gp.trees.text import from_lisp
    >>> vocabulary = vocabulary_of("senet")
    >>> tree = from_lisp("(sub (mul 3 my_moves) (add their_moves (mul 2 my_moves)))", vocabulary)
    >>> terms = terms_of(tree.codes, vocabulary)
    >>> [(weight, vocabulary.decode(np.frombuffer(term, np.int16))[0].name) for term, weight in terms.items()]
    [(1, 'my_moves'), (-1, 'their_moves')]

    Args:
        codes: (nodes,) int16, the codes of the expression.
        vocabulary: its vocabulary, which has all that sums need (see :func:`why_no_sums`).
    """
    add, subtract, multiply = (_code_of(word, vocabulary) for word in (_ADD, _SUB, _MUL))
    first_constant = len(vocabulary.primitives)
    arities = vocabulary.arities
    found: Terms = {}
    waiting = [(0, 1)]
    while waiting:
        begin, weight = waiting.pop()
        code = int(codes[begin])
        if code in {add, subtract, multiply}:
            left, right = (int(shape.argument_begin(codes, begin, number, arities)) for number in range(2))
        if code in {add, subtract}:
            waiting += [(right, weight if code == add else -weight), (left, weight)]
        elif code == multiply and codes[left] >= first_constant:
            waiting.append((right, weight * vocabulary.constants[int(codes[left]) - first_constant]))
        elif code == multiply and codes[right] >= first_constant:
            waiting.append((left, weight * vocabulary.constants[int(codes[right]) - first_constant]))
        elif code < first_constant:
            term = codes[begin : int(shape.subtree_end(codes, begin, arities))].tobytes()
            found[term] = found.get(term, 0) + weight
    return {term: weight for term, weight in found.items() if weight}


def sum_of(terms: Terms, vocabulary: Vocabulary) -> Codes:
    """A weighted sum as an expression: the terms with positive weights less those with negative ones.

    >>> from primitives import vocabulary_of
    >>> from senet_gp.trees.text import from_lisp, to_lisp
    >>> vocabulary = vocabulary_of("senet")
    >>> words = [from_lisp(word, vocabulary).packed for word in ("my_moves", "their_moves")]
    >>> codes = sum_of({words[0]: 3, words[1]: -1}, vocabulary)
    >>> to_lisp(vocabulary.decode(codes))
    '(sub (mul 3 my_moves) their_moves)'

    Args:
        terms: the weights of the terms; at least one.
        vocabulary: the vocabulary.

    Returns:
        The codes of the expression, (nodes,) int16.
    """
    positive, negative = (
        [_multiple(abs(weight), term, vocabulary) for term, weight in terms.items() if (weight > 0) == wanted]
        for wanted in (True, False)
    )
    if not negative:
        return _added(positive, vocabulary)
    # Choices do not depend on the constant that negative terms alone are subtracted from.
    minuend = _added(positive, vocabulary) if positive else _number(1, vocabulary)
    subtract = np.array([_code_of(_SUB, vocabulary)], np.int16)
    return np.concatenate((subtract, minuend, _added(negative, vocabulary)))


def size_of(term: bytes, weight: int, vocabulary: Vocabulary) -> int:
    """The number of nodes by which a sum is larger that has this term with this weight."""
    factor = 0 if abs(weight) == 1 else 1 + len(_number(abs(weight), vocabulary))
    return len(term) // np.dtype(np.int16).itemsize + factor + 1


def _multiple(weight: int, term: bytes, vocabulary: Vocabulary) -> Codes:
    codes = np.frombuffer(term, np.int16)
    if weight == 1:
        return codes
    multiply = np.array([_code_of(_MUL, vocabulary)], np.int16)
    return np.concatenate((multiply, _number(weight, vocabulary), codes))


def _number(value: int, vocabulary: Vocabulary) -> Codes:
    return vocabulary.encode(constant(value, Number, vocabulary))


def _added(parts: list[Codes], vocabulary: Vocabulary) -> Codes:
    """The sum of expressions as a balanced tree: deep trees leave crossover few places near the root."""
    if len(parts) == 1:
        return parts[0]
    half = (len(parts) + 1) // 2
    add = np.array([_code_of(_ADD, vocabulary)], np.int16)
    return np.concatenate((add, _added(parts[:half], vocabulary), _added(parts[half:], vocabulary)))


def _code_of(word: str, vocabulary: Vocabulary) -> int:
    return int(vocabulary.encode([vocabulary.node_named[word]])[0])
