"""A vocabulary in one call, for games in plain Python."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from primitives.arithmetic import ARITHMETIC, COMPARISONS
from primitives.declarations import Primitive
from primitives.logic import CERTAINTIES, LOGIC
from primitives.types import Number, Truth
from primitives.vocabulary import Vocabulary
from senet_gp.games.protocol import Game


def plain_vocabulary(
    game: Game,
    numbers: Mapping[Any, int | tuple[int, int]],
    truths: Iterable[Callable[[Any], bool]] = (),
    *,
    words: Iterable[Primitive] = (),
    constants: range = range(1, 11),
    name: str = "basic",
) -> dict[str, Vocabulary]:
    """The vocabulary of a game by its name, made of functions in plain Python.

    It has arithmetic, comparisons, logic, ``always`` and ``never``, constants, each of which counts as a
    symbol when trees are drawn, and the game's own words. A function's name is the word, and its docstring
    says what it means.

    >>> from senet_gp.games.registry import game_of
    >>> def their_pieces(board: Any) -> int:
    ...     "How many pieces they have."
    ...     return len(board.theirs)
    >>> made = plain_vocabulary(game_of("hexapawn"), {their_pieces: 3})
    >>> made["basic"].by_name["their_pieces"].high
    3

    Args:
        game: the game.
        numbers: for each word that is a number, the greatest value that it can have, or the least and the
            greatest; the least is 0 if it is not given.
        truths: the words that are true or false.
        words: further words that are declared already.
        constants: the constants.
        name: the name of the vocabulary.

    Raises:
        UsageError: if a declaration is impossible (see :func:`primitives.declarations.check_word`).
    """
    own = [
        Primitive(meaning, (), Number, low=low, high=high)
        for meaning, bounds in numbers.items()
        for low, high in [bounds if isinstance(bounds, tuple) else (0, bounds)]
    ]
    own += [Primitive(meaning, (), Truth) for meaning in truths]
    whole = (*ARITHMETIC, *COMPARISONS, *LOGIC, *CERTAINTIES, *own, *words)
    # With few words of its own, trees that are drawn must find enough terminals.
    return {name: Vocabulary(game, name, whole, constants, constants_together=False)}
