"""All ways to play a turn of Senet throw by throw, for people who move the pieces on a board.

A choice is a board that a turn can end in. Its moves are listed once, but different moves may lead there: a
piece that goes from 12 to 16 by a 1 and a 3 may stop on 13 or on 15.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from senet_gp.games.senet.moves import Afterstate, Position
from senet_gp.games.senet.reading import BoardInTurn, one_move, sources

#: A step: the square that a piece leaves, and the one that it goes to; 0 is off the board.
Step = tuple[int, int]
#: For each board that can still be reached (mine, theirs), the steps that lead there, in rising order.
_Ends = dict[tuple[int, int], set[tuple[Step, ...]]]


def ways(
    position: Position, throws: Sequence[int], ends: Sequence[Afterstate]
) -> list[list[tuple[Step, ...]]]:
    """For each board that a turn can end in, all sets of steps that lead there.

    >>> from senet_gp.games.senet.moves import afterstates
    >>> position = Position.of([12], [1])
    >>> ways(position, (1, 3), afterstates(position, (1, 3)))
    [[((12, 13), (13, 16)), ((12, 15), (15, 16))]]

    Args:
        position: the position before the moves, as the player who makes them sees it.
        throws: the throws to play.
        ends: the boards that playing them can end in.

    Returns:
        For each end its ways; a way is a tuple of steps in rising order, each made by one throw.
    """
    known: dict[BoardInTurn, _Ends] = {}
    found = _ways_from(BoardInTurn(position.mine, position.theirs, tuple(sorted(throws))), known)
    return [sorted(found.get((end.position.mine, end.position.theirs), ())) for end in ends]


def _ways_from(board: BoardInTurn, known: dict[BoardInTurn, _Ends]) -> _Ends:
    """The ways to play on from a board in the middle of a turn."""
    if board not in known:
        found: _Ends = {} if board.left else {(board.mine, board.theirs): {()}}
        for step, after in _played(board):
            for end, rest in _ways_from(after, known).items():
                found.setdefault(end, set()).update(tuple(sorted((*step, *way))) for way in rest)
        known[board] = found
    return known[board]


def _played(board: BoardInTurn) -> Iterator[tuple[tuple[Step, ...], BoardInTurn]]:
    """The boards after one of the throws; a throw that no piece can play is lost, with no step."""
    for throw in set(board.left):
        forward, backward = sources(board.mine, board.theirs, throw)
        if not forward and not backward:
            left = list(board.left)
            left.remove(throw)
            yield (), board._replace(left=tuple(left))
    own = board.mine
    while own:
        start = (own & -own).bit_length() - 1
        own &= own - 1
        for after, target in one_move(board, start):
            yield ((start, target),), after
