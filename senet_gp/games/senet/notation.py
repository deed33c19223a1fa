"""Moves of Senet in notation, such as ``9+3 9-1``: written and read."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence

from senet_gp.games.senet import rules
from senet_gp.games.senet.moves import Afterstate, Move, Position
from senet_gp.runtime.errors import UsageError

_MOVE = re.compile(r"([0-9]{1,2})([+-])([1-5])")


def notation(position: Position, moves: Iterable[Move]) -> str:
    """The notation of moves: ``9+3 9-1``, with plus for forward and minus for backward; ``-`` for none."""
    words = [
        f"{move.start}{'+' if forward else '-'}{move.throw}" for move, forward, _ in played(position, moves)
    ]
    return " ".join(words) or "-"


def afterstate_named(
    position: Position, throws: Sequence[int], afterstates: Sequence[Afterstate], text: str
) -> int:
    """The index of the afterstate that moves in notation lead to, in any order.

    Args:
        position: the position before the moves, as the player who makes them sees it.
        throws: the throws to play.
        afterstates: the boards that playing them can end in.
        text: the moves.

    Raises:
        UsageError: if the text is not in notation, a move is illegal when it is made, or throws are left that
            could still be played.
    """
    mine, theirs = position.mine, position.theirs
    left = list(throws)
    for word in text.split() if text.strip() != "-" else []:
        parts = _MOVE.fullmatch(word)
        if parts is None:
            raise UsageError(
                f"{word[:20]!r} is not a move: write 9+3 for 3 squares forward from 9, 9-1 for 1 back"
            )
        start, throw, backward = int(parts[1]), int(parts[3]), parts[2] == "-"
        if throw not in left:
            raise UsageError(f"{word} cannot be played: there is no throw of {throw} left")
        forward = int(rules.forward_sources(mine, theirs, throw))
        if backward and forward:
            raise UsageError(
                f"{word} cannot be played: a piece moves back only if none can move {throw} forward"
            )
        sources = int(rules.backward_sources(mine, theirs, throw)) if backward else forward
        if not sources >> start & 1:
            direction = "back" if backward else "forward"
            raise UsageError(
                f"{word} cannot be played: no piece of yours on {start} can move {throw} {direction}"
            )
        left.remove(throw)
        mine, theirs, _ = map(int, rules.moved(mine, theirs, 1 << start, throw, backward))
    for index, afterstate in enumerate(afterstates):
        if (afterstate.position.mine, afterstate.position.theirs) == (mine, theirs):
            return index
    raise UsageError(f"these moves do not end the turn: {', '.join(map(str, left))} can still be played")


def is_notation(text: str) -> bool:
    """Whether a text is in notation, legal or not; then it is read as nothing else.

    >>> is_notation("9+3 9-1"), is_notation("9→12"), is_notation("9-12")
    (True, False, False)
    """
    words = text.split()
    return words == ["-"] or bool(words and all(map(_MOVE.fullmatch, words)))


def played(position: Position, moves: Iterable[Move]) -> Iterator[tuple[Move, bool, int]]:
    """The moves in order, each with whether it goes forward and its target square, 0 for off the board."""
    mine, theirs = position.mine, position.theirs
    for move in moves:
        forward = bool(rules.forward_sources(mine, theirs, move.throw))
        before = mine
        mine, theirs, _ = map(int, rules.moved(mine, theirs, 1 << move.start, move.throw, not forward))
        yield move, forward, square_won(before, mine)


def square_won(before: int, after: int) -> int:
    """The square in ``after`` that is not in ``before``; 0 if there is none."""
    return max((after & ~before).bit_length() - 1, 0)
