"""Senet's moves as they are written: read, and refused with the true reason.

Records have one notation: ``15+1 9-1``, plus for forward and minus for backward. People may write the same,
or the way of a piece: ``15→19``, with stops where they matter (``2→3→5``), ``30→off``. For the arrow ``>``,
``->`` and ``-`` are read, too; the sign ``*`` of a hit may be left out. A way that ends with an arrow,
``15→``, leaves open where the piece goes.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import pairwise

from senet_gp.games.protocol import spoken
from senet_gp.games.senet import rules
from senet_gp.games.senet.moves import BoardInTurn, SenetAfterstate, SenetPosition, Step, afterstates
from senet_gp.runtime.errors import UsageError

_SIGNS = str.maketrans({"→": ">", ";": " ", ",": " "})
_MOVE = re.compile(r"([0-9]{1,2})([+-])([1-5])")
_BY_THROW = re.compile(r"([0-9]{1,2})([+-])([0-9]{1,2})")
_WAY = re.compile(r"[0-9]{1,2}(?:[->][0-9]{1,2})*(?:[->](?:off)?)?")
_HIT = re.compile(r"(?<=[0-9])\*(?![0-9])")
_OFF = "off"
_PLAYED = "all throws have been played"
#: A refused word is quoted up to this length.
_QUOTED = 20


def is_notation(text: str) -> bool:
    """Whether a text is in the notation of records, legal or not; then it is read as nothing else.

    >>> is_notation("9+3 9-1"), is_notation("9→12"), is_notation("9-12")
    (True, False, False)
    """
    words = text.split()
    return words == ["-"] or bool(words and all(map(_MOVE.fullmatch, words)))


def recorded(
    position: SenetPosition, throws: Sequence[int], ends: Sequence[SenetAfterstate], text: str
) -> int:
    """The index of the board that moves in the notation of records lead to, in any order.

    Args:
        position: the position before the moves, as the player who makes them sees it.
        throws: the throws to play.
        ends: the boards that playing them can end in.
        text: the moves.

    Raises:
        UsageError: if a move is illegal when it is made, or throws are left that could still be played.
    """
    board = BoardInTurn(position.mine, position.theirs, tuple(sorted(throws)))
    for start, sign, throw in _MOVE.findall(text):
        after = next(_thrown(board, start, sign, throw), None)
        if after is None:
            reason = _why_not_thrown(board, start, sign, throw)
            raise UsageError(f"{start}{sign}{throw} cannot be played: {reason}")
        board = after
    for index, end in enumerate(ends):
        if (end.position.mine, end.position.theirs) == (board.mine, board.theirs):
            return index
    left = ", ".join(map(str, board.left))
    raise UsageError(f"these moves do not end the turn: {left} can still be played")


def normal(text: str) -> str:
    """A text of moves in its plainest form, by which equal texts are known.

    >>> normal("15 → 19, 6→10*") == normal("15->19 6>10")
    True
    """
    plain = _HIT.sub("", text.lower().translate(_SIGNS).replace("->", ">"))
    return " ".join(re.sub(r"\s*>\s*(?=[0-9o]|$)|\s+(?=>)", ">", plain).replace(">>", ">").split())


def is_open(text: str) -> bool:
    """Whether a text ends with an arrow, so that what follows belongs to its last word."""
    return normal(text).endswith((">", "-"))


def meant(
    position: SenetPosition, throws: Sequence[int], ends: Sequence[SenetAfterstate], text: str
) -> list[int]:
    """The indices of the boards that moves lead to, or that can be reached when they are made first.

    Args:
        position: the position before the moves, as the player who makes them sees it.
        throws: the throws to play.
        ends: the boards that playing them can end in.
        text: the moves, in an order in which they can be made.

    Raises:
        UsageError: if the text cannot be read, or a move is illegal when it is made; the message says why.
    """
    boards = [BoardInTurn(position.mine, position.theirs, tuple(sorted(throws)))]
    words = normal(text).split()
    if not words:
        raise UsageError("no move is written")
    if words == ["-"]:
        raise UsageError("- is for a turn in which no piece can move, and here one can")
    for word in words:
        boards = _after(boards, word)
    numbers = {(end.position.mine, end.position.theirs): index for index, end in enumerate(ends)}
    found = {numbers[end] for board in boards for end in _ends(board) if end in numbers}
    if not found:
        raise UsageError("these moves do not lead to the end of a turn: write the moves in their order")
    return sorted(found)


def _ends(board: BoardInTurn) -> set[tuple[int, int]]:
    """The boards that a turn can end in when the throws left are played."""
    now = SenetPosition(board.mine, board.theirs)
    ends = {(board.mine, board.theirs)}
    if board.left and not now.in_water and not now.won:
        ends |= {(end.position.mine, end.position.theirs) for end in afterstates(now, board.left)}
    return ends


def _after(boards: Sequence[BoardInTurn], word: str) -> list[BoardInTurn]:
    """The boards after a word."""
    by_throw, way = _BY_THROW.fullmatch(word), _WAY.fullmatch(word)
    if by_throw is None and way is None:
        raise UsageError(
            f"{word[:_QUOTED]!r} is not a move: write 9>12 for a piece that goes from 9 to 12, "
            "or 9+3 for 3 squares forward from 9, 9-1 for 1 back"
        )
    thrown = [after for board in boards for after in (_thrown(board, *by_throw.groups()) if by_throw else ())]
    stops = _stops(word) if way else []
    went = [after for board in boards for after in (_went(board, stops) if way else ())]
    if thrown and went and set(thrown) != set(went):
        start, _, last = word.partition("-")
        raise UsageError(
            f"{word} may mean from {start} to {last}, or {last} back from {start}: write {start}>{last} or "
            f"{start}>{int(start) - int(last)}"
        )
    found = list(dict.fromkeys(thrown or went))
    if not found:
        raise UsageError(f"{word.replace('>', '→')} cannot be played: {_why_not(boards[0], word)}")
    return found


def _stops(word: str) -> list[str]:
    """The squares of a way; the last is empty if it is left open."""
    return re.split("[->]", word)


def _thrown(board: BoardInTurn, start: str, sign: str, throw: str) -> Iterator[BoardInTurn]:
    """The board after a move in the notation of records, if it is legal."""
    number = int(throw)
    if number in board.left:
        forward, backward = board.sources(number)
        if (backward if sign == "-" else forward) >> int(start) & 1:
            yield _played(board, int(start), number)[1]


def _went(board: BoardInTurn, stops: Sequence[str]) -> Iterator[BoardInTurn]:
    """The boards after a piece has gone from stop to stop, by any of the throws left."""
    start, *rest = stops
    if not rest:
        return
    first, *others = rest
    if first == "":
        yield from (after for after, _ in one_move(board, int(start)))
        return
    goal = 0 if first == _OFF else int(first)
    for after, square in one_move(board, int(start)):
        if square == goal:
            yield from _went(after, [first, *others]) if others else (after,)
        if square:
            yield from _went(after, [str(square), *rest])


def one_move(board: BoardInTurn, start: int) -> Iterator[tuple[BoardInTurn, int]]:
    """The boards after one move of the piece on a square, each with where it goes, 0 for off the board."""
    for throw in sorted(set(board.left)):
        if board.can_play(start, throw):
            step, after = _played(board, start, throw)
            yield after, step.target


def _played(board: BoardInTurn, start: int, throw: int) -> tuple[Step, BoardInTurn]:
    """The step of a piece, and the board after it; a piece that falls into the water ends the turn."""
    step, after = board.played(start, throw)
    return step, after._replace(left=()) if after.mine >> rules.WATER & 1 else after


def _why_not(board: BoardInTurn, word: str) -> str:
    """Why a word that can be read is no legal move, as the end of a sentence."""
    parts = _BY_THROW.fullmatch(word)
    if parts and (parts[2] == "+" or int(parts[3]) in rules.THROW_CHANCES):
        return _why_not_thrown(board, *parts.groups())
    return _why_no_way(board, _stops(word))


def _why_not_thrown(board: BoardInTurn, start: str, sign: str, throw: str) -> str:
    """Why a move in the notation of records is illegal, as the end of a sentence."""
    square, number = int(start), int(throw)
    if not board.mine >> square & 1:
        return _not_there(board, square)
    if number not in board.left:
        return f"there is no throw of {number}, but {spoken(board.left)}" if board.left else _PLAYED
    forward, _ = board.sources(number)
    if sign == "+":
        return _why_not_forward(board, square, number)
    if forward:
        which = "this one" if forward >> square & 1 else f"the one on {(forward & -forward).bit_length() - 1}"
        return f"a piece moves back only if none can move {number} forward, and {which} can"
    return _why_not_back(board, square, number)


def _why_no_way(board: BoardInTurn, stops: Sequence[str]) -> str:
    """Why a piece cannot go from stop to stop, as the end of a sentence."""
    for first, second in pairwise(stops):
        onward = next(_went(board, [first, second]), None)
        if onward is None:
            return _why_no_step(board, int(first), second)
        board = onward
    return "it does not say where the piece goes"


def _why_no_step(board: BoardInTurn, start: int, goal: str) -> str:
    """Why the piece on a square cannot go to another one or off the board, as the end of a sentence."""
    if not board.mine >> start & 1:
        return _not_there(board, start)
    if not board.left:
        return _PLAYED
    why_not_there = _why_not_there(board, start, int(goal)) if goal.isdecimal() else ""
    if why_not_there:
        return why_not_there
    reasons = {
        throw: "" if board.can_play(start, throw) else _why_not_forward(board, start, throw)
        for throw in sorted(set(board.left))
    }
    if all(reasons.values()):
        return "; ".join(f"by {throw}, {reason}" for throw, reason in reasons.items())
    where = f"to {goal}" if goal.isdecimal() else "off the board"
    return f"from {start} {where} there is no way by {spoken(board.left)}"


def _why_not_there(board: BoardInTurn, start: int, goal: int) -> str:
    """Why the piece on a square cannot go to another one by one throw; empty if no throw leads there."""
    if not 1 <= goal <= rules.SQUARES:
        return f"there is no square {goal}; a piece that leaves the board goes {_OFF}"
    if goal - start in board.left:
        return _why_not_forward(board, start, goal - start)
    if start - goal in board.left:
        return _why_not_thrown(board, str(start), "-", str(start - goal))
    return ""


def _why_not_forward(board: BoardInTurn, start: int, throw: int) -> str:
    target = start + throw
    if start < rules.BEAUTIFUL_HOUSE < target:
        return f"no piece passes {rules.BEAUTIFUL_HOUSE}, where each must stop"
    if start > rules.WATER:
        needed = {28: 3, 29: 2}[start]
        return f"from {start} a piece only leaves the board, by a {needed}"
    if target >= rules.WATER and (board.mine | board.theirs) >> rules.WATER & 1:
        if target == rules.WATER:
            return f"the water, {rules.WATER}, is taken"
        if board.theirs >> target & 1:
            return f"the piece on {target} would be pushed into the water, {rules.WATER}, which is taken"
    return _why_no_landing(board, target)


def _why_not_back(board: BoardInTurn, start: int, throw: int) -> str:
    if start > rules.BEAUTIFUL_HOUSE:
        return f"no piece moves back from beyond {rules.BEAUTIFUL_HOUSE}"
    if start - throw < 1:
        return "there is no square before 1"
    return _why_no_landing(board, start - throw)


def _why_no_landing(board: BoardInTurn, target: int) -> str:
    """Why a piece cannot go to a square, as the end of a sentence."""
    if board.mine >> target & 1:
        return f"a piece of yours stands on {target}"
    beside = target + 1 if board.theirs >> (target + 1) & 1 else target - 1
    return f"the piece on {target} is protected by the one beside it, on {beside}"


def _not_there(board: BoardInTurn, square: int) -> str:
    if not 1 <= square <= rules.SQUARES:
        return f"there is no square {square}"
    theirs = board.theirs >> square & 1
    return f"the piece on {square} is not yours" if theirs else f"no piece stands on {square}"
