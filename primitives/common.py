"""The words that games have in common, and vocabularies made of them.

Arithmetic is total and exact, on integers that saturate at +-(2^31 - 1). The names of logic end with an
underscore because the bare words are keywords of Python. Other words are about the contents of squares, which
every board game has, and about the one move just made, where a turn is one move.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from primitives import operations
from primitives.declarations import OPERATIONS, Primitive, Query
from primitives.types import MOST, Number, Truth
from primitives.vocabulary import Vocabulary
from senet_gp.games.board.rules import move_start as start_of
from senet_gp.games.board.rules import move_target as target_of
from senet_gp.games.kernels import pieces
from senet_gp.games.protocol import Board, Game
from senet_gp.runtime.errors import UsageError


def saturated(number: int) -> int:
    """The number, or the bound that it exceeds."""
    return max(-MOST, min(MOST, number))


def add(a: int, b: int) -> int:
    """The sum of two numbers."""
    return saturated(a + b)


def sub(a: int, b: int) -> int:
    """The first number minus the second."""
    return saturated(a - b)


def mul(a: int, b: int) -> int:
    """The product of two numbers."""
    return saturated(a * b)


def if_then_else(condition: bool, a: int, b: int) -> int:  # noqa: FBT001
    """The first number if the condition is true, else the second."""
    return a if condition else b


def less_than(a: int, b: int) -> bool:
    """Whether the first number is the smaller one."""
    return a < b


def greater(a: int, b: int) -> bool:
    """Whether the first number is the larger one."""
    return a > b


def equal(a: int, b: int) -> bool:
    """Whether two numbers are equal."""
    return a == b


def _built_in(meaning: Callable[..., Any]) -> Primitive:
    """The word of a built-in operation."""
    number, arguments, result, low, high = OPERATIONS[meaning.__name__]
    reads_board = number >= operations.MINE
    return Primitive(meaning, arguments, result, number, low, high, reads_board=reads_board)


ARITHMETIC = (_built_in(add), _built_in(sub), _built_in(mul), _built_in(if_then_else))
COMPARISONS = (_built_in(less_than), _built_in(equal))
GREATER = _built_in(greater)


def and_(a: bool, b: bool) -> bool:  # noqa: FBT001
    """Whether both are true."""
    return a and b


def or_(a: bool, b: bool) -> bool:  # noqa: FBT001
    """Whether at least one is true."""
    return a or b


def not_(a: bool) -> bool:  # noqa: FBT001
    """Whether it is false."""
    return not a


def always() -> bool:
    """True."""
    return True


def never() -> bool:
    """False."""
    return False


LOGIC = (_built_in(and_), _built_in(or_), _built_in(not_))
#: For games without a Truth query of their own that takes no argument: truths need a terminal.
CERTAINTIES = (_built_in(always), _built_in(never))


def mine(board: Board, n: int) -> bool:
    """Whether a piece of mine stands on the named square."""
    return n in board.mine


def theirs(board: Board, n: int) -> bool:
    """Whether a piece of theirs stands on the named square."""
    return n in board.theirs


def empty(board: Board, n: int) -> bool:
    """Whether the named square is empty."""
    return n not in board.mine and n not in board.theirs


def my_pieces(board: Board) -> int:
    """How many pieces I have on the board."""
    return len(board.mine)


def their_pieces(board: Board) -> int:
    """How many pieces they have on the board."""
    return len(board.theirs)


#: The contents of a square, for any game whose words see a ``mine`` and a ``theirs`` that hold squares.
SQUARES = (_built_in(mine), _built_in(theirs), _built_in(empty))


def piece_counts(most: int) -> tuple[Primitive, ...]:
    """The words for the numbers of pieces, in a game in which each player has at most ``most``."""
    return (
        Primitive(my_pieces, (), Number, Query(pieces, "mine"), 0, most),
        Primitive(their_pieces, (), Number, Query(pieces, "theirs"), 0, most),
    )


def move_start(board: Board) -> int:
    """The square that the move just made started from; 0 if none was made."""
    return board.start


def move_to(board: Board) -> int:
    """The square that the move just made led to, or that the piece was placed on; 0 if none was made."""
    return board.target


def move_start_word(squares: int) -> Primitive:
    """Where the move started, in a game in which pieces move."""
    return Primitive(move_start, (), Number, Query(start_of, "moves"), 0, squares)


def move_to_word(squares: int) -> Primitive:
    """Where the move led to."""
    return Primitive(move_to, (), Number, Query(target_of, "moves"), 0, squares)


def plain_vocabulary(
    game: Game,
    numbers: Mapping[Any, int | tuple[int, int]],
    truths: Iterable[Callable[[Any], bool]] = (),
    *,
    words: Iterable[Primitive] = (),
    constants: range | None = None,
    name: str = "basic",
) -> dict[str, Vocabulary]:
    """The vocabulary of a game by its name, made of functions in plain Python.

    It has arithmetic, comparisons, logic, ``always`` and ``never``, constants, each of which counts as a
    symbol when trees are drawn, and the game's own words. A function's name is the word, its docstring says
    what it means, and parameters after the board are numbers of the game
    (:attr:`primitives.declarations.Primitive.numbers`). Squares are those of the game's ``geometry``.

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
        words: further words that are declared already, such as :data:`SQUARES`.
        constants: the constants; by default 1 to 10, or up to the number of squares if a word takes one.
        name: the name of the vocabulary.

    Raises:
        UsageError: if a declaration is impossible (see :func:`primitives.declarations.check_word`).
    """
    for meaning in (*numbers, *truths):
        if isinstance(meaning, Primitive):
            raise UsageError(f"the word {meaning.name!r} is declared already: give it in words")
    own = [
        Primitive(meaning, (), Number, low=low, high=high)
        for meaning, bounds in numbers.items()
        for low, high in [bounds if isinstance(bounds, tuple) else (0, bounds)]
    ]
    own += [Primitive(meaning, (), Truth) for meaning in truths]
    whole = (*ARITHMETIC, *COMPARISONS, *LOGIC, *CERTAINTIES, *own, *words)
    # With few words of its own, trees that are drawn must find enough terminals.
    squares = max(game.geometry.places, default=0)
    if constants is None:
        takes_square = any(isinstance(word, Primitive) and word.takes_square for word in words)
        constants = range(1, max(10, squares if takes_square else 0) + 1)
    return {name: Vocabulary(game, name, whole, constants, squares, constants_together=False)}
