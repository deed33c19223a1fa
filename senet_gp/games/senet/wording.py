"""Senet's moves as people read and write them: ``15→19, 6→10``, a part for each piece.

A part is the way of one piece: the square that it leaves, the squares where it hits something, marked by
``*``, or turns, and the square where it stays, or ``off``. The notation of records, ``15+1 16+1``, is read as
well.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from functools import cached_property
from itertools import permutations, zip_longest
from typing import NamedTuple

from senet_gp.games.senet import reading, rules
from senet_gp.games.senet.moves import Move, Position
from senet_gp.games.senet.ways import ways
from senet_gp.games.wording import Wording


class _Step(NamedTuple):
    """A throw played by a piece: the square that it leaves, the one it goes to (0 off the board)."""

    start: int
    target: int
    throw: int
    hits: bool

    @property
    def forward(self) -> bool:
        """Whether the piece goes forward, perhaps off the board."""
        return self.target == 0 or self.target > self.start


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

    def kind(self, index: int) -> tuple[int, ...]:
        """First what wins, takes most pieces off, hits most, stays out of the water, and moves forward."""
        before, after = self.decision.position, self.decision.afterstates[index]
        off = before.mine.bit_count() - after.position.mine.bit_count()
        back = sum(step.start > step.target > 0 for step in _steps(before, after.moves))
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
    def _ways(self) -> list[list[tuple[tuple[int, int], ...]]]:
        """The ways to each afterstate."""
        return ways(self.decision.position, self.decision.throws, self.decision.afterstates)

    @cached_property
    def _texts(self) -> list[str]:
        """The text of each afterstate: as short as it can be told from all others."""
        before: Position = self.decision.position
        ways = [_ways(before, after.moves) for after in self.decision.afterstates]
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


def _steps(position: Position, moves: Sequence[Move]) -> list[_Step]:
    """The moves in their order, played from a position."""
    mine, theirs = position.mine, position.theirs
    steps = []
    for throw, start in moves:
        forward = bool(rules.forward_sources(mine, theirs, throw))
        after, theirs, hit = map(int, rules.moved(mine, theirs, 1 << start, throw, not forward))
        steps.append(_Step(start, max((after & ~mine).bit_length() - 1, 0), throw, bool(hit)))
        mine = after
    return steps


def _ways(position: Position, moves: Sequence[Move]) -> list[list[_Step]]:
    """The way of each piece, if one after the other can go its whole way; else each move by itself."""
    steps = _steps(position, moves)
    ways: list[list[_Step]] = []
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


def _steps_of_same(position: Position, steps: Sequence[_Step]) -> bool:
    """Whether the steps can be made in this order, each as it is."""
    mine, theirs = position.mine, position.theirs
    for step in steps:
        forward, backward = reading.sources(mine, theirs, step.throw)
        if not (forward or backward) >> step.start & 1:
            return False
        after, theirs, hit = map(int, rules.moved(mine, theirs, 1 << step.start, step.throw, not forward))
        if (max((after & ~mine).bit_length() - 1, 0), bool(hit)) != (step.target, step.hits):
            return False
        mine = after
    return True


def _stops(way: Sequence[_Step]) -> Iterator[_Step]:
    """The steps that end where the piece hits something, turns, or stays."""
    for step, following in zip_longest(way, way[1:]):
        if following is None or step.hits or step.forward != following.forward:
            yield step


def _written(way: Sequence[_Step], stops: Iterable[_Step]) -> str:
    """The way of a piece, with some of its stops."""
    told = (f"{step.target or 'off'}{'*' if step.hits else ''}" for step in stops)
    return "→".join([str(way[0].start), *told])
