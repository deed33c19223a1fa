"""Random words from outside: any functions of the board and their arguments, within their ranges."""

from __future__ import annotations

import dataclasses
import random
from collections.abc import Callable
from typing import Any
from zlib import crc32

from primitives import Board, Number, Primitive, Square, Truth, Vocabulary, primitive

_TYPES = (Number, Square, Truth)
#: Names that our words have in other vocabularies, which say nothing of a word from outside.
_NAMES = ("my_moves", "protected", "my_pieces", "move_to", "empty", "theirs", "odd", "v1", "n", "query_7")


def random_word(rng: random.Random, name: str) -> Primitive:
    """A word whose value on any board, with any arguments, is arbitrary but always the same."""
    arguments = tuple(rng.choice(_TYPES) for _ in range(rng.choice((0, 0, 0, 1, 1, 2, 3))))
    result = rng.choice((Number, Number, Truth))
    reads_board = rng.random() < 0.7
    low = rng.choice((0, 0, 1, -5, -(2**31 - 1)))
    high = rng.choice((low, low + 1, low + 40, 2**31 - 1))
    if result is Truth:
        low, high = 0, 1
    meaning = _meaning(name, low, high, reads_board=reads_board)
    return primitive(result, *arguments, low=low, high=high, reads_board=reads_board)(meaning)


def _meaning(name: str, low: int, high: int, *, reads_board: bool = True) -> Callable[..., int]:
    def meaning(*given: Any) -> int:
        board, *values = given if reads_board else (None, *given)
        seen = [*sorted(board.mine), 0, *sorted(board.theirs)] if isinstance(board, Board) else []
        return low + crc32(repr((name, seen, [int(value) for value in values])).encode()) % (high - low + 1)

    meaning.__name__ = meaning.__qualname__ = name
    meaning.__doc__ = "Anything."
    return meaning


def with_random_words(vocabulary: Vocabulary, rng: random.Random) -> Vocabulary:
    """The vocabulary without some of its words, with random ones, and with random constants."""
    needed = {"add", "not_", "and_", "always", "never", "i_am_in_water"}
    dropped = [word.name for word in vocabulary.primitives if rng.random() < 0.2 and word.name not in needed]
    kept = [word for word in vocabulary.primitives if word.name not in dropped]
    free = [name for name in _NAMES if name not in {word.name for word in kept}]
    words = [random_word(rng, name) for name in rng.sample(free, rng.randrange(1, len(free) + 1))]
    words += [random_word(rng, f"own_{number}") for number in range(3)]
    # Enough words without arguments let trees end.
    words += [
        primitive(kind, low=0, high=1)(_meaning(f"leaf_{kind.__name__}_{number}", 0, 1))
        for kind in (Number, Truth)
        for number in range(20)
    ]
    constants = rng.choice((vocabulary.constants, range(1), range(2), range(-3, 0), range(2, 40, 7)))
    return dataclasses.replace(vocabulary, name="random", primitives=(*kept, *words), constants=constants)
