"""Senet's vocabularies: the paper's (Ferrer and Martin 1995), an extended one, a rich one, and a short one.

The meanings are written from the rules with sets of squares, independently of the compiled rules and queries
in :mod:`senet_gp.games.senet`; tests check that both agree. The words of the rich vocabulary say much of a
board at once. Those that the short one adds were chosen among several, because formulas of few nodes regret
less with them.
"""

from __future__ import annotations

from primitives.common import ARITHMETIC, COMPARISONS, LOGIC, SQUARES, piece_counts
from primitives.declarations import Primitive, Query
from primitives.types import Number, Square, Truth
from primitives.vocabulary import Vocabulary
from senet_gp.games.kernels import counted
from senet_gp.games.protocol import Board
from senet_gp.games.senet import Senet, queries

_PIECES = 7
#: By squares to move: in how many of sixteen throws the sticks give them.
_OF_SIXTEEN = {1: 4, 2: 6, 3: 4, 4: 1, 5: 1}
#: Seven pieces on squares 1 to 7.
_MAX_DISTANCE = sum(31 - square for square in range(1, _PIECES + 1))
#: Seven pieces, five throws each.
_MAX_MOVES = 5 * _PIECES
_CONSTANTS = range(1, 31)


def safe(own: frozenset[int]) -> frozenset[int]:
    """A player's protected pieces: those beside another of theirs; none while one is in the water."""
    return frozenset() if 27 in own else frozenset(s for s in own if s - 1 in own or s + 1 in own)


def can_go_forward(own: frozenset[int], other: frozenset[int], start: int, throw: int) -> bool:
    """Whether the piece on ``start`` has a legal forward move by ``throw``."""
    if start > 26:
        return start == 30 or (start, throw) in {(28, 3), (29, 2)}
    if start == 26 and throw == 5:
        return True
    target = start + throw
    if target in own or target in safe(other) or (start < 26 < target):
        return False
    water_taken = 27 in own or 27 in other
    return not (water_taken and (target == 27 or (target > 27 and target in other)))


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
    """How many of my pieces stand on the named square or before it."""
    return _count(board.mine, 1, n)


def theirs_up_to(board: Board, n: int) -> int:
    """How many of their pieces stand on the named square or before it."""
    return _count(board.theirs, 1, n)


def my_protected_up_to(board: Board, n: int) -> int:
    """How many of my protected pieces stand on the named square or before it."""
    return _count(safe(board.mine), 1, n)


def their_protected_up_to(board: Board, n: int) -> int:
    """How many of their protected pieces stand on the named square or before it."""
    return _count(safe(board.theirs), 1, n)


def mine_between(board: Board, m: int, n: int) -> int:
    """How many of my pieces stand on two named squares or between them."""
    return _count(board.mine, *sorted((m, n)))


def theirs_between(board: Board, m: int, n: int) -> int:
    """How many of their pieces stand on two named squares or between them."""
    return _count(board.theirs, *sorted((m, n)))


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


def _in_the_way(own: frozenset[int], other: frozenset[int]) -> int:
    return sum(square > min(other, default=30) for square in safe(own))


def my_walls(board: Board) -> int:
    """How many of my protected pieces stand in their way, ahead of their rearmost piece."""
    return _in_the_way(board.mine, board.theirs)


def their_walls(board: Board) -> int:
    """How many of their protected pieces stand in my way, ahead of my rearmost piece."""
    return _in_the_way(board.theirs, board.mine)


def lead(board: Board) -> int:
    """By how many squares I have less to go than they; negative if I have more."""
    return sum(31 - square for square in board.theirs) - sum(31 - square for square in board.mine)


_RICH = (
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

_SHORT = (
    Primitive(my_walls, (), Number, Query(queries.walls, "mine", "theirs"), 0, _PIECES),
    Primitive(their_walls, (), Number, Query(queries.walls, "theirs", "mine"), 0, _PIECES),
)


def _mobility(own: frozenset[int], other: frozenset[int]) -> int:
    """How many (piece, throw) pairs are legal forward moves."""
    if 27 in own:
        return 0
    return sum(can_go_forward(own, other, start, throw) for start in own for throw in range(1, 6))


def _longest_run(own: frozenset[int]) -> int:
    """The length of the longest unbroken run of pieces."""
    longest = length = 0
    for square in range(1, 31):
        length = length + 1 if square in own else 0
        longest = max(longest, length)
    return longest


def protected(board: Board, n: int) -> bool:
    """Whether a piece, whosever, stands on the named square and is protected."""
    return n in safe(board.mine) | safe(board.theirs)


def my_moves(board: Board) -> int:
    """How many forward moves I have here, over all pieces and throws 1 to 5; 0 while I am in the water."""
    return _mobility(board.mine, board.theirs)


def their_moves(board: Board) -> int:
    """How many forward moves they have here, over all pieces and throws; 0 while they are in the water."""
    return _mobility(board.theirs, board.mine)


def my_distance(board: Board) -> int:
    """Squares still to go, summed over my pieces on the board."""
    return sum(31 - square for square in board.mine)


def their_distance(board: Board) -> int:
    """Squares still to go, summed over their pieces on the board."""
    return sum(31 - square for square in board.theirs)


def my_barricade(board: Board) -> int:
    """The length of my longest unbroken run of pieces."""
    return _longest_run(board.mine)


def their_barricade(board: Board) -> int:
    """The length of their longest unbroken run of pieces."""
    return _longest_run(board.theirs)


def i_am_in_water(board: Board) -> bool:
    """Whether a piece of mine stands in the water (27)."""
    return 27 in board.mine


def they_are_in_water(board: Board) -> bool:
    """Whether a piece of theirs stands in the water (27)."""
    return 27 in board.theirs


def hits(board: Board) -> int:
    """How many enemy pieces the moves just made have hit."""
    return board.hits


def move_start(board: Board, n: int) -> int:
    """The square where the move of this number began, of those just made, which are counted round; or 0."""
    return board.moves[(n - 1) % len(board.moves)][1] if board.moves else 0


def move_length(board: Board, n: int) -> int:
    """The throw that the move of this number used, of those just made, which are counted round; or 0."""
    return board.moves[(n - 1) % len(board.moves)][0] if board.moves else 0


def my_first(board: Board) -> int:
    """The square of my foremost piece; 0 if I have none."""
    return max(board.mine, default=0)


def my_last(board: Board) -> int:
    """The square of my rearmost piece; 0 if I have none."""
    return min(board.mine, default=0)


def their_first(board: Board) -> int:
    """The square of their foremost piece; 0 if they have none."""
    return max(board.theirs, default=0)


def their_last(board: Board) -> int:
    """The square of their rearmost piece; 0 if they have none."""
    return min(board.theirs, default=0)


def my_exposed(board: Board) -> int:
    """How many of my pieces are not protected."""
    return len(board.mine - safe(board.mine))


def their_exposed(board: Board) -> int:
    """How many of their pieces are not protected."""
    return len(board.theirs - safe(board.theirs))


_PAPER = (
    *ARITHMETIC,
    *LOGIC,
    *SQUARES,
    Primitive(protected, (Square,), Truth, Query(queries.protected_on, "mine", "theirs")),
    *piece_counts(_PIECES),
    Primitive(my_moves, (), Number, Query(queries.mobility, "mine", "theirs"), 0, _MAX_MOVES),
    Primitive(their_moves, (), Number, Query(queries.mobility, "theirs", "mine"), 0, _MAX_MOVES),
    Primitive(my_distance, (), Number, Query(queries.distance, "mine"), 0, _MAX_DISTANCE),
    Primitive(their_distance, (), Number, Query(queries.distance, "theirs"), 0, _MAX_DISTANCE),
    Primitive(my_barricade, (), Number, Query(queries.barricade, "mine"), 0, _PIECES),
    Primitive(their_barricade, (), Number, Query(queries.barricade, "theirs"), 0, _PIECES),
    Primitive(i_am_in_water, (), Truth, Query(queries.in_water, "mine")),
    Primitive(they_are_in_water, (), Truth, Query(queries.in_water, "theirs")),
    Primitive(hits, (), Number, Query(counted, "extra"), 0, 4),
    Primitive(move_start, (Number,), Number, Query(queries.move_start, "moves"), 0, 30),
    Primitive(move_length, (Number,), Number, Query(queries.move_length, "moves"), 0, 5),
)

_EXTENDED = (
    *COMPARISONS,
    Primitive(my_first, (), Number, Query(queries.foremost, "mine"), 0, 30),
    Primitive(my_last, (), Number, Query(queries.rearmost, "mine"), 0, 30),
    Primitive(their_first, (), Number, Query(queries.foremost, "theirs"), 0, 30),
    Primitive(their_last, (), Number, Query(queries.rearmost, "theirs"), 0, 30),
    Primitive(my_exposed, (), Number, Query(queries.exposed, "mine"), 0, _PIECES),
    Primitive(their_exposed, (), Number, Query(queries.exposed, "theirs"), 0, _PIECES),
)


def vocabularies(game: Senet) -> dict[str, Vocabulary]:
    """The vocabularies by name; all ranges are those of seven pieces, even in games with fewer."""
    # Each has the words of the one before it, and more.
    return {
        "paper": Vocabulary(game, "paper", _PAPER, _CONSTANTS, squares=30),
        "extended": Vocabulary(game, "extended", _PAPER + _EXTENDED, _CONSTANTS, squares=30),
        "rich": Vocabulary(game, "rich", _PAPER + _EXTENDED + _RICH, _CONSTANTS, squares=30),
        "short": Vocabulary(game, "short", _PAPER + _EXTENDED + _RICH + _SHORT, _CONSTANTS, squares=30),
    }
