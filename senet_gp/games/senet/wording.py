"""Senet's moves as people read and write them: ``15→19, 6→10``, a part for each piece.

A part is the way of one piece: the square that it leaves, the squares where it hits something, marked by
``*``, or turns, and the square where it stays, or ``off``. The notation of records, ``15+1 16+1``, is read as
well.

People who move the pieces on a board do it throw by throw. A choice is a board that a turn can end in. Its
moves are listed once, but different moves may lead there: a piece that goes from 12 to 16 by a 1 and a 3 may
stop on 13 or on 15.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from functools import cached_property
from itertools import permutations, zip_longest

from senet_gp.games.senet import reading, rules
from senet_gp.games.senet.moves import BoardInTurn, Move, SenetPosition, Step, steps_of, without
from senet_gp.games.wording import Wording

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

    def is_last(self, start: int, target: int) -> bool:
        """The fall into the water."""
        return (start, target) == (rules.BEAUTIFUL_HOUSE, rules.WATER)

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
        wanted = reading.normal(text)
        same = [index for index, known in enumerate(self._texts) if reading.normal(known) == wanted]
        if same:
            return same
        return reading.meant(self.decision.position, self.decision.throws, self.decision.afterstates, text)

    def joined(self, begun: str, text: str) -> str:
        """A text that was accepted as a beginning, and what follows it."""
        return f"{begun.rstrip()}{'' if reading.is_open(begun) else ', '}{text}"

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
    """The way of each piece, if one after the other can go its whole way; else each move by itself."""
    steps = steps_of(position, moves)
    ways: list[list[Step]] = []
    for step in steps:
        own = next((way for way in ways if way[-1].target == step.start), None)
        if own is None:
            ways.append([step])
        else:
            own.append(step)
    ways.sort(key=lambda way: (way[-1].target != 0, not any(step.hits for step in way), -way[0].start))
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
        for after, target in reading.one_move(board, start):
            yield ((start, target),), after
