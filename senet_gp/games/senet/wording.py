"""Senet's moves as people write and read them: ``15→19, 6→10``, a part for each piece.

A part is the way of one piece: the square that it leaves, the squares where it hits something, marked by
``*``, or turns, and the square where it stays, or ``off``. What people type may have more stops (``2→3→5``),
``>``, ``->`` or ``-`` for the arrow, and no ``*``; a way that ends with an arrow, ``15→``, leaves open where
the piece goes. The notation of records, ``15+1 9-1`` with plus for forward and minus for backward, is read as
well. What is illegal is refused with the legal moves of that piece.

People who move the pieces on a board do it throw by throw. A choice is a board that a turn can end in. Its
moves are listed once, but different moves may lead there: a piece that goes from 12 to 16 by a 1 and a 3 may
stop on 13 or on 15.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from functools import cached_property
from itertools import permutations, zip_longest

from senet_gp.games.protocol import spoken
from senet_gp.games.senet import rules
from senet_gp.games.senet.moves import (
    BoardInTurn,
    Move,
    SenetAfterstate,
    SenetPosition,
    Step,
    afterstates,
    steps_of,
    without,
)
from senet_gp.games.wording import Wording
from senet_gp.runtime.errors import UsageError

_SIGNS = str.maketrans({"→": ">", ";": " ", ",": " "})
_MOVE = re.compile(r"([0-9]{1,2})([+-])([1-5])")
_BY_THROW = re.compile(r"([0-9]{1,2})([+-])([0-9]{1,2})")
_WAY = re.compile(r"[0-9]{1,2}(?:[->][0-9]{1,2})*(?:[->](?:off)?)?")
_HIT = re.compile(r"(?<=[0-9])\*(?![0-9])")
_OFF = "off"
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
            raise _no_such_move([board], f"{start}{sign}{throw}", int(start))
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
        UsageError: if the text cannot be read, or a move is illegal when it is made.
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
    indices = {numbers[end] for board in boards for end in _ends(board) if end in numbers}
    if not indices:
        raise UsageError("these moves do not lead to the end of a turn: write the moves in their order")
    return sorted(indices)


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
    stops = re.split("[->]", word)
    went = [after for board in boards for after in (_went(board, stops) if way else ())]
    if thrown and went and set(thrown) != set(went):
        start, _, last = word.partition("-")
        raise UsageError(
            f"{word} may mean from {start} to {last}, or {last} back from {start}: write {start}>{last} or "
            f"{start}>{int(start) - int(last)}"
        )
    after_word = list(dict.fromkeys(thrown or went))
    if not after_word:
        raise _no_such_move(boards, word, int(re.split("[-+>]", word)[0]))
    return after_word


def _thrown(board: BoardInTurn, start: str, sign: str, throw: str) -> Iterator[BoardInTurn]:
    """The board after a move in the notation of records, if it is legal."""
    number = int(throw)
    if number in board.left:
        forward, backward = board.sources(number)
        if (backward if sign == "-" else forward) >> int(start) & 1:
            yield _one_played(board, int(start), number)[1]


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
            step, after = _one_played(board, start, throw)
            yield after, step.target


def _one_played(board: BoardInTurn, start: int, throw: int) -> tuple[Step, BoardInTurn]:
    """The step of a piece, and the board after it; a piece that falls into the water ends the turn."""
    step, after = board.played(start, throw)
    return step, after._replace(left=()) if after.mine >> rules.WATER & 1 else after


def _no_such_move(boards: Sequence[BoardInTurn], word: str, start: int) -> UsageError:
    """The refusal of a move, with the legal ones of the piece that it would move.

    Args:
        boards: the boards on which it may be made, at least one.
        word: the move as it is written.
        start: the square of the piece.
    """
    mine, _, left = boards[0]
    goals = {goal for board in boards for goal in _goals(board, start)}
    if not mine >> start & 1:
        pieces = [square for square in range(1, rules.SQUARES + 1) if mine >> square & 1]
        reason = f"no piece of yours stands on {start}, but on {spoken(pieces)}"
    elif not left:
        reason = "all throws have been played"
    elif not goals:
        reason = f"by {spoken(left)}, the piece on {start} cannot move"
    else:
        moves = [f"{start}→{goal or _OFF}" for goal in sorted(goals)]
        reason = f"by {spoken(left)}, the piece on {start} can play {spoken(moves)}"
    return UsageError(f"{word.replace('>', '→')} cannot be played: {reason}")


def _goals(board: BoardInTurn, start: int) -> Iterator[int]:
    """The squares that the piece on a square can go to, by one of the throws left or several; 0 is off."""
    for after, target in one_move(board, start):
        yield target
        if target:
            yield from _goals(after, target)


#: The square that a piece leaves, and the one that it goes to; 0 is off the board.
_Squares = tuple[int, int]
#: For each board that can still be reached (mine, theirs), the steps that lead there, in rising order.
_Ends = dict[tuple[int, int], set[tuple[_Squares, ...]]]


class SenetWording(Wording):
    """The choices of a decision in Senet in the words of people."""

    example = ("15→19, 6→10", "move from 15 to 19 and from 6 to 10, also 15-19 6-10; * is a hit")

    def text(self, index: int) -> str:
        """The moves: ``15→19, 6→10``; ``-`` if there are none."""
        return self._texts[index]

    def parts(self, index: int) -> Sequence[str]:
        """The way of each piece, as ``15→19``."""
        return self._texts[index].split(", ")

    def ways(self, index: int) -> Sequence[Sequence[tuple[int, int]]]:
        """All sets of single moves that lead to an afterstate, whichever is listed."""
        if self.decision.position.in_water:
            return super().ways(index)
        return self._ways[index]

    def steps(self, index: int) -> Sequence[tuple[int, int]]:
        """The steps piece by piece, as the text has them; where the text is the notation, its moves."""
        if self.decision.position.in_water or self._texts[index] == self.decision.notation(index):
            return super().steps(index)
        return [(step.start, step.target) for way in self._pieces[index] for step in way]

    def throws_for(self, start: int, target: int) -> Sequence[int]:
        """As far as the piece goes; off the board 5 squares from 26, and as far as 31 from 28 and 29."""
        if start == rules.SQUARES or self.decision.position.in_water:
            return super().throws_for(start, target)
        end = rules.BEAUTIFUL_HOUSE + 5
        return [abs((target or end) - start)]

    def is_last(self, start: int, target: int) -> bool:  # noqa: ARG002 - only from the House of Beauty
        """The fall into the water."""
        return target == rules.WATER

    def kind(self, index: int) -> tuple[int, ...]:
        """First what wins, takes most pieces off, hits most, stays out of the water, and moves forward."""
        before, after = self.decision.position, self.decision.afterstates[index]
        off = before.mine.bit_count() - after.position.mine.bit_count()
        back = sum(not step.forward for step in steps_of(before, after.moves))
        return (-int(after.position.won), -off, -after.hits, int(after.position.in_water), back)

    def meant(self, text: str) -> list[int]:
        """The indices of the afterstates that moves lead to, or that can be reached after them."""
        if self.decision.position.in_water:
            return [self.decision.named(text)]
        wanted = normal(text)
        same = [index for index, known in enumerate(self._texts) if normal(known) == wanted]
        if same:
            return same
        return meant(self.decision.position, self.decision.throws, self.decision.afterstates, text)

    def joined(self, begun: str, text: str) -> str:
        """A text that was accepted as a beginning, and what follows it."""
        return f"{begun.rstrip()}{'' if is_open(begun) else ', '}{text}"

    @cached_property
    def _ways(self) -> list[list[tuple[_Squares, ...]]]:
        """For each afterstate, all sets of steps that lead there, in rising order, each made by one throw."""
        before: SenetPosition = self.decision.position
        board = BoardInTurn(before.mine, before.theirs, tuple(sorted(self.decision.throws)))
        found = _ways_from(board, {})
        ends = (afterstate.position for afterstate in self.decision.afterstates)
        return [sorted(found.get((end.mine, end.theirs), ())) for end in ends]

    @cached_property
    def _pieces(self) -> list[list[list[Step]]]:
        """For each afterstate the ways of its pieces, in the order in which they are written."""
        before: SenetPosition = self.decision.position
        return [_pieces_of(before, after.moves) for after in self.decision.afterstates]

    @cached_property
    def _texts(self) -> list[str]:
        """The text of each afterstate: as short as it can be told from all others."""
        ways = self._pieces
        short = [", ".join(_written(way, _stops(way)) for way in own) or "-" for own in ways]
        # A piece that is hit goes to the square before, so it may matter by which throw it is hit.
        whole = [", ".join(_written(way, way) for way in own) for own in ways]
        first, second = Counter(short), Counter(whole)
        return [
            short[index]
            if first[short[index]] == 1
            else whole[index]
            if second[whole[index]] == 1
            else self.decision.notation(index)
            for index in range(len(ways))
        ]


def _pieces_of(position: SenetPosition, moves: Sequence[Move]) -> list[list[Step]]:
    """The way of each piece, if one after the other can go its whole way; else each move by itself.

    A fall into the water, which ends the turn, is the last.
    """
    steps = steps_of(position, moves)
    ways: list[list[Step]] = []
    for step in steps:
        own = next((way for way in ways if way[-1].target == step.start), None)
        if own is None:
            ways.append([step])
        else:
            own.append(step)
    ways.sort(
        key=lambda way: (
            way[-1].target == rules.WATER,
            way[-1].target != 0,
            not any(step.hits for step in way),
            -way[0].start,
        )
    )
    for order in permutations(ways):
        if _steps_of_same(position, [step for way in order for step in way]):
            return list(order)
    return [[step] for step in steps]


def _steps_of_same(position: SenetPosition, steps: Sequence[Step]) -> bool:
    """Whether the steps can be made in this order, each as it is."""
    board = BoardInTurn(position.mine, position.theirs, tuple(step.throw for step in steps))
    for step in steps:
        if not board.can_play(step.start, step.throw):
            return False
        made, board = board.played(step.start, step.throw)
        if made != step:
            return False
    return True


def _stops(way: Sequence[Step]) -> Iterator[Step]:
    """The steps that end where the piece hits something, turns, or stays."""
    for step, following in zip_longest(way, way[1:]):
        if following is None or step.hits or step.forward != following.forward:
            yield step


def _written(way: Sequence[Step], stops: Iterable[Step]) -> str:
    """The way of a piece, with some of its stops."""
    told = (f"{step.target or 'off'}{'*' if step.hits else ''}" for step in stops)
    return "→".join([str(way[0].start), *told])


def _ways_from(board: BoardInTurn, known: dict[BoardInTurn, _Ends]) -> _Ends:
    """The ways to play on from a board in the middle of a turn."""
    if board not in known:
        found: _Ends = {} if board.left else {(board.mine, board.theirs): {()}}
        for step, after in _played(board):
            for end, rest in _ways_from(after, known).items():
                found.setdefault(end, set()).update(tuple(sorted((*step, *way))) for way in rest)
        known[board] = found
    return known[board]


def _played(board: BoardInTurn) -> Iterator[tuple[tuple[_Squares, ...], BoardInTurn]]:
    """The boards after one of the throws; a throw that no piece can play is lost, with no step."""
    for throw in set(board.left):
        if not any(board.sources(throw)):
            yield (), board._replace(left=without(board.left, throw))
    own = board.mine
    while own:
        start = (own & -own).bit_length() - 1
        own &= own - 1
        for after, target in one_move(board, start):
            yield ((start, target),), after
