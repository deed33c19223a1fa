"""Senet as objects: positions, moves and the boards that a turn can end in.

Everything here calls the compiled rules in :mod:`senet_gp.games.senet.rules`, which are the only
implementation; this module adds checks, names and text. docs/rules.md describes the rules.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from typing import ClassVar, NamedTuple

import numpy as np
from numpy.typing import NDArray

from senet_gp.errors import UsageError
from senet_gp.games.geometry import Geometry
from senet_gp.games.senet import rules, turns
from senet_gp.games.throws import spoken
from senet_gp.games.view import Board
from senet_gp.streams import Streams

SQUARES = rules.SQUARES
MAX_PIECES = rules.MAX_PIECES
TURN_LIMIT = rules.TURN_LIMIT
#: The probability of each throw, in squares to move, as an exact fraction.
THROW_CHANCES = rules.THROW_CHANCES
#: The throw that takes a piece out of the water and off the board.
_RESCUING_THROW = 4


class Move(NamedTuple):
    """One throw played by one piece, forward, or backward if no piece can move forward."""

    throw: int
    start: int


def _mask(squares: Iterable[int]) -> int:
    mask = 0
    for square in squares:
        if not 1 <= square <= SQUARES:
            raise UsageError(f"there is no square {square}: Senet's squares are numbered 1 to {SQUARES}")
        if mask >> square & 1:
            raise UsageError(f"square {square} is named twice: a square holds one piece")
        mask |= 1 << square
    return mask


def _squares(mask: int) -> tuple[int, ...]:
    return tuple(square for square in range(1, SQUARES + 1) if mask >> square & 1)


@dataclass(frozen=True, slots=True)
class Position:
    """A board as one player sees it: ``mine`` and ``theirs`` are masks, with bit s for square s.

    >>> position = Position.of([1, 3], [2])
    >>> position.my_squares, position.swapped().my_squares, position.in_water
    ((1, 3), (2,), False)

    Raises:
        UsageError: if a mask has bits outside 1 to 30 or more than seven pieces, or both have one bit.
    """

    mine: int
    theirs: int

    def __post_init__(self) -> None:
        board = ((1 << SQUARES) - 1) << 1
        if (self.mine | self.theirs) & ~board:
            raise UsageError(f"a Senet board has squares 1 to {SQUARES} only")
        if self.mine & self.theirs:
            raise UsageError(
                f"square {_squares(self.mine & self.theirs)[0]} cannot hold a piece of each side"
            )
        if max(self.mine.bit_count(), self.theirs.bit_count()) > MAX_PIECES:
            raise UsageError(f"a side has at most {MAX_PIECES} pieces")

    @classmethod
    def start(cls, pieces: int = MAX_PIECES) -> Position:
        """The position before the first turn, as the first mover sees it.

        Raises:
            UsageError: if the number of pieces a side is not from 1 to 7.
        """
        return Senet(pieces).starts()[0]

    @classmethod
    def of(cls, mine: Iterable[int], theirs: Iterable[int]) -> Position:
        """The position with pieces on these squares.

        Raises:
            UsageError: if a square does not exist, is named twice, or a side has more than seven pieces.
        """
        return cls(_mask(mine), _mask(theirs))

    @classmethod
    def from_text(cls, text: str) -> Position:
        """Read what ``str`` writes: 30 characters for squares 1 to 30, ``x`` mine, ``o`` theirs, ``.`` empty.

        Raises:
            UsageError: if the text is anything else.
        """
        if len(text) != SQUARES or set(text) - set("xo."):
            raise UsageError(f"a Senet position is {SQUARES} characters 'x', 'o' or '.', not {text[:40]!r}")
        return cls.of(
            [square for square, piece in enumerate(text, 1) if piece == "x"],
            [square for square, piece in enumerate(text, 1) if piece == "o"],
        )

    def __str__(self) -> str:
        return "".join(
            "x" if self.mine >> square & 1 else "o" if self.theirs >> square & 1 else "."
            for square in range(1, SQUARES + 1)
        )

    @property
    def my_squares(self) -> tuple[int, ...]:
        """The squares that hold pieces of the player who sees the board, in rising order."""
        return _squares(self.mine)

    @property
    def their_squares(self) -> tuple[int, ...]:
        """The squares that hold pieces of the other player, in rising order."""
        return _squares(self.theirs)

    @property
    def in_water(self) -> bool:
        """Whether the player who sees the board has a piece in the water, and so throws only once."""
        return bool(self.mine >> rules.WATER & 1)

    @property
    def won(self) -> bool:
        """Whether the player who sees the board has borne off all their pieces."""
        return self.mine == 0

    def swapped(self) -> Position:
        """The same board seen by the other player."""
        return Position(self.theirs, self.mine)


class Afterstate(NamedTuple):
    """A board that a turn can end in, as the player who moved sees it.

    ``moves`` is the lexicographically least list of (throw, start) pairs that leads to it; lost throws have
    no pair. ``hits`` is the number of enemy pieces hit by these moves.
    """

    position: Position
    moves: tuple[Move, ...]
    hits: int


@dataclass(frozen=True, slots=True)
class Decision:
    """A decision of a player (see :class:`senet_gp.games.protocol.Decision`).

    Attributes:
        position: the position before the throws are played, as the player sees it.
        throws: the throws, in rising order.
        afterstates: the boards that playing them can end in.
        seat: the player's seat.
    """

    position: Position
    throws: tuple[int, ...]
    afterstates: list[Afterstate]
    seat: int = 0

    policy: ClassVar[bool] = False
    writing: ClassVar[tuple[str, str]] = (
        "9+3 9-1",
        "choose by moves: 3 squares forward from 9, 1 back; - for none",
    )

    @property
    def luck(self) -> float:
        """The sum of the throws less the mean of a group; a throw to leave the water does not count."""
        return 0.0 if self.position.in_water else sum(self.throws) - rules.MEAN_PIPS

    @property
    def goes_on(self) -> bool:
        """Whether the player throws again in the same turn: after four throws that each grant another."""
        return not self.position.in_water and all(rules.grants_another(throw) for throw in self.throws)

    def boards(self) -> NDArray[np.uint32]:
        """(4, afterstates) uint32: the masks of mine and theirs, packed moves, and hits."""
        columns = [
            (c.position.mine, c.position.theirs, packed_moves(c.moves), c.hits) for c in self.afterstates
        ]
        return np.array(columns, np.uint32).T

    def view(self, index: int) -> Board:
        """An afterstate's board, with the moves that led to it."""
        after = self.afterstates[index]
        mine, theirs = after.position.my_squares, after.position.their_squares
        return Board(
            frozenset(mine),
            frozenset(theirs),
            tuple((move.throw, move.start) for move in after.moves),
            after.hits,
        )

    def notation(self, index: int) -> str:
        """An afterstate's moves: ``9+3 9-1``; ``-`` for none."""
        return notation(self.position, self.afterstates[index].moves)

    def steps(self, index: int) -> list[tuple[int, int]]:
        """The two squares of each move; a piece leaves the water for another square or off the board."""
        after = self.afterstates[index]
        if self.position.in_water:
            return [(rules.WATER, _square_won(self.position.mine, after.position.mine))]
        return [(move.start, target) for move, _, target in _played(self.position, after.moves)]

    def remark(self, index: int) -> str:
        """How many pieces an afterstate hits, or where a piece leaves the water to."""
        if self.position.in_water:
            off = self.throws[0] == _RESCUING_THROW
            return "out of the water and off the board" if off else "out of the water, back to 15 or before"
        hits = self.afterstates[index].hits
        return f"hits {hits}" if hits else ""

    def named(self, text: str) -> int:
        """The index of the afterstate that moves in notation lead to (see :func:`afterstate_named`)."""
        if self.position.in_water:
            if text.strip() != "-":
                raise UsageError("with a piece in the water nothing can be played but -")
            return 0
        return afterstate_named(self, text)

    def result(self, index: int) -> int | None:
        """1 if an afterstate bears off the last piece, else None."""
        return 1 if self.afterstates[index].position.won else None

    def ends_turn(self, index: int) -> bool:
        """Whether an afterstate ends the turn; otherwise its player throws again."""
        after = self.afterstates[index].position
        return not self.goes_on or after.in_water or after.won

    def following(self, index: int) -> Position:
        """The position after an afterstate, as the player who is to move then sees it."""
        after = self.afterstates[index].position
        return after.swapped() if self.ends_turn(index) else after


@dataclass(frozen=True, slots=True)
class Senet:
    """Senet with its parameter (see :class:`senet_gp.games.protocol.Game`).

    Attributes:
        pieces: the number of pieces of each player, 1 to 7.

    Raises:
        UsageError: if the number of pieces is not from 1 to 7.
    """

    pieces: int = MAX_PIECES

    name: ClassVar[str] = "senet"
    title: ClassVar[str] = "Senet"
    told: ClassVar[str] = (
        "Two players race their pieces, usually seven each, along a track of thirty squares and off it.\n"
        "Four sticks say how far. A piece that lands on one of the other's changes places with it, unless\n"
        "another stands beside it. All stop on 26; 27 is water. The first to bear off all pieces wins."
    )
    stochastic: ClassVar[bool] = True
    small: ClassVar[bool] = False
    #: The path goes to and fro. The words are the Beautiful House, the water, and the throws that take off.
    geometry: ClassVar[Geometry] = Geometry(
        (tuple(range(10, 0, -1)), tuple(range(11, 21)), tuple(range(30, 20, -1))),
        notes={rules.BEAUTIFUL_HOUSE: "house", rules.WATER: "water", 28: "3", 29: "2", 30: "any"},
    )
    self_losses: ClassVar[bool] = False
    #: The paper's duels have no draws.
    undecided_by_lot: ClassVar[bool] = True
    named_moves: ClassVar[tuple[str, ...]] = ()
    policy: ClassVar[bool] = False
    kernels: ClassVar[str] = "senet_gp.games.senet.play"
    position_kernels: ClassVar[str] = "senet_gp.games.senet.positions"

    def __post_init__(self) -> None:
        if type(self.pieces) is not int or not 1 <= self.pieces <= MAX_PIECES:
            raise UsageError(
                f"Senet is played with 1 to {MAX_PIECES} pieces a side, not {repr(self.pieces)[:20]}"
            )

    @property
    def most_turns(self) -> int:
        """A game is stopped after this many turns, and nobody has won."""
        return TURN_LIMIT

    def label(self, square: int) -> str:
        """The number of a square, from 1 to 30."""
        return str(square)

    def starts(self) -> list[Position]:
        """The only position that games start from."""
        return [Position(*rules.starting_masks(self.pieces))]

    def throw_chances(self, position: Position) -> dict[tuple[int, ...], float]:
        """The 55 groups of throws, or the single throws with a piece in the water, with probabilities."""
        single = {(throw,): chance for throw, chance in THROW_CHANCES.items()}
        return {throws: float(n) for throws, n in (single if position.in_water else throw_groups()).items()}

    def swapped(self, position: Position) -> Position:
        """The same board seen by the other player."""
        return position.swapped()

    def seen(self, position: Position) -> Board:
        """A position as words see it, with no moves made and nothing hit."""
        return Board(frozenset(position.my_squares), frozenset(position.their_squares))

    def next_decision(self, position: Position, seat: int, streams: Streams) -> Decision:
        """Throw, and return the decision; with a piece in the water it has only one afterstate."""
        throws = (throw_once(streams, seat),) if position.in_water else throw_group(streams, seat)[0]
        return self.decision(position, seat, throws)

    def decision(self, position: Position, seat: int, throws: Sequence[int]) -> Decision:
        """The decision of the player to move with these throws.

        Raises:
            UsageError: if they cannot be thrown together here.
        """
        throws = tuple(sorted(throws))
        if position.in_water:
            if len(throws) != 1:
                raise UsageError("a player with a piece in the water throws once")
            return Decision(position, throws, [Afterstate(rescued(position, throws[0]), (), 0)], seat)
        if throws not in throw_groups():
            raise UsageError(f"{spoken(throws)} cannot be thrown together")
        return Decision(position, throws, afterstates(position, throws), seat)

    def occupants(self, position: Position, seat: int) -> Mapping[int, Sequence[int]]:
        """The owner of the piece on each square that is not empty; both players see the same board."""
        mine = dict.fromkeys(position.my_squares, (seat,))
        return mine | dict.fromkeys(position.their_squares, (1 - seat,))

    def text(self, position: Position) -> str:
        """A position as 30 characters (see :meth:`Position.from_text`)."""
        return str(position)

    def position_from(self, text: str) -> Position:
        """The position of a text of 30 characters.

        Raises:
            UsageError: if the text is anything else.
        """
        return Position.from_text(text)


#: The move of each byte.
_UNPACKED = [Move(byte >> turns.THROW_SHIFT, byte & turns.START_MASK) for byte in range(256)]


def unpacked_moves(moves: int) -> tuple[Move, ...]:
    """The moves that the compiled rules pack into four bytes."""
    return tuple([_UNPACKED[move] for move in moves.to_bytes(4, "big") if move])


def packed_moves(moves: Sequence[Move]) -> int:
    """Moves as the compiled rules pack them."""
    packed = 0
    for index, move in enumerate(moves):
        byte = move.throw << turns.THROW_SHIFT | move.start
        packed |= byte << turns.FIRST_MOVE_SHIFT - turns.MOVE_BITS * index
    return packed


def packed_throws(throws: Sequence[int]) -> int:
    """A multiset of throws as the compiled rules take it.

    Raises:
        UsageError: if there is none, more than four, or one that the sticks cannot show.
    """
    if not 1 <= len(throws) <= rules.MAX_THROWS:
        raise UsageError(f"1 to {rules.MAX_THROWS} throws are played together, not {len(throws)}")
    for throw in throws:
        if throw not in THROW_CHANCES:
            raise UsageError(f"the sticks never show {throw}: throws are 1 to 5")
    return sum(1 << 3 * (throw - 1) for throw in throws)


def notation(position: Position, moves: Iterable[Move]) -> str:
    """The notation of moves: ``9+3 9-1``, with plus for forward and minus for backward; ``-`` for none."""
    words = [
        f"{move.start}{'+' if forward else '-'}{move.throw}" for move, forward, _ in _played(position, moves)
    ]
    return " ".join(words) or "-"


def _played(position: Position, moves: Iterable[Move]) -> Iterator[tuple[Move, bool, int]]:
    """The moves in order, each with whether it goes forward and its target square, 0 for off the board."""
    mine, theirs = position.mine, position.theirs
    for move in moves:
        forward = bool(rules.forward_sources(mine, theirs, move.throw))
        before = mine
        mine, theirs, _ = map(int, rules.moved(mine, theirs, 1 << move.start, move.throw, not forward))
        yield move, forward, _square_won(before, mine)


def _square_won(before: int, after: int) -> int:
    """The square in ``after`` that is not in ``before``; 0 if there is none."""
    return max((after & ~before).bit_length() - 1, 0)


_MOVE = re.compile(r"([0-9]{1,2})([+-])([1-5])")


def afterstate_named(decision: Decision, text: str) -> int:
    """The index of the afterstate that moves in notation lead to, in any order.

    Raises:
        UsageError: if the text is not in notation, a move is illegal when it is made, or throws are left that
            could still be played.
    """
    mine, theirs = decision.position.mine, decision.position.theirs
    left = list(decision.throws)
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
    for index, afterstate in enumerate(decision.afterstates):
        if (afterstate.position.mine, afterstate.position.theirs) == (mine, theirs):
            return index
    raise UsageError(f"these moves do not end the turn: {', '.join(map(str, left))} can still be played")


def unpacked_throws(throws: int) -> tuple[int, ...]:
    """The throws of a packed multiset, in rising order."""
    return tuple(throw for throw in range(1, 6) for _ in range(throws >> 3 * (throw - 1) & 7))


@cache
def _workspace() -> turns.Workspace:
    return turns.new_workspace()


def afterstates(position: Position, throws: Sequence[int]) -> list[Afterstate]:
    """Every distinct board that playing these throws can end in, sorted by moves; at least one.

    Args:
        position: the position as the player to move sees it; none of their pieces may be in the water.
        throws: one to four throws of 1 to 5 squares, in any order.

    Raises:
        UsageError: if the throws are impossible, the game is over, or a piece of the player is in the water.
    """
    packed = packed_throws(throws)
    if position.won or not position.theirs:
        raise UsageError("the game is over: one side has no piece left")
    if position.in_water:
        raise UsageError("a player with a piece in the water has nothing to choose: use rescued()")
    work = _workspace()
    count = turns.end_boards(position.mine, position.theirs, packed, work)
    return [
        Afterstate(Position(mine, theirs), unpacked_moves(moves), hits)
        for mine, theirs, moves, hits in work.boards[0, : turns.REST, :count].T.tolist()
    ]


def rescued(position: Position, throw: int) -> Position:
    """The board after the single throw of a player who has a piece in the water.

    Raises:
        UsageError: if no piece of theirs is in the water, or the throw is impossible.
    """
    packed_throws([throw])
    if not position.in_water:
        raise UsageError("no piece of the player to move is in the water")
    return Position(int(rules.rescued(position.mine, position.theirs, throw)), position.theirs)


def throw_group(streams: Streams, seat: int) -> tuple[tuple[int, ...], bool]:
    """The throws that a player plays together next, in rising order, and whether they throw on afterwards.

    Args:
        streams: the game's random streams.
        seat: 0 for the first mover, 1 for the other.
    """
    throws, again = rules.throw_group(streams, seat)
    return unpacked_throws(throws), bool(again)


def throw_once(streams: Streams, seat: int) -> int:
    """A single throw, as made by a player with a piece in the water."""
    return int(rules.throw_sticks(streams, seat))


@cache
def throw_groups() -> dict[tuple[int, ...], Fraction]:
    """The 55 multisets of throws that can be played together, in rising order, with probabilities.

    >>> groups = throw_groups()
    >>> len(groups), sum(groups.values()) == 1
    (55, True)
    """
    chances: dict[tuple[int, ...], Fraction] = {}

    def throw_on(held: tuple[int, ...], chance: Fraction) -> None:
        for throw, throw_chance in THROW_CHANCES.items():
            now = tuple(sorted((*held, throw)))
            if rules.grants_another(throw) and len(now) < rules.MAX_THROWS:
                throw_on(now, chance * throw_chance)
            else:
                chances[now] = chances.get(now, Fraction(0)) + chance * throw_chance

    throw_on((), Fraction(1))
    return chances
