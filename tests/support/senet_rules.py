"""Two implementations of Senet's rules with one interface: the compiled one and the slow reference."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from typing import NamedTuple, Protocol

from senet_gp.games import senet
from senet_gp.games.senet import plain_rules as reference

GROUPS = reference.throw_groups()


class End(NamedTuple):
    """A board that a turn can end in, the least list of (throw, start) moves to it, and its hits."""

    mine: Collection[int]
    theirs: Collection[int]
    moves: list[tuple[int, int]]
    hits: int = 0


class Game(Protocol):
    """What both implementations are asked."""

    def ends(self, mine: Iterable[int], theirs: Iterable[int], throws: Sequence[int]) -> list[End]:
        """The distinct boards at the end, sorted by moves."""

    def rescue(self, mine: Iterable[int], theirs: Iterable[int], throw: int) -> set[int]:
        """My squares after the single throw of a player with a piece in the water."""

    def start(self, pieces: int) -> tuple[set[int], set[int]]:
        """The squares of the first mover and of the other player."""


class ReferenceRules:
    """The slow rules."""

    def ends(self, mine: Iterable[int], theirs: Iterable[int], throws: Sequence[int]) -> list[End]:
        """The boards that the reference finds, sorted here."""
        boards = reference.end_boards(frozenset(mine), frozenset(theirs), throws)
        ends = [End(set(m), set(t), list(moves), hits) for (m, t), (moves, hits) in boards.items()]
        return sorted(ends, key=lambda end: end.moves)

    def rescue(self, mine: Iterable[int], theirs: Iterable[int], throw: int) -> set[int]:
        """The reference's rescue."""
        return set(reference.rescue(frozenset(mine), frozenset(theirs), throw))

    def start(self, pieces: int) -> tuple[set[int], set[int]]:
        """The reference's start."""
        mine, theirs = reference.start(pieces)
        return set(mine), set(theirs)


class CompiledRules:
    """The rules that are played by."""

    def ends(self, mine: Iterable[int], theirs: Iterable[int], throws: Sequence[int]) -> list[End]:
        """The afterstates in their own order."""
        return [
            End(
                set(afterstate.position.my_squares),
                set(afterstate.position.their_squares),
                [(move.throw, move.start) for move in afterstate.moves],
                afterstate.hits,
            )
            for afterstate in senet.afterstates(senet.SenetPosition.of(mine, theirs), throws)
        ]

    def rescue(self, mine: Iterable[int], theirs: Iterable[int], throw: int) -> set[int]:
        """The position after the rescue, which must leave the other side alone."""
        position = senet.SenetPosition.of(mine, theirs)
        after = senet.rescued(position, throw)
        assert after.their_squares == position.their_squares
        return set(after.my_squares)

    def start(self, pieces: int) -> tuple[set[int], set[int]]:
        """The position at the start."""
        position = senet.SenetPosition.start(pieces)
        return set(position.my_squares), set(position.their_squares)
