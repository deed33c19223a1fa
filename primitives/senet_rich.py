"""The words that Senet's vocabulary ``rich`` adds: each says much of a board at once.

The meanings are written from the rules with sets of squares, independently of the compiled queries in
:mod:`senet_gp.games.senet.rich_queries`; tests check that both agree.
"""

from __future__ import annotations

from primitives.declarations import Primitive
from primitives.query import Query
from primitives.senet_rules import can_go_forward, safe
from primitives.squares import square_numbered
from primitives.types import Number, Square, Truth
from senet_gp.games.senet import rich_queries as queries
from senet_gp.games.view import Board

_PIECES = 7
#: In how many of sixteen throws the sticks give so many squares.
_OF_SIXTEEN = {1: 4, 2: 6, 3: 4, 4: 1, 5: 1}
#: Seven pieces on squares 1 to 7.
_MAX_DISTANCE = sum(31 - square for square in range(1, _PIECES + 1))


def _count(pieces: frozenset[int], first: int, last: int) -> int:
    return sum(first <= square <= last for square in pieces)


def _throws_that_hit(own: frozenset[int], other: frozenset[int]) -> int:
    """In how many of sixteen throws a piece of ``own`` has a forward move that hits one of ``other``."""
    if 27 in own:
        return 0
    return sum(
        often
        for throw, often in _OF_SIXTEEN.items()
        if any(start + throw in other and can_go_forward(own, other, start, throw) for start in own)
    )


def mine_up_to(board: Board, n: int) -> int:
    """How many of my pieces stand on the squares 1 to n."""
    return _count(board.mine, 1, square_numbered(board, n))


def theirs_up_to(board: Board, n: int) -> int:
    """How many of their pieces stand on the squares 1 to n."""
    return _count(board.theirs, 1, square_numbered(board, n))


def my_protected_up_to(board: Board, n: int) -> int:
    """How many of my protected pieces stand on the squares 1 to n."""
    return _count(safe(board.mine), 1, square_numbered(board, n))


def their_protected_up_to(board: Board, n: int) -> int:
    """How many of their protected pieces stand on the squares 1 to n."""
    return _count(safe(board.theirs), 1, square_numbered(board, n))


def mine_between(board: Board, m: int, n: int) -> int:
    """How many of my pieces stand on the squares from m to n, both included, in either order."""
    return _count(board.mine, *sorted((square_numbered(board, m), square_numbered(board, n))))


def theirs_between(board: Board, m: int, n: int) -> int:
    """How many of their pieces stand on the squares from m to n, both included, in either order."""
    return _count(board.theirs, *sorted((square_numbered(board, m), square_numbered(board, n))))


def my_threats(board: Board) -> int:
    """In how many of sixteen throws I can go forward and hit a piece of theirs; 0 while I am in the water."""
    return _throws_that_hit(board.mine, board.theirs)


def their_threats(board: Board) -> int:
    """In how many of sixteen throws they can go forward and hit a piece of mine; 0 if they are in water."""
    return _throws_that_hit(board.theirs, board.mine)


def my_leaders(board: Board) -> int:
    """How many of my pieces stand ahead of all of theirs."""
    return sum(square > max(board.theirs, default=0) for square in board.mine)


def their_leaders(board: Board) -> int:
    """How many of their pieces stand ahead of all of mine."""
    return sum(square > max(board.mine, default=0) for square in board.theirs)


def contact(board: Board) -> bool:
    """Whether either side has a piece behind one of the other's: not yet a mere race."""
    if not board.mine or not board.theirs:
        return False
    return min(board.mine) < max(board.theirs) and min(board.theirs) < max(board.mine)


def lead(board: Board) -> int:
    """By how many squares I have less to go than they; negative if I have more."""
    return sum(31 - square for square in board.theirs) - sum(31 - square for square in board.mine)


RICH = (
    Primitive(mine_up_to, (Square,), Number, Query(queries.count_up_to, "mine"), 0, _PIECES),
    Primitive(theirs_up_to, (Square,), Number, Query(queries.count_up_to, "theirs"), 0, _PIECES),
    Primitive(my_protected_up_to, (Square,), Number, Query(queries.protected_up_to, "mine"), 0, _PIECES),
    Primitive(their_protected_up_to, (Square,), Number, Query(queries.protected_up_to, "theirs"), 0, _PIECES),
    Primitive(mine_between, (Square, Square), Number, Query(queries.count_between, "mine"), 0, _PIECES),
    Primitive(theirs_between, (Square, Square), Number, Query(queries.count_between, "theirs"), 0, _PIECES),
    Primitive(my_threats, (), Number, Query(queries.threats, "mine", "theirs"), 0, 16),
    Primitive(their_threats, (), Number, Query(queries.threats, "theirs", "mine"), 0, 16),
    Primitive(my_leaders, (), Number, Query(queries.ahead, "mine", "theirs"), 0, _PIECES),
    Primitive(their_leaders, (), Number, Query(queries.ahead, "theirs", "mine"), 0, _PIECES),
    Primitive(contact, (), Truth, Query(queries.contact, "mine", "theirs")),
    Primitive(lead, (), Number, Query(queries.lead, "mine", "theirs"), -_MAX_DISTANCE, _MAX_DISTANCE),
)
